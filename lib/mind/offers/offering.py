"""
Offering: which memories fit what is being said, best first, or none.

Owns the way from a question to the few memories that a prompt may have. The question is read first
(`asked`): orders, small talk and what is said of the companion end here. What it claims to know of
whom (`asked_claims`), what shares words with it in the notebook (`word_hashes`) and what is of the
time it speaks of are candidates; of the best few the texts are read, and `fitting` says how well
each answers. What does not reach the threshold is not offered: nothing is better than what does
not fit; who asks what they did then is given what happened (`listings`). What is over is offered
only to who asks for what was. Ranked by relevance, recency, weight and use (`scores`).
"""

from memory.records.kinds import PROFILE
from memory.text import dates
from memory.text.folding import fold
from memory.text.time_windows import windows
from micropython import const

from mind import opposing, predicates

from ..notebook.members import OVER, SUSPECT
from ..notebook.word_hashes import Sought, claim_term
from ..scores import scores
from . import fitting
from .asked import Asked
from .asked_claims import READ_MOST, claiming, claims_among, claims_asked, claims_it
from .asked_parts import asking_clause, calling, has_any
from .asked_times import says_when, tells_of_it
from .listings import happened, of_kind
from .of_whom import CHILDREN_OF, called_parts, is_of_else
from .so_now import before, before_now, is_one, read, so_now, successor, turned
from .tables import asked_tables as w

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from ..notebook.members import Member

_ASKED_FOR = 0.95  # relevance of what the question asks for by what it claims
_INSTEAD = 0.75  # relevance of what stands for a claim that nobody could read
_OF_ITS_TIME = 0.3  # added, for its rank, where it is of the time that the question speaks of
_LATELY = 0.05  # added, for its rank, where it was told in the last days
_SAID_BEFORE = 0.3  # what the talk before weighs against the question
_TURNS = const(5)  # of the talk before that are looked at
_NO_PART = const(15)  # of the terms of whom the question is
_ANSWERS = 0.6  # relevance of what is over, so that what came after it is an answer
_OVER_MOST = const(2)  # records that are read for what came after them
_WORTH_READING = 0.25  # of the best score by hashes
_AS_GOOD = 0.9  # of the best: what answers worse is not offered beside it
_TASTES = ("like", "dislike", "preference", "rule")
_LONG_AGO = const(30)  # days after which a time spoken of is one that is over


class Offered:
    """A memory that is given out: its record, where it ranks, how relevant it is, and why."""

    def __init__(self, record: "Record", rank: float, relevance: float, why: str) -> None:
        self.record = record
        self.rank = rank
        self.relevance = relevance
        self.why = why  # words, claim, time, kind, weight, core, profile


async def offer(
    mind: "Mind", question: str, most: int, recent: "tuple | list" = (), least: int = 0
) -> "list[Offered]":
    """
    At most `most` memories that fit a question, best first; `recent` are the last turns of the
    talk, the newest last. At least `least` where so many are in the notebook. Reads, and counts
    nothing as used: `Mind.use` does, for what was really given out. Raises Broken.
    """
    threshold = mind.numbers["offer_threshold"] / 100
    await mind.renew()
    await mind.learn_names()
    asked = read(mind, question)
    found = await _fitting(mind, asked, recent)
    rows = [row for row in found if row[2] >= threshold]
    alone = "" if rows or asked.until or asked.then else asking_clause(question)
    if alone and says_when(question.replace(alone, ""), mind.notebook.today()):
        alone = ""
    if alone:  # what is said around it may be no part of what is asked
        other = read(mind, alone)
        if other.is_own and not other.has_third and other.core != asked.core:
            asked, found = other, await _fitting(mind, other, recent)
            rows = [row for row in found if row[2] >= threshold]
    if rows:
        # What was is compared with what was, what is with all.
        over = [row[2] for row in rows if row[0]]
        best = max([row[2] for row in rows])
        rows = [row for row in rows if row[2] >= _AS_GOOD * (max(over) if row[0] else best)]
    rows = rows or await happened(mind, asked) or await of_kind(mind, asked, most)
    if len(rows) < least:
        rows += [row for row in found if row[2] < threshold][: least - len(rows)]
        rows += await _heaviest(mind, least - len(rows), [row[3].id for row in rows])
    rows = rows[:most]
    if len(rows) > 1 and not rows[0][0]:  # asked what was, both are told
        out = opposing.contradicted([row[3] for row in rows], scores.FULL)
        rows = [row for row in rows if row[3].id not in out]
    return [Offered(record, rank, relevance, why) for _, rank, relevance, record, why in rows]


