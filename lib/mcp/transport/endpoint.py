"""
Endpoint: the device's side of an MCP endpoint (MCP 接入点), to which the server dials out.

Each text frame of the connection is one JSON-RPC message without an envelope; the other side is
the MCP client. `net.reconnecting` decides when to connect.

After a reconnect the service may clean up the old connection, forget the new one and never send
anything on it. So a connection without any message for five minutes is replaced, once.
"""

from micropython import const
from net.pieces import Body
from net.reconnecting import ReconnectingClient
from net.websocket import TEXT, Closed, WebSocket
from net.websocket_link import Link

from mcp.core.concurrent_calls import MessageChannel, fitting
from mcp.core.server import Server

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_ROOM = const(7500)  # bytes of a message of ours; services truncate at 8192
_PAGE = const(7200)  # bytes of the tools in one page of them
_SILENT_MS = const(300000)  # after connecting, without any message


class Endpoint(ReconnectingClient):
    """A transport that connects out; `channel` is what handlers of tools see as call.channel."""

    def __init__(
        self,
        server: Server,
        connect: "Callable",
        on_change: "Callable",
        rng: "Callable",
        channel: str = "endpoint",
    ):
        super().__init__(connect, on_change, rng)
        self._server = server
        self._channel = MessageChannel(server, channel)
        self._link: "Link | None" = None
        self._silent_ms: "int | None" = None  # since connecting; None once a message has come
        self._replaced = False  # for its silence; until a message comes

    async def use(self, socket: WebSocket) -> Closed:
        """Answer until the connection ends."""
        self.report(True, "")
        # The client may have sent its initialize on an earlier connection.
        self._channel.open(self._reply, _ROOM, _PAGE)
        self._silent_ms = 0
        self._link = Link(socket, self._received, self._tick, self._server.log)
        try:
            return await self._link.run()
        finally:
            self._link = None
            await self._channel.close()

    async def _received(self, kind: int, data: bytes) -> None:
        self._silent_ms = None
        self._replaced = False
        if kind == TEXT:
            await self._channel.start(data)

    async def _tick(self, passed_ms: int, alive: bool) -> None:
        if self._silent_ms is None or self._link is None:
            return
        self._silent_ms += passed_ms
        if self._silent_ms >= _SILENT_MS and not self._replaced:
            self._replaced = True
            self._link.end("nothing was asked for %d s" % (_SILENT_MS // 1000))

    async def _reply(self, content: Body, label: object) -> None:
        if self._link is not None:
            await self._link.socket.send(TEXT, fitting(content, _ROOM))
