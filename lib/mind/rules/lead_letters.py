"""
Lead letters: what the words that lead to an object say, where what stands around them decides.

Of the letters of `claim_values.PREDICATES`; "." where they say nothing. Owns these decisions, no
table of leads (`predicates_zh`, `predicates_en`). Pure.
"""

from memory.extract import words_zh
from memory.extract.scan import drop, entry, has, head

from .claim_values import is_begun, is_named, is_one_firm, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .claim_clauses import Clause

_LEAST_WEIGHT = 30  # kilograms; less is shopping
_MAJORS = (
    "|physics |law |medicine |economics |chemistry |biology |computer science |engineering "
    "|history |philosophy |psychology |maths |math |mathematics |business |nursing |architecture "
    "|sociology |accounting |linguistics |literature |politics |geography |"
)
_OF_WEIGHT = "|斤|公斤|千克|kg|磅|斤了|公斤了|千克了|"


def owned_as(clause: "Clause", at: int) -> str:
    """The letter of what one has: an illness, a phone, else a thing."""
    w, low = clause.w, clause.low
    is_phone = value_of(w, "p", clause.text[at:], low[at:])
    return "p" if is_phone else "d" if has(w.ILLS, low[at:]) else "g"


def _is_of(clause: "Clause", at: int, letter: str) -> bool:
    """False for what one celebrates that is no birthday, studies that is no major, buys."""
    w, low = clause.w, clause.low
    if letter == "k" and low[:at].endswith("称了"):  # 称了三斤苹果
        is_all = drop(_OF_WEIGHT, low, len(low)) < len(low)
        weight = value_of(w, "k", clause.text[at:], low[at:])
        return bool(is_all and weight and int(weight) >= _LEAST_WEIGHT)
    if letter == "k":
        return True
    if letter == "a":
        is_age = not low[:at].endswith(("my ", "刚过", "刚过完", "刚过了"))
        return is_age or has("|生日|birthday |", low, at)
    what = low[at : drop(w.TAILS, low, len(low), at)]
    return not low[:at].endswith(("study ", "studies ", "studying ")) or entry(_MAJORS, what)


def letter_of(clause: "Clause", at: int, letter: str, how: str) -> str:
    """The letter of a lead as what stands around it has it, "." where it says nothing."""
    w, low = clause.w, clause.low
    if letter == "c":  # 回上海 is where one lives now, 回家 and 调到九楼 are not
        if not w.CHINESE:
            if " job at " in low[at:]:  # went back to my old job at Google
                return "j"
            for_good = has("|for good |permanently |", low) and clause.text[at : at + 1].isupper()
            return "l" if for_good else "."
        firm = low[at : drop(w.TAILS, low, len(low), at)]
        is_firm = is_one_firm(firm)
        if low[:at].endswith(("调到", "调去")) and is_firm:
            return "w"
        return "l" if head(words_zh.CITIES, low, at + (low[at : at + 1] == "了")) else "."
    if letter in "amk" and not _is_of(clause, at, letter):
        return "."
    if low[:at].endswith("家在") and head(words_zh.DONE_THERE, low, at):  # 我家在装修
        return "."
    if letter == "v":  # 从美团离职，去了腾讯; 去检察院上班了
        return "w" if clause.has_left or is_begun(low, at) else "."
    if letter == "n" and w.CHINESE and clause.is_later and low.startswith(("叫", "名叫")):
        return "."  # 姐姐家有一只猫，叫雪球
    if letter == "w" and not w.CHINESE:
        if how == "<" and not is_named(clause.text[at:]):
            return "."
        if how == ">" and low[:at].endswith("started at ") and has(w.SCHOOLS, low[at:]):
            return "s"
    return letter
