"""
Backoff: how long to wait before a service is tried again.

A first pause, doubled after each failure up to a longest one, by default a second and ten minutes;
the first again after a connection that lasted a minute; at most five seconds after one that the
service closed in order. A random part keeps many devices from reconnecting at the same time.
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
    """`rng(n)` gives n random bytes; `first_s` and `most_s` are the shortest and longest pause."""

    def __init__(
        self, rng: "Callable[[int], bytes]", first_s: int = _FIRST_S, most_s: int = _MOST_S
    ):
        self._rng = rng
        self._first_s = first_s
        self._most_s = most_s
        self._next_s = first_s

    def succeeded(self) -> None:
        """What was tried has come about: the next pause is the first again."""
        self._next_s = self._first_s

    def ended(self, lasted_ms: int) -> None:
        """A connection has ended after so long."""
        if lasted_ms >= _LASTED_MS:
            self.succeeded()

    def closed_in_order(self) -> None:
        """The service has closed a connection that it had used, so it is available."""
        self._next_s = min(self._next_s, _CLOSED_S)

    def refused(self) -> None:
        """The service refuses this device; an early retry would be refused too."""
        self._next_s = self._most_s

    def wait_ms(self) -> int:
        """
        Milliseconds before the next try: up to a quarter more than 1, 2, 4 .. times the first
        pause, in the end three quarters to all of the longest. With the defaults never under a
        second: some servers mishandle a reconnect at once.
        """
        most_s = self._most_s
        least = min(self._next_s * 1000, most_s * 750)
        spread = min(self._next_s * 1250, most_s * 1000) - least
        self._next_s = min(self._next_s * 2, most_s)
        return least + spread * int.from_bytes(self._rng(2), "big") // 65536
