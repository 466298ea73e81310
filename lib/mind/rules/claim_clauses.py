"""
Claim clauses: the clauses of a memory, of whom each speaks, and the days it names.

The words are the tables `w` of `predicates_zh` and `predicates_en`. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import (
    cut,
    drop,
    entry,
    has,
    head,
    is_chinese,
    known_as,
    look,
    number,
    skip,
)
from memory.text.phrase_tables import replaced
from memory.text.script import fold

from . import predicates_en, predicates_zh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_YEARS_MOST = 5  # characters of 三十五岁
NOBODY = ("", "")  # of several, or whoever it is of them
OWNER = "用户"  # the one name of the owner, whatever the language
_MOTHERS = (
    "|mom :mother|mum :mother|dad :father|grandma :grandmother|granny :grandmother"
    "|grandpa :grandfather|auntie :aunt|mam :mother|mummy :mother|mommy :mother|amma :mother"
    "|daddy :father|appa :father|"
)
# Of whom there is one, so that another name is theirs, too.
_ONLY = (
    "|mother|father|wife|husband|spouse|妈妈|爸爸|老婆|老公|妻子|丈夫|爱人|媳妇|太太|母亲|父亲|"
)
_AGES = (
    "|older :older|big :older|elder :older|eldest :older|oldest :older|younger :younger"
    "|little :younger|youngest :younger|baby :younger|kid :younger|"
)


class Clause:
    """A clause that is read: its words, as written and folded, and whom those before spoke of."""

    def __init__(self, w: "Any", text: str, subject: "str | None") -> None:
        self.w = w
        self.text = text if w.CHINESE else text + " "
        self.low = fold(self.text)
        self.subject = subject
        self.first = False
        self.is_later = False  # than the first of the text
        self.has_left = False  # a work or a school, in the clause before
        self.apposition_at = 0  # place of what may be said without a verb of who was named: 41岁
        self.flags = ""
        # Which of several relatives: older or younger, and the folded name: my older sister, Max.
        self.called = NOBODY


def language(text: str) -> "Any":
    return predicates_zh if is_chinese(text) else predicates_en


def opened(text: str) -> str:
    """English with its contractions opened, without what says nothing."""
    text = replaced(words_en.OPENED, _of_owner(text.replace("’", "'")))
    before, _, where = text.partition(" shifted to ")
    if where[:1].isupper():  # to Pune, not to the night shift
        text = before + " moved to " + where
    return replaced(words_en.TIDY, text)


def _of_owner(text: str) -> str:
    """English that begins with a relative who is named, of nobody else, as the owner's."""
    low = fold(text).lstrip()
    kin = head(words_en.KIN, low, 4) if low.startswith(("her ", "his ")) else 0
    text = text.lstrip() if kin else text
    return " My " + text[4:] if kin and text[4 + kin : 5 + kin].isupper() else text


# -- of whom ---------------------------------------------------------------------------------


def subject(clause: Clause) -> int:
    """Where the subject ends; `clause.subject` is then who it is, None where nobody knows."""
    w = clause.w
    _drop_lead_in(clause)
    low = clause.low
    size = head(w.OWNER, low) if w.CHINESE else max(head(w.OWNER, low), head(w.OWNERS, low))
    his = 0
    if not size and not w.CHINESE:
        his = head("|his |her |their |", low)
    at = skip(w.OF, low, size + his)
    kin = words_zh.KIN if w.CHINESE else words_en.KIN
    related = head(kin, low, at)
    owned = low.find("'s ", at)
    if not related and owned > 0 and entry(kin, low[at:owned] + " "):
        known = not (his and clause.first)
        clause.subject = _relative(w, low[at:owned] + " ") if known else None
        return owned + 3
    if related and not _is_status(w, low, at):
        return _kin(clause, size + his, at, related, bool(his))
    people = head(w.PEOPLE, low, at)
    if people:
        named = _name(clause, at + people)
        clause.subject = clause.text[at + people : at + people + named].strip() or None
        return at + people + named
    if his:
        clause.subject = None if clause.first else clause.subject
        return his
    if size:
        return _owners(clause, size, kin)
    also = 0 if w.CHINESE else _with_owner(clause) or _we(clause)
    if also:
        clause.subject = OWNER
        return also
    third = head(w.THIRD, low)
    if third:
        clause.subject = None if clause.subject == OWNER else clause.subject
        return third
    if clause.apposition_at and _is_apposition(w, low, clause.apposition_at):
        clause.flags += "I"
        return 0
    if begins(w, low, 0):
        return 0
    named = _name(clause, 0)
    clause.subject = clause.text[:named].strip() or None
    if clause.subject and clause.subject.endswith("'s"):
        clause.subject = clause.subject[:-2]
    return named


