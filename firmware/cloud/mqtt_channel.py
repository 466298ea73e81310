"""
A XiaoZhi cloud over MQTT + UDP, as a way in.

Owns what mqtt:// URLs mean, and when a session is begun and its conversation written; the line
itself is in xiaozhi_mqtt.py, what is done with what a session tells in cloud_ear.py.
"""

import asyncio

import machine
from micropython import const
from net.url import URL, unquoted
from xiaozhi.state_table import IDLE

from firmware.system.identity import device_id

from .mqtt_session import MQTTChannel, stopped
from .session_events import Ear

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .server_address import Parts

_PORTS = {"mqtt": 1883, "mqtts": 8883}
_MAX_KEEPALIVE = const(65535)
_SETTLED_S = const(5)  # after a line is up: the cloud asks for our tools first


def place_of(url: str) -> "dict[str, Any]":
    """
    Section mqtt of the OTA answer, as a URL: mqtt://user:password@host:port/publish-topic, with
    client_id, subscribe_topic and keepalive in the query. Raises ValueError.
    """
    parts = URL(url, _PORTS)
    host = "[%s]" % parts.host if ":" in parts.host else parts.host
    place: "dict[str, Any]" = {"endpoint": "%s:%d" % (host, parts.port)}
    place["tls"] = parts.scheme == "mqtts"
    told = {
        "username": parts.user,
        "password": parts.password,
        "publish_topic": unquoted(parts.path[1:]),
        "client_id": parts.query("client_id"),
        "subscribe_topic": parts.query("subscribe_topic"),
    }
    for name in told:
        if told[name]:
            place[name] = told[name]
    keepalive = parts.query("keepalive")
    if keepalive:
        if not keepalive.isdigit() or not 0 < int(keepalive) <= _MAX_KEEPALIVE:
            raise ValueError("keepalive is a number of seconds up to %d" % _MAX_KEEPALIVE)
        place["keepalive"] = int(keepalive)
    return place


class MQTTWay:
    """
    A way in over the broker of `place`. With somewhere `else_where` to turn to, serve() raises
    xiaozhi_mqtt.Unreachable. Raises ValueError for an endpoint that cannot be.
    """

    def __init__(self, place: "dict[str, Any]", parts: "Parts", else_where: bool = False):
        self._stays = parts.settings.get("cloud_stay")
        self._over = asyncio.Event()  # a session has ended
        self._ear = Ear(parts, lambda why: self._over.set())
        # Gateways read the MAC from it. A third part, the UUID, would have them ask for a login.
        name = "GID_default@@@" + device_id().replace(":", "_")
        self.channel = MQTTChannel(parts.server, self._ear, place, name, else_where=else_where)
        self.say = self.channel.say

    async def serve(self) -> None:
        """Keep the line up until close() or the end of the device."""
        tasks = [asyncio.create_task(work()) for work in (self._end_talks, self._stay)]
        try:
            await self.channel.serve()
        finally:
            for task in tasks:
                await stopped(task)

    async def close(self) -> None:
        """Say goodbye, to the cloud and to the broker."""
        await self.channel.close()

    async def _stay(self) -> None:
        """Begin a session on every new line, so that the cloud may speak first."""
        while self._stays:
            await self.channel.up.wait()
            await asyncio.sleep(_SETTLED_S)
            if self.channel.up.is_set() and self.channel.session.state == IDLE:
                await self.channel.wake()
            await self.channel.down.wait()

    async def _end_talks(self) -> None:
        """At the end of a session the conversation is written."""
        while True:
            await self._over.wait()
            self._over.clear()
            await self._ear.end_talk()
            if self._ear.reboot:
                await self.channel.close()
                machine.reset()
