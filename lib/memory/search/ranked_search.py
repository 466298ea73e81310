"""
Ranked search: records that answer a question without containing it, best first. Hot records and
lines that are not indexed yet are scored with the weights of `index/bm25.py`.
"""

from micropython import const

from memory.index.bm25 import Question
from memory.index.candidates import Candidates, by_words, of_days
from memory.index.documents import words_of
from memory.index.weighing import is_keyword
from memory.records.ids import counter_of
from memory.text.folding import bare
from memory.text.line_filter import line_filter
from memory.text.spoken_numbers import place
from memory.text.terms import is_cjk, singles, terms
from memory.text.time_ranges import WEEK
from memory.text.time_words import ENGLISH_DAYS, HOLIDAYS, WEEKDAYS, WIDE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memory.records.record import Record
    from memory.text.weighted_filter import WeightedFilter

    from .fresh_records import FreshRecords
    from .query import Query

_MISSES_MOST = const(30)  # documents that are read without a result
_KEYWORD_MOST = const(60)  # characters: longer text is no keyword
_FIRST_MOST = const(3)  # documents that are read for the one that answers best
_WAITING_MOST = const(40)  # records, until it is known how rare the terms are
_OF_WEEK = "周期拜".encode()  # before the number of a day of the week
_NOW = tuple([one.encode() for one in ("现在", "目前", "如今", "眼下", "now")])
_NAMED = 0.1  # share of the name of a holiday beside its days
_SPARE_NEAR = const(20)
_SPARE = const(6)  # documents beyond those wanted, since some are no longer alive


class Asked:
    """
    A query and what is known already: `fresh` reads the records that are not indexed, `lookup` has
    searched for the keyword, or is None. A record that answers has one of the folded texts
    `parts`; None: there is no telling. `loose`: a short keyword is searched for like a question,
    by whatever it shares with a record.
    """

    def __init__(
        self,
        query: "Query",
        index: "Any",
        fresh: "FreshRecords",
        lookup: "Any",
        parts: "list | None",
        loose: bool = False,
    ) -> None:
        self.loose = loose
        self.parts = parts
        self._sought = [part.encode() for part in parts or ()]
        self.query = query
        self.index = index
        self.fresh = fresh
        self.lookup = lookup

    def may_answer(self, record: "Record") -> bool:
        """False where a record has none of the parts."""
        if self.parts is None or self.query.is_of_its_time(record):
            return True
        words = bare(record.folded_words())
        for part in self._sought:
            if part in words:
                return True
        return False


def is_question(query: "Query") -> bool:
    """
    True for a query that is weighed: what shares little with it is not read. Of a keyword of few
    terms half must be in what is found.
    """
    plain = not query.also and not query.windows
    return not plain or len(query.text) > _KEYWORD_MOST or not is_keyword(query.text)


def best(archive: "Any", asked: Asked, most: int, exact: int) -> "Any":
    """
    Yields (score in percent, record) of the best `most` records that fit without containing the
    keyword, which `exact` do, and None where others may run. Raises CorruptRecord.
    """
    query = asked.query
    numbers = [one for one in terms(query.text) if one.isdigit()] if query.amount == 1 else []
    if asked.loose or is_question(query):
        question = _question(asked, numbers)
        short = len(query.text) <= _KEYWORD_MOST and not query.also and not query.windows
        if question.is_pair and short and not asked.loose:
            return
    else:
        question = Question(None, query.text, keyword=True, ignored=numbers + query.inner)
        if question.is_pair:
            return
    question.by_talk = not asked.loose
    yield None
    near: "list[tuple]" = []  # (score, counter, record), ascending
    far: "list[tuple]" = []  # (score, record), descending
    heavy = None
    if asked.index is not None:
        lookup = asked.lookup or archive.lookup(asked.index, asked.fresh.decided)
        found = lookup.candidates or Candidates(asked.index, query)
        if question.is_keyword:
            docs = by_words(found, asked.index.docs)
        else:
            docs = yield from _ranked(asked, question, lookup, found.allowed, most + exact, near)
        for row in _answers(query, question, lookup, docs, most + exact):
            far.append(row)
            yield None
            if len(far) == most:
                heavy = _filter(query, question, row[0])
                break
    if not near:
        yield from _fresh(asked, question, near, most, heavy)
    far.reverse()
    for _ in range(most):
        if near and (not far or near[-1][0] >= far[-1][0]):
            score, _, record = near.pop()
        elif far:
            score, record = far.pop()
        else:
            return
        percent = question.percent(score)
        yield (percent + 1) // 2 if query.amount else percent, record


