"""
Todo words: the todo in a sentence of the owner, and what they say is done.

`todo(text, now)` reads 提醒我明天下午三点交报告, "remind me to call mum tomorrow at 5", 别忘了…,
待办：…, and duties with a day by which (周五前要交房租, "I need to pay by Friday"). Questions,
memories (我记得…), what others say and what is taken back are none. Pure; `now` in local seconds.

The times, as the owner means them:
- A clock or a part of the day (早上 08:00, 中午 12:00, 下午 15:00, 晚上 20:00) is due then; a day
  alone, with or without 前, by or before, is due at its last minute, 23:59.
- Who asks to be reminded is reminded when it is due, on a day alone at 09:00 of it. Else `remind`
  is None: the default of todos holds.
- What repeats is a schedule: `repeat` says daily, weekly or monthly, `due` is its first time.
- A time that is no date (下周某天) stays in the content, and nothing is due.
"""

from memory.extract import words_en
from memory.extract.date_phrases import Marks, resolve
from memory.extract.scan import drop, each, entry, has, head, is_chinese, look, skip, trimmed
from memory.extract.time_phrases import read as read_dates
from memory.text import dates
from memory.text.folding import fold, plain
from memory.text.phrase_tables import replaced

from .rules import done_tables
from .rules.todo_tables import Chinese, English

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LONGEST = 200  # characters that are read
_LAST_MINUTE = 86340  # seconds of a day
_MORNING = 32400
_QUOTES = '|"|“|”|「|」| |'
# Hours by the part of the day (`memory.extract.date_phrases`).
_PARTS = (0, 6, 8, 12, 15, 20, 8)


def todo(text: str, now: int) -> "dict | None":
    """{content, due, remind, repeat} of a sentence; None where it asks for nothing."""
    for _, found in todos(text, now):
        return found
    return None


def todos(text: str, now: int) -> "list[tuple[str, dict]]":
    """[(sentence, what `todo` says of it)] of the sentences that ask for something."""
    found = []
    for sentence, asked in _sentences(plain(text)[:_LONGEST]):
        one = _read(_language(sentence), sentence, asked, now)
        if one:
            found.append((sentence, one))
    return found


def _language(text: str) -> "Any":
    return Chinese if is_chinese(text) else English


def _sentences(text: str) -> "list[tuple[str, bool]]":
    """[(sentence, whether it asks)]."""
    for mark in "。！!；;\n":
        text = text.replace(mark, "\r")
    text = text.replace("？", "?").replace("?", "?\r").replace(". ", "\r")
    found = []
    for piece in text.split("\r"):
        piece = piece.strip()
        if piece:
            polite = has("|好吗|可以吗|行吗|能不能|", piece)
            asked = piece.endswith("?") or (piece.endswith("吗") and not polite)
            found.append((piece.rstrip("?."), asked))
    return found


def _opened(text: str) -> str:
    """Contractions opened, a blank at the end, no commas and colons."""
    text = text.replace("’", "'").replace(",", " ").replace(": ", " ")
    text = replaced(words_en.TIDY, replaced(words_en.OPENED, text))
    while "  " in text:
        text = text.replace("  ", " ")
    text = text.strip() + " "
    return text


def _read(w: "Any", text: str, asked: bool, now: int) -> "dict | None":
    if w.CHINESE:
        for mark in ("，", "：", "、", ",", ": "):
            text = text.replace(mark, " ")
    else:
        text = _opened(text)
    onto = _onto(w, text)
    if onto:
        return {"content": onto, "due": None, "remind": None, "repeat": None}
    low = fold(text)
    marks = Marks()
    places, end = read_dates(low, now, marks, w.WHEN)
    if end < len(low):
        places = places + [end, len(low)]
    left = "".join([text[places[at] : places[at + 1]] for at in range(0, len(places), 2)])
    found = _asked_for(w, left, asked, marks)
    if found is None:
        return None
    content, letter = found
    resolved = resolve(marks, now) if marks.seen else None
    if letter == "d" and (resolved is None or not _is_by(w, low)):
        return None
    if marks.seen and (resolved is None or len(resolved[0]) < 10):
        again = _asked_for(w, text, asked, Marks())
        return None if again is None else _made(again[0], None, None, None)
    if resolved is None:
        return _made(content, None, None, None)
    due, repeat = _due(marks, resolved, now)
    remind = due if letter in "rc" else None
    if remind is not None and due % dates.DAY == _LAST_MINUTE:
        remind = due - _LAST_MINUTE + _MORNING
        remind = remind if remind > now else None
    return _made(content, due, remind, repeat)


def _made(content: str, due: "int | None", remind: "int | None", repeat: "str | None") -> dict:
    return {"content": content, "due": due, "remind": remind, "repeat": repeat}


def _due(marks: Marks, resolved: tuple, now: int) -> "tuple[int, str | None]":
    when, repeat = resolved
    due = dates.parse(when)
    if dates.has_time(when):
        return due, dates.REPEATS[repeat] if repeat else None
    hour = _PARTS[marks.part]
    if hour and due + hour * 3600 > now:
        return due + hour * 3600, None
    return due + _LAST_MINUTE, None


