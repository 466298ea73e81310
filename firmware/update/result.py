"""Result: reports how an update went, when the app reaches `ready` after it."""

import slots

from firmware import VERSION
from firmware.system import events


def reached_ready() -> None:
    """
    After a trial, or a return to the old app: mark the slot that runs as kept, and report the
    result in an event `update`.
    """
    if not slots.LEVEL or slots.mark == slots.KEPT:
        return
    try:
        slot, why = slots.reached_ready()
    except OSError as e:
        events.log("error", "update", "that this app starts cannot be kept: %r" % e)
        return
    if why:
        events.emit("update", what="rolled back", version=VERSION, slot=slot, why=why)
    else:
        events.emit("update", what="done", version=VERSION, slot=slot, why="")
