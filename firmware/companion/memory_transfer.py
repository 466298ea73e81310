"""
Memory transfer: export, import and other work on memory while the companion does not run.

The device's side of ./tools/memory.sh, which runs it on the desk chip or, with mpremote, on a
board whose companion it has stopped. Owns what is printed to stdout, one JSON object a line:

    {"refused": 7, "why": "..."}      a line of the file that was not imported
    {"event": "recovered", ...}       an event of memory
    {"noted": 7, "what": "password"}  a line that was imported and looks like a secret
    {"error": "..."}                  why it could not be done, or not completely
    {"done": "export", ...}           the figures, last of all
"""

import asyncio
import gc
import json
import os
import sys

import esp32
from memory.engine import Memory
from memory.erase import erasure, scrub
from memory.errors import MemoryFault
from memory.guard import owner_trust
from memory.text.folding import plain
from micropython import const

from firmware.companion.saved_conversation import SavedConversation
from firmware.system import clock, flash_regions
from firmware.system.settings import Settings

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_ROOT = "/memory"
_PIECE = const(4096)


def export(where: "str | int", form: str, booted: tuple) -> None:
    """
    Write all records to the file `where`, in a form of memory.transfer.exporter: `jsonl`, `csv` or
    `stores`. `booted` is (archive_problem, mount_turns) as boot.py leaves them; an earlier one has
    no mount_turns: None.
    """
    _run(_export(where, form), booted)


def import_file(where: "str | int", booted: tuple) -> None:
    """Merge the lines of the file `where` into memory; then write a snapshot."""
    _run(_import(where), booted)


def trust(id: str, booted: tuple) -> None:
    """Mark the record `id` as trusted by its owner: it is shown unasked, however it reads."""

    async def work(memory: Memory) -> None:
        record = await owner_trust.trust(memory, id)
        if record is None:
            _print(error="there is no record " + id)
            return
        if memory.unsaved():
            await memory.save()
        _print(done="trust", id=id, kind=record.kind, content=plain(record.content))

    _run(work, booted)


def figures(booted: tuple) -> None:
    """Print how much memory has, with the figures of the memory_statistics tool."""

    async def work(memory: Memory) -> None:
        _print(done="stats", figures=await memory.statistics().figures())

    _run(work, booted)


def forget(wanted: dict, sure: bool, booted: tuple) -> None:
    """
    Erase what `wanted` names (memory.erase.erasure), and scrub the flash. Without `sure` a single
    record is erased at once; of several only the list is printed.
    """

    async def work(memory: Memory) -> None:
        found = await erasure.erase(memory, wanted, lambda found: sure or found.count == 1)
        named = found.mentions if found.done else found.records
        _print(
            done="forget",
            forgotten=found.done,
            everything=found.everything,
            count=found.count,
            also=found.also,
            records=[[one.id, one.kind, one.content] for one in named],
        )
        await _scrub(memory)

    _run(work, booted)


async def _scrub(memory: Memory) -> None:
    """Finish an erasure, as the companion does in the background."""
    if memory.erasure_journal is not None:
        await scrub.finish(memory)


def _run(work: "Any", booted: tuple) -> None:
    """Do `work(memory)` on the opened store; print why where it cannot be done."""
    problem, mount_turns = booted
    if problem is not None:
        _print(error=problem)
        return
    # Collecting early keeps long-lived objects together, and a large block free for packing.
    gc.collect()
    gc.threshold(gc.mem_free() // 8)
    now = clock.of_owner(Settings({}))
    memory = Memory(esp32.NVS("mem"), _ROOT, now, os.urandom, _notify)
    memory.saved_conversation = SavedConversation()
    memory.partitions = flash_regions.partitions
    memory.mount_turns = mount_turns
    try:
        memory.open()
        asyncio.run(work(memory))
    except MemoryFault as e:
        _print(error=str(e))
    except OSError as e:
        _print(error="the file cannot be read or written: %r" % e)
    except MemoryError as e:
        _print(error="too little RAM: %s" % e)
    memory.close()


def _export(where: "str | int", form: str) -> "Any":
    async def work(memory: Memory) -> None:
        with open(where, "wb") as f:
            done = await memory.export(f.write, form)
        figures = {"archived": done.archived, "hot": done.hot, "unread": done.unread}
        _print(done="export", form=form, **figures)

    return work


def _import(where: "str | int") -> "Any":
    async def work(memory: Memory) -> None:
        await _scrub(memory)  # a record erased before and imported again is to stay
        with open(where, "rb") as f:
            done = await memory.import_lines(
                _pieces(f), _refused, lambda number, what: _print(noted=number, what=what)
            )
        if done.stopped is not None:
            _print(error=str(done.stopped))
        if memory.unsaved():
            await memory.save()
        _print(
            done="import",
            added=done.added,
            updated=done.updated,
            left=done.left,
            refused=done.refused,
            archived=done.archived,
            deleted=done.deleted,
        )

    return work


def _pieces(f: "Any") -> "Any":
    while True:
        piece = f.read(_PIECE)
        if not piece:
            return
        yield piece


def _refused(number: int, why: "MemoryFault") -> None:
    _print(refused=number, why=str(why))


def _notify(event: str, **fields: object) -> None:
    _print(event=event, **fields)


def _print(**fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
