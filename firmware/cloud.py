"""
Cloud: the ways in that begin with reaching out.

Owns which kind of way a URL stands for, and what all of them are given. Each is like any other way
in, with serve() and close(), and with say(text) for what the owner says as text.

    ws:// wss://                      a XiaoZhi server, as a device (cloud_socket.py)
    endpoint+ws:// endpoint+wss://    an MCP endpoint (lib/mcp/endpoint.py)
    mqtt:// mqtts://                  a XiaoZhi cloud's broker (cloud_mqtt.py)
    http:// https://                  the OTA service, which says where to connect (cloud_ota.py)
"""

from mcp.url import URL
from micropython import const

from . import events
from .dial import dial
from .identity import client_id, device_id

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.server import Server
    from mcp.websocket import WebSocket

    from .clock import Clock
    from .settings import Settings

_PORTS = {"ws": 80, "wss": 443}
_MESSAGE = const(16384)  # bytes of a message of the server's


class Parts:
    """
    What a way is built of.

    talk   the running firmware.conversation.Conversation, None where memory could not be opened
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


def ways(urls: str, parts: Parts) -> "list[Any]":
    """The ways for the URLs of the setting, between spaces. One that cannot be is told."""
    found = []
    for url in urls.split():
        try:
            found.append(_way(url, parts))
        except ValueError as e:
            events.log("error", "cloud", "not a place to connect to: %s" % e)
    return found


def _way(url: str, parts: Parts) -> "Any":
    """Raises ValueError."""
    scheme = url.partition("://")[0].lower()
    if scheme in ("ws", "wss"):
        from .cloud_socket import SocketWay

        place = URL(url, _PORTS)
        # A token may stand where a user name would: ws://TOKEN@host/path
        token = place.user or parts.settings.get("cloud_token")
        url = "%s://%s%s" % (place.scheme, place.authority, place.target)
        return SocketWay(url, token, parts)
    if scheme in ("endpoint+ws", "endpoint+wss"):
        return EndpointWay(url[len("endpoint+") :], parts)
    if scheme in ("mqtt", "mqtts"):
        from .cloud_mqtt import MQTTWay, place_of

        return MQTTWay(place_of(url), parts)
    if scheme in ("http", "https"):
        from .cloud_ota import OTAWay

        return OTAWay(url, parts)
    raise ValueError("a URL begins with [endpoint+]ws[s], mqtt[s] or http[s] and ://")


class EndpointWay:
    """An MCP endpoint; it hears nothing of what is said."""

    def __init__(self, url: str, parts: Parts):
        from mcp.endpoint import Endpoint

        place = Place(url)
        self._endpoint = Endpoint(parts.server, place.connect, place.told("endpoint"), parts.rng)
        self.serve = self._endpoint.serve
        self.close = self._endpoint.close

    async def say(self, text: str) -> None:
        """Nobody is there to hear it."""


class Place:
    """A WebSocket server, by its URL, and how it is spoken of. Raises ValueError."""

    def __init__(self, url: str, headers: "tuple" = ()):
        self._url = url
        self._shown = str(URL(url, _PORTS))  # without the token that may be in it
        self._headers = headers

    async def connect(self) -> "WebSocket":
        """A connection; raises as mcp.websocket.connect does."""
        from mcp.websocket import connect

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
