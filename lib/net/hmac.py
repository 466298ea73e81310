"""HMAC-SHA256 (RFC 2104), which stock firmware has no module for. Holds no key."""

from hashlib import sha256

from micropython import const

_BLOCK = const(64)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """The 32 bytes of the authentication code."""
    if len(key) > _BLOCK:
        key = sha256(key).digest()
    inner = bytearray(b"\x36" * _BLOCK)
    outer = bytearray(b"\x5c" * _BLOCK)
    for at in range(len(key)):
        inner[at] ^= key[at]
        outer[at] ^= key[at]
    digest = sha256(inner)
    digest.update(message)
    inner_digest = digest.digest()
    digest = sha256(outer)
    digest.update(inner_digest)
    return digest.digest()
