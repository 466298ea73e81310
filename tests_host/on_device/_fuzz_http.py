"""
Fuzz target: whatever bytes a client sends to the HTTP transport, and then leaves.

An input is [size of what arrives at once][bytes]; what no answer was awaited for ends with the
client's side closed. The answer: the bytes that were sent back, and the arguments of the tool
calls that were made, as JSON. No socket, and so no waiting: a hang is a hang.
"""

import asyncio
import gc
import json

from mcp.core.server import Server
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry
from mcp.transport.http import HTTPTransport

TOKEN = "correct-horse-battery"
_TURNS = 1000  # of the event loop and eight for each byte: a connection has come to its end


def start():
    global _transport, _calls, _logged
    _calls, _logged = [], []

    async def echo(arguments, call):
        _calls.append(arguments)
        return ToolResult(structured=arguments)

    registry = Registry()
    registry.add("echo", echo, "Echoes.", {"type": "object"})

    def log(level, text):
        _logged.append((level, text))

    server = Server({"name": "n", "version": "1"}, registry, log=log, max_message=2000)
    _transport = HTTPTransport(server, TOKEN, ("pet.local",), rate=0, ticks=_Ticks())


class _Ticks:
    """A clock on which hours pass between two requests: nobody has to wait for wrong keys."""

    def __init__(self):
        self._now = 0

    def __call__(self):
        self._now = (self._now + 4000000) & 0x3FFFFFFF
        return self._now


class Client:
    """Both streams of a connection: gives its bytes in pieces, takes what comes back."""

    def __init__(self, data, piece):
        self.data = data
        self._piece = piece
        self._at = 0
        self.sent = bytearray()
        self.closed = 0

    async def read(self, size):
        await asyncio.sleep(0)
        begin = self._at
        self._at = min(len(self.data), begin + min(size, self._piece))
        return self.data[begin : self._at]

    def write(self, data):
        assert not self.closed, "written after the end"
        self.sent += data

    async def drain(self):
        await asyncio.sleep(0)

    def close(self):
        self.closed += 1

    async def wait_closed(self):
        await asyncio.sleep(0)

    def get_extra_info(self, name):
        return ("127.0.0.1", 50000)


def one(data):
    gc.collect()
    if (
        _transport._tasks
        or _transport._limiter.unauthenticated
        or _transport._limiter.authenticated
    ):
        start()  # an input before this one was a finding
    client = Client(bytes(data[1:]), 1 + (data[0] if data else 0) * 8)
    _calls.clear()
    _logged.clear()
    asyncio.run(_meet(client))
    assert client.closed == 1
    assert not _transport._tasks and not _transport._limiter.authenticated
    assert not _transport._limiter.unauthenticated
    wrong = [text for level, text in _logged if level == "error"]
    assert not wrong, wrong
    return [client.sent.decode("utf-8"), [json.dumps(one) for one in _calls]]


async def _meet(client):
    task = asyncio.create_task(_transport._connected(client, client))
    for _ in range(_TURNS + 8 * len(client.data)):
        if task.done():
            break
        await asyncio.sleep(0)
    assert task.done(), "it goes on"
    await task
