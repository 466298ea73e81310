"""For device-side tests: REST over a mind, and an HTTP client that needs no socket."""

import asyncio
import json

from _minded import Minded
from mcp.core.access import digest
from mcp.core.server import Server
from mcp.features.tools import Registry
from mcp.transport.http import HTTPTransport
from mcp.transport.http_routes import Pages

from firmware.rest.api import BASE, Api
from firmware.words import messages

SCOPES = ("guest", "read", "write", "admin")
_TURNS = 200000  # of the event loop: a request has come to its end


class Client:
    """Both streams of a connection: gives its bytes in pieces, takes what comes back."""

    def __init__(self, data, piece=512):
        self.data = data
        self.piece = piece
        self.at = 0
        self.sent = bytearray()
        self.closed = 0

    async def read(self, size):
        await asyncio.sleep(0)
        begin = self.at
        self.at = min(len(self.data), begin + min(size, self.piece))
        return self.data[begin : self.at]

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


class Rest:
    """
    The routes over a new device, or over the `mind` that is given; a key of each scope, whose
    secret is its name. `logged` are the errors of the transport.
    """

    def __init__(self, mind=None, problem=None, language="en"):
        messages.use(language)
        self.logged = []
        self.bench = None
        if mind is None and problem is None:
            self.bench = Minded()
            self.bench.start()
            mind = self.bench.mind
        self.mind = mind

        def log(level, text):
            self.logged.append((level, text))

        server = Server({"name": "n", "version": "1"}, Registry(), log=log, max_message=8192)
        rows = [(scope, scope, digest(scope.encode())) for scope in SCOPES]
        self.transport = HTTPTransport(server, lambda: rows, ("pet.local",), rate=0)
        pages = self.transport.pages = Pages(8192)
        Api(mind, problem, language, lambda: None, lambda: None).add_to(pages, 8192)

    def meet(self, client):
        """Serve a connection to its end; the bytes that came back."""
        asyncio.run(self._meet(client))
        return bytes(client.sent)

    async def _meet(self, client):
        task = asyncio.create_task(self.transport._connected(client, client))
        for _ in range(_TURNS):
            if task.done():
                break
            await asyncio.sleep(0)
        assert task.done(), "it goes on"
        await task

    def ask(self, method, path, body=None, scope="admin", **headers):
        """(status, headers, JSON or None) of a request."""
        data = b"" if body is None else json.dumps(body).encode()
        lines = ["%s %s%s HTTP/1.1" % (method, BASE, path), "Host: localhost"]
        lines.append("Authorization: Bearer " + scope)
        if body is not None:
            lines += ["Content-Type: application/json", "Content-Length: %d" % len(data)]
        for name, value in headers.items():
            lines.append("%s: %s" % (name.replace("_", "-"), value))
        sent = self.meet(Client("\r\n".join(lines).encode() + b"\r\n\r\n" + data))
        head, _, answer = sent.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        found = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            found[name.lower()] = value.strip()
        return int(lines[0].split(" ")[1]), found, json.loads(answer) if answer else None
