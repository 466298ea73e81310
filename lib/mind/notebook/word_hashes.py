"""
Word hashes: which members of the notebook share terms with a question, without reading any text.

Owns 16 bits of each term of a member, and what is sought among them, with its weights; the pass
over all of them is `hash_walks.py`. Two terms may have the same hash: what is found is a guess,
good enough to choose what is read. Pure.
"""

import math
from array import array
from binascii import crc32

import micropython
from memory.text.asking import FULL, weighted
from memory.text.script import fold, simplified
from memory.text.terms import is_cjk, terms
from memory.viper import ptr8
from micropython import const

from .hash_walks import TERMS_MOST, matched, rated, rows_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

ASKED_MOST = 32  # of a question
SOUGHT_MOST = 400  # of what is sought beside it
_ALONE_MOST = const(10)  # characters of a member that stand for a word alone
_TELLING = const(6)  # terms of a question whose weight is the whole of a relevance
_RARITY = 1.2  # as index/bm25.py has it


def hash_of(term: bytes) -> int:
    """16 bits of a term, never 0."""
    return (crc32(term) & 0xFFFF) or 1


# Characters of Chinese that are words by themselves in what people ask.
_ALONE = (
    "猫狗鸟鱼兔车房茶酒饭药烟糖歌书琴球棋画花妈爸爷奶哥姐弟妹婚住租搬睡喝吃学读教玩养戴骑考胃腰腿膝"
    "眼耳牙肉菜面米水属姓叫开研忌片店熬起恋岁犬语报曲鼓笛影攒存辣咸甜酸红蓝白黑追剧病穿写跑送买浇炎症证考舞拳操戏课"
).encode()


def alone(term: bytes) -> bool:
    """True for a single character that is a word by itself in what people ask."""
    at = _ALONE.find(term)
    return len(term) == 3 and at >= 0 and at % 3 == 0


def _telling(term: bytes) -> bool:
    """False for a single character of Chinese, which says little."""
    alone = 4 if term[0] >= 0xF0 else 3  # bytes of one of its characters
    return len(term) != alone or not is_cjk(term)


NAMED = b"=named"  # the term of a text that calls a relative by name; no text has it


def claim_term(subject: str, predicate: str) -> bytes:
    """The term that stands for a claim of a text that makes several; no text has it."""
    return ("=%s=%s" % (subject, predicate)).encode()


