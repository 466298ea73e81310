"""
`select` of a device whose time passes only while it waits (time.py beside this).

asyncio waits here for its sleeping tasks: where no stream is ready, the time that it would wait
passes at once.
"""

import time

import uselect
from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT  # noqa: F401


class poll:
    """As uselect.poll(). A wait without a limit is a real one."""

    def __init__(self):
        own = uselect.poll()
        self.register = own.register
        self.unregister = own.unregister
        self.modify = own.modify
        self._poll = own.poll

    def poll(self, timeout: int = -1) -> list:
        ready = self._poll(min(timeout, 0))
        if not ready and timeout > 0:
            time.move(timeout)
        return ready

    def ipoll(self, timeout: int = -1, flags: int = 0) -> object:
        return iter(self.poll(timeout))
