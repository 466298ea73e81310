"""
Channels: the connections to clouds that the setting `cloud` names by URL.

Owns which channel a URL stands for. A channel has serve(), close(), say(text) for what the owner
types, and remind(text), which has the cloud's model say a reminder.

    ws:// wss://                      a XiaoZhi server, as a device (websocket_channel.py)
    endpoint+ws:// endpoint+wss://    an MCP endpoint (lib/mcp/transport/endpoint.py)
    mqtt:// mqtts://                  the MQTT broker of a XiaoZhi cloud (mqtt_channel.py)
    http:// https://                  the OTA service, which says where to connect (ota_channel.py)
"""

from mcp.transport.endpoint import Endpoint
from net.url import URL

from firmware.system import events

from .mqtt_channel import MQTTChannel, broker_of
from .ota_channel import OTAChannel
from .server_address import PORTS, ChannelContext, ServerAddress
from .websocket_channel import WebSocketChannel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Channel: TypeAlias = "WebSocketChannel | EndpointChannel | MQTTChannel | OTAChannel"


def create(urls: str, context: ChannelContext) -> "list[Channel]":
    """
    The channels of the URLs, which spaces separate. Logs those that are none. The first that has a
    conversation is the one over which the device speaks.
    """
    found: "list[Channel]" = []
    for url in urls.split():
        try:
            channel = _channel(url, context)
            found.append(channel)
            if not isinstance(channel, EndpointChannel):
                context = context.speechless()
        except ValueError as e:
            events.log("error", "cloud", "not a place to connect to: %s" % e)
    return found


def _channel(url: str, context: ChannelContext) -> "Channel":
    """Raises ValueError."""
    scheme = url.partition("://")[0].lower()
    if scheme in ("ws", "wss"):
        parsed = URL(url, PORTS)
        # A token may stand where a user name would: ws://TOKEN@host/path
        token = parsed.user or context.settings.get("cloud_token")
        url = "%s://%s%s" % (parsed.scheme, parsed.authority, parsed.target)
        version = context.settings.get("cloud_version")
        return WebSocketChannel(url, token, context, version=version)
    if scheme in ("endpoint+ws", "endpoint+wss"):
        return EndpointChannel(url[len("endpoint+") :], context)
    if scheme in ("mqtt", "mqtts"):
        return MQTTChannel(broker_of(url), context)
    if scheme in ("http", "https"):
        return OTAChannel(url, context)
    raise ValueError("a URL begins with [endpoint+]ws[s], mqtt[s] or http[s] and ://")


class EndpointChannel:
    """An MCP endpoint, over which nothing is said."""

    def __init__(self, url: str, context: ChannelContext):
        address = ServerAddress(url)
        report = address.reporter("endpoint")
        self._endpoint = Endpoint(context.server, address.connect, report, context.rng)
        self.serve = self._endpoint.serve
        self.close = self._endpoint.close

    async def say(self, text: str) -> None:
        """Dropped: an endpoint has no conversation."""

    async def remind(self, text: str) -> bool:
        """False: an endpoint says nothing to anybody."""
        return False
