"""
Successors: which memory another one takes the place of, by what both claim.

Owns the look into the notebook for who claims the same of the same, has the same post, is the
partner that the owner has parted from, or says where they worked before; what conflicts is for
`predicates` and `rules.posts`. Core memories keep their place and are patched. Reads, writes
nothing.
"""

from memory.records.kinds import PROFILE
from memory.records.record import holds
from memory.records.values import day_number
from memory.text.script import fold
from memory.text.terms import terms
from micropython import const

from .notebook.members import OVER, SUSPECT
from .notebook.notebook import claim_number
from .notebook.word_hashes import Sought
from .predicates import (
    NOBODY,
    NOW,
    OWNER,
    SINGLE_VALUED,
    Claim,
    claim,
    claims,
    conflicts,
    ended_by,
    is_alone,
    same,
    single_valued,
)
from .rules.attributes import PARTNERS, partner, parts_from
from .rules.claim_leads import trade_there
from .rules.claim_values import ANY
from .rules.ended_things import died, is_pet_called
from .rules.partings import back_at
from .rules.posts import post, took_over, words_of
from .scores import rule_words, scores

_LINKS_MOST = const(32)  # of a chain
_READ_MOST = const(12)  # memories that share the word of a post
_RULES_MOST = const(40)  # of which one may be what a new one ends

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from .mind import Mind
    from .notebook.members import Member
    from .predicates import Claim


async def predecessor(
    mind: "Mind", kind: str, fields: dict, is_claimed: bool
) -> "tuple[Record, bool] | None":
    """
    The memory (and whether it is hot) that was true until this is told; `is_claimed`: its subject
    and predicate are known from elsewhere than its words.
    """
    if kind == "rule":
        known = await ended_rule(mind, fields["content"])
        if known is not None:
            return known
    known = await replaced(mind, fields["content"])
    for found in _claims_of_new(fields["content"], kind) if known is None else ():
        known = await ended(mind, found)
        if known is not None:
            return known
    if known is None:
        known = await parted(mind, fields["content"], kind) or await lost(mind, fields["content"])
    return await told(mind, fields) if known is None and is_claimed else known


def _claims_of_new(content: str, kind: str) -> "list[Claim]":
    """
    What a new memory claims, and the trade that it tells beside a firm: who works elsewhere as
    something else is no more what they were. Who is promoted still works where they did.
    """
    found = list(claims(content, kind))
    if found and found[0].predicate == "工作于" and found[0].state == NOW:
        trade = trade_there(content, found[0].object)
        if trade:
            found.append(Claim(found[0].subject, "职业", trade, NOW, None, found[0].called))
    return found


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
        before = _said(known[0])
        if before is not None and not scores.is_core(known[0], mind.numbers):
            if conflicts(before, found) or ended_by(before, found):
                over.append(known)
                if found.predicate != "拥有":
                    break
    return over[0] if len(over) == 1 else None  # which of two cars was sold, nobody said


def _said(record: "Record") -> "Claim | None":
    """What a memory claims, by its words or as `returned` had it."""
    found = claim(record.content, record.kind)
    predicate = record.get("predicate") if found is None else None
    what = "" if predicate is None else back_at(record.content)[0]
    if predicate is None or not what:
        return found
    what = record.content if what == ANY else what
    return Claim(record.get("subject"), predicate, what, NOW, None, NOBODY)


def reclaim(record: "Record", changes: dict) -> None:
    """
    Add to changed words whom and what they claim. What is told with them counts; then, where the
    words claim nothing themselves, what a writer told of the record before.
    """
    before = _claimed(record.content, record.kind)
    after = _claimed(changes["content"], record.kind)
    if before is None and back_at(record.content)[0]:
        before = record.get("subject"), record.get("predicate")  # as `returned` had it
    for at, name in enumerate(("subject", "predicate")):
        said = None if before is None else before[at]
        is_told = record.get(name) not in (None, said)
        if is_told and (after is None or after[at] == OWNER):
            continue  # 喜欢吃荔枝, of whom was told: the words name nobody
        changes.setdefault(name, None if after is None else after[at])


def _claimed(content: str, kind: str) -> "tuple[str, str] | None":
    """(subject, predicate) that words have a record claim; None for none."""
    found = None if kind in ("like", "dislike") else claim(content, kind)
    is_now = found is not None and found.state == NOW
    return (found.subject, found.predicate) if found is not None and is_now else None


