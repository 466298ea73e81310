"""Lines of the archive about records: made for the log, and checked when they are read back."""

from micropython import const

from memory.errors import CorruptRecord
from memory.log.lines import LINE_BYTES, openings
from memory.log.log import Entry
from memory.log.manifest import COUNTERS
from memory.records.codec import Line, from_line
from memory.records.ids import counter_of
from memory.records.record import Record
from memory.text import dates

_NESTS = const(32)  # lists and objects in a line; ours have two, a newer version's may have more


def parse_line(text: bytes) -> Line:
    """
    `from_line`, whatever the bytes are. Raises CorruptRecord for what no memory has written. All
    that reads the log parses with this, the index too: what is no line for one is none for others.
    """
    if len(text) > LINE_BYTES:
        raise CorruptRecord("line", "a line of the archive is too long", why="too long")
    if openings(text, _NESTS) > _NESTS:
        why = "too many lists"
        raise CorruptRecord("line", "a line of the archive holds " + why, why=why)
    line = from_line(text)
    if counter_of(line.id) >= COUNTERS:
        why = "an id that was never given"
        raise CorruptRecord("line", "a line of the archive has " + why, why=why)
    return line


def parsed_line(text: bytes) -> "Line | None":
    """As `parse_line`; None where it does not parse."""
    try:
        return parse_line(text)
    except CorruptRecord:
        return None


def archived_form(record: Record) -> Record:
    """The record as the archive keeps it: what was a schedule has become an event."""
    if record.kind != "schedule":
        return record
    copy = Record(record.id, "event", record.created, record.fields, record.rev)
    copy.approx = record.approx
    copy.unknown = record.unknown
    copy.other = record.other
    return copy


def entry_of(text: str, record: "Record | None", id: str, rev: int) -> Entry:
    """A line on its way into the log."""
    day = "" if record is None else dates.day_text(record.created)
    return Entry(text, day, counter_of(id), rev > 1)
