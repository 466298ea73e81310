"""
Several: the reminders that are asked for in one breath, with the words that ask said once.

提醒我明天上午十点交报告，下午三点开会; "remind me at 5 to call Bob and at 6 to call Amy". Each has
a time of its own, and what is to be done then: a thing to be got as well, a reason or a second
time of the same make none. A clock alone is on the day of the first, and in its half. Pure; `now`
in local seconds.
"""

from memory.extract.date_phrases import AFTERNOON, EVENING, Marks, resolve
from memory.extract.scan import cut, each, has, head, skip
from memory.text.script import fold

from ..rules import reminder_times
from ..rules.corrected_times import is_deed
from ..rules.reminder_times import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST = 4  # reminders of a sentence
# -- Chinese ---------------------------------------------------------------------------------
_ASKS_ZH = "|提醒我|提醒一下我|提醒我一下|叫我|记得|别忘了|"
_JOINS_ZH = "|，|、|和|然后|还有|以及|"
_MORE_ZH = "|，|、| |和|然后|还有|以及|再|另外|并且|接着|"
_TO_ZH = "|再|就|也|记得|"
_ON_THE_WAY = "|去|来|到|有|是|出差|飞|回|出发|见|"  # on another day: why, more often than what
# -- English ---------------------------------------------------------------------------------
_ASKS_EN = "remind me "
_JOINS_EN = "|, and then |, and |, then | and then | then | and |, |"


def apart(w: "Any", sentence: str, now: int) -> "list[tuple[str, str, Marks | None]]":
    """
    [(clause, the same as it is read, day)] of each of several reminders; [] where there is one.
    """
    low = fold(sentence)
    if len(low) != len(sentence):
        return []
    low = low.replace(",", "，") if w.CHINESE else low
    places = (_cuts_zh if w.CHINESE else _cuts_en)(w, sentence, low, now)
    if not places or len(places) >= _MOST:
        return []
    first = sentence[: places[0][0]]
    marks, _, _ = _times(w, first, now)
    day = reminder_times.day_of(marks, now) or Marks()
    day.part = marks.part if marks.part in (AFTERNOON, EVENING) else 0
    found: "list[tuple[str, str, Marks | None]]" = [(first, first, None)]
    ask = _ASKS_EN if not w.CHINESE else "提醒我" if has("|提醒|叫我|", low) else "记得"
    for at, (_, begin) in enumerate(places):
        end = places[at + 1][0] if at + 1 < len(places) else len(sentence)
        clause = sentence[begin:end]
        found.append((clause, clause if fold(clause).startswith(ask) else ask + clause, day))
    return found


def _times(w: "Any", text: str, now: int) -> "tuple[Marks, str, list]":
    """As `split`, of a text as it is read."""
    text = reminder_times.readable(w, text if w.CHINESE else reminder_times.opened(text), now)
    return split(w, text, len(text), now)


def _cuts_zh(w: "Any", sentence: str, low: str, now: int) -> "list[tuple[int, int]]":
    """(where one ends, where the next one begins)."""
    asks = cut(_ASKS_ZH, low, 0)
    found: "list[tuple[int, int]]" = []
    at = asks + head(_ASKS_ZH, low, asks)
    while at < len(low):
        is_next = head(_JOINS_ZH, low, at) > 0
        begin = skip(_MORE_ZH, low, at) if is_next else at
        if is_next and _is_timed_deed(w, low[begin:], now):
            if low[at : at + 1] == "，" or not _ends_with_time(w, sentence[:at], now):
                found.append((at, begin))
        at = max(begin, at + 1)
    return found


def _is_timed_deed(w: "Any", text: str, now: int) -> bool:
    """True for 下午三点开会, not for 十二点的飞机, 八点要开会; nor for 明天去北京, a day alone."""
    marks, left, places = _times(w, text[: cut("|，|", text, 0)], now)
    if not marks.seen or not places or places[0] == 0 or marks.repeat:
        return False
    left = left[skip(_TO_ZH, left) :]
    if not is_deed(left) and (not left or left[:1] not in w.DEEDS):
        return False
    is_of_day = not marks.timed() and not marks.part
    return resolve(marks, now) is not None and not (is_of_day and head(_ON_THE_WAY, left))


def _ends_with_time(w: "Any", text: str, now: int) -> bool:
    """True for 提醒我准备周六 before 和周日: a list of times."""
    _, _, places = _times(w, text, now)
    return not places or places[-1] < len(text)


def _cuts_en(w: "Any", sentence: str, low: str, now: int) -> "list[tuple[int, int]]":
    asks = low.find(_ASKS_EN)
    found: "list[tuple[int, int]]" = []
    at = asks + len(_ASKS_EN) if asks >= 0 else len(low)
    while at < len(low):
        size = head(_JOINS_EN, low, at)
        if size and _is_next_en(w, sentence[at + size :], now):
            found.append((at, at + size))
        at += size or 1
    return found


def _is_next_en(w: "Any", text: str, now: int) -> bool:
    """True for "in an hour to call Bob", "to call Amy at 6 pm" and what asks again."""
    low = fold(text)
    if low.startswith(_ASKS_EN):
        return True
    stop = min([low.find(sign) for sign in each("| and |, |") if sign in low] or [len(low)])
    marks, left, places = _times(w, text[:stop], now)
    if not marks.seen or not places or resolve(marks, now) is None:
        return False
    if low.startswith("to "):
        return len(left.split()) > 1
    return places[0] > 0 and left.startswith("to ") and len(left.split()) > 1
