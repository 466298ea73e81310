#!/usr/bin/env python3
"""
A board on a serial port as an MCP server on stdin and stdout (./tools/mcp_serial.sh).

Runs on CPython with pyserial. Stops the companion, starts it again in a mode in which it speaks
MCP on its console (serial_board.py), carries messages both ways, and in the end has the board
start as ever. There is never a second companion on the chip.

Only whole JSON-RPC messages reach stdout; whatever else comes from the board goes to stderr. A
board that resets or is unplugged for a moment is taken up again: what it was asked is answered
with an error, and it is told once more who the client is.

Exit statuses: 0 stdin closed and the companion runs again; 1 the board was lost or is no
companion; 2 options that cannot be; 66 no such port; 73 the port is in use; 128 and more a signal.
"""

import argparse
import asyncio
import contextlib
import json
import os
import queue
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if (
    Path(sys.prefix).resolve() != (ROOT / ".venv").resolve()
):  # started by hand: what is needed is there
    _script = str(ROOT / "tools" / "mcp_serial.sh")
    os.execv(_script, [_script, *sys.argv[1:]])

sys.path.insert(0, str(ROOT))

from tools.serial_board import STATUS_LOST, Board, Failure, Line, Lost  # noqa: E402

_DECODER = json.JSONDecoder()
_END_S = 8.0
_MAX_MESSAGE = 1 << 16  # from the host; the board takes 8 KB
_MAX_LOSSES = 3  # one after the other, without a message between them
_INTERNAL_ERROR = -32603
_LAST_S = 1.0  # for what the host goes on to write when all is given up
_INVALID_REQUEST = -32600


def parse(arguments: "list[str]") -> argparse.Namespace:
    """The options. Raises SystemExit(2) with a sentence for what cannot be."""
    parser = argparse.ArgumentParser(
        prog="mcp_serial.sh",
        description="A companion on a serial port as an MCP server on stdin and stdout.",
        epilog="The companion is started anew for it, and once more when stdin closes.",
    )
    add = parser.add_argument
    add("port", metavar="PORT",
        help="such as /dev/ttyACM0, or the `repl` of ./tools/sim.sh --repl")  # fmt: skip
    add("--baud", type=int, default=115200, help="for a UART (default: 115200)")
    add("--silence", type=float, default=10, metavar="S",
        help="a board that says nothing for so long was reset (default: 10)")  # fmt: skip
    add("--wait", type=float, default=15, metavar="S",
        help="how long to wait for a board that was unplugged (default: 15)")  # fmt: skip
    return parser.parse_args(arguments)


# -- the host ------------------------------------------------------------------------------------


class Writer:
    """Lines to a descriptor that may be full, from a thread of its own: nothing waits for it."""

    def __init__(self, descriptor: int, broken: "Callable[[], None]"):
        self._descriptor = descriptor
        self._broken = broken
        self._lines: "queue.SimpleQueue[bytes | None]" = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def write(self, line: bytes) -> None:
        """Write it and its end, some time."""
        self._lines.put(line + b"\n")

    def close(self) -> None:
        """Wait until all was written, for so long."""
        self._lines.put(None)
        self._thread.join(_END_S)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                while line:
                    line = line[os.write(self._descriptor, line) :]
            except OSError:
                self._broken()
                return


