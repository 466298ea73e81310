"""The WebSocket client on streams in memory: bounds, masks, sending side by side, its end."""

import asyncio
import gc

from net.pieces import Body
from net.url import URLError
from net.websocket import BINARY, TEXT, Closed, WebSocket
from net.websocket_handshake import connect
from net.xor import xor


class Stream:
    """Both sides of a stream of asyncio: gives `data`, then waits; keeps what is written."""

    def __init__(self, data=b"", ends=False):
        self.data = data
        self.ends = ends
        self.written = b""
        self.out_buf = b""  # written, and not yet taken
        self.writes = 0
        self.blocked = None  # an Event to wait for in drain
        self.closed = False

    async def readinto(self, view):
        await asyncio.sleep(0)
        if not self.data and not self.ends:
            await asyncio.Event().wait()
        size = min(len(view), len(self.data))
        view[:size] = self.data[:size]
        self.data = self.data[size:]
        return size

    def write(self, data):
        self.written += data
        self.writes += 1

    async def drain(self):
        await asyncio.sleep(0)
        if self.blocked is not None:
            await self.blocked.wait()

    def close(self):
        self.closed = True

    async def wait_closed(self):
        await asyncio.sleep(0)


def unmasked(data):
    """[(opcode, payload)] of frames of a client."""
    found = []
    while data:
        size = data[1] & 127
        at = 2
        if size == 126:
            size, at = data[2] << 8 | data[3], 4
        elif size == 127:
            size, at = int.from_bytes(data[2:10], "big"), 10
        assert data[1] & 128
        key = data[at : at + 4]
        body = data[at + 4 : at + 4 + size]
        plain = bytearray(body)
        for i in range(len(plain)):
            plain[i] ^= key[i & 3]
        found.append((data[0] & 15, bytes(plain)))
        data = data[at + 4 + size :]
    return found


def on(stream, most=16384):
    return WebSocket(stream, stream, most)


async def ending(socket):
    try:
        while True:
            await socket.receive()
    except Closed as error:
        return error


async def test_a_message_of_pieces_is_one_frame_masked_in_step():
    for pieces in ([b""], [b"a"] * 7, [b"abc", b"", b"x" * 511, b"yz" * 700], [b"q" * 70000]):
        stream = Stream()
        socket = on(stream)
        await socket.send(TEXT, Body(list(pieces)))
        assert unmasked(stream.written) == [(TEXT, b"".join(pieces))]


def test_masking_twice_gives_the_same_and_touches_nothing_else():
    key = b"\x12\x34\x56\x78"
    data = bytes(range(256)) * 2
    for begin in (0, 1, 6):
        for size in (0, 1, 3, 4, 5, 505):
            end = begin + size
            view = memoryview(bytearray(data))
            xor(view, begin, end, key, 3)
            masked = bytes([data[begin + i] ^ key[i & 3] for i in range(size)])
            assert bytes(view) == data[:begin] + masked + data[end:]
            xor(view, begin, end, key, 3)
            assert bytes(view) == data


async def test_packets_of_sound_leave_as_messages_of_their_own():
    stream = Stream()
    socket = on(stream)
    sizes = (0, 1, 121, 122, 125, 126, 180, 1016, 1017, 3000)
    for size in sizes:
        await socket.send_small(b"head" if size else b"", memoryview(b"p" * size))
    found = unmasked(stream.written)
    assert found == [(BINARY, (b"head" if size else b"") + b"p" * size) for size in sizes]
    assert stream.writes == len(sizes)


async def test_a_packet_of_which_the_peer_takes_a_part_goes_out_whole_and_in_its_order():
    class Slow(Stream):
        """Takes 10 bytes at once, as asyncio's stream does where its socket has no room."""

        def write(self, data):
            self.out_buf += bytes(data)

        async def drain(self):
            while self.out_buf:
                await asyncio.sleep(0)
                self.written += self.out_buf[:10]
                self.out_buf = self.out_buf[10:]

    stream = Slow()
    socket = on(stream)
    packets = [bytes([number]) * 90 for number in range(5)]
    sends = [socket.send_small(b"", packet) for packet in packets]
    sends.insert(2, socket.send(TEXT, b"between"))
    await asyncio.gather(*sends)
    kinds = [(BINARY, packet) for packet in packets]
    kinds.insert(2, (TEXT, b"between"))
    assert unmasked(stream.written) == kinds


async def test_no_packet_leaves_after_the_end():
    stream = Stream()
    socket = on(stream)
    await socket.close()
    before = stream.written
    try:
        await socket.send_small(b"", b"late")
    except OSError:
        assert stream.written == before
        return
    raise AssertionError


