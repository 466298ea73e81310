"""
Asked times: at what time something was so that is asked for, where a question says it by what was
so then: 在北京的时候, 坐地铁之前, back in Leeds, before that. Pure.
"""

from memory.text.phrase_tables import entry, has, leading

from .asked_parts import KIN_ZH, has_any
from .tables import asked_tables as w

_WHILE = ("的时候", "那会儿", "那阵", "那几年", "那时", "时")
_NO_PLACE = ("现", "正")  # in front of 在
_NO_TIME = ("平", "小", "临", "随", "及", "准", "同")  # with 时: 平时, 小时
_LONGEST = 8  # characters of where somebody was
_BACK_IN = (" back in ", " when i lived in ", " when i lived by ", " when i worked at ")


def time_apart(low: str, is_chinese: bool) -> "tuple[str, str, bool]":
    """
    (the question without the time, where somebody was then, whether it is one that is over).
    Where they were stays in the question: a memory may say it or not.
    """
    if not is_chinese:
        return _english(low)
    rest, then, is_past = _while(low)
    before = _before(rest)
    return (rest, then, is_past) if before is None else (before, then, True)


def _while(low: str) -> "tuple[str, str, bool]":
    for word in _WHILE:
        at = low.find(word)
        begin = low.rfind("在", 0, at) if at > 0 else -1
        then = low[begin + 1 : at]
        if begin < 0 or at - begin > _LONGEST or not then or has(w.NO_WHILE, then.encode()):
            continue
        if low[:begin].endswith(_NO_PLACE) or (word == "时" and then in _NO_TIME):
            continue  # 现在平时, 在平时: now
        rest = low[at + len(word) :]
        if then == "世":
            return low[:begin] + rest, "", True
        return low[: begin + 1] + then + " " + rest, then, True
    return low, "", False


def _before(low: str) -> "str | None":
    """What is asked, without until when: 坐地铁之前我怎么上班. None where nothing is said so."""
    at = low.find("之前")
    before = low[at - 1 : at]
    if at <= 0 or before in w.NO_BEFORE_ZH or (before in "我家户" and low[at - 2 : at] != "那家"):
        return None
    if low.startswith("我"):  # 我生孩子之前, 我妈退休之前
        kin = leading(KIN_ZH, low[1:].encode())
        return "我" + (entry(KIN_ZH, kin).decode() if kin >= 0 else "") + low[at + 2 :]
    begin = max([low.rfind(one, 0, at) for one in ("我", "爸", "妈", "子", "女")])
    return low[: begin + 1] + low[at + 2 :]


def _english(low: str) -> "tuple[str, str, bool]":
    is_past = False
    at = low.find(" before ")
    if at > 0 and has_any(w.DID_EN, low):
        is_past = True
        low = low[: at + 1]
    at = low.find(" when i was ")
    if at > 0:
        is_past = True
        low = low[: at + 1]
    for back in _BACK_IN:
        at = low.find(back)
        if at > 0:
            then = low[at + len(back) :].strip()
            return low[: at + 1] + then + " ", then, True
    return low, "", is_past


def counted(low: str) -> "tuple[str, bool]":
    """The text without how many of what, and whether it had that: 几颗牙, 几路车."""
    at = low.find("几")
    found = False
    while at >= 0:
        if low[at + 1 : at + 2] and low[at + 1 : at + 2] in w.MEASURES:
            found = True
            low = low[:at] + low[at + 2 :]
        at = low.find("几", at + 1)
    return low, found
