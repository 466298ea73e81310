"""
Link: reads a WebSocket connection and watches that it is alive, until it ends.

Owns two tasks: one reads, one looks at the time once a second. The connection is closed whatever
happens to them. The user of a Link handles the messages.
"""

import asyncio
import time

from micropython import const

from .tasks import stop
from .websocket import TEXT, Closed, WebSocket

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_LOOK_MS = const(1000)
_PING_MS = const(30000)  # between two pings: NAT routers drop longer silent connections
_DEAD_MS = const(120000)  # without any frame
_GOING_AWAY = const(1001)
_BROKEN = const(1006)
_FAULT = const(1011)


class Link:
    """
    received  async def received(kind: int, data): a message; it returns before the next
    tick      async def tick(passed_ms: int, alive: bool): called each second; `alive`: frames have
              come since the last call
    log       def log(level, text), for what fails inside of the two
    """

    def __init__(self, socket: WebSocket, received: "Callable", tick: "Callable", log: "Callable"):
        self.socket = socket
        self._received = received
        self._tick = tick
        self._log = log
        self._over = asyncio.Event()
        self._closed = Closed(_BROKEN, "")

    def end(self, why: str, code: int = 1000) -> None:
        """Let run() return; the first call gives the reason."""
        if not self._over.is_set():
            self._closed = Closed(code, why)
            self._over.set()

    async def run(self) -> Closed:
        """
        Serve until the connection ends or end() is called; return how it ended. The connection is
        closed when this returns or is cancelled.
        """
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._watch())]
        try:
            await self._over.wait()
        finally:
            try:
                await stop(tasks)
            finally:
                code = self._closed.code if self._over.is_set() else _GOING_AWAY
                await self.socket.close(_GOING_AWAY if code == _BROKEN else code)
        return self._closed

    async def _read(self) -> None:
        """Started by run; ends with the connection, or cancelled by run."""
        try:
            while True:
                kind, data = await self.socket.receive()
                await self._received(kind, data)
                if kind == TEXT:  # others run too, where several have come at once
                    await asyncio.sleep_ms(0)
        except Closed as closed:
            self.end(closed.reason, closed.code)
        except Exception as error:  # noqa: BLE001  costs this connection and no other
            self._log("error", "a message failed: %s: %s" % (type(error).__name__, error))
            self.end("a fault of ours", _FAULT)

    async def _watch(self) -> None:
        """Started by run; looks at the time and sends pings; cancelled by run."""
        frames = self.socket.frames
        quiet = unasked = 0
        before = time.ticks_ms()
        try:
            while True:
                await asyncio.sleep_ms(_LOOK_MS)
                now = time.ticks_ms()
                passed = time.ticks_diff(now, before)
                before = now
                alive = frames != self.socket.frames
                frames = self.socket.frames
                quiet = 0 if alive else quiet + passed
                unasked += passed
                if quiet >= _DEAD_MS:
                    self.end("nothing heard for %d s" % (_DEAD_MS // 1000), _BROKEN)
                if unasked >= _PING_MS:
                    unasked = 0
                    await self.socket.ping()
                await self._tick(passed, alive)
        except OSError as error:
            self.end("the connection broke: %r" % error, _BROKEN)
        except Exception as error:  # noqa: BLE001  as in _read
            self._log("error", "the watch failed: %s: %s" % (type(error).__name__, error))
            self.end("a fault of ours", _FAULT)
