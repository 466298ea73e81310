"""A connection whose server is a list, and what else the tests of lib/llm share."""

import asyncio
import json


class Line:
    """
    What a server says, `parts` one read at a time: bytes, an exception that is raised, or None for
    silence without end. `sent` is what the client has said.
    """

    def __init__(self, parts, step=512):
        self.parts = list(parts)
        self.step = step
        self.sent = b""
        self.closed = False
        self._rest = b""

    async def send(self, pieces):
        for piece in pieces:
            self.sent += piece

    async def read_some(self, buffer):
        if not self._rest:
            part = self.parts.pop(0) if self.parts else b""
            if part is None:
                await asyncio.Event().wait()
            if isinstance(part, Exception):
                raise part
            self._rest = part
        count = min(len(buffer), self.step, len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count

    def close(self):
        self.closed = True


class Lines:
    """Dials one line after the other; the last again where there are no more."""

    def __init__(self, *lines):
        self.lines = list(lines)
        self.dialled = []

    async def __call__(self, host, port, tls):
        self.dialled.append((host, port, tls))
        line = self.lines[min(len(self.dialled), len(self.lines)) - 1]
        if isinstance(line, Exception):
            raise line
        return line


class Ticks:
    """Milliseconds that pass only where somebody sleeps."""

    def __init__(self):
        self.now = 0
        self.slept = []

    def __call__(self):
        return self.now

    async def sleep_ms(self, milliseconds):
        self.slept.append(milliseconds)
        self.now += milliseconds
        await asyncio.sleep(0)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


def said(*pieces, finish="stop"):
    """A stream that says this."""
    data = HEAD
    for piece in pieces:
        data += event({"choices": [{"index": 0, "delta": {"content": piece}}]})
    data += event({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    return data + b"data: [DONE]\n\n"


def event(value):
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def status(number, body=b"", *headers):
    head = ["HTTP/1.1 %d x" % number, "Content-Length: %d" % len(body)]
    return "\r\n".join(head + list(headers)).encode() + b"\r\n\r\n" + body


def body_of(line):
    """The JSON that was sent."""
    head, _, body = line.sent.partition(b"\r\n\r\n")
    length = [row for row in head.split(b"\r\n") if row.startswith(b"Content-Length: ")]
    assert int(length[0][16:]) == len(body)
    return json.loads(body)


def parts_of(data, size):
    """Bytes in parts of one size, as (buffer, begin, end) amid other bytes."""
    for at in range(0, len(data), size):
        part = data[at : at + size]
        yield bytearray(b"\n{:" + part + b'"\n'), 3, 3 + len(part)
