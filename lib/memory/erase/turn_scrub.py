"""Turn scrub: finds the turns that are about erased records, and overwrites their lines."""

import asyncio
from binascii import crc32

from micropython import const

from memory.errors import MemoryFault
from memory.log.lines import lines_forward
from memory.log.manifest import CRC

from .related_texts import is_about

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from memory.interfaces import Steps
    from memory.store import Store

    from .erasure_journal import ErasureJournal
    from .related_texts import RelatedTexts

_MOST = const(500)  # turns that the journal names; beyond it all of them go
_LINES = const(16)  # that are searched in one step
_START = b'{"session":"'
_INDEX = b'","index":'


async def related_turns(store: "Store", related: "RelatedTexts") -> "list[int] | None":
    """
    The names (Turn.name) of the turns that are about erased records; None for all turns, where
    there are too many records or turns to be named one by one. For holders of the lock. What
    cannot be read is reported and left out, since the erasure of the records must not wait for it.
    """
    if related.too_many:
        return None
    found: "list[int]" = []

    def is_related(turn: "Any") -> bool:
        text = turn.words
        return crc32(turn.text.encode()) in related.crcs or (
            len([True for words in related.words if is_about(text, words)]) > 0
        )

    try:
        for turn in store.turns.scan(is_related):
            if turn is None:
                await asyncio.sleep(0)
            elif len(found) < _MOST:
                found.append(turn.name)
            else:
                return None
    except MemoryFault as e:
        store.report("turns", "not searched for what is forgotten: %s" % e)
    return found


def name_of(session: str, index: int) -> int:
    """The name of a turn, as memory.turns.turn.Turn.name has it."""
    return crc32(b"%s %d" % (session.encode(), index))


def name_in(data: "bytes | bytearray", at: int) -> "int | None":
    """The name of the turn whose line begins there, as our own lines are spelled; else None."""
    if data[at : at + len(_START)] != _START:
        return None
    begin = at + len(_START)
    end = data.find(b'"', begin, begin + 32)
    first = end + len(_INDEX)
    if end < 0 or data[end:first] != _INDEX:
        return None
    last = first
    while data[last : last + 1].isdigit():
        last += 1
    return crc32(bytes(data[begin:end]) + b" " + bytes(data[first:last]))


def has_turn(data: "bytes | bytearray", journal: "ErasureJournal") -> bool:
    """True where the bytes have the beginning of the line of an erased turn."""
    at = data.find(_START)
    while at >= 0:
        name = name_in(data, at)
        if name is not None and name in journal.turns:
            return True
        at = data.find(_START, at + 1)
    return False


class ErasedTurns:
    """Says of a line whether it is that of an erased turn, as ErasureJournal does of records."""

    def __init__(self, journal: "ErasureJournal") -> None:
        self._turns = journal.turns

    def holds(self, text: bytes) -> bool:
        name = name_in(text, 0)
        return name is not None and name in self._turns


def clean(
    store: "Store",
    journal: "ErasureJournal",
    overwrite: "Callable[[str, Any], Iterator]",
) -> "Steps":
    """
    Overwrite the lines of erased turns, by `overwrite(path, erased)`, in steps as Scrub's. All
    checksums are taken anew, since a power cut may have come before one was written.
    """
    if not journal.turns:
        return
    erased = ErasedTurns(journal)
    try:
        log = store.turns.log()
    except MemoryFault:
        return  # told; the search names what is left
    if log is None:
        return
    for number in log.segments():
        found = yield from _has_erased(log, number, erased)
        if found:
            yield True
            log.close_files()
            try:
                yield from overwrite(log.path(number), erased)
            finally:
                if number == log.manifest.open:
                    log.measure_open()
            yield False
    yield True
    yield from _measure(log)
    yield False


def _has_erased(log: "Any", number: int, erased: ErasedTurns) -> "Any":
    """Whether a segment has the line of an erased turn: the value that the generator returns."""
    count = 0
    for text in lines_forward(log.chunks(number)):
        count += 1
        if erased.holds(text):
            return True
        if count % _LINES == 0:
            yield
    return False


def _measure(log: "Any") -> "Steps":
    changed = False
    for row in log.manifest.sealed:
        crc = 0
        for chunk in log.raw(log.path_of(row)):
            crc = crc32(chunk, crc)
            yield True
        if row[CRC] != "%08x" % crc:
            row[CRC] = "%08x" % crc
            changed = True
    if changed:
        yield from log.manifest.saving()
        yield False
