"""
No more: what a text in Chinese says itself that is so no more: 不钓鱼了, 舞不跳了. Pure.
"""

from memory.text.script import fold

_WIDE = 3  # characters of 不去了
_NO_ENDING = "错久过好少得同仅但知是行对"  # behind 不


def what_is_no_more(clause: str, most: int) -> str:
    """What a clause says to be no more, of at most so many characters before; "" for nothing."""
    at = clause.find("不")
    if at < 0 or not clause.endswith("了") or clause[at + 1 : at + 2] in _NO_ENDING:
        return ""
    before = clause[:at][-most:] if len(clause) - at <= _WIDE else ""
    return before or clause[at + 1 :]  # 舞不跳了, 不喝酒了


def is_no_more(text: str) -> bool:
    """True for what says itself that something is no more."""
    if "不" not in text:
        return False
    low = fold(text).replace("，", "\n").replace("。", "\n").replace(",", "\n")
    return bool([True for clause in low.split("\n") if what_is_no_more(clause, 1)])
