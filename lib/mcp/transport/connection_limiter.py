"""
Limits on connections, requests and wrong keys.

A connection is unauthenticated until it has shown a key, and again once it is answered, while what
it still sends is dropped. Unauthenticated connections are few. One too many evicts the oldest of
the peer that has most of them, so the newest is always heard and nobody without a key keeps the
owner out. Reads and writes nothing.

    add -> (unauthenticated) -> authenticate -> (authenticated) -> answered -> (unauthenticated)
        -> remove
"""

import asyncio
import time

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_MAX_UNAUTHENTICATED = const(6)
_MAX_OF_A_PEER = const(4)  # of these
_MAX_SOCKETS = const(8)  # of connections of both kinds: an ESP32 has 10 for everything
_MIN_UNAUTHENTICATED = const(2)  # allowed however many are authenticated

_STEP_MS = const(1000)  # failures of a peer: one in so long,
_FAILURES = const(20)  # after so many
_ALL_STEP_MS = const(200)  # failures of all peers
_ALL_FAILURES = const(100)
_PEERS = const(16)  # with failures; the one without a failure for longest is dropped


class Connection:
    """One connection: the peer's address (None where unknown) and the task that serves it."""

    evicted = False

    def __init__(self, peer: object):
        self.peer = peer
        self.task: "Any" = asyncio.current_task()


class ConnectionLimiter:
    """
    max_authenticated  authenticated connections at once; one of them is for keys of scope "admin"
                       alone
    """

    def __init__(self, max_authenticated: int):
        self._max_authenticated = max_authenticated
        self.unauthenticated: "list[Connection]" = []
        self.authenticated: "list[Connection]" = []

    def add(self, connection: Connection) -> None:
        """Add an unauthenticated connection; if there are too many, cancel the task of one."""
        self.unauthenticated.append(connection)
        most: "list[Connection]" = []
        for one in self.unauthenticated:
            of_a_peer = [other for other in self.unauthenticated if other.peer == one.peer]
            if len(of_a_peer) > len(most):
                most = of_a_peer
        left = max(_MIN_UNAUTHENTICATED, _MAX_SOCKETS - len(self.authenticated))
        limit = min(_MAX_UNAUTHENTICATED, left)
        if len(self.unauthenticated) > limit or len(most) > _MAX_OF_A_PEER:
            self.unauthenticated.remove(most[0])
            most[0].evicted = True
            most[0].task.cancel()

    def authenticate(self, connection: Connection, scope: str) -> bool:
        """Count it as authenticated; False where that would be one too many of that scope."""
        limit = self._max_authenticated
        if scope != "admin":
            limit = max(1, limit - 1)
        if len(self.authenticated) >= limit:
            return False
        self.unauthenticated.remove(connection)
        self.authenticated.append(connection)
        return True

    def answered(self, connection: Connection) -> None:
        """Its answer was sent: another connection may be authenticated in its stead."""
        if connection in self.authenticated:
            self.authenticated.remove(connection)
            self.add(connection)

    def remove(self, connection: Connection) -> None:
        """It is closed."""
        for connections in (self.unauthenticated, self.authenticated):
            if connection in connections:
                connections.remove(connection)


class RateLimiter:
    """
    Something may happen once in `step_ms`, and `burst` times before that counts. `now` is always a
    value of time.ticks_ms().
    """

    def __init__(self, step_ms: int, burst: int):
        self._step_ms = step_ms
        self._most_ms = step_ms * (burst - 1)
        # Each event moves it `step_ms` ahead; as if none when it is past.
        self._until: "Any" = None

    def wait_ms(self, now: "Any") -> int:
        """0 where it may happen now, else how long until it may."""
        return max(self._ahead_ms(now) - self._most_ms, 0)

    def count(self, now: "Any") -> None:
        """Count an event, allowed or not."""
        ahead = min(self._ahead_ms(now), self._most_ms) + self._step_ms
        self._until = time.ticks_add(now, ahead)

    def is_idle(self, now: "Any") -> bool:
        """Whether no event counts any more."""
        return self._ahead_ms(now) == 0

    def _ahead_ms(self, now: "Any") -> int:
        if self._until is None:
            return 0
        ahead = time.ticks_diff(self._until, now)
        # More than is possible: the tick counter has wrapped around since.
        return ahead if 0 < ahead <= self._most_ms + self._step_ms else 0


class FailedKeyLimiter:
    """
    Counts wrong keys, of each peer and of all together.

    A peer with too many is refused for a second at a time. Where there are too many in all, every
    peer that has failed lately is refused. A right key is accepted whatever the count: keys
    have 128 random bits and cannot be guessed, and a client with a revoked key must not shut out
    the owner at the same address. No request is delayed.

    `now` is always a value of time.ticks_ms(), `peer` an address or None.
    """

    def __init__(self) -> None:
        self._all = RateLimiter(_ALL_STEP_MS, _ALL_FAILURES)
        self._peers: "list[tuple[object, RateLimiter]]" = []

    def wait_ms(self, peer: object, now: "Any") -> int:
        """How long this peer is refused; 0 where it is not."""
        self._peers = [one for one in self._peers if not one[1].is_idle(now)]
        for known, rate in self._peers:
            if known == peer:
                return max(rate.wait_ms(now), self._all.wait_ms(now))
        return 0

    def count(self, peer: object, now: "Any") -> None:
        """Count a wrong key of this peer."""
        self._all.count(now)
        found = [one for one in self._peers if one[0] == peer]
        entry = found[0] if found else (peer, RateLimiter(_STEP_MS, _FAILURES))
        entry[1].count(now)
        others = [one for one in self._peers if one is not entry]
        self._peers = others[1 - _PEERS :] + [entry]
