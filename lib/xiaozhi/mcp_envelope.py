"""
The envelope in which MCP goes over a XiaoZhi session: messages of type `mcp` with a payload.

Owns how long an answer may be, and whose session_id it carries: that of the request, else ours.
"""

from micropython import const
from net.json_text import dumps
from net.pieces import Body

from .messages import OnceLog

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .callbacks import MCP

_MAX_FRAME = const(7500)  # bytes of a message of ours; servers and brokers truncate at 8192
_ENVELOPE = const(200)  # of these for the members around an MCP message
_PAGE_ENVELOPE = const(200)  # and for those around the tools of a page
_MAX_SESSION_ID = const(64)  # characters of a session_id that comes with a request


class MCPEnvelope:
    """`send` and `log` are those of the session, session_id() is its own."""

    def __init__(
        self,
        mcp: "MCP",
        send: "Callable",
        log: "Callable[[str, str], None]",
        session_id: "Callable[[], str]",
    ):
        self._mcp = mcp
        self._send = send
        self._log = log
        self._log_once = OnceLog(log).add
        self._session_id = session_id

    def open(self) -> None:
        """Begin MCP anew, for a new connection."""
        max_reply = _MAX_FRAME - _ENVELOPE
        self._mcp.open(self.reply, max_reply, max_reply - _PAGE_ENVELOPE)

    async def answer(self, message: dict) -> None:
        """A message of type mcp has come in."""
        payload = message.get("payload")
        if not isinstance(payload, dict):
            self._log_once("payload", "warning", "an mcp message without a payload is ignored")
            return
        data = dumps(payload)
        most = self._mcp.max_message
        if len(data) > most:
            refusal = self._mcp.refusal("longer than %d bytes" % most, payload.get("id"))
            await self.reply(refusal, message.get("session_id"))
            return
        await self._mcp.start(data, message.get("session_id"))

    async def reply(self, content: Body, given: object) -> None:
        """Send an answer; `given` is the session_id of its request. Raises OSError of `send`."""
        theirs = isinstance(given, str) and len(given) <= _MAX_SESSION_ID
        begin = b'{"session_id":' + dumps(given if theirs else self._session_id())
        begin += b',"type":"mcp","payload":'
        fits = self._mcp.fitting(content, _MAX_FRAME - len(begin) - 1)
        if fits is not content:
            self._log("warning", "an answer of %d bytes is too long here" % len(content))
        await self._send(Body([begin] + fits.parts + [b"}"]))
