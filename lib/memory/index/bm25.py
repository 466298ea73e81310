"""
Ranking: the documents that answer a question best.

BM25 without a correction for length, since records are short and of bounded length (measured: no
difference). Beside the terms themselves count: characters of a question in Chinese one by one,
terms in a field such as the topic, and a share of what was said just before and just after in the
same conversation. Of equals the newest comes first. RAM: 5 KB, the postings read, at most
_POSTINGS bytes, and the tables of the parts.
"""

from array import array
from math import log

from micropython import const

from memory.text.terms import is_cjk, singles, terms

from .documents import FIELD, LONGEST
from .postings import CELLS, SLACK, above, add, count, first_gap, only, spread

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# Terms that no text gives: the first document of several that each go on with the one before
# them, and the first after those that does not.
BEGINS, ENDS = b"\x01", b"\x02"

_WINDOW = const(1022)
_POSTINGS = const(24576)  # bytes of postings that a question may bring into RAM
_LONG = const(8192)  # a term with more bytes of postings stands nearly everywhere
_TERMS = const(40)  # of a question that are looked up
_QUESTION = const(6)  # pairs of characters that make a question; fewer are a keyword
_PREFIXED = const(48)  # terms with one first character; with more it says too little
_SPAN = const(3)  # blocks of a part; one that takes more is as common
_REPEAT = 0.375  # what a second occurrence adds: 2 (k1 + 1) / (2 + k1) - 1
_FIELD_WEIGHT = 2.0
_FINE = 64  # steps of a weight
_SUM_MOST = 34000  # of all weights, so that cells with their neighbours' shares stay in 16 bits
_NO_END = const(65535)
_BEFORE = const(9)  # of 32: the share of the next record
_AFTER = const(13)  # of 32: the share of the record before


class Question:
    """
    A text as it is asked: its terms with their weights, and their postings. `index` may be None:
    then only `score` and `covers` are of use. With `keyword` a text of few terms is one: it must
    be there with half of its terms, and characters one by one are not looked for.
    """

    def __init__(self, index: "Any", text: str, keyword: bool = False) -> None:
        self._index = index
        self.postings = bytearray()
        self._rows: "list[tuple]" = []  # (at, end, first document, weight)
        self._weights: "dict[bytes, float]" = {}
        self._letters: "dict[bytes, float]" = {}
        self._words: "list[bytes]" = []
        self._fine = 0.0
        self._ask(text, keyword)

    def _ask(self, text: str, keyword: bool) -> None:
        letters: "list[bytes]" = []
        words = self._words
        pairs = 0
        for term in terms(text):
            if is_cjk(term):
                for letter in singles(term):
                    if letter not in letters:
                        letters.append(letter)
                if len(singles(term)) == 1:
                    continue  # the end of a run: its character is among the letters
                pairs += 1
            if term not in words and len(words) < _TERMS:
                words.append(term)
        self.is_keyword = keyword and len(words) < _QUESTION
        # One pair of characters is found as it is written or not at all.
        self.is_pair = len(words) == pairs <= 1
        if self.is_keyword and self.is_pair:
            return
        found = False
        for term in words:
            found |= self.term(term)
        for term in words:
            self.term((FIELD + term)[:LONGEST], _FIELD_WEIGHT)
        if not self.is_keyword and (pairs >= _QUESTION or not found):
            for letter in letters[:_TERMS]:
                self.prefix(letter)
        total = sum([row[3] for row in self._rows]) * (1 + _REPEAT)
        self._fine = min(_FINE, _SUM_MOST / total) if total else _FINE

    def covers(self, found: list) -> bool:
        """False for a record (its terms) that has too little of a keyword."""
        if not self.is_keyword:
            return True
        return 2 * len([term for term in self._words if term in found]) >= len(self._words)

    def score(self, found: list) -> int:
        """What a record with these terms is worth, as `rank` counts it, its neighbours apart."""
        total = 0
        for term in self._weights:
            if term in found:
                weight = self._weight(self._weights[term])
                total += weight
                if found.count(term) > 1:
                    total += int(weight * _REPEAT)
        for letter in self._letters:
            if [term for term in found if term.startswith(letter)]:
                total += self._weight(self._letters[letter])
        return total

    def _weight(self, weight: float) -> int:
        """In whole steps; what all have still finds."""
        return max(1, int(weight * self._fine))

    def rank(self, most: int, allowed: "bytearray | None" = None) -> list:
        """
        [(score, document)] of at most `most` documents, best first; of the `allowed` (a bit each)
        where they are given.
        """
        cursors = self.cursors()
        many = len(cursors) // CELLS
        best: "list[tuple]" = []
        if many:
            groups = _Groups([], [])
            if not self.is_keyword:  # what was said beside a keyword has too little of it
                groups = _Groups(_documents(self._index, BEGINS), _documents(self._index, ENDS))
            take = _Best(best, most, allowed, self._index.docs)
            _score(self._index.docs, self.postings, cursors, many, groups, take)
        return best

    def take(self, first: int, postings: "Any") -> int:
        """Keep postings; in how many documents they are, 0 where there is no room for them."""
        at = len(self.postings)
        if at + len(postings) > _POSTINGS:
            return 0
        self.postings.extend(postings)
        self._rows.append((at, len(self.postings), first, 0.0))
        return count(self.postings, at, len(self.postings))

    def term(self, term: bytes, weight: float = 0.0) -> bool:
        """Look a term up; its weight is its rarity unless one is given. True where it is found."""
        since = len(self._rows)
        found = 0
        if self._index is None:
            self._weights[term] = weight or 1.0
            return False
        for first, part in self._index.parts(term):
            postings = part.lookup(term, _LONG)
            if postings is not None:
                found += self.take(first, postings)
        self._weights[term] = weight or self._rarity(found)
        self._weigh(since, self._weights[term])
        return found > 0

    def prefix(self, prefix: bytes) -> None:
        """Look up all terms that begin so, as if they were one; none where they are many."""
        since = len(self._rows)
        used = len(self.postings)
        found = 0
        if self._index is None:
            self._letters[prefix] = 1.0
            return
        for first, part in self._index.parts(prefix):
            if part.span(prefix) > _SPAN:
                found = 0
                break
            for entry in part.entries(prefix, _LONG):
                if entry is None:
                    continue
                if not entry[0].startswith(prefix):
                    break
                found += self.take(first, entry[1])
                if len(self._rows) - since > _PREFIXED:
                    del self._rows[since:]
                    self.postings = self.postings[:used]
                    return
        if not found:
            del self._rows[since:]
        self._letters[prefix] = self._rarity(found)
        self._weigh(since, self._letters[prefix])

    def _rarity(self, found: int) -> float:
        docs = self._index.docs
        found = min(found, docs)
        return log(1 + (docs - found + 0.5) / (found + 0.5))

    def _weigh(self, since: int, weight: float) -> None:
        for at in range(since, len(self._rows)):
            self._rows[at] = self._rows[at][:3] + (weight,)

    def cursors(self) -> array:
        """The rows as `postings.add` has them, the weights in whole steps."""
        cells = array("H", bytes(2 * CELLS * len(self._rows)))
        for number, row in enumerate(self._rows):
            at = number * CELLS
            weight = self._weight(row[3])
            cells[at], cells[at + 1], cells[at + 2] = row[:3]
            cells[at + 3] = weight
            cells[at + 4] = int(weight * _REPEAT)
        self.postings.extend(bytes(SLACK))
        return cells


