"""
BM25 ranking: the documents that answer a question best.

BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with
a little correction for length (`lengths`). A term counts as much as its sentence (`asking`), of a
long question the rarest terms count. Also scored are single characters of Chinese, terms in a
field such as the topic, and a share of the scores of records beside it in a talk. Of equal scores
the newest comes first. RAM: 20 KB, that of `term_postings`, the tables.
"""

from micropython import const

from memory.text.asking import FULL, weighted
from memory.text.terms import is_cjk, singles, terms
from memory.text.weighted_filter import weighted_filter

from .documents import ASKS, FIELD, LONGEST
from .field_terms import may_have
from .postings import CELLS, count
from .scoring import ASKING_KEEPS, Best, add_up
from .term_postings import TermPostings
from .weighing import beginning_of, evened, fullness, rarity, tells

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.text.weighted_filter import WeightedFilter

    from .index import Index

_K1 = 1.2  # saturation of repeated terms
# A second occurrence adds this share of a term's weight; further ones add nothing.
_REPEAT = 2 * (_K1 + 1) / (2 + _K1) - 1
# Of single characters, and where the question is more than one sentence: they are noise there.
_LETTERS = 0.8
_LETTERS_OF_MANY = 0.4
_SPELLED = 0.9  # share of a term that is another one in another spelling
_FIELD_WEIGHT = 3.0  # of a term in a field such as the topic, whatever its rarity
# Of the time that the question speaks of; as much as a term that every twentieth document has.
_LIFT = 3.0
_NEARER = 0.2  # the same for each of the spans around the days that are meant

_WEIGHT_STEPS = 64  # whole steps to a weight of 1.0
# Sum of all in steps: 1.2 of it by lengths, and 2.2 of that by neighbours' shares, are 16 bits.
_WEIGHTS_MOST = 24000
# Of the terms of the best answer that are looked for as well.
_LEARNED_SHARE = 0.3
_LEARNED = const(4)  # terms, the rarest
_LEARNED_FROM = const(16)  # of so many that are looked up

_COMMON = const(8192)  # a term with more bytes of postings is in nearly every document: ignored
_LOOKED_MOST = const(80)  # terms of a question that are looked up, of which
_TERMS_MOST = const(40)  # the rarest count; also, single characters that are looked up
_QUESTION = const(6)  # pairs of characters that make a question; fewer are a keyword
_TELLING = const(6)  # terms of a question whose weight is the whole of a score
_PREFIXED_MOST = const(48)  # terms that begin with one character; with more it is ignored
_HEAD = const(3)  # bytes of most characters
_SPAN_MOST = const(3)  # blocks of an index file that they may be in


