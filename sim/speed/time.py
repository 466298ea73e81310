"""
`time` of a desk device whose time runs faster or slower (--speed).

In front of sim/port/time.py on the path then, so that ticks and delays keep step with the
simulated clock: a task that sleeps ten minutes wakes ten simulated minutes later. Every timeout
of the device is as much shorter for the rest of the world.
"""

import utime
from micropython import const
from utime import ticks_add, ticks_cpu, ticks_diff  # noqa: F401

from sim import clock
from sim.port.time import gmtime, localtime, mktime, time, time_ns  # noqa: F401

# asyncio's task queue, which is C, stamps a task that is ready with the real ticks. Ours are
# ahead of them by far, so that such a stamp is always in the past.
_AHEAD_MS = const(1 << 40)


def ticks_us() -> int:
    return int(utime.ticks_us() * clock.speed)


def ticks_ms() -> int:
    return int(utime.ticks_ms() * clock.speed) + _AHEAD_MS


def sleep(seconds: float) -> None:
    utime.sleep(seconds / clock.speed)


def sleep_ms(milliseconds: int) -> None:
    utime.sleep_us(int(milliseconds * 1000 / clock.speed))


def sleep_us(microseconds: int) -> None:
    utime.sleep_us(int(microseconds / clock.speed))
