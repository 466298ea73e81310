"""
Starts: which of them came to `ready`, and what follows when three in a row did not.

Owns the meaning of NVS's `boot/failed` after boot.py has counted (docs/decisions/living.md). What
ended the start before decides when a start counts as good: after power-on that it is ready, since
a pet's power may go at any moment; after a reset, which may have been a crash or the watchdog,
that its loop stays alive for two minutes more. Loaded at `ready` and let go again.
"""

import asyncio

import machine
from micropython import const

from .nvs import namespace

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Coroutine

_FAILED = "failed"
_SETTLE_S = const(120)
_NOT_FOUND = const(-0x1102)


def reached_ready() -> "Coroutine | None":
    """
    Called by app when all ways in are open, before `ready` is said, so that whoever cuts the power
    at that word meets a good start. Gives what is to be run as a task where that is not enough.
    """
    cause = machine.reset_cause()
    if cause in (machine.PWRON_RESET, machine.SOFT_RESET, machine.DEEPSLEEP_RESET):
        clear()
        return None
    return _settle()


async def _settle() -> None:
    """The loop is alive when this ends."""
    await asyncio.sleep(_SETTLE_S)
    clear()


def failed() -> int:
    """How many starts in a row have not come so far yet, this one included."""
    try:
        return namespace("boot").get_i32(_FAILED)
    except OSError as e:
        if e.args[0] != _NOT_FOUND:
            raise
        return 0


def clear() -> None:
    """This start was good, or the owner ended it. NVS that fails changes nothing."""
    try:
        if failed():
            kv = namespace("boot")
            kv.set_i32(_FAILED, 0)
            kv.commit()
    except OSError:
        return
