"""
Wi-Fi: a station that stays connected.

Owns the radio from its start to its end: when to try, when the connection counts as lost, what is
told of it. What is said to whom over the network is not its business, nor is the time (`sntp`).
A wrong password is told as such and not tried in a hurry, but for ever: routers say so, too, while
they start. Nothing here waits for the radio but by polling, since it does not call back.
"""

import asyncio

import network
from mcp.backoff import Backoff
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_POLL_MS = const(200)
_JOIN_MS = const(20000)  # for joining and an address: DHCP of slow routers included
_WATCH_MS = const(2000)
_LOST = const(5)

_WORDS = {
    network.STAT_WRONG_PASSWORD: "the password is wrong",
    network.STAT_NO_AP_FOUND: "no such network is in reach",
    network.STAT_ASSOC_FAIL: "the router refuses",
    network.STAT_HANDSHAKE_TIMEOUT: "the password is wrong, or the router does not answer",
    network.STAT_BEACON_TIMEOUT: "the router is too far away",
}
_UNWELCOME = (network.STAT_WRONG_PASSWORD, network.STAT_HANDSHAKE_TIMEOUT)


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
        self._radio: "Any" = None
        self.up = asyncio.Event()  # set while there is a connection

    async def run(self) -> None:
        """Started by app; joins, watches, joins again; the radio is off when it ends."""
        network.hostname(self._hostname)
        self._radio = network.WLAN(network.STA_IF)
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
            status = await self._join()
            if status != network.STAT_GOT_IP:
                if status in _UNWELCOME:
                    self._backoff.unwelcome()
                self._tell(False, _WORDS.get(status) or "the router does not answer")
                return 0
            self._tell(True, self._radio.ifconfig()[0])
            self.up.set()
            return await self._watch()
        except OSError as e:  # of the radio: it is switched off and on
            self._tell(False, "the radio fails: %s" % e)
            return 0
        finally:
            self.up.clear()
            self._radio.active(False)

    async def _join(self) -> int:
        """The radio's status in the end. Raises OSError."""
        self._radio.active(True)
        if self._key:
            self._radio.connect(self._name, self._key)
        else:
            self._radio.connect(self._name)
        status = network.STAT_CONNECTING
        for _ in range(_JOIN_MS // self._poll_ms):
            await asyncio.sleep_ms(self._poll_ms)
            # Not isconnected() alone: it is true before there is an address.
            status = self._radio.status()
            if status == network.STAT_GOT_IP or status in _WORDS:
                break
        return status

    async def _watch(self) -> int:
        """Until the connection is lost; how long that took, in ms."""
        looks = missed = 0
        while missed < self._most_missed:
            await asyncio.sleep_ms(self._watch_ms)
            looks += 1
            missed = 0 if self._radio.isconnected() else missed + 1
            if missed == 1:
                self.up.clear()
            elif not missed and not self.up.is_set():
                self.up.set()  # it has come back by itself
        self._tell(False, "the connection is lost")
        return looks * self._watch_ms

    def _tell(self, connected: bool, words: str) -> None:
        if self._last != (connected, words):
            self._last = (connected, words)
            self._told(connected, words)
