"""
The binary messages of XiaoZhi servers over WebSocket: a packet of Opus with a header or without.

    version 1   the packet alone
    version 2   version u16 = 2 | type u16 = 0 | 0 u32 | timestamp u32, ms | size u32 | packet
    version 3   type u8 = 0 | 0 u8 | size u16 | packet                          (all big-endian)

The device chooses the version by its hello. Servers are known that ignore it and send bare packets
always: version 1 is the one to take where nobody says otherwise.
"""

from struct import pack, unpack_from

from micropython import const

_LONG_HEADER = const(16)
_SHORT_HEADER = const(4)


def header(version: int, size: int, timestamp: int) -> bytes:
    """What comes before a packet of `size` bytes."""
    if version == 2:
        return pack(">HHIII", 2, 0, 0, timestamp & 0xFFFFFFFF, size)
    if version == 3:
        return pack(">BBH", 0, 0, size)
    return b""


def packet(version: int, view: "bytes | memoryview") -> "bytes | memoryview | None":
    """The packet of a message; None where its header does not fit it."""
    if version == 1:
        return view
    length = _LONG_HEADER if version == 2 else _SHORT_HEADER
    if len(view) < length:
        return None
    if version == 2:
        size = unpack_from(">I", view, 12)[0]
    else:
        size = unpack_from(">H", view, 2)[0]
    return view[length:] if size == len(view) - length else None
