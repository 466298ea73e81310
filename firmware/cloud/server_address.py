"""
Cloud places: what every way to a cloud is built of.

Owns the parts that all ways are given, a WebSocket server as a place to connect to, and the
headers by which a XiaoZhi server knows this device.
"""

from micropython import const
from net.tcp import dial
from net.url import URL
from net.websocket_handshake import connect

from firmware.system import events
from firmware.system.identity import client_id, device_id

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.server import Server
    from net.websocket import WebSocket

    from firmware.system.clock import Clock
    from firmware.system.settings import Settings

PORTS = {"ws": 80, "wss": 443}
_MESSAGE = const(16384)  # bytes of a message of the server's


class Parts:
    """
    What a way is built of.

    talk   the running firmware.companion.conversation.Conversation, None where memory could not be
    opened
    clock  the firmware's, which a service may set
    rng    def rng(n) -> bytes
    """

    def __init__(
        self,
        server: "Server",
        settings: "Settings",
        talk: "Any",
        clock: "Clock",
        rng: "Callable[[int], bytes]",
    ):
        self.server = server
        self.settings = settings
        self.talk = talk
        self.clock = clock
        self.rng = rng


class Place:
    """A WebSocket server, by its URL, and how it is spoken of. Raises ValueError."""

    def __init__(self, url: str, headers: "tuple" = ()):
        self._url = url
        self._shown = str(URL(url, PORTS))  # without the token that may be in it
        self._headers = headers

    async def connect(self) -> "WebSocket":
        """A connection; raises as mcp.handshake.connect does."""
        return await connect(self._url, self._headers, _MESSAGE, _dialled)

    def told(self, what: str) -> "Callable[[bool, str], None]":
        """What tells of a connection as a `log` event, at each change."""

        def told(is_open: bool, why: str) -> None:
            if is_open:
                events.log("info", "cloud", "%s open: %s" % (what, self._shown))
            else:
                events.log("warning", "cloud", "%s not open: %s: %s" % (what, self._shown, why))

        return told


async def _dialled(host: str, port: int, secure: bool) -> "tuple":
    stream = (await dial(host, port, secure)).stream
    return stream, stream


def identity(token: str, rng: "Callable[[int], bytes]") -> "tuple":
    """The headers by which a XiaoZhi server knows a device (docs/PROTOCOL.md section 6)."""
    found = [
        ("Protocol-Version", "1"),
        ("Device-Id", device_id()),
        ("Client-Id", client_id(rng)),
    ]
    if token:
        found.insert(0, ("Authorization", token if " " in token else "Bearer " + token))
    return tuple(found)
