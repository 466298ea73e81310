"""
Online: keeps the device in the owner's Wi-Fi network and its clock right.

Owns two tasks: the station (wifi.py), and the clock. A time server is asked (sntp.py) as soon as
there is a connection, again until one answers, and once a day afterwards. Its answer replaces a
time that the owner or a cloud has set meanwhile. The first set-up, which startup.py hands in, is
run where no network is set, where the setting `setup` is "on", and where the network was never
reached since the start: the device may be in another place now, or the password may have changed.
"""

import asyncio

import machine
import network
from micropython import const
from net.backoff import Backoff
from net.failure_reasons import reason
from net.tasks import together

from firmware.system import boot_guard, events

from . import sntp
from .wifi import WiFi

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from firmware.system.clock import Clock
    from firmware.system.settings import Settings

_DAY_MS = const(86400000)
_PATIENT_MS = const(600000)
_IDLE_MS = const(1800000)
_BRIEF_MS = const(180000)


class Online:
    """
    settings    name the network and the time server
    first_setup `await first_setup(idle_ms)` asks the owner and returns True once settings were
                kept, False when nobody came for so long (first_setup.py); None on a board
                without an access point
    restart     `restart()` starts the device again, with the new settings
    patient_ms  without any connection since the start for so long, the set-up runs again
    idle_ms     the set-up's, where no network is set
    brief_ms    the set-up's, where one is set and is tried again afterwards
    """

    def __init__(
        self,
        settings: "Settings",
        clock: "Clock",
        rng: "Callable[[int], bytes]",
        first_setup: "Callable[[int], Coroutine] | None" = None,
        restart: "Callable[[], object]" = machine.reset,
        *,
        patient_ms: int = _PATIENT_MS,
        idle_ms: int = _IDLE_MS,
        brief_ms: int = _BRIEF_MS,
    ):
        self._settings = settings
        self._clock = clock
        self._rng = rng
        self._first_setup = first_setup if settings.get("setup") != "off" else None
        self._restart = restart
        self._patient_ms = patient_ms
        self._idle_ms = idle_ms
        self._brief_ms = brief_ms
        self.setting_up = False  # True while the owner is asked
        # MicroPython starts the network stack here; a socket made before that crashes the chip.
        network.WLAN(network.STA_IF)

    async def run(self) -> None:
        """Started by app; ends when cancelled, and both tasks with it."""
        name = self._settings.get("wifi")
        if self._first_setup is not None and (not name or self._settings.get("setup") == "on"):
            await self._set_up(self._idle_ms)
        if not name:
            return
        while True:
            await self._stay(name)
            await self._set_up(self._brief_ms)

    async def _stay(self, name: str) -> None:
        """
        Keep both tasks running; return where the network was not reached for `patient_ms`. Raises
        what one of them ends by; both are then run again by the supervisor.
        """
        self._wifi = WiFi(name, self._settings.get("wifi_key"), self._log_change, self._rng)
        await together([self._wifi.run(), self._keep_time(), self._lose_patience()])

    async def _lose_patience(self) -> None:
        """Return where the network was not reached for `patient_ms`, with a first set-up."""
        if self._first_setup is not None:
            try:
                await asyncio.wait_for_ms(self._wifi.up.wait(), self._patient_ms)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                return
        await asyncio.Event().wait()

    async def _set_up(self, idle_ms: int) -> None:
        """Run the first set-up, where the board has one; restart once settings were kept."""
        if self._first_setup is None:
            return
        self.setting_up = True
        try:
            if await self._first_setup(idle_ms):
                boot_guard.clear()  # this reset is no failed start
                self._restart()
            return
        except (OSError, ValueError, MemoryError) as e:
            events.log("error", "setup", "no set-up over the air: %s" % e)
        finally:
            self.setting_up = False
        await asyncio.sleep_ms(self._brief_ms)

    def _log_change(self, connected: bool, words: str) -> None:
        if connected:
            events.log("info", "wifi", "connected, address " + words)
            events.emit("state", what="network", now="up")
        else:
            events.log("warning", "wifi", "not connected: " + words)

    async def _keep_time(self) -> None:
        """Ask for the time; log once where no server answers, and ask again."""
        backoff = Backoff(self._rng)
        logged = False
        while True:
            await self._wifi.up.wait()
            problem = await self._ask_time()
            if problem:
                if not logged:
                    events.log("warning", "time", problem)
                logged = True
                await asyncio.sleep_ms(backoff.wait_ms())
                continue
            logged = False
            backoff = Backoff(self._rng)
            await asyncio.sleep_ms(_DAY_MS)

    async def _ask_time(self) -> str:
        """Set the clock by the first time server that answers; else why none did."""
        problems = []
        for host in self._settings.get("time_server").split():
            try:
                utc_ms = await sntp.ask(host, self._rng, self._settings.get("time_port"))
                if self._clock.set(utc_ms):
                    return ""
                problems.append(host + ": a time that cannot be")
            except (OSError, MemoryError) as e:
                problems.append("%s: %s" % (host, reason(e)))
        return "; ".join(problems)
