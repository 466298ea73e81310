"""
Measures: how much, how far, how large and how old.

What something of the owner's costs, how far it is to work and goals are read from the whole
clause, goals by what is named (to save, to lose weight); sizes and ages where a predicate asks
for them. Functions of a position return where they stop, 0 if they found nothing. Which Friday of
a month is meant is counted here, too.
"""

from memory.text import dates

from .date_phrases import Marks, resolve, weekday
from .scan import cut, drop, entry, has, head, look, number, skip
from .utterance import OWNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .time_phrases import Tokens
    from .utterance import UtteranceContext

_AMOUNT = "0123456789.零一二三四五六七八九十百千万两半"
_INTRODUCED = ("name", "gender")
_BACK = 9  # years less than it is, of one that is counted from this year


def on_the_way(context: "UtteranceContext") -> bool:
    """我上班路上要一个小时, it takes me forty minutes to get to work."""
    w, low = context.w, context.low
    if not has(w.DISTANCES, low) or not has(w.FROM_TO, low) or "p" in context.flags:
        return False
    if w.NEEDS_ARTICLE:
        far = head(w.WAYS, low) > 0 and not has("| took | was | late ", low)
        stop = cut(w.FACT_ENDS, low, 0)
    else:
        far = has(w.WAYS, low) and "了" not in low[:-1]
        far = far and (context.owner_at(0) or head("|从|家|上班|通勤|单程|", low)) > 0
        stop = drop(w.PARTICLES, low, len(low))
        bare = drop("|就到|就能到|左右|多|远|的路|的路程|的车程|到|", low, stop)
        far = far and drop(w.DISTANCES, low, bare) < bare
    if not far:
        return False
    context.subject = OWNER
    context.add("fact", context.said(0, stop), 80)
    return True


def measure(context: "UtteranceContext") -> bool:
    """我鞋码42, my rent is 900 euros; my goal is to run a marathon in October is no plan."""
    w, low = context.w, context.low
    begin = skip(w.BEFORE_SELF, low)
    mine = begin + context.owner_at(begin)
    name = skip("|的|家的|家|每个月|每月|一个月|现在|现在的|", low, mine)
    end = name + (head(w.AMOUNTS, low, name) or head(w.GOALS, low, name))
    if mine == begin or "p" in context.flags:
        return False
    if end == name:
        return _aims(context, begin, mine)
    if not w.NEEDS_ARTICLE:
        at = stop = skip(w.ABOUT, low, end)
        while low[stop : stop + 1] and low[stop : stop + 1] in _AMOUNT:
            stop += 1
        found = stop > at
        stop = skip(w.UNITS, low, stop)
        found = (
            found and not low[skip(w.PARTICLES, low, stop) :].strip() and "了" not in low[stop:]
        )
    else:
        stop = cut(w.FACT_ENDS, low, end)
        at = skip(w.ABOUT, low, end + 3)
        counted = low[at : at + 1] in ("£", "$", "€") or context.number(at)[0] > 0
        found = low.startswith("is to ", end) if head(w.GOALS, low, name) else counted
        found = found and low.startswith("is ", end) and " too " not in low
    if found:
        context.subject = OWNER
        context.add("fact", context.said(begin, stop), 85)
    return found


def _aims(context: "UtteranceContext", begin: int, at: int) -> bool:
    """我想攒够首付, 打算年底之前瘦十斤, I want to lose a stone by June: a goal, and no plan."""
    w, low = context.w, context.low
    aim = skip(w.BY_THEN, low, skip(w.ADVERBS, low, at))
    size = head(w.AIMING, low, aim)
    if not size or "x" in context.flags or context.marks:
        return False  # 四月 | 我要跑半马 is a plan
    end, meaning = look(w.AIMS, low, skip(w.BY_THEN, low, aim + size))
    if not meaning:
        return False
    stop = drop(w.PARTICLES, low, cut(w.FACT_ENDS, low, end), end)
    rest = " " + low[end:stop] + " "
    if meaning == "n":
        some = [place for place in range(end, stop) if context.number(place)[0] > 1]
        fits = some != [] or has(w.SAVED, rest)
    elif meaning == "s":  # but not: retire to my room, 创业板
        fits = end >= stop or context.ends(end) or head(w.SO_AS_TO, low, end) > 0
    elif meaning == "R":
        fits = has(w.FEATS, rest) or has(w.RACES, rest)
    elif meaning == "o":
        fits = has(w.OPENED_UP, rest)
    else:
        fits = len(rest) > 3
        fits = fits and (meaning != "L" or context.text[end : end + 1] < "a")  # learn Welsh
    if not fits or has(w.NO_AIM, rest) or low[stop : stop + 1] == "吧":  # 考个证吧，再说吧
        return False
    context.subject = OWNER
    context.add("fact", context.said(begin, stop), 80)
    return True


