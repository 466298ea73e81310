"""
Claim values: the object of what is said of somebody, in one spelling.

Owns which words may be an object of each predicate, and what makes two objects the same: a weight
in kilograms, a status in one word, a place without the year since when. A rule in doubt answers
"". Pure; the words are the tables `w` of `predicates_zh` or `predicates_en`.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import cut, drop, each, entry, has, head, look, number, skip, trimmed
from memory.text.script import fold

from . import predicates_zh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


ANY = "*"  # the object of what has ended, whatever it was: 辞职了, graduated
# Letters of the tables, and the one name of each predicate, whatever the language.
PREDICATES = {
    "l": "住在", "w": "工作于", "j": "职业", "J": "职业",
    "s": "就读于", "a": "年龄", "k": "体重", "h": "身高",
    "r": "感情状态", "p": "手机", "P": "电话号码", "n": "名字", "i": "昵称", "N": "英文名",
    "b": "生日", "B": "血型", "Y": "年级",
    "o": "来自", "m": "专业", "M": "邮箱", "W": "微信", "G": "性别",
    "+": "喜欢", "-": "不喜欢", "g": "拥有", "d": "患有", "e": "会", "x": "过敏",
}  # fmt: skip
_FIRM_ENDS = ("院", "局", "所", "厂", "公司", "银行", "集团", "中心")
_SOME_FIRM = (
    "|研发|客服|数据|培训|运营|呼叫|客户|隔壁|原来的|新的|以前的|这家|那家|医院|学校|学院|另|新|附近"
    "|别|哪|一|楼|厕所|场所|住所|"
)
_LONGEST = 40  # characters of an object
# What a place is followed by where it is told how one lives there.
_DWELLINGS = "| in a | in an | in my | in our | on a | near | close to | next to |"
_BIRTHDAYS = "|生日|st birthday|nd birthday|rd birthday|th birthday|"
_UNITS = (
    "|公斤:100|千克:100|kg:100|kgs:100|kilos:100|kilograms:100|斤:50|lbs:45|lb:45|pounds:45|磅:45"
    "|stone:635|"
)
_DOES = "做搞教开卖干跑写修画拍剪裁送拉"  # 做硬件的, 教书的
_IS_DONE = "来去到上下出进好完对错多少大小"  # 开车来的, 做错的
_NOT_DONE = "得了过完给错对好的"
_WOMEN = "|女|female|woman|girl|lady|"
_MEN = "|男|male|man|boy|guy|"
_FEET = "|feet |foot |ft |foot-|"
WHOSE = "|my |his |her |their |our |the user's |the owner's |"
_FULL_TIME = "|全职|stay-at-home |full-time |stay at home |"
_POUND = 4536  # ten-thousandths of a kilogram


def _is_given(w: "Any", text: str, low: str) -> bool:
    """True for what is somebody else's from the start: mum an iPhone, a phone for my son."""
    if w.CHINESE:
        at = low.find("给") + 1  # 一辆给我儿子, not 老婆给我买的
        is_own = low[at : at + 1] == "我" and not head(words_zh.KIN, low, at + 1)
        return at > 0 and not is_own and low[at : at + 1] != "配"
    at = skip(WHOSE, low)
    if head(words_en.KIN, low, at):
        return True
    rest = low[low.find(" ") + 1 :]
    if text[:1].isupper() and rest.startswith(("a ", "an ", "the ", "some ", "his ", "her ")):
        return True
    at = low.find(" for ")
    return at > 0 and head(words_en.KIN, low + " ", at + 5 + skip(WHOSE, low[at + 5 :])) > 0


def value_of(w: "Any", letter: str, text: str, low: str) -> str:
    """The object that a text begins with, behind the words of a predicate; "" where none does."""
    if letter == "a":
        return age(w, low[: cut(_BIRTHDAYS, low, 1)])
    if letter == "k":
        return _weight(low) or _weight(low[: drop(w.TAILS, low, len(low))])
    if letter == "h":
        return _height(low)
    if letter in "gp" and _is_given(w, text, low):
        return ""
    end = _end(w, low, letter)
    if letter == "l" and not w.CHINESE:
        end = cut(_DWELLINGS, low[:end], 1)
    begin = skip(w.TAKEN, low) if letter in "gpd" else 0
    if letter in "jJ":
        begin = skip(w.JOB_HEADS, low)
        for word in (" in ", " at ") if not w.CHINESE else ():  # Leeds, a hospital
            end = min(end, low.find(word)) if low.find(word) > 0 else end
    if letter == "w" and w.CHINESE:  # 字节跳动 | 做产品经理; 一家叫蓝鲸的游戏公司
        trade = max(low.find("做", 2), low.find("当", 2), low.find("担任", 2))
        end = trade if trade > 0 and is_job(w, low[trade + 1 : end]) else end
        begin = head("|一家叫|一个叫|一家名叫|", low)
        named = low.find("的", begin, end) if begin else -1
        end = named if named > 0 else end
    if letter == "w" and low.startswith(("a ", "an ")):  # a bakery called Crumb
        begin = max(low.find(" called ", 0, end), low.find(" named ", 0, end))
        begin = low.find(" ", begin + 1) + 1 if begin > 0 else 0
    is_vehicle = letter == "g" and "辆" in low[:begin]  # 一辆白色的飞度
    is_vehicle = is_vehicle and not head("|给|送|的|很|我|", low, begin)
    text, low = text[begin:end].strip(), low[begin:end].strip()
    if not low or len(low) > _LONGEST:
        return ""
    return text if is_vehicle or _fits(w, letter, text, low + ("" if w.CHINESE else " ")) else ""


