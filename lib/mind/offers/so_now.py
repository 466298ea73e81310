"""
So now: of the memories that answer a question, those that are so now, as later ones tell.

Owns the look for what came after: of two that answer alike the later one where it tells of a
change, of what there is only one of the newest, and in place of a memory the later one that says
in other words that it is over (`endings`). Reads, writes nothing.
"""

from memory.extract.scan import is_chinese
from memory.records.ids import counter_of
from memory.records.values import day_number
from memory.text import dates
from memory.text.phrase_tables import standing
from memory.text.script import fold
from micropython import const

from mind import opposing, predicates

from ..notebook.members import OVER, SUSPECT
from ..notebook.notebook import claim_number
from ..notebook.word_hashes import Sought, sharing
from ..questions.no_more import has_come_of, is_no_more
from ..questions.untold import is_untold
from . import answer_sorts, endings, fitting
from .asked import Asked
from .asked_parts import has_any, worded
from .asked_times import changes_nothing, tells_of_past
from .of_whom import is_of_former
from .slots import Slot, person
from .tables import asked_tables as w
from .tables.change_tables import DEATHS, GONE, LASTING, ONCE, PUT

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from ..notebook.members import Members

AS_GOOD = 0.9  # of the best: what answers worse is not offered beside it
_CHANGED = 0.75  # of one that it may be the change of
_NO_MORE = 0.55  # the same of what there is one of, and asked whether something is still so
_FULLY = 0.95  # of what says all that is asked for
_ANSWERS = 0.6  # of what answers
_LOOKED_AT = const(10)  # rows of which the newest are read, where nothing says what is over
_READ_MOST = const(4)  # records that are read for one that may be over, but for those of others
_DAYS = const(3)  # after the end of one in which another may be told in its place
_OF_OTHERS = ("person", "family")  # kinds that are of somebody else
_RETIRED = "| retired |退休|".encode()  # who is a retired nurse was one
_JOB = "| job |工作|".encode()
_NO_CHANGE = ("rule", "todo")  # and of what is to be: 给猫换猫砂


async def so_now(
    mind: "Mind", asked: "Asked", found: "list[tuple]", is_one: bool
) -> "list[tuple]":
    """
    Of rows (is over, rank, relevance, record, why) those that are so now, and those that answer
    too little to be offered beside them; `is_one`: there can be only one of what is asked for.
    Where a later memory says in other words that one is over, that memory in its place: 朗逸卖掉了
    for 用户有一辆朗逸, of a partner that the owner is single.
    """
    is_now = asked.when() == predicates.NOW
    is_still = asked.is_still()
    lasts = has_any(LASTING, asked.core)  # of who has died, too
    least = _NO_MORE if is_one or is_still else _CHANGED
    are_several = has_any(w.SEVERAL, asked.core)  # of which a newer one changes no other
    found = found if are_several else newest(asked, found, is_one, is_now, least)
    threshold = mind.numbers["offer_threshold"] / 100
    if not [True for row in found if row[2] >= threshold]:
        last = await _gone(mind, asked)
        return found if last is None else [(False, _FULLY, _FULLY, last, "words")]
    kept: "list[tuple]" = []
    best = 0.0  # of what is kept
    parting = None
    if asked.is_of_partner():
        parting = await _parting(mind)
    for row in found:
        later = None
        if parting is not None and predicates.has_parted(parting, row[3]):
            later = await turned(mind, asked, parting) or parting
        elif row[2] >= (threshold if row[0] else max(threshold, AS_GOOD * best)):
            # What was passed is passed for good, and where one studied one has studied.
            is_done = asked.core.startswith(" did ") or has_any(w.DEEDS, asked.core)
            said = row[3].content
            is_changed = fitting.is_change(said) or is_no_more(said)
            is_answer = is_done or (is_still and is_changed)
            is_answer = is_answer and row[2] >= (_CHANGED if is_done else _FULLY)
            is_open = (is_still and not is_answer) or (is_one and row[4] != "claim")
            later = await ending(mind, row[3], asked if is_open else None)
            if later is not None and lasts and has_any(GONE, fold(later.content)):
                later = None
            is_answer = is_answer or are_several
            if later is None and not is_answer and row[3].kind != "moment":
                later = await turned(mind, asked, row[3])
        if later is not None:
            said = worded(fold(later.content))
            is_sure = has_come_of(said, endings.about(row[3].words()), ONCE)
            asked.replaced.append((row[3].id, "" if is_sure else later.id))
            if later.id in [one[3].id for one in kept + found if one[2] >= threshold]:
                continue
            row = row[:3] + (later,) + row[4:]
        kept.append(row)
        best = max(best, row[2])
    return kept


