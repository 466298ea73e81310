"""
Offering: which memories fit what is being said, best first, or none.

Owns the way from a question to the few memories that a prompt may have. The question is read first
(`asked`): orders, small talk and what is said of the companion end here. What it claims to know of
whom (`asked_claims`), what shares words with it in the notebook (`word_hashes`) and what is of the
time it speaks of are candidates; of the best few the texts are read, and `fitting` says how well
each answers. What does not reach the threshold is not offered: nothing is better than what does
not fit; who asks for a time is given what is or was on then (`agenda`). What is over is offered
only to who asks for what was. Ranked by relevance, recency, weight and use (`scores`).
"""

from memory.records.kinds import PROFILE
from memory.text import dates
from memory.text.script import fold
from micropython import const

from mind import opposing, predicates

from ..notebook.members import OVER, SUSPECT, row_key
from ..questions.single_questions import single_questions
from ..questions.untold import is_of_sort
from ..scores import scores
from . import agenda, fitting
from .asked import Asked
from .asked_claims import (
    claims_among,
    claims_asked,
    claims_it,
    heads,
    is_answer,
    names_another,
    read,
)
from .asked_parts import asking_clause, has_any, usual
from .asked_times import Request, says_when, time_wanted, was_so
from .candidates import (
    candidates,
    is_left_out,
    is_out,
    last_first,
    learn_change,
    likely,
    likely_endings,
    nearest,
    note_endings,
    still_so,
    unread_successor,
    was_then,
)
from .items import Offered
from .listings import is_of_kind, of_kind
from .of_whom import asks_of_peer, begins_with_some, is_of_else
from .so_now import AS_GOOD, is_one, so_now, successor, turned
from .tables import asked_tables as w

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from ..notebook.members import Member
    from ..reranking.reranker import Candidate, Reranker

_ASKED_FOR = 0.95  # relevance of what the question asks for by what it claims
_INSTEAD = 0.75  # relevance of what stands for a claim that nobody could read
_OF_ITS_TIME = 0.3  # added, for its rank, where it is of the time that the question speaks of
_LATELY = 0.05  # added, for its rank, where it was told in the last days
_SAID_BEFORE = 0.3  # what the talk before weighs against the question
_TURNS = const(5)  # of the talk before that are looked at
_ANSWERS = 0.6  # relevance of what is over, so that what came after it is an answer
_BESIDE_MOST = const(4)  # memories near a question that are reranked, with those of the rules,
_ALONE_MOST = const(3)  # and where the rules have none


async def offer(
    mind: "Mind", question: str, most: int, recent: "tuple | list" = (), least: int = 0
) -> "list[Offered]":
    """
    At most `most` memories that fit a question, best first; of a text that asks several things,
    what fits each stands behind what fits the whole. `recent` are the last turns of the talk, the
    newest last. At least `least` where so many are in the notebook. Counts none as used, which
    `Mind.use` does. Raises Broken.
    """
    several, turns = single_questions(question), list(recent)
    found = await _offer_to(mind, question, most, recent, 0 if several else least)
    for one in several + ([question] if several and least else []):
        rows = await _offer_to(mind, one, most, turns, least if one == question else 0)
        known = [row.record.id for row in found]
        found += [row for row in rows if row.record.id not in known]
        turns.append(one)
    return found[:most]