async def _fitting(mind: "Mind", asked: Asked, recent: "tuple | list") -> "list[tuple]":
    """[(is over, rank, relevance, record, why)], best first, what is over before what is."""
    if asked.fits_nothing and not asked.is_empty:
        return []
    notebook = mind.notebook
    spans = windows(asked.low, notebook.today())
    claims = claims_asked(asked)
    when = _when(asked, claims, spans, notebook.today())
    if asked.is_empty and not claims:
        return []
    over: "list[str]" = []
    candidates, claimed = _candidates(mind, asked, claims, when, over)
    found: "list[tuple]" = []
    for member, why in candidates:
        record = await mind.read(member.id)
        if record is None or _is_out(asked, record, bool(member.flags & OVER), when, why):
            continue
        relevance = _ASKED_FOR
        if why != "claim":
            relevance = _relevance(mind, asked, record, recent, claims)
            if claimed and not _is_instead(asked, record, relevance):
                continue
            if claimed:
                found = [one for one in found if one[4] != "claim"]
        if relevance:
            is_over = bool(member.flags & OVER)
            found.append((is_over,) + _ranked(mind, member, record, relevance, why, spans))
    if not claimed and not asked.has_aim:
        found = await _following(mind, asked, over, found, spans)
    found.sort(key=lambda one: one[:3], reverse=True)
    if when != predicates.PAST:
        return await _now(mind, asked, claims, found, spans)
    return await _before(mind, asked, claims, found)


def _candidates(
    mind: "Mind", asked: Asked, claims: "list[tuple]", when: "str | None", over: "list[str]"
) -> "tuple[list[tuple], bool]":
    """
    ([(member, why)] of what may answer, whether any claims what is asked for of its time); `over`
    as in `_sharing`.
    """
    members = mind.notebook.members
    rows = claiming(mind, claims, when)
    # Members and no rows: while one is read another may go, and the last row takes its place.
    found = [(members.get(row), "claim") for row in rows]
    # What claims to be so now was so where something told later says otherwise.
    claimed = bool([True for one, _ in found if when != predicates.PAST or one.flags & OVER])
    if not claimed and asked.asks:
        mind.widen(asked)
    if not claimed or when != predicates.PAST:
        sharing = _sharing(mind, asked, claims, when, over)
        sharing = _later(mind, sharing, rows) if claimed else sharing
        found += [(members.get(row), "words") for row in sharing if row not in rows]
    return found, claimed


async def _before(
    mind: "Mind", asked: Asked, claims: "list[tuple]", found: "list[tuple]"
) -> "list[tuple]":
    """Of what was found what was so; where somebody has ever been, also what is so."""
    if has_any(w.EVER, asked.core):
        return found
    found = await before_now(mind, asked, found)
    return before(asked, found, [row[3].id for row in found if claims_it(row[3], claims)])


def _when(asked: Asked, claims: "list[tuple]", spans: "list[tuple]", today: int) -> "str | None":
    """Whether it asks for what is so now, or was, as far as that can be told."""
    when = asked.when()
    is_ahead = has_any(w.AHEAD, asked.core)  # in June is the next, asked what one is going to do
    if when is None and spans and not is_ahead:
        if max([last for _, last in spans]) < today - _LONG_AGO:
            return predicates.PAST
    if when is None and claims and not has_any(w.DID_EN, asked.core):
        return predicates.NOW
    return when


async def _following(
    mind: "Mind",
    asked: Asked,
    over: "list[str]",
    found: "list[tuple]",
    spans: "list[tuple]",
) -> "list[tuple]":
    """What was found, with what is so since those are over (ids) in place of what was before."""
    for id in over:
        record = await mind.read(id)
        later = None
        if record is not None and fitting.relevance(asked, record, asked.family) >= _ANSWERS:
            later = await successor(mind, asked, record, found)
        if later is not None:
            found = [one for one in found if one[3].told_after(later)]
            found += _as_asked_for(mind, later, spans)
    return found


