"""
Reranker: how likely each of a few memories answers a question.

A linear model over what `pair_features` counts, what the rules of `offers` found, and how the
candidates stand to each other. Its weights are the asset `answers` (docs/FORMAT.md section 13.2),
made from labelled questions by tools/answers.py. Owns the sums; reads no memory. Without the
asset, or once it turns out to be damaged, nothing is reranked.
"""

import math
from array import array
from struct import unpack

import micropython
from memory.search.word_table import DamagedTable, WordTable
from memory.viper import ptr8, ptr16
from micropython import const

from .likely_successors import likely_successors
from .pair_features import (
    ENDED,
    ENDS,
    LIKELY_ENDED,
    OLDER,
    OVER,
    SHAPES,
    Tokens,
    Told,
    packed,
    shapes_of,
    unpacked,
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.records.record import Record

_HEAD = b"h"  # keys of the asset: version and scales,
_STANDING = b"s"  # weights of what is no token's, a row a language,
_ENDING = b"l"  # those of one memory ending what another says,
_TOKEN = b"t"  # those of a token, its text behind it,
_SHAPES = (b"z", b"e")  # and words that show the shapes of a text, with a number behind each part
_VERSION = const(2)
_ZERO = const(128)  # of a weight of a token
STANDING = const(23)  # numbers that `standing` gives
ENDINGS = const(196)  # numbers of _ENDING: 64 of shapes that both have, of the later, of the
# earlier one, then of the share of words, of how many, of the rarest, and what is added
_ENOUGH = 0.6  # of the relevance by rules
_SURE = 0.8  # of that, where all that is asked for is said
_MAY = 0.1  # of having ended or been ended: maybe,
_LIKELY = 0.35  # likely
_POSSIBLE = 0.2  # how likely what the rules have in place of another has to be,
_ALMOST = 0.35  # and what they find by words, asked of the owner
_NAMED = 0.3  # and what says the one word of a question
_HALF = 0.5  # the same of whoever it is asked
_TOKENS_LEAST = const(4)
_MOST = 30.0  # of an exponent


class Candidate:
    """A memory that may answer, and what is known of it before it is compared."""

    def __init__(
        self, record: "Record", score: float, is_over: bool, ending: "tuple | None" = None
    ) -> None:
        self.record = record
        self.score = score  # by the words that it shares with the question, 1 for a rare one
        self.is_over = is_over
        # Packed, or None where they are not known; how likely something told later ended it, 0 to
        # 1, and the id of that.
        self.shapes, self.ended, self.ended_by = ending or (None, 0.0, "")
        self.ends = 0.0  # how likely it ended another candidate
        self.others: "list[str]" = []  # ids of what is of another brother, and makes it not old
        self.relevance = 0.0  # by the rules
        self.is_out = False  # of another time than the question, by the rules
        self.is_then = False  # the question asks for what was so
        self.is_offered = self.is_claim = False  # the rules would offer it, for what it claims,
        self.is_named = False  # or since it says who somebody is, or what is called so
        self.is_own = self.is_typed = False  # the question is of the owner, for a sort of answer
        self.claim_wanted = False  # the question asks for what a claim says
        self.is_change = False  # it says that something is not as it was
        self.is_older = False  # something told later may have changed it, as far as rules can tell
        self.told: "Any" = None
        self.content = 0  # tokens of the question that tell something, and that it says
        self.likelihood = 0.0
        self.is_sure = False  # to be offered whatever the weights make of it


class Reranker:
    """`open_table()` gives the weights, or None where there are none; called at first use."""

    def __init__(self, open_table: "Callable[[], WordTable | None]") -> None:
        self._open_table: "Callable[[], WordTable | None] | None" = open_table
        self._table: "Any" = None
        self._scales: "tuple" = ()
        self._endings: "array[int]" = array("h")
        self._shapes = (b"", b"")
        self.problem = ""  # why there are none, where they are damaged

    def is_ready(self) -> bool:
        """True where there are weights of this version, and none was found damaged."""
        if self._open_table is not None:
            try:
                table = self._open_table()
                if table is not None:
                    self._read_head(table)
                self._table = table
            except DamagedTable as e:
                self._give_up(e)
            self._open_table = None  # where RAM was short it is opened again
        return self._table is not None

    def candidate(
        self, record: "Record", score: float, is_over: bool, ending: "tuple | None"
    ) -> Candidate:
        """A memory to rerank; the caller says what the rules think of it."""
        return Candidate(record, score, is_over, ending)

    def shapes_of(self, record: "Record") -> "bytes | None":
        """What sorts of things a memory tells, packed; None without weights."""
        return packed(shapes_of(record, self._shapes)) if self.is_ready() else None

    def ending(self, shapes: "bytes | bytearray") -> "array[int] | None":
        """How a memory weighs that may have ended one of these shapes; None without weights."""
        if not self.is_ready():
            return None
        own, given = unpacked(shapes), self._endings
        found = given[SHAPES : 2 * SHAPES] + given[3 * SHAPES :]
        _add_said(own, given, found, SHAPES)
        found[-1] += _of_shapes(own, given[2 * SHAPES : 3 * SHAPES], SHAPES, 0)
        return found

    def likely_successors(
        self, members: "Any", asked: "list[tuple[int, array[int]]]"
    ) -> "list[tuple[int, float]]":
        """
        [(row, 0 to 1)] of what likeliest ended what each of these rows of the notebook's `members`
        says, asked for with the weights of `ending`, and how likely; -1 for none.
        """
        scale = self._scales[3]
        found = likely_successors(members, asked)
        return [(row, _sigmoid(score * scale) if row >= 0 else 0.0) for row, score in found]

    def _read_head(self, table: "WordTable") -> None:
        head = table.get(_HEAD)
        if head[:1] != bytes((_VERSION,)):
            raise DamagedTable("the weights of answers are of another version")
        self._scales = unpack("<ffff", head[1:])
        self._endings = array("h", unpack("<%dh" % ENDINGS, table.get(_ENDING)))
        chinese, english = [_whole(table, key) for key in _SHAPES]
        self._shapes = (chinese, english)

    def _give_up(self, problem: DamagedTable) -> None:
        self.problem = str(problem)
        self._table = None

    def rerank(self, question: str, candidates: "list[Candidate]") -> bool:
        """
        Set the likelihood of each, 0 to 1, of which 0.6 is where offering pays. False where there
        are no weights.
        """
        if not candidates or not self.is_ready():
            return False
        try:
            self._weigh(Tokens(question), candidates)
        except DamagedTable as e:
            self._give_up(e)
        return self._table is not None

    def _weigh(self, tokens: Tokens, candidates: "list[Candidate]") -> None:
        compare(tokens, candidates, self._shapes)
        of_tokens, of_standing, offset, _ = self._scales
        of_tokens *= 2 / math.sqrt(max(_TOKENS_LEAST, len(tokens.keys)))
        rows = [self._table.get(_TOKEN + key) for key in tokens.keys]
        known = bytearray([1 if row else 0 for row in rows])
        shapes = array("H", bytes(2 * SHAPES))
        count = 0
        for row in rows:
            if row:
                _add(row, shapes, SHAPES)
                count += 1
        language = b"z" if tokens.is_chinese else b"e"
        row = self._table.get(_STANDING + language)
        weights = unpack("<%dh" % STANDING, row)
        own = array("h", row[2 * STANDING :])
        for at, one in enumerate(candidates):
            total = 0
            for row, is_said in zip(rows, one.told.says):
                if row:
                    total += row[0 if is_said else 1] - _ZERO
            total += _of_shapes(one.told.shapes, shapes, SHAPES, _ZERO * count)
            alone = _of_shapes(one.told.shapes, own, SHAPES, 0)
            rest = 0.0
            for number, value in enumerate(standing(tokens, known, candidates, at)):
                rest += value * weights[number]
            score = of_tokens * total + of_standing * (rest + alone) + offset
            one.likelihood = _sigmoid(score)
            one.is_sure = _is_sure(one, _says_all(one, tokens))
            one.is_sure = one.is_sure or _follows(one, candidates)
        for one in candidates:
            one.is_sure = one.is_sure or _stands(one, candidates)


def _says_all(one: Candidate, tokens: Tokens) -> bool:
    """
    True for what says each token of a question that does more than ask; where that is but a word,
    it may name no more than what is asked of: it needs the sort of answer, or to be likely a bit.
    """
    sought = [says for says, seeks in zip(one.told.says, tokens.is_sought) if seeks]
    is_enough = len(sought) > 1 or tokens.is_chinese or one.is_typed or one.likelihood >= _NAMED
    return bool(sought) and min(sought) > 0 and is_enough


def _is_sure(one: Candidate, says_all: bool) -> bool:
    """
    True for what the rules would offer for what it claims, or since it says all that is asked for,
    or, asked of the owner, where the weights doubt it a little; where nothing hints that it is
    over: the weights, made of lives in which much changes, doubt it too often
    (docs/decisions/reranking.md has the counts).
    """
    shapes = one.told.shapes
    is_older = one.is_older and not one.is_named  # what else is told of it, names nothing
    is_found = says_all or _is_almost(one) or one.likelihood >= _HALF
    is_found = is_found and one.relevance >= _SURE and not one.claim_wanted
    is_ended = shapes[LIKELY_ENDED] or (shapes[ENDED] and not (is_found and _is_almost(one)))
    may_be_over = shapes[OVER] or (is_ended and not one.is_named) or is_older
    if one.is_then and one.is_over and (one.is_claim or _is_almost(one)):
        may_be_over = False  # it is what is asked for
    is_offered = one.is_offered or (one.is_then and one.is_over and is_found and _is_almost(one))
    return is_offered and not (may_be_over or one.is_out) and (one.is_claim or is_found)


def _is_almost(one: Candidate) -> bool:
    """True for what is asked of the owner where the weights doubt it a little."""
    return one.is_own and one.likelihood >= _ALMOST


def _follows(one: Candidate, candidates: "list[Candidate]") -> bool:
    """
    True for what the rules would offer in place of another candidate, which it superseded, or
    which they would offer no more, since this was told later and says that it is otherwise now.
    """
    before = [other for other in candidates if other.record.get("superseded_by") == one.record.id]
    is_turned = one.relevance < _ENOUGH and one.likelihood >= _POSSIBLE
    if is_turned and not (one.is_then or one.claim_wanted):
        before += [other for other in candidates if _is_replaced(other, one)]
    is_so = one.is_offered and not (one.is_out or one.is_over)
    return is_so and bool([True for other in before if other.relevance >= _ENOUGH])


def _stands(one: Candidate, candidates: "list[Candidate]") -> bool:
    """
    True for what the rules would offer, did they not take what was told later, and says little of
    the question, for its end: where the weights hold it for even, and see nothing that ended it.
    """
    may_be_over = one.told.shapes[OVER] or one.told.shapes[ENDED] or one.is_older
    is_left = not (one.is_offered or one.is_out or may_be_over or one.claim_wanted)
    if not is_left or one.relevance < _SURE or one.likelihood < _HALF:
        return False
    later = [other for other in candidates if other.is_offered and other.relevance < _ENOUGH]
    return bool([1 for other in later if other.record.told_after(one.record)])


def _is_replaced(other: Candidate, one: Candidate) -> bool:
    """True for what was told before and the rules would not offer."""
    is_left = not (other.is_offered or other.is_out)
    return is_left and one.record.told_after(other.record)


def _whole(table: "WordTable", key: bytes) -> bytes:
    """A table of words, of all its parts."""
    found = b""
    part = b""
    number = 0
    while part or not number:
        part = table.get(key + bytes((0x30 + number,)))
        found += part
        number += 1
    return found


def _sigmoid(score: float) -> float:
    return 1 / (1 + math.exp(-max(-_MOST, min(_MOST, score))))


def compare(tokens: Tokens, candidates: "list[Candidate]", tables: "tuple[bytes, bytes]") -> None:
    """Set what each tells, by the tables of shapes, and what that is beside the others."""
    for one in candidates:
        one.told = Told(one.record, tokens, tables, one.shapes)
        one.content = len([True for a, b in zip(one.told.says, tokens.is_content) if a and b])
    for one in candidates:
        shapes = one.told.shapes
        shapes[OVER] = one.is_over
        shapes[ENDED] = one.ended >= _MAY
        shapes[LIKELY_ENDED] = one.ended >= _LIKELY
        shapes[ENDS] = one.ends >= _MAY
        later = one.is_older = False
        for other in candidates:
            is_so = one.is_over or not other.is_over  # what was so, told later, makes nothing old
            is_so = is_so and other is not one and other.record.id not in one.others
            if is_so and other.content >= one.content > 0:
                is_later = other.record.told_after(one.record)
                later = later or is_later
                tells = other.is_change or other.is_claim or other.relevance > 0
                one.is_older = one.is_older or (is_later and tells)
        shapes[OLDER] = later


def standing(
    tokens: Tokens, known: bytearray, candidates: "list[Candidate]", at: int
) -> "list[float]":
    """
    What is no token's of a candidate, STANDING numbers, 0 to 1 mostly; `known` are the tokens that
    have weights.
    """
    one = candidates[at]
    best = max([other.score for other in candidates]) or 1.0
    content = len([True for each in tokens.is_content if each]) or 1
    most = max([other.content for other in candidates])
    relevance = max([other.relevance for other in candidates])
    is_any = bool([True for other in candidates if other.is_offered])
    names = [is_said for is_said, has in zip(one.told.says, known) if not has]
    said = len([True for each in names if each])
    is_enough = one.relevance >= _ENOUGH
    return [
        one.score / best,
        one.score / 6,
        one.content / content,
        float(one.content > 0),
        (content - one.content) / 8,
        float(one.content == most),
        one.relevance,
        float(is_enough),
        float(one.relevance == relevance and relevance > 0),
        float(one.is_offered),
        float(one.is_offered and one.is_claim),
        float(one.is_offered and not is_enough),
        float(is_any and not one.is_offered),
        float(one.is_out),
        float(one.is_over),
        float(at == 0),
        len(candidates) / 8,
        1.0,
        one.ended,
        one.ends,
        said / 4,
        (len(names) - said) / 8,
        float(said > 0),
    ]


@micropython.viper
def _add(row: object, sums: object, size: int) -> object:
    """Add the shapes' weights of a token."""
    weights = ptr8(row)
    out = ptr16(sums)
    at = 0
    while at < size:
        out[at] = int(out[at]) + int(weights[at + 2])
        at += 1
    return None


@micropython.viper
def _add_said(said: object, weights: object, sums: object, size: int) -> object:
    """Add the weights of the shapes that are said."""
    shapes = ptr8(said)
    given = ptr16(weights)
    out = ptr16(sums)
    at = 0
    while at < size:
        if shapes[at]:
            out[at] = int(out[at]) + int(given[at])
        at += 1
    return None


@micropython.viper
def _of_shapes(said: object, weights: object, size: int, zero: int) -> int:
    """The weights, each above `zero`, of the shapes that are said."""
    shapes = ptr8(said)
    given = ptr16(weights)
    found = 0
    at = 0
    while at < size:
        if shapes[at]:
            weight = int(given[at])
            found += (weight if weight < 32768 else weight - 65536) - zero
        at += 1
    return found
