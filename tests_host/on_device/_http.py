"""For device-side tests: an HTTP transport on a port of its own, and a client of raw sockets."""

import asyncio
import json

from mcp.core.server import Server
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry
from mcp.transport.http import HTTPTransport

TOKEN = "correct-horse-battery"
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


class World:
    """A transport with three tools, started on a port of its own; and a client."""

    def __init__(self, token=TOKEN, allowed_hosts=("pet.local",), **options):
        self.gate = asyncio.Event()
        self.entered = asyncio.Event()
        self.calls = []
        self.logged = []
        registry = Registry()
        registry.add("echo", self.echo, "Echoes.", {"type": "object"})
        registry.add("wait", self.wait, "Waits.", {"type": "object"})
        registry.add("broken", self.broken, "Breaks.", {"type": "object"})
        server = Server({"name": "n", "version": "1"}, registry, log=self.log, max_message=2000)
        self.transport = HTTPTransport(server, token, allowed_hosts, "127.0.0.1", 0, **options)

    def log(self, level, text):
        self.logged.append(level)

    async def echo(self, arguments, call):
        self.calls.append(call)
        return ToolResult(structured=arguments)

    async def wait(self, arguments, call):
        self.entered.set()
        await self.gate.wait()
        return ToolResult("waited")

    async def broken(self, arguments, call):
        raise ValueError("secret")

    async def __aenter__(self):
        self.port = await self.transport.start()
        return self

    async def __aexit__(self, *_):
        await self.transport.close()

    async def connect(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        return reader, writer

    async def raw(self, data):
        """Send bytes; the answer until the server closes: (status, headers, body)."""
        reader, writer = await self.connect()
        writer.write(data)
        await writer.drain()
        return await answer(reader)

    async def request(self, method="POST", path="/mcp", body=b"", **changed):
        """One request; headers as keywords with _ for -, None leaves one out."""
        return await self.raw(head(method, path, body, **changed) + body)

    async def ask(self, method, params=None, **changed):
        """One JSON-RPC request; its result or error code."""
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}}
        status, _, body = await self.request(body=json.dumps(message).encode(), **changed)
        reply = json.loads(body)
        assert reply["id"] == 7
        assert status == 200, (status, reply)
        return reply["result"] if "result" in reply else reply["error"]["code"]

    async def idle(self):
        """Wait until the server has let go of every connection."""
        while self.transport._tasks:
            await asyncio.sleep_ms(1)


def head(method="POST", path="/mcp", body=b"", **changed):
    headers = {
        "Host": "127.0.0.1:5000",
        "Authorization": "Bearer " + TOKEN,
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Content-Length": str(len(body)) if body else None,
    }
    for name, value in changed.items():
        headers[name.replace("_", "-")] = value
    lines = ["%s %s HTTP/1.1" % (method, path)]
    for name, value in headers.items():
        if value is not None:
            lines.append("%s: %s" % (name, value))
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def answer(reader):
    data = await asyncio.wait_for(reader.read(-1), 20)
    top, _, body = data.partition(b"\r\n\r\n")
    lines = top.decode().split("\r\n")
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    assert lines[0].startswith("HTTP/1.0 "), data
    assert "access-control-allow-origin" not in headers
    assert "mcp-session-id" not in headers
    assert headers["content-length"] == str(len(body)) or b"405" in data[:15]
    return int(lines[0].split(" ")[1]), headers, body


def refusal(body):
    """The code of a JSON-RPC error without id."""
    reply = json.loads(body)
    assert reply["id"] is None
    assert reply["jsonrpc"] == "2.0"
    return reply["error"]["code"]
