"""
Heard changes: what an utterance says of a memory that is over or otherwise since.

The extractor makes a memory of what is so, and nothing of what is so no more: 把思域卖了, stopped
going to the gym. Who has been told of the Civic has to hear that, or says for ever that it is
there. Kept is the sentence, where `endings` has it end a memory of the notebook, or one that waits
to be written; or where it tells of a change of the work that memory knows of. Reads, writes
nothing.
"""

from memory.extract.extractor import statements
from memory.extract.scan import is_chinese
from memory.records.kinds import BY_NAME
from memory.records.record import Record
from memory.text.folding import fold, size
from memory.text.phrase_tables import standing
from micropython import const

from mind import predicates

from ..notebook.members import OVER, SUSPECT
from ..notebook.notebook import claim_number
from ..notebook.word_hashes import Sought
from . import endings
from .slots import person
from .tables.change_tables import NOT_YET
from .tables.slot_tables import SLOTS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..mind import Mind

_KIND = "fact"
_AT_HAND = ("habit", "goal", "family")
_READ_MOST = const(8)  # memories that share a word with a sentence
# What is only wished, or refused, is not so yet: 想把琴卖了, 别卖了.
_WISHED = (
    "|我想|想把|很想|要把|该不该|应该|别把|别再|不要把|快要|得把| want | wish | let's | about to "
    "| i'm going to | am going to | we're going to |"
).encode()
_WORK = const(1)  # a row of SLOTS
_WORKS = ("工作于", "职业")


async def heard_changes(
    mind: "Mind",
    text: str,
    waiting: "Iterable[tuple[str, str]]" = (),
    found: "Iterable[tuple[str, str]]" = (),
) -> "list[str]":
    """
    The sentences of an utterance that end or change what memory knows; `waiting` are (kind,
    content) of what is not written yet, `found` of what the extractor has made of the utterance:
    what that ends need not be said again.
    """
    told = [_record(*one) for one in found]
    changes = []
    for sentence in statements(text):
        padded = (" " + fold(sentence) + " ").encode()
        if standing(NOT_YET, padded) >= 0 or standing(_WISHED, padded) >= 0:
            continue
        if size(sentence) > BY_NAME[_KIND].content_cap:
            continue
        later = _record(_KIND, sentence)
        ended = [one for one in waiting if _is_ended(_record(*one), later, told)]
        is_left = _leaves_work(mind, sentence, padded) and not _tells_of_work(told)
        if ended or is_left or await _ends_one(mind, later, told):
            changes.append(sentence)
    return changes


def _record(kind: str, content: str) -> Record:
    return Record("", kind, 0, {"content": content})


async def _ends_one(mind: "Mind", later: Record, told: "list[Record]") -> bool:
    if not endings.says_over(later.content) and not predicates.claims(later.content, _KIND):
        return False
    for kind in _AT_HAND:  # few, and not in the notebook
        if [True for record in mind.memory.each(kind) if _is_ended(record, later, told)]:
            return True
    members = mind.notebook.members
    sought = Sought([(term, 1.0, 0) for term in endings.about(later.content)])
    read = 0
    for _, row, _ in sought.found(members.words, members.count):
        member = members.get(row)
        if member.flags & (SUSPECT | OVER):
            continue
        record = await mind.read(member.id)
        if record is not None and _is_ended(record, later, told):
            return True
        read += 1
        if read == _READ_MOST:
            break
    return False


def _is_ended(before: Record, later: Record, told: "list[Record]") -> bool:
    """True where a sentence ends a memory, and nothing that was made of it does."""
    if before.content == later.content or not _ends(before, later):
        return False
    return not [one for one in told if one.content == later.content or _ends(before, one)]


def _ends(before: Record, later: Record) -> bool:
    return endings.ends(before, later, list(predicates.claims(before.content, before.kind)))


def _leaves_work(mind: "Mind", sentence: str, padded: bytes) -> bool:
    """True for what tells of another work of the owner's than the one that memory knows of."""
    if person(sentence) or standing(SLOTS[_WORK][1], padded) < 0:
        return False
    if not is_chinese(sentence) and " job " not in fold(sentence) + " ":
        return False  # quit smoking
    return bool(
        [one for one in _WORKS if mind.notebook.claims(claim_number(predicates.OWNER, one))]
    )


def _tells_of_work(told: "list[Record]") -> bool:
    claimed = [claim for one in told for claim in predicates.claims(one.content, one.kind)]
    return bool([True for claim in claimed if claim.predicate in _WORKS])
