"""
Cloud: the ways in that begin with reaching out.

Owns which kind of way a URL stands for; what all of them are given is in `cloud_place`. Each is
like any other way in, with serve(), close(), and say(text) for what the owner says as text.

    ws:// wss://                      a XiaoZhi server, as a device (cloud_socket.py)
    endpoint+ws:// endpoint+wss://    an MCP endpoint (lib/mcp/transport/endpoint.py)
    mqtt:// mqtts://                  a XiaoZhi cloud's broker (cloud_mqtt.py)
    http:// https://                  the OTA service, which says where to connect (cloud_ota.py)
"""

from mcp.transport.endpoint import Endpoint
from micropython import const
from net.url import URL

from firmware.system import events

from .mqtt_channel import MQTTWay, place_of
from .ota_channel import OTAWay
from .server_address import PORTS, Parts, Place
from .websocket_channel import SocketWay

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


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
        place = URL(url, PORTS)
        # A token may stand where a user name would: ws://TOKEN@host/path
        token = place.user or parts.settings.get("cloud_token")
        url = "%s://%s%s" % (place.scheme, place.authority, place.target)
        return SocketWay(url, token, parts)
    if scheme in ("endpoint+ws", "endpoint+wss"):
        return EndpointWay(url[len("endpoint+") :], parts)
    if scheme in ("mqtt", "mqtts"):
        return MQTTWay(place_of(url), parts)
    if scheme in ("http", "https"):
        return OTAWay(url, parts)
    raise ValueError("a URL begins with [endpoint+]ws[s], mqtt[s] or http[s] and ://")


class EndpointWay:
    """An MCP endpoint; it hears nothing of what is said."""

    def __init__(self, url: str, parts: Parts):
        place = Place(url)
        self._endpoint = Endpoint(parts.server, place.connect, place.told("endpoint"), parts.rng)
        self.serve = self._endpoint.serve
        self.close = self._endpoint.close

    async def say(self, text: str) -> None:
        """Nobody is there to hear it."""
