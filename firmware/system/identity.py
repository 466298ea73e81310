"""
Identity: the two names under which cloud services know this device.

Owns the key `uuid` of the NVS namespace `cloud`. Neither name ever changes: services keep the
owner's binding and their own memory under them.
"""

from binascii import hexlify

import machine
from memory.hot.nvs_errors import NOT_FOUND
from micropython import const

from . import events
from .nvs import namespace, put

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_UUID = const(36)  # characters


def device_id() -> str:
    """The MAC address of the Wi-Fi station, lower case with colons."""
    return ":".join(["%02x" % byte for byte in machine.unique_id()])


def client_id(rng: "Callable[[int], bytes]") -> str:
    """The UUID (version 4) of this device, made from 16 random bytes at the first call."""
    kv = namespace("cloud")
    buffer = bytearray(_UUID)
    try:
        if kv.get_blob("uuid", buffer) == _UUID:
            return buffer.decode()
    except (OSError, ValueError) as e:
        if NOT_FOUND not in e.args:
            events.log("warning", "identity", "the Client-Id is lost, here is another: %r" % e)
    made = uuid4(rng(16))
    try:
        put(kv, "uuid", made.encode())
    except OSError as e:
        events.log("error", "identity", "the Client-Id cannot be kept: %r" % e)
    return made


def uuid4(random: bytes) -> str:
    """16 random bytes as a UUID of version 4, variant 1 (RFC 9562)."""
    octets = bytearray(random)
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    text = hexlify(bytes(octets)).decode()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