async def _now(
    mind: "Mind",
    asked: Asked,
    claims: "list[tuple]",
    found: "list[tuple]",
    spans: "list[tuple]",
) -> "list[tuple]":
    """
    Of what was found what is so now; where nothing answers what the owner is asked of, the memory
    that tells of a change of it: a new badge, asked for the work.
    """
    of = [one for one, _ in claims if one == predicates.OWNER or one in asked.kin]
    is_open = not claims and asked.asks and not asked.is_how and not has_any(w.DEEDS, asked.core)
    if (is_open and asked.types not in ("N", "w", "wN")) or asked.is_of_partner():
        of = [predicates.OWNER]
    least = _INSTEAD if not of or [True for row in found if row[4] == "claim"] else _ASKED_FOR
    is_answered = [True for row in found if row[2] >= least]
    if has_any(w.SEVERAL, asked.core) and len(found) > 1:
        is_answered = [True for row in found if row[2] >= _INSTEAD]
    is_sought = asked.is_own and not is_answered and of
    later = await turned(mind, asked, None) if is_sought else None
    if later is not None and not (asked.is_of_partner() and _is_told_since(found, later)):
        later = await turned(mind, asked, later, True) or later
        return _as_asked_for(mind, later, spans)
    return await so_now(mind, asked, found, is_one(asked, claims))


def _is_told_since(found: "list[tuple]", later: "Record") -> bool:
    """True where something that answers was told after what turned: who is loved now."""
    return bool([True for row in found if row[2] >= _INSTEAD and row[3].told_after(later)])


def _relevance(
    mind: "Mind",
    asked: Asked,
    record: "Record",
    recent: "tuple | list",
    claims: "list[tuple]",
) -> float:
    """How well a memory fits a question by its words, and the talk before it."""
    if is_of_else(asked, record, claims):
        return 0.0
    if asked.is_of_today() and record.created < mind.notebook.today() * dates.DAY:
        return 0.0
    relevance = fitting.relevance(asked, record, asked.family)
    if claims_among(mind, record, claims):
        relevance = max(relevance, _ASKED_FOR)
    said = [Asked(turn) for turn in list(recent)[-_TURNS:]] if asked.has_third else []
    for turn in said:
        before = fitting.relevance(turn, record, asked.family)
        relevance = min(1.0, relevance + _SAID_BEFORE * before / len(said))
    return relevance


def _later(mind: "Mind", rows: "list[int]", claimed: "list[int]") -> "list[int]":
    """Those told after all that claim it: in words that are no claim, they may be what is so."""
    members = mind.notebook.members
    last = max([members.get(row).created for row in claimed])
    return [row for row in rows if members.get(row).created > last]


def _ranked(
    mind: "Mind",
    member: "Member",
    record: "Record",
    relevance: float,
    why: str,
    spans: "list[tuple]",
) -> "tuple":
    """(rank, relevance, record, why)."""
    notebook = mind.notebook
    day = record.created // dates.DAY
    lifted = relevance  # for the rank alone: neither makes an answer of what is none
    if [True for first, last in spans if first <= day <= last]:
        lifted, why = lifted + _OF_ITS_TIME, "time"
    age = notebook.today() - max(member.created, member.last)
    if age <= mind.numbers["recent_days"]:
        lifted += _LATELY
    weight = notebook.weight_of(member)
    rank = scores.rank(min(1.0, lifted), age, weight, member.uses, False, mind.numbers)
    return rank, relevance, record, why


def _as_asked_for(mind: "Mind", record: "Record", spans: "list[tuple]") -> "list[tuple]":
    """The row of a memory that answers in its own words; none where it is no member any more."""
    row = mind.notebook.members.find(record.id)
    if row < 0:
        return []
    member = mind.notebook.members.get(row)
    return [(False,) + _ranked(mind, member, record, _ASKED_FOR, "words", spans)]


