"""
Reminder times: the times of a reminder that are said in another way than `time_phrases` reads,
and those that no schedule can hold, for `mind.todo_words`.

`readable` says the first in words that are read: on weekdays is each of five days, 明晚零点 the
midnight after that evening, 90 seconds are minutes, rounded up, 五月初五 its day of the other
calendar. `is_unread` tells the second: twice a day, ten minutes before the meeting, 25:00.
`settle` and `in_part` say what is left open: weekly, this morning. The words are in `todo_tables`.
Pure.
"""

from memory.extract import words_en
from memory.extract.date_phrases import (
    AFTERNOON,
    EVENING,
    MONTHLY,
    WEEKLY,
    Marks,
    resolve,
    weekday,
)
from memory.extract.scan import drop, each, entry, has, head, look, number, skip
from memory.text import dates, named_days
from memory.text.phrase_tables import replaced
from memory.text.script import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_LAST_MINUTE = 86340
_MONTHS = "january february march april may june july august september october november december"
# Hours by the part of the day (`memory.extract.date_phrases`): the usual one, and its end.
_HOURS = (0, 6, 8, 12, 15, 20, 8)
_ENDS = (24, 6, 12, 13, 18, 24, 12)
# By the lunar month the named day that stands in it, and which of its days that is.
_LUNAR = ((0, 0), (1, 1), (0, 0), (0, 0), (0, 0), (4, 5), (0, 0), (5, 7), (6, 15), (7, 9))


def in_part(marks: Marks, begin: int, now: int) -> int:
    """
    When what is to be on a day, or in a part of it, is due: at the usual hour, at the end of the
    part once that is past; 0 where it is over. `begin` is that of the day.
    """
    due = begin + _HOURS[marks.part] * 3600
    if marks.part and due > now:
        return due
    if marks.part and not marks.dated() and marks.part not in (AFTERNOON, EVENING):
        return due + dates.DAY
    end = begin + _ENDS[marks.part] * 3600
    return 0 if end <= now else min(end, begin + _LAST_MINUTE)


def day_of(marks: Marks, now: int) -> "Marks | None":
    """Of the marks of a clause those of its day, or of the days on which it repeats."""
    resolved = resolve(marks, now) if marks.dated() and marks.at is None else None
    if resolved is None or len(resolved[0]) < 10 or resolved[0][:10] == dates.day_text(now):
        return None
    found = Marks()
    if marks.repeat:
        found.repeat, found.also = marks.repeat, marks.also
        found.weekday, found.monthday = marks.weekday, marks.monthday
    else:
        found.day = dates.parse(resolved[0][:10]) // dates.DAY
    return found


def put_on(marks: Marks, day: "Marks | None") -> None:
    """What is said of the clock alone is on this day."""
    if day is not None and not marks.dated():
        marks.day, marks.repeat, marks.also = day.day, day.repeat, day.also
        marks.weekday, marks.monthday = day.weekday, day.monthday


def settle(marks: Marks, now: int) -> None:
    """What comes weekly or monthly comes on the day of the week or month that it is said on."""
    day = now // dates.DAY
    if marks.repeat == WEEKLY and marks.weekday is None:
        marks.weekday = weekday(day)
    if marks.repeat == MONTHLY and marks.monthday is None:
        marks.monthday = min(dates.civil(day)[2], 28)


def lunar(text: str, now: int) -> "str | None":
    """The text with its lunar date as one of the other calendar; None where it is not known."""
    at = text.find("月")
    while at >= 0:
        begin = at - 1 - (text[at - 2 : at - 1] == "十")
        month = number(text, begin)[0] if at else -1
        is_lunar = text[begin - 2 : begin] in ("农历", "阴历")
        if text[at - 1 : at] in ("正", "腊"):
            month, is_lunar = (1, True) if text[at - 1 : at] == "正" else (12, True)
        first = text[at + 1 : at + 2] == "初"
        day, end = number(text, at + 1 + first)
        if month > 0 and day > 0 and (first or is_lunar):
            kind, known = _LUNAR[month] if month < 10 else _LUNAR[0]
            is_known = kind and day < 30 and "每" not in text
            base = now // dates.DAY - day + known
            found = named_days.named_day(kind, base, None) if is_known else None
            if found is None:
                return None
            date = dates.civil(found + day - known)
            begin -= 2 * (text[begin - 2 : begin] in ("农历", "阴历"))
            return "%s%d年%d月%d号%s" % ((text[:begin],) + date + (text[end:],))
        at = text.find("月", at + 1)
    return text


