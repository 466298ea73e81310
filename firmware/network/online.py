"""
Online: in the owner's network, with the time of the world.

Owns the two tasks that keep it so: the station (`wifi`), and the clock, for which a time server
is asked as soon as there is a connection, until one answers, and once a day afterwards. A clock
that the cloud or the owner has set meanwhile is set all the same: it is the same time. Where
nobody has named a network, and the board can open one of its own, it has the owner asked
(`setup`); also when the network was never in reach since the start, be it another one now or its
password.
"""

import asyncio

import machine
import network
from micropython import const
from net.backoff import Backoff
from net.failure_reasons import reason
from net.tasks import stop

from firmware.setup.first_setup import Setup
from firmware.system import boot_guard, events

from . import sntp
from .wifi import WiFi

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DAY_MS = const(86400000)
_PATIENT_MS = const(600000)
_IDLE_MS = const(1800000)
_BRIEF_MS = const(180000)


class Online:
    """
    `settings` names network and servers (firmware/system/settings.py); `clock` is clock.Clock.
    `ports` are those of the set-up, None on a board that has no access point; `restart()` starts
    the device with new settings. Of the times, in ms: without any connection since the start for
    `patient_ms` the set-up opens again; it closes when nobody came for `idle_ms`, or `brief_ms`
    where there is a network to go back to.
    """

    def __init__(
        self,
        settings: "Any",
        clock: "Any",
        rng: "Callable[[int], bytes]",
        ports: "Any" = None,
        restart: "Callable[[], Any]" = machine.reset,
        *,
        patient_ms: int = _PATIENT_MS,
        idle_ms: int = _IDLE_MS,
        brief_ms: int = _BRIEF_MS,
    ):
        self._settings = settings
        self._clock = clock
        self._rng = rng
        self._ports = ports if ports and settings.get("setup") != "off" else None
        self._restart = restart
        self._patient_ms = patient_ms
        self._idle_ms = idle_ms
        self._brief_ms = brief_ms
        self.setting_up = False  # True while the owner is asked
        # With the first one the network stack starts, without which a socket ends the chip.
        network.WLAN(network.STA_IF)

    async def run(self) -> None:
        """Started by app; ends when cancelled, and both tasks with it."""
        name = self._settings.get("wifi")
        if self._ports is not None and (not name or self._settings.get("setup") == "on"):
            await self._set_up(self._idle_ms)
        if not name:
            return
        while True:
            await self._stay(name)
            await self._set_up(self._brief_ms)

    async def _stay(self, name: str) -> None:
        """In the network, for ever; or until it was out of reach so long that one must ask."""
        self._wifi = WiFi(name, self._settings.get("wifi_key"), self._told, self._rng)
        tasks = [asyncio.create_task(self._wifi.run()), asyncio.create_task(self._keep_time())]
        try:
            if self._ports is not None:
                try:
                    await asyncio.wait_for_ms(self._wifi.up.wait(), self._patient_ms)
                except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                    return
            await tasks[0]
        finally:
            await stop(tasks)

    async def _set_up(self, idle_ms: int) -> None:
        """Have the owner asked."""
        self.setting_up = True
        try:
            one = Setup(self._settings, self._clock, self._rng, self._ports, idle_ms)
            if await one.run():
                boot_guard.clear()  # what comes now is no crash
                self._restart()
            return
        except (OSError, ValueError, MemoryError) as e:
            events.log("error", "setup", "no set-up over the air: %s" % e)
        finally:
            self.setting_up = False
        await asyncio.sleep_ms(self._brief_ms)

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
