"""
Server trust: what servers are checked with over TLS, in every connection that the device opens.

Owns the roots of the owner, in the keys `ca0` and `ca1` of the NVS namespace `cfg` (docs/FORMAT.md
section 1), the wait for the clock, and what the setting `tls_verify` means. The check itself is
lib/net/trust.py's; the roots that come with the app are in roots.py.
"""

import asyncio
import json
import sys
from binascii import a2b_base64, hexlify, unhexlify

from memory.text import dates
from micropython import const
from net import trust
from net.certificate import Certificate, root

from firmware.system import events
from firmware.system.nvs import BlobPair, erase, namespace

from .roots import ROOTS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from firmware.system.clock import Clock
    from firmware.system.settings import Settings

_KEYS = ("ca0", "ca1")
_MAX_BLOB = const(3500)  # beside the CRC; NVS splits blobs of 4,000 bytes and more
_MAX_OWN = const(4)
# A connection waits so long for a clock that is not set: a time server answers within seconds.
_WAIT_MS = const(8000)
_POLL_MS = const(100)


def start(settings: "Settings", clock: "Clock", wait_ms: int = _WAIT_MS) -> None:
    """Have all connections checked as the settings say; log where they are not checked."""
    checks = settings.get("tls_verify")
    if not checks:
        events.log(
            "warning",
            "tls",
            "the setting tls_verify is off: who stands between the device and a server can read "
            "and change all that they say",
        )

    async def time() -> "str | None":
        for _ in range(wait_ms // _POLL_MS):
            if clock.is_set():
                break
            await asyncio.sleep_ms(_POLL_MS)
        if not clock.is_set():
            return None
        return _digits(clock.utc())

    own = () if not checks else own_roots()
    try:
        trust.use(trust.Trust(known_roots, time, own, checks))
    except ValueError as e:
        events.log("error", "tls", "the owner's roots are not used: %s" % e)
        trust.use(trust.Trust(known_roots, time, (), checks))


def known_roots(issuer: bytes) -> "list[bytes]":
    """The roots that come with the app, as DER, by net.certificate.name_hash of their subject."""
    found = ROOTS.get(hexlify(issuer).decode())
    return [] if found is None else [root(a2b_base64(found))]


def own_roots() -> "tuple[bytes, ...]":
    """The owner's roots, as DER."""
    value = _pair().read()
    found = []
    while len(value) > 2:
        end = 2 + int.from_bytes(value[:2], "big")
        found.append(value[2:end])
        value = value[end:]
    return tuple(found)


def keep_own(roots: "list[bytes]") -> None:
    """Keep these roots of the owner's, in place of others. Raises ValueError, OSError."""
    if not 0 < len(roots) <= _MAX_OWN:
        raise ValueError("1 to %d certificates are kept, not %d" % (_MAX_OWN, len(roots)))
    for der in roots:
        Certificate(der)
    trust.Trust(known_roots, _no_time, tuple(roots))
    value = b"".join([len(der).to_bytes(2, "big") + der for der in roots])
    if len(value) >= _MAX_BLOB:
        raise ValueError("more than %d bytes together" % _MAX_BLOB)
    _pair().write(value)


async def _no_time() -> None:
    """Of a Trust that only parses."""


def run_command(*roots: str) -> None:
    """For ./tools/keys.sh: keep these hex digits, without any erase; print the outcome."""
    out = {"done": "ca"}
    try:
        if roots:
            keep_own([unhexlify(each) for each in roots])
        else:
            for name in _KEYS:
                erase(namespace("cfg"), name)
    except (ValueError, OSError) as e:
        out = {"error": str(e)}
    sys.stdout.write(json.dumps(out) + "\n")


def _pair() -> BlobPair:
    """Of each root its size in two bytes, then the root."""
    return BlobPair(namespace("cfg"), _KEYS, _MAX_BLOB + 4)


def _digits(seconds: int) -> str:
    """Seconds since 2000-01-01 as fourteen digits."""
    day = dates.civil(seconds // dates.DAY)
    left = seconds % dates.DAY
    return "%04d%02d%02d%02d%02d%02d" % (day + (left // 3600, left // 60 % 60, left % 60))
