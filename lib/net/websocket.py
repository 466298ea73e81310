"""
WebSocket: the client's side of an open connection (RFC 6455), strict and within limits.

Owns the frames and the end of a connection; `websocket_handshake` opens it. Memory is limited to
one message of the peer and one frame of ours. A frame that the RFC forbids ends the connection
with the close code for it. One task receives, any may send.

    +--+---+-------+-+--------+----------------+-----------+---------+
    |F |RSV| opcode|M| length | length 16 / 64 | mask (4)  | payload |   big endian; M is 1 in
    |1 |3  | 4     |1| 7      | if 126 / 127   | if M      |         |   ours, 0 in theirs
    +--+---+-------+-+--------+----------------+-----------+---------+
"""

import asyncio
import os
from struct import pack, pack_into, unpack_from

from micropython import const

from .json_text import DecodeError, check_utf8
from .pieces import Body
from .xor import xor

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_CONTINUED = const(0)
TEXT = 1
BINARY = 2
_CLOSE = const(8)
_PING = const(9)
_PONG = const(10)

_NORMAL = const(1000)
_PROTOCOL_ERROR = const(1002)
_NO_CODE = const(1005)
_NO_CLOSE = const(1006)  # never sent: the connection ended without a close frame
_NOT_UTF8 = const(1007)
_TOO_BIG = const(1009)

MAX_MESSAGE = const(16384)  # bytes, of all fragments
_MAX_CONTROL = const(125)
_AHEAD = const(1024)  # bytes that are read at once where they are there
_SMALL = const(1024)  # bytes of a frame of send_small()
# Bytes of a message that leave in one write, a multiple of it too. In several, the last of them
# would wait 40 ms for the peer to acknowledge the others (Nagle's algorithm).
_AT_ONCE = const(8192)
_SEND_MS = const(10000)  # for the peer to take a frame
_LINGER_MS = const(1000)  # for the peer's close frame after ours
_EPIPE = const(32)
_ETIMEDOUT = const(110)


class Closed(Exception):
    """
    The connection has ended: `code` of RFC 6455 section 7.4 (1006: without a close frame),
    `reason` of the peer or ours.
    """

    def __init__(self, code: int, reason: str):
        super().__init__("%d %s" % (code, reason))
        self.code = code
        self.reason = reason