def _ids_with(mind: "Mind", words: str) -> "list[str]":
    """Of the memories that share most with these words those that are not over, the first ones."""
    members = mind.notebook.members
    sought = Sought([(term, 1.0, 0) for term in terms(words)])
    rows = sought.rows(members.words, bytes(members.count))
    told_so = [members.get(row) for row in rows[: 2 * _READ_MOST]]
    return [one.id for one in told_so if not one.flags & (OVER | SUSPECT)][:_READ_MOST]


async def _replaceable(mind: "Mind", id: str) -> "tuple[Record, bool] | None":
    """The memory (and whether it is hot) of an id; None where none may take its place."""
    known = await mind.memory.record(id)
    if known is None or known[0].kind in PROFILE or known[0].kind == "todo":
        return None
    return None if scores.is_core(known[0], mind.numbers) else known


async def ended_rule(
    mind: "Mind", content: str, is_back: bool = False
) -> "tuple[Record, bool] | None":
    """
    The rule (and whether it is hot) that this one ends or takes the place of; of one that comes
    back, the rule that ends it.
    """
    if not rule_words.orders(content):
        return None

    def is_rule(member: "Member") -> bool:
        return member.kind == "rule" and not member.flags & (OVER | SUSPECT)

    for _, member in mind.notebook.heaviest(_RULES_MOST, is_rule):
        known = await _replaceable(mind, member.id)
        if known is None:
            continue
        one, other = known[0].content, content
        if rule_words.ends(one, other) if is_back else rule_words.ends(other, one):
            return known
    return None


async def replaced(mind: "Mind", content: str) -> "tuple[Record, bool] | None":
    """The memory of who had a post, since another one has it: the boss, of a new boss."""
    later = post(content)
    if later is None or not later.is_new:
        return None
    for id in _ids_with(mind, words_of(later.name)):
        known = await _replaceable(mind, id)
        if known is not None and took_over(post(known[0].content), later):
            return known
    return None


async def parted(mind: "Mind", content: str, kind: str) -> "tuple[Record, bool] | None":
    """The memory of who the owner's partner is, since they have parted; None for others."""
    said = claim(content, kind)
    if said is None or said.subject != OWNER or not is_alone(said):
        return None
    for id in _ids_with(mind, PARTNERS.replace("|", " ") + content):
        known = await _replaceable(mind, id)
        name = "" if known is None else partner(known[0].content)
        if name and parts_from(content, name):
            return known
    return None


async def lost(mind: "Mind", content: str) -> "tuple[Record, bool] | None":
    """The memory of the owner's pet that died, ran away or was given away; None for others."""
    for name in died(content):
        for id in _ids_with(mind, name):
            known = await _replaceable(mind, id)
            if known is not None and is_pet_called(name, known[0].content):
                return known
    return None


async def returned(mind: "Mind", content: str) -> "Claim | None":
    """
    What 又回京东了, "I went back to the Pixel 8" claim: what was so before, and another since. A
    work may be left and nothing else be so. None for others.
    """
    what, predicates = back_at(content)
    members = mind.notebook.members
    newest = found = None
    for predicate in predicates:
        back = Claim(OWNER, predicate, what, NOW, None, NOBODY)
        number = claim_number(OWNER, predicate)
        rows = [members.get(row) for row in members.claiming(number)]
        if predicate != "工作于" and not mind.notebook.claims(number):
            continue
        for member in rows:
            record = await mind.read(member.id) if member.flags & OVER else None
            before = None if record is None else claim(record.content, record.kind)
            if record is None or before is None or len(what) > len(before.object):
                continue  # Porto last weekend is not Porto
            if same(before, back):
                if newest is None or record.told_after(newest):
                    newest, found = record, back
    return found


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
    if record.kind == "rule":
        rule = await ended_rule(mind, record.content, True)
        return None if rule is None else rule[0].id
    found = _said(record)
    if found is None or found.state != NOW or record.kind in PROFILE:
        return None
    if not holds(record.fields, day_number(mind.clock.now())):
        return None  # its own days say when it was so, or will be
    for id in mind.notebook.claims(claim_number(found.subject, found.predicate)):
        known = await mind.memory.record(id)
        other = None if known is None else _said(known[0])
        if known is None or other is None or not conflicts(other, found):
            continue
        if known[0].kind in PROFILE:  # which goes by what was told last
            is_before = known[0].get("updated", known[0].created) <= record.created
        else:  # a core memory stands beside what is told later
            is_before = scores.is_core(known[0], mind.numbers) and record.told_after(known[0])
        if not is_before:
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