class Host:
    """Who writes our stdin and reads our stdout and stderr."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.messages: "asyncio.Queue[bytes | None]" = asyncio.Queue(16)  # None: stdin is closed
        self.gone = asyncio.Event()  # nobody reads stdout any more
        self.replies = Writer(1, self._broken)
        self.words = Writer(2, lambda: None)
        self._takes = False  # something was read that is not in `messages` yet
        self._ended = False  # nothing more will be
        threading.Thread(target=self._read, daemon=True).start()

    def say(self, text: str) -> None:
        """A sentence of ours."""
        self.words.write(f"mcp_serial: {text}".encode())

    def close(self) -> None:
        """Wait until all was written."""
        self.replies.close()
        self.words.close()

    def is_writing(self) -> bool:
        """True while something that the host has written is on its way to `messages`."""
        return not self._ended and (self._takes or _has_input())

    def _read(self) -> None:
        rest, skipping = b"", False
        while data := self._take():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if not skipping:
                    self._put(line)
                skipping = False
            if len(rest) > _MAX_MESSAGE:
                if not skipping:
                    self._put(rest)
                rest, skipping = b"", True
        if not skipping:
            self._put(rest)  # the last line may lack its end
        self._put(None)
        self._ended = True

    def _take(self) -> bytes:
        self._takes = False
        with contextlib.suppress(OSError):
            select.select([0], [], [])
        self._takes = True
        return _read_stdin()

    def _broken(self) -> None:
        self._loop.call_soon_threadsafe(self.gone.set)

    def _put(self, line: "bytes | None") -> None:
        with contextlib.suppress(RuntimeError, CancelledError):  # it has ended meanwhile
            asyncio.run_coroutine_threadsafe(self.messages.put(line), self._loop).result()


def _read_stdin() -> bytes:
    try:
        return os.read(0, 65536)
    except OSError:  # closed, or a terminal that hung up
        return b""


def _has_input() -> bool:
    try:
        return bool(select.select([0], [], [], 0)[0])
    except OSError:
        return False


class Bridge:
    """What goes between a host and a board, and what must be known of it if the board is lost."""

    def __init__(self, options: argparse.Namespace, host: Host):
        self._options = options
        self._host = host
        self._asked: "dict[str, object]" = {}  # ids that the board owes an answer
        self._hello: "dict[str, Any] | None" = None
        self._greeted = False  # the host has sent notifications/initialized
        self._repeated: "str | None" = None  # the id of a hello that was repeated
        self._losses = 0
        self._line: "Line | None" = None
        self._board: "Board | None" = None

    async def run(self) -> None:
        """Carry until stdin closes, then have the companion run as before. Raises Failure."""
        board = await self._connect()
        while True:
            try:
                await self._carry(board)
                return
            except Lost as lost:
                board = await self._connect_again(str(lost))

    async def _connect(self) -> Board:
        self._board = None
        self._line = Line(self._options.port, self._options.baud)
        board = self._board = Board(self._line, self.take, self._options.silence)
        try:
            await board.start()
        except Lost as lost:
            raise Failure(STATUS_LOST, str(lost)) from lost
        return board

    async def _connect_again(self, why: str) -> Board:
        self._host.say(f"{why}; looking for it again")
        self._answer_for_it(why)
        self._losses += 1
        if self._losses > _MAX_LOSSES:
            raise Failure(STATUS_LOST, "the board was lost too often")
        until = time.monotonic() + self._options.wait
        while True:
            if self._line is not None:
                self._line.close()
            try:
                board = await self._connect()
                break
            except Failure as failure:
                if time.monotonic() > until:
                    raise failure
                await asyncio.sleep(0.2)
        self._host.say("the board is back")
        return board

    async def _carry(self, board: Board) -> None:
        """Both ways until stdin closes and the board has ended. Raises Lost."""
        ways = [asyncio.ensure_future(way) for way in (board.relay(), self._send_all(board))]
        gone = asyncio.ensure_future(self._host.gone.wait())
        try:
            await asyncio.wait((*ways, gone), return_when=asyncio.FIRST_COMPLETED)
            if ways[0].done():
                ways[0].result()
                raise Lost("the companion has ended by itself")
            if ways[1].done():
                ways[1].result()
        finally:
            for task in (*ways, gone):
                task.cancel()
            await asyncio.gather(*ways, gone, return_exceptions=True)

    async def _send_all(self, board: Board) -> None:
        if self._hello is not None:
            self._repeated = f"mcp_serial-{self._losses}"
            await board.send(_encoded({**self._hello, "id": self._repeated}))
            if self._greeted:
                greeting = {"jsonrpc": "2.0", "method": "notifications/initialized"}
                await board.send(_encoded(greeting))
        while (line := await self._host.messages.get()) is not None:
            line = line.strip(b" \t\r")
            if len(line) > _MAX_MESSAGE:
                text = f"Invalid request: a line of more than {_MAX_MESSAGE} bytes"
                self._host.replies.write(_error(None, _INVALID_REQUEST, text))
            elif line:
                self._note(line)
                await board.send(line)

    def _note(self, line: bytes) -> None:
        """Remember what a message of the host asks for."""
        for message in _messages(line):
            if message.get("method") == "notifications/cancelled":
                params = message.get("params")
                if isinstance(params, dict):
                    self._asked.pop(json.dumps(params.get("requestId")), None)
            elif message.get("method") == "notifications/initialized":
                self._greeted = True
            elif "method" in message and "id" in message:
                self._asked[json.dumps(message["id"])] = message["id"]
                if message["method"] == "initialize":
                    self._hello = message

    def take(self, line: bytes) -> None:
        """A line from the board: messages in it go to the host, the rest to stderr."""
        for part, messages in _parts(line):
            if not messages:
                self._host.words.write(part)
            elif not self._is_ours(messages):
                self._losses = 0
                self._host.replies.write(part)

    def _is_ours(self, messages: "list[dict]") -> bool:
        """Strike out what was asked; True for the answer to a hello that the host knows of."""
        for each in messages:
            if "method" not in each:
                self._asked.pop(json.dumps(each.get("id")), None)
        return self._repeated is not None and messages[0].get("id") == self._repeated

    def _answer_for_it(self, why: str) -> None:
        text = f"Internal error: {why}; whether this was done is not known"
        for id in self._asked.values():
            self._host.replies.write(_error(id, _INTERNAL_ERROR, text))
        self._asked.clear()

    async def give_up(self, why: str) -> None:
        """Answer all that was asked until now with an error."""
        until = time.monotonic() + _LAST_S
        while self._host.is_writing() and time.monotonic() < until:
            self._note_all()
            await asyncio.sleep(0.01)
        self._note_all()
        self._answer_for_it(why)

    def _note_all(self) -> None:
        while not self._host.messages.empty():
            line = self._host.messages.get_nowait()
            if line is not None:
                self._note(line)

    async def leave(self) -> None:
        """Have the companion run as before. Raises Failure."""
        if self._board is not None:
            await self._board.stop()
        if self._line is not None:
            self._line.close()


def _messages(line: bytes) -> "list[dict[str, Any]]":
    """The objects that a line is: one, those of a batch, or none."""
    try:
        value = json.loads(line.decode())
    except (ValueError, RecursionError):
        return []
    return [each for each in (value if isinstance(value, list) else [value]) if type(each) is dict]


def _parts(line: bytes) -> "Iterator[tuple[bytes, list[dict[str, Any]]]]":
    """
    A line in parts: (bytes, the messages that they are). A log line that lacks its end may stand
    before a message, and what was printed meanwhile behind it.
    """
    found = _messages(line)
    if found and all("jsonrpc" in each for each in found):
        yield line, found
        return
    text = line.decode("utf-8", "surrogateescape")
    done = at = 0
    while (at := text.find('{"', at)) >= 0:
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        message = text[at:end].encode("utf-8", "surrogateescape")
        if "jsonrpc" in value and _messages(message):
            if text[done:at].strip():
                yield text[done:at].encode("utf-8", "surrogateescape"), []
            yield message, [value]
            done = end
        at = end
    if text[done:].strip():
        yield text[done:].encode("utf-8", "surrogateescape"), []


def _encoded(message: "dict[str, Any]") -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def _error(id: object, code: int, text: str) -> bytes:
    return _encoded({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}})


async def serve(options: argparse.Namespace) -> int:
    """Be the server until the host has had enough; the exit status."""
    host = Host()
    bridge = Bridge(options, host)
    running = asyncio.ensure_future(bridge.run())
    caught: "list[int]" = []

    def stop(number: int) -> None:
        caught.append(number)
        running.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop, number)
    status = 0
    try:
        await running
    except asyncio.CancelledError:
        status = 128 + caught[0]
    except Failure as failure:
        await bridge.give_up(failure.args[1])
        host.say(failure.args[1])
        status = failure.args[0]
    try:
        await bridge.leave()
    except Failure as failure:
        host.say(failure.args[1])
        status = status or failure.args[0]
    host.close()
    return status


if __name__ == "__main__":
    sys.exit(asyncio.run(serve(parse(sys.argv[1:]))))