async def _offer_to(
    mind: "Mind", question: str, most: int, recent: "tuple | list", least: int
) -> "list[Offered]":
    """`offer` for one question."""
    threshold = mind.numbers["offer_threshold"] / 100
    await mind.settle()
    await mind.renew()
    await mind.learn_names()
    asked = read(mind, question)
    known: "dict[str, float]" = {}
    request = Request(asked, mind.notebook.today())
    spans = _spans(asked, request)
    await learn_change(mind, asked)
    found = await _fitting(mind, asked, recent, known, spans)
    rows = [row for row in found if row[2] >= threshold]
    alone = "" if rows or asked.until or asked.then else asking_clause(question)
    if alone and says_when(question.replace(alone, ""), mind.notebook.today()):
        alone = ""
    if alone:  # what is said around it may be no part of what is asked
        other = read(mind, alone)
        if other.is_own and not other.has_third and other.core != asked.core:
            known = {}
            request = Request(other, mind.notebook.today())
            spans = _spans(other, request)
            asked, found = other, await _fitting(mind, other, recent, known, spans)
            rows = [row for row in found if row[2] >= threshold]
    if rows:
        # What was is compared with what was, what is with all.
        over = [row[2] for row in rows if row[0]]
        best = max([row[2] for row in rows])
        rows = [row for row in rows if row[2] >= AS_GOOD * (max(over) if row[0] else best)]
    if is_of_kind(asked):  # what shares a word with it (性格) may be one of many
        rows = await of_kind(mind, asked, most) or rows
    rows = await agenda.answered(mind, request, rows, most) or await of_kind(mind, asked, most)
    reranker = mind.reranker
    if reranker is not None and _may_rerank(asked, rows, bool(recent)):
        near = await _nearest(mind, reranker, asked, rows[:most], known, spans)
        if not near or reranker.rerank(usual(question), near):  # none: all was left out
            known_so = [row[3].id for row in rows]
            when = time_wanted(asked, claims_asked(asked), spans, mind.notebook.today())
            rows = await still_so(mind, asked, likely(near, threshold), known_so, when)
            rows = agenda.without_over(mind, request, rows)
    rows = rows or await _since(mind, asked, spans)
    if len(rows) < least:
        rows += [row for row in found if row[2] < threshold][: least - len(rows)]
        rows += await _heaviest(mind, least - len(rows), [row[3].id for row in rows])
    rows = rows[:most] if spans else last_first(rows)[:most]
    if len(rows) > 1 and not rows[0][0]:  # asked what was, both are told
        out = opposing.contradicted([row[3] for row in rows], scores.FULL)
        rows = [row for row in rows if row[3].id not in out]
    return [Offered(record, rank, relevance, why) for _, rank, relevance, record, why in rows]


def _spans(asked: Asked, request: Request) -> "list[tuple]":
    """The days that a question names; asked what is so, none of the next year."""
    return request.begun() if claims_asked(asked) else request.spans


def _may_rerank(asked: Asked, rows: "list[tuple]", has_talk: bool) -> bool:
    """
    True where the weights judge what the rules would offer: not lists of all of a kind or a time,
    what the profile says, whom only the talk before names, nor what is no question.
    """
    if asked.is_bare or (asked.fits_nothing and not asked.asks) or (has_talk and asked.has_third):
        return False
    return not [True for row in rows if row[4] in ("kind", "time") or row[3].kind in PROFILE]


async def _nearest(
    mind: "Mind",
    reranker: "Reranker",
    asked: Asked,
    rows: "list[tuple]",
    known: "dict[str, float]",
    spans: "list[tuple]",
) -> "list[Candidate]":
    """
    What the rules would offer and what is near the question, with what the rules say of it;
    `known` as far as they said it before. `spans` are the days that the question names.
    """
    claims = claims_asked(asked)
    when = time_wanted(asked, claims, spans, mind.notebook.today())
    near, shared = nearest(mind, asked, claims, _BESIDE_MOST if rows else _ALONE_MOST)
    is_was = " was " in asked.low or " were " in asked.low  # what was my dog called
    is_typed = is_of_sort(asked)
    offered = [row[3].id for row in rows]
    for is_over, _, _, record, _ in rows:
        if record.id not in [id for _, id, _ in near]:
            near.append((shared.get(row_key(record.id), 0.0), record.id, is_over))
    found: "list[Candidate]" = []
    for is_added in (False, True):
        near = unread_successor(mind, found, shared) if is_added else near
        ended = likely_endings(mind, reranker, near)
        for score, id, is_over in near:
            record = await mind.unexpired(id)
            if record is None or is_left_out(asked, record, spans):
                continue
            one = reranker.candidate(record, score, is_over or was_so(record), ended.get(id))
            if id in known:
                one.relevance = known[id]
            elif not asked.is_empty:
                one.relevance = _relevance(mind, asked, record, (), claims, when)
            one.is_offered, one.claim_wanted = id in offered, bool(claims)
            one.is_own = asked.is_own
            one.is_typed = is_typed or (asked.is_where() and fitting.tells_where(record.content))
            one.is_change = fitting.is_change(record.content)
            one.is_then = when == predicates.PAST or (when is None and is_was)
            one.is_named = is_answer(asked, record)
            says = claims_it(record, claims) or claims_among(mind, record, claims, when)
            one.is_claim = (one.is_named or says) and not names_another(asked, record.content)
            why = "claim" if one.is_claim else "words"
            one.is_out = is_out(asked, record, one.is_over, when, why, claims)
            if not one.is_out or not asked.until:  # what came after it is no answer at all
                found.append(one)
    await note_endings(mind, asked, found)
    return found


