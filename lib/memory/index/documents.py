"""
Documents: the terms under which the index knows a line of the log (docs/FORMAT.md section 7).
"""

from micropython import const

from memory.log.lines import TOO_LONG, lines_forward
from memory.log.manifest import BYTES, LINES, NUMBER, is_pack
from memory.records.ids import counter_of
from memory.records.kinds import index_term
from memory.text.dates import day_of, yearly
from memory.text.folding import fold
from memory.text.terms import day_terms, terms

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memory.log.log import Log
    from memory.records.codec import Line
    from memory.records.record import Record

# Terms that no text yields. A group is a run of documents that each continue the conversation of
# the one before: its second document has GROUP_START, the first document after it GROUP_END.
GROUP_START, GROUP_END = b"\x01", b"\x02"
FIELD = b"\x03"  # before a term of a field
KIND = b"\x04"  # before the letter of a kind
LATER = b"\x05"  # before the id of a line that has an earlier one
BUCKET = b"\x06"  # before what 64 consecutive ids share
LENGTH = b"\x07"  # before the class of a document's length, 1 to 15
AFTER_LENGTH = b"\x08"
ASKS = b"\x09"  # a document with a question in it
TRASHED = b"\x0b"  # before the number of a reason, as a digit: in the trash, or was
SUBJECT = b"\x0c"  # before a term of a subject that the words do not have
# The fewest terms of each class from the second on: two classes for each doubling.
_LENGTHS = (2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181)
EVERY_YEAR = "0000-"  # before the `MM-DD` of what is of every year
MARK_LINES = 8  # of an uncompressed segment, from one known offset to the next
LONGEST = 15  # bytes of a term
_TOGETHER = const(1800)  # seconds between two records of one conversation
_FIELDS = ("topic", "relation")
_OWNER = ("用户", "user")  # subjects of most, by which nobody looks for anything


def bucket(id: str) -> bytes:
    """The term that an id shares with its neighbours: a few dozen lines have it."""
    return BUCKET + id[:3].encode() + (counter_of(id) >> 6).to_bytes(4, "big")


def length_class(count: int) -> int:
    """The class of a document of so many terms."""
    return 1 + len([least for least in _LENGTHS if count >= least])


def length_of(length_class: int) -> int:
    """The fewest terms that a document of a class has, 1 for the first."""
    return 1 if length_class <= 1 else _LENGTHS[length_class - 2]


def length_term(found: list) -> bytes:
    """The term of the length of a document with these terms."""
    return LENGTH + bytes((length_class(len(found)),))


def continues(before: "Record | None", record: "Record | None") -> bool:
    """True where a record continues the conversation of the one before it."""
    if before is None or record is None:
        return False
    return 0 <= record.created - before.created <= _TOGETHER


def asking(text: str) -> list:
    """What the index knows of a text beside its words: that it asks something."""
    return [ASKS] if "?" in text or "？" in text else []


def words_of(record: "Record") -> list:
    """
    The terms of a record's words, of its day and date, those of its fields as such, and whether it
    asks something.
    """
    text = record.words()
    found = terms(text) + day_terms(record.created) + asking(text)
    when = record.get("when")
    if when:
        found += terms(when)
        every = yearly(when)
        day = day_of(when) if every is None else EVERY_YEAR + every
        if day is not None and day.encode() not in found:
            found.append(day.encode())
    for name in _FIELDS:
        for term in terms(record.get(name, "")):
            found.append((FIELD + term)[:LONGEST])
    return found


def subject_beside(record: "Record") -> str:
    """
    The folded subject of a record, where that is not the owner and its words do not name it; ""
    for none.
    """
    subject = record.get("subject")
    if not subject or subject in _OWNER:
        return ""
    low = fold(subject).strip()
    return "" if low.encode() in record.folded_words() else low


def _terms_of(line: "Line") -> list:
    """All terms of a line."""
    found = [bucket(line.id)]
    if line.rev > 1:
        found.append((LATER + line.id.encode())[:LONGEST])
    if line.record is not None:
        found.append((KIND + index_term(line.kind))[:LONGEST])
        words = words_of(line.record)
        found += words
        found.append(length_term(words))
        found += [(SUBJECT + one)[:LONGEST] for one in terms(subject_beside(line.record))]
        if line.record.get("trashed_at") is not None:
            found.append(TRASHED + b"%d" % line.record.get("reason", 0))
    return found


class Documents:
    """
    The lines of a sealed segment, to be iterated once: (terms, continues) of each, for
    `index_builder.add_segment`. `parsed(text)` gives a Line, None for what is no line; `before` is
    the record of the line before them. Afterwards `marks` has, for every MARK_LINES lines, their
    offset in the file and the highest id counter among them, one after the other; it is empty
    where these are not known.
    """

    def __init__(
        self,
        log: "Log",
        number: int,
        parsed: "Callable[[bytes], Line | None]",
        before: "Record | None",
    ) -> None:
        self._log = log
        self._parsed = parsed
        self._number = number
        self._before = before
        self.marks: "list[int]" = []

    def __iter__(self) -> "Iterator[tuple[list, bool]]":
        before = self._before
        marks = self.marks
        size, lines = self._plain_size()
        at = count = 0
        sure = size > 0
        for text in lines_forward(self._log.chunks(self._number)):
            line = self._parsed(text)
            if count % MARK_LINES == 0 and sure:
                marks += [at, 0]
            at += len(text) + 1
            count += 1
            if text is TOO_LONG:
                sure = False
                marks.clear()
            if line is None:
                before = None
                yield [], False
                continue
            if sure:
                marks[-1] = max(marks[-1], counter_of(line.id))
            yield _terms_of(line), continues(before, line.record)
            before = line.record
        if at != size or count != lines:  # some line is not as it was written
            marks.clear()

    def _plain_size(self) -> "tuple[int, int]":
        """(bytes, lines) of an uncompressed segment, (0, 0) for a pack."""
        for row in self._log.manifest.sealed:
            if row[NUMBER] == self._number and not is_pack(row):
                return row[BYTES], row[LINES]
        return 0, 0
