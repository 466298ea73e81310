"""
First set-up: asks the owner for the network over an access point (docs/decisions/setup.md).

Owns the access point and the order of steps: open it, resolve every name to it (dns.py), serve the
page (captive_portal.py), try the network of the form while the page stays, and keep the settings
once it is joined. Run by network/online.py, through startup.py.
"""

import asyncio

import machine
import network
from micropython import const
from net.tasks import together

from firmware.network import wifi
from firmware.system import events, zone
from firmware.system.nvs import namespace, put
from firmware.system.setting_defaults import read_text

from .captive_portal import Portal
from .dns import DNS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware.system.clock import Clock
    from firmware.system.settings import Settings

_POLL_MS = const(5000)  # between two looks for requests
_SEEN_MS = const(20000)  # at most, until the page has asked for the result
_SENT_MS = const(2000)  # for the result to arrive
_MAX_NETWORKS = const(20)
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that look alike
_KEY_SIZE = const(10)

# Why joining ended with a status, as a code of words/setup.py.
_CODES = {
    network.STAT_WRONG_PASSWORD: "wrong_password",
    network.STAT_HANDSHAKE_TIMEOUT: "wrong_password",
    network.STAT_NO_AP_FOUND: "no_network",
    network.STAT_BEACON_TIMEOUT: "no_network",
    network.STAT_ASSOC_FAIL: "refused",
}


class Setup:
    """
    settings  are read for the form, and written
    clock     is set from the phone's, if it is not set yet
    ports     of HTTP and DNS, (80, 53) on a board; 0 for a free one
    idle_ms   it closes after so long without a request
    """

    def __init__(
        self,
        settings: "Settings",
        clock: "Clock",
        rng: "Callable[[int], bytes]",
        ports: "tuple[int, int]",
        idle_ms: int,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._rng = rng
        self._ports = ports
        self._idle_ms = idle_ms
        self._kept = False  # whether settings were kept
        self._station: "Any" = network.WLAN(network.STA_IF)
        self._access: "Any" = network.WLAN(network.AP_IF)

    async def run(self) -> bool:
        """
        Return True once settings were kept, False when nobody comes any more. Raises OSError where
        the radio fails or a port is taken, and what the page or DNS fails by. The radio is off
        afterwards.
        """
        portal: "Portal | None" = None
        dns: "DNS | None" = None
        try:
            name = "pet-%02X%02X" % tuple(machine.unique_id()[-2:])
            key = access_key(self._rng)
            self._protect(name, key)
            self._station.active(True)
            host = self._access.ifconfig()[0]
            dns = DNS(host, self._ports[1])
            dns.open()
            portal = Portal(
                host, self._ports[0], self._settings, lambda: scan(self._station), self._rng, name
            )
            await portal.open()
            events.emit("setup", network=name, password=key, page=portal.url, dns=dns.port)
            await together([dns.run(), portal.serve(), self._wait(portal)])
            return self._kept
        finally:
            if dns is not None:
                dns.close()
            if portal is not None:
                await portal.close()
            self._access.active(False)
            self._station.active(False)

    def _protect(self, name: str, key: str) -> None:
        """
        Start the access point with a password. It is set before the start, so that the network is
        never open, and again after it, since some versions take it from an active interface only.
        Raises OSError.
        """
        wanted = {"ssid": name, "security": network.AUTH_WPA2_PSK, "key": key}
        try:
            self._access.config(**wanted)
        except OSError:
            self._access.active(True)
        self._access.active(True)
        self._access.config(**wanted)

    async def _wait(self, portal: Portal) -> None:
        """Return once settings were kept, or when nobody has come for `idle_ms`."""
        quiet_ms = 0
        look_ms = min(_POLL_MS, self._idle_ms)
        while quiet_ms < self._idle_ms:
            try:
                await asyncio.wait_for_ms(portal.asked.wait(), look_ms)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                quiet_ms += look_ms
                if portal.visited:
                    quiet_ms, portal.visited = 0, False
                continue
            self._kept = await self._try(portal)
            if self._kept:
                return
            quiet_ms = 0

    async def _try(self, portal: Portal) -> bool:
        """Try the network of the form, show the result; True once the settings are kept."""
        wanted = portal.wanted
        try:
            status = await wifi.join(self._station, wanted["wifi"], wanted["wifi_key"])
            joined = status == network.STAT_GOT_IP
            code = reason_code(status)
            address = self._station.ifconfig()[0] if joined else ""
            if not joined:
                stop_joining(self._station)
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
        self._clock.choose(zone.from_text(wanted["zone"]))
        if not self._clock.is_set() and portal.now_ms:
            self._clock.set(portal.now_ms)
        portal.done(address)
        events.log("info", "setup", "done, address " + (address or "none yet"))
        try:
            await asyncio.wait_for_ms(portal.seen_done.wait(), _SEEN_MS)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            return True  # the phone is in another network by now
        await asyncio.sleep_ms(_SENT_MS)
        return True


def keep(settings: "Any", wanted: "dict[str, Any]") -> None:
    """Write the settings, the network's name last: before it, a power cut leaves none set."""
    names = sorted([name for name in wanted if name != "wifi"])
    for name in names + ["wifi"]:
        settings.set(name, wanted[name])
    if settings.get("setup") == "on":
        settings.set("setup", "auto")


def reason_code(status: int) -> str:
    """The code of the sentence that says why a network could not be joined (words/setup.py)."""
    return _CODES.get(status, "no_address")


def stop_joining(station: "Any") -> None:
    """Stop joining, since the radio cannot scan meanwhile; it may not have begun at all."""
    try:
        station.disconnect()
    except OSError as e:
        events.log("info", "setup", "the radio: %s" % e)


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
        except ValueError:  # MicroPython's UnicodeError: a name that no setting can hold
            continue
        if one[0] and "\0" not in one[0] and one not in found:
            found.append(one)
    return found[:_MAX_NETWORKS]


def access_key(rng: "Callable[[int], bytes]") -> str:
    """The access point's password, made at the first call and kept, so it can be written down."""
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
