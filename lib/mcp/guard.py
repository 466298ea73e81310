"""
Guard: slows down who shows wrong keys. Loaded by the first of them.

Owns the count, for each peer and for all together. A peer with too many failures is told to come
again, a second later at a time; when there are too many in all, every peer that has failed lately
is. A right key is taken whatever the count says: keys have 128 bits of chance, so it is noise
that is kept down here and not a guess that might hit, and a forgotten client with a revoked key
must not shut out the owner who sits at the same address. No request is delayed.
"""

from micropython import const

from .door import Meter

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_STEP_MS = const(1000)  # a peer's failures: one in so long,
_BURST = const(20)  # after so many
_ALL_STEP_MS = const(200)
_ALL_BURST = const(100)
_PEERS = const(16)  # remembered; the one that has been quiet longest is forgotten


class Guard:
    """`now` is always a value of time.ticks_ms(), `peer` an address or None."""

    def __init__(self) -> None:
        self._all = Meter(_ALL_STEP_MS, _ALL_BURST)
        self._peers: "list[tuple[object, Meter]]" = []

    def wait_ms(self, peer: object, now: "Any") -> int:
        """How long this peer is not listened to; 0 where it is."""
        self._peers = [one for one in self._peers if not one[1].is_idle(now)]
        for known, meter in self._peers:
            if known == peer:
                return max(meter.wait_ms(now), self._all.wait_ms(now))
        return 0

    def failed(self, peer: object, now: "Any") -> None:
        """It has shown a wrong key."""
        self._all.count(now)
        found = [one for one in self._peers if one[0] == peer]
        entry = found[0] if found else (peer, Meter(_STEP_MS, _BURST))
        entry[1].count(now)
        others = [one for one in self._peers if one is not entry]
        self._peers = others[1 - _PEERS :] + [entry]
