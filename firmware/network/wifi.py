"""
Wi-Fi: a station that stays connected.

Owns the radio from its start to its end: when to try, when the connection counts as lost, what is
told of it. What is said to whom over the network is not its business, nor is the time (`sntp`).
A wrong password is told as such and not tried in a hurry, but for ever: routers say so, too, while
they start. Nothing here waits for the radio but by polling, since it does not call back.
"""

import asyncio

import network
from micropython import const
from net.backoff import Backoff

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_POLL_MS = const(200)
_LOOKS = const(100)  # while it joins, 20 s: DHCP of slow routers included
_WATCH_MS = const(2000)
_LOST = const(5)

_WORDS = {
    network.STAT_WRONG_PASSWORD: "the password is wrong",
    network.STAT_NO_AP_FOUND: "no such network is in reach",
    network.STAT_ASSOC_FAIL: "the router refuses",
    network.STAT_HANDSHAKE_TIMEOUT: "the password is wrong, or the router does not answer",
    network.STAT_BEACON_TIMEOUT: "the router is too far away",
}
_NO_ADDRESS = "the router does not answer, or gives no address"
_UNWELCOME = (network.STAT_WRONG_PASSWORD, network.STAT_HANDSHAKE_TIMEOUT)


async def join(radio: "Any", name: str, key: str, poll_ms: int = _POLL_MS) -> int:
    """
    Have the station join a network; its status in the end: STAT_GOT_IP, one of _WORDS, or
    another one where the router did not give an address in time. Raises OSError.
    """
    radio.active(True)
    if key:
        radio.connect(name, key)
    else:
        radio.connect(name)
    status = network.STAT_CONNECTING
    for _ in range(_LOOKS):
        await asyncio.sleep_ms(poll_ms)
        # Not isconnected() alone: it is true before there is an address.
        status = radio.status()
        if status == network.STAT_GOT_IP or status in _WORDS:
            break
    return status


def words(status: int) -> str:
    """Why joining has ended with this status."""
    return _WORDS.get(status) or _NO_ADDRESS


class WiFi:
    """
    Keeps the station of `name` (1 to 32 bytes) with `key` ("" for an open network) connected.

    told      def told(connected: bool, words: str): at each change, and when the reason changes;
              words are the address, or why there is none
    rng       def rng(n) -> bytes, for the times between tries
    hostname  under which routers and mDNS know the device: NAME.local
    poll_ms, watch_ms, lost   between two looks at the radio while it joins, and afterwards; so
              many of the latter in a row without a connection are its loss: the radio joins again
              by itself at first
    """

    def __init__(
        self,
        name: str,
        key: str,
        told: "Callable",
        rng: "Callable",
        *,
        hostname: str = "xiaozhi-pet",
        poll_ms: int = _POLL_MS,
        watch_ms: int = _WATCH_MS,
        lost: int = _LOST,
    ):
        self._name = name
        self._key = key
        self._told = told
        self._backoff = Backoff(rng)
        self._last: "tuple | None" = None
        self._hostname = hostname
        self._poll_ms = poll_ms
        self._watch_ms = watch_ms
        self._most_missed = lost
        # Made here: with it the network stack starts, without which a socket ends the chip.
        self._radio: "Any" = network.WLAN(network.STA_IF)
        self.up = asyncio.Event()  # set while there is a connection
        self.was_up = False  # whether there ever was one

    async def run(self) -> None:
        """Started by app; joins, watches, joins again; the radio is off when it ends."""
        network.hostname(self._hostname)
        try:
            while True:
                lasted_ms = await self._once()
                self._backoff.after(lasted_ms)
                await asyncio.sleep_ms(self._backoff.wait_ms())
        finally:
            self.up.clear()
            self._radio.active(False)

    async def _once(self) -> int:
        """One connection from joining to its loss; how long it lasted, in ms. Raises nothing."""
        try:
            status = await join(self._radio, self._name, self._key, self._poll_ms)
            if status != network.STAT_GOT_IP:
                if status in _UNWELCOME:
                    self._backoff.unwelcome()
                self._tell(False, words(status))
                return 0
            self._tell(True, self._radio.ifconfig()[0])
            self.up.set()
            self.was_up = True
            return await self._watch()
        except OSError as e:  # of the radio: it is switched off and on
            self._tell(False, "the radio fails: %s" % e)
            return 0
        finally:
            self.up.clear()
            self._radio.active(False)

    async def _watch(self) -> int:
        """Until the connection is lost; how long that took, in ms."""
        looks = missed = 0
        while missed < self._most_missed:
            await asyncio.sleep_ms(self._watch_ms)
            looks += 1
            missed = 0 if self._radio.isconnected() else missed + 1
            if missed == 1:
                self.up.clear()
            elif not missed:
                # It may have come back by itself, or another address with it.
                self._tell(True, self._radio.ifconfig()[0])
                self.up.set()
        self._tell(False, "the connection is lost")
        return looks * self._watch_ms

    def _tell(self, connected: bool, words: str) -> None:
        if self._last != (connected, words):
            self._last = (connected, words)
            self._told(connected, words)
