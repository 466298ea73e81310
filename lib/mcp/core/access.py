"""
Access: which key a peer has shown, and the scope of that key.

Keys are compared by their SHA-256, so the secrets need not be stored. A comparison looks at all
keys and all bytes, so its time does not depend on where they differ.
"""

import hashlib

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Collection

    # name, scope (call.SCOPES), SHA-256 of the secret
    Row = tuple[str, str, bytes]

_SCHEME = const("bearer")


def rows(token: "str | Collection[Row]") -> "Collection[Row]":
    """The keys: those given, or one with all rights for a str; none for an empty str."""
    if not isinstance(token, str):
        return token
    return (("", "admin", digest(token.encode())),) if token else ()


def digest(secret: bytes) -> bytes:
    """The SHA-256 of a secret, 32 bytes, as keys are stored and compared."""
    return hashlib.sha256(secret).digest()


def shown(authorization: str, keys: "Collection[Row]") -> "tuple[str, str] | None":
    """(name, scope) of the key in an Authorization header; None where it is none of `keys`."""
    scheme, _, given = authorization.partition(" ")
    known = digest(given.strip().encode())
    found = None
    for name, scope, secret in keys:
        if same(known, secret):
            found = (name, scope)
    return found if scheme.lower() == _SCHEME else None


def same(one: bytes, other: bytes) -> bool:
    """Whether two texts are equal, in a time that depends on their lengths alone."""
    differs = len(one) ^ len(other)
    for at in range(min(len(one), len(other))):
        differs |= one[at] ^ other[at]
    return differs == 0
