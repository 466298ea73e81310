"""
A client that connects again whenever its connection ends.

Owns when to connect, the pauses in between, and the reports of both; a subclass uses the
connection. The old connection is always closed before the next is made, and at least a second
lies between: some servers mishandle two at once.
"""

import asyncio
import time

from micropython import const

from .backoff import Backoff
from .failure_reasons import reason
from .tasks import stop
from .websocket import Closed, WebSocket
from .websocket_handshake import Refused

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_OK = const(1000)
_GOING_AWAY = const(1001)  # a server that stops, or starts again
_BROKEN = const(1006)
_POLICY = const(1008)  # close code for a wrong token
_WRONG_TOKEN = (401, 403)  # HTTP status for it


class ReconnectingClient:
    """
    connect    async def connect() -> WebSocket; raises as websocket_handshake.connect does
    on_change  def on_change(open: bool, why: str): the connection is open, or it is not and why;
               called at each change, and when the reason changes
    rng        def rng(n) -> bytes, for the pauses
    """

    def __init__(self, connect: "Callable", on_change: "Callable", rng: "Callable"):
        self._connect = connect
        self._on_change = on_change
        self._backoff = Backoff(rng)
        self._last: "tuple | None" = None  # what was reported last
        self._task: "asyncio.Task | None" = None

    async def use(self, socket: WebSocket) -> Closed:
        """Use the connection to its end, and close it. To be overridden."""
        raise NotImplementedError

    async def pause(self, wait_ms: int) -> None:
        """Wait between two tries. To be overridden where something may end the wait."""
        await asyncio.sleep_ms(wait_ms)

    def failed(self, is_refused: bool) -> None:
        """A try has failed; `is_refused`: the server refuses this client. To be overridden."""

    async def serve(self) -> None:
        """Connect, use the connection, connect again; ends when cancelled or by close()."""
        self._task = asyncio.current_task()
        while True:
            await self._once()
            if self._task is None:  # closed, by a cancellation that use() has not passed on
                return
            await self.pause(self._backoff.wait_ms())

    async def close(self) -> None:
        """End serve() and its connection."""
        task = self._task
        self._task = None
        if task is not None:
            await stop([task])

    def report(self, is_open: bool, why: str) -> None:
        """Call on_change, unless it was called with the same last."""
        if self._last != (is_open, why):
            self._last = (is_open, why)
            self._on_change(is_open, why)

    async def _once(self) -> None:
        """One connection or one failed try. Raises nothing."""
        begun = time.ticks_ms()
        try:
            closed = await self.use(await self._connect())
        except Refused as error:
            is_refused = error.status in _WRONG_TOKEN
            if is_refused:
                self._backoff.refused()
            self.failed(is_refused)
            self.report(False, error.why)
            return
        except (OSError, ValueError) as error:
            self.failed(False)
            self.report(False, reason(error))
            return
        except Exception as error:  # noqa: BLE001  whatever it is, the device goes on
            self.report(False, "a fault of ours: %s: %s" % (type(error).__name__, error))
            return
        if closed.code == _POLICY:
            self._backoff.refused()
            self.failed(True)
        else:
            self._backoff.ended(time.ticks_diff(time.ticks_ms(), begun))
            if closed.code in (_OK, _GOING_AWAY) and self._last is not None and self._last[0]:
                self._backoff.closed_in_order()  # servers close what is idle, some within a minute
        why = closed.reason or "the server has closed it"
        if closed.code not in (_OK, _BROKEN):
            why += " (%d)" % closed.code
        self.report(False, why)
