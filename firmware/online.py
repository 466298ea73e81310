"""
Online: in the owner's network, with the time of the world.

Owns the two tasks that keep it so: the station (`wifi`), and the clock, for which a time server is
asked as soon as there is a connection, until one answers, and once a day afterwards. A clock that
the cloud or the owner has set meanwhile is set all the same: it is the same time.
"""

import asyncio

from mcp.backoff import Backoff
from mcp.reasons import reason
from mcp.server import stop
from micropython import const

from . import events, sntp
from .wifi import WiFi

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DAY_MS = const(86400000)


class Online:
    """`settings` names network and servers (firmware/settings.py); `clock` is clock.Clock."""

    def __init__(self, settings: "Any", clock: "Any", rng: "Callable[[int], bytes]"):
        self._settings = settings
        self._clock = clock
        self._rng = rng
        self._wifi = WiFi(settings.get("wifi"), settings.get("wifi_key"), self._told, rng)

    async def run(self) -> None:
        """Started by app; ends when cancelled, and both tasks with it."""
        tasks = [asyncio.create_task(self._wifi.run()), asyncio.create_task(self._keep_time())]
        try:
            await tasks[0]
        finally:
            await stop(tasks)

    def _told(self, connected: bool, words: str) -> None:
        if connected:
            events.log("info", "wifi", "connected, address " + words)
        else:
            events.log("warning", "wifi", "not connected: " + words)

    async def _keep_time(self) -> None:
        """Ask what time it is; a server that does not answer is told of once and asked again."""
        backoff = Backoff(self._rng)
        quiet = False
        while True:
            await self._wifi.up.wait()
            host = self._settings.get("time_server")
            try:
                told_ms = await sntp.ask(host, self._rng, self._settings.get("time_port"))
                if not self._clock.set(told_ms, self._settings.get("zone_minutes")):
                    raise OSError("a time that cannot be")
            except OSError as e:
                if not quiet:
                    events.log("warning", "time", "%s: %s" % (host, reason(e)))
                quiet = True
                await asyncio.sleep_ms(backoff.wait_ms())
                continue
            quiet = False
            backoff = Backoff(self._rng)
            await asyncio.sleep_ms(_DAY_MS)
