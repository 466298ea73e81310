"""
Transfer: memory out of the device and into it, in place of the companion.

The device's side of ./tools/memory.sh, which runs it on the desk chip or, with mpremote, on a
board whose companion it has stopped. Owns what is said on stdout, one JSON object a line:

    {"refused": 7, "why": "..."}      a line of the file of which nothing was taken
    {"event": "recovered", ...}       what memory says of itself while it opens and works
    {"noted": 7, "what": "password"}  a line that was taken and looks like a secret
    {"error": "..."}                  why it could not be done, or not to the end
    {"done": "export", ...}           the figures, last of all
"""

import asyncio
import gc
import json
import os
import sys

import esp32
from memory.erase import erasure, scrub
from memory.errors import MemoryFault
from memory.guard import owner_trust
from memory.store import Store
from memory.text.folding import plain
from micropython import const

from firmware.companion.saved_conversation import SavedConversation
from firmware.system import flash_regions
from firmware.system.clock import Clock

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_ROOT = "/memory"
_PIECE = const(4096)


def export(where: "str | int", form: str, problem: "str | None") -> None:
    """Write all records, as `jsonl` or `csv`, to the file `where`; `problem` as in main.py."""
    _run(_export(where, form), problem)


def take_in(where: "str | int", problem: "str | None") -> None:
    """Merge the lines of the file `where` into memory; then keep a snapshot."""
    _run(_take_in(where), problem)


def trust(id: str, problem: "str | None") -> None:
    """Have the record `id` offered unasked, however it reads."""

    async def work(memory: Store) -> None:
        record = await owner_trust.trust(memory, id)
        if record is None:
            _say(error="there is no record " + id)
            return
        if memory.unsaved():
            await memory.save()
        _say(done="trust", id=id, kind=record.kind, content=plain(record.content))

    _run(work, problem)


def figures(problem: "str | None") -> None:
    """Say how much memory holds; `figures` is the object of the memory_statistics tool."""

    async def work(memory: Store) -> None:
        _say(done="stats", figures=await memory.statistics().figures())

    _run(work, problem)


def forget(wanted: dict, sure: bool, problem: "str | None") -> None:
    """
    Forget for good what `wanted` names (memory.erase.erasure), and clean the flash before it ends.
    Without `sure` only what is one memory goes; otherwise what would go is told.
    """

    async def work(memory: Store) -> None:
        found = await erasure.erase(memory, wanted, lambda found: sure or found.count == 1)
        named = found.mentions if found.done else found.records
        _say(
            done="forget",
            forgotten=found.done,
            everything=found.everything,
            count=found.count,
            also=found.also,
            records=[[one.id, one.kind, one.content] for one in named],
        )
        await _scrub(memory)

    _run(work, problem)


async def _scrub(memory: Store) -> None:
    """Finish what was forgotten before, as the companion does in the background."""
    if memory.erasure_journal is not None:
        await scrub.finish(memory)


def _run(work: "Any", problem: "str | None") -> None:
    """Do `work(memory)` on the opened store, and say why where it cannot be done."""
    if problem is not None:
        _say(error=problem)
        return
    # Collecting early keeps what lives long together, and room in one piece for packing.
    gc.collect()
    gc.threshold(gc.mem_free() // 8)
    memory = Store(esp32.NVS("mem"), _ROOT, Clock(), os.urandom, _notify)
    memory.saved_conversation = SavedConversation()
    memory.partitions = flash_regions.partitions
    try:
        memory.open()
        asyncio.run(work(memory))
    except MemoryFault as e:
        _say(error=str(e))
    except OSError as e:
        _say(error="the file cannot be read or written: %r" % e)
    except MemoryError as e:
        _say(error="too little RAM: %s" % e)
    memory.close()


def _export(where: "str | int", form: str) -> "Any":
    async def work(memory: Store) -> None:
        with open(where, "wb") as f:
            done = await memory.export(f.write, form)
        _say(done="export", archived=done.archived, hot=done.hot, unread=done.unread)

    return work


def _take_in(where: "str | int") -> "Any":
    async def work(memory: Store) -> None:
        await _scrub(memory)  # what was forgotten and comes in again is to stay
        with open(where, "rb") as f:
            done = await memory.import_lines(_pieces(f), _refused, _noted)
        if done.stopped is not None:
            _say(error=str(done.stopped))
        if memory.unsaved():
            await memory.save()
        _say(
            done="import",
            added=done.added,
            updated=done.updated,
            left=done.left,
            refused=done.refused,
            archived=done.archived,
        )

    return work


def _pieces(f: "Any") -> "Any":
    while True:
        piece = f.read(_PIECE)
        if not piece:
            return
        yield piece


def _noted(number: int, what: str) -> None:
    _say(noted=number, what=what)


def _refused(number: int, why: "MemoryFault") -> None:
    _say(refused=number, why=str(why))


def _notify(event: str, **fields: object) -> None:
    _say(event=event, **fields)


def _say(**fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
