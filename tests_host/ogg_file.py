"""Opus in Ogg for tests, from RFC 3533 and 7845 once more: another reader and writer than ours."""

import struct


def _crc(page: bytearray) -> int:
    found = 0
    for byte in page:
        found ^= byte << 24
        for _ in range(8):
            found = (found << 1) ^ (0x104C11DB7 if found & 0x80000000 else 0)
    return found


def _page(number: int, flags: int, position: int, packet: bytes) -> bytes:
    table = b"\xff" * (len(packet) // 255) + bytes([len(packet) % 255])
    head = struct.pack("<4sBBqIII", b"OggS", 0, flags, position, 7, number, 0)
    page = bytearray(head + bytes([len(table)]) + table + packet)
    page[22:26] = _crc(page).to_bytes(4, "little")
    return bytes(page)


def written(packets: "list[bytes]", packet_ms: int) -> bytes:
    """A file with a page for each packet."""
    head = b"OpusHead" + struct.pack("<BBHIhB", 1, 1, 312, 24000, 0, 0)
    tags = b"OpusTags" + struct.pack("<I", 4) + b"test" + struct.pack("<I", 0)
    pages = [_page(0, 2, 0, head), _page(1, 0, 0, tags)]
    for at, packet in enumerate(packets, 1):
        end = 4 if at == len(packets) else 0
        pages.append(_page(at + 1, end, 48 * packet_ms * at, packet))
    return b"".join(pages)


def packets(data: bytes) -> "list[bytes]":
    """The packets of a file, heads too; each page has its number and its sum."""
    found, part, number = [], b"", 0
    while data:
        assert data[:5] == b"OggS\0"
        table = data[27 : 27 + data[26]]
        size = 27 + len(table) + sum(table)
        page = bytearray(data[:size])
        told, told_number = struct.unpack_from("<I", page, 22)[0], page[18]
        page[22:26] = bytes(4)
        assert (told, told_number) == (_crc(page), number)
        at = 27 + len(table)
        for count in table:
            part += page[at : at + count]
            at += count
            if count < 255:
                found.append(bytes(part))
                part = b""
        data, number = data[size:], number + 1
    return found
