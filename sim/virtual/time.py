"""
`time` of a device whose time passes only while it waits: hours take as long as what is done in
them.

In front of sim/port/time.py on the path then, beside select.py, which moves time on. Ticks and the
simulated clock keep step; ticks_us() is real, for measuring.
"""

import utime
from micropython import const
from utime import ticks_add, ticks_cpu, ticks_diff, ticks_us  # noqa: F401

from sim import clock
from sim.port.time import gmtime, localtime, mktime, time, time_ns  # noqa: F401

# asyncio's task queue, which is C, stamps a task that is ready with the real ticks. Ours are
# ahead of them by far, so that such a stamp is always in the past.
_AHEAD_MS = const(1 << 40)

_passed = [utime.ticks_ms() + _AHEAD_MS]
clock.start(clock.utc_ms(), utime.ticks_ms(), 0)  # the host's time moves it no more


def ticks_ms() -> int:
    return _passed[0]


def move(milliseconds: int) -> None:
    """So much time passes."""
    _passed[0] += milliseconds
    clock.set_utc_ms(clock.utc_ms() + milliseconds)


def sleep(seconds: float) -> None:
    move(int(seconds * 1000))


sleep_ms = move


def sleep_us(microseconds: int) -> None:
    move(microseconds // 1000)
