"""
Todo words: the todo in a sentence of the owner, and what they say is done.

`todo(text, now)` reads 提醒我明天下午三点交报告, "remind me to call mum tomorrow at 5", 别忘了…,
待办：…, and duties with a day by which (周五前要交房租, "I need to pay by Friday"). Questions,
memories (我记得…), what others say and what is taken back are none. Pure; `now` in local seconds.

The times, as the owner means them:
- A clock or a part of the day (早上 08:00, 中午 12:00, 下午 15:00, 晚上 20:00) is due then; a day
  alone, with or without 前, by or before, is due at its last minute, 23:59.
- Who asks to be reminded is reminded when it is due, on a day alone at 09:00 of it. What is to be
  before a day is told of on the day before. Else `remind` is None: the default of todos holds.
- What repeats is a schedule: `repeat` says daily, weekly or monthly, `due` is its first time. Each
  of several days of the week or times of the day has its own. What comes every year is a todo
  for the next time, and a `day` MM-DD of every year.
- A time that is no date (下周某天) stays in the content, and nothing is due; but who asks to be
  reminded then is `refused`: nothing would ever ring.
"""

from memory.extract.date_phrases import YEARLY, Marks, resolve, times
from memory.extract.scan import drop, entry, has, head, is_chinese, look, skip, trimmed
from memory.text import dates
from memory.text.folding import plain
from memory.text.script import fold

from .done_matching import done_en, done_zh, until
from .reminders.clause_before import behind_day, clauses
from .reminders.lead_times import ahead
from .reminders.second_thoughts import put_right, second_thought
from .reminders.several import apart
from .rules import reminder_times
from .rules.corrected_times import when
from .rules.reminder_times import sentences, split, topic
from .rules.todo_tables import Chinese, English, duty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LONGEST = 200  # characters that are read
_LAST_MINUTE = 86340  # seconds of a day
_MORNING = 32400
_QUOTES = '|"|“|”|「|」| |'
_AGREED = "|约了|约好|约在|说好|讲好|定了|定在|agreed |settled |said |arranged |"
_NOBODY = "|me|him|her|them|it|that|this|us|then|这个|那个|这事|这件事|那件事|这些|这点|"


def todo(text: str, now: int) -> "dict | None":
    """{content, due, remind, repeat} of a sentence; None where it asks for nothing."""
    for _, found in todos(text, now):
        if "refused" not in found:
            return found
    return None


def refused(text: str, now: int) -> str:
    """
    Why a reminder that is asked for cannot be: `past`, `when` for a time that there is not or that
    no schedule can hold, `lunar` for a day of that calendar that is not known, `what` where
    nothing is to be reminded of; "" where none is refused.
    """
    for _, found in todos(text, now):
        if "refused" in found:
            return str(found["refused"])
    return ""


def todos(text: str, now: int) -> "list[tuple[str, dict]]":
    """[(sentence, what `todo` says of it)] of those that ask for something; or {refused}."""
    found = []
    for sentence, asked in sentences(plain(text)[:_LONGEST]):
        w = _language(sentence)
        several = [] if asked else _put_right(w, sentence, now) or _several(w, sentence, now)
        found += several
        if several:
            continue
        early = None if asked else ahead(w, sentence, now)
        known = [] if asked or early is not None else _named_before(w, sentence, now)
        if early is not None:
            found.append(early)
            continue
        found += known
        if known:
            continue
        clause, spoken, day = behind_day(w, sentence, now)
        found += [(clause, one) for one in _read(w, spoken, asked, now, day)]
    return found


def _put_right(w: "Any", sentence: str, now: int) -> "list[tuple[str, dict]]":
    """What is put right within its sentence, as it is right; [] where nothing is."""
    thought = second_thought(w, sentence, now)
    known = [] if thought is None else todos(thought.said, now)
    if thought is None or len(known) != 1:
        return []
    right = put_right(w, known[0][1], thought, now)
    return [] if right is None else [(sentence, right)]


def _several(w: "Any", sentence: str, now: int) -> "list[tuple[str, dict]]":
    """Of several reminders in one breath each; [] where not every one can be so."""
    found: "list[tuple[str, dict]]" = []
    for clause, spoken, day in apart(w, sentence, now):
        known = _read(w, spoken, False, now, day)
        is_free = not found and "和" in sentence  # 提醒我买牛奶和下午四点接孩子
        if not known or [1 for one in known if not one.get("due") and not is_free]:
            return []
        found += [(clause, one) for one in known]
    return found


