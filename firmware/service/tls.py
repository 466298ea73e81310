"""
TLS: the certificate and key that HTTP is served with.

Owns the keys `tls0` and `tls1` of the NVS namespace `cfg` (docs/FORMAT.md section 1). Both parts
are DER, since mbedTLS has no parser for PEM here. Neither part is ever logged.
"""

import json
import ssl
import sys
from binascii import unhexlify

import esp32
from micropython import const

from firmware.system.nvs import BlobPair, erase
from firmware.system.settings import Settings

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_KEYS = ("tls0", "tls1")
_MAX_BLOB = const(3500)  # beside the CRC; NVS splits blobs of 4,000 bytes and more


def keep(certificate: bytes, key: bytes) -> None:
    """Keep them, if they are a valid pair. Raises ValueError, OSError."""
    _context(certificate, key)
    value = len(certificate).to_bytes(2, "big") + certificate + key
    if len(value) >= _MAX_BLOB:
        raise ValueError("more than %d bytes together" % _MAX_BLOB)
    _pair().write(value)


def context() -> "Any":
    """What asyncio.start_server takes. Raises ValueError where no undamaged pair is kept."""
    value = _pair().read()
    if not value:
        raise ValueError("there is no certificate")
    end = 2 + int.from_bytes(value[:2], "big")
    return _context(value[2:end], value[end:])


def _pair() -> BlobPair:
    """The certificate's size in two bytes, the certificate, the key."""
    return BlobPair(esp32.NVS("cfg"), _KEYS, _MAX_BLOB + 4)


def run_command(certificate: str, key: str) -> None:
    """For ./tools/keys.sh: keep and use these hex digits, or erase if empty; print the outcome."""
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
