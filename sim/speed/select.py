"""
`select` of a desk device whose time runs faster or slower (--speed): timeouts in its own time.

asyncio waits here, so this is where its sleeping tasks get their time from. Everything else is
MicroPython's own poll.
"""

import uselect
from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT  # noqa: F401

from sim import clock


class poll:
    """As uselect.poll(). A wait may end up to a real millisecond early; asyncio looks again."""

    def __init__(self):
        own = uselect.poll()
        self.register = own.register
        self.unregister = own.unregister
        self.modify = own.modify
        self._poll = own.poll
        self._ipoll = own.ipoll

    def poll(self, timeout: int = -1) -> list:
        return self._poll(_real(timeout))

    def ipoll(self, timeout: int = -1, flags: int = 0) -> object:
        return self._ipoll(_real(timeout), flags)


def _real(timeout: int) -> int:
    return timeout if timeout <= 0 else int(timeout / clock.speed)
