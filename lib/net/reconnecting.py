"""
Caller: connects out, again and again, for who serves there.

Owns when to try, how long to wait in between, and what is told of it. What is done with a
connection is its subclasses' affair. The old connection is always closed before the next is made,
and a second at least lies between: there are servers that take two at once ill.
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
_AWAY = const(1001)  # a server that stops, or starts again
_CUT = const(1006)
_POLICY = const(1008)  # close code for a token that is not right
_UNWELCOME = (401, 403)  # HTTP status, likewise


class Caller:
    """
    A way in: serve() until close().

    connect  async def connect() -> WebSocket; raises as handshake.connect does
    told     def told(open: bool, why: str): the connection is there, or it is not and why; told
             at each change, and when the reason changes
    rng      def rng(n) -> bytes, for the times between tries
    """

    def __init__(self, connect: "Callable", told: "Callable", rng: "Callable"):
        self._connect = connect
        self._told = told
        self._backoff = Backoff(rng)
        self._last: "tuple | None" = None  # what was told last
        self._task: "asyncio.Task | None" = None

    async def converse(self, socket: WebSocket) -> Closed:
        """Use the connection to its end, and close it. To be overridden."""
        raise NotImplementedError

    async def pause(self, wait_ms: int) -> None:
        """Between two tries. To be overridden by who is woken in between."""
        await asyncio.sleep_ms(wait_ms)

    async def serve(self) -> None:
        """Connect, converse, connect again, for ever; ends when cancelled or by close()."""
        self._task = asyncio.current_task()
        while True:
            await self._once()
            await self.pause(self._backoff.wait_ms())

    async def close(self) -> None:
        """End the connection there is and serve()."""
        task = self._task
        self._task = None
        if task is not None:
            await stop([task])

    def tell(self, is_open: bool, why: str) -> None:
        """Say how it stands, unless that is what was said last."""
        if self._last != (is_open, why):
            self._last = (is_open, why)
            self._told(is_open, why)

    async def _once(self) -> None:
        """One connection, or one try at it. Raises nothing."""
        begun = time.ticks_ms()
        try:
            closed = await self.converse(await self._connect())
        except Refused as error:
            if error.status in _UNWELCOME:
                self._backoff.unwelcome()
            self.tell(False, error.why)
            return
        except (OSError, ValueError) as error:
            self.tell(False, reason(error))
            return
        except Exception as error:  # noqa: BLE001  whatever it is, the device goes on
            self.tell(False, "a fault of ours: %s: %s" % (type(error).__name__, error))
            return
        if closed.code == _POLICY:
            self._backoff.unwelcome()
        else:
            self._backoff.after(time.ticks_diff(time.ticks_ms(), begun))
            if closed.code in (_OK, _AWAY) and self._last is not None and self._last[0]:
                self._backoff.parted()  # servers close what is idle, some within a minute
        why = closed.reason or "the server has closed it"
        if closed.code not in (_OK, _CUT):
            why += " (%d)" % closed.code
        self.tell(False, why)
