"""
Word hashes: which members of the notebook share terms with a question, without reading any text.

Owns 16 bits of each term of a member, and the pass over all of them. Two terms may have the same
hash: what is found is a guess, good enough to choose what is read. Pure.
"""

import math
from array import array
from binascii import crc32

import micropython
from memory.text.asking import FULL, weighted
from memory.text.script import fold, simplified
from memory.text.terms import is_cjk, terms
from memory.viper import ptr8, ptr16
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

TERMS_MOST = 40  # of a member
ASKED_MOST = 32  # of a question
SOUGHT_MOST = 400  # of what is sought beside it
_HITS_MOST = const(2048)  # a shared term of a row each; what is beyond them is left out
# Of one pass, which is over before the next begins: new ones took half of its time.
_BITS = bytearray(8192)  # a bit for each hash that is sought, none between passes
_HITS = array("H", bytes(4 * _HITS_MOST))
_ALONE_MOST = const(10)  # characters of a member that stand for a word alone
_TELLING = const(6)  # terms of a question whose weight is the whole of a relevance
_MOST = 30000.0  # of all weights of `rated` together, as whole numbers
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
        for at, share in enumerate(self.shares):
            count = counts[at]
            found.append(share * rarity(members, count) ** _RARITY)
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
    found = rated(hits, size, weights, [1] * len(weights), members)
    if only is not None:
        found = [one for one in found if one[1] in only]
    return [(min(1.0, score / whole), row) for score, row, _ in found]


class Sought:
    """
    Terms that are sought in the notebook, as (term, weight, part), each once; of the part of a
    question, 0 to 15, that a term is of, a member found has the bit.
    """

    def __init__(self, rows: "Iterable[tuple]") -> None:
        self.terms: "list[bytes]" = []
        self.told: "list[float]" = []
        self.bits: "list[int]" = []
        known: "dict[bytes, int]" = {}
        for term, weight, part in rows:
            at = known.get(term, -1)
            if at >= 0:
                self.bits[at] |= 1 << part
            elif len(self.terms) < SOUGHT_MOST:
                known[term] = len(self.terms)
                self.terms.append(term)
                self.told.append(weight)
                self.bits.append(1 << part)

    def found(self, pieces: "list[Any]", members: int) -> "list[tuple]":
        """[(score, row, bits of the parts)] of the rows that share a term, the best first."""
        if not self.terms or not members:
            return []
        hashes = array("H", [hash_of(term) for term in self.terms])
        size, hits, counts = matched(hashes, pieces, members)
        weights = []
        for at, told in enumerate(self.told):
            weights.append(told * rarity(members, counts[at]))
        return rated(hits, size, weights, self.bits, members)


def rarity(members: int, count: int) -> float:
    """What a term weighs that so many of all members have."""
    count = min(count, members)  # a row may have two words with one hash
    return math.log(1 + (members - count + 0.5) / (count + 0.5))


def sharing(hashes: "array[int]", pieces: "list[Any]", members: int) -> "list[int]":
    """The rows that have one of these hashes, those with the rarest and the most first."""
    size, hits, counts = matched(hashes, pieces, members)
    weights = [rarity(members, counts[at]) for at in range(len(hashes))]
    return [row for _, row, _ in rated(hits, size, weights, [1] * len(hashes), members)]


def rated(
    hits: "array[int]", size: int, weights: "list[float]", bits: "list[int]", members: int
) -> "list[tuple]":
    """
    [(score, row, bits)] of the rows that have a hit of `matched`, the best first: the sum of the
    weights of the hashes that it has, and their bits.
    """
    scale = _MOST / max(1.0, sum(weights))
    steps = array("H", [max(1, int(one * scale)) for one in weights])
    sums = array("H", bytes(2 * members))
    parts = array("H", bytes(2 * members))
    rows = array("H", bytes(2 * min(size, members)))
    many = _rate(hits, size, steps, array("H", bits), sums, parts, rows)
    best = [(sums[row] / scale, row, parts[row]) for row in rows[:many]]
    best.sort(reverse=True)
    return best


def matched(hashes: "array[int]", pieces: "list[Any]", members: int) -> "tuple":
    """
    (how many, row and number of the hash of each, how many rows have each hash); the rows and
    numbers are those of the next pass after it. Where there is no room for all hits, the hashes
    that most rows have tell least: they have none.
    """
    counts = array("H", bytes(2 * max(1, len(hashes))))
    size, hits = _walked(hashes, hashes, pieces, members, counts)
    if sum(counts) > _HITS_MOST:
        left = _HITS_MOST
        for most in sorted(counts):
            left -= most
            if left < 0:
                break
        rare = [one for at, one in enumerate(hashes) if counts[at] < most]
        size, hits = _walked(rare, hashes, pieces, members, array("H", counts))
    return size, hits, counts


def _walked(
    sought: "Any", hashes: "array[int]", pieces: "list[Any]", members: int, counts: "array[int]"
) -> "tuple":
    """(how many hits, the hits) of some of the hashes; adds to `counts`."""
    for one in sought:
        _BITS[one >> 3] |= 1 << (one & 7)
    begin = size = 0
    for piece in pieces:
        rows = min(members - begin, len(piece) // TERMS_MOST)
        place = array("H", (begin, size, _HITS_MOST))
        size = _hits(piece, rows, _BITS, hashes, len(hashes), _HITS, place, counts)
        begin += rows
    for one in sought:
        _BITS[one >> 3] = 0
    return size, _HITS


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


@micropython.viper
def _hits(
    piece: object,
    rows: int,
    sought: object,
    asked: object,
    count: int,
    hits: object,
    place: object,
    counts: object,
) -> int:
    """
    Append (row, number of the term) for each term sought that a row has, from place[1] on, at most
    place[2]; rows are counted from place[0]. Returns how many there are then.
    """
    words = ptr16(piece)
    bits = ptr8(sought)
    wanted = ptr16(asked)
    out = ptr16(hits)
    many = ptr16(counts)
    where = ptr16(place)
    begin = int(where[0])
    size = int(where[1])
    most = int(where[2])
    row = 0
    while row < rows:
        at = row * 40
        end = at + 40
        while at < end:
            one = int(words[at])
            at += 1
            if one == 0:
                at = end
            elif int(bits[one >> 3]) & (1 << (one & 7)):
                n = 0
                while n < count:
                    if int(wanted[n]) == one:
                        many[n] = int(many[n]) + 1
                        if size < most:
                            out[2 * size] = begin + row
                            out[2 * size + 1] = n
                            size += 1
                    n += 1
        row += 1
    return size


@micropython.viper
def _rate(
    hits: object,
    size: int,
    weights: object,
    bits: object,
    sums: object,
    parts: object,
    rows: object,
) -> int:
    """Add up weights and bits of each row that has a hit; these rows, and how many there are."""
    pairs = ptr16(hits)
    given = ptr16(weights)
    told = ptr16(bits)
    score = ptr16(sums)
    said = ptr16(parts)
    out = ptr16(rows)
    many = 0
    at = 0
    while at < size:
        row = int(pairs[2 * at])
        n = int(pairs[2 * at + 1])
        if int(score[row]) == 0:
            out[many] = row
            many += 1
        score[row] = int(score[row]) + int(given[n])
        said[row] = int(said[row]) | int(told[n])
        at += 1
    return many