def readable(w: "Any", text: str, now: int) -> str:
    """The text with times in words that are read."""
    low = fold(text)
    if len(low) != len(text):
        return text
    for pair in each(w.OTHERWISE):
        said, meant = pair.split(">")
        at = low.find(said)
        before = low[at - 1 : at]
        if at >= 0 and (not before or (before not in "个下本一" if w.CHINESE else before == " ")):
            text = text[:at] + meant + text[at + len(said) :]
            low = fold(text)
    text = _in_figures(w, text)
    low = fold(text)
    at = -1 if w.CHINESE else low.find("ish ")  # at 3ish
    if at > 0 and "0" <= low[at - 1] <= "9":
        text = text[:at] + text[at + 3 :]
    return _midnight(_minutes(w, text, now), w)


def _in_figures(w: "Any", text: str) -> str:
    """Times and dates in figures as they are read: 7.15 pm, at 0730, 14/3; 一点 before 提醒我."""
    low = fold(text)
    if w.CHINESE:
        begin = skip(w.BEFORE_TRIGGER, low)
        hour, end = number(low, begin)
        size = head("|点|点钟|点整|", low, end) if 0 < hour < 3 else 0
        if size and head("|提醒|叫我|喊我|通知我|", low, end + size):
            text = "%s%d:00%s" % (text[:begin], hour, text[end + size :])
            low = fold(text)
    at = 0
    while at < len(low):
        first, end = _digits(low, at)
        mark, size = low[end : end + 1], end - at
        second, stop = _digits(low, end + 1)
        before = low[low.rfind(" ", 0, max(at - 1, 0)) + 1 : at]
        is_half = head("|am |pm |", low, stop + (low[stop : stop + 1] == " ")) > 0
        is_half = is_half or entry(w.AT, before)
        new = ""
        if size and mark == "/" and stop > end + 1 and low[stop : stop + 1] != "/":
            is_far = low[at - 1 : at] == "我" and max(first, second) > 12  # 提醒我3/14交表
            new = _date(w, first, second) if entry(w.ON, before) or not at or is_far else ""
        elif not w.CHINESE and size and mark == "." and stop == end + 3 and is_half:
            new = "%d:%02d" % (first, second) if first < 25 and second < 60 else ""
        elif entry(w.AT, before) and size == 4 and first < 2400 and first % 100 < 60:
            new, stop = "%d:%02d" % (first // 100, first % 100), end
        if new:
            text = text[:at] + new + text[stop:]
            low = fold(text)
            end = at + len(new)
        at = max(end, at + 1)
    return text


def _digits(low: str, at: int) -> "tuple[int, int]":
    end = at
    while "0" <= low[end : end + 1] <= "9" and end < at + 5:
        end += 1
    return int(low[at:end] or "0"), end


def _date(w: "Any", first: int, second: int) -> str:
    """A month and a day, in the order that is possible; where both are, the month is first."""
    month, day = (first, second) if first < 13 else (second, first)
    if not 0 < month < 13 or not 0 < day < 32:
        return ""
    return "%d月%d号" % (month, day) if w.CHINESE else "%s %d" % (_MONTHS.split()[month - 1], day)


def _minutes(w: "Any", text: str, now: int) -> str:
    """Seconds from now on as minutes: todos are told to the minute, and not before their time."""
    low = fold(text)
    at = 0
    while at < len(low):
        value, end = number(low, at)
        if value < 0:
            value, end = _in_words(w, low, at)
        if value < 0:
            at += 1
            continue
        stop = end + (low[end : end + 1] == " ")
        size = head(w.SECONDS, low, stop)
        if value > 0 and size:
            count = (now % 60 + value + 59) // 60
            return "%s%d%s%s" % (text[:at], count, w.MINUTES, text[stop + size :])
        at = max(end, at + 1)
    return text


def _in_words(w: "Any", low: str, at: int) -> "tuple[int, int]":
    """(value, end) of an English number at the beginning of a word."""
    value = 0
    end = at
    while at == 0 or low[at - 1 : at] == " ":
        stop, meaning = look(w.WHEN, low, end)
        if meaning[:1] not in ("N", "Z"):
            break
        value += int(meaning[1:])
        end = stop
    return (value, end) if end > at else (-1, at)


def _midnight(text: str, w: "Any") -> str:
    """零点 as twelve: of an evening the midnight after it, of a day the one it begins with."""
    for word in ("零点", "0点", "零时") if w.CHINESE else ():
        at = text.find(word)
        if at >= 0 and not "0" <= text[at - 1 : at] <= "9":
            is_told = drop(w.NIGHTS, text, at) < at
            text = text[:at] + ("" if is_told else "凌晨") + "十二点" + text[at + len(word) :]
    return text


def is_unread(w: "Any", low: str, repeats: bool) -> bool:
    """True where times are left in a reminder from which those that are read are taken."""
    if low[:1] == "和" or has(w.UNREAD, low) or (repeats and has(w.OFTEN, low)):
        return True
    at = low.find("/")
    begin = low.rfind(" ", 0, max(at, 0)) + 1
    if begin and low[begin:at].isdigit():  # on 31/31
        if (
            entry(w.ON, low[low.rfind(" ", 0, begin - 1) + 1 : begin])
            and "0" <= low[at + 1 : at + 2] <= "9"
        ):
            return True
    at = low.find(":")
    while at > 0:  # 25:00
        if "0" <= low[at - 1] <= "9" and "0" <= low[at + 1 : at + 2] <= "9":
            return True
        at = low.find(":", at + 1)
    for at in range(len(low)):
        value, end = number(low, at)
        if value < 0:
            continue
        end, meaning = look(w.WHEN, low, end + (low[end : end + 1] == " "))
        if meaning[:1] == "H" and (value > 24 or head(w.ASIDE, low, end)):  # 25点
            return True
        before = drop(w.AHEAD, low, at) < at
        if meaning[:1] == "U" and (before or head(w.ASIDE, low, end)):  # before the meeting
            return True
    return False


def opened(text: str) -> str:
    """Contractions opened, a blank at the end, no commas and colons."""
    text = text.replace("’", "'").replace(",", " ").replace(": ", " ")
    text = replaced(words_en.TIDY, replaced(words_en.OPENED, text))
    while "  " in text:
        text = text.replace("  ", " ")
    text = text.strip() + " "
    return text


def ahead(w: "Any", sentence: str) -> "tuple[str, str]":
    """
    (what is planned, how far ahead) of a sentence that ends with being reminded ahead of its plan:
    周六中午吃饭，提前一小时提醒我, remind me an hour before; two times "" for others.
    """
    low = fold(sentence).rstrip(" .!")
    at = low.rfind(w.REMINDED_AHEAD)
    begin = at + len(w.REMINDED_AHEAD)
    end = drop(w.BEFOREHAND, low, len(low), begin)
    if at <= 0 or end == len(low):
        return "", ""
    plan = sentence[: drop(w.BEFORE_AHEAD, low, at, 1)].rstrip(" ,")
    return plan, w.AFTER_NOW % low[begin:end].strip()


def without(w: "Any", text: str) -> str:
    """The text without what is said of times that no schedule can hold."""
    low = fold(text)
    for word in each(w.UNREAD):
        at = low.find(word)
        if at >= 0:
            text = text[:at] + text[at + len(word) :]
            low = fold(text)
    return text


def why(marks: Marks, now: int) -> str:
    """`past` for a time that is over, `when` for one that there is not or that is not read."""
    day = now // dates.DAY
    monday = (day - weekday(day)) * dates.DAY
    return "past" if resolve(marks, monday) is not None else "when"
