"""For device-side tests: thousands of requests of every kind, good and bad, at both transports."""

import asyncio
import gc
import json
import os
import random
from binascii import b2a_base64

from _http import TOKEN, head
from mcp.http import HTTPTransport
from mcp.inputs import InputRequired
from mcp.resources import Resources
from mcp.server import Server
from mcp.stdio import StdioTransport
from mcp.tools import Registry, ToolResult

ANY = {"type": "object"}
WORD = {"type": "object", "properties": {"word": {"type": "string", "maxLength": 200}}}
META = "io.modelcontextprotocol/"
NEW = "2026-07-28"
OLD = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
BOTH = "application/json, text/event-stream"


class Storm:
    """A server with both transports, a client of it, and the dice."""

    def __init__(self, seed):
        self.random = random
        random.seed(seed)
        self.count = 0
        self.faults = []  # what the server logged as an error of its own
        self.number = 1000
        self.lost = 0
        registry = Registry()
        for name, handler, schema in (
            ("echo", self.echo, WORD),
            ("speak", self.speak, ANY),
            ("wait", self.wait, ANY),
            ("ask", self.ask_roots, ANY),
            ("again", self.again, ANY),
        ):
            registry.add(name, handler, "A tool.", schema)
        resources = Resources()
        resources.add("a:b", self.read, "one", "One resource.")
        resources.add_template("t:{x}", self.read, "many", "Many resources.")
        info = {"name": "storm", "version": "1"}
        self.server = Server(info, registry, log=self.log, max_message=4000, offers=[resources])
        self.http = HTTPTransport(
            self.server, TOKEN, (), "127.0.0.1", 0, receive_ms=40, send_ms=40
        )
        self.line = Lines(self)
        self.stdio = StdioTransport(self.server, self.line, self.line.write)

    def log(self, level, text):
        if level == "error":
            self.faults.append(text)

    # -- tools ---------------------------------------------------------------------------------

    async def echo(self, arguments, call):
        return ToolResult(structured=arguments)

    async def speak(self, arguments, call):
        for step in range(3):
            await call.progress(step, 3)
            await call.log("info", "x" * 200)
        return ToolResult("spoken")

    async def wait(self, arguments, call):
        await asyncio.Event().wait()

    async def ask_roots(self, arguments, call):
        answer = await call.ask("roots/list", {}, timeout_ms=30)
        return ToolResult(structured=answer)

    async def again(self, arguments, call):
        if call.state is None:
            return InputRequired({"r": {"method": "roots/list"}}, "猫")
        return ToolResult(call.state)

    async def read(self, uri, values, call):
        return "text of " + uri

    # -- dice ----------------------------------------------------------------------------------

    def pick(self, options):
        return options[self.random.randrange(len(options))]

    def text(self, most=60):
        """Characters from all over Unicode, as bytes of JSON inside quotes."""
        found = []
        for _ in range(self.random.randrange(most)):
            code = self.pick((0x61, 0x4E00, 0x1F600, 0xE9, 0x3042)) + self.random.randrange(90)
            if self.random.randrange(4) == 0 and code < 0x10000:
                found.append(b"\\u%04x" % code)
            elif code < 0x80:
                found.append(b"%c" % code)
            else:
                found.append(utf8(code))
        return b"".join(found)

    def id(self):
        return self.pick(
            (
                b"1",
                b"7",
                b'"a"',
                b'""',
                b"1.0",
                b"1e3",
                b"-0",
                b"9" * 60,
                b'"' + self.text() + b'"',
            )
        )

    def meta(self, new, capabilities=b"{}"):
        found = [b'"progressToken":' + self.id()] if self.random.randrange(2) else []
        if new:
            version = NEW if self.random.randrange(8) else self.pick(OLD + ("2030-01-01", "x"))
            found.append(b'"%sprotocolVersion":"%s"' % (META.encode(), version.encode()))
            found.append(b'"%sclientCapabilities":%s' % (META.encode(), capabilities))
            if self.random.randrange(2):
                found.append(b'"%slogLevel":"info"' % META.encode())
        return b'"_meta":{' + b",".join(found) + b"}"

    def request(self, new, tool=None):
        """(message, method, name) of a request, right more often than not."""
        capabilities = self.pick((b"{}", b'{"roots":{}}', b"[]", b'{"sampling":{}}'))
        meta = self.meta(new, capabilities)
        name = None
        method = self.pick(
            ("tools/list", "tools/call", "tools/call", "tools/call", "ping", "initialize",
             "server/discover", "resources/list", "resources/read", "resources/templates/list",
             "logging/setLevel", "completion/complete", "x/y")
        )  # fmt: skip
        if tool is not None:
            method = "tools/call"
        more = b""
        if method == "tools/call":
            name = tool or self.pick(("echo", "speak", "none", "again" if new else "echo"))
            more = b'"name":"%s","arguments":{"word":"%s"},' % (name.encode(), self.text())
        elif method == "resources/read":
            name = self.pick(("a:b", "t:1", "t:%E7%8C%AB", "none:"))
            more = b'"uri":"%s",' % name.encode()
        elif method == "initialize":
            more = b'"protocolVersion":"%s",' % self.pick(OLD).encode()
        elif method == "tools/list" and self.random.randrange(3) == 0:
            more = b'"cursor":"%s",' % self.text(10)
        body = b'{"jsonrpc":"2.0","id":%s,"method":"%s","params":{%s%s}}' % (
            self.id(), method.encode(), more, meta,
        )  # fmt: skip
        return body, method, name

    def garbage(self):
        """Bytes that are no good message."""
        body, _, _ = self.request(self.random.randrange(2))
        at = self.random.randrange(len(body))
        return self.pick(
            (
                body[:at],
                body[:at] + bytes([self.random.randrange(256)]) + body[at + 1 :],
                body.replace(b'"2.0"', b'"1.0"'),
                b"[" * self.random.randrange(1, 200),
                b"[" + b",".join([body] * self.random.randrange(1, 6)) + b"]",
                b'{"jsonrpc":"2.0","id":1,"result":{}}',
                os.urandom(self.random.randrange(1, 80)),
                b"[]",
                b"",
                b"x" * 5000,
            )
        )

    # -- HTTP ----------------------------------------------------------------------------------

    def post(self, body, new, method, name):
        """The bytes of a request over HTTP, its headers right more often than not."""
        headers = {"Accept": self.pick((BOTH, BOTH, "application/json", "text/event-stream", "x"))}
        version = NEW if new else self.pick(OLD + (None, NEW, "1.0"))
        headers["MCP-Protocol-Version"] = version
        if new or self.random.randrange(4) == 0:
            headers["Mcp-Method"] = method if self.random.randrange(8) else self.pick(("x", None))
            headers["Mcp-Name"] = name
            if name is not None and self.random.randrange(4) == 0:
                coded = b2a_base64(name.encode()).strip().decode()
                headers["Mcp-Name"] = self.pick(("=?base64?%s?=" % coded, "=?base64?%%?=", "\x01"))
        if self.random.randrange(10) == 0:
            wrong = (("Host", "evil"), ("Authorization", "Bearer x"), ("Content-Type", "text/x"),
                     ("Content-Length", "99999"), ("Content-Length", "-1"), ("X-Long", "x" * 3000),
                     ("Transfer-Encoding", "chunked"), ("Origin", "http://evil"))  # fmt: skip
            key, value = self.pick(wrong)
            headers[key] = value
        return head(
            self.pick(("POST", "POST", "POST", "POST", "POST", "GET")), body=body, **headers
        )

    async def open(self, data):
        self.count += 1
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(data)
            await writer.drain()
        except OSError:
            pass  # refused before it was all there; reading will tell
        return reader, writer

    async def finish(self, reader, writer):
        """Read to the end, and close."""
        try:
            while await asyncio.wait_for(reader.read(512), 5):
                pass
        except OSError:
            pass  # a refused request may be reset
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            # Once in some ten thousand connections the system leaves the client's end of one that
            # the server has no more. What the server itself still has, rest() waits for.
            self.lost += 1
        writer.close()
        await writer.wait_closed()

    async def whole(self):
        """A request and its answer."""
        new = self.random.randrange(2)
        body, method, name = self.request(new)
        await self.finish(*await self.open(self.post(body, new, method, name) + body))

    async def broken(self):
        """A request whose body is no good."""
        new = self.random.randrange(2)
        body = self.garbage()
        await self.finish(*await self.open(self.post(body, new, "tools/call", "echo") + body))

    async def cut(self):
        """A client that leaves amid its request, or stops until it is sent away."""
        new = self.random.randrange(2)
        body, method, name = self.request(new)
        data = self.post(body, new, method, name) + body
        reader, writer = await self.open(data[: self.random.randrange(len(data))])
        if self.random.randrange(8) == 0:
            await self.finish(reader, writer)  # slow: 408 after receive_ms
            return
        writer.close()
        await writer.wait_closed()

    async def slow(self):
        """A request that comes in pieces, and in time."""
        body, method, name = self.request(1)
        data = self.post(body, 1, method, name) + body
        at = self.random.randrange(1, len(data))
        reader, writer = await self.open(data[:at])
        for _ in range(3):
            await asyncio.sleep(0)
        try:
            writer.write(data[at:])
            await writer.drain()
        except OSError:
            pass  # refused before it was all there
        await self.finish(reader, writer)

    async def left(self):
        """A call whose client leaves: while it works, waits for an answer, or in its events."""
        new = self.random.randrange(2)
        tool = self.pick(("wait", "speak", "ask") if new else ("speak", "ask"))
        body, method, name = self.request(new, tool)
        reader, writer = await self.open(self.post(body, new, method, name) + body)
        for _ in range(self.random.randrange(4)):
            await asyncio.sleep(0)
        try:
            if tool != "wait" and self.random.randrange(2):
                await asyncio.wait_for(reader.read(100), 10)
        except OSError:
            pass  # refused
        writer.close()
        await writer.wait_closed()

    async def cancelled(self):
        """A call that is cancelled by a message, as often as it takes to come second."""
        self.number += 1
        number = self.number
        body = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"wait"}}' % number
        reader, writer = await self.open(head(body=body, Accept=BOTH) + body)
        ended = asyncio.create_task(self.finish(reader, writer))
        gone = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}'
        gone %= number
        session = self.http._session
        while not ended.done() or [one for one in session._works if one.id == number]:
            await self.finish(*await self.open(head(body=gone) + gone))
        await ended

    async def asked(self):
        """A call that asks its client, who answers."""
        body = b'{"jsonrpc":"2.0","id":78,"method":"tools/call","params":{"name":"ask"}}'
        reader, writer = await self.open(head(body=body, Accept=BOTH) + body)
        question = await self.question(reader)
        if question:
            reply = b'{"jsonrpc":"2.0","id":"%s","result":{}}' % question["id"].encode()
            await self.finish(*await self.open(head(body=reply) + reply))
        await self.finish(reader, writer)

    async def question(self, reader):
        """What the server asks first; None where it is too busy to."""
        try:
            while True:
                line = await asyncio.wait_for(reader.readline(), 10)
                if line.startswith(b"data: "):
                    return json.loads(line[6:])
                if not line:
                    return None
        except OSError:
            return None

    async def at_once(self):
        """More connections at once than there may be."""
        await asyncio.gather(*[self.whole() for _ in range(8)])

    # -- stdio ---------------------------------------------------------------------------------

    async def lines(self):
        """Some lines, good and bad, and the answers to what they ask."""
        data = []
        for _ in range(10):
            self.count += 1
            new = self.random.randrange(2)
            body = self.garbage() if self.random.randrange(3) == 0 else self.request(new)[0]
            data.append(body.replace(b"\n", b" ") + b"\n")
        if self.random.randrange(4) == 0:
            self.count += 2
            data.append(b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"wait",')
            data.append(self.meta(1) + b"}}\n")
            gone = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}'
            data.append(gone + b"\n")
        await self.line.give(b"".join(data))

    # -- all of it -----------------------------------------------------------------------------

    async def blow(self, total):
        """Send `total` requests, some at a time, and wait until nothing is left of them."""
        kinds = (
            (self.whole, 6), (self.broken, 3), (self.cut, 2), (self.slow, 2), (self.left, 2),
            (self.cancelled, 1), (self.asked, 1), (self.at_once, 1),
        )  # fmt: skip
        bag = []
        for kind, weight in kinds:
            bag += [kind] * weight
        self.count = 0

        async def lane(bag):
            while self.count < total:
                await self.pick(bag)()

        await asyncio.gather(lane(bag), lane(bag), lane(bag), lane(bag), lane([self.lines]))
        await self.rest()

    async def rest(self):
        """Wait until the transports have let go of everything."""
        for _ in range(10000):
            if not self.http._tasks and not self.stdio.tasks:
                return
            await asyncio.sleep_ms(1)
        raise AssertionError("some requests have no end")

    async def __aenter__(self):
        self.port = await self.http.start()
        self._serving = asyncio.create_task(self.stdio.serve())
        return self

    async def __aexit__(self, *_):
        await self.http.close()
        self._serving.cancel()
        try:
            await self._serving
        except asyncio.CancelledError:
            pass

    def held(self):
        """What a leak would show in: bytes of heap, open files, requests, questions."""
        self.faults.clear()
        gc.collect()
        gc.collect()
        sessions = (self.http._session, self.stdio.session)
        return (
            gc.mem_alloc(),
            len(os.listdir("/proc/self/fd")),
            [len(one._works) for one in sessions] + [len(one.asks) for one in sessions],
        )


class Lines:
    """The streams of a line transport: bytes that are given, and answers that are thrown away."""

    def __init__(self, storm):
        self._storm = storm
        self._data = b""
        self._more = asyncio.Event()
        self._taken = asyncio.Event()

    async def give(self, data):
        """Have `data` read."""
        self._data = data
        self._taken.clear()
        self._more.set()
        await self._taken.wait()

    async def readinto(self, buffer):
        while not self._data:
            self._taken.set()
            self._more.clear()
            await self._more.wait()
        size = min(len(buffer), len(self._data), 300)
        buffer[:size] = self._data[:size]
        self._data = self._data[size:]
        await asyncio.sleep(0)
        return size

    async def write(self, data):
        await asyncio.sleep(0)


def utf8(code):
    """A character above U+007F, without making a string of it."""
    if code < 0x800:
        return bytes((0xC0 | code >> 6, 0x80 | code & 63))
    if code < 0x10000:
        return bytes((0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63))
    rest = (code >> 12 & 63, code >> 6 & 63, code & 63)
    return bytes((0xF0 | code >> 18, 0x80 | rest[0], 0x80 | rest[1], 0x80 | rest[2]))
