"""
Ranked: what answers to a question without holding it, best first, hot and cold alike.

One scorer for both: the index scores what it covers, the same weights are added up for the records
in hot memory and for the lines that are not indexed yet. Import it when there is a question.
"""

from micropython import const

from .documents import words_of
from .kinds import BY_NAME
from .ranking import Question
from .records import counter_of, encode, key_of, readable

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .recall import Query

_SPARE = const(6)  # documents beside those wanted: some have died since


def best(
    hot: "Any", archive: "Any", index: "Any", query: "Query", most: int, literal: int
) -> "Any":
    """
    Generator of at most `most` (key, value), best first, of records that fit the query without
    holding its keyword, as `literal` others do; None when others may run. `index` is None where
    there is none. Raises CorruptRecord where it is damaged.
    """
    question = Question(index, query.text, keyword=True)
    if question.is_keyword and question.is_pair:
        return
    yield None
    decided = archive.hot_ids()
    near: "list[tuple]" = []  # (score, counter, key, value), ascending
    for kind in query.kinds:
        for key in hot.keys(BY_NAME[kind].letter.encode()):
            _score(question, query, readable(key, hot.get(key) or b""), near, most)
    since = 0 if index is None else index.through
    for record in archive.scan((), since, decided):
        if record is None:
            yield None
        else:
            _score(question, query, record, near, most)
    far = _indexed(archive, index, question, query, decided, most + literal)
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


def _indexed(
    archive: "Any", index: "Any", question: Question, query: "Query", decided: "Any", most: int
) -> "Any":
    """(score, key, value) of indexed records, best first."""
    if index is None:
        return
    from . import candidates

    allowed = candidates.of_query(index, query, keyword=False)
    seeker = archive.seeker(index, decided)
    for score, doc in question.rank(most + _SPARE, allowed):
        record = seeker.at(doc)
        if record is None or not query.fits(record) or query.matches(record):
            continue
        if question.covers(words_of(record)):
            yield score, key_of(record.kind, record.id), encode(record)