def _language(text: str) -> "Any":
    return Chinese if is_chinese(text) else English


def _named_before(w: "Any", sentence: str, now: int) -> "list[tuple[str, dict]]":
    """What a reminder is asked for behind it: 25号要交物业费，别让我忘了."""
    first = reminder_times.before_request(w, sentence)
    if first[first.rfind(" on ") + 4 :].isdigit():  # agreed on 3
        first = " at ".join(first.rsplit(" on ", 1))
    found: "list[tuple[str, dict]]" = []
    parts = clauses(w, first, now)
    for clause, day in parts:
        solar = reminder_times.lunar(clause, now) if w.CHINESE else clause
        if solar is None:
            return [(sentence[len(first) :].strip("，, "), {"refused": "lunar"})]
        rows = _named(w, solar, now, day)
        found += [(clause if len(parts) > 1 else sentence, one) for one in rows]
    return found


def _named(w: "Any", first: str, now: int, day: "Marks | None") -> "list[dict]":
    text = reminder_times.readable(w, first if w.CHINESE else reminder_times.opened(first), now)
    marks, left, _ = split(w, text, len(text), now)
    reminder_times.settle(w, fold(text), marks, now)
    is_of_before = day is not None and not marks.dated()
    reminder_times.put_on(marks, day)
    resolved = resolve(marks, now)
    planned = topic(first, now)
    if resolved is None or (planned and marks.timed() and not is_of_before):
        return []  # a schedule is told of ahead
    found = _asked_for(w, left, False, marks)
    content = planned if found is None else found[0]
    if not content and marks.timed() and has(_AGREED, fold(left)):
        content = left if marks.dated() else first
    low = fold(content) + " " * (not w.CHINESE)
    content = content[: drop(w.TAILS, low, len(low))].strip()
    return _each_day(marks, content, "r", now) if content and len(resolved[0]) > 9 else []


def _read(w: "Any", text: str, asked: bool, now: int, day: "Marks | None" = None) -> "list[dict]":
    if not w.CHINESE:
        text = reminder_times.opened(text)
    text = reminder_times.fluent(text) if w.CHINESE else text
    for mark in ("，", "：", ",", ": ") if w.CHINESE else ():
        text = text.replace(mark, " ")
    onto = _onto(w, text)
    if onto:
        return [_made(onto, None, None, None)]
    solar = reminder_times.lunar(text, now) if w.CHINESE else text
    text = reminder_times.readable(w, solar or text, now)
    marks, left, places = split(w, text, len(text), now)
    reminder_times.put_on(marks, day)
    found = _asked_for(w, left, asked, marks)
    if found is None or solar is None:
        is_unknown = found is not None or _is_reminder(w, fold(left), asked)
        return _unread(w, left, asked, marks) if solar else [{"refused": "lunar"}] * is_unknown
    content, letter = found
    if letter in "rc" and not reminder_times.is_unread(w, fold(left), marks.repeat > 0):
        reminder_times.settle(w, fold(text), marks, now)
    resolved = resolve(marks, now) if marks.seen else None
    if letter in "dp" and (resolved is None or _is_no_duty(w, letter, marks, fold(text))):
        return []
    is_yearly = resolved is not None and marks.repeat == YEARLY
    is_read = resolved is not None and (is_yearly or len(resolved[0]) > 9)
    if letter in "rc" and marks.seen and not is_read:
        whole = marks
        marks, left, _ = split(w, text, _head(w, fold(text)), now)  # 提醒我发昨天的照片
        found = _asked_for(w, left, asked, marks)
        resolved = resolve(marks, now) if marks.seen else None
        if resolved is None and (found is None or marks.seen or _is_at_an_end(w, places, text)):
            return [{"refused": reminder_times.why(whole, now)}]
        content = content if found is None else found[0]
    elif marks.seen and not is_read:
        again = _asked_for(w, text, asked, Marks())
        return [] if again is None else [_made(again[0], None, None, None)]
    if letter in "rc" and reminder_times.is_unread(w, fold(left), marks.repeat > 0):
        return [{"refused": "when"}]
    if resolved is None:
        return [_made(content, None, None, None)]
    return _each_day(marks, content, letter, now)


