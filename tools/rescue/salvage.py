"""
Salvage: everything that can be had of a damaged chip, and how sure each piece of it is.

Joins what the companion's own code still gives with what is carved from files, blocks and pages
that it cannot use. Looks only where something is damaged, unless told to look everywhere: what
lies about on a sound chip was left behind on purpose.
"""

import re
import tempfile
import zlib
from pathlib import Path
from typing import Any

from . import carve
from .chip import Chip
from .device import module
from .findings import DAMAGE, NOTE, Finding, is_damaged
from .merge import LIVE, Merged, State

_LIST_MOST = 65536  # bytes of a list of what is forgotten


class Salvaged:
    """
    `records` [(record, is hot)] as an export has them, `lost` those of them that were found only
    where nothing leads any more (merge.State), `unread` what neither gave,
    `hidden` how many were left out since their owner has forgotten them for good.
    """

    def __init__(
        self, records: "list[tuple[Any, bool]]", lost: list[State], unread: int, hidden: int
    ) -> None:
        self.records = records
        self.lost = lost
        self.unread = unread
        self.hidden = hidden


def damaged_parts(chip: Chip) -> "tuple[bool, bool]":
    """(hot memory, the archive) where something of it is damaged."""
    memory = chip.memory
    hot = chip.nvs is None or not chip.nvs.values or is_damaged(chip.nvs.findings)
    if memory is None:
        return True, True
    files = chip.files
    archive = memory.manifest is None or bool(memory.damaged())
    archive |= files is not None and (bool(files.problems) or not (files.mounted or files.blank))
    places = ("manifest", "line", "archive", "memory")
    archive |= any(one.level == DAMAGE and one.where in places for one in chip.findings)
    return hot or bool(memory.store.hot_store.damaged), archive


def salvage(chip: Chip, everywhere: bool, sure_only: bool = False) -> Salvaged:
    """
    The records of a chip. `everywhere`: look where nothing is damaged, too; `sure_only`: leave out
    what nothing leads to any more.
    """
    hot_damaged, archive_damaged = damaged_parts(chip)
    merged = Merged(hot_known=not (hot_damaged or everywhere))
    forgotten = _Forgotten(chip)
    unread = 0
    if chip.memory is not None:
        for record, hot in chip.memory.records():
            if not forgotten.covers(record):
                merged.add(State(record.id, record.rev, record, hot, LIVE))
        for id, rev in chip.memory.ends():
            merged.add(State(id, rev, None, False, LIVE))
        unread = chip.memory.unread
    if everywhere or (archive_damaged and not forgotten.unknown):
        for one, line in carve.parsed(_carved(chip, sure_only)):
            if not forgotten.covers(line):
                merged.add_line(one, line)
    if (hot_damaged or everywhere) and chip.nvs is not None and not sure_only:
        merged.add_slots(chip.nvs.spilled, forgotten.covers)
    lost = [] if sure_only else merged.lost()
    return Salvaged(merged.records(sure_only), lost, unread, len(forgotten.hidden))


class _Forgotten:
    """
    What its owner has forgotten for good, by the lists of section 11: the one that counts, and
    those in blocks where nothing leads any more. `unknown`: there is a list that does not check.
    """

    def __init__(self, chip: Chip) -> None:
        self._lists: list[Any] = []
        self.hidden: set[str] = set()
        live = None if chip.memory is None else chip.memory.store.erasure_journal
        files = {} if chip.files is None else chip.files.files
        self.unknown = "wiping" in files and live is None
        if live is not None:
            self._lists.append(live)
        elif chip.image.memory is not None:
            self._lists += _lists_in(chip.image.memory.data)

    def covers(self, said: Any) -> bool:
        """True for a line (records.Line), or a record, that must not be shown."""
        record = getattr(said, "record", said)
        for listed in self._lists:
            if listed.has(said.id) or (record is not None and listed.covers(record)):
                self.hidden.add(said.id)
                return True
        return False


def _lists_in(data: bytes) -> list[Any]:
    """The lists in raw blocks that check and name single records."""
    found = []
    for end in re.finditer(rb"\}\n([0-9a-f]{8})\n", data):
        begin = data.rfind(b"\n", max(0, end.start() - _LIST_MOST), end.start()) + 1
        text = data[begin : end.start() + 1]
        if b'"said":' not in text:
            continue
        # Whatever stands before it in its block: the checksum tells where it begins.
        for start in re.finditer(rb'\{"', text):
            if zlib.crc32(text[start.start() :]) == int(end[1], 16):
                found += _list(text[start.start() :] + end[0][1:])
                break
    return found


def _list(raw: bytes) -> list[Any]:
    """The forgotten.ErasureJournal of a file's bytes, if it names single records."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "wiping").write_bytes(raw)
        listed = module("erase.erasure_journal").ErasureJournal(folder)
        try:
            listed.load()
        except (module("errors").MemoryFault, ValueError, KeyError, TypeError, AttributeError):
            return []
    return [] if listed.others else [listed]


def _carved(chip: Chip, sure_only: bool) -> "Any":
    if chip.files is not None:
        for path, data in sorted(chip.files.files.items()):
            if path.startswith("life/") and not path.endswith(".idx"):
                yield from carve.lines_of_file(path, data)
            elif path == "snapshot":
                yield from carve.lines_of_file(path, data)
    memory = chip.image.memory
    if memory is not None and not sure_only:
        yield from carve.lines_of_blocks(memory.data, chip.memory_bytes)


def told(found: Salvaged) -> "list[Finding]":
    """What to say of the records that nobody is sure of."""
    findings = []
    if found.hidden:
        what = f"{found.hidden} records that were forgotten for good are left out"
        findings.append(Finding(NOTE, "salvage", what))
    if not found.lost:
        return findings
    names = ", ".join([state.id for state in found.lost[:12]])
    more = f" and {len(found.lost) - 12} more" if len(found.lost) > 12 else ""
    what = f"{len(found.lost)} records were found only where nothing leads any more: {names}{more}"
    advice = "they may have been deleted or changed since; --sure leaves them out"
    return [*findings, Finding(DAMAGE, "salvage", what, advice)]


def lines(found: Salvaged, form: str) -> "Any":
    """The bytes of an export, a record at a time."""
    export = module("transfer.exporter")
    if form == "csv":
        yield b"\xef\xbb\xbf" + export.row(export.COLUMNS)
    imported = module("records.kinds").IMPORTED
    for record, hot in found.records:
        if record.get("source") == imported:  # as an export leaves it out
            record.fields.pop("source")
        yield export.line_of(record, hot) if form == "jsonl" else export.row_of(record, hot)
