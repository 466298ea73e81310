"""
Episode offers: what earlier talk was about, where that fits a question.

Owns how many episodes an offer may have beside memories, which come first. An episode is read like
a memory and has to reach the same threshold; suspect ones are left out.
"""

from memory.search.query import Query
from micropython import const

from ..episodes import KIND
from . import fitting
from .asked import Asked
from .offering import Offered

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..mind import Mind

MOST = const(2)
_LOOKED_AT = const(6)
_ROOM = const(8192)


async def offer_episodes(mind: "Mind", question: str, most: int = MOST) -> "list[Offered]":
    """At most `most` episodes that fit a question, best first. Raises Broken."""
    if most <= 0:
        return []
    if mind.has.get(KIND) is None:  # most devices have none: that is looked for once
        newest, _ = await mind.memory.recall(Query((KIND,), None, limit=1))
        mind.has[KIND] = len(newest) > 0
    if not mind.has[KIND]:
        return []
    asked = Asked(question)
    if asked.fits_nothing:
        return []
    query = Query((KIND,), question, None, None, _LOOKED_AT, 0, _ROOM, True)
    query.words_alone = True
    page, _ = await mind.memory.recall(query)
    threshold = mind.numbers["offer_threshold"] / 100
    found = []
    for record in page:
        relevance = 0.0 if record.suspect else fitting.relevance(asked, record, [])
        if relevance >= threshold:
            found.append((relevance, record.created, record))
    found.sort(key=lambda row: row[:2], reverse=True)
    return [Offered(row[2], row[0], row[0], "words") for row in found[:most]]