def _onto(w: "Any", text: str) -> str:
    """What is put on the list: 把买电池加到待办里, add buy eggs to my todo list."""
    low = fold(text)
    begin = skip(w.ONTO_HEADS, low)
    for words in w.ONTO:
        at = low.find(words)
        if at > begin > 0:
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
    if not letter or (asked and not (polite and letter == "r")):
        return None
    if letter == "t" and marks.vague and marks.seen:
        return None
    content = _content(w, left, low, at, letter)
    return content if content is None else (frame + content[0], letter)


def _behind_frame(w: "Any", low: str) -> int:
    """Where 出门前 and 下班的时候 end at the beginning; 0 where nothing like it stands there."""
    for at in range(2, min(8, len(low))):
        if drop(w.WHILE, low, at, 1) < at and not has("|我|你|他|她|", low[:at]):
            if look(w.TRIGGERS, low, at)[1]:
                return at
    return 0


def _content(w: "Any", left: str, low: str, at: int, letter: str) -> "tuple[str, str] | None":
    bare = at
    at = skip(w.HEAD_WORDS, low, at)
    for place in (bare, at):
        first = low[place : place + 1]
        if first and not (place == bare and first == "的" and letter == "t"):
            if head(w.NOT_CONTENT, low, place):
                return None
    if has(w.ASKS, low[bare:]) and w.CHINESE:
        return None
    end = drop(w.TAILS, low, len(low), at)
    if letter == "c" and not head(w.WAKES, low, at):
        return None
    content = trimmed(left[at:end].strip(), _QUOTES)
    return (content, letter) if len(content) > 1 else None


def _is_by(w: "Any", low: str) -> bool:
    return has(w.BY, low)


# -- done ------------------------------------------------------------------------------------


def done_words(text: str) -> str:
    """The words of what the owner says is done, to be matched with a todo; "" for none."""
    found = done(text)
    return found[0] if found else ""


def done(text: str) -> "list[str]":
    """As `done_words`, of every sentence that has some."""
    found = []
    for sentence, asked in _sentences(plain(text)[:_LONGEST]):
        if not asked:
            w = _language(sentence)
            words = _done_zh(sentence) if w.CHINESE else _done_en(sentence)
            if words:
                found.append(words)
    return found


def _done_zh(text: str) -> str:
    low = fold(text)
    if has(done_tables.NOT_DONE, low):
        return ""
    at = skip(done_tables.HEADS, low)
    end = drop(done_tables.TAILS, low, len(low), at)
    for word in each(done_tables.CROSSED):
        found = low.find(word, at)
        if found > at:
            return text[skip("|把|", low, at) : found]
    if head(done_tables.OTHERS, low, at):
        return ""
    at += head("|把|", low, at)
    stop = drop(done_tables.FINISHED, low, end, at)
    if stop < end:  # 签证搞定了
        return text[at:stop] if stop - at > 1 else ""
    size = head(done_tables.FINISHED, low, at)
    if size:
        return text[at + size : end] if end - at - size > 1 else ""
    stop = drop(done_tables.MARKS, low, end, at)
    if drop(done_tables.DEEDS, low, stop, at) < stop < end:  # 报告交了, 牛奶买好了
        return text[at:stop] if stop - at > 1 else ""
    for place in range(at, end - 1):  # 买了牛奶, 给奶奶打过电话了
        verb = place + head(done_tables.DEEDS, low, place)
        size = head(done_tables.MARKS, low, verb)
        if verb > place and size and verb + size < stop:
            return text[at:verb] + text[verb + size : stop]
    return ""


def _done_en(text: str) -> str:
    text = _opened(text)
    low = fold(text)
    for table in (done_tables.CROSSED_EN, done_tables.FINISHED_EN):
        at = skip(done_tables.HEADS_EN, low)
        size = head(table, low, at)
        if size:
            end = drop(done_tables.TAILS_EN, low, len(low), at + size)
            words = text[at + size : end].strip()
            return "" if entry("|it |that |this |eating |talking |", fold(words) + " ") else words
    end = drop(done_tables.IS_DONE_EN, low, len(low), 1)
    if end < len(low) and not has("|not |what |", low):
        words = text[skip("|the |my |", low) : end].strip()
        return "" if entry(done_tables.NOTHING_EN, fold(words) + " ") else words
    at = head(done_tables.I_HAVE, low)
    word = low[at : low.find(" ", at)]
    if at and (word.endswith("ed") or entry(done_tables.PAST_EN, word + " ")):
        if has(done_tables.NOT_DONE_EN, low) or entry(done_tables.NO_DEED_EN, word + " "):
            return ""
        end = drop(done_tables.TAILS_EN, low, len(low), at)
        words = text[at:end].strip()
        return words if " " in words else ""
    return ""