async def _fitting(
    mind: "Mind",
    asked: Asked,
    recent: "tuple | list",
    known: "dict[str, float]",
    spans: "list[tuple]",
) -> "list[tuple]":
    """
    [(is over, rank, relevance, record, why)], best first, what is over before what is; to `known`
    the relevance of each id that was looked at.
    """
    if asked.fits_nothing and not asked.is_empty:
        return []
    claims = claims_asked(asked)
    when = time_wanted(asked, claims, spans, mind.notebook.today())
    if asked.is_empty and not claims and not predicates.wanted(asked.core):
        return []
    over: "list[str]" = []
    rows, claimed = candidates(mind, asked, claims, when, over)
    found: "list[tuple]" = []
    for member, why in rows:
        record = await mind.unexpired(member.id)
        if record is None or is_left_out(asked, record, spans):
            continue
        if is_out(asked, record, bool(member.flags & OVER), when, why, claims):
            continue
        relevance = _ASKED_FOR
        if why != "claim":
            relevance = _relevance(mind, asked, record, recent, claims, when)
            known[member.id] = relevance
            if claimed and not _is_instead(asked, record, relevance):
                continue
            if claimed:
                found = [one for one in found if one[4] != "claim"]
        if relevance:
            is_over = bool(member.flags & OVER) or was_so(record)
            found.append((is_over,) + _ranked(mind, member, record, relevance, why, spans))
    if not claimed and not asked.has_aim:
        found = await _following(mind, asked, over, found, spans)
    found.sort(key=lambda one: one[:3], reverse=True)
    if when != predicates.PAST:
        return await _now(mind, asked, claims, found, spans)
    return await was_then(mind, asked, claims, found, spans)


async def _following(
    mind: "Mind",
    asked: Asked,
    over: "list[str]",
    found: "list[tuple]",
    spans: "list[tuple]",
) -> "list[tuple]":
    """What was found, with what is so since those are over (ids) in place of what was before."""
    for id in over:
        record = await mind.unexpired(id)
        later = None
        if record is not None and fitting.relevance(asked, record, asked.family) >= _ANSWERS:
            later = await successor(mind, asked, record, found)
        if later is not None:
            found = [one for one in found if one[3].told_after(later)]
            found += _as_asked_for(mind, later, spans)
    return found


async def _now(
    mind: "Mind", asked: Asked, claims: "list[tuple]", found: "list[tuple]", spans: "list[tuple]"
) -> "list[tuple]":
    """
    Of what was found what is so now; where nothing answers what the owner is asked of, the memory
    that tells of a change of it: a new badge, asked for the work.
    """
    of = [one for one, _ in claims if one == predicates.OWNER or one in asked.kin]
    is_open = not claims and asked.asks and not asked.is_how and not has_any(w.DEEDS, asked.core)
    is_open = is_open and not asks_of_peer(asked)
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
    when: "str | None",
) -> float:
    """How well a memory fits a question by its words, and the talk before it."""
    if is_of_else(asked, record, claims) or predicates.is_nameless(asked.core, record.content):
        return 0.0
    if asked.is_of_today() and record.created < mind.notebook.today() * dates.DAY:
        return 0.0
    relevance = fitting.relevance(asked, record, asked.family)
    if claims_among(mind, record, claims, when) or is_answer(asked, record):
        relevance = max(relevance, _ASKED_FOR)
    said = [Asked(turn) for turn in list(recent)[-_TURNS:]] if asked.has_third else []
    for turn in said:
        before = fitting.relevance(turn, record, asked.family)
        relevance = min(1.0, relevance + _SAID_BEFORE * before / len(said))
    return relevance


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


async def _since(mind: "Mind", asked: Asked, spans: "list[tuple]") -> "list[tuple]":
    """What took the place of a memory that claimed what is asked for, in words that claim none."""
    claims = claims_asked(asked)
    if not claims or time_wanted(asked, claims, spans, mind.notebook.today()) == predicates.PAST:
        return []
    found: "list[tuple]" = []
    for record in await heads(mind, claims):
        found += _as_asked_for(mind, record, spans)
    return found


def _is_instead(asked: Asked, record: "Record", relevance: float) -> bool:
    """True for what answers the question as a claim would, in words that are none."""
    is_others = predicates.tells_of_others(record.content)
    is_others = (is_others or begins_with_some(fold(record.content))) and not asked.kin
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


async def _heaviest(mind: "Mind", count: int, known: "list[str]") -> "list[tuple]":
    """As `_fitting`, the heaviest of those that are true, where something is always wanted."""

    def is_wanted(member: "Member") -> bool:
        is_so = not member.flags & (OVER | SUSPECT)
        return is_so and member.id not in known and member.kind not in PROFILE

    found: "list[tuple]" = []
    for weight, member in mind.notebook.heaviest(2 * count, is_wanted):  # one may be there no more
        record = await mind.unexpired(member.id) if len(found) < count else None
        if record is not None:
            found.append((False, weight, 0.0, record, "weight"))
    return found
