"""
Listings: what happened in the days that a question asks for, and all of a kind.

"What did I do yesterday" shares no word with what was told then, "what do I hate" none with 香菜.
Owns which questions ask that, and of which days an event or a moment is: its own date, what its
text says, or when it was told. What is over, suspect or in no notebook is left out.
"""

from memory.search.query import Query
from memory.text import dates
from memory.text.folding import fold
from memory.text.phrase_tables import meaning
from memory.text.time_windows import windows
from micropython import const

from ..notebook.members import OVER, SUSPECT
from . import fitting
from .asked_parts import has_any

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from ..notebook.members import Member
    from .asked import Asked

_KINDS = ("event", "moment")
# Whole questions for all of a kind, without what _SAYS_NOTHING has.
_ALL_OF = (
    "|我喜欢什么=like|我爱什么=like|我喜欢些什么=like|我喜欢哪些东西=like|我喜欢啥=like"
    "|我有什么爱好=like|我有哪些爱好=like|我的爱好是什么=like|我的爱好有哪些=like"
    "|我爱听什么=like|我爱看什么=like|我爱吃什么=like|我爱喝什么=like|我爱玩什么=like"
    "|我喜欢听什么=like|我喜欢看什么=like|我喜欢吃什么=like|我喜欢喝什么=like|我喜欢玩什么=like"
    "|我对什么感兴趣=like|我讨厌什么=dislike|我不喜欢什么=dislike|我讨厌啥=dislike"
    "|我不爱什么=dislike|我的目标是什么=goal|我有什么目标=goal|我有哪些目标=goal"
    "|我的梦想是什么=goal|我有什么习惯=habit|我有哪些习惯=habit|我的习惯是什么=habit"
    "|我的性格怎么样=trait|我是什么性格=trait|我是个什么样的人=trait|我是什么样的人=trait"
    "|what do i like=like|what do i love=like|what do i enjoy=like|what are my hobbies=like"
    "|what are my likes=like|what do i hate=dislike|what do i dislike=dislike"
    "|what don't i like=dislike|what do i not like=dislike|what are my dislikes=dislike"
    "|what are my goals=goal|what is my goal=goal|what's my goal=goal|what are my habits=habit"
    "|what habits do i have=habit|what kind of person am i=trait|what am i like=trait|"
).encode()
_SAYS_NOTHING = (
    "？", "?", "。", "！", "，", "呢", "呀", "来着", "到底", "平时", "一般", "最", "都",
)  # fmt: skip
_TASTED = "听看吃喝玩"
_DONE = "|了|过| did | have i | done |".encode()
_AHEAD = "|明天|后天|明年|下周|下个|下月|tomorrow|next |".encode()
_RELEVANCE = 0.75
_LEAST = 0.15  # that one of these days says of the rest of the question: 爬山 of 爬了香山
_TOLD_LATER = const(7)  # days after which it may still be told
_LOOKED_AT = const(20)  # of the days asked for, and of those after them


async def happened(mind: "Mind", asked: "Asked") -> "list[tuple]":
    """[(False, relevance, relevance, record, "time")], the newest first. Raises Broken."""
    if not (asked.asks and asked.is_own) or asked.kin or "a" in asked.types:
        return []
    today = mind.notebook.today()
    spans = windows(asked.low, today)
    if not spans:
        return []
    first, last = min([one[0] for one in spans]), max([one[1] for one in spans])
    if first > today or (last >= today and not has_any(_DONE, asked.core)):
        return []
    page = await _of_days(mind, last + 1, last + _TOLD_LATER)
    known = [record.id for record in page]
    page += [one for one in await _of_days(mind, first, last) if one.id not in known]
    members = mind.notebook.members
    found = []
    for record in page:
        row = members.find(record.id)
        if row < 0 or members.get(row).flags & (OVER | SUSPECT):
            continue
        if not [True for one in spans for day in _days_of(record) if _is_in(day, one)]:
            continue
        if asked.is_empty or fitting.relevance(asked, record, asked.family) >= _LEAST:
            found.append((False, _RELEVANCE, _RELEVANCE, record, "time"))
    return found


async def _of_days(mind: "Mind", first: int, last: int) -> "list[Record]":
    """What is told on these days or has one of them, of many the newest."""
    start, end = dates.day_text(first * dates.DAY), dates.day_text(last * dates.DAY)
    page, _ = await mind.memory.recall(Query(_KINDS, None, start, end, _LOOKED_AT))
    return list(page)


async def of_kind(mind: "Mind", asked: "Asked", most: int) -> "list[tuple]":
    """[(False, relevance, relevance, record, "kind")] of all of a kind, the heaviest first."""
    text = asked.low
    for word in _SAYS_NOTHING:
        text = text.replace(word, "")
    at = _ALL_OF.find(b"|" + text.strip().encode() + b"=")
    if at < 0:
        return []
    kind = meaning(_ALL_OF, at + 1).decode()
    verb = text.strip()[-3:-2] if text.strip()[-3:-2] in _TASTED and kind == "like" else ""

    def is_wanted(member: "Member") -> bool:
        return member.kind == kind and not member.flags & (OVER | SUSPECT)

    found = []
    for _, member in mind.notebook.heaviest(_LOOKED_AT if verb else most, is_wanted):
        record = await mind.read(member.id)
        if record is not None and verb in record.content:
            found.append((False, _RELEVANCE, _RELEVANCE, record, "kind"))
    return found[:most]


def _is_in(days: "tuple[int, int]", span: "tuple[int, int]") -> bool:
    return span[0] <= days[0] and days[1] <= span[1]


def _days_of(record: "Record") -> "list[tuple[int, int]]":
    """The spans of days that a memory is of; none for what is ahead, or of every year."""
    told = record.created // dates.DAY
    when = record.get("when")
    if when:
        day = dates.day_of(when)
        own = 0 if day is None else dates.parse_day(day)
        if own != told:  # an event that is told without a day has that of its telling
            return [(own, own)] if own else []
    text = fold(record.content)
    return [] if has_any(_AHEAD, text) else windows(text, told) or [(told, told)]
