"""
Wi-Fi: a station that stays connected.

Owns the radio while it runs: when to join, when the connection counts as lost, and what is
reported of it. The time is sntp.py's. A wrong password is reported as such and tried again for
ever, with longer pauses: routers report it also while they start. The radio has no callbacks, so
its status is polled.
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
_JOIN_POLLS = const(100)  # 20 s: includes DHCP of slow routers
_WATCH_MS = const(2000)
_MISSED_MAX = const(5)

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
    """Join a network; the last status: STAT_GOT_IP, one of _WORDS, or another. Raises OSError."""
    radio.active(True)
    if key:
        radio.connect(name, key)
    else:
        radio.connect(name)
    status = network.STAT_CONNECTING
    for _ in range(_JOIN_POLLS):
        await asyncio.sleep_ms(poll_ms)
        # isconnected() is true before there is an address, so the status is read.
        status = radio.status()
        if status == network.STAT_GOT_IP or status in _WORDS:
            break
    return status


class WiFi:
    """
    Keeps the station of `name` (1 to 32 bytes) with `key` ("" for an open network) connected.

    on_change   on_change(connected, words), at each change and when the reason changes; words
                are the address, or why there is none
    rng         rng(n) gives n random bytes, for the pauses between tries
    hostname    under which routers and mDNS know the device: NAME.local
    poll_ms     between two looks at the radio while it joins
    watch_ms    between two looks afterwards; after `missed_max` of them in a row without a
                connection it is lost and joined anew (before, the radio rejoins by itself)
    """

    def __init__(
        self,
        name: str,
        key: str,
        on_change: "Callable[[bool, str], None]",
        rng: "Callable[[int], bytes]",
        *,
        hostname: str = "xiaozhi-pet",
        poll_ms: int = _POLL_MS,
        watch_ms: int = _WATCH_MS,
        missed_max: int = _MISSED_MAX,
    ):
        self._name = name
        self._key = key
        self._on_change = on_change
        self._backoff = Backoff(rng)
        self._reported: "tuple | None" = None
        self._hostname = hostname
        self._poll_ms = poll_ms
        self._watch_ms = watch_ms
        self._missed_max = missed_max
        # MicroPython starts the network stack here; a socket made before that crashes the chip.
        self._radio: "Any" = network.WLAN(network.STA_IF)
        self.up = asyncio.Event()  # set while there is a connection
        self.was_up = False  # whether there ever was one

    async def run(self) -> None:
        """Started by online.py; joins, watches, joins again; the radio is off when it ends."""
        network.hostname(self._hostname)
        try:
            while True:
                lasted_ms = await self._once()
                self._backoff.ended(lasted_ms)
                await asyncio.sleep_ms(self._backoff.wait_ms())
        finally:
            self.up.clear()
            self._radio.active(False)

    async def _once(self) -> int:
        """Join, stay until the connection is lost; return how long it lasted, in ms."""
        try:
            status = await join(self._radio, self._name, self._key, self._poll_ms)
            if status != network.STAT_GOT_IP:
                if status in _UNWELCOME:
                    self._backoff.refused()
                self._report(False, _WORDS.get(status, _NO_ADDRESS))
                return 0
            self._report(True, self._radio.ifconfig()[0])
            self.up.set()
            self.was_up = True
            return await self._watch()
        except OSError as e:  # the radio's: it is switched off here and on at the next try
            self._report(False, "the radio fails: %s" % e)
            return 0
        finally:
            self.up.clear()
            self._radio.active(False)

    async def _watch(self) -> int:
        """Wait until the connection is lost; return how long that took, in ms."""
        looks = missed = 0
        while missed < self._missed_max:
            await asyncio.sleep_ms(self._watch_ms)
            looks += 1
            missed = 0 if self._radio.isconnected() else missed + 1
            if missed == 1:
                self.up.clear()
            elif not missed:
                # The radio may have rejoined by itself, with another address.
                self._report(True, self._radio.ifconfig()[0])
                self.up.set()
        self._report(False, "the connection is lost")
        return looks * self._watch_ms

    def _report(self, connected: bool, words: str) -> None:
        if self._reported != (connected, words):
            self._reported = (connected, words)
            self._on_change(connected, words)
