"""
Date phrases: from the marks of a time phrase to a date or time.

Owns the rules for ambiguous phrases. The words are in `plan_words_zh` and `plan_words_en`, their
grammar in `time_phrases`. Pure; `now` is local seconds as in `text.dates`.

The rules, the same in both languages. A week begins on Monday.
- 周三, on Wednesday: the coming one; today only if a later time of day was said. 这周三, this
  Wednesday: of this calendar week, over if it is past. 下周三, next Wednesday: of the next
  calendar week. A week on Friday: seven days after the coming one. 周末: its Saturday; said on a
  Saturday, or 这周末 on a Sunday, today.
- 3月5号, March 5th: the next one from today on. 15号, on the 15th: the next one. 下个月3号: of the
  next month. A day that does not exist is not a date; neither is a year alone. 下周, next month
  without a day: its first day, as a day without a time.
- 国庆, Christmas: the next one; 明年元旦: of that year (`named_days`).
- 三天后, in two weeks, 两个月后: that day. 半小时后, in two hours: that minute.
- 下午2点 is 14:00, 中午一点 13:00, 晚上八点半 20:30, 晚上十二点 midnight at the end of the day,
  晚上一点 the small hours after it. An hour without a part of the day: today (or no day said) the
  next time the clock shows it; on another day 1 to 6 are in the afternoon, the others as said,
  but whoever gets up does so in the morning.
- A time, or a part of the day, without a day is today, or tomorrow if it is past. 今天 and a time
  that is past is past. What is past is nothing: plans lie ahead.
- Repeating: the first occurrence after now. Without a time: 早上 08:00, 中午 12:00, 下午 15:00,
  晚上 20:00, else 09:00. 每月31号 begins in a month that has 31 days. 每周二和周四: two schedules.
  Every two weeks, on working days: nothing, a schedule cannot say that.
- 十点和下午四点, at 7 am and 9 pm: a plan for each. Two days before April 2nd: so much earlier.
- A day without a time stays a day: no time is invented for what comes once.
"""

from micropython import const

from memory.text import dates
from memory.text.named_days import LUNAR, named_day

from .scan import entry, head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .time_phrases import Tokens

_DAY = const(86400)
_LAST_YEAR = const(2135)
NIGHT, MORNING, NOON, AFTERNOON, EVENING, AM = 1, 2, 3, 4, 5, 6
DAILY, WEEKLY, MONTHLY, YEARLY = 1, 2, 3, 4
WEEKEND = 7  # as a weekday: its Saturday
# Minutes of the day for what repeats, by part of the day.
_USUAL = (540, 360, 480, 720, 900, 1200, 480)

WEEK = "|一|二|三|四|五|六|日|"
# What follows on days of the week that are apart, 周一、三早上, and on what is none: 周一三点.
_AFTER_DAYS = (
    "|早|上|下|中午|晚|凌晨|傍晚|夜里|半夜|的|提醒|叫我|我|都|有|去|要|，|,| |七|八|九|十|0|1|2|3"
    "|4|5|6|7|8|9|"
)
_NO_DAYS = "|点|时|号|月|个|十|:|刻|岁|"


class Marks:
    """What a stretch of speech says about time; None and 0 where it says nothing."""

    def __init__(self) -> None:
        self.seen = False  # anything at all
        self.vague = False  # something that is no date: 以后, 每两周, two days at once
        self.at: "int | None" = None  # a moment, in seconds: 半小时后
        self.day: "int | None" = None  # number of a day: 明天, 三天后
        self.weekday: "int | None" = None  # 0 Monday .. 6 Sunday, 7 WEEKEND
        self.ahead = 0  # days from that weekday: a week on Friday
        self.weeks: "int | None" = None  # which calendar week: 0 this, 1 next; None the coming
        self.year: "int | None" = None
        self.month: "int | None" = None
        self.months: "int | None" = None  # which month: 0 this, 1 next
        self.monthday: "int | None" = None
        self.hour: "int | None" = None
        self.minute = 0
        self.part = 0  # NIGHT .. AM
        self.length = 0  # minutes from 两点到四点
        self.repeat = 0  # DAILY .. YEARLY
        self.also: "list[int]" = []  # more weekdays: 周二和周四
        self.clocks: "list[tuple[int | None, int, int]]" = []  # more times: 十点和下午四点
        self.before = False  # before Sunday, for what is told of it
        self.early = 0  # seconds before that: two days before April 2nd
        self.loose = False  # a week or a month alone: its first day stands for it
        self.moves = False  # a day with another date each year: 中秋, Mother's Day
        self.far = False  # a month by its name: past as often as not
        self.plural = False  # on weekends: a habit more often than a plan

    def dated(self) -> bool:
        """True where a day was said in any form."""
        if self.at is not None or self.day is not None or self.repeat:
            return True
        return self.weekday is not None or self.monthday is not None

    def timed(self) -> bool:
        """True where the clock was said."""
        return self.hour is not None or self.at is not None


