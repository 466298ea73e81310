"""
Updated: an app that was on trial, or was come back to, has reached `ready`.

Loaded only then: boot.py leaves `slots` loaded where there is something to tell.
"""

from . import VERSION, events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def reached_ready(slots: "Any") -> None:
    """Let the slot stay that runs, and say in an event `update` what has come of the new one."""
    try:
        slot, why = slots.reached_ready()
    except OSError as e:
        events.log("error", "update", "that this app starts cannot be kept: %r" % e)
        return
    if why:
        events.emit("update", what="rolled back", version=VERSION, slot=slot, why=why)
    else:
        events.emit("update", what="done", version=VERSION, slot=slot, why="")
