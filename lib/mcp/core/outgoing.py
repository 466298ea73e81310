"""
Messages to the peer while its request is worked on: progress, log messages, requests of ours.

Owns their form and their rate. Each goes to the requester of the request, so nobody else gets it.
"""

import asyncio
import time
from binascii import hexlify
from os import urandom

from micropython import const
from net import json_text
from net.pieces import Body

from .errors import INTERNAL_ERROR, INVALID_REQUEST, ProtocolError, invalid_params

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .call import Call
    from .interfaces import Requester
    from .server import Session

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")

# Messages of one request: this many at once, then one in so many milliseconds.
_BURST = const(10)
_EVERY_MS = const(50)
_MAX_ASKS = const(8)  # requests of ours in one session that wait for an answer
_MAX_ERROR = const(200)  # characters kept of a client's error message

# What a client declares if it answers these.
NEEDED = {
    "sampling/createMessage": "sampling",
    "elicitation/create": "elicitation",
    "roots/list": "roots",
}


class Outgoing:
    """The messages that one Call sends before its reply."""

    def __init__(self, call: "Call"):
        self._call = call
        self._reached: "float | None" = None  # the last progress that was sent
        # When the next message may leave; so far in the past, a complete burst may.
        self._free_at = time.ticks_add(time.ticks_ms(), -_BURST * _EVERY_MS)

    async def progress(
        self, progress: float, total: "float | None", message: "str | None"
    ) -> None:
        """See Call.progress. The end (progress >= total) is always sent."""
        if self._reached is not None and progress <= self._reached:
            return
        if not self._may_send() and (total is None or progress < total):
            return
        self._reached = progress
        params = json_text.ordered(
            ("progressToken", self._call.progress_token),
            ("progress", progress),
            ("total", total),
            ("message", message if self._call.version >= "2025-03-26" else None),
        )
        await self._send("notifications/progress", params)

    async def log(self, level: str, data: object, logger: "str | None") -> None:
        """See Call.log. From "error" on it is always sent."""
        wanted = LEVELS.index(self._call.log_level or LEVELS[0])
        at = LEVELS.index(level)
        if at < wanted or (not self._may_send() and at < LEVELS.index("error")):
            return
        await self._send("notifications/message", _log_params(level, data, logger))

    async def ask(self, method: str, params: dict, timeout_ms: int) -> dict:
        """See Call.ask."""
        call = self._call
        session = call.session
        if call.requester is None or call.version > "2025-11-25":
            raise ProtocolError(INVALID_REQUEST, "The client cannot be asked here: " + method)
        # Over HTTP, without sessions, it is unknown what the client has declared, so it is asked.
        if not session.stateless and NEEDED.get(method, method) not in call.capabilities:
            raise ProtocolError(INVALID_REQUEST, "The client has not declared " + method)
        if len(session.asks) >= _MAX_ASKS:
            raise ProtocolError(INTERNAL_ERROR, "Too many questions wait for an answer")
        ask = _Ask(call.requester)
        session.asks.append(ask)
        try:
            if not await self._send(method, params, ask.id):
                raise ProtocolError(INTERNAL_ERROR, "The client is gone")
            await asyncio.wait_for_ms(ask.answered.wait(), timeout_ms)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            gone = {"requestId": ask.id, "reason": "no answer in time"}
            await self._send("notifications/cancelled", gone)
            raise ProtocolError(INTERNAL_ERROR, "The client has not answered in time: " + method)
        finally:
            session.asks = [one for one in session.asks if one is not ask]
        return ask.result()

    def _may_send(self) -> bool:
        now = time.ticks_ms()
        earliest = time.ticks_add(now, -_BURST * _EVERY_MS)
        if time.ticks_diff(earliest, self._free_at) > 0:
            self._free_at = earliest
        if time.ticks_diff(self._free_at, now) > 0:
            return False
        self._free_at = time.ticks_add(self._free_at, _EVERY_MS)
        return True

    async def _send(self, method: str, params: dict, id: "str | None" = None) -> bool:
        requester = self._call.requester
        if requester is None or self._call.work.cancelled:
            return False  # the request is over
        message = json_text.ordered(
            ("jsonrpc", "2.0"), ("id", id), ("method", method), ("params", params)
        )
        work = self._call.work
        work.sending = True
        try:
            sent: bool = await requester.send(Body([json_text.dumps(message)]))
        finally:
            work.sending = False
        if work.cancelled and not self._call.steady:  # meanwhile
            raise asyncio.CancelledError
        return sent


def log_notification(level: str, data: object, logger: "str | None") -> Body:
    """A message to a client's log, outside of any request."""
    params = _log_params(level, data, logger)
    message = (("jsonrpc", "2.0"), ("method", "notifications/message"), ("params", params))
    return Body([json_text.dumps(json_text.ordered(*message))])


def _log_params(level: str, data: object, logger: "str | None") -> dict:
    params = json_text.ordered(("level", level), ("logger", logger))
    params["data"] = data  # which may be null
    return params


class _Ask:
    """A request of ours that waits. Over HTTP its id is all that an answer needs: a random one."""

    def __init__(self, requester: "Requester"):
        self.requester = requester
        self.id = "ask-" + hexlify(urandom(8)).decode()
        self.answered = asyncio.Event()
        self.answer: dict = {}

    def result(self) -> dict:
        """The peer's result. Raises ProtocolError for an error."""
        error = self.answer.get("error")
        if isinstance(error, dict):
            code = error.get("code")
            text = error.get("message")
            if isinstance(code, int) and isinstance(text, str):
                raise ProtocolError(code, text[:_MAX_ERROR])
        result = self.answer.get("result")
        if not isinstance(result, dict):
            raise ProtocolError(INVALID_REQUEST, "The client has not answered with a result")
        return result


def level(name: object) -> str:
    """A log level as a peer names it. Raises ProtocolError(-32602) for any other."""
    if name not in LEVELS:
        raise invalid_params("level is one of " + ", ".join(LEVELS))
    return str(name)


def set_level(session: "Session", params: dict) -> dict:
    """The result of `logging/setLevel`; over HTTP, without sessions, it has no effect."""
    wanted = level(params.get("level"))
    if not session.stateless:
        session.log_level = wanted
        session.level_asked = True
    return {}
