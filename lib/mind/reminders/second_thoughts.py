"""
Second thoughts: what somebody puts right within the sentence that asks for a reminder.

周五下午三点提醒我取快递，不对，周六; "remind me at 5, I mean 6, to water the plants". What is
right is a time, or what is to be done, and takes the place of what was said first; where it may
be neither, nothing is read so. Pure; `now` in local seconds.
"""

from memory.extract.scan import has, head, skip
from memory.text import dates
from memory.text.script import fold

from ..rules.corrected_times import in_plan, is_deed, moved, when
from ..rules.reminder_times import readable, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LAST_MINUTE = 86340
# -- Chinese ---------------------------------------------------------------------------------
_WELL_ZH = "|，|…|呃|嗯|额|诶|哎|哎呀|那个| |"
_WRONG_ZH = (
    "|不对|不对不对|啊不对|哦不对|不不|哦不|啊不|哦不是|啊不是|说错了|我说错了|错了|讲错了|口误|"
)
_NO_ZH = "|不，|不是，|不是不是，|等等，|等一下，|"
_NO_DEED_ZH = "|取消|算|不|没|已经|了|"
_IS_ZH = "|，| |…|是|应该是|我是说|我说的是|改成|"
# -- English ---------------------------------------------------------------------------------
_BREAKS_EN = (", ", "... ", " - ", "… ")
_WELL_EN = "|oh |uh |um |er |oops |ah |, |"
_WRONG_EN = (
    "|no wait |no wait, |no, wait, |no, wait |wait no, |wait no |wait, no, |wait, |no, |i mean "
    "|i mean, |i meant |sorry, |sorry |actually |actually, |make that |make it |scratch that "
    "|scratch that, |or rather |correction, |no, make it |no, i mean |no, actually |"
)


class Thought:
    """`said` is the sentence without what was wrong of it; `right` is a time or other words."""

    def __init__(self, said: str, right: str, is_time: bool) -> None:
        self.said = said
        self.right = right
        self.is_time = is_time


def second_thought(w: "Any", sentence: str, now: int) -> "Thought | None":
    """What is put right in a sentence; None where nothing is."""
    low = fold(sentence)
    if w.REMINDER not in low or len(low) != len(sentence):
        return None
    begin, end = _break_zh(low.replace(",", "，")) if w.CHINESE else _break_en(low)
    if not end:
        return None
    before, right = sentence[:begin], sentence[end:].strip()
    mark = "，" if w.CHINESE else ","
    right, _, rest = right.replace(", ", ",").replace(",", mark).partition(mark)
    if when(right, now, 0) is not None:
        return Thought(_joined(w, before, rest), right, True)
    text = readable(w, right, now)
    marks, _, places = split(w, text, len(text), now)
    if marks.seen and places and places[0] > 0:  # 不对，四点去取快递
        rest = text[places[0] :]
        return Thought(_joined(w, before, rest), text[: places[0]].strip(), True)
    return Thought(_joined(w, before, rest), right, False) if right else None


def _joined(w: "Any", before: str, rest: str) -> str:
    return before + ("，" if w.CHINESE else " ") * bool(rest) + rest


def _break_zh(low: str) -> "tuple[int, int]":
    """(where what was said first ends, where what is right begins); (0, 0) for none."""
    for at in range(3, len(low)):
        if low[at : at + 1] not in ("，", "…", " "):
            continue
        begin = skip(_WELL_ZH, low, at)
        size = head(_WRONG_ZH, low, begin) or head(_NO_ZH, low, begin)
        if size:
            return at, skip(_IS_ZH, low, begin + size)
    return 0, 0


def _break_en(low: str) -> "tuple[int, int]":
    for at in range(3, len(low)):
        for sign in _BREAKS_EN:
            if low.startswith(sign, at):
                begin = skip(_WELL_EN, low, at + len(sign))
                end = skip(_WRONG_EN, low, begin)
                if end > begin:
                    return at, end
    return 0, 0


def put_right(w: "Any", found: dict, thought: Thought, now: int) -> "dict | None":
    """The todo with what is right in its place; None where that has none there."""
    if "refused" in found or "day" in found:
        return None
    if thought.is_time:
        return _at(w, found, thought, now)
    words = _words(w, found["content"], thought.right)
    return dict(found, content=words) if words else None


def _at(w: "Any", found: dict, thought: Thought, now: int) -> "dict | None":
    due, remind, repeat = found["due"], found["remind"], found["repeat"]
    if due is None:
        return None
    kind, name = ("schedule", "when") if repeat else ("todo", "due")
    right = thought.right
    marks, named = split(w, thought.said, len(thought.said), now)[0], when(right, now)
    if marks.weeks == 1 and named is not None and named.weekday is not None:
        if named.weeks is None:  # next Wednesday, no, Thursday
            right = ("下" if w.CHINESE else "next ") + right
    fields = moved(kind, {name: due, "repeat": repeat}, right, now)
    if fields is None:
        return None
    at = dates.parse(fields[name])
    if at <= now:
        return None
    was_day = due % dates.DAY == _LAST_MINUTE
    if remind is not None:
        is_day = was_day and at % dates.DAY == _LAST_MINUTE
        remind = at - (due - remind if is_day or not was_day else 0)
    return dict(found, due=at, remind=remind)


def _words(w: "Any", content: str, right: str) -> str:
    """What is to be done, with what is right of it; "" where nobody knows what that stands for."""
    if w.CHINESE:
        if has(_NO_DEED_ZH, right):
            return ""
        return right if is_deed(right) or right[:1] in w.DEEDS else in_plan(content, right)
    first = content.partition(" ")[0].lower() + " "
    if right.lower().startswith(("to ", first)):
        return right[3:] if right.lower().startswith("to ") else right
    names = [one for one in content.split()[1:] if one[:1].isupper()]
    if len(names) == 1 and right[:1].isupper() and " " not in right:
        return content.replace(names[0], right)
    return in_plan(content, right)
