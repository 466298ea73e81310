"""
Unlearning: which memories say what the owner wants to be forgotten.

Owns the comparison of a clause (`rules.forget_clauses`) with what memory has: the same words or
other words for the same, what the rules make of the clause, or the one thing that both claim. A
memory that says something else beside it is none. Reads, writes nothing.
"""

from memory.changes.near_duplicates import near
from memory.extract.scan import is_chinese, skip
from memory.records import schedules
from memory.records.kinds import PROFILE
from memory.records.record import holds
from memory.records.values import day_number
from memory.search.query import Query
from memory.search.record_matching import is_wording
from memory.text.folding import fold
from micropython import const

from mind import done_matching, heard, predicates

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.extract.utterance import Found
    from memory.records.record import Record

    from ..predicates import Claim

_READ = const(20)  # memories that share words with the clause
# Characters that a memory has more than the clause (用户目前, "the user currently"): with others
# it says something else beside it.
_LONGER_ZH = const(5)
_LONGER_EN = const(18)
# What begins a clause about something to be done.
_MUST_ZH = "|我|要|得|该|需要|还要|还得|必须|应该|"
_MUST_EN = (
    "|i need to |i have to |i must |i should |i want to |i am going to |i am supposed to "
    "|i have got to |i had to |"
)


async def saying(memory: "Memory", clause: str, now: int) -> "list[Record]":
    """
    The memories that say this and nothing else, those that are so, else those that were; none
    where nothing says it. Raises Broken.
    """
    names = [record.content for record in memory.each("family")]
    told = heard.read(clause, now, names)
    claimed = predicates.claims(clause)
    words = [clause] + [one.content for one in told] + [one.object for one in claimed]
    records = list(memory.hot(*PROFILE))
    looked: "list[str]" = []
    for text in words:
        if text and fold(text) not in looked:
            looked.append(fold(text))
            page, _ = await memory.recall(Query(None, text, None, None, _READ, 0, 16384, True))
            records += page
    found: "list[Record]" = []
    for record in records:
        is_new = not [True for one in found if one.id == record.id]
        if is_new and not is_wording(record) and _says(record, clause, told, claimed):
            found.append(record)
    today = day_number(now)
    so = [one for one in found if one.get("superseded_by") is None and holds(one.fields, today)]
    return so or found or _planned(memory, clause)


def _planned(memory: "Memory", clause: str) -> "list[Record]":
    """The one open todo or schedule that is to be done by a clause: 我要买猫粮."""
    at = skip(_MUST_ZH if is_chinese(clause) else _MUST_EN, fold(clause))
    records = [one for one in memory.hot("todo", "schedule") if schedules.is_open(one)]
    words = clause[at:]
    found = [one for one in records if done_matching.is_part(words, one.content)]
    found = [one for one in found if done_matching.is_part(one.content, words)]
    return found if at and len(found) == 1 and not found[0].suspect else []


def _says(record: "Record", clause: str, told: "list[Found]", claimed: "list[Claim]") -> bool:
    content = fold(record.content)
    for one in told:
        same = one.kind == record.kind and fold(one.content) == content
        if same and one.fields.get("relation") == record.get("relation"):
            return True
    if content == fold(clause) or near(fold(clause), content, False):
        return True
    before = predicates.claims(record.content, record.kind)
    longer = _LONGER_ZH if is_chinese(content) else _LONGER_EN
    if len(before) != 1 or len(claimed) != 1 or len(content) > len(clause) + longer:
        return False
    mine, other = before[0], claimed[0]
    is_of = fold(mine.subject) == fold(other.subject) and mine.predicate == other.predicate
    return is_of and mine.state == other.state and fold(mine.object) == fold(other.object)
