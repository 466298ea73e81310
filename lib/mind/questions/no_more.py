"""
No more: what a text in Chinese says itself to be so no more: 不钓鱼了, 舞不跳了, or what has come
of a thing: 年卡过期了. Pure.
"""

from memory.text.phrase_tables import ending
from memory.text.script import fold

_BRIEF = 24  # bytes of a clause that tells of one thing alone
_COME = "了".encode()
_OF = "的".encode()  # 二爷的食罐碎了 is of a thing of theirs
_OWNERS = ("用户".encode(), "主人".encode())
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
        return "再没" in text  # 再没碰过可乐
    low = fold(text).replace("，", "\n").replace("。", "\n").replace(",", "\n")
    return bool([True for clause in low.split("\n") if what_is_no_more(clause, 1)])


def has_come_of(raw: bytes, words: "list[bytes]", once: bytes) -> bool:
    """
    True where a brief clause of a text, with blanks for marks, begins with one of these and says
    what has come of it, which is none of what is done `once`.
    """
    for clause in raw.split(b" "):
        is_brief = clause.endswith(_COME) and len(clause) <= _BRIEF and clause[:6] not in _OWNERS
        if is_brief and ending(once, clause) < 0:
            if [1 for one in words if clause.startswith(one) and clause[len(one) :][:3] != _OF]:
                return True
    return False
