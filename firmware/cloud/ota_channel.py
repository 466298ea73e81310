"""
OTA channel: the OTA service says where to connect, then the channel connects there.

Owns the order: check, activation, what is kept of the answer (endpoint_cache.py), which endpoint
is taken. MQTT comes first, as in the services' own firmware: its connection stays open, so the
cloud reaches the device's tools while nobody speaks. WebSocket is taken where there is no MQTT or
its broker cannot be reached; networks that let only the web's ports through are common. From then
on the broker is tried again now and then, and taken when it answers and nobody speaks.

Where an endpoint refuses the device or has failed for long (endpoint_health.py), the service is
asked again. Other endpoints replace those in use when nobody speaks; until then, and where the
service does not answer, the old ones are kept and tried.
"""

import asyncio
from binascii import unhexlify

from micropython import const
from net.backoff import Backoff
from net.tasks import stop, together
from net.url import URL

from firmware.system import events
from firmware.system.identity import client_id, device_id

from .endpoint_cache import EndpointCache
from .endpoint_health import EndpointHealth
from .mqtt_channel import MQTTChannel, default_client_id
from .mqtt_session import Unreachable, try_broker
from .ota_answer import ServiceError
from .ota_service import OTAService
from .websocket_channel import WebSocketChannel

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .server_address import ChannelContext

_RETRY_SERVICE_S = const(3600)  # before it is asked again when it has answered none of ten tries
_DOUBT_S = const(120)  # at least, before it is asked about a doubtful endpoint; doubled each time
_MAX_DOUBT_S = const(3600)
_BROKER_S = const(600)  # before a broker is tried again that could not be reached; doubled
_MAX_BROKER_S = const(3600)
_IDLE_CHECK_S = const(5)  # between two looks whether somebody still speaks
_PORTS = {"http": 80, "https": 443}


class OTAChannel:
    """`url` is that of the service. Raises ValueError for one that cannot be."""

    def __init__(self, url: str, context: "ChannelContext"):
        self._url = URL(url, _PORTS)
        self._parts = context
        self._channel: "Any" = None
        self._task: "asyncio.Task | None" = None
        self._doubt = asyncio.Event()  # an endpoint in use has become doubtful
        self._health: "dict[str, EndpointHealth]" = {}  # by the name of the section

    async def serve(self) -> None:
        """Ask, connect, and ask again where an endpoint is doubtful; until close()."""
        self._task = asyncio.current_task()
        while True:
            endpoints = await self._ask()
            while endpoints:
                endpoints = await self._use(endpoints)
            await asyncio.sleep(_RETRY_SERVICE_S)

    async def close(self) -> None:
        """End the connection and serve()."""
        await self._close_channel()
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    async def say(self, text: str) -> None:
        """What the owner says, as text; dropped while there is no channel."""
        if self._channel is None:
            self._log("warning", "there is nobody yet to say that to")
        else:
            await self._channel.say(text)

    async def remind(self, text: str) -> bool:
        """Have the cloud's model say it; True once it speaks, False where there is no channel."""
        return self._channel is not None and await self._channel.remind(text)

    # -- asking the service --------------------------------------------------------------------

    async def _ask(self) -> "dict[str, dict]":
        """
        The endpoints: as the service says, or as it last said; empty where it never did. Raises
        nothing.
        """
        try:
            return await self._asked()
        except Exception as e:  # noqa: BLE001  whatever it is, the device goes on
            self._log("error", "a fault of ours: %s: %s" % (type(e).__name__, e))
            return {}

    async def _asked(self) -> "dict[str, dict]":
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

    async def _replacement(self, endpoints: "dict[str, dict]") -> "dict[str, dict]":
        """Other endpoints than these, once these are doubtful and the service names others."""
        pauses = Backoff(self._parts.rng, _DOUBT_S, _MAX_DOUBT_S)
        while True:
            await self._doubt.wait()
            await asyncio.sleep_ms(pauses.wait_ms())
            if not self._is_doubtful():  # it has connected meanwhile
                self._doubt.clear()
                pauses.succeeded()
                continue
            self._log("info", "an endpoint is refused or fails; the service is asked again")
            found = await self._ask()
            if found and found != endpoints:
                await self._until_idle()
                return found

    def _is_doubtful(self) -> bool:
        return True in [health.doubtful for health in self._health.values()]

    async def _until_idle(self) -> None:
        """Until nobody speaks over the channel."""
        while self._channel is not None and not self._channel.idle:
            await asyncio.sleep(_IDLE_CHECK_S)

    # -- connecting ----------------------------------------------------------------------------

    async def _use(self, endpoints: "dict[str, dict]") -> "dict[str, dict]":
        """Be connected to one of the endpoints; returns those that replace them."""
        self._doubt.clear()
        self._health = {name: EndpointHealth(self._doubt.set) for name in ("mqtt", "websocket")}
        connecting = asyncio.create_task(self._stay_connected(endpoints))
        try:
            return await self._replacement(endpoints)
        finally:
            await self._close_channel()
            await stop([connecting])

    async def _stay_connected(self, endpoints: "dict[str, dict]") -> None:
        """Started by _use: connect, and again after a fault of ours. Raises nothing."""
        pauses = Backoff(self._parts.rng)
        while True:
            try:
                await self._connect(endpoints)
                return
            except Exception as e:  # noqa: BLE001  whatever it is, the device goes on
                self._log("error", "a fault of ours: %s: %s" % (type(e).__name__, e))
            await asyncio.sleep_ms(pauses.wait_ms())

    async def _connect(self, endpoints: "dict[str, dict]") -> None:
        """Be connected until the channel is closed. Raises what the channel fails by."""
        broker = endpoints.get("mqtt")
        address = endpoints.get("websocket")
        while broker is not None or address is not None:
            if broker is not None:
                try:
                    has_alternative = address is not None
                    self._channel = MQTTChannel(
                        broker, self._parts, has_alternative, self._health["mqtt"]
                    )
                    await self._channel.serve()
                    return
                except Unreachable:
                    pass  # logged by the channel
                except ValueError as e:
                    self._unusable("mqtt", e)
                    broker = None
            if address is not None:
                try:
                    await self._use_websocket(address, broker)
                except ValueError as e:
                    self._unusable("websocket", e)
                    address = None
        self._channel = None

    async def _use_websocket(self, address: dict, broker: "dict[str, Any] | None") -> None:
        """Be connected to the address, until the broker, if there is one, can be reached."""
        token = address.get("token", "")
        health = self._health["websocket"]
        version = address.get("version", 1)
        channel = WebSocketChannel(address["url"], token, self._parts, health, version)
        self._channel = channel
        if broker is None:
            await channel.serve()
            return
        try:
            await together([channel.serve(), self._broker_back(broker, channel)])
            self._log("info", "the broker can be reached again")
        finally:
            self._channel = None

    async def _broker_back(self, broker: "dict[str, Any]", channel: WebSocketChannel) -> None:
        """Until the broker takes the device and nobody speaks over the channel."""
        pauses = Backoff(self._parts.rng, _BROKER_S, _MAX_BROKER_S)
        health = self._health["mqtt"]
        while True:
            await asyncio.sleep_ms(pauses.wait_ms())
            await self._until_idle()
            if await try_broker(broker, default_client_id(), self._log, health):
                if channel.idle:
                    return
                pauses.succeeded()

    async def _close_channel(self) -> None:
        channel, self._channel = self._channel, None
        if channel is not None:
            await channel.close()

    def _unusable(self, name: str, why: ValueError) -> None:
        self._log("warning", "section %s: %s" % (name, why))
        self._health[name].refused()

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