def sized(context: "UtteranceContext", at: int) -> bool:
    """True for six foot two, about 165 centimetres, size ten, what follows on "am"."""
    low = context.low
    at = skip("|about |around |just over |just under |just |only |roughly |", low, at)
    if low.startswith("size ", at):
        return True
    value, end = context.number(at)
    unit = head(context.w.MEASURES, low, end)
    return (
        value > 0
        and unit > 0
        and not has("| away | from | off | behind | short | under |", low[end:])
    )


def measured(context: "UtteranceContext", at: int) -> int:
    """Where 一米六五, 近视六百度, 钢琴十级, 一百二十斤 end; 0 for none."""
    low = context.low
    at -= low[at - 1 : at] == "一"
    for place in range(at, min(at + 6, len(low))):
        value, end = number(low, place)
        if value <= 0:
            continue
        unit = low[end : end + 1]
        if unit == "多":
            unit, end = low[end + 1 : end + 2], end + 1
        named = low[at:place]
        if low[end : end + 2] in ("公分", "公斤"):
            unit, end = "斤", end + 1
        stop = number(low, end + 1)[1] if unit == "米" else end + 1
        fits_unit = (
            (unit in ("米", "斤") and (not named or named[-1:] in "高到" or "重" in named))
            or (unit == "度" and has("|近视|散光|老花|远视|眼|", named))
            or (unit == "级" and named and not has("|风|地震|能效|二|", named))
            or (unit == "码" and named[-1:] in "穿脚鞋码")
            or (unit == "号" and low[stop:].startswith("的鞋"))
        )
        stop = skip("|的鞋|的鞋子|", low, stop)
        return stop if fits_unit and context.ends(stop) else 0
    return 0


def age(context: "UtteranceContext", at: int, adverbs: str) -> int:
    """今年二十五岁, 25了, am twenty five years old."""
    w, low = context.w, context.low
    begin, at = at, skip(w.AGE_HEADS, low, at)
    value, end = context.number(at)
    old = head(w.YEARS_OLD, low, end)
    end += old
    if not 0 < value <= 120 or not context.ends(end):
        return 0
    if context.several and not context.owner_at(skip(w.BEFORE_SELF, low)):
        return 0  # 我有两个孩子，都五岁了
    if adverbs.endswith(w.SOON) and not adverbs.endswith("也就"):
        return 0  # 过了年我就三十五了
    said = has(w.AGE_SAID, adverbs + low[begin:at]) or head(w.AGE_SAID, low, end)
    if at == 0 and end == len(low) and context.found and context.found[-1].kind in _INTRODUCED:
        said = True  # 本人男，二十八
    if not said and not w.NEEDS_ARTICLE:  # 我25
        said = end == len(low) and drop(w.SELF, low, at) < at
    if not old and (value < 8 or not said):
        return 0
    context.add("age", str(value))
    return end


def aged(context: "UtteranceContext", at: int) -> int:
    """Where the age of a relative ends that stands at `at`: 五岁, 满十八岁, seven; 0 for none."""
    w, low = context.w, context.low
    begin = at
    if not w.NEEDS_ARTICLE:
        at = skip(w.AGE_HEADS, low, at) - (low[at - 1 : at + 1] == "一岁")
    value, old = context.number(at)
    months = "|个月大|个月|" if at > begin else "|个月大|"  # 满六个月
    stop = old + (head(w.YEARS_OLD, low, old) or head(months, low, old))
    this_year = w.THIS_YEAR and low[:begin].endswith(w.THIS_YEAR)
    if not w.NEEDS_ARTICLE and low[old : old + 1] == "了" and 7 < value < 111:
        this_year = this_year or value > 19 or low[:at].endswith(("都", "已经", "现在", "也"))
    told = stop > old or w.NEEDS_ARTICLE or this_year
    also = stop + head("|and |", low, stop)
    if value > 0 and also > stop and context.number(also)[0] > 0:
        stop = context.number(also)[1]  # my kids are seven and nine
    return stop if value > 0 and told and context.ends(stop) else 0


def birthday_text(marks: Marks, now: int) -> str:
    """`YYYY-MM-DD` of a day in the past, else `MM-DD`; "" where it is no day or moves."""
    if marks.month is None:
        found = None if marks.moves else resolve(marks, now)
        return found[0][5:10] if found and not found[1] and len(found[0]) > 5 else ""
    text = "%02d-%02d" % (marks.month, marks.monthday or 0)
    try:
        dates.normal_when(text)
        if marks.year is None:
            return text
        day = dates.parse_day("%04d-%s" % (marks.year, text))
    except ValueError:
        return ""
    return "%04d-%s" % (marks.year, text) if day < now // dates.DAY else text


# -- a day of the week of a month -----------------------------------------------------------------


