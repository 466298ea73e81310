"""
Expansion: other words for what is asked, from the table of words (`word_table.py`).

Owns what of the table applies to a keyword or a question and what it weighs; how a record is
matched is `spellings.py`, and the order of results `recall.py`. Without a table, or once it turns
out to be damaged, nothing is expanded.
"""

from micropython import const

from memory.text.asking import weighted
from memory.text.terms import runs, singles, whole_word

from . import pinyin
from .spellings import UNLIKELY, Inside, Reading, Spelling
from .word_order import bases, dealt, grouped, other_pairs, rows_of
from .word_table import DamagedTable, WordTable, words_in

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# What another word weighs beside the word itself, 1.
_WORD = 1.0
_SCRIPT = 0.9
_SPELLING = 0.85
_PINYIN = 0.8
_SYNONYM = 0.6
_CATEGORY = 0.4
_ONE_CHARACTER = 0.3  # of a member, with others on both sides that may be of its word
_RELATIONS = {
    b"S": ("synonym", _SYNONYM),
    b"C": ("category", _CATEGORY),
    b"M": ("spelling", _SPELLING),
}
_KEYWORD_MOST = const(8)  # characters of a Chinese keyword that is taken as a word
_NAME_LEAST = const(3)  # characters of a Chinese name that is taken for one whatever is in it
_PINYIN_MOST = const(24)  # letters of a keyword in pinyin
_WAYS_MOST = const(4)  # to cut letters into syllables
_INITIALS_MOST = const(4)
_VOWELS = b"aeiou"
_HIDDEN_MOST = const(6)  # bytes of a word that is looked for in longer ones
_FORMS_MOST = const(12)  # of a keyword in the other script
_SEGMENT_MOST = const(6)  # characters of a Chinese word of the table
_TOGETHER = const(3)  # English words of one entry
_PARTS_MOST = const(20)  # other words for a question
_PAIRS_MOST = const(12)  # pairs of characters of a question in the other script
_SLIP_LEAST = const(5)  # letters of a word that may be misspelled
_SLIP_MOST = const(24)
_NOTHING = "我你他她它的了吗呢们家是有个那这在和"  # says nothing beside one word
# Ends a name of what is asked for, and says nothing itself: 睡眠问题. Two characters each.
_ENDINGS = "情况状况问题习惯方式信息经历记录时间地点安排偏好方面"


