"""
TLS: the certificate and key that HTTP is served with.

Owns the keys `tls0` and `tls1` of the NVS namespace `cfg` (docs/FORMAT.md section 1). Both parts
are DER, since mbedTLS has no parser for PEM here. A change is written under the key that is free,
then the other one is erased. Neither part is ever logged.
"""

import json
import ssl
import sys
from binascii import crc32, unhexlify

import esp32
from micropython import const

from firmware.system.nvs import erase, put
from firmware.system.settings import Settings

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_KEYS = ("tls0", "tls1")
_HEAD = const(7)  # CRC-32 of what follows, big-endian; generation; bytes of the certificate
_MAX_BLOB = const(3500)  # NVS splits blobs of 4,000 bytes and more


def keep(certificate: bytes, key: bytes) -> None:
    """Keep them, if they are a valid pair. Raises ValueError, OSError."""
    _context(certificate, key)
    kv = esp32.NVS("cfg")
    slot, generation, _ = _newest(kv)
    size = len(certificate)
    rest = bytes(((generation + 1) & 0xFF,)) + size.to_bytes(2, "big") + certificate + key
    if len(rest) > _MAX_BLOB:
        raise ValueError("more than %d bytes together" % _MAX_BLOB)
    put(kv, _KEYS[1 - slot], crc32(rest).to_bytes(4, "big") + rest)
    erase(kv, _KEYS[slot])
    kv.commit()


def context() -> "Any":
    """What asyncio.start_server takes. Raises ValueError where no undamaged pair is kept."""
    _, _, rest = _newest(esp32.NVS("cfg"))
    if not rest:
        raise ValueError("there is no certificate")
    end = 3 + int.from_bytes(rest[1:3], "big")
    return _context(rest[3:end], rest[end:])


def run_command(certificate: str, key: str) -> None:
    """
    For ./tools/keys.sh: keep these, given as hex digits, and serve with them; erase them where
    they are empty. Prints the outcome as one JSON object.
    """
    out = {"done": "tls"}
    try:
        if certificate:
            keep(unhexlify(certificate), unhexlify(key))
        Settings({}).set("http_tls", bool(certificate))
        if not certificate:
            for name in _KEYS:
                erase(esp32.NVS("cfg"), name)
    except (ValueError, OSError) as e:
        out = {"error": str(e)}
    sys.stdout.write(json.dumps(out) + "\n")


def _context(certificate: bytes, key: bytes) -> "Any":
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)  # type: ignore[attr-defined]
    try:
        made.load_cert_chain(certificate, key)
    except (ValueError, OSError) as e:
        raise ValueError("this certificate and key cannot be served with: %s" % e)
    return made


def _newest(kv: "Any") -> "tuple[int, int, bytes]":
    """(slot, generation, its blob without the CRC); (1, 0, b"") where both are empty."""
    one, other = _read(kv, 0), _read(kv, 1)
    if not one and not other:
        return 1, 0, b""
    if not one or (other and other[0] == (one[0] + 1) & 0xFF):
        return 1, other[0], other
    return 0, one[0], one


def _read(kv: "Any", slot: int) -> bytes:
    buffer = bytearray(_MAX_BLOB + 4)
    try:
        size = kv.get_blob(_KEYS[slot], buffer)
    except OSError:  # absent, damaged, or too long
        return b""
    rest = bytes(buffer[4:size])
    if size <= _HEAD or crc32(rest) != int.from_bytes(buffer[:4], "big"):
        return b""
    return rest
