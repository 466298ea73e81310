"""
Server address: a WebSocket server by its URL, and the device's identity in its headers.

Owns also what every channel to a cloud is built with (ChannelContext).
"""

from micropython import const
from net.url import URL
from net.websocket_handshake import connect

from firmware.system import events
from firmware.system.identity import client_id, device_id

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.core.server import Server
    from net.websocket import WebSocket

    from firmware.companion.conversation import Conversation
    from firmware.system.clock import Clock
    from firmware.system.settings import Settings

    from .microphone_line import Voice

PORTS = {"ws": 80, "wss": 443}
_MAX_MESSAGE = const(16384)  # bytes of a message of the server


class ChannelContext:
    """
    What channels are built with.

    conversation  None where memory could not be opened
    clock         the firmware's, which a service may set
    rng           def rng(n) -> n random bytes
    voice         microphone_line.Voice: the device's ears and mouth, None where it has none
    """

    def __init__(
        self,
        server: "Server",
        settings: "Settings",
        conversation: "Conversation | None",
        clock: "Clock",
        rng: "Callable[[int], bytes]",
        voice: "Voice | None" = None,
    ):
        self.voice = voice
        self.server = server
        self.settings = settings
        self.conversation = conversation
        self.clock = clock
        self.rng = rng

    def speechless(self) -> "ChannelContext":
        """The same for a channel beside the one that speaks."""
        return ChannelContext(self.server, self.settings, self.conversation, self.clock, self.rng)


class ServerAddress:
    """A WebSocket server by its URL, with the headers to send. Raises ValueError."""

    def __init__(self, url: str, headers: "tuple" = ()):
        self._url = url
        self._shown = str(URL(url, PORTS))  # without the token that may be in it
        self._headers = headers

    async def connect(self) -> "WebSocket":
        """A connection; raises as net.websocket_handshake.connect does."""
        return await connect(self._url, self._headers, _MAX_MESSAGE)

    def reporter(self, what: str) -> "Callable[[bool, str], None]":
        """What logs each change of the connection: (whether it is open, why not)."""

        def report(is_open: bool, why: str) -> None:
            if is_open:
                events.log("info", "cloud", "%s open: %s" % (what, self._shown))
            else:
                events.log("warning", "cloud", "%s not open: %s: %s" % (what, self._shown, why))

        return report


def identity(token: str, rng: "Callable[[int], bytes]", version: int = 1) -> "tuple":
    """The headers by which a XiaoZhi server knows a device (docs/PROTOCOL.md section 6)."""
    found = [("Protocol-Version", str(version))]
    found += [("Device-Id", device_id()), ("Client-Id", client_id(rng))]
    if token:
        found.insert(0, ("Authorization", token if " " in token else "Bearer " + token))
    return tuple(found)
