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


def lines_of(log: "Log", docs: list) -> dict:
    """
    {document: (place of its row in the manifest, line)} of these documents, without those that
    are not there. A plain segment is read once for all of its lines.
    """
    found: "dict[int, tuple]" = {}
    first = 0
    for at, row in enumerate(log.manifest.sealed):
        wanted = [doc for doc in docs if first <= doc < first + row[LINES]]
        if wanted and is_pack(row):
            pack = log.packs.get(row[NUMBER])
            for doc in wanted:
                found[doc] = (at, b"" if pack is None else pack.line(doc - first))
        elif wanted:
            _pick(log, row[NUMBER], first, at, wanted, found)
        first += row[LINES]
    return found


def _pick(log: "Log", number: int, first: int, at: int, wanted: list, found: dict) -> None:
    """Find lines of a plain segment, reading no further than the last of them."""
    last = max(wanted)
    for text in lines_forward(log.chunks(number)):
        if first in wanted:
            found[first] = (at, text)
        if first == last:
            return
        first += 1


def find(log: "Log", archive: "Archive", index: "Index", text: str, most: int) -> "Any":
    """
    Generator of at most `most` records, best first; None when others may run. Raises
    CorruptRecord where the index is damaged, and Broken.
    """
    docs = [doc for _, doc in rank(index, text, most + _SPARE)]
    yield None
    given = 0
    lines = lines_of(log, docs[:most])
    for place, doc in enumerate(docs):
        if place == most:  # so many have died
            lines = lines_of(log, docs[most:])
        at, raw = lines.get(doc, (0, b""))
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