class Expander:
    """`open_table()` gives the table, or None where there is none; it is called at first use."""

    def __init__(self, open_table: "Callable[[], WordTable | None]") -> None:
        self._open_table: "Callable[[], WordTable | None] | None" = open_table
        self._table: "WordTable | None" = None
        self.problem = ""  # why there is no table, where one is damaged

    def is_ready(self) -> bool:
        """True where there is a table and nothing of it was found damaged."""
        if self._open_table is not None:
            opens, self._open_table = self._open_table, None
            try:
                self._table = opens()
            except DamagedTable as e:
                self.problem = str(e)
        return self._table is not None

    def whole(self, keyword: str) -> list:
        """
        Groups of spellings for a folded keyword that is one word, the likeliest first; [] where it
        is none that is known. The word itself is among them where records may bend it.
        """
        return self._safely(self._whole, keyword)

    def is_name(self, word: str, known: bool) -> bool:
        """
        False for a folded text of several words that is no name of one thing; `known`: there are
        other words for it.
        """
        if word.encode()[0] >= 0xE4:
            segments = self._safely(self._segments, word)
            if len(segments) < 2 or len(word) <= _NAME_LEAST:
                return True
            return bool(self._safely(self._related, word.encode()))
        return known or len(runs(word)) == 1

    def expand(self, text: str, most: int = _PARTS_MOST) -> list:
        """[(word as bytes, weight, how, terms it stands for)] of a folded text, `most` at most."""
        return self._safely(self._expand, text, most) if text else []

    def named_by(self, text: str) -> "list[str]":
        """What a folded word stands for: its synonyms, and the members where it names a class."""
        words = [run for cjk, run, _ in runs(text) if not cjk]
        key = _stems(words) if words else text.encode()
        return [word.decode() for word, _, _ in self._safely(self._related, key)]

    def _safely(self, work: "Callable", *given: "Any") -> list:
        if not self.is_ready():
            return []
        try:
            found: list = work(*given)
            return found
        except DamagedTable as e:
            self.problem = str(e)
            self._table = None
            return []

    def _row(self, letter: bytes, key: bytes) -> bytes:
        return b"" if self._table is None else self._table.get(letter + key)

    # -- a keyword -------------------------------------------------------------------------------

    def _whole(self, keyword: str) -> list:
        found: "list" = []
        pieces = [(cjk, run) for cjk, run, _ in runs(keyword)]
        if not pieces:
            return []
        if [True for cjk, _ in pieces if cjk]:
            said = pieces[0][1].decode()
            if len(pieces) == 1 and len(said) <= _KEYWORD_MOST:
                found += self._chinese(said)
                if found and said != keyword:  # it has marks around it
                    found.append(Spelling(said, "word", _WORD))
        else:
            found += self._latin(keyword, [run for _, run in pieces])
        return grouped(found)

    def _chinese(self, keyword: str) -> list:
        found = self._written(keyword)
        related = self._related(keyword.encode())
        if not related and len(keyword) > 3 and _ENDINGS.find(keyword[-2:]) % 2 == 0:
            related = self._related(keyword[:-2].encode())
            if related:
                found.append(Spelling(keyword[:-2], "word", _WORD))
                found += self._written(keyword[:-2])
        if not related:
            segments = self._segments(keyword)
            if len(segments) == 1:
                word = segments[0][0]
                rest = keyword.replace(word, "").encode()
                if not [one for one in singles(rest) if one.decode() not in _NOTHING]:
                    found.append(Spelling(word, "word", _WORD))
                    found += self._written(word)
                    related = segments[0][1]
            if not related and segments and _is_question(keyword):
                return []
        return found + self._spelled(related)

    def _written(self, word: str) -> list:
        """The spellings of a Chinese word in the other script."""
        return [Spelling(one.decode(), "script", _SCRIPT) for one in self._forms(word.encode())]

    def _spelled(self, related: list) -> list:
        """The spellings of other words, none of them inside of longer words of another sense."""
        found: "list" = []
        for raw, how, weight in related:
            word = raw.decode()
            if raw[0] < 0xE4 or b" " in raw:
                found.append(Spelling(word, how, weight, self.hidden))
                continue
            one = Inside(word, how, weight, self.hidden)
            if how == "category" and len(singles(raw)) == 1:
                found.append(Inside(word, how, weight, self.hidden, True))
                one.weight = _ONE_CHARACTER
            found.append(one)
        return found

    def has(self, text: bytes, word: str) -> bool:
        """False where a folded text has a word as a part of those of another sense alone."""
        raw = word.encode()
        if raw[0] < 0xE4 or len(raw) > _HIDDEN_MOST or not self.is_ready():
            return True
        return Inside(word, "word", _WORD, self.hidden).found_in(text)

    def hidden(self, word: bytes) -> "list[bytes]":
        """
        [characters before, after] a word, with which it is part of one of another sense; of a stem
        of English words, each between commas.
        """
        try:
            row = self._row(b"h", word)
        except DamagedTable as e:
            self.problem = str(e)
            self._table = None
            row = b""
        return row.split(b" ") if row else [b"", b""]

    def _latin(self, keyword: str, words: "list[bytes]") -> list:
        found: "list" = []
        said = [word for word in words if whole_word(word)]
        related: "list" = []
        if len(said) == 1 and len(words) > 1 and words[0] == said[0]:
            related = self._related(_stems(words[:2]))  # break up
            if related:
                said = words[:2]
        if 0 < len(said) <= _TOGETHER and not related:
            related = self._related(_stems(said))
            if not related and len(said) == 1:
                related = self._corrected(said[0])
        if related:
            found.append(Spelling(b" ".join(said).decode(), "word", _WORD))
            found += self._spelled(related)
        return found + self._spoken(keyword, bool(related) or not said)

    def _related(self, key: bytes, right: bool = False) -> list:
        """[(word in bytes, how, weight)] that stand for a key; `right`: it is spelled so."""
        rows = [] if self._table is None else self._table.related(key)
        found: "list" = []
        if not rows:
            return found
        known = {key}
        members: "list" = []
        for letter, word in rows:
            how, weight = _RELATIONS.get(letter, _RELATIONS[b"S"])
            if how == "category":
                members.append((word, how, weight))
            elif word not in known and not (right and how == "spelling"):
                known.add(word)
                found.append((word, how, weight))
                if how == "spelling":
                    found += self._beyond(word)
        # Whoever is a synonym, too, is one; the others come last.
        return found + [row for row in members if row[0] not in known]

    def _beyond(self, word: bytes) -> list:
        """What a word that was misspelled stands for."""
        return self._related(_stems(word.split()), right=True)

    def _corrected(self, word: bytes) -> list:
        """As `_related`, for words of the thesaurus from which this differs by one slip."""
        if not _SLIP_LEAST <= len(word) <= _SLIP_MOST or max(word) > 0x7A or min(word) < 0x61:
            return []
        found: "list" = []
        tried: "list[bytes]" = []
        table = self._table
        for one in bases(word):
            for raw in [] if table is None else table.slips(one):
                if raw not in tried:
                    tried.append(raw)
                    found.append((raw, "spelling", _SPELLING))
                    found += self._beyond(raw)
        return found

    def _forms(self, word: bytes) -> "list[bytes]":
        """A Chinese word in the other script, all ways of writing it."""
        found = [b""]
        for one in singles(word):
            letters = [one] + singles(self._row(b"s", one))
            found = [before + letter for letter in letters for before in found][:_FORMS_MOST]
        return [form for form in found if form != word]

    # -- pinyin ----------------------------------------------------------------------------------

    def _spoken(self, keyword: str, known: bool) -> list:
        """What a keyword is as pinyin, complete or initials; `known`: it is English."""
        letters = pinyin.letters_of(keyword)
        if not 2 <= len(letters) <= _PINYIN_MOST:
            return []
        weight = UNLIKELY if known else _PINYIN
        found: "list" = []
        dotted = letters.replace(b"nu", b"nv").replace(b"lu", b"lv")
        for spelled in (letters, dotted) if dotted != letters else (letters,):
            for word in words_in(self._row(b"y", spelled)):
                found.append(Spelling(word.decode(), "pinyin", weight))
                others = [] if known else self._related(word)  # fanqie: 西红柿, too
                found += self._spelled([other for other in others if other[2] >= _SYNONYM])
        syllables = self._row(b"a", b"")
        ways = [way for way in pinyin.ways(letters, syllables) if len(way) > 1]
        for way in ways[:_WAYS_MOST]:
            sets = [self._row(b"p", one) + self._dotted(one) for one in way]
            found.append(Reading(sets, weight, self._reader(way)))
        is_said = [True for letter in letters if letter in _VOWELS]  # mm may be read, too
        if not (ways and is_said) and not known and len(letters) <= _INITIALS_MOST:
            for word in words_in(self._row(b"j", letters)):
                found.append(Spelling(word.decode(), "pinyin", UNLIKELY))
            sets = [self._begun(letters[at : at + 1], syllables) for at in range(len(letters))]
            if min([len(one) for one in sets]):
                found.append(Reading(sets, UNLIKELY, alone=True))
        return found

    def _begun(self, letter: bytes, syllables: bytes) -> bytes:
        """All characters with a reading that begins with this letter."""
        return b"".join([self._row(b"p", one) for one in pinyin.begun(letter, syllables)])

    def _dotted(self, syllable: bytes) -> bytes:
        other = pinyin.with_dots(syllable)
        return self._row(b"p", other) if other else b""

    def _reader(self, way: "list[bytes]") -> "Callable[[bytes, int], bool]":
        """Tells whether two characters may be read as the syllables of a place and the next."""

        def fits(pair: bytes, at: int) -> bool:
            try:
                read = self._row(b"r", pair)
            except DamagedTable as e:
                self.problem = str(e)
                self._table = None
                return True
            typed = pinyin.without_dots(way[at : at + 2])
            if len(read) == len(typed):  # from version 5 on a byte each
                return read == bytes([pinyin.sign(one) for one in typed])
            return not read or pinyin.without_dots(read.split()) == typed

        return fits

    # -- a question ------------------------------------------------------------------------------

    def _expand(self, text: str, most: int) -> list:
        found: "list[list]" = []
        pairs: "list[tuple]" = []
        known: "list[bytes]" = []
        for cjk, run, _ in runs(text):
            if cjk and run not in known:
                known.append(run)
                for word, related in self._segments(run.decode()):
                    found.append(rows_of(word, related))
                    forms = self._forms(word.encode())
                    found.append([(form, _SCRIPT, "script", ()) for form in forms])
                pairs += self._other_pairs(run)
        return dealt(found + self._english(text), text, most) + pairs[:_PAIRS_MOST]

    def _english(self, text: str) -> list:
        """Other words, as `rows_of`, for each English word or phrase of a question, each once."""
        found: "list[list]" = []
        known: "list[list[bytes]]" = []
        words: "list[bytes]" = []
        particles: "list[bytes]" = []  # the stop word that follows each, b"" if none does
        for cjk, run, _ in runs(text):
            if not cjk and whole_word(run):
                words.append(run)
                particles.append(b"")
            elif not cjk and words and not particles[-1]:
                particles[-1] = run
        at = 0
        while at < len(words):
            if particles[at]:
                related = self._related(_stems([words[at], particles[at]]))
                if related:
                    found.append(rows_of(words[at].decode(), related))
                    at += 1
                    continue
            for size in range(min(_TOGETHER, len(words) - at), 0, -1):
                some = words[at : at + size]
                if some in known:
                    break
                related = self._related(_stems(some))
                if not related and size == 1:
                    related = self._corrected(some[0])
                    for word in words_in(self._row(b"y", some[0])):
                        forms = [word] + self._forms(word)
                        related += [(form, "pinyin", _PINYIN) for form in forms]
                if related or size == 1:
                    known.append(some)
                    found.append(rows_of(b" ".join(some).decode(), related))
                    break
            at += size
        return found

    def _other_pairs(self, run: bytes) -> list:
        """The pairs of characters of a run that are others in the other script, as `rows_of`."""
        letters = singles(run)
        others = [singles(self._row(b"s", one))[:2] or [one] for one in letters]
        pairs = other_pairs(letters, others)[:_PAIRS_MOST]
        return [(other, _SCRIPT, "script", (pair,)) for other, pair in pairs]

    def _segments(self, text: str) -> list:
        """[(word, its relations)] of a run of Chinese, the longest at each place, each once."""
        found: "list[tuple]" = []
        known: "list[bytes]" = []
        letters = singles(text.encode())
        at = 0
        while at < len(letters):
            size = min(_SEGMENT_MOST, len(letters) - at)
            while size:
                word = b"".join(letters[at : at + size])
                if word in known:
                    break
                related = self._related(word)
                if related:
                    known.append(word)
                    found.append((word.decode(), related))
                    break
                size -= 1
            at += max(size, 1)
        return found


def _is_question(keyword: str) -> bool:
    """True where a short text asks, or says of the owner, and is no name of a thing."""
    return keyword.startswith(("我", "你")) or weighted(keyword)[0][0] != keyword


def _stems(words: "list[bytes]") -> bytes:
    return b" ".join([whole_word(word) or word for word in words])
