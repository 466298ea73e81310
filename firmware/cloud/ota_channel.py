"""
The way in that asks first: the OTA service says where to connect, and then that is done.

Owns the order of things: check, activation, what is kept of it, which of the places is taken. MQTT
first, as the services' own firmware has it, since its line stands and the cloud reaches the
device's tools while nobody speaks; the WebSocket where there is no MQTT, or its broker cannot be
reached (networks that let through nothing but the web's ports are common).
"""

import asyncio
from binascii import unhexlify

from micropython import const
from net.url import URL

from firmware.system import events
from firmware.system.identity import client_id, device_id

from .endpoint_cache import Places
from .mqtt_channel import MQTTWay
from .mqtt_session import Unreachable
from .ota_answer import ServiceError
from .ota_service import OTAService
from .websocket_channel import SocketWay

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .server_address import Parts

_AGAIN_S = const(60)  # before the service is asked anew when no place could be reached
_GIVEN_UP_S = const(3600)  # and when it has answered none of ten tries
_PORTS = {"http": 80, "https": 443}


class OTAWay:
    """A way in by the address of an OTA service. Raises ValueError for an address that is none."""

    def __init__(self, url: str, parts: "Parts"):
        self._where = URL(url, _PORTS)
        self._parts = parts
        self._way: "Any" = None
        self._task: "asyncio.Task | None" = None
        self._ended = False

    async def serve(self) -> None:
        """Ask, connect, and ask again when that has come to nothing; until close()."""
        self._task = asyncio.current_task()
        while True:
            places: "dict[str, dict]" = {}
            try:
                places = await self._ask()
            except Exception as e:  # noqa: BLE001  whatever it is, the device goes on
                self._log("error", "a fault of ours: %s: %s" % (type(e).__name__, e))
            await self._connect(places)
            await asyncio.sleep(_AGAIN_S if places else _GIVEN_UP_S)

    async def close(self) -> None:
        """End the connection there is, and serve()."""
        self._ended = True
        if self._way is not None:
            await self._way.close()
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    async def say(self, text: str) -> None:
        """What the owner says, as text; lost while there is no place to say it at."""
        if self._way is None:
            self._log("warning", "there is nobody yet to say that to")
        else:
            await self._way.say(text)

    async def _ask(self) -> "dict[str, dict]":
        """Where to connect: as the service says, or as it last said."""
        parts = self._parts
        kept = Places().load()
        service = OTAService(
            self._where,
            device_id(),
            client_id(parts.rng),
            parts.settings.get("language"),
            parts.clock,
            _licence(parts.settings),
        )
        try:
            places = await (service.places(1) if kept else service.places())
        except ServiceError as e:
            what = "going where it said last time" if kept else "nowhere to connect to"
            self._log("warning", "%s; %s" % (e, what))
            return kept
        try:
            Places().keep(places)
        except (OSError, ValueError) as e:
            self._log("warning", "where to connect is not kept: %r" % e)
        return places

    async def _connect(self, places: "dict[str, dict]") -> None:
        """Be connected, to one place after the other. Raises nothing."""
        if "mqtt" in places:
            try:
                self._way = MQTTWay(places["mqtt"], self._parts, True)
                await self._way.serve()
            except Unreachable:
                pass  # said by who tried
            except ValueError as e:
                self._log("warning", "section mqtt: %s" % e)
        if "websocket" in places and not self._ended:
            place = places["websocket"]
            try:
                self._way = SocketWay(place["url"], place.get("token", ""), self._parts)
                await self._way.serve()
            except ValueError as e:
                self._log("warning", "section websocket: %s" % e)
        self._way = None

    def _log(self, level: str, text: str) -> None:
        events.log(level, "activation", text)


def _licence(settings: "Any") -> "tuple[str, bytes] | None":
    """Serial number and key of a licensed device."""
    serial, key = settings.get("serial_number"), settings.get("licence_key")
    if not serial or not key:
        return None
    try:
        return serial, unhexlify(key)
    except ValueError:
        events.log("warning", "activation", "the setting licence_key is no hex digits; unused")
        return None