def hashes_of(text: str, more: "Iterable[bytes]" = ()) -> "array[int]":
    """A row for a member with this text: its hashes and those of `more` terms, then zeros."""
    found = array("H", [hash_of(term) for term in more])
    known = set()
    text = simplified(text)
    raw = fold(text).encode()
    bits = bytearray(len(_ALONE) // 3)
    if _mark_alone(raw, len(raw), _ALONE, len(_ALONE), bits):
        for at, stands in enumerate(bits):
            if stands and len(found) < _ALONE_MOST:
                found.append(hash_of(_ALONE[3 * at : 3 * at + 3]))
    for term in terms(text):
        if term in known or not _telling(term):
            continue
        known.add(term)
        found.append(hash_of(term))
        if len(found) == TERMS_MOST:
            break
    while len(found) < TERMS_MOST:
        found.append(0)
    return found


class AskedTerms:
    """
    The terms of a question, each with its share (1 for what asks, less for what stands aside or
    for other words, which `also` has as `Expander.expand` gives them), `more` those of the talk
    before it, at a third.
    """

    def __init__(self, text: str, also: "list | tuple" = (), more: "list | tuple" = ()) -> None:
        self.hashes = array("H")
        self.shares: "list[float]" = []
        self.terms: "list[bytes]" = []
        self.stands_for: "list[tuple]" = []
        rows = [(weight / FULL, sentence) for sentence, weight in weighted(simplified(text))]
        rows.sort(key=lambda row: -row[0])
        for share, sentence in rows:
            for term in terms(sentence):
                self._add(term, share, ())
        self.own = len(self.terms)  # those after them are other words
        for word, weight, _, stands_for in also:
            parts = [term for term in terms(word) if _telling(term)]
            for term in parts:
                self._add(term, weight / len(parts), stands_for)
        for said in more:
            for term in terms(said):
                self._add(term, 1 / 3, ())

    def _add(self, term: bytes, share: float, stands_for: "tuple | list") -> None:
        if len(self.terms) < ASKED_MOST and term not in self.terms and _telling(term):
            self.terms.append(term)
            self.hashes.append(hash_of(term))
            self.shares.append(share)
            self.stands_for.append(tuple(stands_for))

    def weights(self, counts: "Any", members: int) -> "list[float]":
        """The weight of each term, where `counts` of all members have it."""
        found = []
        for share, rare in zip(self.shares, rarities(members, counts)):
            found.append(share * rare**_RARITY)
        own = {term: found[at] for at, term in enumerate(self.terms[: self.own])}
        for at in range(self.own, len(found)):
            stood_for = [own[term] for term in self.stands_for[at] if term in own]
            if stood_for:
                found[at] = min(found[at], self.shares[at] * max(stood_for))
        return found

    def whole(self, weights: "list[float]") -> float:
        """The weight of the rarest terms of the question itself."""
        rarest = sorted(weights[: self.own])[-_TELLING:]
        return sum(rarest)


def relevances(
    asked: AskedTerms, pieces: "list[Any]", members: int, only: "Iterable[int] | None" = None
) -> "list[tuple]":
    """
    [(relevance 0 to 1, row)] of the rows that share a term with the question, the best first;
    `pieces` hold the rows of all `members`. With `only` of these rows alone.
    """
    if not asked.terms or not members:
        return []
    size, hits, counts = matched(asked.hashes, pieces, members)
    weights = asked.weights(counts, members)
    whole = asked.whole(weights) or 1.0
    rows = rated(hits, size, weights, [1] * len(weights), members)
    if only is not None:
        among = set(only)
        rows = (one for one in rows if one[1] in among)
    return [(min(1.0, score / whole), row) for score, row, _ in rows]


class Sought:
    """
    Terms that are sought in the notebook, as (term, weight, part), each once; of the part of a
    question, 0 to 15, that a term is of, a member found has the bit.
    """

    def __init__(self, rows: "Iterable[tuple]") -> None:
        terms: "list[bytes]" = []
        told: "list[float]" = []
        bits: "list[int]" = []
        known: "dict[bytes, int]" = {}
        for term, weight, part in rows:
            if term in known:
                bits[known[term]] |= 1 << part
            elif len(terms) < SOUGHT_MOST:
                known[term] = len(terms)
                terms.append(term)
                told.append(weight)
                bits.append(1 << part)
        self.terms, self.told, self.bits = terms, told, bits

    def found(self, pieces: "list[Any]", members: int) -> "Iterable[tuple]":
        """(score, row, bits of the parts) of the rows that share a term, the best first."""
        if not self.terms or not members:
            return ()
        hits, size, weights = self._matched(pieces, members)
        return rated(hits, size, weights, self.bits, members)

    def rows(self, pieces: "list[Any]", left_out: "bytes | bytearray") -> "list[int]":
        """The rows that share a term, the best first; `left_out` as `rows_of` takes it."""
        if not self.terms or not left_out:
            return []
        return rows_of(*self._matched(pieces, len(left_out)), left_out)

    def _matched(self, pieces: "list[Any]", members: int) -> "tuple[array[int], int, list[float]]":
        """(hits, how many, the weight of each term), as `rated` takes them."""
        hashes = array("H", [hash_of(term) for term in self.terms])
        size, hits, counts = matched(hashes, pieces, members)
        weights = _of_found(members, counts)
        for at, weight in enumerate(weights):
            if weight:
                weights[at] = weight * self.told[at]
        return hits, size, weights


def rarity(members: int, count: int) -> float:
    """What a term weighs that so many of all members have."""
    count = min(count, members)  # a row may have two words with one hash
    return math.log(1 + (members - count + 0.5) / (count + 0.5))


def rarities(members: int, counts: "Iterable[int]") -> "list[float]":
    """`rarity` of each of these counts, of which most are the same few."""
    known = {count: rarity(members, count) for count in set(counts)}
    return [known[count] for count in counts]


def _of_found(members: int, counts: "Iterable[int]") -> "list[float]":
    """The same, 0 for what no member has, as most of hundreds of other words."""
    known = {count: rarity(members, count) for count in set(counts) if count}
    return [known[count] if count else 0.0 for count in counts]


def sharing(
    hashes: "array[int]", pieces: "list[Any]", left_out: "bytes | bytearray"
) -> "list[int]":
    """
    The rows that have one of these hashes, those with the rarest and the most first; `left_out`
    as `rows_of` takes it.
    """
    members = len(left_out)
    size, hits, counts = matched(hashes, pieces, members)
    return rows_of(hits, size, _of_found(members, counts)[: len(hashes)], left_out)


@micropython.viper
def _mark_alone(raw: object, size: int, alone: object, end: int, bits: object) -> int:
    """Set the byte of each character of `alone` that stands in a text; how many do."""
    text = ptr8(raw)
    signs = ptr8(alone)
    out = ptr8(bits)
    many = 0
    at = 0
    while at + 2 < size:
        first = int(text[at])
        if first < 0xE0:
            at += 1
            continue
        second = int(text[at + 1])
        third = int(text[at + 2])
        n = 0
        sign = 0
        while n < end:
            if int(signs[n + 2]) == third and int(signs[n + 1]) == second:
                if int(signs[n]) == first:
                    many += 1
                    out[sign] = 1
                    n = end
            n += 3
            sign += 1
        at += 3
    return many
