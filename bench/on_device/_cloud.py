"""
A XiaoZhi server and the network to it, in this process: the network comes and goes.

Stands in for the `connect` of firmware.cloud.server_address. Takes each device, answers its hello,
says what it is told to, and what a reminder asks for; what else the device answers is not looked
at.
"""

import asyncio
import json
from binascii import b2a_base64
from hashlib import sha1

from net import websocket_handshake

_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_REFUSED = 111
_RESET = 104
_MODEL_MS = 2000  # until its model has an answer


class Cloud:
    """`up` while the network is there."""

    def __init__(self):
        self.up = True
        self.greeted = 0  # sessions opened
        self.said = ""  # the text that it has begun to say last because a device asked for it
        self._line = None

    async def connect(self, url, headers, most):
        """As net.websocket_handshake.connect."""
        return await websocket_handshake.connect(url, headers, most, self._dial)

    async def _dial(self, host, port, secure):
        await asyncio.sleep_ms(20)
        if not self.up:
            raise OSError(_REFUSED)
        self._line = _Line(self)
        return self._line, self._line

    def go(self):
        """The network goes, and every connection with it."""
        self.up = False
        if self._line is not None:
            self._line.cut()
            self._line = None

    def come(self):
        """The network is there again."""
        self.up = True

    def speak(self, words, answer):
        """The owner says something, and the server answers; nothing where nobody is connected."""
        if self._line is None or not self._line.greeted:
            return False
        self._line.answer(words, answer)
        return True


class _Line:
    """One connection, both ends: the device's stream, and the server that answers what it gets."""

    def __init__(self, cloud):
        self.greeted = False
        self._cloud = cloud
        self._got = b""  # from the device
        self._open = False  # the handshake is done
        self._ready = b""  # for the device
        self._more = asyncio.Event()
        self._broken = False
        self._doing = None

    # -- the device's stream -------------------------------------------------------------------

    def write(self, data):
        self._got += bytes(data)

    async def drain(self):
        if self._broken:
            raise OSError(_RESET)
        while self._answer():
            pass
        await asyncio.sleep_ms(0)

    async def readinto(self, view):
        while not self._ready:
            if self._broken:
                raise OSError(_RESET)
            self._more.clear()
            await self._more.wait()
        size = min(len(view), len(self._ready))
        view[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def close(self):
        self.cut()

    async def wait_closed(self):
        pass

    # -- the server ----------------------------------------------------------------------------

    def cut(self):
        self._broken = True
        self.greeted = False
        self._more.set()

    def tell(self, message):
        self._frame(0x81, json.dumps(message).encode())

    def answer(self, words, text):
        """What was heard, and what is said to it."""
        self.tell({"type": "stt", "text": words})
        self.tell({"type": "tts", "state": "start"})
        self.tell({"type": "tts", "state": "sentence_start", "text": text})
        self.tell({"type": "tts", "state": "stop"})

    async def _do(self, text):
        await asyncio.sleep_ms(_MODEL_MS)
        if not self._broken:
            self._cloud.said = text
            self.answer(text, text)

    def _frame(self, kind, data):
        size = bytes((len(data),)) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
        self._give(bytes((kind,)) + size + data)

    def _give(self, data):
        self._ready += data
        self._more.set()

    def _answer(self):
        """Take one piece of what came; False where there is no whole one."""
        if not self._open:
            head, end, rest = self._got.partition(b"\r\n\r\n")
            if not end:
                return False
            key = head.partition(b"Sec-WebSocket-Key: ")[2].partition(b"\r\n")[0]
            accept = b2a_base64(sha1(key + _MAGIC).digest())[:-1]
            self._got, self._open = rest, True
            self._give(
                b"HTTP/1.1 101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
            )
            return True
        got = self._got
        if len(got) < 6:
            return False
        at, size = 2, got[1] & 0x7F
        if size == 126:
            at, size = 4, int.from_bytes(got[2:4], "big")
        if len(got) < at + 4 + size:
            return False
        mask, data = got[at : at + 4], bytearray(got[at + 4 : at + 4 + size])
        self._got = got[at + 4 + size :]
        for place in range(size):
            data[place] ^= mask[place & 3]
        kind = got[0] & 15
        if kind == 9:
            self._frame(0x8A, bytes(data))
        elif kind == 1:
            self._take(json.loads(data))
        return True

    def _take(self, message):
        if message.get("type") == "hello":
            self.greeted = True
            self._cloud.greeted += 1
            self.tell({"type": "hello", "transport": "websocket", "session_id": "s"})
        elif message.get("state") == "detect":
            self._doing = asyncio.create_task(self._do(message["text"]))