async def test_a_message_is_whole_however_the_bytes_come():
    """What is read ahead belongs to the next frames, long ones and short ones in turn."""
    sizes = [5, 0, 125, 126, 1024, 1025, 3000, 7, 1019, 1100, 2]
    data = b""
    for number, size in enumerate(sizes):
        head = bytes([0x80 | BINARY, size]) if size < 126 else bytes([0x80 | BINARY, 126])
        head += b"" if size < 126 else bytes([size >> 8, size & 255])
        data += head + bytes([number]) * size

    class Pieces(Stream):
        async def readinto(self, view):
            return await Stream.readinto(self, view[: self.most])

    for most in (1, 2, 3, 100, 1000, 5000):
        stream = Pieces(data, ends=True)
        stream.most = most
        socket = on(stream)
        for number, size in enumerate(sizes):
            kind, message = await socket.receive()
            assert (kind, bytes(message)) == (BINARY, bytes([number]) * size), (most, size)
        assert (await ending(socket)).code == 1006


async def test_what_a_channel_may_send_leaves_in_one_write():
    for size, most in ((0, 1), (7500, 1), (8192, 1), (8193, 2), (20000, 3)):
        stream = Stream()
        await on(stream).send(TEXT, Body([b"x" * size]))
        assert stream.writes == most, (size, stream.writes)
        assert unmasked(stream.written) == [(TEXT, b"x" * size)]


async def test_two_that_send_at_once_do_not_mix_their_frames():
    stream = Stream(b"\x89\x02hi")
    socket = on(stream)
    reading = asyncio.create_task(ending(socket))
    await asyncio.gather(
        socket.send(TEXT, Body([b"a" * 400] * 9)), socket.send(BINARY, Body([b"b" * 400] * 9))
    )
    await asyncio.sleep_ms(5)
    reading.cancel()
    found = unmasked(stream.written)
    assert sorted(found) == [(TEXT, b"a" * 3600), (BINARY, b"b" * 3600), (10, b"hi")]


async def test_a_sender_that_is_cancelled_amid_a_frame_ends_the_sending():
    stream = Stream()
    stream.blocked = asyncio.Event()
    socket = on(stream)
    sending = asyncio.create_task(socket.send(TEXT, Body([b"x" * 600] * 4)))
    await asyncio.sleep_ms(5)
    sending.cancel()
    try:
        await sending
    except asyncio.CancelledError:
        stream.blocked.set()
    error = None
    try:
        await socket.send(TEXT, b"next")
    except OSError as found:
        error = found
    assert error is not None
    assert b"next" not in stream.written


async def test_nothing_is_sent_after_a_close_frame():
    stream = Stream(b"\x88\x02\x03\xe8", True)
    socket = on(stream)
    closed = await ending(socket)
    assert (closed.code, closed.reason) == (1000, "")
    for send in (socket.send(TEXT, b"late"), socket.ping()):
        error = None
        try:
            await send
        except OSError as found:
            error = found
        assert error is not None
    await socket.close()
    await socket.close()
    assert stream.closed
    assert unmasked(stream.written) == [(8, b"\x03\xe8")]


async def test_an_announced_terabyte_costs_no_heap():
    over = b"\x01\x7e\x40\x00" + bytes(0x4000) + b"\x80\x01x"
    assert (await ending(on(Stream(over, True)))).code == 1009
    del over
    gc.collect()
    before = gc.mem_alloc()
    for data in (
        b"\x82\x7f\x00\x00\x01\x00\x00\x00\x00\x00",
        b"\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff",
    ):
        assert (await ending(on(Stream(data, True)))).code == 1009
    del data
    gc.collect()
    assert gc.mem_alloc() - before < 4000


async def test_fragments_of_nothing_do_not_pile_up():
    empty = b"\x00\x00"
    data = b"\x01\x00" + empty * 3000 + b"\x80\x02ok"
    kind, found = await on(Stream(data)).receive()
    assert (kind, found) == (TEXT, b"ok")


async def test_every_cut_of_the_stream_is_an_end_and_no_other_error():
    data = b"\x01\x03abc\x89\x01p\x00\x7e\x00\x80" + b"d" * 128 + b"\x80\x01e\x88\x03\x03\xe8x"
    for at in range(len(data)):
        closed = await ending(on(Stream(data[:at], True)))
        assert closed.code == 1006, at
    assert (await ending(on(Stream(data, True)))).code == 1000


async def test_a_peer_that_takes_nothing_ends_the_sending_in_time():
    stream = Stream()
    stream.blocked = asyncio.Event()
    socket = WebSocket(stream, stream, send_ms=20)
    begun = asyncio.ticks()
    error = None
    try:
        await socket.send(TEXT, b"x")
    except OSError as found:
        error = found
    assert error is not None and error.args[0] == 110
    assert asyncio.ticks() - begun < 5000


async def test_closing_waits_for_the_peer_only_a_moment():
    stream = Stream()
    begun = asyncio.ticks()
    await on(stream).close(1001, "going")
    assert 900 < asyncio.ticks() - begun < 3000
    assert stream.closed
    assert unmasked(stream.written) == [(8, b"\x03\xe9going")]


async def test_a_user_name_in_the_url_is_refused_before_anything_is_dialled():
    async def dial(host, port, secure):
        raise AssertionError(host)

    for url in ("ws://u@h/", "ws://u:p@h/", "ws://:p@h/", "http://h/", "ws://h/\r\nX: y"):
        try:
            await connect(url, dial=dial)
        except URLError:
            continue
        raise AssertionError(url)
