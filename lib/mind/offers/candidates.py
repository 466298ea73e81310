"""
Candidates: which memories of the notebook may answer a question, by claims and by hashes of words.

Owns what is sought in the notebook and how many of the rows are worth reading, and what is given
to the reranker. What the texts say of the question is `fitting`'s.
"""

from memory.records.values import day_number
from memory.text.script import fold
from memory.text.terms import terms
from micropython import const

from mind import predicates

from ..notebook.members import OVER, SUSPECT
from ..notebook.word_hashes import Sought, claim_term, rarity
from ..questions.untold import is_untold
from . import fitting, of_whom
from .asked import Asked
from .asked_claims import READ_MOST, claiming, claims_asked, claims_it
from .asked_parts import calling, has_any
from .asked_times import changes_nothing, claims_past, tells_of_it, tells_of_past
from .of_whom import CHILDREN_OF, called_parts, is_crossed_off, is_of_former, is_of_moved_thing
from .so_now import before, before_now, ending, turned
from .tables import asked_tables as w

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

    from ..mind import Mind
    from ..reranking.reranker import Candidate, Reranker

_TASTES = ("like", "dislike", "preference", "rule")
_NO_STATE = ("dislike", "rule", "lesson", "skill", "trait")
# What is asked of what has been, or why it is so.
_DONE = (
    "|怎么没|为什么|为啥|为何|不能|当时|的时候|那天|那次|那年|埋|品种|过敏"
    "| did | was | were | had | why |"
).encode()
_FOR_EVER = const(1 << 20)  # a day that is never reached
_NO_PART = const(15)  # of the terms of whom the question is
_OVER_MOST = const(2)  # records that are read for what came after them
_WORTH_READING = 0.25  # of the best score by hashes
_NEAR = 0.35  # of the score of the best, from which on a memory is near
_LOOKED_AT = const(12)
_MAY = 0.1  # how likely, from which on the reranker doubts a memory
_ENDED = 0.35  # how likely something ended a memory, from which on it is read, too


def candidates(
    mind: "Mind", asked: Asked, claims: "list[tuple]", when: "str | None", over: "list[str]"
) -> "tuple[list[tuple], bool]":
    """
    ([(member, why)] of what may answer, whether any claims what is asked for of its time); `over`
    as in `_sharing`.
    """
    members = mind.notebook.members
    rows = claiming(mind, asked, claims, when)
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


def nearest(
    mind: "Mind", asked: Asked, claims: "list[tuple]", most: int
) -> "tuple[list[tuple], dict[bytes, float]]":
    """
    (at most so many [(score, id, whether it is over)] of the rows that share most with a question,
    in its own or other words, {`row_key` an id: score} of more), a score 1 for what one alone has.
    """
    members = mind.notebook.members
    alone = rarity(members.count, 1)
    sought = [(term, 1.0, 0) for term in terms(asked.low)] + _terms(asked, claims)
    scores: "dict[bytes, float]" = {}
    found: "list[tuple]" = []
    rows = Sought(sought).found(members.words, members.count)
    for _, (score, row, _) in zip(range(_LOOKED_AT), rows):
        score /= alone
        scores[members.key(row)] = score
        is_near = len(found) < most and score >= _NEAR * (found or [(score,)])[0][0]
        flags = members.flags(row)
        if is_near and not flags & SUSPECT:
            found.append((score, members.get(row).id, bool(flags & OVER)))
    return found, scores


def likely_endings(
    mind: "Mind", reranker: "Reranker", near: "list[tuple[float, str, bool]]"
) -> "dict[str, tuple]":
    """{id: (its shapes, how likely something told later ended it, the id of that)} of these."""
    members = mind.notebook.members
    found: "dict[str, tuple]" = {}
    asked: "list[tuple]" = []
    for _, id, _ in near:
        row = members.find(id)
        shapes = members.shapes_of(row) if row >= 0 else None
        weights = None if shapes is None else reranker.ending(shapes)
        if weights is not None:
            asked.append((row, weights, id))
            found[id] = (shapes, 0.0, "")
    pairs = [(row, weights) for row, weights, _ in asked]
    ends = reranker.likely_successors(members, pairs) if asked else []
    for (_, _, id), (later, likelihood) in zip(asked, ends):
        if later >= 0:
            found[id] = (found[id][0], likelihood, members.get(later).id)
    return found


def unread_successor(
    mind: "Mind", found: "list[Candidate]", scores: "dict[bytes, float]"
) -> "list[tuple[float, str, bool]]":
    """
    [(score, id, whether it is over)] of what likeliest ended one of those found and is not among
    them, or nothing; `scores` as far as they share words with the question.
    """
    members = mind.notebook.members
    known = [one.record.id for one in found]
    ended = [one for one in found if one.ended >= _ENDED and one.ended_by not in known]
    if not ended:
        return []
    id = max(ended, key=lambda one: one.ended).ended_by
    row = members.find(id)
    if row < 0:
        return []
    return [(scores.get(members.key(row), 0.0), id, bool(members.flags(row) & OVER))]


