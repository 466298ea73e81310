"""
Backoff: how long to wait before a service is tried again.

A second, doubled after each failure up to ten minutes; a second again after a connection that
lasted a minute; at most five seconds after one that the service closed in order. A random part
keeps many devices from reconnecting at the same time.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST_S = const(1)
_MOST_S = const(600)
_CLOSED_S = const(4)
_LASTED_MS = const(60000)


class Backoff:
    """`rng(n)` gives n random bytes."""

    def __init__(self, rng: "Callable[[int], bytes]"):
        self._rng = rng
        self._next_s = _FIRST_S

    def ended(self, lasted_ms: int) -> None:
        """A connection has ended after so long."""
        if lasted_ms >= _LASTED_MS:
            self._next_s = _FIRST_S

    def closed_in_order(self) -> None:
        """The service has closed a connection that it had used, so it is available."""
        self._next_s = min(self._next_s, _CLOSED_S)

    def refused(self) -> None:
        """The service refuses this device; an early retry would be refused too."""
        self._next_s = _MOST_S

    def wait_ms(self) -> int:
        """
        Milliseconds before the next try: up to a quarter more than 1, 2, 4 .. seconds, in the end
        7.5 to 10 minutes. Never under a second: some servers mishandle a reconnect at once.
        """
        least = min(self._next_s * 1000, _MOST_S * 750)
        spread = min(self._next_s * 1250, _MOST_S * 1000) - least
        self._next_s = min(self._next_s * 2, _MOST_S)
        return least + spread * int.from_bytes(self._rng(2), "big") // 65536
