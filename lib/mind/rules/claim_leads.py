"""
Claim leads: which predicate a lead has where what stands around it decides.

Owns what tells a visit from a home (回北京看爸妈), a birthday from a feast, an illness from a
thing one has, the firm of a trade, and the home behind what one lives in. A rule in doubt answers
"" (or "." for no predicate). What may be an object is `claim_values`'. Pure; the words are the
tables `w` of `predicates_zh` or `predicates_en`.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import drop, entry, has, head, skip
from memory.text.script import fold

from .claim_clauses import is_end, language
from .claim_values import is_job, is_one_firm, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .claim_clauses import Clause

_FLATS = "|apartment |flat |one-bed |two-bed |"  # where who has one lives
_DWELLINGS = _FLATS + (
    "studio |room |house |townhouse |place |basement |condo |cottage |loft |bungalow |care home "
    "|nursing home |pg |hostel |1bhk |2bhk |3bhk |"
)
_ROOMY = (
    "|a |an |the |new |small |smaller |big |bigger |tiny |little |nice |rented |shared |quiet "
    "|one-bedroom |two-bedroom |three-bedroom |studio |basement |terraced |furnished |cheaper "
    "|ground-floor |top-floor |her own |his own |my own |their own |"
)
_ALONE = (
    "|alone |on my own |on his own |on her own |on their own |by myself |by himself |by herself "
    "|with my |with his |with her |with their |with the user's |"
)
_WHO_MOST = 6  # characters of a relative
_PLACE_MOST = 11  # characters of a place and what is done there
_SHOPS = (
    "|店|铺|铺子|摊|摊子|馆|馆子|厂|公司|诊所|工作室|民宿|超市|饭店|网店|酒吧|农家乐|培训班|药房|"
)
_FOR_NOW = (
    "|出差|旅游|旅行|玩|开会|看病|转机|度假|培训|比赛|考试|参加|逛|住院|手术|天|周末|过年|过节"
    "|机场"
    "|车站|买|吃|看|等|堵|丢|摔|走|以前|之前|原来|去年|的时候|想|要|打算|准备|路上|长大|出生|毕业"
    "|喝|拍|爬|遇|碰|见|办|落地|到|回|"
)
_CLAUSES = ("，", "。", "；", ",", ".", ";", "\n", " and ", "而且")
_NOT_THERE = "|不|没|正|了|进|从|把|说|听|和|跟|"
_DOES = "做开当教读上打卖种养工干念跑修带，,"
_STREETS = "| street| road| avenue| lane| terrace| close| square|"
_NOT_FOR_GOOD = "| for | every | this | until | while | during | that | which | who | when | to |"
_MONTHS = (
    "|january|february|march|april|may|june|july|august|september|october|november|december"
    "|english|chinese|spanish|french|german|"
)
_LOWER = "|the |of |upon |de |la |on |"  # words within the name of a place
_LEAST_WEIGHT = 30  # kilograms; less is shopping
_MAJORS = (
    "|physics |law |medicine |economics |chemistry |biology |computer science |engineering "
    "|history |psychology |maths |"
)
_GRADES = (
    "|year |grade |first grade |second grade |third grade |fourth grade |fifth grade |sixth grade "
    "|seventh grade |eighth grade |ninth grade |1st grade |2nd grade |3rd grade |4th grade "
    "|5th grade |6th grade |7th grade |8th grade |9th grade |10th grade |11th grade |12th grade "
    "|一年级|二年级|三年级|四年级|五年级|六年级|七年级|八年级|九年级|小学一年级|小学二年级|小学三年级"
    "|小学四年级|小学五年级|小学六年级|初一|初二|初三|高一|高二|高三|大一|大二|大三|大四|研一|研二|研三"
    "|小班|中班|大班|幼儿园小班|幼儿园中班|幼儿园大班|"
)
_SCHOOLING = (
    "|is in |is now in |am in |is starting |just started |started |has started |has just started "
    "|is going into |moved up to |has moved up to |has moved up into |goes into |the |now "
    "|上|读|念|在|是|在上|在读|升|升到|升上|升入|上了|今年|现在|已经|刚|刚刚|开学|开始|马上|要|就|都|该|"
)
_NOT_AT_SCHOOL = (
    "|明年|下学期|去年|前年|以前|当年|的时候|时候|教|老师|班主任|next year|last year|when |teach|"
)
_KIN = {True: words_zh.KIN, False: words_en.KIN}
_OF_WEIGHT = "|斤|公斤|千克|kg|磅|斤了|公斤了|千克了|"


def is_begun(low: str, at: int) -> bool:
    """True for 去检察院上班了, 去了银行上班: a firm, and no place where one is for the day."""
    begin = at + (low[at : at + 1] == "了")
    end = drop("|上班|上班了|", low, len(low), begin)
    is_told = begin > at or low.endswith("了")
    return is_told and end < len(low) and low[:at].endswith("去") and is_one_firm(low[begin:end])


def names_it(clause: "Clause", at: int, letter: str, verb: str) -> bool:
    """False for what a home, a firm or a job is like, in English: a mess, hiring, stressful."""
    if verb.split(" ")[0] not in ("is", "has", "are") or verb in ("is in", "is at", "is called"):
        return True
    if letter == "j":
        return verb in ("is a", "is an") or is_job(clause.w, clause.low[at:].strip() + " ")
    return not clause.text[at : at + 1].islower()


def home_in(clause: "Clause", at: int, letter: str) -> str:
    """
    Wakefield, of lives on her own in Wakefield and rents a small flat in Wakefield. What stands
    between is listed, not guessed: a wrong home hides the right one.
    """
    w, low, text = clause.w, clause.low, clause.text
    has_it = letter == "g" and low[:at].endswith(("has ", "have "))
    is_some = letter == "l" or low[:at].endswith("moved into ")
    # moved to a flat in Wakefield
    is_some = is_some and head("|a |an |her own |his own |my own |", low, at) > 0
    denied = "N" in clause.flags or "E" in clause.flags
    if w.CHINESE or denied or not (letter == "y" or has_it or is_some):
        return ""
    place = low.find("in ", at)
    place = low.find("on ", at) if place < 0 and has(_STREETS, low) else place
    if place < 0 or (place > at and low[place - 1 : place] != " "):
        return ""
    lives = letter == "y" and not low[:at].endswith(("rent ", "rents ", "renting "))
    between = low[at:place]
    if lives:
        alone = head(_ALONE, between)
        known = alone == len(between) or entry(words_en.KIN, between[alone:])
        known = bool(between) and known
    else:
        rooms = skip(_ROOMY, between)
        is_new = has("|new |bigger |smaller |", between)
        kinds = _FLATS if has_it and not is_new else _DWELLINGS
        known = rooms > 0 and entry(kinds, between[rooms:])
        known = known or (
            not has_it
            and between.endswith((" studio ", " basement ", " one-bed "))
            and rooms == len(between)
        )
    if not known or has(_NOT_FOR_GOOD, low[place:]):
        return ""
    where = value_of(w, "l", text[place + 3 :], low[place + 3 :])
    for word in where.split(" "):
        if not word[:1].isupper() and not entry(_LOWER, word + " "):
            return ""
    return "" if has(_MONTHS, fold(where)) else where


def shop_at(clause: "Clause", at: int) -> int:
    """Where 开理发店 begins behind a place; 0 where nobody keeps a shop or the like."""
    low = clause.low
    begin = low.find("开", at + 1, at + _PLACE_MOST)
    end = drop("|的|了|呢|", low, len(low))
    is_kept = begin > 0 and not clause.is_later and drop(_SHOPS, low, end, begin + 1) < end
    return begin if is_kept and not has("|去|到|来|找|", low[at:begin]) else 0


def home_of_relative(clause: "Clause") -> str:
    """
    Where a relative of the owner is for good, by what they do there: 长沙, of 我姐在长沙开店, not
    of 我姐在长沙出差.
    """
    low = clause.low
    if not clause.w.CHINESE or clause.flags or not entry(words_zh.KIN, clause.subject or ""):
        return ""
    at = low.find("在") + 1
    town = head(words_zh.CITIES, low, at) if at else 0
    front, rest = low[: at - 1], low[at + town :]  # who it is, and what they do
    is_there = town and len(front) <= _WHO_MOST and not has(_NOT_THERE, front)
    is_there = is_there and rest[:1] in _DOES and not has(_FOR_NOW, low[at:])
    return clause.text[at : at + town] if is_there else ""


def grade(clause: "Clause") -> str:
    """
    The year of school that somebody is in, 一年级, 初二, year 4, in a clause that says little
    else; "" else.
    """
    low = clause.low
    flags = [one for one in ("x", "N", "M", "E", "p", "t") if one in clause.flags]
    if flags or has(_NOT_AT_SCHOOL, low):
        return ""
    for at in range(len(low)):
        found = head(_GRADES, low, at)
        end = at + found
        if found and not clause.w.CHINESE:
            more = len((low[end:] + " ").split(" ")[0])  # year | 3
            end = end if low[at:end] not in ("year ", "grade ") else end + more
        if found and is_end(clause.w, low, end) and _at_school(clause, at):
            return clause.text[at:end].strip()
    return ""


def _at_school(clause: "Clause", at: int) -> bool:
    """True where only who it is, and being at school, stands before a grade."""
    w, front = clause.w, clause.low[:at]
    end = len(front)
    while drop(_SCHOOLING, front, end) < end:
        end = drop(_SCHOOLING, front, end)
    begin = head(w.OWNER, front) or head(w.OWNERS, front)
    begin += head(w.OF, front, begin) if begin < end else 0
    rest = front[begin:end]
    is_known = not rest and (begin > 0 or clause.is_later)
    return is_known or entry(_KIN[w.CHINESE], rest)


def is_named(text: str) -> bool:
    """True for what one can quit, a firm: not smoking."""
    return text[:1].isupper() or text.startswith(("the ", "my ", "her ", "his "))


def owned_as(clause: "Clause", at: int) -> str:
    """The letter of what one has: an illness, a phone, else a thing."""
    w, low = clause.w, clause.low
    is_phone = value_of(w, "p", clause.text[at:], low[at:])
    return "p" if is_phone else "d" if has(w.ILLS, low[at:]) else "g"


def _is_of(clause: "Clause", at: int, letter: str) -> bool:
    """False for what one celebrates that is no birthday, studies that is no major, or visits."""
    w, low = clause.w, clause.low
    if letter == "l" and low[:at].endswith(("back in ", "back home in ")):
        return " for good" in low[at:] or not has(_NOT_FOR_GOOD, low[at:])
    if letter == "b":
        return not low[:at].endswith("born on ") or not low[at:].startswith(("a ", "the "))
    if letter == "w":
        is_club = low[:at].endswith("joined ") and has(w.CLUBS, low[at:] + " ")
        return not is_club or " at " in low[at:]
    if letter == "l":
        return not low[:at].endswith("家在") or not head(words_zh.DONE_THERE, low, at)
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


def _is_for_good(words: "Any", more: str) -> bool:
    """False where what follows the name of a town says what one is there for: 回北京看爸妈."""
    if has(words.FIRMS_OF_CITY, more):
        return False
    stays = drop(words.TAILS, more, len(more)) > 0 and more[:1] not in "市区，"
    return not stays or (has(words.LIVING, more) and not has(words.DAYS, more))


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
        at += low[at : at + 1] == "了"
        town = head(words_zh.CITIES, low, at)
        return "l" if town and _is_for_good(w, low[at + town :]) else "."
    if letter == "+" and low[at : at + 1] == "的":
        return "."  # 最喜欢的乐队是五月天
    if letter in "amklbw" and not _is_of(clause, at, letter):
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


def trade_there(text: str, firm: str) -> str:
    """
    What somebody is by trade, in the clause that tells their firm: 在腾讯做程序员, at Tesco as a
    baker. What follows of somebody else (my wife works as a nurse) is none.
    """
    w, low = language(text), fold(text)
    at = low.find(fold(firm))
    begin = max([low.rfind(mark, 0, at) for mark in _CLAUSES]) + 1
    ends = [low.find(mark, at) for mark in _CLAUSES]
    end = min([one for one in ends if one >= 0] + [len(low)])
    low, text = low[begin:end], text[begin:end]
    for word in ("做", "当", "担任") if w.CHINESE else (" as a ", " as an "):
        place = low.find(word)
        rest = place + len(word)
        value = value_of(w, "j", text[rest:], low[rest:]) if place > 0 and at >= 0 else ""
        if value and not head(w.NO_POST, low, rest):
            return value
    return ""


def employer(clause: "Clause", at: int, letter: str) -> str:
    """Google, of "a designer at Google"."""
    w, low = clause.w, clause.low
    for word in (" at ", " for "):
        found = low.find(word, at) if letter == "j" else -1
        if found > 0:
            end = found + len(word)
            return value_of(w, "w", clause.text[end:], low[end:])
    return ""