def joined(day: Marks, time: Marks) -> Marks:
    """A day that stood alone with the time that comes after it: Tomorrow | I have to ... at 4."""
    if time.timed():
        if day.timed() or time.at is not None:
            return time
        day.hour, day.minute, day.length = time.hour, time.minute, time.length
    elif time.seen and not time.part:
        return time
    day.part = time.part or day.part
    return day


def later(codes: str, values: "list[int]", now: int, marks: Marks) -> None:
    """Marks of a time from now on, by the letters of `time_phrases`."""
    if "U" not in codes:  # 三刻钟后, 半个月后, 半年后
        if "Q" in codes:
            marks.at = now + values[codes.find("Q")] * 60
        else:
            marks.day = now // _DAY + (15 if "O" in codes else 182)
        return
    unit = values[codes.find("U")]
    count, halved = max(codes.find("N"), codes.find("g")), codes.find("F")
    half = halved >= 0
    value = 0 if count < 0 or (half and halved < count) else values[count]  # half an hour
    if value > (99999 if unit == 60 else 999) or unit == 1:
        marks.vague = True
    elif unit == 0:
        year, month, day = dates.civil(now // _DAY)
        month += value
        year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
        marks.day = dates.days(year, month, min(day, dates.month_length(year, month)))
    elif unit < _DAY:
        marks.at = now + value * unit + (unit // 2 if half else 0)
    else:
        marks.vague = marks.vague or half
        marks.day = now // _DAY + value * unit // _DAY


def weeks_from(codes: str, values: "list[int]", now: int, marks: Marks) -> None:
    """Marks of a week on Friday, a fortnight tomorrow, Friday week, two months from today."""
    unit = values[codes.find("U")]
    count = max(values[codes.find("N")] if "N" in codes else 1, 1)
    if unit < 2:
        later("NU", [count * (12 if unit else 1), 0], now, marks)
        marks.vague = marks.vague or values[-1] > 9
        return
    days = unit // _DAY * count
    if codes[-1] == "D":
        marks.day = now // _DAY + values[-1] // 10 + days
        marks.part = values[-1] % 10
    else:
        marks.weekday = values[codes.find("W")]
        marks.ahead = days


def more_days(text: str, at: int) -> "tuple[list[tuple[int, int]], int]":
    """
    ([(place, weekday)], end) of 三五 in 周一三五, and of 周一、三、五, behind the first; no day in
    周一三点.
    """
    days = []
    end = at
    place = at + head("|、|和|跟|", text, at)
    while entry(WEEK, text[place : place + 1]):
        days.append((place, WEEK.find(text[place : place + 1]) // 2))
        end = place + 1
        place = end + head("|、|和|跟|", text, end)
    apart = end > at + len(days)
    if head(_NO_DAYS, text, end) or (apart and not head(_AFTER_DAYS, text + "，", end)):
        return [], at
    return days, end


def on_day(codes: str, values: "list[int]", now: int, marks: Marks) -> None:
    """Marks of 明晚, or of a holiday."""
    if codes[0] == "D":
        marks.day = now // _DAY + values[0] // 10
        marks.part = values[0] % 10 or marks.part
        return
    today = now // _DAY
    year = None
    if codes[0] not in "VL":
        year = values[0] + (dates.civil(today)[0] if codes[0] == "y" else 0)
    value = values[codes.find("V")]
    if codes[-2:] == "LN":  # 大年初二, 腊月二十八
        value = values[-2] + values[-1]
    marks.day = named_day(value, today, year)
    marks.loose = 11 < value < 14  # the end of a month
    marks.moves = not 100 <= value < LUNAR
    marks.vague = marks.vague or marks.day is None


def every(codes: str, values: "list[int]", marks: Marks) -> None:
    """Marks of what repeats: 每周二, every month."""
    unit = values[-1] if codes[-1] in "Ui" else _DAY
    day = max(codes.find("W"), codes.find("w"))
    if day >= 0:
        marks.repeat, marks.weekday, marks.weeks = WEEKLY, values[day], None
        marks.plural = codes == "w"
    elif unit == 1:
        marks.repeat = YEARLY
    elif unit == 0:
        marks.repeat = MONTHLY
    elif unit == 604800:
        marks.repeat = WEEKLY
    elif unit == _DAY:
        marks.repeat = DAILY
        marks.part = (values[0] if codes == "e" else 0) or marks.part  # 5 am every day
    else:
        marks.vague = True


def ahead(tokens: "Tokens", text: str, at: int, meaning: str, marks: Marks) -> int:
    """Letters that say how long before the time at `at`: two days before April 2nd; 0 for none."""
    begin = at if tokens.values[at] == 3 and tokens.codes[at] in "@t" else at - 1
    if begin < 2 or tokens.values[begin] != 3 or tokens.codes[begin] not in "@t":
        return 0
    count = begin - 2
    is_one = tokens.codes[count] == "@" and text.startswith("the ", tokens.begins[count])
    if tokens.codes[begin - 1] != "U" or not (is_one or tokens.codes[count] in "Ng"):
        return 0
    return at - count if _is_early(tokens, count, meaning, marks) else 0


def ahead_of(tokens: "Tokens", text: str, at: int, meaning: str, marks: Marks) -> int:
    """Letters that say how long before the time that ends there: 4月2号前两天; 0 for none."""
    size = head("|前|的前|提前|", text, tokens.begins[at])
    count = at + size
    if not size or tokens.codes[count : count + 2] != "NU":
        return 0
    if tokens.codes[count + 2 : count + 3] == "A":
        return 0
    return size + 2 if _is_early(tokens, count, meaning, marks) else 0


def _is_early(tokens: "Tokens", count: int, meaning: str, marks: Marks) -> bool:
    """True for so many days before a day, or minutes before a time of the day; into marks."""
    unit = tokens.values[count + 1]
    if unit < 60 or (unit < _DAY and meaning != "c"):
        return False
    marks.early = unit * (tokens.values[count] if tokens.codes[count] == "N" else 1)
    return True


def times(marks: Marks) -> "Iterator[None]":
    """Go through the days of the week and the times of the day that were said: marks has one."""
    clocks = [(marks.hour, marks.minute, marks.part)] + marks.clocks
    for weekday in [marks.weekday] + marks.also:
        for hour, minute, part in clocks:
            marks.weekday, marks.hour, marks.minute, marks.part = weekday, hour, minute, part
            yield


def resolve(marks: Marks, now: int) -> "tuple[str, int] | None":
    """
    (when, repeat) of what was said: when as `YYYY-MM-DD HH:MM`, `YYYY-MM-DD`, or `MM-DD` where it
    comes every year; repeat counts in dates.REPEATS. None where it is past, vague or no date.
    """
    vague = marks.vague or (marks.loose and marks.timed())
    found = None if vague or not marks.seen else _resolve(marks, now)
    if found is None:
        return None
    try:
        return dates.normal_when(found[0]), found[1]
    except ValueError:  # no such day of a year, or too far away
        return None


def _resolve(marks: Marks, now: int) -> "tuple[str, int] | None":
    if marks.at is not None:
        return dates.minute(marks.at), 0
    today = now // _DAY
    if marks.repeat == YEARLY:
        return "%02d-%02d" % (marks.month or 0, marks.monthday or 0), 0
    if marks.repeat:
        minute = _USUAL[marks.part] if marks.hour is None else _clock(marks, True, 0)
        begin = _first(marks, today, minute, now)
        return None if begin is None else (dates.minute(begin), marks.repeat)
    day = _day(marks, today, now)
    if day is None:
        return None
    if marks.hour is None:
        day -= marks.early // _DAY
    if marks.hour is None:
        if not marks.dated() and _USUAL[marks.part] + 120 < now % _DAY // 60:
            day += 1  # 早上, said in the afternoon
        return None if day < today else (dates.day_text(day * _DAY), 0)
    begin = day * _DAY + _clock(marks, day != today, now) * 60
    if begin <= now and not marks.dated():
        begin += _DAY
    begin -= marks.early
    return None if begin <= now else (dates.minute(begin), 0)


def _clock(marks: Marks, other_day: bool, now: int) -> int:
    """Minutes of the day; 1440 and more are in the night after it."""
    hour, part = marks.hour or 0, marks.part
    if part == 0 and 0 < hour < 13:
        if other_day:
            hour += 12 if hour < 7 else 0
        else:
            passed = hour * 60 + marks.minute <= now % _DAY // 60
            hour += 12 if passed and hour < 12 else 0
    elif part in (NIGHT, AM):
        hour = 0 if hour == 12 else hour
    elif part == NOON:
        hour += 12 if hour < 5 else 0
    elif part == AFTERNOON:
        hour += 12 if hour < 12 else 0
    elif part == EVENING:
        hour += 24 if hour < 5 else 12 if hour < 13 else 0
    return hour * 60 + marks.minute


def weekday(day: int) -> int:
    """0 Monday .. 6 Sunday; 2000-01-01 was a Saturday."""
    return (day + 5) % 7


def _day(marks: Marks, today: int, now: int) -> "int | None":
    """The day number meant; None where it is past or does not exist."""
    if marks.day is not None:
        return marks.day
    if marks.weekday is not None:
        return _by_weekday(marks, today, now)
    if marks.monthday is not None:
        return _by_month(marks, today)
    return today


def _by_weekday(marks: Marks, today: int, now: int) -> int:
    monday = today - weekday(today)
    wanted = marks.weekday or 0
    if wanted == WEEKEND:
        wanted = 6 if weekday(today) == 6 and marks.weeks == 0 else 5
    if marks.weeks is not None:
        return monday + wanted + 7 * marks.weeks
    ahead = (wanted - weekday(today)) % 7
    if ahead == 0 and marks.weekday != WEEKEND:
        later = marks.hour is not None and _clock(marks, False, now) * 60 > now % _DAY
        ahead = 0 if later else 7
    return today + ahead + marks.ahead


def _by_month(marks: Marks, today: int) -> "int | None":
    """A day of a month: the next one, unless year or month say which."""
    year, month, _ = dates.civil(today)
    wanted = marks.monthday or 0
    if marks.months is not None:
        month += marks.months
        return _real(year + (month - 1) // 12, (month - 1) % 12 + 1, wanted)
    if marks.month is None:
        return _next_monthday(wanted, today)
    if marks.year is not None:
        return _real(marks.year, marks.month, wanted)
    for ahead in range(9):  # the 29th of February may be 8 years away
        day = _real(year + ahead, marks.month, wanted)
        if day is not None and day >= today:
            return day
    return None


def _next_monthday(wanted: int, today: int) -> "int | None":
    year, month, _ = dates.civil(today)
    for _ in range(3):  # of two months in a row one has 31 days, of three one has 30
        day = _real(year, month, wanted)
        if day is not None and day >= today:
            return day
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    return None


def _real(year: int, month: int, day: int) -> "int | None":
    """Number of a day; None where there is no such day, or none that `dates` can write."""
    if not 1900 <= year <= _LAST_YEAR or not 1 <= month <= 12:
        return None
    if not 1 <= day <= dates.month_length(year, month):
        return None
    return dates.days(year, month, day)


def _first(marks: Marks, today: int, minute: int, now: int) -> "int | None":
    """Seconds of the first occurrence after now."""
    if marks.repeat == MONTHLY:
        day = _next_monthday(marks.monthday or 0, today)
        if day is not None and day * _DAY + minute * 60 <= now:
            day = _next_monthday(marks.monthday or 0, day + 1)
        return None if day is None else day * _DAY + minute * 60
    ahead = 0
    if marks.repeat == WEEKLY:
        if marks.weekday is None:
            return None
        ahead = ((5 if marks.weekday == WEEKEND else marks.weekday) - weekday(today)) % 7
    begin = (today + ahead) * _DAY + minute * 60
    if begin <= now:
        begin += _DAY * (1 if marks.repeat == DAILY else 7)
    return begin