async def note_endings(mind: "Mind", asked: Asked, found: "list[Candidate]") -> None:
    """
    Say of each of these how likely it ended another of them: what was so ended none, and where the
    rules would offer one, and it is only maybe over, neither did what happened once or to others.
    """
    records = {one.record.id: one.record for one in found}
    for one in found if asked.kin else ():
        of = one.record.content
        one.others = [id for id in records if predicates.are_of_others(of, records[id].content)]
    for one in found:
        later = records.get(one.ended_by)
        may_be = one.is_offered and _MAY <= one.ended < _ENDED
        if later is None and may_be:
            later = await mind.unexpired(one.ended_by)
        if later is not None and (claims_past(later) or changes_nothing(later, one.record)):
            one.ended, one.ended_by = 0.0, ""
        elif may_be and later is not None:
            is_else = of_whom.begins_with_some(fold(later.content))
            if is_else or fitting.is_incident(later.content):
                one.ended, one.ended_by = 0.0, ""
    for one in found:
        for other in found:
            if other.ended_by == one.record.id:
                one.ends = max(one.ends, other.ended)


def _later(mind: "Mind", rows: "list[int]", claimed: "list[int]") -> "list[int]":
    """Those told after all that claim it: in words that are no claim, they may be what is so."""
    members = mind.notebook.members
    last = max([members.created(row) for row in claimed])
    return [row for row in rows if members.created(row) > last]


# The question whose terms were made last, and these: `candidates` and `nearest` seek the same.
_made: "list[Any]" = [None, []]


def _terms(asked: Asked, claims: "list[tuple]") -> "list[tuple]":
    """All that a memory may share with a question, as `Sought` has it."""
    if _made[0] is not asked:
        _made[:] = (asked, _all_terms(asked, claims))
    found: "list[tuple]" = _made[1]
    return found


def _all_terms(asked: Asked, claims: "list[tuple]") -> "list[tuple]":
    terms = list(asked.terms())
    for number, part in enumerate(asked.parts):
        for raw, stems, weight, _ in part.also:  # the rarest part of each will do
            terms.append((max(stems, key=len) if stems else raw[:6], weight, number))
    for subject, name in claims:  # of memories that claim several things
        term = claim_term(subject, name)
        terms += [(term, 1.0, number) for number in range(max(1, len(asked.parts)))]
        terms.append((term, 1.0, _NO_PART))
    for word in predicates.wanted(asked.core):
        terms += fitting.sought(word, 1.0, _NO_PART)
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
    is_attribute = bool(predicates.wanted(asked.core))
    reaching: "dict[int, bool]" = {}  # by the parts that are said: most members say the same
    for score, row, parts in Sought(_terms(asked, claims)).found(members.words, members.count):
        if len(found) > 1 and score < best * _WORTH_READING:
            break
        if asked.kin and not parts & 1 << _NO_PART:
            continue  # of nobody who is asked for
        parts |= called * (parts >> _NO_PART & 1)  # by the relation that they are
        if parts not in reaching:
            is_named = is_attribute and bool(parts & 1 << _NO_PART)
            reaching[parts] = is_named or fitting.may_reach(asked, parts, threshold)
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


def likely(near: "list[Candidate]", threshold: float) -> "list[tuple]":
    """The rows of those that likely answer, the likeliest first."""
    found = []
    for one in near:
        is_past = one.is_over and not (one.is_then or one.is_offered)  # who asks what is so
        if one.is_sure or (one.likelihood >= threshold and not is_past):
            why = "claim" if one.is_offered and one.is_claim else "words"
            likelihood = max(one.likelihood, threshold)
            found.append((one.is_over, likelihood, likelihood, one.record, why))
    found.sort(key=lambda row: row[1], reverse=True)
    return found


async def still_so(
    mind: "Mind", asked: "Asked", rows: "list[tuple]", known: "list[str]", when: "str | None"
) -> "list[tuple]":
    """
    These rows without what another one replaced or a later memory says is over, but for `known`
    ones (ids) of the rules. Who asks what was gets all; what is so (`when`), nothing over.
    """
    found = []
    gone = [id for id, by in asked.replaced if by in [""] + [row[3].id for row in rows]]
    for row in rows:
        is_now = when is None and (asked.is_of_partner() or " am i " in asked.core)
        is_now = is_now or when == predicates.NOW
        if row[3].id in gone or (row[0] and is_now and not asked.is_still()):
            continue
        if row[0] or row[3].id in known or when == predicates.PAST:
            found.append(row)
        elif await ending(mind, row[3]) is None:
            may_turn = _may_turn(asked, row[3])
            if not may_turn or await turned(mind, asked, row[3], is_asked=True) is None:
                found.append(row)
    return found


