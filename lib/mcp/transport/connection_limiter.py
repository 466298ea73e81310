"""
Door: who is inside, who has to go when too many come, and how often each may come.

Owns the places, the count of requests and the count of wrong keys. A connection is a stranger
until it has shown a key, and again while what it still sends is dropped; strangers are few, and
one too many makes the oldest of the peer that has most of them go. So nobody without a key keeps
the owner out, however many come: the newest is always heard. Reads and writes nothing.

    come -> stranger -> admit -> member -> answered -> stranger -> leave
"""

import asyncio
import time

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_STRANGERS = const(6)
_OF_A_PEER = const(4)
_IN_ALL = const(8)  # sockets, as long as members leave some: an ESP32 has 10 for everything
_FEWEST = const(2)  # strangers, however many members there are

_STEP_MS = const(1000)  # a peer's failures: one in so long,
_FAILURES = const(20)  # after so many
_ALL_STEP_MS = const(200)
_ALL_FAILURES = const(100)
_PEERS = const(16)  # remembered; the one that has been quiet longest is forgotten


class Visit:
    """One connection: the peer's address (None where unknown) and the task that serves it."""

    sent_away = False

    def __init__(self, peer: object):
        self.peer = peer
        self.task: "Any" = asyncio.current_task()


class Door:
    """
    places  members at once; one of them is for keys of scope "admin" alone
    """

    def __init__(self, places: int):
        self.places = places
        self.strangers: "list[Visit]" = []
        self.members: "list[Visit]" = []

    def come(self, visit: Visit) -> None:
        """A stranger; perhaps another one's task is cancelled for it."""
        self.strangers.append(visit)
        most: "list[Visit]" = []
        for one in self.strangers:
            of_a_peer = [other for other in self.strangers if other.peer == one.peer]
            if len(of_a_peer) > len(most):
                most = of_a_peer
        room = min(_STRANGERS, max(_FEWEST, _IN_ALL - len(self.members)))
        if len(self.strangers) > room or len(most) > _OF_A_PEER:
            self.strangers.remove(most[0])
            most[0].sent_away = True
            most[0].task.cancel()

    def admit(self, visit: Visit, scope: str) -> bool:
        """Make it a member; False where there is no place for one of that scope."""
        places = self.places if scope == "admin" else max(1, self.places - 1)
        if len(self.members) >= places:
            return False
        self.strangers.remove(visit)
        self.members.append(visit)
        return True

    def answered(self, visit: Visit) -> None:
        """It has all that it can get: its place is free."""
        if visit in self.members:
            self.members.remove(visit)
            self.come(visit)

    def leave(self, visit: Visit) -> None:
        for room in (self.strangers, self.members):
            if visit in room:
                room.remove(visit)


class Meter:
    """
    How often something may happen: once in `step_ms`, and `burst` times before that counts. `now`
    is always a value of time.ticks_ms().
    """

    def __init__(self, step_ms: int, burst: int):
        self._step_ms = step_ms
        self._most_ms = step_ms * (burst - 1)
        self._until: "Any" = None  # when all that has happened is paid for

    def wait_ms(self, now: "Any") -> int:
        """0 where it may happen now, else how long until it may."""
        return max(self._ahead_ms(now) - self._most_ms, 0)

    def count(self, now: "Any") -> None:
        """It has happened, allowed or not."""
        ahead = min(self._ahead_ms(now), self._most_ms) + self._step_ms
        self._until = time.ticks_add(now, ahead)

    def is_idle(self, now: "Any") -> bool:
        """Whether it is as if nothing had ever happened."""
        return self._ahead_ms(now) == 0

    def _ahead_ms(self, now: "Any") -> int:
        if self._until is None:
            return 0
        ahead = time.ticks_diff(self._until, now)
        # Beyond what can be: the counter has gone round since.
        return ahead if 0 < ahead <= self._most_ms + self._step_ms else 0


class Guard:
    """
    Slows down who shows wrong keys: counts failures, for each peer and for all together.

    A peer with too many failures is told to come again a second later at a time; when there are
    too many in all, every peer that has failed lately is. A right key is taken whatever the count
    says: keys have 128 bits of chance and cannot be guessed, and a forgotten client with a revoked
    key must not shut out the owner who sits at the same address. No request is delayed.

    `now` is always a value of time.ticks_ms(), `peer` an address or None.
    """

    def __init__(self) -> None:
        self._all = Meter(_ALL_STEP_MS, _ALL_FAILURES)
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
        entry = found[0] if found else (peer, Meter(_STEP_MS, _FAILURES))
        entry[1].count(now)
        others = [one for one in self._peers if one is not entry]
        self._peers = others[1 - _PEERS :] + [entry]