def _is_years(text: str) -> bool:
    return len(text) == 2 and text.isdigit()


def _is_apposition(w: "Any", low: str, at: int) -> bool:
    """True for what somebody who was named is, without a verb: 41岁, 44, an electrician with."""
    if w.CHINESE:
        return number(low, 0)[0] > 0 and low.endswith("岁") and len(low) < _YEARS_MOST
    if at == 1 or not low.startswith(("a ", "an ")) or " of " in low:
        return at == 1 and _is_years(low.strip())
    front = low[: cut(w.CUTS, low, 1)].split(" at ")[0].strip() + " "
    known = drop(words_en.TRADES, front, len(front), 0)
    return at == 2 and known < len(front) and not entry(w.NO_WORK, front[known:])


def _owners(clause: Clause, at: int, kin: str) -> int:
    """Where the owner ends, who may be one of two: the user and his wife, the user and Greg."""
    clause.subject = OWNER
    if clause.w.CHINESE or not clause.low.startswith("and ", at):
        return at
    end = skip("|and |his |her |my |their |", clause.low, at)
    other = head(kin, clause.low, end) or _name(clause, end)
    clause.subject = OWNER if other else None
    return end + other


def _with_owner(clause: Clause) -> int:
    """Where it goes on behind Ana and I, 0 where it does not begin so."""
    for also in (" and i ", " and the user ", " and user "):
        end = clause.low.find(also)
        if end > 0 and clause.text[:1].isupper() and " " not in clause.low[:end]:
            return end + len(also)
    return 0


def _kin(clause: Clause, begin: int, at: int, size: int, is_his: bool) -> int:
    """Where a relative at `at` ends, and their name; from `begin` on which one it is."""
    w, low = clause.w, clause.low
    known = not (is_his and clause.first)
    clause.subject = _relative(w, low[at : at + size]) if known else None
    named = _name(clause, at + size)
    if clause.subject and not entry(_ONLY, clause.subject):
        age = look(_AGES, low, begin)[1] if at > begin else ""
        clause.called = (age, low[at + size : at + size + named].strip())
    return at + size + named


# What two say who are or were a couple, up to the status,
_WE_TWO = (
    "|we |we got |we are |we are now |we are not |we are no longer |we are getting |we have "
    "|we have been |we have just |we have just got |we just |we just got |we finally "
    "|we finally got |we tied |we called off |we broke off |"
)
_COUPLE = (
    "|married |engaged |divorced |separated |broke up |broken up |split up |the knot |remarried "
    "|the engagement |our engagement |"
)
# and what who lives with somebody says of both, the owner's home too.
_WE = (
    "we live ", "we rent ", "we are renting ", "we moved ", "we have moved ", "we relocated ",
    "we have relocated ", "we are living ",
)  # fmt: skip


def _we(clause: Clause) -> int:
    """Where it goes on behind we, which is the owner too, 0 where it does not begin so."""
    for start in _WE:
        after = len(start)
        if clause.low.startswith(start):
            in_it = clause.low.startswith(("in ", "to "), after)
            return 3 if not in_it or clause.text[after + 3 : after + 4].isupper() else 0
    if head(_COUPLE, clause.low, head(_WE_TWO, clause.low)):
        return 3
    return 3 if clause.low.startswith("we ") and begins(clause.w, clause.low, 3) else 0


def _drop_lead_in(clause: Clause) -> None:
    """Take away what stands before the owner: 现在我, in 2019 I."""
    w, low = clause.w, clause.low
    at, flags = 0, ""
    while True:
        end, meaning = look(w.BEFORE, low, at)
        if not meaning:
            end, _, gone = date(w, low, at)
            meaning = "t" if gone else ""
        if end == at:
            break
        flags += meaning
        at = end
    if at and (head(w.OWNER, low, at) or head(w.OWNERS, low, at)):
        clause.text, clause.low = clause.text[at:], low[at:]
        clause.flags = flags


def _is_status(w: "Any", low: str, at: int) -> bool:
    """对象, 女朋友 where they are what somebody has, not who does something."""
    end, status = look(w.STATUS, low, at)
    return bool(status) and drop(w.TAILS, low, len(low), end) == end