def with_month_days(tokens: "Tokens", text: str, now: int) -> "Tokens":
    """
    The third Friday of April and 四月的最后一个周日 as one letter: that of a day, or of what is no
    date where it comes every month, is over, or is not in that month.
    """
    is_zh = "第" in text or "最后一" in text
    if not is_zh and "R" not in tokens.codes and "X" not in tokens.codes:
        return tokens
    for at in range(len(tokens.codes)):
        found = None
        if tokens.codes[at] in "RX" and tokens.codes[at + 1 : at + 2] == "W":
            found = _month_day_en(tokens, text, at)
        elif is_zh and head("|第|最后一|", text, tokens.begins[at]):
            found = _month_day_zh(tokens, text, at)
        if found is not None:
            begin, end, which, day_of_week, month = found
            days = _days_ahead(which, 5 if day_of_week == 7 else day_of_week, month, now)
            tokens.codes = tokens.codes[:begin] + "DX"[days < 0] + tokens.codes[end:]
            tokens.values[begin:end] = [max(days, 0) * 10]
            tokens.begins[begin:end] = [tokens.begins[begin]]
            break
    return tokens


def _month_day_en(tokens: "Tokens", text: str, at: int) -> "tuple | None":
    """(begin, end, which, weekday, (year, month, months from now) or None for every month)."""
    codes, values = tokens.codes, tokens.values
    which = values[at]
    if codes[at] == "X":
        which = -1
        if not text.startswith("last ", tokens.begins[at]):
            return None
    end = at + 3
    end += codes[end : end + 1] in tuple("@t")
    begin = at - (codes[at - 1 : at] == "E")
    if codes[at + 2 : at + 3] not in ("f", "B"):
        return None
    if codes[end : end + 1] == "o":
        year = values[end + 1] if codes[end + 1 : end + 2] == "N" else 0
        size = 1 + (year > 1900)
        return begin, end + size, which, values[at + 1], (year, values[end], None)
    if codes[end : end + 2] == "nU" and values[end + 1] == 0:
        return begin, end + 2, which, values[at + 1], (0, 0, values[end])
    size = (codes[end : end + 1] == "U") + 2 * (codes[end : end + 2] == "EU")
    return (begin, end + size, which, values[at + 1], None) if size else None


def _month_day_zh(tokens: "Tokens", text: str, at: int) -> "tuple | None":
    codes, values, begins = tokens.codes, tokens.values, tokens.begins
    which, stop = number(text, begins[at] + 1)
    if text.startswith("最后一", begins[at]):
        which, stop = -1, begins[at] + 3
    size = head("|个周|个星期|个礼拜|", text, stop)
    day_of_week = "一二三四五六日天".find(text[stop + size : stop + size + 1] or "|")
    stop += size + 1
    if not size or day_of_week < 0 or which == 0 or stop not in begins:
        return None
    end = begins.index(stop)
    begin = at
    while begin and entry("|的|份|里|", text[begins[begin - 1] : begins[begin]]):
        begin -= 1
    day_of_week = min(day_of_week, 6)
    if codes[begin - 1 : begin] == "O" and codes[begin - 2 : begin - 1] == "n":
        return begin - 2, end, which, day_of_week, (0, 0, values[begin - 2])
    if codes[begin - 2 : begin] == "NO":
        month = values[begin - 2]
        begin -= 2
        if codes[begin - 1 : begin] == "y":
            return begin - 1, end, which, day_of_week, (values[begin - 1] - _BACK, month, None)
        if codes[begin - 2 : begin] == "NY":
            return begin - 2, end, which, day_of_week, (values[begin - 2], month, None)
        return begin, end, which, day_of_week, (0, month, None)
    return begin - (codes[begin - 1 : begin] == "i"), end, which, day_of_week, None


def _days_ahead(which: int, wanted: int, month: "tuple | None", now: int) -> int:
    """Days from today to it; -1 for none."""
    if month is None:
        return -1
    today = now // dates.DAY
    this = dates.civil(today)
    year, number, months = month
    if months is not None:
        count = this[1] - 1 + months
        return _nth(this[0] + count // 12, count % 12 + 1, which, wanted) - today
    if year:
        year = this[0] + year + _BACK if year < 0 else year
        return _nth(year, number, which, wanted) - today
    day = _nth(this[0], number, which, wanted)
    if number < this[1] or 0 <= day < today:
        day = _nth(this[0] + 1, number, which, wanted)
    return day - today


def _nth(year: int, month: int, which: int, wanted: int) -> int:
    """The number of that day; -1 where that month has none, or there is no such month."""
    if not 1 <= month <= 12 or not 2000 <= year < 2100:
        return -1
    first = dates.days(year, month, 1)
    last = first + dates.month_length(year, month) - 1
    if which < 0:
        return last - (weekday(last) - wanted) % 7
    day = first + (wanted - weekday(first)) % 7 + 7 * (which - 1)
    return day if day <= last else -1


def so_often(low: str, at: int) -> bool:
    """True for 一个礼拜健身三次, 一年回一次老家."""
    if low[at - 1 : at] != "一":
        return False
    end = at + head("|周|个星期|星期|个礼拜|礼拜|个月|年|", low, at)
    for place in range(end, len(low)) if end > at else ():
        value, times = number(low, place)
        if value > 0 and head("|次|回|趟|遍|", low, times):
            return True
    return False
