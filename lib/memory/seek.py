"""
Seek: the archived records that answer a question best, by the index.

Joins ranking, log and archive: a ranked line is fetched from its segment or pack, and passed over
where its record is hot, was deleted or has a later line. Lines after the last sealed and indexed
one are not looked at; a scan reads those. Import it when something is asked.
"""

from micropython import const

from .errors import CorruptRecord
from .log import lines_forward
from .manifest import LINES, NUMBER, REVISIONS, is_pack
from .ranking import rank
from .records import from_line

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .archive import Archive
    from .index import Index
    from .log import Log

_SPARE = const(6)  # ranked lines beside those wanted: some have died since


def line_at(log: "Log", doc: int) -> "tuple[int, bytes]":
    """(place of its row in the manifest, line) of a document; b"" where there is none."""
    for at, row in enumerate(log.manifest.sealed):
        if doc < row[LINES]:
            return at, _line(log, row, doc)
        doc -= row[LINES]
    return len(log.manifest.sealed), b""


def _line(log: "Log", row: list, line: int) -> bytes:
    if is_pack(row):
        pack = log.packs.get(row[NUMBER])
        found: bytes = b"" if pack is None else pack.line(line)
        return found
    for text in lines_forward(log.chunks(row[NUMBER])):
        if not line:
            whole: bytes = text
            return whole
        line -= 1
    return b""


def find(log: "Log", archive: "Archive", index: "Index", text: str, most: int) -> "Any":
    """
    Generator of at most `most` records, best first; None when others may run. Raises
    CorruptRecord where the index is damaged, and Broken.
    """
    ranked = rank(index, text, most + _SPARE)
    yield None
    given = 0
    for _, doc in ranked:
        at, raw = line_at(log, doc)
        line = archive.parsed(raw)
        if line is not None and line.record is not None and not archive.hides(line):
            if not _outlived(log, at, line, raw):
                yield line.record
                given += 1
                if given == most:
                    return
        yield None


def _outlived(log: "Log", at: int, line: "Any", raw: bytes) -> bool:
    """
    True where a later line has the same id. Only segments that hold revisions are read: those
    from the line's own on.
    """
    numbers = [row[NUMBER] for row in log.manifest.sealed[at:] if row[REVISIONS]]
    if log.revisions:
        numbers.append(log.manifest.open)
    needle = b'"id":"%s"' % line.id.encode()
    for number in numbers:
        for text in lines_forward(log.chunks(number)):
            if text.find(needle) >= 0 and text != raw and _is_later(text, line):
                return True
    return False


def _is_later(text: bytes, line: "Any") -> bool:
    try:
        other = from_line(text)
    except CorruptRecord:
        return False
    return other.id == line.id and other.rev >= line.rev
