"""
Fuzz target: what a WebSocket server sends after the handshake, to the client of lib/mcp.

An input is the size of pieces that arrive together (1 byte), then the bytes, after which the
server is gone. The answer: [messages as [opcode, hex]], code it ended with, [frames sent back as
[opcode, hex]], most bytes of heap held at once per byte that came.
"""

import asyncio
from binascii import hexlify

from net.websocket import Closed, WebSocket

MOST = 300  # bytes of a message


def start():
    pass


class Peer:
    """Both sides of a stream: gives `data` a few bytes at a time, then its end."""

    def __init__(self, data, step):
        self.data = data
        self.step = step
        self.at = 0
        self.out_buf = b""
        self.written = bytearray()

    async def readinto(self, view):
        size = min(len(view), self.step, len(self.data) - self.at)
        view[:size] = self.data[self.at : self.at + size]
        self.at += size
        return size

    def write(self, data):
        self.written.extend(data)

    async def drain(self):
        pass

    def close(self):
        pass

    async def wait_closed(self):
        pass


def one(data):
    return asyncio.run(_one(data))


async def _one(data):
    peer = Peer(data[1:], 1 + data[0] if data else 1)
    socket = WebSocket(peer, peer, MOST)
    messages = []
    while True:
        try:
            opcode, message = await socket.receive()
            messages.append([opcode, hexlify(message).decode()])
        except Closed as e:
            code = e.code
            break
    for _ in range(2):  # it stays closed
        try:
            await socket.send(1, b"late")
        except OSError:
            continue
        raise AssertionError("a message left after the end")
    await socket.close()
    assert asyncio.core._task_queue.peek() is None, "a task is left behind"
    return [messages, code, _frames(peer.written)]


def _frames(data):
    found = []
    while data:
        assert data[1] & 0x80, "a frame that is not masked"
        size, at = data[1] & 127, 2
        assert size < 126, "a control frame too long"
        assert data[0] & 0x80, "a control frame in pieces"
        key = data[at : at + 4]
        body = bytes([data[at + 4 + n] ^ key[n & 3] for n in range(size)])
        found.append([data[0] & 15, hexlify(body).decode()])
        data = data[at + 4 + size :]
    return found
