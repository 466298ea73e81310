"""
Candidates: the documents of the index that may match a query, one bit each.

A set lacks none of the documents that match and has few others; `lookup` reads their lines and
decides. RAM: two sets of 2 KB each for 18,000 documents, however long the postings are. Damage of
the index raises CorruptRecord.
"""

from array import array

import micropython
from micropython import const

from memory.records.fields import GIVEN_UP
from memory.records.kinds import WRITABLE, index_term
from memory.text.dates import DAY, FIRST_DAY, LAST_DAY, day_text, of_years
from memory.text.terms import begins_stop_word, runs, singles, whole_word, without_accents
from memory.viper import ptr8, ptr16

from . import postings
from .documents import BUCKET, EVERY_YEAR, KIND, LATER, LONGEST, TRASHED, bucket

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.search.query import Query

    from .index import Index

_PAIRS = const(4)  # of a keyword that are looked up: each is a read, and four select well
_HEAD = const(3)  # first bytes that a word and its stem share
_BENT = const(2)  # last bytes of a stem that the word may lack
_ENDING = const(5)  # letters of a word that its stem may lack
# What a stem may lack of a word that has two letters before it, and the same of a word that
# doubles the second of them (adding).
_ENDINGS = tuple(
    b"s y e es ed ing ys ying yed ness ings ds eds eing d eful ful efulness eness yings".split()
)
_DOUBLED = (b"ing", b"ed", b"ings")
_LAST_WORD = b"\xe1\xff"  # words sort before CJK
_DAY_BYTES = const(10)
_SETS = const(6)  # of a keyword that are weighed against each other: 64 combinations
_RUN = const(256)  # documents checked together
_HASHES = const(8192)  # bits of a filter for ids that may have a later line


