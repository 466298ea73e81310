"""
Spellings: other ways in which a record may name what a keyword asks for.

Each has `how` (as a recall shows it), `weight` (below 1, and 1 for the word itself), `found_in`,
which decides, and what narrows the search before: `last`, the last place in a chunk of lines where
it may begin, as in a LineFilter; and `rows`, as `constraints` of `index/candidates.py` gives them,
of which every document that it is found in satisfies one.
"""

import micropython
from micropython import const

from memory.index.candidates import constraints
from memory.text.folding import bare
from memory.text.line_filter import line_filter
from memory.text.terms import is_cjk, runs, runs_of, terms, whole_word
from memory.viper import ptr8

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.text.line_filter import LineFilter

UNLIKELY = 0.2  # weight of reading a word as pinyin that may be no pinyin
_STEM = const(3)  # letters of a word that its stem begins with
_CHARACTER = const(3)  # bytes of one in the sets of readings
# What may stand first between a Chinese verb and its object, in at most four characters.
_BETWEEN = "了过完个一两三几半好次".encode()
_APART = const(12)  # bytes
_OTHER_WORDS = ("synonym", "category")
_PARTICLES = b" up down in into out over off on away around back low late through "
# Before or after these a name or a word of its own may begin or end.
_NAMING = "叫是名给姓和跟与找向把被的在到去住从".encode()
# What ends a word that a noun of one character may follow, and what may begin one after it.
_ENDS_BEFORE = (
    "我你他她它们的了有是只条匹头个养买卖吃喝喂爱怕和跟与给把被用在种颗棵杯碗件张支份块些几两三"
    "一这那位群对左右双小大老洗煮炖做不"
).encode()
_BEGINS_AFTER = (
    "的了在是和跟与有不很叫也都被把给又要没真太就能会吗呢吧啊上里疼痛酸麻好坏大小死病丢跑吃喝"
).encode()


class Spelling:
    """
    A word as it is written; English by its stems, with any stop words between those of a phrase. A
    verb and a stop word are a phrasal verb: give up, gave it up. Two Chinese words with a blank
    between are a verb and its object that are apart: 结了婚, not 结婚. An English member is not
    found beside the words that `hidden(its stem)` gives, before and after it (row in a row), a
    synonym not before particles among them.
    """

    looks_at_words = True  # as a filter of lines
    both: "tuple" = ()  # as those of `alike.py`

    def __init__(
        self,
        word: str,
        how: str,
        weight: float,
        hidden: "Callable[[bytes], list[bytes]] | None" = None,
    ) -> None:
        self.how = how
        self.weight = weight
        self.word = word
        self._hidden = hidden
        self._beside: "list[bytes] | None" = None
        self.spare_rows: "list[tuple]" = []
        self._is_latin = max(word.encode()) < 0x80
        self._stems: "list[bytes]" = []
        self._particle = b""
        self._object = b""
        self._rows: "list[tuple] | None" = None  # the word is taken apart where it is looked for
        piece = word
        if self._is_latin:
            begin = word[:_STEM]
            piece = begin if begin.isalpha() else runs(word)[0][1].decode()[:_STEM]
        elif " " in word:
            piece, after = word.split()
            self._object = after.encode()
        self._piece = piece.encode()  # in every folded text that it is found in
        self.filter = line_filter([piece])

    @property
    def rows(self) -> "list[tuple]":
        """As the module says."""
        if self._rows is None:
            self._rows = self._take_apart()
        return self._rows

    def _take_apart(self) -> "list[tuple]":
        if self._is_latin:
            self._stems = [term for term in terms(self.word) if not is_cjk(term)]
            words = runs(self.word)
            if len(self._stems) == 1 and len(words) == 2:
                self._particle = words[1][1]
            return [(stem,) for stem in self._stems[:1]]
        if self._object:
            verb = self._piece
            return [(verb, verb + b"\xff", _opens, verb)]
        return (constraints(self.word) or [[]])[0]

    def last(self, chunk: bytes, end: int) -> int:
        """As the module says."""
        return end - 1 if self.filter is None else self.filter.last(chunk, end)

    def passes(self, text: bytes) -> bool:
        """False where it cannot be found in a line."""
        return self.filter is None or self.filter.passes(text)

    def found_in(self, text: bytes) -> bool:
        """True where a folded text has the word."""
        if self._is_latin:
            text = bare(text)
        if self._piece not in text:
            return False
        if self._object:
            return _are_apart(text, self._piece, self._object)
        if not self.rows or not self._stems:  # taken apart by now
            return True
        words = [run for cjk, run, _ in runs_of(text) if not cjk]
        stems = [whole_word(run) for run in words]
        if self._particle:
            for at in range(len(stems) - 1):
                if stems[at] == self._stems[0] and self._follows(words, stems, at + 1):
                    return True
            return False
        size = len(self._stems)
        if size == 1 and self.how in _OTHER_WORDS:
            return self._stands_alone(words, stems)
        if size > 1:
            stems = [stem for stem in stems if stem]
        for at in range(len(stems) - size + 1):
            if stems[at : at + size] == self._stems:
                return True
        return False

    def _stands_alone(self, words: "list[bytes]", stems: "list[bytes]") -> bool:
        """True where it is, and what stands beside it gives it no other sense: it runs out."""
        for at in range(len(stems)):
            if stems[at] == self._stems[0]:
                if self._hidden is None:
                    return True
                if self._beside is None:
                    self._beside = self._hidden(stems[at])
                before = words[at - 1] if at else b""
                after = words[at + 1] if at + 1 < len(words) else b""
                before_it, after_it = self._beside
                is_other = b",%s," % after in after_it
                if self.how == "synonym":  # which may be of that sense
                    before_it = b""
                    is_other = is_other and b" %s " % after in _PARTICLES
                if not is_other and b",%s," % before not in before_it:
                    return True
        return False

    def _follows(self, words: "list[bytes]", stems: "list[bytes]", at: int) -> bool:
        """True where the particle comes next, or after an object: it up, the match off."""
        begin = at
        objects = 0
        while at < len(words) and objects < 2:
            if words[at] == self._particle:
                return True
            if stems[at]:
                if at == begin:
                    return False  # take a break, wake up
                objects += 1
            at += 1
        return False


