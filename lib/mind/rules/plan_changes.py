"""
Plan changes: what is said of a plan that was just made, to put it right.

`cancels` reads 取消吧 and "no, cancel it"; `time_of` gives the time of 改成四点 and "make it 4",
and 推迟一小时 and "an hour later" as they are, whose length is `shift`. The whole sentence has to
be such words. Which plan is meant is for others to know. Pure.
"""

from memory.extract.scan import drop, entry, head, is_chinese, skip
from memory.text import dates
from memory.text.script import fold

from .corrected_times import when
from .correction_words import WRONG_EN, WRONG_ZH

_HEADS_ZH = (
    "|嗯|哦|啊|哎|，|呃|抱歉|对不起|不好意思|等等|等一下|小智|还是|算了|那就|那|就|请|帮我|"
)
_ENDS_ZH = "|吧|啊|哦|呀|啦|了|，|好了|好吗|"
_MOVES_ZH = (
    "|改成|改到|改为|改在|换成|换到|挪到|调到|推迟到|推到|延到|延后到|提前到|时间改成|时间改到"
    "|把时间改成|"
)
_LATER_ZH, _EARLIER_ZH = "|推迟|延后|往后推|往后挪|晚|再晚|", "|提前|早|往前挪|往前推|"
_CANCELS_ZH = (
    "|取消|取消掉|取消这个|取消提醒|取消它|把它取消|不用提醒|不用提醒我|别提醒|别提醒我|不要提醒|"
)
_HEADS_EN = (
    "|oh |um |uh |well |sorry |wait |hold on |actually |please |ok |okay |just |let us |let's "
    "|can you |could you |"
)
_ENDS_EN = "|please |thanks |then |instead |"
_MOVES_EN = (
    "|make it |make that |change it to |change that to |move it to |move that to |set it to "
    "|set it for |push it to |push it back to |shift it to |bring it forward to |reschedule it to "
    "|reschedule it for |postpone it to |make it at |make it on |"
)
_LATER_EN = (
    "|push it back by |push it back |postpone it by |delay it by |move it back by |move it back |"
)
_EARLIER_EN = "|bring it forward by |bring it forward |move it forward by |move it up by |"
_CANCELS_EN = (
    "|cancel it |cancel that |cancel this |cancel the reminder |cancel that reminder "
    "|delete the reminder |do not remind me |drop it |scrap it |scrap that |"
)


def cancels(text: str) -> bool:
    """True for 取消吧 and "no, cancel it"."""
    chinese = is_chinese(text)
    low, begin, at, end = _bounds(text, chinese)
    if entry(_CANCELS_ZH if chinese else _CANCELS_EN, low[at:end]):
        return True
    return not chinese and at > begin and low[at:end] == "forget it "


def time_of(text: str) -> str:
    """What is right of 改成四点, "make it 4", 推迟一小时; "" for all else."""
    chinese = is_chinese(text)
    low, _, at, end = _bounds(text, chinese)
    size = head(_MOVES_ZH if chinese else _MOVES_EN, low, at)
    value = low[at + size : end].strip()
    if size and (when(value, 0, 0) is not None or shift(value, 0)):
        return value
    for tables, way in (
        ((_LATER_ZH, _LATER_EN), "later"),
        ((_EARLIER_ZH, _EARLIER_EN), "earlier"),
    ):
        size = head(tables[not chinese], low, at)
        said = low[at:end] if chinese else "%s %s" % (low[at + size : end].strip(), way)
        if size and shift(said, 0):
            return said
    return ""


def shift(right: str, now: int) -> int:
    """Seconds of 推迟一小时, of "an hour earlier" less than 0; 0 where it is no such words."""
    sign = 1
    span = ""
    if is_chinese(right):
        size = head(_LATER_ZH, right)
        sign = 1 if size else -1
        size = size or head(_EARLIER_ZH, right)
        span = right[size:] + "后" if size else ""
    elif right.endswith((" later", " earlier")):
        sign = 1 if right.endswith("later") else -1
        span = "in " + right[: right.rfind(" ")]
    marks = when(span, now) if span else None
    if marks is None or marks.vague or marks.part:
        return 0
    if marks.at is not None:
        return sign * (marks.at - now)
    return sign * (marks.day - now // dates.DAY) * dates.DAY if marks.day is not None else 0


def _bounds(text: str, chinese: bool) -> "tuple[str, int, int, int]":
    """(folded text, where its openings end, where words for wrong behind them do, its end)."""
    low = fold(text)
    if chinese:
        low = low.replace(",", "，").replace(" ", "")
        begin = skip(_HEADS_ZH, low)
        size = head(WRONG_ZH, low, begin)
        if size == 1 and low[begin + 1 : begin + 2] != "，":  # 不用提醒了
            size = 0
        at = skip(_HEADS_ZH, low, begin + size)
        return low, begin, at, drop(_ENDS_ZH, low, len(low), at)
    low = " ".join(low.replace(",", " ").split()) + " "
    begin = skip(_HEADS_EN, low)
    at = skip(_HEADS_EN, low, skip(WRONG_EN, low, begin))
    return low, begin, at, drop(_ENDS_EN, low, len(low), at)