def _is_no_duty(w: "Any", letter: str, marks: Marks, low: str) -> bool:
    """True where no day says by when; of a thing (letter p) a day alone does: 书周二要还."""
    if letter == "p" and (marks.repeat or not marks.dated()):
        return True
    return not has(w.BY, low) and (letter == "d" or not w.CHINESE or marks.loose)


def _head(w: "Any", low: str) -> int:
    """Where the words begin that say what to be reminded of; a time in them may be none of it."""
    at = low.find(w.REMINDER)
    end, _ = look(w.TRIGGERS, low, max(at, 0))
    if not w.CHINESE and low[:end].endswith("me "):
        end = low.find(" to ", end - 1) + 4 if " to " in low[end - 1 :] else len(low)
    return end if at >= 0 else len(low)


def _is_at_an_end(w: "Any", places: "list[int]", text: str) -> bool:
    """True where a time stands right behind the words that ask for a reminder, or is the last."""
    begin = _head(w, fold(text))
    ends = [place for place in places[1::2] if place <= begin + 1]
    return bool(places) and (places[-1] < len(text.rstrip()) or begin in ends)


def _unread(w: "Any", left: str, asked: bool, marks: Marks) -> "list[dict]":
    """A reminder at a time that is not read, or one of nothing: 隔天提醒我浇花, 提醒我明天."""
    low = fold(left)
    if marks.vague or reminder_times.is_unread(w, low, False):
        found = _asked_for(w, reminder_times.without(w, left), asked, marks)
        is_asked = found is not None and found[1] in "rc"
        is_asked = is_asked or _is_reminder(w, low, asked)
        return [{"refused": "when"}] if is_asked else []
    begin = skip(w.BEFORE_TRIGGER, low)
    end, letter = look(w.TRIGGERS, low, begin)
    is_empty = drop(w.TAILS, low, len(low), end) == end and not low[end:].strip()
    is_reminder = letter == "r" and (w.CHINESE or w.REMINDER in low[begin:end])
    if is_reminder and marks.seen and is_empty:
        return [{"refused": "what"}]
    return []


def _is_reminder(w: "Any", low: str, asked: bool) -> bool:
    """True where one is asked for behind any words of a time: 提前十分钟提醒我."""
    at = low.find(w.REMINDER)
    if asked or not 0 <= at < 40 or has(w.OTHERS, " " + low[:at]):
        return False
    return look(w.TRIGGERS, low, at)[1] == "r"


def _each_day(marks: Marks, content: str, letter: str, now: int) -> "list[dict]":
    """What is asked for, of several days of the week each; of every year its day as well."""
    found: "list[dict]" = []
    yearly: "list[dict]" = []
    if marks.repeat == YEARLY:
        resolved = resolve(marks, now)
        marks.repeat = 0
        if resolved is not None:
            yearly.append({"content": content, "day": resolved[0]})
    for _ in times(marks):
        resolved = resolve(marks, now)
        if resolved is None:
            continue
        due, repeat = _due(marks, resolved, now)
        if not due and letter in "rc":
            found.append({"refused": "past"})
            continue
        due = due or dates.parse(resolved[0]) + _LAST_MINUTE
        remind = due if letter in "rc" else None
        if due % dates.DAY == _LAST_MINUTE and (remind is not None or marks.before):
            remind = due - _LAST_MINUTE + _MORNING
            remind -= dates.DAY * (marks.before and remind - dates.DAY > now)
            remind = remind if remind > now else None
        found.append(_made(content, due, remind, repeat))
    return found + yearly


def _made(content: str, due: "int | None", remind: "int | None", repeat: "str | None") -> dict:
    return {"content": content, "due": due, "remind": remind, "repeat": repeat}


def _due(marks: Marks, resolved: tuple, now: int) -> "tuple[int, str | None]":
    when, repeat = resolved
    due = dates.parse(when)
    if dates.has_time(when):
        return due, dates.REPEATS[repeat] if repeat else None
    return reminder_times.in_part(marks, due, now), None


def _onto(w: "Any", text: str) -> str:
    """What is put on the list: 把买电池加到待办里, add buy eggs to my todo list."""
    low = fold(text)
    begin = skip(w.ONTO_HEADS, low)
    for words in w.ONTO:
        at = low.find(words)
        if at > begin > 0 and not entry(_NOBODY, low[begin:at].strip()):
            return trimmed(text[begin:at].strip(), _QUOTES)
    return ""


