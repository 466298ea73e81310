"""
Starting: what the composition root does once, from the first part to the word `ready`.

Makes what `app` owns, in the order in which a small heap has room for it: memory, what a power cut
left of a conversation; then `opening` makes the MCP server and the ways in. `app` lets both go
when `start` has returned, so that nothing lives on that is defined in them: functions that do are
in `app`.
"""

import gc
import os

import board
from memory.engine import Memory
from memory.errors import MemoryFault
from micropython import const

from . import events
from .app import notify, reach
from .clock import Stopwatch
from .namespace import namespace

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .app import Companion

_MOUNT = "/memory"
_PLENTY = const(1048576)  # bytes of a heap in which a log may be kept
_NOT_FOUND = const(-0x1102)


async def start(companion: "Companion") -> None:
    """Everything up to `ready`; nothing waits for the network."""
    if gc.mem_alloc() + gc.mem_free() >= _PLENTY and companion.settings.get("log_kb"):
        from . import crash, ring

        ring.keep(companion.settings.get("log_kb")).add("start after: " + (crash.last() or "-"))
    if [True for name in ("watchdog_s", "led", "aiorepl") if companion.settings.get(name)]:
        from .living import Living

        companion.living = Living(companion)
    _open_memory(companion)
    await _introduce(companion)
    await _listen(companion)
    from . import opening  # after what was said at the start is heard: that takes much of a heap

    await opening.opened(companion)


async def _introduce(companion: "Companion") -> None:
    """Have memory know the owner by the name that the set-up was told."""
    owner = companion.settings.get("owner")
    if owner and companion.memory is not None and companion.memory_problem is None:
        from . import introducing

        await introducing.introduce(companion.memory, owner)


def _was_cut() -> bool:
    """True where a power cut left something of a conversation (docs/FORMAT.md section 8)."""
    kv = namespace("talk")
    for key in ("q0", "q1"):
        try:
            kv.get_blob(key, bytearray(1))
        except OSError as e:
            if e.args[0] != _NOT_FOUND:  # too long for this buffer: it is there
                return True
    return False


def _open_memory(companion: "Companion") -> None:
    root: "str | None" = _MOUNT
    if companion.archive_problem is not None:
        events.log("error", "boot", companion.archive_problem)
        events.emit("recovered", what="archive away", lost_since=None)
        root = None
    companion.memory = Memory(namespace("mem"), root, companion.clock, os.urandom, notify)
    companion.memory.reach = reach
    try:
        companion.memory.open()
    except MemoryFault as e:
        # A newer firmware's memory, or flash that does not answer: the device still talks,
        # touches nothing, and every call of the tool says why.
        events.log("error", "memory", str(e))
        companion.memory_problem = str(e)


async def _listen(companion: "Companion") -> None:
    """
    Bring home what a power cut left of a conversation, then hear what is said at the start.
    Before the ways in are open: the heap is widest here, and who comes finds it in memory.
    """
    speech = board.speech()
    if companion.memory_problem is not None or (speech is None and not _was_cut()):
        return
    from . import conversation  # only who is spoken to pays for it

    # What a cut has left was said to the cloud, where there is one.
    channel = "xiaozhi" if speech is None and companion.settings.get("cloud") else "hear"
    talk = conversation.Conversation(
        companion.memory, companion.clock, Stopwatch(), companion.small_heap, channel
    )
    await talk.start()
    if speech is not None:
        await talk.play(speech)
    if talk.idle:
        gc.collect()
    else:
        companion.conversation = talk
        companion.spawn(talk.run())