class Question:
    """
    The terms of a question with their weights and postings. Without `index` only `score` and
    `covers` are of use. With `keyword` the text is one: a document must have half of its terms,
    and single characters are not looked up. `also` has (term, weight below 1, terms that it
    stands for): it weighs this share of its rarity, or of theirs if less. `ignored` terms of the
    text are not looked for. `dated` is (dates and years of the text, how many `rings` a query has)
    where that speaks of a time: this is part of what a score is of, and they are not.
    """

    def __init__(
        self,
        index: "Index | None",
        text: str,
        keyword: bool = False,
        also: "tuple | list" = (),
        ignored: "tuple | list" = (),
        dated: "tuple[list, int] | None" = None,
    ) -> None:
        self._index: "Any" = index
        self._ignored = ignored
        self._dated = None if dated is None else dated[0]
        self._rings = 0 if dated is None else dated[1]
        self._postings = TermPostings()
        self._shares: "dict[bytes, float]" = {}  # how much the sentence of a term counts
        self._weights: "dict[bytes, float]" = {}
        self._found: "dict[bytes, float]" = {}  # of the weights, those of terms that are indexed
        self._letters: "dict[bytes, float]" = {}
        self._stands_for: "dict[bytes, tuple]" = {}  # (share, terms) of other words
        self._words: "list[bytes]" = []
        self._asked: "list[list[bytes]]" = []  # the terms of each sentence that asks
        self._steps = self._full = 0.0
        self.is_keyword = self.may_learn = False
        self.by_talk = True  # what was said beside a document, and that it asks, counts
        self._ask(text, keyword, also)

    def _ask(self, text: str, keyword: bool, also: "tuple | list") -> None:
        letters: "list[bytes]" = []
        pairs = 0
        sentences = weighted(text)
        # Those that count most first; a term counts as in the first that has it.
        order = sorted(range(len(sentences)), key=lambda at: (-sentences[at][1], at))
        for sentence, weight in [sentences[at] for at in order]:
            since, alone_since = len(self._words), len(letters)
            pairs += self._read(sentence, weight / FULL, letters)
            if weight == FULL and len(sentences) > 1:
                self._asked.append(self._words[since:] + letters[alone_since:])
        words = self._words
        self.is_keyword = keyword
        # One pair of characters is an exact match or none.
        self.is_pair = len(words) == pairs <= 1
        if self.is_keyword and self.is_pair:
            return
        self.may_learn = len(words) <= _TERMS_MOST  # or too many are looked for
        if self._dated is not None:
            letters = [one for one in letters if fullness([one]) == 1]
        del letters[_TERMS_MOST:]
        share = _LETTERS_OF_MANY if len(sentences) > 1 else _LETTERS
        by_letters = not self.is_keyword and pairs >= _QUESTION
        alone = set(letters)
        # In the order of the index: terms that are neighbours there share a block.
        for term in sorted(words + letters if by_letters else words):
            if term in alone:
                self._prefix(term, share)
            else:
                self._term(term)
        self._stand_in(also)
        for term in sorted([term for term in words if term in self._weights]):
            self._field((FIELD + term)[:LONGEST], self._shares[term] * _FIELD_WEIGHT)
        if not self.is_keyword and not by_letters and not self._found:
            for letter in sorted(letters):
                self._prefix(letter, share)
        self._fit()
        self._even(self._found)
        self._count_steps()

    def _even(self, found: "dict[bytes, float]") -> None:
        """Bring the weights of several questions in one together; `found` are those of terms."""
        if len(self._asked) < 2:
            return
        totals = [sum([found[one] for one in some if one in found]) for some in self._asked]
        factors: "dict[bytes, float]" = {}
        for some, factor in zip(self._asked, evened(totals)):
            for one in some:
                factors[one] = factors[FIELD + one[: LONGEST - 1]] = factor
        for weights in (self._weights, self._letters):
            for one in weights:
                weights[one] *= factors.get(one, 1.0)
        self._postings.multiply(factors)

    def _count_steps(self) -> None:
        total = self._postings.total() * (1 + _REPEAT) + _LIFT
        self._steps = min(_WEIGHT_STEPS, _WEIGHTS_MOST / total)
        self._full = 0.0

    def _read(self, sentence: str, share: float, letters: list) -> int:
        """Note the terms and single characters of a sentence; returns how many pairs it has."""
        pairs = 0
        for term in terms(sentence):
            if term in self._ignored:
                continue
            own = share
            if is_cjk(term):
                characters = singles(term)
                for letter in characters:
                    if letter not in self._shares and letter not in self._ignored:
                        letters.append(letter)
                        self._shares[letter] = share
                if len(characters) == 1:
                    continue  # the last character of a run, which is among the letters
                pairs += 1
                own = share * fullness(characters)
            if term not in self._shares and len(self._words) < _LOOKED_MOST:
                self._words.append(term)
                self._shares[term] = own
        return pairs

    def _fit(self) -> None:
        term = self._postings.superfluous()
        while term is not None:
            self._drop(term)
            term = self._postings.superfluous()

    def _drop(self, term: bytes) -> None:
        self._postings.drop(term)
        self._weights.pop(term, 0)
        self._found.pop(term, 0)
        self._letters.pop(term, 0)

    def covers(self, found: list) -> bool:
        """False where a record with these terms has too few of a keyword's."""
        if not self.is_keyword:
            return True
        return 2 * len([term for term in self._words if term in found]) >= len(self._words)

    def score(self, found: list, nearness: int = 0) -> int:
        """
        The score of a record with these terms, which is of so many of the rings of the query, as
        in `rank`, without its neighbours' shares.
        """
        total = 0
        times: "dict[bytes, int]" = {}
        weights = self._weights
        for term in found:
            if term in weights:
                times[term] = times.get(term, 0) + 1
        for term, many in times.items():
            weight = self._weight(weights[term])
            total += weight + (int(weight * _REPEAT) if many > 1 else 0)
        heads = {term[:_HEAD] for term in found} if self._letters else ()
        for letter in self._letters:
            if letter[:_HEAD] in heads and [term for term in found if term.startswith(letter)]:
                total += self._weight(self._letters[letter])
        if self._index is not None:
            total = self._index.lengths().scaled(total, len(found))
        if ASKS in found and self.by_talk and not self.is_keyword:
            total = total * ASKING_KEEPS >> 5
        return total + sum(self._lifts(nearness))

    def _lifts(self, rings: int) -> "list[int]":
        """What each of so many rings adds."""
        return [self._weight(_NEARER if at else _LIFT) for at in range(rings)]

    def filter(self, least: int) -> "WeightedFilter | None":
        """
        Rejects lines and words of records whose `score` is below `least`. None where there is no
        telling.
        """
        most = self._index.lengths().most
        texts = []
        for weights in (self._weights, self._letters):
            for term, weight in weights.items():
                whole = self._weight(weight)
                text = term[1:] if term.startswith(FIELD) else term
                if not is_cjk(text):  # a date, which has a - in it, is written in many ways
                    text = b"" if b"-" in text else beginning_of(text)
                texts.append((text, whole + int(whole * _REPEAT)))
        least -= sum(self._lifts(self._rings))
        return weighted_filter(texts, (least << 8) // most)

    def percent(self, score: int) -> int:
        """
        What a score is of the weight of the question's rarest words, 1 to 100: comparable between
        questions. docs/decisions/ranking.md has the curve.
        """
        if not self._full:
            some = [one for one in self._words if one not in (self._dated or ())]
            weights = [self._weights[one] for one in some if one in self._weights]
            lift = 0
            if self._dated is not None:
                weights = weights or list(self._letters.values())
                lift = sum(self._lifts(self._rings))
            self._full = sum(sorted(weights)[-_TELLING:]) * self._steps + lift
            self._full = self._full or _LIFT * self._steps
        return max(1, min(100, int(100 * score / self._full)))

    def _weight(self, weight: float) -> int:
        """A weight in whole steps; at least one, so that a term that all have still matches."""
        return max(1, int(weight * self._steps))

    def rank(
        self,
        most: int,
        allowed: "bytearray | None" = None,
        lifted: "tuple | list" = (),
    ) -> list:
        """
        [(score, document)], at most `most`, best first; only of `allowed` if given. Documents of
        `lifted` are of the rings of the query, the widest first.
        """
        best: "list[tuple]" = []
        if self._postings or lifted:
            postings, cursors = self._postings.cursors(self._weight, _REPEAT)
            by_talk = self.by_talk and not self.is_keyword  # its neighbours lack a keyword
            take = Best(best, most, allowed, self._index.docs)
            lifts = list(zip(lifted, self._lifts(len(lifted))))
            add_up(self._index, postings, cursors, len(cursors) // CELLS, by_talk, lifts, take)
        return best

    def estimate(self, records: "list[list]", seen: int) -> None:
        """Weigh the terms, without an index, by the terms of some records out of `seen`."""
        known: "dict[bytes, float]" = {}
        for term in self._weights:
            if not term.startswith(FIELD):
                many = len([True for found in records if term in found])
                self._weights[term] = rarity(many, seen) * self._shares.get(term, 1.0)
                if many:
                    known[term] = self._weights[term]
        for term, (share, others) in self._stands_for.items():
            most = max([self._weights[one] for one in others if one in self._weights] or [1.0])
            self._weights[term] = share * min(self._weights[term], most)
        self._even(known)

    def learn(self, found: list) -> bool:
        """
        Look for the rarest terms of an answer as well, at a share of their weight: who is asked
        for by what he does is named there. False where it has none of use.
        """
        fresh: "list[bytes]" = []
        for term in found:
            if term not in self._weights and term not in fresh and tells(term):
                fresh.append(term)
        size = len(fresh)
        if size > _LEARNED_FROM:
            fresh = [fresh[at * size // _LEARNED_FROM] for at in range(_LEARNED_FROM)]
        rows: "list[tuple]" = []
        for term in sorted(fresh):
            some = self._postings_of(term)
            many = _count(some)
            if many > 1:  # or no other document has it
                rows.append((rarity(many, self._index.docs), term, some))
        rows.sort(key=lambda row: -row[0])
        for weight, term, some in rows[:_LEARNED]:
            self._weights[term] = weight * _LEARNED_SHARE
            self._postings.put(term, self._weights[term], some)
        self._fit()
        self._count_steps()
        return bool(rows)

    def _postings_of(self, term: bytes) -> "list[tuple[int, bytes]]":
        found = []
        for first, file in self._index.files_for(term):
            postings = file.lookup(term, _COMMON)
            if postings is not None:
                found.append((first, bytes(postings)))
        return found

    def _term(self, term: bytes) -> None:
        """Look a word up. Of those that are found the _TERMS_MOST that weigh most are kept."""
        share = self._shares[term]
        if self._index is None:
            self._weights[term] = share
            return
        rows = self._postings_of(term)
        weight = rarity(_count(rows), self._index.docs) * share
        found = self._found
        if rows and len(found) >= _TERMS_MOST:
            least = min(found.values())
            if weight <= least:
                return
            self._drop(next(one for one in found if found[one] == least))
        self._weights[term] = weight
        if rows:
            found[term] = weight
            self._postings.put(term, weight, rows)
            self._fit()

    def _field(self, term: bytes, weight: float) -> None:
        """Look up what stands in a field; it weighs this, however rare it is."""
        self._weights[term] = weight
        if self._index is not None and may_have(self._index, term):
            self._postings.put(term, weight, self._postings_of(term))

    def _stand_in(self, also: "tuple | list") -> None:
        """Look up what stands for terms: another spelling where the term is in no document."""
        for term, share, stands_for in also:
            if term in self._weights:
                continue
            if is_cjk(term) and len(singles(term)) == 1:  # 猫 is in no term but as a beginning
                if term not in self._shares:
                    self._shares[term] = share
                    self._prefix(term, 1.0)
                continue
            if share >= _SPELLED and stands_for and stands_for[0] in self._found:
                continue
            rows = [] if self._index is None else self._postings_of(term)
            weight = 1.0 if self._index is None else rarity(_count(rows), self._index.docs)
            known = [self._weights[other] for other in stands_for if other in self._weights]
            self._weights[term] = share * min([weight] + ([max(known)] if known else []))
            self._stands_for[term] = (share, stands_for)
            self._postings.put(term, self._weights[term], rows)

    def _prefix(self, prefix: bytes, share: float) -> None:
        """
        Look up all terms with this prefix as one term, which counts `share` of what it would;
        none of them where they are many.
        """
        share *= self._shares[prefix]
        if self._index is None:
            self._letters[prefix] = share
            return
        rows: "list[tuple[int, bytes]]" = []
        for first, file in self._index.files_for(prefix):
            found = file.beginning(prefix, _PREFIXED_MOST + 1, _COMMON, _SPAN_MOST)
            if found is None or len(rows) + len(found) > _PREFIXED_MOST:
                return
            for postings in found:
                rows.append((first, postings))
        self._letters[prefix] = rarity(_count(rows), self._index.docs) * share
        self._postings.put(prefix, self._letters[prefix], rows)
        self._fit()


def _count(rows: "list[tuple[int, bytes]]") -> int:
    """Of how many documents these postings are."""
    found = 0
    for _, data in rows:
        found += count(data, 0, len(data))
    return found
