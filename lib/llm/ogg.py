"""
Ogg: Opus packets to the bytes of an .ogg file, and back.

Owns the pages of RFC 3533 and the two head packets of RFC 7845, of one mono stream. Pure: it reads
and writes nothing. A reader holds one packet and the head of a page; it does not check sums of
pages, since what comes over TCP is whole or ends early.
"""

from binascii import crc32
from struct import pack, pack_into, unpack_from

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKET_BYTES = const(7650)  # the longest packet there is: 120 ms in six frames of 1,275 bytes
_HEAD = const(27)  # bytes of a page before its table
_FIRST, _LAST, _GOES_ON = const(2), const(4), const(1)  # flags of a page
_SERIAL = const(1)
_PACKETS = const(32)  # of a page: 2 s of speech
_SEGMENTS = const(255)  # of a page, by its format
_SAMPLES_MS = const(48)  # a granule position counts these, whatever the rate
_PRE_SKIP = const(312)  # samples of 48 kHz that libopus needs to begin
_TAGS = b"OpusTags" + pack("<I", 11) + b"xiaozhi-pet" + pack("<I", 0)
# The sum of a page takes the bits of a byte in the other order than crc32 does.
_MIRRORED = bytes([sum([1 << 7 - bit for bit in range(8) if n >> bit & 1]) for n in range(256)])


class OggError(ValueError):
    """No Ogg with Opus in it, or more of it than fits."""


# -- writing -------------------------------------------------------------------------------------


def file_size(packets: "list[bytes]") -> int:
    """The bytes of `pages`."""
    size = 2 * (_HEAD + 1) + 19 + len(_TAGS)
    for first, last in _groups(packets):
        size += _HEAD + sum([len(one) // 255 + 1 + len(one) for one in packets[first:last]])
    return size


def pages(packets: "list[bytes]", packet_ms: int, rate: int) -> "Iterator[bytes]":
    """The pages of a file with these packets of so many milliseconds, recorded at this rate."""
    head = b"OpusHead" + pack("<BBHIhB", 1, 1, _PRE_SKIP, rate, 0, 0)
    yield _page([head], _FIRST, 0, 0)
    yield _page([_TAGS], 0, 0, 1)
    number = 2
    for first, last in _groups(packets):
        end = _LAST if last == len(packets) else 0
        yield _page(packets[first:last], end, last * packet_ms * _SAMPLES_MS, number)
        number += 1


def _groups(packets: "list[bytes]") -> "Iterator[tuple[int, int]]":
    """The packets of each page: (first, behind the last)."""
    first = segments = 0
    for at, packet in enumerate(packets):
        count = len(packet) // 255 + 1
        if at - first == _PACKETS or segments + count > _SEGMENTS:
            yield first, at
            first, segments = at, 0
        segments += count
    if first < len(packets):
        yield first, len(packets)


def _page(packets: "list[bytes]", flags: int, position: int, number: int) -> bytes:
    table = bytearray()
    for packet in packets:
        table.extend(b"\xff" * (len(packet) // 255))
        table.append(len(packet) % 255)
    head = pack("<4sBBQIIIB", b"OggS", 0, flags, position, _SERIAL, number, 0, len(table))
    page = bytearray(head + table + b"".join(packets))
    pack_into("<I", page, 22, _sum(page))
    return bytes(page)


def _sum(page: bytearray) -> int:
    """The CRC of RFC 3533: polynomial 0x04C11DB7, from 0, the highest bit first."""
    mirrored = crc32(bytes([_MIRRORED[byte] for byte in page]), 0xFFFFFFFF) ^ 0xFFFFFFFF
    found = 0
    for at in range(4):
        found = found << 8 | _MIRRORED[mirrored >> 8 * at & 0xFF]
    return found


# -- reading -------------------------------------------------------------------------------------


class OggReader:
    """Gives `take(packet)` each packet of a file, a memoryview that is valid until it returns."""

    def __init__(self, take: "Callable[[memoryview], object]"):
        self.ended = False  # the last page has come
        self.packets = 0
        self._take = take
        self._head = bytearray(_HEAD)
        self._table = bytearray(_SEGMENTS)
        self._packet = bytearray(1275)  # grows for longer ones
        self._have = 0  # bytes of the packet
        self._number = 0  # of the packet in its stream: the first two are heads
        self._read = 0  # bytes of the head and the table of the page
        self._segment = 0  # of the page
        self._left = -1  # bytes of the segment; -1 before it
        self._flags = 0

    def feed(self, data: "bytes | bytearray", begin: int, end: int) -> None:
        """The next bytes of the file. Raises OggError."""
        while begin < end:
            if self._read < _HEAD:
                begin = self._fill(self._head, 0, _HEAD, data, begin, end)
                if self._read == _HEAD:
                    self._begin_page()
            elif self._read < _HEAD + self._head[26]:
                begin = self._fill(self._table, _HEAD, self._head[26], data, begin, end)
                if self._read == _HEAD + self._head[26]:
                    self._segments_without_bytes()
            else:
                begin = self._feed_segment(data, begin, end)

    def _fill(
        self, to: bytearray, first: int, size: int, data: "bytes | bytearray", begin: int, end: int
    ) -> int:
        at = self._read - first
        count = min(size - at, end - begin)
        to[at : at + count] = data[begin : begin + count]
        self._read += count
        return begin + count

    def _begin_page(self) -> None:
        if self._head[:5] != b"OggS\0":
            raise OggError("no page of Ogg where one was due")
        self._flags = self._head[5]
        if self._flags & _FIRST:
            self._number = 0
        if not self._flags & _GOES_ON:
            self._have = 0  # a packet that was begun and does not go on
        self._segment = 0
        self._left = -1
        if not self._head[26]:
            self._end_page()

    def _end_page(self) -> None:
        self.ended = bool(self._flags & _LAST)
        self._read = 0

    def _segments_without_bytes(self) -> None:
        """Go to the next segment that has bytes, or to the end of the page."""
        while self._segment < self._head[26]:
            self._left = self._table[self._segment]
            if self._left:
                return
            self._segment += 1
            self._end_packet()
        self._end_page()

    def _feed_segment(self, data: "bytes | bytearray", begin: int, end: int) -> int:
        count = min(self._left, end - begin)
        if self._number != 1:  # tags may have a picture; nobody reads them
            have = self._have
            if have + count > PACKET_BYTES:
                raise OggError("a packet of more than %d bytes" % PACKET_BYTES)
            if have + count > len(self._packet):
                self._packet.extend(bytes(have + count - len(self._packet)))
            self._packet[have : have + count] = data[begin : begin + count]
            self._have += count
        self._left -= count
        if not self._left:
            size = self._table[self._segment]
            self._segment += 1
            if size < 255:
                self._end_packet()
            self._segments_without_bytes()
        return begin + count

    def _end_packet(self) -> None:
        size, self._have = self._have, 0
        self._number += 1
        if self._number == 1:
            self._check_head(size)
        elif self._number > 2 and size:
            self.packets += 1
            self._take(memoryview(self._packet)[:size])

    def _check_head(self, size: int) -> None:
        if size < 19 or self._packet[:8] != b"OpusHead":
            raise OggError("Ogg without Opus in it")
        version, channels = unpack_from("<BB", self._packet, 8)
        if version & 0xF0 or not 0 < channels <= 2:
            raise OggError(
                "Opus of a kind that is not known: version %d, %d channels" % (version, channels)
            )