async def before_now(mind: "Mind", asked: "Asked", found: "list[tuple]") -> "list[tuple]":
    """
    The same for what was: marked as over what a later memory says is over, without the newest of
    what there is only one of.
    """
    threshold = mind.numbers["offer_threshold"] / 100
    found = [row for row in found if row[2] >= threshold]
    is_not_last = has_any(w.ONE, asked.core) or has_any(w.NOT_LAST, " " + asked.low + " ")
    last = newest(asked, found, True, False) if is_not_last else []
    kept = []
    for row in found:
        if not row[0] and len(found) > 1 and [row] == last:
            continue
        if not row[0] and (
            await ending(mind, row[3]) is not None
            or (
                not fitting.is_change(row[3].content)
                and row[3].kind not in ("event", "moment")
                and await turned(mind, asked, row[3])
            )
        ):
            row = (True,) + row[1:]
        kept.append(row)
    return kept


async def ending(mind: "Mind", record: "Record", asked: "Asked | None" = None) -> "Record | None":
    """
    The memory that says that this one is over, of those that share words with it. Where it is
    `asked` whether it is still so, or for what there is one of, else the newest that tells more of
    it: what came of it needs no word that ends something.
    """
    members = mind.notebook.members
    sought = Sought([(term, 1.0, 0) for term in endings.about(record.words())])
    rows = sought.rows(members.words, members.left_out_before(record.created // dates.DAY))
    claimed = predicates.claims_by(record)
    newest_of_it = None
    for id in _others(members, rows, record.id):
        later = await mind.unexpired(id)
        if later is not None and later.told_after(record):
            is_of_other = predicates.are_of_others(record.content, later.content)
            if not is_of_other and endings.ends(record, later, claimed):
                return later
            if changes_nothing(later, record):
                continue
            if asked is not None and endings.tells_more(record, later, asked):
                if newest_of_it is None or later.told_after(newest_of_it):
                    newest_of_it = later
    return newest_of_it


def _others(
    members: "Members", rows: "list[int]", known: str, most: int = _READ_MOST
) -> "list[str]":
    """The ids of the first few of these rows, but for this one and what is to be done."""
    found: "list[str]" = []
    for row in rows:
        member = members.get(row)
        if member.id != known and member.kind != "todo":
            found.append(member.id)
        if len(found) == most:
            break
    return found


async def successor(
    mind: "Mind", asked: "Asked", record: "Record", found: "list[tuple]"
) -> "Record | None":
    """
    What is so since a memory was over: what took its place, or the one of its kind that was told
    of the same person on the day of its end. Where something that was told after it answers
    (`found`), only what tells of a change of what is asked for.
    """
    others = [row for row in found if row[3].told_after(record) and row[2] >= _ANSWERS]
    slot = Slot(asked, record.content) if others else None
    members = mind.notebook.members
    following = record.get("superseded_by")
    day = record.get("valid_to", day_number(0)) - day_number(0)
    if following:
        rows = [members.find(following)]
    else:
        rows = [row for after in range(_DAYS) for row in members.told_on(day + after)]
    of = person(record.content)
    ids = []
    for member in [members.get(row) for row in rows if row >= 0]:
        is_out = member.flags & (SUSPECT | OVER) or member.id == record.id
        if not is_out and (following or member.kind == record.kind):
            ids.append(member.id)
    following_it: "list[Record]" = []
    for id in ids:
        later = await mind.unexpired(id)
        if later is not None and asked.is_of_partner():
            said = predicates.claim(later.content, later.kind)
            if predicates.is_alone(said):  # and nobody new since
                return None if [1 for row in others if row[3].told_after(later)] else later
        if later is not None and person(later.content) == of:
            if slot is not None and not slot.is_changed_by(later):
                continue
            if answer_sorts.has_types(asked, fitting.Text(later)):
                following_it.append(later)
    return following_it[0] if len(following_it) == 1 else None


async def turned(
    mind: "Mind", asked: "Asked", record: "Record | None", is_named: bool = False,
    is_asked: bool = False,
) -> "Record | None":  # fmt: skip
    """
    The newest memory, after this one, that tells that what is asked for is otherwise, in whatever
    words; `is_named`: in those of this one; `is_asked`: of what the question itself names.
    """
    members = mind.notebook.members
    slot = Slot(asked, record.content if record else "", is_named, is_asked)
    hashes = slot.hashes()
    if not hashes:
        return None
    known, created = (record.id, record.created) if record is not None else ("", 0)
    read = 0
    found = []
    rows = sharing(hashes, members.words, members.left_out_before(created // dates.DAY))
    if record is None:  # of many that share a word the newest, of few the likeliest
        rows = sorted(rows[:_LOOKED_AT], key=lambda row: -members.created(row))
    for id in _others(members, rows, known, _LOOKED_AT):
        later = await mind.unexpired(id)
        if later is None or later.kind in _OF_OTHERS:
            continue
        is_end = record is not None and _ends_what_it_begins_with(record, later)
        if _is_of_other(asked, later) and not is_end:
            continue
        if changes_nothing(later, record) or is_of_former(asked, later):
            continue
        if later.kind == "rule" and (record is None or record.kind != "rule"):
            continue  # what is not to be brought up is no change
        read += 1
        if (record is None or later.told_after(record)) and slot.is_changed_by(later):
            said = fold(later.words()).encode()
            tells = not is_untold(asked.core, later.kind, later.content)
            if record is None and (slot.leaves(asked, said, later) or not tells):
                continue
            names = [True for one in asked.parts if one.is_name and one.term in said]
            found.append((len(names), tells, later.created, counter_of(later.id), later))
        if read == _READ_MOST:
            break
    found.sort(key=lambda one: one[:4])
    return found[-1][4] if found else None


def _ends_what_it_begins_with(record: "Record", later: "Record") -> bool:
    """True where a later memory in Chinese begins with what an earlier one names: 豆包送人了."""
    low = fold(later.content)
    if not is_chinese(low[:2]) or low[:2] == "用户" or low[:2] not in fold(record.content):
        return False
    return is_no_more(low) or has_any(GONE, low)


async def _gone(mind: "Mind", asked: "Asked") -> "Record | None":
    """The memory that tells that who a question names, or begins with, is no more."""
    names = [part.term for part in asked.parts if part.is_name]
    if not names and asked.is_chinese and asked.parts:
        letters = asked.parts[0].letters[:2]
        names = [b"".join(letters)] if len(letters) > 1 else []
    deed = asked.core + " " + asked.low
    was = asked.when() == predicates.PAST or has_any(w.DEEDS, " " + deed)
    lasts = has_any(LASTING, asked.core)
    if not names or asked.types or asked.is_how or asked.is_world or was or lasts:
        return None  # what they did while they lived is no question for how they are
    members = mind.notebook.members
    sought = Sought([(name, 1.0, at) for at, name in enumerate(names)])
    rows = sought.rows(members.words, members.left_out_before(0))
    for id in _others(members, rows, ""):
        record = await mind.unexpired(id)
        text = fitting.Text(record) if record is not None else None
        if text is None or standing(DEATHS, text.raw + text.spaced) < 0:
            continue
        if asked.is_chinese and not text.raw.startswith(names[0]):
            continue
        if not [name for name in names if name not in text.terms and name not in text.raw]:
            return text.record
    return None


def _is_of_other(asked: "Asked", record: "Record") -> bool:
    """True for what is of a relative, or another, of whom the question is not."""
    low = fold(record.content)
    names = [name for relation, name in asked.family if name and relation not in asked.kin]
    if [True for name in names if low.startswith(name)]:
        return True
    return asked.is_own and not asked.kin and opposing.is_of_another(record.content)


async def _parting(mind: "Mind") -> "Record | None":
    """The memory that says that the owner has no partner now, where one does."""
    number = claim_number(predicates.OWNER, "感情状态")
    for id in mind.notebook.claims(number):
        record = await mind.unexpired(id)
        said = None if record is None else predicates.claim(record.content, record.kind)
        if predicates.is_alone(said):
            return record
    return None


def newest(
    asked: "Asked", found: "list[tuple]", is_one: bool, is_now: bool, least: float = _CHANGED
) -> "list":
    """
    Without what a newer one that answers nearly as well (`least` of it) has changed, though nobody
    said that it is over: 医生把胰岛素停了 after 每天打胰岛素. Of what there is one of, the newest.
    """
    kept = []
    for row in found:
        is_changed = False
        for other in found:
            if other[3].kind in _NO_CHANGE or changes_nothing(other[3], row[3]):
                continue
            if other[3].created > row[3].created + dates.DAY and other[2] >= least * row[2]:
                text = other[3].content
                if other[2] >= _ANSWERS and (
                    endings.is_of_the_same(row[3], other[3], asked)
                    or endings.is_newer_value(row[3], other[3], asked)
                ):
                    is_changed = True
                is_put = has_any(PUT, text) and not has_any(PUT, row[3].content)
                stands = row[3].kind not in endings.HAPPENED
                happened = other[3].kind in endings.HAPPENED and stands
                if not (stands and fitting.is_incident(text)) and (
                    (is_one and not happened)  # that the car is at the garage is no other car
                    or (fitting.is_change(text) and not is_put)
                    or (is_now and text.endswith("了"))
                ):
                    is_changed = True
        if not is_changed:
            kept.append(row)
    return kept


def before(asked: "Asked", found: "list[tuple]", now: "list[str]") -> "list[tuple]":
    """
    What answers a question for what was: what is over first. Where nothing is marked so, what was
    told before a change; and where none was, all but what claims to be so (`now`, ids).
    """
    past = [row for row in found if tells_of_past(row[3].content)]
    if past and asked.is_of_partner():
        return past  # 前女友叫小美
    over = [row for row in found if row[0]]
    if over:
        return over + [row for row in past if row not in over]
    so = [row for row in found if row[3].id in now]
    rest = [row for row in found if row not in so]
    is_job = has_any(_JOB, asked.core)
    retired = [row for row in so if is_job and has_any(_RETIRED, fold(row[3].content))]
    if retired and not rest:
        return retired
    if so and rest:
        first = so[0][3]
        later = [row for row in rest if row[3].told_after(first)]
        is_named = [one for one in endings.about(first.content) if one in asked.low.encode()]
        if not later:
            return rest  # all that was told before what is so now
        if len(later) == len(rest) and not is_named:
            return so  # what is so now was told in other words
    changes = [row[3] for row in found if fitting.is_change(row[3].content)]
    if changes:
        last = changes[0]
        for one in changes:
            if one.told_after(last):
                last = one
        return [
            row for row in found
            if tells_of_past(row[3].content)
            or (last.told_after(row[3]) and not fitting.is_change(row[3].content))
        ]  # fmt: skip
    return [row for row in found if row[3].id not in now]


def is_one(asked: Asked, claims: "list[tuple]") -> bool:
    """True where there is only one of what is asked for, so that the newest is so."""
    if has_any(w.ONE, asked.core):
        return True
    return bool([name for _, name in claims if name in predicates.SINGLE_VALUED])
