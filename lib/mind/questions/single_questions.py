"""
Single questions: what a text asks that asks several things at once, each as a question of its own.

Owns the split into clauses that ask, what a short one leaves out (狗呢, and my dog?), and two of
whom one thing is asked (我的猫和狗叫什么). Pure; looks for no memory.
"""

from memory.extract.scan import cut, entry, has, head, is_chinese
from memory.text.asking import asking_clauses
from memory.text.folding import fold
from micropython import const

_MOST = const(3)  # questions of one text
_LEAST = const(1)  # characters of what is none
_NOUN_MOST = const(4)  # characters of what is named in Chinese
# What is asked of somebody or something, as it follows their name.
_OF_ZH = (
    "|的生日|生日|叫|姓|住|在哪|做什么|多大|几岁|多少岁|多高|多重|属什么|对什么|喜欢|爱吃|爱喝|怕|是做"
    "|是什么|什么时候|几号|的名字|的电话|的手机号|分别|各|都|"
)
_NO_NAME_ZH = "|谁|哪|什么|啥|几|现在|以前|次|今|昨|明|以后|平时|最近|的|了|在|"
_EACH_ZH = "|分别都|分别|各自|各|都|"
_AND_ZH = "|还有|以及|和|跟|与|、|"
_LINKS_ZH = "|那么|那|还有|以及|然后|"
_OWN_ZH = "|我家的|我们家的|我家|我的|我|"
# What is asked of somebody who was named before.
_OF_WHOM_ZH = "|叫|姓|多大|几岁|多高|多重|属什么|什么|哪|谁|怎么|为什么|几|多少|是|有|"
_OWN_EN = "| i | my | we | our |"
_LINKS_EN = "|and what about |and how about |what about |how about |and |"
# What follows the name of whom is asked, so that the name ends before it.
_OF_EN = (
    "| called | called| named | named| name| names| birthday| birthdays| live | live| work | work"
    "| do | like | allergic | old| born| phone | number| favourite | favorite | afraid |"
)
_PLURAL = ((" are ", " is "), (" do ", " does "), (" names", " name"), (" birthdays", " birthday"))


def single_questions(text: str) -> "list[str]":
    """
    At most three questions of a text that asks several, in their order, folded where they are not
    the text's own; none of a text that asks one.
    """
    low = fold(text)
    clauses: "list[str]" = []
    for clause in _with_short(text):
        clauses += _of_each(clause) or [clause]
    found: "list[str]" = []
    for clause in clauses:
        at = low.find(clause) if len(low) == len(text) else -1
        clause = clause if at < 0 else text[at : at + len(clause)]  # with its capitals
        if clause not in found and _says_of_whom(clause):
            found.append(clause)
    return found[:_MOST] if len(found) > 1 else []


def _says_of_whom(clause: str) -> bool:
    """False for what is asked of what the clause before names: 叫什么, which one was it."""
    if is_chinese(clause):
        return not head(_OF_WHOM_ZH, clause)
    low = " " + clause.lower().replace("'", " ") + " "
    if has(_OWN_EN, low):
        return True
    at = clause.find(" ")
    return at > 0 and clause[at:] != clause[at:].lower()


def _with_short(text: str) -> "list[str]":
    """The clauses that ask, what short ones leave out taken from those before."""
    low = _bare_end(fold(text))
    clauses = asking_clauses(text)
    at = low.rfind(",") + 1
    if at and not [True for clause in clauses if clause in low[at:]]:  # , and my son's?
        clauses = clauses or [low[: at - 1]]
        if _completed(clauses[-1], low[at:]):
            clauses.append(low[at:])
    found: "list[str]" = []
    if clauses and clauses[0].endswith("呢"):  # 我的医保卡呢，放哪里了: one thing is asked
        return [low]
    for clause in clauses or [low]:
        before = found[-1] if found else ""
        clause = _completed(before, clause) or clause
        if len(clause) > _LEAST:
            found.append(clause)
    return found


def _bare_end(text: str) -> str:
    """A question without its mark."""
    while text and text[-1:] in ("?", "？", " ", "!", "."):
        text = text[:-1]
    return text


def _without(table: str, text: str) -> str:
    return text[head(table, text) :]


def _completed(before: str, clause: str) -> str:
    """What a short clause asks, behind the question before it; empty where it says all itself."""
    if not before:
        return ""
    return _completed_zh(before, clause) if is_chinese(before) else _completed_en(before, clause)


def _completed_zh(before: str, clause: str) -> str:
    named = _without(_LINKS_ZH, clause)
    if not named.endswith("呢"):
        return ""
    named = _without(_OWN_ZH, named[:-1])
    own, _, asked = _parted_zh(before)
    if not own or not _is_name_zh(named) or entry(_OF_ZH, named):
        return ""
    return own + named + asked


def _parted_zh(question: str) -> "tuple[str, str, str]":
    """(我, or what stands for it, the name, what is asked of it); empty for another shape."""
    named = _without(_OWN_ZH, question)
    own = question[: len(question) - len(named)]
    end = cut(_OF_ZH, named, 0)
    if not own or end == len(named) or end > 2 * _NOUN_MOST + 2:
        return "", "", ""
    return own, named[:end], named[end:]


def _completed_en(before: str, clause: str) -> str:
    named = _without(_LINKS_EN, clause.strip()).strip()
    begin, name, rest = _parted_en(before)
    if not name or not named.startswith("my ") or named.count(" ") > 2 or _asks_en(named):
        return ""
    if name.endswith("'s") and not named.endswith("'s"):
        named += "'s"
    return begin + named + rest


def _asks_en(named: str) -> bool:
    return has(_OF_EN, named + " ")


def _parted_en(question: str) -> "tuple[str, str, str]":
    """(what stands before the name, the name with its my, what is asked of it)."""
    at = (" " + question).find(" my ")
    if at < 0:
        return "", "", ""
    named = question[at:]
    name = named[: cut(_OF_EN, named + " ", 1)].rstrip()
    return question[:at], name, named[len(name) :]


def _of_each(question: str) -> "list[str]":
    """A question of two, asked of each; none where it is of one."""
    return _of_each_zh(question) if is_chinese(question) else _of_each_en(question)


def _of_each_zh(question: str) -> "list[str]":
    own, named, asked = _parted_zh(question)
    at = cut(_AND_ZH, named, 0)
    if not own or at == len(named):
        return []
    names = named.split(named[at : at + head(_AND_ZH, named, at)])
    names = [_without(_OWN_ZH, one) for one in names]
    if [True for one in names if not _is_name_zh(one)]:
        return []
    return [own + one + _without(_EACH_ZH, asked) for one in names]


def _is_name_zh(text: str) -> bool:
    return 0 < len(text) <= _NOUN_MOST and not has(_NO_NAME_ZH, text)


def _of_each_en(question: str) -> "list[str]":
    begin, named, asked = _parted_en(question)
    names = [_without("|my |", one) for one in named.split(" and ")]
    if len(names) < 2 or [True for one in names if not one or one.count(" ") > 1]:
        return []
    if names[-1].endswith("'s"):
        names = [one if one.endswith("'s") else one + "'s" for one in names]
    found: "list[str]" = []
    for one in names:
        said = begin + "my " + one + asked
        for many, single in _PLURAL:
            said = said.replace(many, single)
        found.append(said)
    return found
