"""
Access: which key a peer has shown, and what it may do with it.

Owns the comparison. Keys are compared by their SHA-256, so whoever keeps them need not keep the
secrets; a comparison looks at all keys and all bytes, so its time tells nothing of either.
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
    """The keys in force: those given, or a single one with all rights; none for an empty one."""
    if not isinstance(token, str):
        return token
    return (("", "admin", digest(token.encode())),) if token else ()


def digest(secret: bytes) -> bytes:
    """As it is kept and compared, 32 bytes."""
    return hashlib.sha256(secret).digest()


def shown(authorization: str, keys: "Collection[Row]") -> "tuple[str, str] | None":
    """(name, scope) of the key in a header Authorization; None where it has none of these."""
    scheme, _, given = authorization.partition(" ")
    known = digest(given.strip().encode())
    found = None
    for name, scope, secret in keys:
        if same(known, secret):
            found = (name, scope)
    return found if scheme.lower() == _SCHEME else None


def same(one: bytes, other: bytes) -> bool:
    """Whether they are equal, in a time that depends on their lengths alone."""
    differs = len(one) ^ len(other)
    for at in range(min(len(one), len(other))):
        differs |= one[at] ^ other[at]
    return differs == 0
