"""
Ranked search: records that answer a question without containing it, best first. Hot records and
lines that are not indexed yet are scored with the weights of `index/bm25.py`.
"""

from micropython import const

from memory.index.bm25 import Question
from memory.index.candidates import Candidates, by_words
from memory.index.documents import words_of
from memory.records.codec import encode, readable
from memory.records.ids import counter_of, key_of
from memory.records.kinds import BY_NAME
from memory.text.terms import is_cjk, singles, terms

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .query import Query

_MISSES_MOST = const(30)  # documents that are read without a result
_SPARE = const(6)  # documents beyond those wanted, since some are no longer alive


class Asked:
    """
    A query and what is known already: `near` are the (key, value) of records that are not indexed
    and have a part of the keyword, or None: then they are read again. `lookup` has searched for
    the keyword, or is None. What does not pass `line_filter` has no part of it; it is None where
    the bytes cannot tell. `loose`: a short keyword is searched for like a question, by whatever it
    shares with a record.
    """

    def __init__(
        self,
        query: "Query",
        index: "Any",
        near: "list | None",
        lookup: "Any",
        line_filter: "Any",
        loose: bool = False,
    ) -> None:
        self.loose = loose
        self.line_filter = line_filter
        self.query = query
        self.index = index
        self.near = None if lookup is None else near
        self.lookup = lookup


def best(hot: "Any", archive: "Any", asked: Asked, most: int, exact: int) -> "Any":
    """
    Yields (key, value) of the best `most` records that fit without containing the keyword, which
    `exact` do, and None where others may run. Raises CorruptRecord.
    """
    query = asked.query
    short = Question(None, query.text, keyword=True)
    is_short = short.is_keyword and not query.also and not asked.loose
    if is_short and short.is_pair:
        return
    question = short if is_short else Question(asked.index, query.text, also=_terms(query.also))
    yield None
    decided = archive.hot_ids()
    near: "list[tuple]" = []  # (score, counter, key, value), ascending
    for kind in query.kinds:
        for key in hot.keys(BY_NAME[kind].letter.encode()):
            value = hot.get(key) or b""
            if asked.line_filter is None or asked.line_filter.passes(value):
                _score(question, query, readable(key, value), near, most)
    for record in _unindexed(archive, asked, decided):
        if record is None:
            yield None
        else:
            _score(question, query, record, near, most)
    far = _indexed(archive, asked, question, decided, most + exact)
    head = next(far, None)
    for _ in range(most):
        if head is None or (near and near[-1][0] >= head[0]):
            if not near:
                return
            yield near.pop()[2:]
        else:
            yield head[1:]
            yield None
            head = next(far, None)


def _terms(also: list) -> list:
    """(term, weight, terms that it stands for) of other words, each weight shared by its terms."""
    found = []
    for word, weight, _, stands_for in also:
        parts = [term for term in terms(word) if not is_cjk(term) or len(singles(term)) > 1]
        share = weight / max(1, len(parts))
        found += [(term, share, stands_for) for term in parts or terms(word)[:1]]
    return found


def _unindexed(archive: "Any", asked: Asked, decided: "Any") -> "Any":
    """The records of lines that are not indexed, None whenever others may run."""
    if asked.near is None:
        yield from archive.scan(None, 0 if asked.index is None else asked.index.through, decided)
        return
    for key, value in asked.near:
        record = readable(key, value)
        if record is not None:
            yield record


def _score(question: Question, query: "Query", record: "Any", near: list, most: int) -> None:
    """Keep a record among the best `most`."""
    if record is None or not query.fits(record) or query.matches(record):
        return
    found = words_of(record)
    score = question.score(found)
    if not score or not question.covers(found):
        return
    row = (score, counter_of(record.id), key_of(record.kind, record.id), encode(record))
    at = len(near)
    while at and near[at - 1][:2] > row[:2]:
        at -= 1
    near.insert(at, row)
    if len(near) > most:
        near.pop(0)


def _indexed(archive: "Any", asked: Asked, question: Question, decided: "Any", most: int) -> "Any":
    """(score, key, value) of indexed records, best first."""
    if asked.index is None:
        return
    query = asked.query
    lookup = asked.lookup or archive.lookup(asked.index, decided)
    found = lookup.candidates or Candidates(asked.index, query)
    if question.is_keyword:
        docs = by_words(found, asked.index.docs)
    else:
        docs = question.rank(most + _SPARE, found.allowed, not asked.loose)
    looks = most + _MISSES_MOST
    for score, doc in docs:
        looks -= 1
        if looks < 0:
            return  # the sets say little of this keyword
        record = None if doc in lookup.matched else lookup.at(doc)
        if record is None or not query.fits(record) or query.matches(record):
            continue
        words = words_of(record)
        if question.covers(words):
            if question.is_keyword:
                score = question.score(words)
            yield score, key_of(record.kind, record.id), encode(record)