class WebSocket:
    """
    An open connection on a stream, made by websocket_handshake.connect().

    reader, writer  of asyncio: readinto, write, out_buf, drain, close, wait_closed
    max_message     bytes of a message of the peer; a longer one ends the connection with 1009
    send_ms         for the peer to take a frame
    """

    def __init__(
        self,
        reader: "Any",
        writer: "Any",
        max_message: int = MAX_MESSAGE,
        send_ms: int = _SEND_MS,
    ):
        self.frames = 0  # received, of any kind: a sign of life
        self._reader = reader
        self._writer = writer
        self._most = max_message
        self._send_ms = send_ms
        self._input = memoryview(bytearray(_AHEAD))  # what was read and not used yet:
        self._at = self._end = 0  # from here to there
        self._small: "memoryview | None" = None  # a frame of send_small()
        self._parts: "bytearray | None" = None  # the fragments so far of a message
        self._kind = 0  # its opcode
        self._sending = asyncio.Lock()
        self._ended = False  # a close frame was sent, or nothing can be sent any more
        self._input_ended = False  # nothing can be received any more

    async def receive(self) -> "tuple[int, bytes | memoryview]":
        """
        The next message: TEXT with its UTF-8, or BINARY, which may be a part of a buffer that is
        valid until the next call. Pings are answered on the way.

        Raises Closed at the end of the connection, whoever ended it. Must not be cancelled unless
        the connection is then closed: half of a frame may have been read.
        """
        try:
            while True:
                opcode, final, payload = await self._frame()
                self.frames += 1
                if opcode == BINARY and final:
                    return opcode, payload
                if opcode >= _CLOSE:
                    await self._control(opcode, bytes(payload))
                    continue
                if opcode != _CONTINUED:
                    self._kind = opcode
                parts = self._parts
                if not final or parts is not None:
                    parts = bytearray() if parts is None else parts
                    parts += payload
                    self._parts = parts
                if final:
                    self._parts = None
                    message = bytes(payload if parts is None else parts)
                    if self._kind == TEXT:
                        check_utf8(message)
                    return self._kind, message
        except DecodeError as error:
            raise await self._fail(_NOT_UTF8, str(error))
        except EOFError:
            raise await self._fail(_NO_CLOSE, "the peer is gone")
        except OSError as error:
            raise await self._fail(_NO_CLOSE, "the connection broke: %r" % error)

    async def send(self, opcode: int, body: "Body | bytes") -> None:
        """
        Send one message as one frame; a Body piece by piece. Waits while another is under way.

        Raises OSError where the connection is over, or the peer takes nothing for 10 s.
        """
        if self._ended:
            raise OSError(_EPIPE)
        await self._send(opcode, body if isinstance(body, Body) else Body([body]))

    async def send_small(self, head: bytes, packet: "bytes | memoryview") -> None:
        """
        Send one BINARY message of `head` and `packet`, of few hundred bytes: a packet of sound,
        of which there are many. Nothing is allocated for it where the peer takes it at once.
        Raises OSError as send() does.
        """
        size = len(head) + len(packet)
        if self._sending.locked() or self._writer.out_buf or size > _SMALL - 8:
            await self.send(BINARY, head + bytes(packet))
            return
        if self._ended:
            raise OSError(_EPIPE)
        if self._small is None:
            self._small = memoryview(bytearray(_SMALL))
        frame, begin = self._small, 6
        frame[0], frame[1] = 0x80 | BINARY, 0x80 | size
        if size >= 126:
            begin = 8
            frame[1] = 0xFE
            pack_into(">H", frame, 2, size)
        key = os.urandom(4)
        frame[begin - 4 : begin] = key
        middle, end = begin + len(head), begin + size
        if head:
            frame[begin:middle] = head
        frame[middle:end] = packet
        xor(frame, begin, end, key, 3)
        done = False
        try:
            self._writer.write(frame[:end])
            done = True
        finally:
            self._ended = self._ended or not done
        if self._writer.out_buf:  # a copy of what the peer has not taken
            await self._send(BINARY, None)

    async def ping(self) -> None:
        """Ask for a sign of life. Raises OSError as send() does."""
        await self.send(_PING, os.urandom(4))

    async def close(self, code: int = _NORMAL, reason: str = "") -> None:
        """
        Send a close frame, give the peer a second to answer, close the connection. No task may
        be in receive(). Afterwards the connection is closed, whatever its state was.
        """
        try:
            if not self._ended:
                await self._send_close(code, reason)
            if not self._input_ended:
                await asyncio.wait_for_ms(self._drain_peer(), _LINGER_MS)
        except (OSError, EOFError, asyncio.TimeoutError):  # noqa: UP041  MicroPython's own
            pass  # it is closed already
        finally:
            self._ended = True
            self._input_ended = True
            await hang_up(self._writer)

    # -- frames in -----------------------------------------------------------------------------

    async def _frame(self) -> "tuple[int, bool, bytes | memoryview]":
        """
        (opcode, whether it ends a message, payload: a part of the buffer where it fits in). Raises
        Closed, EOFError, OSError.
        """
        if self._end - self._at < 2:
            await self._read(2)
        first, size = self._input[self._at], self._input[self._at + 1]
        self._at += 2
        opcode = first & 0x0F
        final = first & 0x80 != 0
        if first & 0x70:
            raise await self._fail(_PROTOCOL_ERROR, "a reserved bit is set")
        if size & 0x80:
            raise await self._fail(_PROTOCOL_ERROR, "a masked frame from a server")
        if opcode >= _CLOSE:
            if opcode > _PONG or not final or size > _MAX_CONTROL:
                raise await self._fail(_PROTOCOL_ERROR, "no such control frame")
        elif opcode > BINARY or (opcode == _CONTINUED) != (self._parts is not None):
            raise await self._fail(_PROTOCOL_ERROR, "a frame out of order")
        if size >= 126:
            size = await self._long_size(2 if size == 126 else 8)
        if opcode < _CLOSE and size + len(self._parts or b"") > self._most:
            raise await self._fail(_TOO_BIG, "a message of more than %d bytes" % self._most)
        if size > _AHEAD:
            return opcode, final, await self._large(size)
        if self._end - self._at < size:
            await self._read(size)
        begin = self._at
        self._at += size
        return opcode, final, self._input[begin : self._at]

    async def _long_size(self, width: int) -> int:
        if self._end - self._at < width:
            await self._read(width)
        (size,) = unpack_from(">H" if width == 2 else ">Q", self._input, self._at)
        self._at += width
        if size < (126 if width == 2 else 65536) or size >> 63:
            raise await self._fail(_PROTOCOL_ERROR, "a length in the wrong form")
        return size

    async def _read(self, count: int) -> None:
        """Have so many bytes in the buffer, or more. Raises EOFError at the end of the stream."""
        view, left = self._input, self._end - self._at
        if left:
            view[:left] = view[self._at : self._end]
        self._at, self._end = 0, left
        while self._end < count:
            got = await self._reader.readinto(view[self._end :] if self._end else view)
            if got == 0:
                raise EOFError()
            self._end += got or 0  # None: nothing was there

    async def _large(self, size: int) -> memoryview:
        """A payload that does not fit in the buffer."""
        view, left = memoryview(bytearray(size)), self._end - self._at
        view[:left] = self._input[self._at : self._end]
        self._at = self._end = 0
        while left < size:
            got = await self._reader.readinto(view[left:])
            if got == 0:
                raise EOFError()
            left += got or 0
        return view

    async def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == _PING:
            if not self._ended:
                await self._send(_PONG, Body([payload]))
        elif opcode == _CLOSE:
            code, reason = _NO_CODE, ""
            if payload:
                code = payload[0] << 8 | payload[1] if len(payload) > 1 else 0
                if not _may_be_sent(code):
                    raise await self._fail(_PROTOCOL_ERROR, "close code %d" % code)
                words = payload[2:]
                check_utf8(words)
                reason = words.decode()
            if not self._ended:
                await self._send_close(_NORMAL if code == _NO_CODE else code, "")
            raise Closed(code, reason)

    async def _fail(self, code: int, reason: str) -> Closed:
        """The Closed to raise; a close frame is sent first where that is possible."""
        if not self._ended and code != _NO_CLOSE:
            try:
                await self._send_close(code, reason)
            except OSError:
                pass  # it has ended, with or without a close frame
        self._ended = True
        self._input_ended = self._input_ended or code == _NO_CLOSE
        return Closed(code, reason)

    # -- frames out ----------------------------------------------------------------------------

    async def _send_close(self, code: int, reason: str) -> None:
        body = Body([pack(">H", code) + reason.encode()[: _MAX_CONTROL - 2]])
        sending = self._send(_CLOSE, body)
        self._ended = True
        await sending

    async def _send(self, opcode: int, body: "Body | None") -> None:
        """A frame; None: the rest of the one before."""
        try:
            await asyncio.wait_for_ms(self._write(opcode, body), self._send_ms)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            raise OSError(_ETIMEDOUT)

    async def _write(self, opcode: int, body: "Body | None") -> None:
        async with self._sending:
            if self._ended and opcode != _CLOSE:
                raise OSError(_EPIPE)  # a close frame went before
            done = False
            try:
                if body is not None:
                    await self._write_frame(opcode, body)
                elif self._writer.out_buf:  # else another frame has taken it along
                    await self._writer.drain()
                done = True
            finally:
                # After a part of a frame no other frame can be sent.
                self._ended = self._ended or not done

    async def _write_frame(self, opcode: int, body: Body) -> None:
        size = len(body)
        head = bytes((0x80 | opcode,))
        if size < 126:
            head += bytes((0x80 | size,))
        elif size < 65536:
            head += pack(">BH", 0xFE, size)
        else:
            head += pack(">BQ", 0xFF, size)
        key = os.urandom(4)
        head += key
        frame = bytearray(len(head) + min(size, _AT_ONCE))
        frame[: len(head)] = head
        begin = filled = len(head)
        for piece in body.pieces():
            done = 0
            while done < len(piece):
                if filled == len(frame):
                    await self._write_masked(memoryview(frame), begin, key)
                    begin = filled = 0
                    frame = bytearray(_AT_ONCE)
                count = min(len(piece) - done, len(frame) - filled)
                frame[filled : filled + count] = piece[done : done + count]
                done += count
                filled += count
        await self._write_masked(memoryview(frame)[:filled], begin, key)

    async def _write_masked(self, frame: memoryview, begin: int, key: bytes) -> None:
        """Mask the bytes from `begin` on, in place, and write all in one write."""
        xor(frame, begin, len(frame), key, 3)
        self._writer.write(frame)
        await self._writer.drain()

    async def _drain_peer(self) -> None:
        """Read to the end and drop it: closing with unread bytes would reset the connection."""
        waste = memoryview(bytearray(256))
        while await self._reader.readinto(waste) != 0:
            pass


async def hang_up(writer: "Any") -> None:
    """Close the connection of a stream, whatever its state."""
    try:
        writer.close()
        await writer.wait_closed()
    except OSError:
        pass  # it was closed already


def _may_be_sent(code: int) -> bool:
    """Whether a close frame may carry that code (RFC 6455 section 7.4, IANA's registry)."""
    return 1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999
