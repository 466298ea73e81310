"""
Ranked search: records that answer a question without containing it, best first. Hot records and
lines that are not indexed yet are scored with the weights of `index/bm25.py`.
"""

from micropython import const

from memory.index.bm25 import Question
from memory.index.candidates import Candidates, by_words, of_days
from memory.index.documents import words_of
from memory.records.ids import counter_of
from memory.text.line_filter import line_filter
from memory.text.terms import is_cjk, singles, terms

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memory.records.record import Record

    from .fresh_records import FreshRecords
    from .query import Query

_MISSES_MOST = const(30)  # documents that are read without a result
_KEYWORD_MOST = const(60)  # characters: longer text is no keyword
_FIRST_MOST = const(3)  # documents that are read for the one that answers best
_WAITING_MOST = const(40)  # records, until it is known how rare the terms are
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
        words = record.folded_words()
        for part in self._sought:
            if part in words:
                return True
        return False


def best(archive: "Any", asked: Asked, most: int, exact: int) -> "Any":
    """
    Yields (score in percent, record) of the best `most` records that fit without containing the
    keyword, which `exact` do, and None where others may run. Raises CorruptRecord.
    """
    query = asked.query
    question: "Question | None" = None
    plain = not query.also and not query.windows and not asked.loose
    if len(query.text) <= _KEYWORD_MOST and plain:
        question = Question(None, query.text, keyword=True)
        if question.is_pair:
            return
    if question is None or not question.is_keyword:
        question = Question(asked.index, query.text, also=other_terms(query.also))
    question.by_talk = not asked.loose
    yield None
    near: "list[tuple]" = []  # (score, counter, record), ascending
    # More than are wanted, since what the best answer tells may lift some of them.
    yield from _fresh(asked, question, near, most + _SPARE_NEAR)
    far = _indexed(archive, asked, question, most + exact, near)
    head = next(far, None)
    del near[: max(0, len(near) - most)]
    for _ in range(most):
        if head is None or (near and near[-1][0] >= head[0]):
            if not near:
                return
            score, _, record = near.pop()
            yield question.percent(score), record
        else:
            yield question.percent(head[0]), head[1]
            yield None
            head = next(far, None)


def _fresh(asked: Asked, question: Question, near: list, most: int) -> "Iterator[None]":
    """Keep the best `most` records that are not indexed; None whenever others may run."""
    query = asked.query
    own = line_filter(asked.parts, query.day_filters()) if asked.parts else None
    # Without an index the first records that may answer tell how rare the terms are.
    waiting: "list | None" = [] if asked.index is None and not question.is_keyword else None
    seen = 0
    for record in asked.fresh.each(own):
        if record is None:
            yield None
            continue
        seen += 1
        if asked.may_answer(record):
            if waiting is None:
                _score(question, query, record, near, most)
            else:
                waiting.append(record)
                if len(waiting) == _WAITING_MOST:
                    _score_all(question, query, waiting, seen, near, most)
                    waiting = None
    if waiting:
        _score_all(question, query, waiting, seen, near, most)


def other_terms(also: list) -> list:
    """(term, weight, terms that it stands for) of other words, each weight shared by its terms."""
    found = []
    for word, weight, _, stands_for in also:
        parts = [term for term in terms(word) if not is_cjk(term) or len(singles(term)) > 1]
        share = weight / max(1, len(parts))
        parts = parts or singles(word.encode())[:1] or terms(word)[:1]
        found += [(term, share, stands_for) for term in parts]
    return found


def _score(question: Question, query: "Query", record: "Record", near: list, most: int) -> None:
    """Keep a record among the best `most`."""
    if query.matches(record):
        return
    found = words_of(record)
    score = question.score(found, query.is_of_its_time(record))
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


def _indexed(
    archive: "Any", asked: Asked, question: Question, most: int, near: "list[tuple]"
) -> "Any":
    """
    (score, record) of those that are indexed, best first. `near` are those that are not; they are
    scored again where the best answer tells what else to look for.
    """
    if asked.index is None:
        return
    query = asked.query
    lookup = asked.lookup or archive.lookup(asked.index, asked.fresh.decided)
    found = lookup.candidates or Candidates(asked.index, query)
    if question.is_keyword:
        docs = by_words(found, asked.index.docs)
    else:
        lifted = of_days(asked.index, query.windows)
        docs = question.rank(most + _SPARE, found.allowed, lifted)
        answer = None
        if question.may_learn and not asked.loose:
            answer = _best_answer(query, lookup, docs, near)
        if answer is not None and question.learn(words_of(answer)):
            docs = question.rank(most + _SPARE, found.allowed, lifted)
            known = [record for _, _, record in near]
            near.clear()
            for record in known:
                score = question.score(words_of(record), query.is_of_its_time(record))
                _place(near, (score, counter_of(record.id), record))
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
    if record is None or not query.fits(record) or query.matches(record):
        return None
    return record


def _best_answer(query: "Query", lookup: "Any", docs: list, near: list) -> "Record | None":
    """The record that answers best so far, among those that are alive."""
    for score, doc in docs[:_FIRST_MOST]:
        if near and near[-1][0] >= score:
            break
        record = _answer(query, lookup, doc)
        if record is not None:
            return record
    best: "Record | None" = near[-1][2] if near else None
    return best
