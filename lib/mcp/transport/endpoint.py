"""
Endpoint: the device's side of an MCP endpoint (MCP 接入点), where the server dials out.

Owns what a connection of it looks like: each text frame is one JSON-RPC message without any
envelope, the other side is the MCP client. When to connect is Caller's affair.

A connection that another one of ours replaced can stay open and get nothing for ever (servers
clean up after the old one and forget the new). So one that has not brought anything for five
minutes is made anew, once.
"""

from micropython import const
from net.pieces import Body
from net.reconnecting import Caller
from net.websocket import TEXT, Closed, WebSocket
from net.websocket_link import Link

from mcp.core.concurrent_calls import MessageChannel, fitting
from mcp.core.server import Server

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_ROOM = const(7500)  # bytes of a message of ours; the clouds cut at 8192
_PAGE = const(7200)  # bytes of the tools in one page of them
_DEAF_MS = const(300000)  # after connecting, without any message


class Endpoint(Caller):
    """
    A way in, as Caller is; `channel` is what handlers of tools see as call.channel.
    """

    def __init__(
        self,
        server: Server,
        connect: "Callable",
        told: "Callable",
        rng: "Callable",
        channel: str = "endpoint",
    ):
        super().__init__(connect, told, rng)
        self._server = server
        self._channel = MessageChannel(server, channel)
        self._link: "Link | None" = None
        self._silent_ms: "int | None" = None  # since connecting; None when a message has come
        self._made_anew = False  # for being deaf; until something is heard again

    async def converse(self, socket: WebSocket) -> Closed:
        """Answer until the connection ends."""
        self.tell(True, "")
        # The client may have said hello to an earlier connection, without knowing of this one.
        self._channel.open(self._reply, _ROOM, _PAGE)
        self._silent_ms = 0
        self._link = Link(socket, self._received, self._tick, self._server.log)
        try:
            return await self._link.hold()
        finally:
            await self._channel.close()
            self._link = None

    async def _received(self, kind: int, data: bytes) -> None:
        self._silent_ms = None
        self._made_anew = False
        if kind == TEXT:
            await self._channel.start(data)

    async def _tick(self, passed_ms: int, alive: bool) -> None:
        if self._silent_ms is None or self._link is None:
            return
        self._silent_ms += passed_ms
        if self._silent_ms >= _DEAF_MS and not self._made_anew:
            self._made_anew = True
            self._link.end("nothing was asked for %d s" % (_DEAF_MS // 1000))

    async def _reply(self, content: Body, label: object) -> None:
        if self._link is not None:
            await self._link.socket.send(TEXT, fitting(content, _ROOM))
