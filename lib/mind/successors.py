"""
Successors: which memory another one takes the place of, by what both claim.

Owns the look into the notebook for who claims the same of the same; what conflicts is for
`predicates`. Core memories keep their place and are patched. Reads, writes nothing.
"""

from memory.records.kinds import PROFILE
from memory.records.record import holds
from memory.records.values import day_number
from memory.text.script import fold
from micropython import const

from .notebook.notebook import claim_number
from .predicates import NOW, SINGLE_VALUED, claim, conflicts, ended_by, single_valued
from .scores import scores

_LINKS_MOST = const(32)  # of a chain

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from .mind import Mind
    from .predicates import Claim


async def ended(mind: "Mind", found: "Claim") -> "tuple[Record, bool] | None":
    """The memory (and whether it is hot) that is so no more since this is so; None for none."""
    if found.state == NOW and found.predicate not in SINGLE_VALUED:
        return None
    ids = mind.notebook.claims(claim_number(found.subject, found.predicate))
    if found.predicate == "职业":  # who is retired works nowhere
        ids += mind.notebook.claims(claim_number(found.subject, "工作于"))
    over = []
    for id in ids:
        known = await mind.memory.record(id)
        if known is None or known[0].kind in PROFILE:
            continue
        before = claim(known[0].content, known[0].kind)
        if before is not None and not scores.is_core(known[0], mind.numbers):
            if conflicts(before, found) or ended_by(before, found):
                over.append(known)
                if found.predicate != "拥有":
                    break
    return over[0] if len(over) == 1 else None  # which of two cars was sold, nobody said


async def told(mind: "Mind", fields: dict) -> "tuple[Record, bool] | None":
    """
    The memory (and whether it is hot) that is so no more since a writer says something else of its
    subject and predicate: 30岁, then 31岁. Words that claim something themselves have to conflict.
    """
    subject, predicate = fields["subject"], fields["predicate"]
    if single_valued(predicate) is None:
        return None
    after = claim(fields["content"])
    for id in mind.notebook.claims(claim_number(subject, predicate)):
        known = await mind.memory.record(id)
        if known is None or known[0].kind in PROFILE or scores.is_core(known[0], mind.numbers):
            continue
        record = known[0]
        if (record.get("subject"), record.get("predicate")) != (subject, predicate):
            continue
        before = None if after is None else claim(record.content, record.kind)
        if before is not None and after is not None:
            if conflicts(before, after):
                return known
        elif fold(record.content) != fold(fields["content"]):
            return known
    return None


async def successor(mind: "Mind", record: "Record") -> "str | None":
    """The id of the memory that is true now and says otherwise than one that comes back."""
    found = claim(record.content, record.kind)
    if found is None or found.state != NOW or record.kind in PROFILE:
        return None
    if not holds(record.fields, day_number(mind.clock.now())):
        return None  # its own days say when it was so, or will be
    for id in mind.notebook.claims(claim_number(found.subject, found.predicate)):
        known = await mind.memory.record(id)
        other = None if known is None else claim(known[0].content, known[0].kind)
        if other is not None and conflicts(other, found):
            return id
    return None


async def head(mind: "Mind", record: "Record") -> "Record | None":
    """What is so since a memory was over: the end of its chain, where that is so today."""
    known: "list[str]" = []
    last = record
    for _ in range(_LINKS_MOST):
        id = last.get("superseded_by")
        later = None if id is None or id in known else await mind.unexpired(id)
        if later is None:
            break
        known.append(later.id)
        last = later
    is_so = holds(last.fields, day_number(mind.clock.now()))
    return last if known and is_so and not last.suspect else None
