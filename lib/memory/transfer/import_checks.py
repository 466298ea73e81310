"""Import checks: splits a file into lines, and decides which records are allowed."""

from micropython import const

from memory.archive.record_lines import parse_line
from memory.errors import CorruptRecord, Rejected
from memory.guard import screening, secrets
from memory.log.lines import LINE_BYTES
from memory.records import validation
from memory.records.fields import FIRST_OPEN
from memory.records.ids import counter_of
from memory.records.kinds import BY_NAME, DATED, EVENTS_CAP, IMPORTED, PROFILE, ROLLS
from memory.records.record import SUSPECT, TRUSTED
from memory.text import dates
from memory.text.folding import plain, size

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory.hot.hot_store import HotStore
    from memory.records.codec import Line
    from memory.records.record import Record

_COUNTER_MAX = const(0x3FFFFFFF)  # no device counts its ids up to here; higher ones would end ours


def numbered(chunks: "Iterable[bytes]") -> "Iterator[tuple[int, bytes]]":
    """
    (number, line) of the lines in pieces of bytes, counted from 1. Empty lines count and are not
    given. Of a line with more than LINE_BYTES only the beginning is given.
    """
    carry = b""
    number = 0
    for chunk in chunks:
        parts = (carry + bytes(chunk)).split(b"\n")
        carry = parts.pop()
        for part in parts:
            number += 1
            if part.strip():
                yield number, part
        if len(carry) > LINE_BYTES:
            carry = carry[: LINE_BYTES + 1]
    if carry.strip():
        yield number + 1, carry


def line_of(text: bytes) -> "Line":
    """
    The line, with its record or the store that deleted it. Raises CorruptRecord for what no export
    contains.
    """
    text = text.strip()
    if text.startswith(b"\xef\xbb\xbf"):  # an editor has been here
        text = text[3:]
    if len(text) > LINE_BYTES:
        raise CorruptRecord("line", "longer than %d bytes" % LINE_BYTES)
    try:
        line = parse_line(text)
    except CorruptRecord as e:
        raise CorruptRecord("line", "no memory as an export has it (%s)" % e.details["why"])
    if line.record is None and line.store is None:
        raise CorruptRecord("line", "no record but the end of one")
    if (line.store if line.record is None else line.record.get("store")) == "":
        raise CorruptRecord("line", "a store without a name")
    if counter_of(line.id) > _COUNTER_MAX:
        raise CorruptRecord("line", "an id that was never given")
    if line.rev < 1:
        raise CorruptRecord("line", "a record that was never written")
    return line


def clean(record: "Record") -> None:
    """Clean the texts of a record and its origin, which is the file's or else `imported`."""
    by = screening.origin(record.get("source"), record.get("client"))
    if not by and record.kind != "affection":
        by = screening.origin(IMPORTED, record.get("client"))
    for name in ("source", "client"):
        record.fields.pop(name, None)
        if by.get(name) is not None:
            record.fields[name] = by[name]
    for name in ("content", "topic", "relation"):
        if name in record.fields:
            record.fields[name] = plain(record.fields[name])


def screen(record: "Record") -> str:
    """Flag what reads like an instruction; what `secrets.detect` says of its words."""
    flags = record.get("flags", 0)
    known = flags & (SUSPECT | TRUSTED)
    if not known and screening.is_suspect(record.kind, record.words()):
        record.fields["flags"] = flags | SUSPECT
    return secrets.detect(record.words())


def may_be_archived(record: "Record", refused: str) -> bool:
    """
    True where a record that was `refused` among hot ones, as the code of the error says, may be
    archived: no open schedule or todo, of which the archive would never remind, and no profile. Of
    most kinds only what lacks room.
    """
    if record.kind == "schedule":
        return record.get("completed") is not None
    if record.kind in ROLLS or record.kind == "event" or record.kind not in BY_NAME:
        return True
    if refused not in ("cap", "hot"):
        return False
    return record.kind not in PROFILE and record.kind not in ("todo", "affection")


def check_archived(record: "Record") -> None:
    """Raise Rejected for what `recall` could not show."""
    validation.check_bounds(record, FIRST_OPEN)
    if record.kind == "family" and not record.get("relation"):
        raise Rejected("missing", "a family member needs relation", field="relation")


def check_hot(record: "Record") -> None:
    """Raise Rejected for what the rules of its kind do not allow."""
    kind = record.kind
    check_archived(record)
    if kind not in BY_NAME:
        return  # only a newer version knows its rules
    if kind in PROFILE and validation.clean_content(kind, record.content) != record.content:
        raise Rejected("not_allowed", "%s in another spelling" % kind, field="content")
    length, cap = size(record.content), BY_NAME[kind].content_cap
    if length > cap:
        text = "content has %d bytes, at most %d are allowed" % (length, cap)
        raise Rejected("too_long", text, field="content", size=length, cap=cap)
    validation.check_bounds(record)
    if record.get("repeat", 0) >= len(dates.REPEATS):
        raise Rejected("out_of_range", "it repeats in a way that is not known here")
    if kind == "schedule" or (kind == "event" and record.get("when") is not None):
        if validation.clean_when(kind, record.get("when")) != record.get("when"):
            raise Rejected("bad_when", "a date in another spelling", field="when")


def check_cap(hot: "HotStore", kind: str, replaced: str) -> None:
    """Raise Rejected where a kind is at its cap and no record of `replaced` makes room."""
    if kind not in BY_NAME:
        return
    kinds = DATED if kind in DATED else (kind,)
    letters = [BY_NAME[name].letter for name in kinds]
    count = sum([hot.count(letter.encode()) for letter in letters])
    cap = EVENTS_CAP if kind in DATED else BY_NAME[kind].cap
    if count >= cap and replaced not in letters:
        text = "there are %d of %s here already, the most" % (cap, kind)
        raise Rejected("cap", text, kind=kind, cap=cap)
