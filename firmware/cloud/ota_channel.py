"""
OTA channel: the OTA service says where to connect, then the channel connects there.

Owns the order: check, activation, what is kept of the answer (endpoint_cache.py), which endpoint
is taken. MQTT comes first, as in the services' own firmware: its connection stays open, so the
cloud reaches the device's tools while nobody speaks. WebSocket is taken where there is no MQTT or
its broker cannot be reached; networks that let only the web's ports through are common.
"""

import asyncio
from binascii import unhexlify

from micropython import const
from net.url import URL

from firmware.system import events
from firmware.system.identity import client_id, device_id

from .endpoint_cache import EndpointCache
from .mqtt_channel import MQTTChannel
from .mqtt_session import Unreachable
from .ota_answer import ServiceError
from .ota_service import OTAService
from .websocket_channel import WebSocketChannel

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .server_address import ChannelContext

_RETRY_S = const(60)  # before the service is asked again when no endpoint could be reached
_RETRY_SERVICE_S = const(3600)  # before it is asked again when it has answered none of ten tries
_PORTS = {"http": 80, "https": 443}


class OTAChannel:
    """`url` is that of the service. Raises ValueError for one that cannot be."""

    def __init__(self, url: str, context: "ChannelContext"):
        self._url = URL(url, _PORTS)
        self._parts = context
        self._channel: "Any" = None
        self._task: "asyncio.Task | None" = None
        self._ended = False

    async def serve(self) -> None:
        """Ask, connect, and ask again when no endpoint is left; until close()."""
        self._task = asyncio.current_task()
        while True:
            endpoints: "dict[str, dict]" = {}
            try:
                endpoints = await self._ask()
            except Exception as e:  # noqa: BLE001  whatever it is, the device goes on
                self._log("error", "a fault of ours: %s: %s" % (type(e).__name__, e))
            await self._connect(endpoints)
            await asyncio.sleep(_RETRY_S if endpoints else _RETRY_SERVICE_S)

    async def close(self) -> None:
        """End the connection and serve()."""
        self._ended = True
        if self._channel is not None:
            await self._channel.close()
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    async def say(self, text: str) -> None:
        """What the owner says, as text; dropped while there is no channel."""
        if self._channel is None:
            self._log("warning", "there is nobody yet to say that to")
        else:
            await self._channel.say(text)

    async def _ask(self) -> "dict[str, dict]":
        """The endpoints: as the service says, or as it last said."""
        context = self._parts
        kept = EndpointCache().load()
        service = OTAService(
            self._url,
            device_id(),
            client_id(context.rng),
            context.settings.get("language"),
            context.clock,
            _licence(context.settings),
        )
        try:
            endpoints = await (service.endpoints(1) if kept else service.endpoints())
        except ServiceError as e:
            what = "going where it said last time" if kept else "nowhere to connect to"
            self._log("warning", "%s; %s" % (e, what))
            return kept
        try:
            EndpointCache().keep(endpoints)
        except (OSError, ValueError) as e:
            self._log("warning", "where to connect is not kept: %r" % e)
        return endpoints

    async def _connect(self, endpoints: "dict[str, dict]") -> None:
        """Be connected to one endpoint after the other. Raises nothing."""
        if "mqtt" in endpoints:
            try:
                self._channel = MQTTChannel(endpoints["mqtt"], self._parts, True)
                await self._channel.serve()
            except Unreachable:
                pass  # logged by the channel
            except ValueError as e:
                self._log("warning", "section mqtt: %s" % e)
        if "websocket" in endpoints and not self._ended:
            endpoint = endpoints["websocket"]
            try:
                self._channel = WebSocketChannel(
                    endpoint["url"], endpoint.get("token", ""), self._parts
                )
                await self._channel.serve()
            except ValueError as e:
                self._log("warning", "section websocket: %s" % e)
        self._channel = None

    def _log(self, level: str, text: str) -> None:
        events.log(level, "activation", text)


def _licence(settings: "Any") -> "tuple[str, bytes] | None":
    """(serial number, key) of a licensed device, else None."""
    serial, key = settings.get("serial_number"), settings.get("licence_key")
    if not serial or not key:
        return None
    try:
        return serial, unhexlify(key)
    except ValueError:
        events.log("warning", "activation", "the setting licence_key is no hex digits; unused")
        return None