def _may_turn(asked: Asked, record: "Record") -> bool:
    """True for what is asked as it is, of a memory that tells of no change itself."""
    if asked.is_how or record.kind in _NO_STATE or has_any(_DONE, " " + asked.low):
        return False
    return not fitting.is_change(record.content)


def last_first(rows: "list[tuple]") -> "list[tuple]":
    """Rows of what is all over, and claimed, what was so last before the others."""
    ends = [row[3].get("valid_to") if row[0] and row[4] == "claim" else None for row in rows]
    if None in ends:
        return rows
    return sorted(rows, key=lambda row: -row[3].get("valid_to"))


async def was_then(
    mind: "Mind", asked: Asked, claims: "list[tuple]", found: "list[tuple]", spans: "list[tuple]"
) -> "list[tuple]":
    """
    Of what answers what was so; where somebody has ever been, or on days of which it is so since
    some time, also what is so.
    """
    if has_any(w.EVER, asked.core):
        return found
    if spans and claims:  # on other days was none of them
        return [row for row in found if row[0] or row[3].get("supersedes") is not None]
    found = await before_now(mind, asked, found)
    return before(asked, found, [row[3].id for row in found if claims_it(row[3], claims)])


def is_left_out(asked: Asked, record: "Record", spans: "list[tuple]") -> bool:
    """True for what is of other days or people, crossed off, moved, or tells no such thing."""
    claims = claims_asked(asked)
    is_moved = "住在" in [name for _, name in claims] and is_of_moved_thing(record.content)
    is_past = is_crossed_off(asked, record) or is_of_former(asked, record)
    if is_moved or is_past or is_untold(asked.core, record.kind, record.content):
        return True
    return is_not_then(record, spans) or of_whom.is_anothers(asked, record, claims)


# The question until whose change it is asked, and when that change was told.
_change: "list[Any]" = [None, 0]


async def learn_change(mind: "Mind", asked: Asked) -> None:
    """
    Look up when the change was told until which a question asks: what was told since is no answer
    to where one lived before the duplex. Of what is so again the last time. Raises Broken.
    """
    _change[:] = (None, 0)
    if not asked.until:
        return
    members = mind.notebook.members
    sought = Sought([(term, 1.0, 0) for term in terms(asked.until)])
    rows = sought.rows(members.words, bytes(members.count))[:_LOOKED_AT]
    told = sorted([(members.get(row).created, members.get(row).id) for row in rows])
    for _, id in told:
        record = await mind.unexpired(id)
        if record is None or not tells_of_it(asked.until, fold(record.words())):
            continue
        is_over = record.get("superseded_by") is not None
        if _change[0] is None or not (is_over or record.get("supersedes") is None):
            _change[:] = (asked, max(record.created, record.get("updated", 0)))
        if not is_over:
            return


def _is_told_since(asked: Asked, record: "Record") -> bool:
    """True for what was told since that change, and was so after it."""
    if _change[0] is not asked or record.created < _change[1]:
        return False
    end = record.get("valid_to")  # of a field of the profile it is told at its end what it was
    return end is None or end > day_number(_change[1])


def is_out(
    asked: Asked,
    record: "Record",
    is_over: bool,
    when: "str | None",
    why: str,
    claims: "list[tuple]",
) -> bool:
    """True for what is of another time than the question."""
    is_trade = record.get("predicate") == "职业" and not fitting.tells_where(record.content)
    if asked.until and (
        tells_of_it(asked.until, fold(record.words()))
        or (_is_told_since(asked, record) and not tells_of_past(record.content))
    ):
        return True
    if why == "claim" and asked.is_where() and is_trade:
        return True  # what somebody is by trade, without where they are
    if why == "claim" and asked.is_young and not tells_of_past(record.content):
        return True
    if when == predicates.PAST:
        return not is_over and record.kind in _TASTES
    if tells_of_past(record.content) and not asked.kin:
        is_asked = when == predicates.NOW or why == "claim"
        return is_asked and not _says_now(record, claims)
    return False


def _says_now(record: "Record", claims: "list[tuple]") -> bool:
    """True for what claims of what is asked for that it is so: it may tell of before, too."""
    for one in predicates.claims(record.content, record.kind):
        if one.state == predicates.NOW and (fold(one.subject), one.predicate) in claims:
            return True
    return False


def is_not_then(record: "Record", spans: "list[tuple]") -> bool:
    """True for what was so on none of these days: over before them, or so since another was."""
    begin = day_number(record.created) if record.get("supersedes") is not None else 0
    begin = record.get("valid_from", begin) - day_number(0)  # as the days of spans
    end = record.get("valid_to", _FOR_EVER) - day_number(0)
    return bool(spans) and not [1 for first, last in spans if begin <= last and end >= first]
