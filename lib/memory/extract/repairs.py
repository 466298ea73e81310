"""
Repairs: what somebody says next where the value they said was wrong.

"I'm fifty-two, no, hang on, fifty-three": behind words that take back (`REPAIRS`) a value alone
stands for the last one of its sort in the clause before, which is read again with it: a number, a
day, a time of day, else the name, place or thing that was found there. Where nothing fits, what
was found is dropped: nothing is better than the wrong value. The letters of `REPAIRS`:

    f takes back   l may be said of anything else, too: only a number or a name repairs
    a takes back where it stands alone: "no," but not "no sugar"   . no repair
"""

from memory.text.folding import fold
from memory.text.phrase_tables import replaced

from .scan import drop, flags, has, head, look, skip
from .time_phrases import Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import Found, UtteranceContext

_SORTS = "WJCHDVRoN"  # what a value is, the first that both have
_REACH, _REACH_SIGNS = 34, 9  # characters of a value
_OBJECTS = "fhpKLdwBPyRtx"  # letters of LEADS whose object stands at the end


def repaired(context: "UtteranceContext", text: str) -> "tuple[str, list[Found] | None]":
    """
    What is to be read of a clause, and what was taken back; None where nothing was. It is the
    clause before with another value, the clause itself, or "" where it only takes back.
    """
    w, low = context.w, fold(text)
    letters, at = _cue(w, low)
    letters += context.repair
    context.repair = ""
    denied = _denied(context, low[at:])  # Bristol, not Bristol,
    letters += "f" * denied
    if denied or (at and not low[at:].strip()):
        context.repair = letters
        return "", None
    if not letters or context.told is None:
        return text, None
    told, heard, count, tables = context.told
    taken = context.found[count:]
    if not taken:
        return text, None
    told = replaced(tables.TIDY, " " + told).lstrip()
    firm = "f" in letters or "a" in letters
    again = _again(context, tables, told, text[at:].strip(), taken[-1], firm)
    if again is None:  # a statement of its own
        return text, taken if "f" in letters else None
    context.found[count:] = []
    context.listing, context.waiting, context.unnamed = "", [], False
    context.w, context.heard = tables, heard + " " + context.heard
    return again, taken


def _denied(context: "UtteranceContext", rest: str) -> bool:
    """True where somebody takes back no more than what they said: not Bristol, 不是周二."""
    w = context.w
    if context.told is None or len(context.found) == context.told[2]:
        return False
    at = skip(w.REPAIR_HEADS, rest)
    size = head("|not |不是|", rest, at)
    value = rest[at + size :].strip() + w.GAP
    value = w.GAP + value[: drop(w.PARTICLES, value, len(value))]
    return size > 0 and value.strip() != "" and value in w.GAP + fold(context.told[0]) + w.GAP


def _cue(w: "Any", low: str) -> "tuple[str, int]":
    """The letters of the words that take back, and where they end; 0 where there are none."""
    letters, at, size = "", 0, 1
    while size:
        end, letter = look(w.REPAIRS, low, at)
        if letter == ".":
            return "", 0
        letters += letter
        size = end - at or head(w.REPAIR_HEADS, low, at)
        at += size
    if letters[-1:] == "a" and low[at:].strip():
        if at == head(w.REPAIRS, low, 0, ":"):
            return "", 0
        letters = letters[:-1] + "l"  # 啊不，五十三, but not 哎不想去
    return letters, at if letters else 0


def _again(
    context: "UtteranceContext", w: "Any", told: str, rest: str, last: "Found", firm: bool
) -> "str | None":
    """The clause `told` with `rest` in its place, "" where it has none; None: no value alone."""
    rest = replaced(context.w.TIDY, replaced(context.w.OPENED, " " + rest)).strip()
    gap = " " if w.NEEDS_ARTICLE else ""
    low = fold(rest) + gap
    low = low[: drop(w.PARTICLES, low, len(low))]
    whole, low = low, low[skip(w.VALUE_HEADS, low) :]
    rest = rest + gap
    rest = rest[fold(rest).find(low) :][: len(low)]
    if not 0 < len(low) <= (_REACH if w.NEEDS_ARTICLE else _REACH_SIGNS):
        return None
    new = Tokens(low, w.WHEN)
    size = (new.codes + ".").find(".")
    if [True for sort in _SORTS if sort in new.codes[:size]]:
        return _with_value(w, told, rest, new, size)
    named = "A" <= rest[:1] <= "Z"
    end = look(w.LEADS, low, 0)[0]
    at = fold(told).find(low[:end]) if end and firm else -1
    if at >= 0:  # 喜欢蓝色 of 我喜欢红色
        return told[:at] + rest
    if head(w.OTHERS, whole) and not named:
        return None
    for table in (w.SELF, w.POSSESSIVES, w.ADVERBS, w.KIN):
        if head(table, low):
            return None
    other = end or low.count(" ") > 3 or low.strip() in fold(told) or has("|不|了|not |", low)
    loose = not firm and not (named and "A" <= str(last.content)[:1] <= "Z")
    return None if other or loose or flags(w.GATES, low) else _with_thing(w, told, rest, last)


def _with_value(w: "Any", told: str, rest: str, new: Tokens, size: int) -> str:
    """The clause with another number, day or time."""
    old = Tokens(fold(told), w.WHEN)
    codes = new.codes[:size]
    for sort in _SORTS:
        at = old.codes.rfind(sort) if sort in codes else -1
        if at >= 0:
            break
    else:
        return ""
    begin, end = at, at + 1
    while begin and old.codes[begin - 1] in codes.replace(sort, ""):
        begin -= 1
    while old.codes[end : end + 1] and old.codes[end] in codes + "FQmK" * (sort == "H"):
        end += 1
    after = told[old.begins[end] :]
    tail = rest[new.begins[size] :]
    if tail and not fold(after).startswith(fold(tail)):
        after = tail  # 不是，七点吃饭
    return told[: old.begins[begin]] + rest[: new.begins[size]] + after


def _with_thing(w: "Any", told: str, rest: str, last: "Found") -> str:
    """The clause with another name or thing than the one that was found in it."""
    low = fold(told)
    old = fold(str(last.content)).strip()
    if last.kind != "fact":
        at = low.rfind(old) if old else -1
        return told[:at] + rest.strip() + told[at + len(old) :] if at >= 0 else ""
    at, end = low.find("对"), low.rfind("过敏")
    if 0 <= at < end:  # 对虾过敏
        return told[: at + 1] + rest + told[end:]
    at = 0
    for word in ("to ", "in ", "at ", "of ", "for ", "a ", "an ", "the "):
        place = low.rfind(" " + word) + 1
        at = max(at, place + len(word) * (place > 0 and not rest.startswith(word)))
    if w.NEEDS_ARTICLE and at:
        return told[:at] + rest
    at = skip(w.ADVERBS, low, head(w.SELF, low, skip(w.BEFORE_SELF, low)))
    end, meaning = look(w.LEADS, low, at)
    return told[:end] + rest if meaning and meaning in _OBJECTS else ""