def _question(asked: Asked, numbers: "list[bytes]") -> Question:
    """The question of a query, without these numbers and the words of the time it speaks of."""
    query = asked.query
    times = query.of_times
    spans = query.windows  # of a day of any week that before and that to come
    weekly = len(spans) == 2 and spans[1][0] - spans[0][0] == WEEK
    names = [one for one in times if _is_holiday(one)]  # which a record may have, or not
    dated = [one for one in times if may_be_written(one, weekly)]
    if names:  # the year is that of the holiday
        dated = [one for one in dated if len(one) != 4]
    now = _of_now(query.text)
    said = [one for one in times if one not in dated] + numbers + now
    also = [row for row in query.also if not said or not _stands_for(row[3], said)]
    ignored = [one for one in times if one not in dated] + numbers + query.inner + now
    beside = query.beside.encode()
    for one in times + now:
        if is_cjk(one):
            ignored += [letter for letter in singles(one) if letter not in beside]
    in_time = (dated, len(query.rings)) if query.windows else None
    others = other_terms(also) + [(one, _NAMED, ()) for one in names]
    return Question(asked.index, query.text, False, others, ignored, in_time)


def _of_now(text: str) -> "list[bytes]":
    """The terms that say no more than that it is asked of now; none where it has no others."""
    found = terms(text)
    now = [one for one in found if one in _NOW]
    return now if len(found) > len(now) else []


def _ranked(
    asked: Asked,
    question: Question,
    lookup: "Any",
    allowed: "bytearray | None",
    most: int,
    near: "list[tuple]",
) -> "Any":
    """
    [(score, document)] of the best, best first, once the question has learned from what answers it
    best; None is yielded whenever others may run. Where only reading all of them tells which
    records that are not indexed answer best, `near` has them, or some more.
    """
    query = asked.query
    lifted = [of_days(asked.index, ring) for ring in query.rings]
    docs = question.rank(most + _SPARE, allowed, lifted)
    if question.may_learn and not asked.loose:
        score, answer = _best_document(query, lookup, docs)
        heavy = None if answer is None else _filter(query, question, score)
        first: "list[tuple]" = []
        yield from _fresh(asked, question, first, 1 if heavy else most + _SPARE_NEAR, heavy)
        if first and first[-1][0] >= score:
            answer = first[-1][2]
        if answer is not None and question.learn(words_of(answer)):
            docs = question.rank(most + _SPARE, allowed, lifted)
            if heavy is None:
                for _, counter, record in first:
                    score = question.score(words_of(record), query.nearness(record))
                    _place(near, (score, counter, record))
        elif heavy is None:
            near += first
    return docs


def _filter(query: "Query", question: Question, least: int) -> "WeightedFilter | None":
    """For what may score as much as this; None where anything may."""
    return None if question.is_keyword else question.filter(least)


def _fresh(
    asked: Asked, question: Question, near: list, most: int, heavy: "WeightedFilter | None"
) -> "Iterator[None]":
    """
    Keep the best `most` records that are not indexed, of those that `heavy` lets pass; None
    whenever others may run.
    """
    query = asked.query
    own: "Any" = heavy
    if heavy is None and asked.parts:
        own = line_filter(asked.parts, query.day_filters())
    # Without an index the first records that may answer tell how rare the terms are.
    waiting: "list | None" = [] if asked.index is None and not question.is_keyword else None
    seen = 0
    for record in asked.fresh.each(own, waiting is not None):
        if record is None:
            yield None
            continue
        seen += 1
        if _may_pass(heavy, record) if heavy is not None else asked.may_answer(record):
            if waiting is None:
                _score(question, query, record, near, most)
            else:
                waiting.append(record)
                if len(waiting) == _WAITING_MOST:
                    _score_all(question, query, waiting, seen, near, most)
                    waiting = None
    if waiting:
        _score_all(question, query, waiting, seen, near, most)


