"""
So now: of the memories that answer a question, those that are so now, as later ones tell.

Owns the look for what came after: of two that answer alike the later one where it tells of a
change, of what there is only one of the newest, and in place of a memory the later one that says
in other words that it is over (`endings`). Reads, writes nothing.
"""

from memory.text import dates
from memory.text.folding import fold
from micropython import const

from mind import predicates

from ..notebook.members import OVER, SUSPECT
from ..notebook.notebook import claim_number
from ..notebook.word_hashes import Sought, sharing
from . import asked_tables as w
from . import endings, fitting
from .asked_parts import has_any
from .slots import Slot

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from .asked import Asked

_CHANGED = 0.75  # of one that it may be the change of
_NO_MORE = 0.55  # the same of what there is one of, and asked whether something is still so
_READ_MOST = const(4)  # records that are read for one that may be over
_ALONE = ("单身", "离异", "分居", "丧偶")  # what the status is of who has no partner


async def so_now(
    mind: "Mind", asked: "Asked", found: "list[tuple]", is_one: bool
) -> "list[tuple]":
    """
    Of rows (is over, rank, relevance, record, why) those that are so now; `is_one`: there can be
    only one of what is asked for. Where a later memory says in other words that one is over, that
    memory in its place: 朗逸卖掉了 for 用户有一辆朗逸, of a partner that the owner is single.
    """
    is_now = asked.when() == predicates.NOW
    is_still = asked.is_still()
    least = _NO_MORE if is_one or is_still else _CHANGED
    found = newest(found, is_one, is_now, least)
    threshold = mind.numbers["offer_threshold"] / 100
    kept: "list[tuple]" = []
    parting = None
    if asked.is_of_partner():
        parting = await _parting(mind)
    for row in found:
        later = None
        if parting is not None and row[3].created < parting.created:
            later = parting
        elif row[2] >= threshold:
            is_open = is_still or (is_one and row[4] != "claim")
            later = await _ending(mind, row[3], asked if is_open else None)
            if later is None and row[3].kind not in ("event", "moment"):
                later = await turned(mind, asked, row[3])
        if later is None:
            kept.append(row)
        elif later.id not in [one[3].id for one in kept + found if one[2] >= threshold]:
            kept.append(row[:3] + (later,) + row[4:])
    return kept


async def before_now(mind: "Mind", asked: "Asked", found: "list[tuple]") -> "list[tuple]":
    """
    The same for what was: marked as over what a later memory says is over, without the newest of
    what there is only one of.
    """
    last = newest(found, True, False) if has_any(w.ONE, asked.core) else []
    kept = []
    for row in found:
        if not row[0] and len(found) > 1 and [row] == last:
            continue
        if not row[0] and await _ending(mind, row[3]) is not None:
            row = (True,) + row[1:]
        kept.append(row)
    return kept


async def _ending(mind: "Mind", record: "Record", asked: "Asked | None" = None) -> "Record | None":
    """
    The memory that says that this one is over, of those that share words with it. Where it is
    `asked` whether it is still so, or for what there is one of, else the newest that tells more of
    it: what came of it needs no word that ends something.
    """
    members = mind.notebook.members
    sought = Sought([(term, 1.0, 0) for term in endings.about(record.words())])
    rows = [row for _, row, _ in sought.found(members.words, members.count)]
    day = record.created // dates.DAY
    claimed = list(predicates.claims(record.content, record.kind))
    read = 0
    newest_of_it = None
    for row in rows:
        member = members.get(row)
        if member.created < day or member.flags & (SUSPECT | OVER) or member.id == record.id:
            continue
        later = await mind.read(member.id)
        read += 1
        if later is not None and later.created > record.created:
            if endings.ends(record, later, claimed):
                return later
            if asked is not None and endings.tells_more(record, later, asked):
                if newest_of_it is None or later.created > newest_of_it.created:
                    newest_of_it = later
        if read == _READ_MOST:
            break
    return newest_of_it


async def turned(mind: "Mind", asked: "Asked", record: "Record | None") -> "Record | None":
    """
    The newest memory, after this one, that tells that what is asked for is otherwise, in whatever
    words.
    """
    members = mind.notebook.members
    slot = Slot(asked, record.content if record is not None else "")
    id, created = (record.id, record.created) if record is not None else ("", 0)
    day = created // dates.DAY
    read = 0
    found = []
    for row in sharing(slot.hashes(), members.words, members.count):
        member = members.get(row)
        if member.created < day or member.flags & (SUSPECT | OVER) or member.id == id:
            continue
        later = await mind.read(member.id)
        read += 1
        if later is not None and later.created > created and slot.is_changed_by(later):
            said = fold(later.words()).encode()
            names = [True for one in asked.parts if one.is_name and one.term in said]
            found.append((len(names), later.created, later))
        if read == _READ_MOST:
            break
    found.sort(key=lambda one: one[:2])
    return found[-1][2] if found else None


async def _parting(mind: "Mind") -> "Record | None":
    """The memory that says that the owner has no partner now, where one does."""
    members = mind.notebook.members
    number = claim_number(predicates.OWNER, "感情状态")
    for row in members.claiming(number):
        member = members.get(row)
        record = None if member.flags & OVER else await mind.read(member.id)
        said = None if record is None else predicates.claim(record.content, record.kind)
        if said is not None and said.object in _ALONE:
            return record
    return None


def newest(found: "list[tuple]", is_one: bool, is_now: bool, least: float = _CHANGED) -> "list":
    """
    Without what a newer one that answers nearly as well (`least` of it) has changed, though nobody
    said that it is over: 医生把胰岛素停了 after 每天打胰岛素. Of what there is one of, the newest.
    """
    kept = []
    for row in found:
        is_changed = False
        for other in found:
            if other[3].kind == "rule":
                continue
            if other[3].created > row[3].created + dates.DAY and other[2] >= least * row[2]:
                text = other[3].content
                is_changed = is_changed or is_one or fitting.is_change(text)
                is_changed = is_changed or (is_now and text.endswith("了"))
        if not is_changed:
            kept.append(row)
    return kept
