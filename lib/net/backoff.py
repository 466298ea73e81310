"""
Backoff: how long to wait before a service is tried again.

Owns the numbers: a second, doubled after each failure up to ten minutes, begun anew by a
connection that lasted, never more than five seconds after one that ended in good order. The time
added by chance keeps many devices from coming back together.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST_S = const(1)
_MOST_S = const(600)
_PARTED_S = const(4)
_LASTED_MS = const(60000)


class Backoff:
    """`rng(n)` gives n random bytes."""

    def __init__(self, rng: "Callable[[int], bytes]"):
        self._rng = rng
        self._next_s = _FIRST_S

    def after(self, lasted_ms: int) -> None:
        """A connection has ended that had lasted so long."""
        if lasted_ms >= _LASTED_MS:
            self._next_s = _FIRST_S

    def parted(self) -> None:
        """The service has used a connection and closed it: it is there, and will be again."""
        self._next_s = min(self._next_s, _PARTED_S)

    def unwelcome(self) -> None:
        """The service does not want us: knocking again soon would change nothing."""
        self._next_s = _MOST_S

    def wait_ms(self) -> int:
        """
        Milliseconds before the next try: up to a quarter more than 1, 2, 4 .. seconds, in the end
        7.5 to 10 minutes. Never under a second: some servers take two connections at once ill.
        """
        least = min(self._next_s * 1000, _MOST_S * 750)
        spread = min(self._next_s * 1250, _MOST_S * 1000) - least
        self._next_s = min(self._next_s * 2, _MOST_S)
        return least + spread * int.from_bytes(self._rng(2), "big") // 65536