def _documents(index: "Any", term: bytes) -> list:
    """The documents of a term, ascending, each + 1."""
    found = []
    for doc, part in index.parts(term):
        postings = part.lookup(term, _LONG)
        at = 0
        data = bytes(postings) + bytes(SLACK) if postings is not None else b""
        while at < len(data) - SLACK:
            gap, size = first_gap(data[at : at + 3])
            doc += gap
            at += size
            found.append(doc)
    return found


def rank(index: "Any", text: str, most: int) -> list:
    """
    [(score, document)] of at most `most` documents, best first. Raises CorruptRecord where the
    index is damaged, Broken or OSError where flash cannot be read.
    """
    best = Question(index, text).rank(most)
    index.rest()
    return best


def _score(
    docs: int,
    postings: bytearray,
    cursors: array,
    many: int,
    groups: "_Groups",
    best: "_Best",
) -> None:
    """Window by window; cell i of a window stands for document base + i - 1."""
    cells = _WINDOW + 2
    sums = array("H", bytes(2 * cells))
    shares = array("H", bytes(2 * cells))
    links = bytearray(cells)
    empty = bytes(2 * _WINDOW)
    for base in range(0, docs, _WINDOW):
        add(postings, cursors, many, base - 1, base + _WINDOW + 1, sums)
        groups.link(links, base)
        spread(sums, links, _WINDOW, _BEFORE, _AFTER, shares)
        best.take(shares, base)
        sums[:2] = sums[_WINDOW:]
        sums[2:] = array("H", empty)


class _Groups:
    """Which documents go on with what the one before them began."""

    def __init__(self, begins: list, ends: list) -> None:
        self._begins = begins
        self._ends = ends + [_NO_END]
        self._at = 0

    def link(self, links: bytearray, base: int) -> None:
        """Set links[i] to 1 where document + 1 = base + i goes on, else to 0."""
        cells = len(links)
        links[:] = bytes(cells)
        at = self._at
        while at < min(len(self._begins), len(self._ends)):
            first = self._begins[at] - base
            end = self._ends[at] - base
            if first >= cells:
                return
            if end > first and end > 0:
                first = max(first, 0)
                end = min(end, cells)
                links[first:end] = b"\x01" * (end - first)
            at += 1
            if end < cells - 2:
                self._at = at


class _Best:
    """The highest scores so far, best first; of equals the last one seen first."""

    def __init__(self, rows: list, most: int, allowed: "bytearray | None", docs: int) -> None:
        self._rows = rows
        self._most = most
        self._allowed = allowed
        self._docs = docs

    def take(self, scores: array, base: int) -> None:
        """Look at cells 1 to _WINDOW."""
        rows = self._rows
        if self._allowed is not None:
            only(scores, 1, _WINDOW + 1, self._allowed, base, self._docs)
        at = 1
        while True:
            floor = rows[-1][0] - 1 if len(rows) == self._most else 0
            at = above(scores, at, _WINDOW + 1, max(floor, 0))
            if at > _WINDOW:
                return
            score = scores[at]
            place = len(rows)
            while place and rows[place - 1][0] <= score:
                place -= 1
            rows.insert(place, (score, base + at - 1))
            if len(rows) > self._most:
                rows.pop()
            at += 1