def is_one_of_several(subject: str) -> bool:
    """True for a relative of whom there may be another: a daughter, no mother."""
    kin = entry(words_zh.KIN, subject) or entry(words_en.KIN, subject + " ")
    return kin and not entry(_ONLY, subject)


def _relative(w: "Any", word: str) -> str:
    table = words_zh.KIN_AS if w.CHINESE else _MOTHERS
    return (known_as(table, word) or word).strip()


def begins(w: "Any", low: str, at: int) -> bool:
    """True where a predicate, or what may stand before one, begins."""
    for table in (w.LEADS, w.BEFORE, w.STATUS, w.ATTRIBUTES, w.GONE):
        if look(table, low, at)[1]:
            return True
    return date(w, low, at)[0] > at


def _name(clause: Clause, at: int) -> int:
    """Length of a name at `at` that a predicate follows on; 0 for none."""
    w, low, text = clause.w, clause.low, clause.text
    if w.CHINESE:
        first = low[at : at + 1]
        if not first:
            return 0
        is_begun = first in words_zh.SURNAMES or first in "小老阿"
        is_begun = is_begun or head(words_zh.LONG_SURNAMES, low, at) > 0
        if not is_begun and low[at + 1 : at + 2] != "宝":
            return 0
        if head(w.NO_PERSON, low, at):
            return 0
        for size in (2, 3, 4):
            if begins(w, low, at + size) and not has("|司|工|店|板|", low[at + 1 : at + size]):
                return size
        return 0
    size = 0
    while text[at + size : at + size + 1].isupper() and size < 30:
        size = low.find(" ", at + size) + 1 - at
        if size > 0 and (begins(w, low, at + size)):
            return size
    return 0


def is_end(w: "Any", low: str, at: int) -> bool:
    """True where nothing follows but particles, or what somebody does since: 辞职 | 开了家花店."""
    if w.CHINESE and head("|开了|开始|去|回|自己|创业|单干|在家|考|准备|全职|", low, at):
        return True
    return drop(w.TAILS, low, len(low), at) <= at or not low[at:].strip()


def goes_on(w: "Any", low: str, at: int) -> bool:
    """True where a predicate follows: has | lived in, quit | working at."""
    while True:
        if look(w.LEADS, low, at)[1] or look(w.STATUS, low, at)[1]:
            return True
        end, meaning = look(w.BEFORE, low, at)
        if not meaning:
            return False
        at = end


def together(clause: Clause, at: int) -> int:
    """Where it goes on behind 和妻子, 和小雅(分手): 0 where it is nobody of the family."""
    low = clause.low
    kin = head(words_zh.KIN, low, at)
    if low[at : at + 1] == "我":
        clause.subject = OWNER
    for place in range(at + 1, min(len(low), at + 7)):
        if look(clause.w.STATUS, low, place)[1]:
            return place
    return at + kin if kin else 0


# -- when ------------------------------------------------------------------------------------


def date(w: "Any", low: str, at: int) -> "tuple[int, str, bool]":
    """(end, day, whether it may be over) of 2019年3月, 三年前, in 2019; `at` for none."""
    begin = at
    started = False
    for word in ("从", "自从", "自", "于", "since ", "in ", "from "):
        if low.startswith(word, at):
            started = word not in ("于", "in ")
            at += len(word)
            break
    value, end = number(low, at)
    if value < 0:
        return begin, "", False
    unit = low[end : end + 1]
    if not w.CHINESE:
        if 1900 <= value < 2136:
            return end + (1 if unit == " " else 0), str(value), not started
        return begin, "", False
    if unit == "年" and value > 1900:
        said, end = _rest_of_date(low, value, end + 1)
    elif low[end:].startswith(("年前", "个月前", "天前", "周前")):
        said, end = "", low.find("前", end) + 1
    elif unit in ("月", "日", "号") and value < 32:
        said, end = "", end + 1
    else:
        return begin, "", False
    size = head(w.SINCE, low, end)
    return end + size, said, not started and not size


def _rest_of_date(low: str, year: int, at: int) -> "tuple[str, int]":
    said = "%04d" % year
    for unit in ("月", "日"):
        value, end = number(low, at)
        if not 0 < value < 32 or low[end : end + 1] not in (unit, "号"):
            break
        said += "-%02d" % value
        at = end + 1
    return said, at


def year_in(w: "Any", low: str) -> str:
    """The year that is told behind the object: since 2019, 自2019年."""
    for word in ("since ", "in ", "自", "从"):
        at = low.find(word)
        if at >= 0:
            value, _ = number(low, at + len(word))
            if 1900 <= value < 2136:
                return str(value)
    return ""
