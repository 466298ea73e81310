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
    MORNING,
    WEEKLY,
    Marks,
    resolve,
    weekday,
)
from memory.extract.extractor import extract
from memory.extract.scan import drop, each, entry, has, head, look, number, skip
from memory.extract.time_phrases import read as read_dates
from memory.text import dates, named_days
from memory.text.phrase_tables import replaced
from memory.text.script import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_LAST_MINUTE = 86340
_MORNING = 32400
_PLANS = ("event", "schedule", "goal")
_MONTHS = "january february march april may june july august september october november december"
# Hours by the part of the day (`memory.extract.date_phrases`): the usual one, and its end.
_HOURS = (0, 6, 8, 12, 15, 20, 8)
_ENDS = (24, 6, 12, 13, 18, 24, 12)


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
    """What is said of the clock alone is on this day, and in its part."""
    if day is not None and not marks.dated():
        if day.part and marks.timed() and not marks.part and (marks.hour or 0) < 12:
            marks.part = day.part
        marks.day, marks.repeat, marks.also = day.day, day.repeat, day.also
        marks.weekday, marks.monthday = day.weekday, day.monthday


def settle(w: "Any", low: str, marks: Marks, now: int) -> None:
    """
    What comes weekly or monthly comes on the day of the week or month that it is said on; of
    several times those that are over are left out. One goes to bed in the evening and gets up
    in the morning.
    """
    if not marks.part and 7 < (marks.hour or 0) < 13 and has(w.SLEEPS, low):
        marks.part = EVENING * (not has(w.NAPS, low))
    if not marks.part and 3 < (marks.hour or 0) < 12 and marks.dated() and has(w.WAKING, low):
        marks.part = MORNING
    day = now // dates.DAY
    if marks.repeat == WEEKLY and marks.weekday is None:
        marks.weekday = weekday(day)
    if marks.repeat == MONTHLY and marks.monthday is None:
        marks.monthday = min(dates.civil(day)[2], 28)
    while marks.clocks and resolve(marks, now) is None:
        marks.hour, marks.minute, marks.part = marks.clocks.pop(0)


_LUNAR_MONTHS = {"正": 1, "冬": 11, "腊": 12}


