"""Updated: an app that was on trial, or was come back to, has reached `ready`."""

import slots

from firmware import VERSION
from firmware.system import events


def reached_ready() -> None:
    """
    Where boot.py has started a new app or come back to the old one: let the slot stay that runs,
    and say in an event `update` what has come of the new one.
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
