"""
Offering: which memories fit what is being said, best first, or none.

Owns the way from a question to the few memories that a prompt may have: what shares words with it
in the notebook (`word_hashes`), what it asks of the owner (`asked_claims`), what is of the time it
speaks of, what was told lately; merged, ranked by relevance, recency, weight and use (`scores`).
What does not reach the threshold is not offered: nothing is better than what does not fit. What is
over is offered only to who asks for what was. Texts are read for what is offered alone.
"""

from memory.text import dates
from memory.text.time_windows import windows
from micropython import const

from mind import predicates

from ..notebook.members import OVER, SUSPECT
from ..notebook.notebook import claim_number
from ..notebook.word_hashes import AskedTerms, relevances
from ..scores import scores
from .asked_claims import predicates_asked

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind

_ASKED_FOR = 0.95  # relevance of what the question asks for by what it claims
_OF_ITS_TIME = 0.3  # added where it is of the time that the question speaks of
_LATELY = 0.05  # added where it was told in the last days
_READ_MOST = const(12)  # records that are read for one offer


class Offered:
    """A memory that is given out: its record, where it ranks, how relevant it is, and why."""

    def __init__(self, record: "Record", rank: float, relevance: float, why: str) -> None:
        self.record = record
        self.rank = rank
        self.relevance = relevance
        self.why = why  # words, claim, time, recent


async def offer(
    mind: "Mind", question: str, most: int, recent: "tuple | list" = (), least: int = 0
) -> "list[Offered]":
    """
    At most `most` memories that fit a question, best first; `recent` are the last turns of the
    talk, the newest last. At least `least` where anything is in the notebook. Reads, and counts
    nothing as used: `Mind.use` does, for what was really given out. Raises Broken.
    """
    numbers = mind.numbers
    rows = _ranked(mind, question, recent)
    threshold = numbers["offer_threshold"] / 100
    found: "list[Offered]" = []
    reads = 0
    for rank, relevance, row, why in rows:
        if len(found) == most or reads == _READ_MOST:
            break
        if relevance < threshold and len(found) >= least:
            continue
        reads += 1
        record = await mind.read(mind.notebook.members.get(row).id)
        if record is not None:
            found.append(Offered(record, rank, relevance, why))
    return found


def _ranked(mind: "Mind", question: str, recent: "tuple | list") -> "list[tuple]":
    """[(rank, relevance, row, why)], best first; those that are over only if asked for."""
    notebook = mind.notebook
    members = notebook.members
    asked = AskedTerms(question, mind.expand(question), recent)
    found = {}
    for relevance, row in relevances(asked, members.words, members.count):
        found[row] = (relevance, "words")
    when = predicates.when_asked(question)
    for name in predicates_asked(question):
        for row in members.claiming(claim_number(predicates.OWNER, name)):
            found[row] = (max(_ASKED_FOR, found.get(row, (0, ""))[0]), "claim")
    spans = windows(question, notebook.today())
    rows = []
    for row, (relevance, why) in found.items():
        member = members.get(row)
        is_over = bool(member.flags & OVER)
        if member.flags & SUSPECT or (is_over and when != predicates.PAST):
            continue
        if not notebook.is_candidate(row) and why == "words" and not is_over:
            continue
        for first, last in spans:
            if first <= member.created <= last:
                relevance, why = min(1.0, relevance + _OF_ITS_TIME), "time"
        age = notebook.today() - max(member.created, member.last)
        if age <= mind.numbers["recent_days"]:
            relevance = min(1.0, relevance + _LATELY)
        weight = notebook.weight(row)
        rank = scores.rank(relevance, age, weight, member.uses, False, mind.numbers)
        # What was comes before what is where it was asked for.
        rows.append((is_over, rank, relevance, row, why))
    rows.sort(reverse=True)
    return [row[1:] for row in rows]


def day_of(record: "Record") -> str:
    """The day of a memory, for lists."""
    return dates.day_text(record.created)
