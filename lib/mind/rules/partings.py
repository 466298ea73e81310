"""
Partings: what a clause says that somebody is rid of, and where the owner is back.

A firm that dismissed them (被字节裁了), and a thing that they sold or gave away (把思域卖了, sold
my old Civic); of whom and when is for `claim_reader`. 又回京东了, went back to Nokia: whether that
is where they worked, only memory knows. Owns the words for it. Pure.
"""

from memory.extract.scan import drop, entry, head, is_chinese, look, skip
from memory.text.folding import fold

from .claim_values import ANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .claim_clauses import Clause

NO_FIRM = ("", "公司", "单位", "老板", "厂里", "厂", "店里", "单位里", "公司里")
_DISMISSED = ("裁员", "辞退", "开除", "优化", "解雇", "裁", "炒")
_GIVEN = (
    "|卖了:.|卖给:.|送给:.|卖掉了:.|卖掉:.|卖出去了:.|送人了:.|送人:.|送走了:.|送出去了:.|转手了:.|转卖了:."
    "|转让了:.|出手了:.|处理掉了:.|处理了:.|淘汰了:.|报废了:.|扔了:.|扔掉了:.|捐了:.|退租了:.|"
)
_WHOSE = (
    "|我的|我们的|我家的|家里的|自己的|那辆|那台|那把|那架|那只|那条|这辆|这台|旧的|旧|老|原来的|"
)
_MINE = "|my |our |the |his |her |their |that |this |old |"
_UNTIL = (
    " and ", " to ", " for ", " on ", " in ", " at ", " last ", " this ", " when ", " because ",
    " so ", "买", "换", "给", "赚", "拿",
)  # fmt: skip
_LONGEST = 24  # characters of a thing
_FIRM_MOST = 8
_FRONT = (
    "|我们|我|用户|现在|最近|终于|已经|后来|刚|i |the user |user |just |have |has |finally |now |"
)
_BACK = (
    "|又回到了|又回到|又回了|又回|回到了|回到|回了|回|重回|重返|回归|跳回|跳槽回|went back to "
    "|gone back to |returned to |am back at |is back at |i'm back at |i've gone back to |"
)
_BACK_TAILS = "|了|上班|工作|again |now |for good |"
# The firm of before, by what stands before and behind each other in it.
_OLD = "|原来的|以前的|之前的|原|前|老|my old |my former |my previous |"
_FIRM = "|公司|单位|东家|厂|firm |job |company |employer |workplace |"


def dismissed(clause: "Clause", at: int) -> str:
    """The firm, or ANY, behind 被; "" where nobody was dismissed."""
    low = clause.low
    end = drop("|了|", low, len(low))
    for word in _DISMISSED:
        if low[at:end].endswith(word):
            where = clause.text[at : end - len(word)]
            return ANY if where in NO_FIRM else where
    return ""


def given_away(clause: "Clause", at: int) -> str:
    """The thing behind 把, or behind sold; "" where it was not given away."""
    low = clause.low
    end = len(low)
    if low[:at].endswith("gave "):
        end = max(at, low.find(" away", at))
    is_behind = clause.w.CHINESE and not low[:at].endswith("了")  # 把思域卖了, but 卖了思域
    while is_behind and at < end and not look(_GIVEN, low, end)[1]:
        end -= 1
    for word in () if is_behind else _UNTIL:
        found = low.find(word, at)
        end = found if at < found < end else end
    table = _WHOSE if clause.w.CHINESE else _MINE
    while at < end and head(table, low, at):
        at += head(table, low, at)
    return clause.text[at:end].strip(" .") if end - at <= _LONGEST else ""


def back_at(content: str) -> str:
    """Where the owner says to be back, ANY for where they were before; "" for nowhere."""
    text = content.strip(" .!").replace("’", "'")
    chinese = is_chinese(text)
    low = fold(text) + ("" if chinese else " ")
    front = skip(_FRONT, low)
    begin = front + head(_BACK, low, front)
    end = drop(_BACK_TAILS, low, len(low), begin)
    if begin == front or (chinese and end == len(low) and not head("|又|重|跳|", low, front)):
        return ""
    where = low[begin:end]
    if entry(_FIRM, where[head(_OLD, where) :]) and head(_OLD, where):
        return ANY
    if chinese:
        return where if 1 < len(where) <= _FIRM_MOST else ""
    return text[begin:end].strip() if text[begin:][:1].isupper() and where.count(" ") < 4 else ""