class _Set:
    """Documents of an index as bits."""

    def __init__(self, index: "Index") -> None:
        self._index = index
        self._size = index.docs
        self.bits = bytearray((index.docs + 7) // 8)
        self._cell = array("H", (0,))

    def _take(self, buffer: "Any", at: int, end: int) -> int:
        stopped: int = postings.mark(buffer, at, end, self._cell, self.bits, self._size)
        return stopped

    def term(self, term: bytes) -> None:
        """Add the documents of a term."""
        for first, file in self._index.files_for(term):
            self._cell[0] = first
            file.visit(term, self._take)

    def span(self, low: bytes, high: bytes, wanted: "Any", piece: bytes = b"") -> None:
        """
        Add the documents of the terms from `low` to `high` for which `wanted(term)`; all of these
        contain `piece`.
        """
        self.rows([(low, high, wanted, piece)])

    def rows(self, rows: "list[tuple]") -> None:
        """
        Add the documents that satisfy one of these rows of `constraints`. File by file and in the
        order of the index, since terms that are neighbours there share a block.
        """
        rows = sorted(rows, key=lambda row: row[0])
        high = max([row[0] if len(row) == 1 else row[1] for row in rows])

        def take(buffer: "Any", at: int, end: int) -> None:
            self._cell[0] = first
            self._take(buffer, at, end)

        for first, file in self._index.files_spanning(rows[0][0], high):
            for row in rows:
                if len(row) == 1:
                    self._cell[0] = first
                    file.visit(row[0], self._take)
                else:
                    file.visit_span(row[0], row[1], row[3], row[2], take)


class Candidates:
    """
    `bits` are the documents that may match a query, `allowed` those of its kinds and days; None
    means all. `words` has a set for each constraint of a ranked query's keyword.
    """

    def __init__(self, index: "Index", query: "Query") -> None:
        self.allowed: "bytearray | None" = None
        self.words: "list[bytearray]" = []
        if len(query.kinds) < len(WRITABLE):
            self.allowed = _of_kinds(index, query.kinds)
        if query.start is not None or query.end is not None:
            self.allowed = _met(self.allowed, _of_days(index, query.start, query.end))
        lost = index.lost_bits()
        if lost is not None:
            self.allowed = _without(self.allowed or bytearray(b"\xff" * len(lost)), lost)
        if not query.trashed:
            deleted = _deleted(index)
            if deleted:
                self.allowed = _without(self.allowed or bytearray(b"\xff" * len(deleted)), deleted)
        self.bits = None if self.allowed is None else bytearray(self.allowed)
        found_in = (query.keyword, query.inside, query.anywhere)
        for rows in constraints(*found_in) if query.keyword else ():
            found = _Set(index)
            found.rows(rows)
            if query.ranked:
                self.words.append(found.bits)
            self.bits = _met(self.bits, found.bits) if self.bits else bytearray(found.bits)
        if query.either or query.both:
            found = _Set(index)
            if query.either:
                found.rows(query.either)
            for lists in query.both:
                found.bits = _joined(found.bits, _of_all(index, lists))
            self.bits = _met(self.bits, found.bits) if self.bits else found.bits


def _met(bits: "bytearray | None", others: "bytearray | None") -> "bytearray | None":
    """The intersection, in the first of them; None means all."""
    if bits is None or others is None:
        return others if bits is None else bits
    postings.meet(bits, others, len(others), 0)
    return bits


def _of_all(index: "Index", lists: "list[list[tuple]]") -> bytearray:
    """The documents that satisfy a row of each list."""
    first = _Set(index)
    first.rows(lists[0])
    for rows in lists[1:]:
        if not postings.held(first.bits, 0, index.docs):
            break
        other = _Set(index)
        other.rows(rows)
        _met(first.bits, other.bits)
    return first.bits


def _joined(bits: bytearray, others: bytearray) -> bytearray:
    """The union."""
    neither = _without(_without(bytearray(b"\xff" * len(bits)), bits), others)
    return _without(bytearray(b"\xff" * len(bits)), neither)


def _without(bits: bytearray, others: bytearray) -> bytearray:
    """The first set without the documents of the second."""
    postings.meet(bits, others, min(len(bits), len(others)), 255)
    return bits


def _deleted(index: "Index") -> bytearray:
    """The documents of what was deleted and is in the trash, or was; empty for none."""
    size = (index.docs + 7) // 8
    if index.deleted is None or len(index.deleted) not in (0, size):
        found = _Set(index)
        last = TRASHED + b"%d" % (GIVEN_UP - 1)
        found.span(TRASHED, last, lambda term: term[:1] == TRASHED)
        index.deleted = found.bits if postings.held(found.bits, 0, index.docs) else bytearray()
    return index.deleted


def _of_kinds(index: "Index", kinds: tuple) -> bytearray:
    found = _Set(index)
    for kind in kinds:
        found.term((KIND + index_term(kind))[:LONGEST])
    return found.bits


def _of_days(index: "Index", start: "str | None", end: "str | None") -> bytearray:
    """Those created on these days, and those about them."""
    found = _Set(index)
    _add_days(found, start or FIRST_DAY, end or LAST_DAY)
    return found.bits


def of_days(index: "Index", windows: "list[tuple[int, int]]") -> bytearray:
    """The documents told on one of these days, or about one, as `Query.windows`."""
    found = _Set(index)
    for first, last in windows:
        _add_days(found, day_text(first * DAY), day_text(last * DAY))
    return found.bits


def _add_days(found: _Set, start: str, end: str) -> None:
    """Add what is of these days, and what is of one of them every year."""
    spans = [(EVERY_YEAR + first, EVERY_YEAR + last) for first, last in of_years(start, end)]
    rows = [(low.encode(), high.encode(), _is_day, b"") for low, high in [(start, end)] + spans]
    found.rows(rows)


def _is_day(term: bytes) -> bool:
    return len(term) == _DAY_BYTES and term[4] == 45 and term[7] == 45


def constraints(keyword: str, inside: bool = False, anywhere: bool = False) -> list:
    """
    What the terms of every text that contains this folded keyword satisfy: lists of rows, of each
    list one row. A row is (term,), which is among them, or (low, high, wanted, piece): one from
    `low` to `high` that contains `piece` and for which wanted(term) is among them. The keyword is
    taken to begin at the beginning of a word; with `inside` a keyword of one word may be anywhere
    in a word, as far as stems tell; with `anywhere` it may begin inside a word, and nothing that
    contains it is left out.
    """
    found: "list[list[tuple]]" = []
    pairs: "list[list[tuple]]" = []
    for number, (is_cjk, run, at_end) in enumerate(runs(keyword)):
        if is_cjk:
            letters = singles(run)
            pairs += [[(letters[n - 1] + letters[n],)] for n in range(1, len(letters))]
            if len(letters) == 1:
                found.append([_begun(letters[0]) if at_end else (letters[0],)])
        elif anywhere and not number:
            continue  # the end of some word, or the middle: stems do not have all of these
        elif at_end:
            word = without_accents(run)
            if inside:
                found.append([_within(word)])
            elif word and not begins_stop_word(word):
                found.append([_begun_word(word)] + [(term,) for term in _cut_short(word)])
        else:
            term = whole_word(run)
            if term:
                found.append([(term,)])
    if len(pairs) > _PAIRS:  # the first, the last, and some between them
        step = (len(pairs) - 1) / (_PAIRS - 1)
        pairs = [pairs[int(n * step)] for n in range(_PAIRS)]
    return pairs + found


def _begun(start: bytes) -> tuple:
    return start, start + b"\xff", lambda term: True, start


def _begun_word(word: bytes) -> tuple:
    """A word with this beginning, by its stem, which may be shorter and end differently."""
    head = word[:_HEAD]
    if len(word) <= _HEAD:
        return _begun(word)
    cut = word[:LONGEST]
    return (
        head,
        head + b"\xff",
        lambda term: term.startswith(cut) or word.startswith(term[:-_BENT]),
        head,
    )


def _cut_short(word: bytes) -> "list[bytes]":
    """The stems of words with this beginning that do not begin as it does: `dai` for days."""
    found: "list[bytes]" = []
    if len(word) < _HEAD:
        return found
    begin, rest = word[: _HEAD - 1], word[_HEAD - 1 :]
    for ending in _ENDINGS + tuple([begin[1:] + one for one in _DOUBLED]):
        if ending.startswith(rest):
            term = whole_word(begin + ending)
            if term and not term.startswith(word[:_HEAD]) and term not in found:
                found.append(term)
    return found


def _within(word: bytes) -> tuple:
    """A word that contains this one, by its stem, which may lack the longest ending."""
    begun = _begun_word(word)[2]
    short = _cut_short(word)
    heads = [word[:size] for size in range(max(2, len(word) - _ENDING), len(word))]
    piece = word[: min([_HEAD, len(word)] + [len(head) for head in heads])]
    if short:
        piece = b""  # in none of these

    def wanted(term: bytes) -> bool:
        if term.find(word) >= 0 or (term[:_HEAD] == word[:_HEAD] and begun(term)):
            return True
        if term in short:
            return True
        for head in heads:
            if term.endswith(head):
                return True
        return False

    return b"0", _LAST_WORD, wanted, piece


def of_id(index: "Index", id: str) -> bytearray:
    """The documents that may be lines of an id: those of the 64 ids around it."""
    found = _Set(index)
    found.term(bucket(id))
    lost = index.lost_bits()
    return found.bits if lost is None else _without(found.bits, lost)


def _hash(id: bytes) -> int:
    return int(id[3:]) & (_HASHES - 1)


def by_words(found: Candidates, docs: int) -> "Any":
    """
    Yields (words, document) for documents that have at least half of a keyword's words: most words
    first, then the rarer ones, then the newest document; `words` is how many it has.
    """
    sets = found.words[:_SETS]
    counts = [postings.held(bits, 0, docs) for bits in sets]
    rows = []
    for mask in range(1, 1 << len(sets)):
        has = [at for at in range(len(sets)) if mask >> at & 1]
        if 2 * len(has) >= len(sets):
            rows.append((len(has), -sum([counts[at] for at in has]), mask))
    rows.sort()
    while rows:
        count, _, mask = rows.pop()
        bits = bytearray(b"\xff" * len(sets[0]))
        for at, one in enumerate(sets):
            postings.meet(bits, one, len(one), 0 if mask >> at & 1 else 255)
        _met(bits, found.allowed)
        for doc in _descending(bits, docs):
            yield count, doc


def _descending(bits: bytearray, docs: int) -> "Any":
    """The numbers of the set bits, the highest first."""
    for base in range((docs - 1) // _RUN * _RUN, -1, -_RUN):
        end = min(base + _RUN, docs)
        if postings.held(bits, base, end):
            yield from reversed(members(bits, base, end))


def members(bits: bytearray, first: int, end: int) -> "array[int]":
    """The documents of a set from `first` on, those before `end`, ascending."""
    found = array("H", bytes(2 * (end - first)))
    return found[: _members(bits, first, end, found)]


@micropython.viper
def _members(bits: object, first: int, end: int, out: object) -> int:
    """Write the numbers of those bits that are set to `out`, an array "H"; returns how many."""
    src = ptr8(bits)
    to = ptr16(out)
    found = 0
    while first < end:
        if src[first >> 3] >> (first & 7) & 1:
            to[found] = first
            found += 1
        first += 1
    return found


def later(index: "Index", id: bytes, doc: int) -> bool:
    """True where a document after this one has the same id."""
    hashes = index.later
    if hashes is None:
        hashes = index.later = bytearray(_HASHES // 8)
        for _, file in index.files_spanning(LATER, BUCKET):
            for entry in file.entries(LATER):
                if entry is None:
                    continue
                if entry[0] >= BUCKET:
                    break
                at = _hash(entry[0][1:])
                hashes[at >> 3] |= 1 << (at & 7)
    at = _hash(id)
    if not hashes[at >> 3] >> (at & 7) & 1:
        return False
    found = _Set(index)
    found.term((LATER + id)[:LONGEST])
    lost = index.lost_bits()
    if lost is not None:
        _without(found.bits, lost)
    return bool(postings.held(found.bits, doc + 1, index.docs))
