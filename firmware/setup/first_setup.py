"""
Set-up: the first one, over an access point of the device's own (docs/decisions/setup.md).

Owns the access point, and the order of things: open it, answer every name (`dns`), serve the page
(`portal`), try the network that was asked for while the page stays there, keep the settings when
it is there. Loaded where a set-up is due, and gone after it.
"""

import asyncio

import machine
import network
from memory.hot.verified_write import put
from micropython import const
from net.tasks import stop

from firmware.network import wifi
from firmware.system import events
from firmware.system.nvs import namespace
from firmware.system.setting_defaults import read_text

from .captive_portal import Portal
from .dns import DNS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LOOK_MS = const(5000)  # between two looks for visitors
_SEEN_MS = const(20000)  # for the page to see that all is well, at most
_TAKEN_MS = const(2000)  # for it to arrive
_MOST_NETWORKS = const(20)
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
_KEY_SIZE = const(10)

_CODES = {
    network.STAT_WRONG_PASSWORD: "wrong_password",
    network.STAT_HANDSHAKE_TIMEOUT: "wrong_password",
    network.STAT_NO_AP_FOUND: "no_network",
    network.STAT_BEACON_TIMEOUT: "no_network",
    network.STAT_ASSOC_FAIL: "refused",
}


class Setup:
    """
    settings  the firmware's; they are changed
    clock     clock.Clock, set by the phone's where nobody has told it the time
    ports     of HTTP and DNS, (80, 53) on a board; 0 for a free one
    idle_ms   without a visitor for so long, it closes
    """

    def __init__(
        self,
        settings: "Any",
        clock: "Any",
        rng: "Callable[[int], bytes]",
        ports: "Any",
        idle_ms: int,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._rng = rng
        self._ports = ports
        self._idle_ms = idle_ms
        self._station: "Any" = network.WLAN(network.STA_IF)
        self._access: "Any" = network.WLAN(network.AP_IF)

    async def run(self) -> bool:
        """
        Until settings were kept, which is True, or nobody comes any more. Raises OSError where
        the radio or the ports are not to be had. The radio is off when it ends.
        """
        tasks: "list[asyncio.Task]" = []
        portal: "Any" = None
        dns: "Any" = None
        try:
            name = "pet-%02X%02X" % tuple(machine.unique_id()[-2:])
            key = access_key(self._rng)
            self._protect(name, key)
            self._station.active(True)
            host = self._access.ifconfig()[0]
            dns = DNS(host, self._ports[1])
            dns.open()
            tasks.append(asyncio.create_task(dns.run()))
            portal = Portal(host, self._ports[0], self._settings, self._scan, self._rng, name)
            await portal.open()
            events.emit("setup", network=name, password=key, page=portal.url, dns=dns.port)
            return await self._wait(portal)
        finally:
            await stop(tasks)
            if dns is not None:
                dns.close()
            if portal is not None:
                await portal.close()
            self._access.active(False)
            self._station.active(False)

    def _protect(self, name: str, key: str) -> None:
        """
        Open the access point with a password. Set before, so that it is not open for a moment; and
        once more, since some versions take it from an active interface alone. Raises OSError.
        """
        wanted = {"ssid": name, "security": network.AUTH_WPA2_PSK, "key": key}
        try:
            self._access.config(**wanted)
        except OSError:
            self._access.active(True)
        self._access.active(True)
        self._access.config(**wanted)

    async def _wait(self, portal: "Any") -> bool:
        quiet_ms = 0
        look_ms = min(_LOOK_MS, self._idle_ms)
        while quiet_ms < self._idle_ms:
            try:
                await asyncio.wait_for_ms(portal.asked.wait(), look_ms)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                quiet_ms += look_ms
                if portal.visited:
                    quiet_ms, portal.visited = 0, False
                continue
            if await self._try(portal):
                return True
            quiet_ms = 0
        return False

    async def _try(self, portal: "Any") -> bool:
        """Whether what was asked for is kept now; the page is told."""
        wanted = portal.wanted
        try:
            status = await wifi.join(self._station, wanted["wifi"], wanted["wifi_key"])
            joined = status == network.STAT_GOT_IP
            code = why(status)
            address = self._station.ifconfig()[0] if joined else ""
            if not joined:
                leave(self._station)
        except OSError as e:
            events.log("warning", "setup", "the radio fails: %s" % e)
            joined, code, address = False, "radio", ""
        if not joined and not portal.anyway:
            events.log("warning", "setup", "not connected: " + code.replace("_", " "))
            portal.failed(code)
            return False
        try:
            keep(self._settings, wanted)
        except OSError as e:
            events.log("error", "setup", "the settings cannot be kept: %r" % e)
            portal.failed("not_kept")
            return False
        if not self._clock.is_set() and portal.now_ms:
            self._clock.set(portal.now_ms, wanted["zone_minutes"])
        portal.done(address)
        events.log("info", "setup", "done, address " + (address or "none yet"))
        try:
            await asyncio.wait_for_ms(portal.seen_done.wait(), _SEEN_MS)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            return True  # the phone has gone elsewhere
        await asyncio.sleep_ms(_TAKEN_MS)
        return True

    def _scan(self) -> "list[tuple[str, bool]]":
        return scan(self._station)


def keep(settings: "Any", wanted: "dict[str, Any]") -> None:
    """The network's name last: until then a cut leaves the set-up to be done again."""
    names = sorted([name for name in wanted if name != "wifi"])
    for name in names + ["wifi"]:
        settings.set(name, wanted[name])
    if settings.get("setup") == "on":
        settings.set("setup", "auto")


def leave(station: "Any") -> None:
    """Have it try no more: while it does, nothing can be searched. It may not even have begun."""
    try:
        station.disconnect()
    except OSError as e:
        events.log("info", "setup", "the radio: %s" % e)


def why(status: int) -> str:
    """Why joining has ended with this status, as a code of words_setup."""
    return _CODES.get(status, "no_address")


def scan(station: "Any") -> "list[tuple[str, bool]]":
    """(name, whether it is open) of the networks in reach, the nearest first. Blocks."""
    try:
        rows = station.scan()
    except OSError as e:
        events.log("warning", "setup", "the radio cannot search: %s" % e)
        return []
    found: "list[tuple[str, bool]]" = []
    for row in sorted(rows, key=lambda row: -row[3]):
        try:
            one = (row[0].decode(), row[4] == network.AUTH_OPEN)
        except ValueError:  # MicroPython's UnicodeError: it cannot be kept as a text
            continue
        if one[0] and "\0" not in one[0] and one not in found:
            found.append(one)
    return found[:_MOST_NETWORKS]


def access_key(rng: "Callable[[int], bytes]") -> str:
    """The access point's password: made at the first call and kept, so that it can be noted."""
    kv = namespace("cfg")
    kept = read_text(kv, "ap_key")
    if kept is not None and len(kept) == _KEY_SIZE:
        return kept
    made = "".join([_LETTERS[byte % len(_LETTERS)] for byte in rng(_KEY_SIZE)])
    try:
        put(kv, "ap_key", made.encode())
    except OSError as e:
        events.log("warning", "setup", "the password cannot be kept: %r" % e)
    return made
