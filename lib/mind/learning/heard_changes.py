"""
Heard changes: what an utterance says of a memory that is over or otherwise since.

The extractor makes a memory of what is so, and nothing of what is so no more: 把思域卖了, stopped
going to the gym. Who has been told of the Civic has to hear that, or says for ever that it is
there. Kept is the sentence, where `endings` has it end a memory of the notebook, or one that waits
to be written; or where it tells of a change of the work that memory knows of, or of another one
in a post (a new boss). Reads, writes nothing.
"""

from memory.extract.extractor import statements
from memory.extract.scan import is_chinese
from memory.records.kinds import BY_NAME
from memory.records.record import Record
from memory.text.folding import size
from memory.text.phrase_tables import standing
from memory.text.script import fold
from micropython import const

from mind import heard, predicates, successors

from ..notebook.members import OVER, SUSPECT
from ..notebook.notebook import claim_number
from ..notebook.word_hashes import Sought
from ..offers import endings
from ..offers.slots import person

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..mind import Mind

_KIND = "fact"
_AT_HAND = ("habit", "goal", "family")
_READ_MOST = const(8)  # memories that share a word with a sentence
_WORKS = ("工作于", "职业")
# What the owner has ended, behind 我; a rule in doubt says no.
_ENDED_ZH = (
    "|卖了|卖掉|送人了|送掉了|扔了|扔掉|退租|辞职了|辞了|离职了|不干了|分手了|离婚了|戒了|戒掉|放弃了"
    "|注销了|卸载了|退学了|转行了|绝交了|散伙了|"
).encode()
_LEFT_ZH = "|辞职了|辞了|离职了|不干了|被裁了|失业了|退休了|换工作了|跳槽|".encode()
_DIED = (
    "|去世了|过世了|死了|走丢了|跑丢了|病逝|离世| died | passed away | ran away | was put down |"
).encode()
# What is denied, meant, wished, asked for or of one day ends nothing.
_NOT_ZH = (
    "|没|未|别|想|要|会|能|该|得|早知|就好|如果|要是|难|今天|今晚|今早|这周|这次|本周|今儿|明天|后天|下周"
    "|等|快|差点|帮|先|暂时|假如|准备|打算|又|"
).encode()
_NOT_EN = (
    b"| if | but | back | wish | want | could | would | should | might | almost | never | today "
    b"| tonight | this week | this morning | tomorrow | next | will | let's | please | about to "
    b"| i'm going to | am going to | we're going to | didn't | haven't | won't | can't | couldn't "
    b"| hasn't | not yet | for now |"
)
_FRONT_ZH = ("现在", "已经", "早就", "早", "再也", "以后", "从此", "终于", "就", "都", "也")
_OWN_ZH = ("把", "和", "跟", "与")
_NO_MORE_ZH = "错久过好少得同仅但知是行对太怎用敢爽舒开"  # behind 不: no end of anything
_FRONT_EN = ("just ", "finally ", "already ", "recently ", "actually ", "have ", "also ", "then ")
_ENDED_EN = (
    "sold ", "quit ", "gave up ", "given up ", "broke up ", "split up ", "got rid of ",
    "gave away ", "dropped out ", "left my job", "got divorced", "no longer ",
)  # fmt: skip
_LEFT_EN = (
    "quit my job", "left my job", "lost my job", "got laid off", "was laid off", "got fired",
    "was fired", "retired", "got a new job", "changed jobs",
)  # fmt: skip
_LEFT_EN_AT = ("got a new job at ", "quit my job ", "left my job ", "lost my job ", "retired ")
_ANY_MORE = (" any more ", " anymore ")


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
    for sentence in statements(heard.without(text)):
        if await _replaces(mind, sentence, told):
            changes.append(sentence)
            continue
        ends, leaves = _ends_something(sentence)
        if not ends or size(sentence) > BY_NAME[_KIND].content_cap:
            continue
        later = _record(_KIND, sentence)
        ended = [one for one in waiting if _is_ended(_record(*one), later, told)]
        is_left = leaves and _has_work(mind) and not _tells_of_work(told)
        if ended or is_left or await _ends_one(mind, later, told):
            changes.append(sentence)
    return changes


