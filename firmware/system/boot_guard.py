"""
Boot guard: counts a start as good.

boot.py counts each start as failed in `boot/failed` of NVS before it runs, and goes into safe mode
after three in a row (docs/decisions/living.md); this module clears the count. What caused the
start decides when: after power-on as soon as the companion is ready, since the power may go at any
moment; after a reset, which may have been a crash or the watchdog, two minutes later.
"""

import asyncio

import machine
from micropython import const

from .nvs import namespace, read_number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

_FAILED = "failed"
_SETTLE_S = const(120)


def reached_ready() -> "Callable[[], Coroutine] | None":
    """
    Called by startup.py when all transports are open, before the event `ready`, so that a power
    cut after that event follows a good start. Returns what to run as a task where this start
    counts as good only later, else None.
    """
    cause = machine.reset_cause()
    if cause in (machine.PWRON_RESET, machine.SOFT_RESET, machine.DEEPSLEEP_RESET):
        clear()
        return None
    return _settle


async def _settle() -> None:
    """That this ends shows that the loop is alive."""
    await asyncio.sleep(_SETTLE_S)
    clear()


def failed() -> int:
    """How many starts in a row have failed; this one counts until it is good."""
    return read_number(namespace("boot"), _FAILED) or 0


def clear() -> None:
    """Count no start as failed: this one was good, or the owner ended it. Ignores NVS errors."""
    try:
        if failed():
            kv = namespace("boot")
            kv.set_i32(_FAILED, 0)
            kv.commit()
    except OSError:
        return