def _asked_for(w: "Any", left: str, asked: bool, marks: Marks) -> "tuple[str, str] | None":
    """(content, letter of its trigger) of a sentence without its times."""
    low = fold(left)
    at = 0
    letter = frame = ""
    polite = False
    while True:  # 别忘了 | 提醒我: the last trigger of those that follow each other counts
        start = skip(w.BEFORE_TRIGGER, low, at) if not letter else at
        begin = start if not letter else at
        end, found = look(w.TRIGGERS, low, begin)
        if not found and begin > at:
            end, found = look(w.TRIGGERS, low, at)
            begin = at
        if not found and w.CHINESE and low[begin : begin + 1] == w.OWNER and not letter:
            more = skip(w.BEFORE_TRIGGER, low, begin + 1)  # 我周五前要, without its time
            end, found = look(w.TRIGGERS, low, more)
            found = found if found == "d" else ""
        if not found and not letter:
            begin = _behind_frame(w, low)
            if begin:
                end, found = look(w.TRIGGERS, low, begin)
                frame, found = left[:begin], found if found in "rt" else ""
        if not found or (letter and found not in "rl"):
            break
        polite = polite or has("|可以|能|can you |could you |would you |will you |", low[:end])
        letter, at = found, end
    to_do = "" if letter or asked else duty(w, left, low).strip()
    if to_do:
        return to_do, "p"
    if not letter or (asked and not (polite and letter == "r")):
        return None
    if letter == "t" and marks.vague and marks.seen:
        return None
    if letter == "r" and not marks.seen and low[at - 4 : at - 3] in ("叫", "喊"):
        letter = "c"  # 叫我一声哥
    content = _content(w, left, low, at, letter, marks)
    return content if content is None else (frame + content[0], letter)


def _behind_frame(w: "Any", low: str) -> int:
    """Where 出门前, 下班的时候, 到家 end at the beginning; 0 where nothing like it is there."""
    for at in range(2, min(8, len(low))):
        is_while = drop(w.WHILE, low, at, 1) < at and not has("|我|你|他|她|", low[:at])
        if is_while or entry(w.WHENEVER, low[:at]):
            if look(w.TRIGGERS, low, at)[1]:
                return at
    return 0


def _content(
    w: "Any", left: str, low: str, at: int, letter: str, marks: Marks
) -> "tuple[str, str] | None":
    bare = at
    at = skip(w.HEAD_WORDS, low, at)
    to = low.find(" to ", at) if head(w.LATER, low, at) else -1
    while to > 0 and drop(w.TO_GO, low, to) < to:
        to = low.find(" to ", to + 1)
    if to > 0:  # before lunch to order
        left = left[: to + 4] + left[to + 4 :].rstrip() + left[at - 1 : to + 1]
        low, at = fold(left), to + 4
        bare = at
    for place in (bare, at):
        first = low[place : place + 1]
        if first and not (place == bare and first == "的" and letter == "t"):
            if head(w.NOT_CONTENT, low, place):
                return None
    if has(w.ASKS, low[bare:]) and w.CHINESE:
        return None
    end = drop(w.TAILS, low, len(low), at)
    is_deed = low[at : at + 1] != "" and low[at : at + 1] in w.DEEDS
    if letter == "c" and not head(w.WAKES, low, at) and not (is_deed and marks.timed()):
        return None
    if letter == "n" and not marks.seen and not is_deed:
        return None
    content = trimmed(left[at:end].strip(), _QUOTES)
    if entry(_NOBODY, fold(content)):  # 别忘了这个
        return None
    is_act = letter == "r" and w.CHINESE and content != ""  # 八点提醒我走
    return (content, letter) if is_act or len(content) > 1 else None


# -- done ------------------------------------------------------------------------------------


def done_words(text: str) -> str:
    """The words of what the owner says is done, to be matched with a todo; "" for none."""
    found = done(text, 0)
    return found[0][0] if found else ""


def done(text: str, now: int) -> "list[tuple[str, int]]":
    """
    As `done_words`, of every sentence that has some, and when it was done at the latest: a todo
    that was made afterwards is another one.
    """
    found = []
    for sentence, asked in sentences(plain(text)[:_LONGEST]):
        if not asked:
            is_zh = is_chinese(sentence)
            things = done_zh(sentence) if is_zh else done_en(reminder_times.opened(sentence))
            things = [one for one in things if when(one[one.find("约") + 1 :], 0) is None]
            found += [(words, until(sentence, now)) for words in things]  # not 我们约了三点
    return found