def _may_pass(heavy: "WeightedFilter", record: "Record") -> bool:
    """False for a record whose words weigh too little; its date is no part of them."""
    return heavy.passes(record.folded_words()) or record.get("when") is not None


def other_terms(also: list) -> list:
    """(term, weight, terms that it stands for) of other words, each weight shared by its terms."""
    found = []
    for word, weight, _, stands_for in also:
        known = terms(word.decode())
        parts = [term for term in known if not is_cjk(term) or len(singles(term)) > 1]
        share = weight / max(1, len(parts))
        parts = parts or singles(word)[:1] or known[:1]
        found += [(term, share, stands_for) for term in parts]
    return found


def may_be_written(term: bytes, weekly: bool = False) -> bool:
    """True for a year, a date and, with `weekly`, 周三, which a record may have in its words."""
    if weekly and term[0] > 0x7F:
        return place(_OF_WEEK, term[:WIDE]) >= 0 and place(WEEKDAYS, term[WIDE:]) >= 0
    if weekly and [day for day in ENGLISH_DAYS if day[:-1] == term[:-1]]:
        return True
    return 0x30 <= term[0] <= 0x39 and (len(term) == 4 or b"-" in term)


def _is_holiday(term: bytes) -> bool:
    """True for the beginning of the name of a holiday: 国庆, christma."""
    if is_cjk(term):
        return len(term) == 2 * WIDE and HOLIDAYS.find(b"|" + term) >= 0
    at = HOLIDAYS.find(b"| " + term)
    while at >= 0:
        if HOLIDAYS.find(b" ", at + 2) == HOLIDAYS.find(b" =", at):  # not new, of new year
            return True
        at = HOLIDAYS.find(b"| " + term, at + 1)
    return False


def _stands_for(words: "tuple | list", times: "list[bytes]") -> bool:
    """True where all of these terms are those of times."""
    return not [one for one in words if one not in times]


def _score(question: Question, query: "Query", record: "Record", near: list, most: int) -> None:
    """Keep a record among the best `most`."""
    if query.has_given(record):
        return
    found = words_of(record)
    score = question.score(found, query.nearness(record))
    if score and question.covers(found):
        _place(near, (score, counter_of(record.id), record))
        if len(near) > most:
            near.pop(0)


def _score_all(
    question: Question, query: "Query", records: list, seen: int, near: list, most: int
) -> None:
    """Weigh the terms by these records, of `seen` in all, then keep the best of them."""
    question.estimate([words_of(record) for record in records], seen)
    for record in records:
        _score(question, query, record, near, most)


def _place(near: list, row: tuple) -> None:
    at = len(near)
    while at and near[at - 1][:2] > row[:2]:
        at -= 1
    near.insert(at, row)


def _answers(
    query: "Query", question: Question, lookup: "Any", docs: "Any", most: int
) -> "Iterator[tuple]":
    """(score, record) of the documents, (score, document) each, that are alive and answer."""
    looks = most + _MISSES_MOST
    for score, doc in docs:
        looks -= 1
        if looks < 0:
            return  # the sets say little of this keyword
        record = _answer(query, lookup, doc)
        if record is None:
            continue
        if question.is_keyword:
            words = words_of(record)
            if not question.covers(words):
                continue
            score = question.score(words)
        yield score, record


def _answer(query: "Query", lookup: "Any", doc: int) -> "Record | None":
    """The record of a document, None where it is no answer or was given as an exact one."""
    record: "Record | None" = None if doc in lookup.matched else lookup.at(doc)
    if record is None or not query.fits(record) or query.has_given(record):
        return None
    return record


def _best_document(query: "Query", lookup: "Any", docs: list) -> "tuple[int, Record | None]":
    """(score, record) of the best document that is alive, of the first few; (0, None) for none."""
    for score, doc in docs[:_FIRST_MOST]:
        record = _answer(query, lookup, doc)
        if record is not None:
            return score, record
    return 0, None
