"""
TLS: the certificate and key that HTTP is served with.

Owns the keys `tls0` and `tls1` of the NVS namespace `cfg` (docs/FORMAT.md section 1). Both parts
are DER, as mbedTLS wants them without a parser for PEM. A change is written under the key that is
free, and the other one erased after it. Neither is ever logged.
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
_HEAD = const(7)  # CRC-32 of the rest, big-endian; generation; bytes of the certificate
_MOST = const(3500)  # one blob, below the 4,000 bytes after which NVS cuts them


def keep(certificate: bytes, key: bytes) -> None:
    """Keep them, if they are a pair that can be served with. Raises ValueError, OSError."""
    _context(certificate, key)
    kv = esp32.NVS("cfg")
    slot, generation, _ = _newest(kv)
    size = len(certificate)
    rest = bytes(((generation + 1) & 0xFF,)) + size.to_bytes(2, "big") + certificate + key
    if len(rest) > _MOST:
        raise ValueError("more than %d bytes together" % _MOST)
    put(kv, _KEYS[1 - slot], crc32(rest).to_bytes(4, "big") + rest)
    erase(kv, _KEYS[slot])
    kv.commit()


def context() -> "Any":
    """What asyncio.start_server takes. Raises ValueError where nothing whole is kept."""
    _, _, rest = _newest(esp32.NVS("cfg"))
    if not rest:
        raise ValueError("there is no certificate")
    end = 3 + int.from_bytes(rest[1:3], "big")
    return _context(rest[3:end], rest[end:])


def told(certificate: str, key: str) -> None:
    """For ./tools/keys.sh: keep what these hex digits are, and serve with it; empty ones: not."""
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
    """(slot, generation, what is in it); of nothing (1, 0, b"")."""
    one, other = _read(kv, 0), _read(kv, 1)
    if not one and not other:
        return 1, 0, b""
    if not one or (other and other[0] == (one[0] + 1) & 0xFF):
        return 1, other[0], other
    return 0, one[0], one


def _read(kv: "Any", slot: int) -> bytes:
    buffer = bytearray(_MOST + 4)
    try:
        size = kv.get_blob(_KEYS[slot], buffer)
    except OSError:  # not there, damaged, or longer than any of ours
        return b""
    rest = bytes(buffer[4:size])
    if size <= _HEAD or crc32(rest) != int.from_bytes(buffer[:4], "big"):
        return b""
    return rest