def _is_out(asked: Asked, record: "Record", is_over: bool, when: "str | None", why: str) -> bool:
    """True for what is of another time than the question."""
    is_trade = record.get("predicate") == "职业" and not fitting.tells_where(record.content)
    if asked.until and tells_of_it(asked.until, fold(record.words())):
        return True
    if why == "claim" and asked.is_where() and is_trade:
        return True  # what somebody is by trade, without where they are
    if why == "claim" and asked.is_young and not fitting.tells_of_past(record.content):
        return True
    if when == predicates.PAST:
        return not is_over and record.kind in _TASTES
    if fitting.tells_of_past(record.content) and not asked.kin:
        return when == predicates.NOW or why == "claim"
    return False


def _is_instead(asked: Asked, record: "Record", relevance: float) -> bool:
    """True for what answers the question as a claim would, in words that are none."""
    is_others = not asked.kin and predicates.tells_of_others(record.content)
    if relevance < _INSTEAD or is_others:
        return False
    if record.get("predicate") is not None:
        return False
    said = predicates.claim(record.content, record.kind)
    if said is not None and said.state == predicates.PAST:
        return False
    if asked.types in ("n", "a"):  # 最近胖了，63公斤: another number of the same
        return True
    is_where = relevance >= _ASKED_FOR and fitting.tells_where(record.content)
    return is_where or fitting.is_change(record.content)


def _terms(asked: Asked, claims: "list[tuple]") -> "list[tuple]":
    """All that a memory may share with a question, as `Sought` has it."""
    terms = list(asked.terms())
    for number, part in enumerate(asked.parts):
        for raw, stems, weight, _ in part.also:  # the rarest part of each will do
            terms.append((max(stems, key=len) if stems else raw[:6], weight, number))
    for subject, name in claims:  # of memories that claim several things
        term = claim_term(subject, name)
        terms += [(term, 1.0, number) for number in range(max(1, len(asked.parts)))]
        terms.append((term, 1.0, _NO_PART))
    for kin in asked.kin:
        short = [kin[0] + "友"] if kin in ("男朋友", "女朋友") else []
        more = CHILDREN_OF.get(kin, ())
        for name in [kin] + short + calling(kin) + list(more):
            terms += fitting.sought(name, 1.0, _NO_PART)
    for relation, name in asked.names:
        if relation in asked.kin or name in asked.called or (name and name in asked.core):
            terms += fitting.sought(name, 1.0, _NO_PART)
            terms += fitting.sought(relation, 0.5, _NO_PART)
    return terms


def _sharing(
    mind: "Mind", asked: Asked, claims: "list[tuple]", when: "str | None", over: "list[str]"
) -> "list[int]":
    """
    The rows that share words with the question, those worth reading, the best first; to `over` the
    ids of the best of what is over, where what is so now is asked for.
    """
    notebook = mind.notebook
    members = notebook.members
    found: "list[int]" = []
    best = 0.0
    threshold = mind.numbers["offer_threshold"] / 100
    called = called_parts(asked)
    reaching: "dict[int, bool]" = {}  # by the parts that are said: most members say the same
    for score, row, parts in Sought(_terms(asked, claims)).found(members.words, members.count):
        if len(found) > 1 and score < best * _WORTH_READING:
            break
        if asked.kin and not parts & 1 << _NO_PART:
            continue  # of nobody who is asked for
        parts |= called * (parts >> _NO_PART & 1)  # by the relation that they are
        if parts not in reaching:
            reaching[parts] = fitting.may_reach(asked, parts, threshold)
        if not reaching[parts]:
            continue
        member = members.get(row)
        if member.flags & SUSPECT:
            continue
        if member.flags & OVER and when != predicates.PAST:
            if len(over) < _OVER_MOST:
                over.append(member.id)
            continue
        if not member.flags & OVER and not notebook.is_candidate(row):
            continue
        best = best or score
        found.append(row)
        if len(found) == READ_MOST:
            break
    return found


async def _heaviest(mind: "Mind", count: int, known: "list[str]") -> "list[tuple]":
    """As `_fitting`, the heaviest of those that are true, where something is always wanted."""

    def is_wanted(member: "Member") -> bool:
        is_so = not member.flags & (OVER | SUSPECT)
        return is_so and member.id not in known and member.kind not in PROFILE

    found: "list[tuple]" = []
    for weight, member in mind.notebook.heaviest(2 * count, is_wanted):  # one may be there no more
        record = await mind.read(member.id) if len(found) < count else None
        if record is not None:
            found.append((False, weight, 0.0, record, "weight"))
    return found
