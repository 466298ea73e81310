"""
Claim values: the object of what is said of somebody, in one spelling.

Owns which words may be an object of each predicate, which predicate a lead has where what stands
around it decides, and what makes two objects the same: a weight in kilograms, a status in one
word, a place without the year since when. A rule in doubt answers "" (or "." for no predicate).
Pure; the words are the tables `w` of `predicates_zh` or `predicates_en`.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import cut, drop, each, entry, has, head, look, number, skip, trimmed
from memory.text.script import fold

from . import predicates_zh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .claim_clauses import Clause

ANY = "*"  # the object of what has ended, whatever it was: 辞职了, graduated
# Letters of the tables, and the one name of each predicate, whatever the language.
PREDICATES = {
    "l": "住在", "w": "工作于", "j": "职业", "J": "职业",
    "s": "就读于", "a": "年龄", "k": "体重", "h": "身高",
    "r": "感情状态", "p": "手机", "P": "电话号码", "n": "名字", "i": "昵称", "N": "英文名",
    "b": "生日", "B": "血型", "o": "来自", "m": "专业", "M": "邮箱", "W": "微信", "G": "性别",
    "+": "喜欢", "-": "不喜欢", "g": "拥有", "d": "患有", "e": "会", "x": "过敏",
}  # fmt: skip
_FIRM_ENDS = ("院", "局", "所", "厂", "公司", "银行", "集团", "中心")
_SOME_FIRM = (
    "|研发|客服|数据|培训|运营|呼叫|客户|隔壁|原来的|新的|以前的|这家|那家|医院|学校|学院|另|新|附近"
    "|别|哪|一|楼|厕所|场所|住所|"
)
_LONGEST = 40  # characters of an object
_BIRTHDAYS = "|生日|st birthday|nd birthday|rd birthday|th birthday|"
_UNITS = (
    "|公斤:100|千克:100|kg:100|kgs:100|kilos:100|kilograms:100|斤:50|lbs:45|lb:45|pounds:45|磅:45"
    "|stone:635|"
)
_FLATS = "|apartment |flat |one-bed |two-bed |"  # where who has one lives
_DWELLINGS = _FLATS + "studio |room |house |townhouse |place |basement |condo |cottage |loft |"
_ROOMY = (
    "|a |an |the |new |small |smaller |big |bigger |tiny |little |nice |rented |shared |quiet "
    "|one-bedroom |two-bedroom |three-bedroom |studio |basement |terraced |furnished |cheaper "
    "|ground-floor |top-floor |"
)
_ALONE = (
    "|alone |on my own |on his own |on her own |on their own |by myself |by himself |by herself "
    "|with my |with his |with her |with their |with the user's |"
)
_NOT_FOR_GOOD = "| for | every | this | until | while | during | that | which | who | when | to |"
_MONTHS = (
    "|january|february|march|april|may|june|july|august|september|october|november|december"
    "|english|chinese|spanish|french|german|"
)
_LOWER = "|the |of |upon |de |la |on |"  # words within the name of a place
_WOMEN = "|女|female|woman|girl|lady|"
_MEN = "|男|male|man|boy|guy|"
_FEET = ("'", " feet", " foot", " ft", "ft")
_POUND = 4536  # ten-thousandths of a kilogram

_LEAST_WEIGHT = 30  # kilograms; less is shopping
_MAJORS = (
    "|physics |law |medicine |economics |chemistry |biology |computer science |engineering "
    "|history |psychology |maths |"
)
_OF_WEIGHT = "|斤|公斤|千克|kg|磅|斤了|公斤了|千克了|"


def value_of(w: "Any", letter: str, text: str, low: str) -> str:
    """The object that a text begins with, behind the words of a predicate; "" where none does."""
    if letter == "a":
        return age(w, low[: cut(_BIRTHDAYS, low, 1)])
    if letter == "k":
        return _weight(low) or _weight(low[: drop(w.TAILS, low, len(low))])
    if letter == "h":
        return _height(low)
    end = _end(w, low, letter)
    begin = skip(w.TAKEN, low) if letter in "gpd" else 0
    if letter in "jJ":
        begin = skip(w.JOB_HEADS, low)
        end = end if w.CHINESE or low.find(" in ") < 0 else min(end, low.find(" in "))  # Leeds
    text, low = text[begin:end].strip(), low[begin:end].strip()
    if not low or len(low) > _LONGEST:
        return ""
    return text if _fits(w, letter, text, low + ("" if w.CHINESE else " ")) else ""


def _end(w: "Any", low: str, letter: str) -> int:
    """Where the object ends: before what is said of it, how long it has been, particles."""
    end = len(low) if letter in "+-PbMWd" else cut(w.CUTS, low, 1)
    low = low[:end]
    while True:
        before = len(low)
        while low[1:] and low[-1:] in " .:：":
            low = low[:-1]
        blank = "" if w.CHINESE else " "
        low = (low + blank)[: drop(w.TAILS, low + blank, len(low + blank), 1)]
        for unit in each(w.DURATIONS):  # 住在北京三年了
            if unit and low.endswith(unit):
                at = len(low) - len(unit)
                while at > 1 and low[at - 1 : at] in "0123456789一二三四五六七八九十两几半好多":
                    at -= 1
                low = low[:at] if at < len(low) - len(unit) else low
        if len(low) >= before:
            return len(low)


def _fits(w: "Any", letter: str, text: str, low: str) -> bool:
    if letter == "l":
        return _is_place(w, text, low)
    if letter == "j":
        return not entry(w.NO_JOB, low) and not head(w.NO_JOB, low) and is_job(w, low)
    if letter == "w":
        town = head(words_zh.CITIES, low)  # where one works is no employer
        return not head(w.NO_PLACE_HEADS, low) and (
            not town or drop(w.FIRMS, low, len(low), town) < len(low)
        )
    if letter == "s":
        return has(w.SCHOOLS, low) or (text.upper() == text and len(text) < 8 and not w.CHINESE)
    if letter == "p":
        return has(w.PHONES, low) and not has(w.NO_PHONES, low)
    if letter == "g":
        return has(w.OWNED, low)
    if letter == "d":
        return has(w.ILLS, low)
    if letter == "e":
        return not w.CHINESE or low[-1:] in w.LANGUAGES
    if letter in "mo":
        return not (head(w.NO_MAJOR, low) if letter == "m" else entry(w.NO_ORIGIN, low))
    if letter in "+-":
        return not entry(w.NOT_LIKED, low)
    if letter in "niN":
        named = w.CHINESE or text[:1].isupper()
        is_call = letter == "i" and head(w.NO_CALL, low)
        return named and len(low) < 24 and not head(w.NO_NAME, low) and not is_call
    return True


def _is_place(w: "Any", text: str, low: str) -> bool:
    known = head(words_zh.CITIES, low) or head(predicates_zh.PROVINCES, low)  # 三亚, 四川
    if entry(w.NO_PLACE, low) or (head(w.NO_PLACE_HEADS, low) and not known):
        return False
    if drop(w.NO_PLACE_ENDS, low, len(low), 0) < len(low):
        return False
    return low[:4] != "the " or text[4:5].isupper()


def is_job(w: "Any", low: str) -> bool:
    """True for what one may be by trade: it ends as the names of trades do."""
    trades = words_zh.TRADES if w.CHINESE else words_en.TRADES
    return (
        drop(trades, low, len(low), 0) < len(low)
        or drop(w.RANKS, low, len(low), 0) < len(low)
        or entry(w.JOB_ENDS, low)
        or (low.strip().endswith(("ist", "er", "or", "ian")) and not w.CHINESE)
    )


def is_origin(where: str) -> bool:
    """True for a place that one is from: 四川, 上海, 某某省."""
    known = entry(words_zh.CITIES, where) or entry(predicates_zh.PROVINCES, where)
    return known or where[-1:] in ("省", "市", "国", "县")


def is_named(text: str) -> bool:
    """True for what one can quit, a firm: not smoking."""
    return text[:1].isupper() or text.startswith(("the ", "my ", "her ", "his "))


def employer(clause: "Clause", at: int, letter: str) -> str:
    """Google, of "a designer at Google"."""
    w, low = clause.w, clause.low
    for word in (" at ", " for "):
        found = low.find(word, at) if letter == "j" else -1
        if found > 0:
            end = found + len(word)
            return value_of(w, "w", clause.text[end:], low[end:])
    return ""


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
    is_some = letter == "l" and head("|a |an |", low, at) > 0  # moved to a flat in Wakefield
    denied = "N" in clause.flags or "E" in clause.flags
    if w.CHINESE or denied or not (letter == "y" or has_it or is_some):
        return ""
    place = low.find("in ", at)
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


def is_one_firm(where: str) -> bool:
    """True for a firm by its name, which the hospital and another one are not: 疾控中心."""
    return len(where) > 2 and where.endswith(_FIRM_ENDS) and not has(_SOME_FIRM, where)


def is_begun(low: str, at: int) -> bool:
    """True for 去检察院上班了, 去了银行上班: a firm, and no place where one is for the day."""
    begin = at + (low[at : at + 1] == "了")
    end = drop("|上班|上班了|", low, len(low), begin)
    is_told = begin > at or low.endswith("了")
    return is_told and end < len(low) and low[:at].endswith("去") and is_one_firm(low[begin:end])


def age(w: "Any", low: str) -> str:
    """28岁, 28 years old, or a number alone."""
    value, end = _number(low)
    if not 0 < value < 130:
        return ""
    rest = low[end:].strip()
    rest = rest if w.CHINESE else rest + " "
    size = head(w.AGE_ENDS, rest)
    left = rest[size:].strip()
    if left and drop(w.TAILS, left + " ", len(left) + 1) > 0 and not entry(w.TAILS, left + " "):
        return "" if not entry(w.TAILS, left) else str(value)
    return str(value)


def _number(low: str) -> "tuple[int, int]":
    value, end = number(low, 0)
    if value >= 0 or not low:
        return value, end
    end, meaning = look(words_en.WHEN, low.replace("-", " ") + " ", 0)
    if meaning[:1] not in ("N", "Z"):
        return -1, 0
    value = int(meaning[1:])
    more, unit = look(words_en.WHEN, low.replace("-", " ") + " ", end)
    if meaning[0] == "Z" and unit[:1] == "N" and len(unit) == 2:
        return value + int(unit[1:]), more
    return value, end


def _weight(low: str) -> str:
    """Kilograms, rounded."""
    value, end = number(low, 0)
    tenths = 0
    if low[end : end + 1] == "." and low[end + 1 : end + 2].isdigit():
        tenths, end = int(low[end + 1 : end + 2]), end + 2
    unit = look(_UNITS, trimmed(low[end:], "| |了|。|的|"), 0)[1]
    if not 0 < value < 700 or not unit:
        return ""
    grams = (value * 10 + tenths) * (_POUND if unit == "45" else int(unit) * 100)
    return str((grams + 50000) // 100000)


def weighs(w: "Any", low: str) -> str:
    """A weight that a text is, and nothing more: 195 pounds, not 20 pounds overweight."""
    end = drop(w.TAILS, low, len(low))
    while low[:end].endswith((" ", ".")):
        end -= 1
    for unit in each(_UNITS):
        if low[:end].endswith(unit.split(":")[0]) and unit:
            return _weight(low[:end])
    return ""


def _height(low: str) -> str:
    """Centimeters: 180cm, 一米八, 1.75m, 1米75, 5'6", 5 feet 6."""
    value, end = number(low, 0)
    mark = low[end : end + 1]
    if 2 < value < 8 and low[end:].startswith(_FEET):
        while end < len(low) and not low[end : end + 1].isdigit():
            end += 1
        more, _ = number(low, end)
        return str((value * 12 + max(more, 0) % 12) * 254 // 100)
    if 1 <= value < 3 and mark in ("米", ".", "m"):
        more, stop = number(low, end + 1)
        if more < 0:
            return ""
        size = stop - end - 1
        return str(value * 100 + (more * 10 if size == 1 else more if size == 2 else 0))
    rest = low[end:].strip()
    if 50 < value < 260 and (not rest or rest.startswith(("厘米", "cm", "公分", "centim", "了"))):
        return str(value)
    return ""


def lasts(w: "Any", low: str, at: int) -> bool:
    """True for how long it is behind what is so: 结婚三年了."""
    value, end = number(low, at)
    for unit in each(w.DURATIONS) if value > 0 else ():
        after = end + len(unit)
        if unit and low.startswith(unit, end) and drop(w.TAILS, low, len(low), after) <= after:
            return True
    return False


def comparable(predicate: str, value: str) -> str:
    """An object as two are compared."""
    value = fold(value).replace(" ", "").replace("-", "")
    if predicate == "专业" and value.endswith("专业"):
        value = value[:-2]
    if predicate == "性别":
        return "f" if has(_WOMEN, value) else "m" if has(_MEN, value) else value
    if predicate == "住在" and len(value) > 2 and value[-1:] == "市":
        value = value[:-1]
    return value[3:] if value.startswith("the") and predicate in ("住在", "来自") else value


def owned_as(clause: "Clause", at: int) -> str:
    """The letter of what one has: an illness, a phone, else a thing."""
    w, low = clause.w, clause.low
    is_phone = value_of(w, "p", clause.text[at:], low[at:])
    return "p" if is_phone else "d" if has(w.ILLS, low[at:]) else "g"


def _is_of(clause: "Clause", at: int, letter: str) -> bool:
    """False for what one celebrates that is no birthday, studies that is no major, or visits."""
    w, low = clause.w, clause.low
    if letter == "l" and low[:at].endswith("back in "):
        return " for good" in low[at:] or not has(_NOT_FOR_GOOD, low[at:])
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
    if letter in "amkl" and not _is_of(clause, at, letter):
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
