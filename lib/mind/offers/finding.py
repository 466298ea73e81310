"""
Finding: `search_memory`, what a model asks for by itself.

Owns how the paths are merged: the words of all memory (`Memory.recall`, archive and all), and what
the notebook offers for the question by claims and times. What is over stands below what is true,
marked with the day until when; deleted and suspect ones are left out. Every item says why it was
found. What is returned counts as used.
"""

from collections import OrderedDict

from memory.records.kinds import SEARCHED
from memory.search.query import Query
from memory.text import dates
from micropython import const

from mind import predicates

from ..attachments import KIND as ATTACHMENT
from ..scores.categories import is_semantic, kinds_of
from . import attachment_offers, items, offering

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

    from ..mind import Mind

LIMIT = 5
LIMIT_MOST = 20
_MORE = const(10)  # looked at beyond those wanted


class Found:
    """One result: the record, its score 0 to 100, and why: exact, a way of matching, a claim."""

    def __init__(self, record: "Record", score: int, why: str) -> None:
        self.record = record
        self.score = score
        self.why = why


async def search(
    mind: "Mind",
    question: str,
    limit: int = LIMIT,
    types: "tuple | None" = None,
    recent: "tuple | list" = (),
) -> "list[Found]":
    """
    At most `limit` results, best first; of these `types` (kinds or categories) if given. Raises
    ValueError for a type that is none, Rejected, Broken.
    """
    kinds = kinds_in(types) if types else None
    found: "list[Found]" = []
    for one in await offering.offer(mind, question, limit, recent):
        if one.why != "words" and (kinds is None or one.record.kind in kinds):
            found.append(Found(one.record, int(100 * one.relevance + 0.5), one.why))
    if kinds is None or ATTACHMENT in kinds:
        for one in await attachment_offers.offer_attachments(mind, question, limit):
            found.append(Found(one.record, int(100 * one.relevance + 0.5), "claim"))
    query = Query(kinds or SEARCHED, question, None, None, limit + _MORE, 0, 16384, True)
    page, _ = await mind.memory.recall(query)
    for at, record in enumerate(page):
        if at < page.exact:
            found.append(Found(record, 100, "exact"))
        else:
            found.append(Found(record, page.score(at), page.how(at)))
    past = predicates.when_asked(question) == predicates.PAST
    known = set()
    true: "list[Found]" = []
    over: "list[Found]" = []
    for row in found:
        record = row.record
        if record.id in known or record.suspect:
            continue
        known.add(record.id)
        is_over = record.get("superseded_by") is not None or record.get("valid_to") is not None
        (over if is_over else true).append(row)
    results = (over + true if past else true + over)[:limit]
    mind.use([row.record.id for row in results])
    return results


def kinds_in(types: "tuple") -> "tuple":
    """The kinds that names of kinds and categories stand for. Raises ValueError naming both."""
    found: "list[str]" = []
    for name in types:
        is_kind = is_semantic(name) or name in SEARCHED
        named = (name,) if is_kind else kinds_of(name)
        found += [one for one in named if one not in found]
    return tuple(found)


def answer_item(mind: "Mind", row: Found) -> "OrderedDict[str, Any]":
    """A result as `search_memory` has it."""
    record = row.record
    out: "OrderedDict[str, Any]" = OrderedDict()
    out["id"] = record.id
    out["type"] = record.kind
    out["content"] = items.shown_content(record)
    out["score"] = row.score
    out["why"] = row.why
    out["date"] = dates.day_text(record.created)
    for name in ("mime", "url", "path", "valid_to", "superseded_by"):
        if record.get(name) is not None:
            out[name] = items.shown(record, name)
    return out