class Inside(Spelling):
    """
    A Chinese word that may be part of a longer one of another sense: 狗 of 热狗. It is not found
    beside the characters that `hidden(word)` gives, before and after it; with `alone` only where
    what stands on both sides is no part of its word, as far as single characters tell.
    """

    def __init__(
        self,
        word: str,
        how: str,
        weight: float,
        hidden: "Callable[[bytes], list[bytes]]",
        alone: bool = False,
    ) -> None:
        super().__init__(word, how, weight, hidden)
        self._alone = alone

    def found_in(self, text: bytes) -> bool:
        """As Spelling."""
        hidden: "Any" = self._hidden
        at = text.find(self._piece)
        while at >= 0:
            if self._beside is None:
                self._beside = hidden(self._piece)
            end = at + len(self._piece)
            before, after = text[max(0, at - _CHARACTER) : at], text[end : end + _CHARACTER]
            is_part = _holds(self._beside[0], before) or _holds(self._beside[1], after)
            if not is_part and (not self._alone or _stands_apart(before, after)):
                return True
            at = text.find(self._piece, end)
        return False


def _stands_apart(before: bytes, after: bytes) -> bool:
    return _ends(_ENDS_BEFORE, before) and _ends(_BEGINS_AFTER, after)


def _ends(ones: bytes, character: bytes) -> bool:
    """True for no Chinese character, and for one of these."""
    if len(character) < _CHARACTER or not 0xE4 <= character[0] <= 0xE9:
        return True
    return _holds(ones, character)


def _opens(term: bytes) -> bool:
    """True for a character and what may stand between it and its object."""
    return len(term) == 2 * _CHARACTER and _BETWEEN.find(term[_CHARACTER:]) % _CHARACTER == 0


def _are_apart(text: bytes, verb: bytes, after: bytes) -> bool:
    at = text.find(verb)
    while at >= 0:
        at += len(verb)
        end = text.find(after, at + _CHARACTER, at + _APART + len(after))
        if end > 0 and _BETWEEN.find(text[at : at + _CHARACTER]) % _CHARACTER == 0:
            if text.find(b",", at, end) < 0:
                return True
        at = text.find(verb, at)
    return False


class Reading:
    """
    Characters that are read as given: `sets` has for each place the characters that it may have,
    as UTF-8 of three bytes each. `fits(pair, at)` is False where two characters, those at `at`,
    are read otherwise in a word. With `alone` they must begin or end a run, or follow or precede
    what names people.
    """

    filter: "LineFilter | None" = None  # it has no piece that a filter of lines looks for
    looks_at_words = True
    both: "tuple" = ()

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
        self.rows: "list[tuple]" = [] if alone else self._rows()

    @property
    def spare_rows(self) -> "list[tuple]":
        """As `rows`, of which there are many: made where nothing likelier was found."""
        return self._rows() if self._alone else []

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

        return [(one, one + b"\xff", wanted, one) for one in _characters(sets[least])]

    def last(self, chunk: bytes, end: int) -> int:
        """As the module says."""
        first, second = self._sets[0], self._sets[1]
        return _last_pair(chunk, min(end, len(chunk)), first, len(first), second, len(second))

    def passes(self, text: bytes) -> bool:
        """False where it cannot be found in a line."""
        return self.last(text, len(text)) >= 0

    def found_in(self, raw: bytes) -> bool:
        """True where a folded text has characters that are read so."""
        size = _CHARACTER * len(self._sets)
        at = self.last(raw, len(raw))
        while at >= 0:
            if self._is_at(raw, at) and (not self._alone or _is_alone(raw, at, at + size)):
                return True
            at = self.last(raw, at + _CHARACTER)
        return False

    def _is_at(self, raw: bytes, begin: int) -> bool:
        for number in range(2, len(self._sets)):
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
    return _ends(_NAMING, before) or _ends(_NAMING, after)


@micropython.viper
def _last_pair(
    text: object, end: int, firsts: object, firsts_size: int, seconds: object, seconds_size: int
) -> int:
    """
    The last offset, or -1, at which a character of the first set stands before one of the second,
    both before `end`. Sets are characters of three bytes each.
    """
    src = ptr8(text)
    at = end - 6
    while at >= 0:
        if src[at] >= 0xE0 and src[at + 3] >= 0xE0:
            one = ptr8(firsts)
            look = 0
            while look < firsts_size:
                if (
                    one[look] == src[at]
                    and one[look + 1] == src[at + 1]
                    and one[look + 2] == src[at + 2]
                ):
                    break
                look += 3
            if look < firsts_size:
                other = ptr8(seconds)
                look = 0
                while look < seconds_size:
                    if (
                        other[look] == src[at + 3]
                        and other[look + 1] == src[at + 4]
                        and other[look + 2] == src[at + 5]
                    ):
                        return at
                    look += 3
        at -= 1
    return -1
