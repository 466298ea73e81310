"""
Partings: what a clause says that somebody is rid of.

A firm that dismissed them (被字节裁了), and a thing that they sold or gave away (把思域卖了, sold
my old Civic). Owns the words for it; of whom and when is for `claim_reader`. Pure.
"""

from memory.extract.scan import drop, head, look

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
