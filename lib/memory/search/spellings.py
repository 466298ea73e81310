"""
Spellings: other ways in which a record may name what a keyword asks for.

Each has `how` (as a recall shows it), `weight` (below 1, and 1 for the word itself), `found_in`,
which decides, and what narrows the search before: `pieces`, folded texts of which one is in every
line that it is found in (None: no telling), and `rows`, as `constraints` of `index/candidates.py`
gives them, of which every such document satisfies one.
"""

from micropython import const

from memory.index.candidates import constraints
from memory.text.terms import is_cjk, runs, terms, whole_word

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_STEM = const(3)  # letters of a word that its stem begins with
_CHARACTER = const(3)  # bytes of one in the sets of readings
# Before or after these a name or a word of its own may begin or end.
_NAMING = "叫是名给姓和跟与找向把被的".encode()


class Spelling:
    """A word as it is written; English by its stems."""

    def __init__(self, word: str, how: str, weight: float) -> None:
        self.how = how
        self.weight = weight
        self.word = word
        self._stems: "list[bytes]" = []
        self.pieces: "list[str] | None" = [word]
        if word.encode()[0] < 0x80:
            self._stems = [term for term in terms(word) if not is_cjk(term)]
            self.pieces = [runs(word)[0][1].decode()[:_STEM]]
            self.rows = [(stem,) for stem in self._stems[:1]]
        else:
            self.rows = constraints(word)[:1]

    def found_in(self, text: str) -> bool:
        """True where a folded text has the word."""
        if not self._stems:
            return self.word in text
        if not [piece for piece in self.pieces or () if piece in text]:
            return False
        stems = [whole_word(run) for cjk, run, _ in runs(text) if not cjk]
        size = len(self._stems)
        for at in range(len(stems) - size + 1):
            if stems[at : at + size] == self._stems:
                return True
        return False


class Reading:
    """
    Characters that are read as given: `sets` has for each place the characters that it may have,
    as UTF-8 of three bytes each. `fits(pair, at)` is False where two characters, those at `at`,
    are read otherwise in a word. With `alone` they must begin or end a run, or follow or precede
    what names people.
    """

    def __init__(
        self,
        sets: "list[bytes]",
        weight: float,
        fits: "Callable[[bytes, int], bool] | None" = None,
        alone: bool = False,
    ) -> None:
        self.how = "pinyin"
        self.weight = weight
        self._sets = sets
        self._fits = fits
        self._alone = alone
        self.pieces: "list[str] | None" = None
        self.rows: "list[tuple]" = []
        if not alone:
            self.rows = self._rows()

    def _rows(self) -> "list[tuple]":
        """Of the pair of places whose first one has the fewest characters."""
        sets = self._sets
        least = 0
        for at in range(len(sets) - 1):
            if len(sets[at]) < len(sets[least]):
                least = at
        following = sets[least + 1]

        def wanted(term: bytes) -> bool:
            return _holds(following, term[_CHARACTER:])

        return [(one, one + b"\xff", wanted) for one in _characters(sets[least])]

    def found_in(self, text: str) -> bool:
        """True where a folded text has characters that are read so."""
        raw = text.encode()
        size = _CHARACTER * len(self._sets)
        for first in _characters(self._sets[0]):
            at = raw.find(first)
            while at >= 0:
                if self._is_at(raw, at) and (not self._alone or _is_alone(raw, at, at + size)):
                    return True
                at = raw.find(first, at + _CHARACTER)
        return False

    def _is_at(self, raw: bytes, begin: int) -> bool:
        for number in range(1, len(self._sets)):
            at = begin + _CHARACTER * number
            if not _holds(self._sets[number], raw[at : at + _CHARACTER]):
                return False
        if self._fits is not None:
            for number in range(len(self._sets) - 1):
                at = begin + _CHARACTER * number
                if not self._fits(raw[at : at + 2 * _CHARACTER], number):
                    return False
        return True


def _characters(one_set: bytes) -> "list[bytes]":
    return [one_set[at : at + _CHARACTER] for at in range(0, len(one_set), _CHARACTER)]


def _holds(one_set: bytes, character: bytes) -> bool:
    if len(character) != _CHARACTER:
        return False
    at = one_set.find(character)
    while at >= 0:
        if at % _CHARACTER == 0:
            return True
        at = one_set.find(character, at + 1)
    return False


def _is_alone(raw: bytes, begin: int, end: int) -> bool:
    """True where a word may begin at `begin` or end at `end`."""
    before = raw[max(0, begin - _CHARACTER) : begin]
    after = raw[end : end + _CHARACTER]
    return _is_edge(before) or _is_edge(after)


def _is_edge(character: bytes) -> bool:
    if len(character) < _CHARACTER or not 0xE4 <= character[0] <= 0xE9:
        return True
    return _holds(_NAMING, character)