def lunar(text: str, now: int) -> "str | None":
    """The text with its lunar date as one of the other calendar; None where it is not known."""
    text = text.replace("月廿", "月二十")
    at = text.find("月")
    while at >= 0:
        begin = at - 1 - (text[at - 2 : at - 1] == "十")
        month = number(text, begin)[0] if at else -1
        leap = text[begin - 1 : begin] == "闰"
        begin -= leap
        is_lunar = leap or text[begin - 2 : begin] in ("农历", "阴历")
        named = _LUNAR_MONTHS.get(text[at - 1 : at])
        month, is_lunar = (named, True) if named else (month, is_lunar)
        first = text[at + 1 : at + 2] == "初"
        day, end = number(text, at + 1 + first)
        if month > 0 and day > 0 and (first or is_lunar):
            found = named_days.lunar_day(month, day, now // dates.DAY, leap)
            if found is None or "每" in text:
                return None
            date = dates.civil(found)
            begin -= 2 * (text[begin - 2 : begin] in ("农历", "阴历"))
            return "%s%d年%d月%d号%s" % ((text[:begin],) + date + (text[end:],))
        at = text.find("月", at + 1)
    return text


def readable(w: "Any", text: str, now: int) -> str:
    """The text with times in words that are read."""
    low = fold(text)
    if len(low) != len(text):
        return text
    for pair in each(w.OTHERWISE) + (each(w.WAKE_ME) if has(w.OFTEN_WOKEN, low) else []):
        said, meant = pair.split(">")
        at = low.find(said)
        before = low[at - 1 : at]
        if at >= 0 and (not before or (before not in "个下本一" if w.CHINESE else before == " ")):
            text = text[:at] + meant + text[at + len(said) :]
            low = fold(text)
    text = _in_figures(w, _this_time(w, text, now))
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
        new, stop = _length(w, low, end, first, second, stop) if size else ("", stop)
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


def _length(w: "Any", low: str, end: int, first: int, second: int, stop: int) -> "tuple[str, int]":
    """(1.5 hours, 1h30 as they are read, where they stop); ("", stop) for others."""
    unit = head(w.HOURS, low, stop)
    if low[end : end + 1] == "." and unit and stop == end + 2:
        return "%d%s" % (first * 60 + second * 6, w.MINUTES), stop + unit
    if not w.CHINESE and low[end : end + 1] == "h" and stop > end + 1:
        minutes = head("| |m |min |mins |", low, stop)
        return "%d hours %d minutes " % (first, second), stop + minutes
    return "", stop


def _this_time(w: "Any", text: str, now: int) -> str:
    """The time that it is now instead of its words: 后天这个时候, this time on Friday."""
    low, minute = fold(text), now % dates.DAY // 60
    for word in each(w.THIS_TIME):
        at = low.find(word)
        end = at + len(word)
        is_told = drop(w.OF_A_DAY, low, at) < at if w.CHINESE else head(w.OF_A_DAY, low, end)
        if at > 0 and is_told:
            said = w.CLOCK[minute < 420] % (minute // 60, minute % 60)
            return text[:at] + said + text[end:]
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


def sentences(text: str) -> "list[tuple[str, bool]]":
    """[(sentence, whether it asks)]."""
    for mark in "。！!；;\n":
        text = text.replace(mark, "\r")
    text = text.replace("？", "?").replace("?", "?\r").replace(". ", "\r")
    found = []
    for piece in [one.strip() for one in text.split("\r")]:
        if piece:
            polite = has("|好吗|可以吗|行吗|能不能|", piece)
            asked = piece.endswith("?") or (piece.endswith("吗") and not polite)
            found.append((piece.rstrip("?."), asked))
    return found


def fluent(text: str) -> str:
    """Speech in Chinese without what is said while one thinks: 还有，还有那个，热缩管."""
    for filler in ("嗯", "呃", "额", "那个", "就是说"):
        text = text.replace("，" + filler + "，", "，")
    text = text.replace("还有那个，", "还有，")
    while "还有，还有" in text:
        text = text.replace("还有，还有", "还有")
    return text.replace("还有，", "还有")


def before_request(w: "Any", sentence: str) -> str:
    """What stands before a reminder that is asked for behind it; "" for none."""
    text = sentence.replace("’", "'").rstrip(" .!")
    text = text if w.CHINESE else replaced(words_en.OPENED, text) + " "
    low = fold(text)
    end = drop(w.REQUEST, low, len(low))
    if end == len(low) or not has(w.REQUESTED, low[end:]):
        return ""
    is_apart = low[:end].rstrip().endswith((",", "，")) or low[end:].startswith((",", "，"))
    is_apart = is_apart or has(w.APART, " " + low[end:])
    return text[:end].rstrip(" ,") if is_apart else ""


def topic(clause: str, now: int) -> str:
    """What a clause plans."""
    for one in extract(clause, now):
        if one.kind in _PLANS:
            return one.content
    return ""


def split(w: "Any", text: str, stop: int, now: int) -> "tuple[Marks, str, list]":
    """(marks, the text without its times, bounds of what is none) of the text up to `stop`."""
    marks = Marks()
    low = fold(text)
    places, end = read_dates(_hidden(w, low)[:stop], now, marks, w.WHEN)
    if end < len(low):
        places = places + [end, len(low)]
    left = "".join([text[places[at] : places[at + 1]] for at in range(0, len(places), 2)])
    is_before = w.BEFORE in low and w.BEFORE not in fold(left)
    marks.before = is_before and not marks.early and not marks.loose
    return marks, left, places


def _hidden(w: "Any", low: str) -> str:
    """The text, as long, with no time in what is one by its name: the weekly report."""
    for word in each(w.NAMING):
        at = low.find(word)
        while at > 0:
            if drop(w.OF_THEM, low, at) < at:
                hidden = "的" * len(word) if w.CHINESE else word[:-2] + "z "
                low = low[:at] + hidden + low[at + len(word) :]
            at = low.find(word, at + 1)
    return low


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