def _end(w: "Any", low: str, letter: str) -> int:
    """Where the object ends: before what is said of it, how long it has been, particles."""
    end = len(low) if letter in "+-PbMWd" else cut(w.CUTS, low, 1)
    low = low[:end]
    while True:
        before = len(low)
        while len(low) > 1 and low[-1:] in " .:：":
            low = low[:-1]
        blank = "" if w.CHINESE else " "
        low = (low + blank)[: drop(w.TAILS, low + blank, len(low + blank), 1)]
        for unit in w.DURATIONS:  # 住在北京三年了
            if low.endswith(unit):
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
        return has(w.OWNED, low) and not head("|给|送|", low)
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
    if drop(w.NO_PLACE_ENDS, low, len(low), 0) < len(low) or has(w.NO_PLACE_IN, low):
        return False
    return low[:4] != "the " or text[4:5].isupper()


def is_job(w: "Any", low: str) -> bool:
    """True for what one may be by trade: it ends as the names of trades do, and no trait's."""
    if drop(w.NO_TRADES, low, len(low), 0) < len(low) and not has(_FULL_TIME, low):
        return False
    trades = words_zh.TRADES if w.CHINESE else words_en.TRADES
    return (
        drop(trades, low, len(low), 0) < len(low)
        or drop(w.RANKS, low, len(low), 0) < len(low)
        or entry(w.JOB_ENDS, low)
        or (low.strip().endswith(("ist", "er", "or", "ian")) and not w.CHINESE)
    )


def does_for_living(w: "Any", low: str) -> bool:
    """True for 做硬件的, 教书的: a trade by what one does."""
    done = low[: drop("|了|啊|呢|嘛|吧|", low, len(low))]
    if not w.CHINESE or done[-1:] != "的" or not 3 < len(done) + 1 < 11:
        return False
    does = done[:1] in _DOES and done[-2:-1] not in _IS_DONE and done[1:2] not in _NOT_DONE
    other = has(
        words_zh.NOT_IN_THING + "玩|我|自己|什么|饭|时候|手术|检查|体检|客|梦|事|人|", done
    )
    return does and not other and not has(words_zh.KIN, done)


def is_origin(where: str) -> bool:
    """True for a place that one is from: 四川, 上海, 某某省."""
    known = entry(words_zh.CITIES, where) or entry(predicates_zh.PROVINCES, where)
    return known or where[-1:] in ("省", "市", "国", "县")


def is_one_firm(where: str) -> bool:
    """True for a firm by its name, which the hospital and another one are not: 疾控中心."""
    return len(where) > 2 and where.endswith(_FIRM_ENDS) and not has(_SOME_FIRM, where)


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
    rest = trimmed(low[end:], "| |了|。|的|") if 0 < value < 700 else ""
    unit = look(_UNITS, rest, 0)[1]
    if not unit:
        return ""
    grams = (value * 10 + tenths) * (_POUND if unit == "45" else int(unit) * 100)
    return str((grams + 50000) // 100000)


def weighs(w: "Any", low: str) -> str:
    """A weight that a text is, and nothing more: 195 pounds, not 20 pounds overweight."""
    if number(low, 0)[0] <= 0:
        return ""
    end = drop(w.TAILS, low, len(low))
    while low[:end].endswith((" ", ".")):
        end -= 1
    for unit in each(_UNITS):
        if low[:end].endswith(unit.split(":")[0]) and unit:
            return _weight(low[:end])
    return ""


def _height(low: str) -> str:
    """Centimeters: 180cm, 一米八, 1.75m, 1米75, 5'6", 5 feet 6, six foot two."""
    value, end = _number(low)
    mark = low[end : end + 1]
    feet = 1 if mark == "'" else head(_FEET, low[end:].strip() + " ")
    if 2 < value < 8 and feet:
        more, _ = _number(low[end:].strip()[feet:])
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
    for unit in w.DURATIONS if value > 0 else ():
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


def status_at(w: "Any", low: str, at: int) -> "tuple[int, str]":
    """(end, status) of married, 单身 at `at`, where it is said of the owner alone."""
    status_end, status = look(w.STATUS, low, at)
    joins = low.startswith("single and ", at)  # and on Hinge
    open_end = status and low[at:status_end].endswith(
        ("with ", "dating ", "to ", "from ", "divorced ", "called ", "named ", "seeing ")
    )
    if (
        status
        and not open_end
        and status_end < len(low)
        and not joins
        and drop(w.TAILS, low, len(low), status_end) > status_end
        and not lasts(w, low, status_end)
    ):
        status_end, status = at, ""
    return status_end, status
