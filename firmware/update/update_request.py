"""
Update request: an update that the tool `update` asks for, and the report of it after the restart.

Owns what the owner is told of its outcome; the sentences are in firmware/words/update.py,
installer.py does the work.
"""

import slots

from firmware import VERSION
from firmware.system import events
from firmware.words.update import say

from . import installer
from .manifest import UpdateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


async def answer(
    where: str,
    language: str,
    installs: bool,
    older: bool = False,
    progress: "Callable | None" = None,
) -> "tuple[bool, str, str]":
    """
    Check for the version at the URL `where`, or install it into the slot that does not run:
    (whether that worked, the sentence for the owner, the version or ""). `older` and `progress` as
    in installer.py.
    """
    try:
        update = installer.made(where, older, progress)
        if not installs:
            version = (await update.check()).version
            details = {"files": update.files, "kb": update.total // 1024}
            message = say(language, "available", version=version, running=VERSION, **details)
            return True, message, version
        version = (await update.install()).version
    except UpdateError as e:
        return False, say(language, e.code, **e.details), ""
    except OSError as e:
        return False, say(language, "flash", what=repr(e)), ""
    except MemoryError:
        return False, say(language, "ram"), ""
    events.emit("update", what="installed", version=version, slot="", why="")
    return True, say(language, "installed", version=version), version


def reached_ready() -> None:
    """After a trial or a return to the old app: mark its slot as kept, emit `update`."""
    if not slots.LEVEL or slots.mark == slots.KEPT:
        return
    try:
        slot, why = slots.reached_ready()
    except OSError as e:
        events.log("error", "update", "that this app starts cannot be kept: %r" % e)
        return
    what = "rolled back" if why else "done"
    events.emit("update", what=what, version=VERSION, slot=slot, why=why)