async def _replaces(mind: "Mind", sentence: str, told: "list[Record]") -> bool:
    """True for a new boss in place of one that memory knows, and for 又回京东了."""
    is_told = bool([True for one in told if one.kind == _KIND and one.content in sentence])
    if is_told or size(sentence) > BY_NAME[_KIND].content_cap:
        return False
    is_back = await successors.returned(mind, sentence) is not None
    return is_back or await successors.replaced(mind, sentence) is not None


def _ends_something(sentence: str) -> "tuple[bool, bool]":
    """Whether the owner says in it that something is over, and whether that is their work."""
    low = fold(sentence).replace("’", "'")
    ends = leaves = False
    chinese = is_chinese(low)
    for mark in "，、；,;":
        low = low.replace(mark, "\n")
    for clause in low.split("\n"):
        padded = " " + clause.strip() + " "
        if standing(_NOT_ZH if chinese else _NOT_EN, padded.encode()) >= 0:
            continue
        if standing(_DIED, padded.encode()) >= 0:
            ends = True
        elif chinese:
            at = clause.find("我")
            rest = clause[at + 1 :]
            is_mine = at >= 0 and (not person(clause) or rest.startswith(_OWN_ZH))
            leaves = leaves or (is_mine and standing(_LEFT_ZH, rest.encode()) >= 0)
            is_end = is_mine and standing(_ENDED_ZH, rest.encode()) >= 0
            ends = ends or leaves or is_end or (at >= 0 and _is_no_more(rest))
        else:
            done = _done_by_me(clause.strip() + " ")
            leaves = leaves or done.strip().endswith(_LEFT_EN) or done.startswith(_LEFT_EN_AT)
            is_end = done.startswith(_ENDED_EN) or _has_stopped(done)
            ends = ends or leaves or is_end
    return ends, leaves


def _is_no_more(rest: str) -> bool:
    """True for 不学吉他了, 现在不喝咖啡了; 不喝不行了 is none."""
    for word in _FRONT_ZH:
        rest = rest[len(word) :] if rest.startswith(word) else rest
    is_end = rest.startswith("不") and rest.endswith("了") and rest.count("不") == 1
    return is_end and len(rest) > 2 and rest[1:2] not in _NO_MORE_ZH


def _done_by_me(clause: str) -> str:
    """What follows "I", "we" or "Mia and I" and adverbs; "" where it is of others."""
    for head in ("i ", "we ", "i've ", "we've ", "i'm "):
        if clause.startswith(head):
            rest = ("am " if head == "i'm " else "") + clause[len(head) :]
            break
    else:
        head, _, rest = clause.partition(" and i ")
        rest = rest if " " not in head else ""
    for word in _FRONT_EN:
        rest = rest[len(word) :] if rest.startswith(word) else rest
    return rest


def _has_stopped(done: str) -> bool:
    """True for stopped going, don't go any more, am not vegetarian anymore."""
    if done.startswith("stopped "):
        return done.split(" ")[1].endswith("ing")
    is_denied = done.startswith(("don't ", "do not ", "am not "))
    return is_denied and bool([word for word in _ANY_MORE if word in done])


def _record(kind: str, content: str) -> Record:
    return Record("", kind, 0, {"content": content})


async def _ends_one(mind: "Mind", later: Record, told: "list[Record]") -> bool:
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


def _has_work(mind: "Mind") -> bool:
    numbers = [claim_number(predicates.OWNER, one) for one in _WORKS]
    return bool([True for one in numbers if mind.notebook.claims(one)])


def _tells_of_work(told: "list[Record]") -> bool:
    claimed = [claim for one in told for claim in predicates.claims(one.content, one.kind)]
    return bool([True for claim in claimed if claim.predicate in _WORKS])
