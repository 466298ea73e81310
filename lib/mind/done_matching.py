"""
Done matching: the words of what the owner says is done, and whether they name a todo.

`done_zh` and `done_en` give them of a sentence (`todo_words.done` of a text); `names` compares.
`until` says when it was done at the latest: a todo that was made afterwards is another one.

Order and little words do not count (报告交了 is 交报告, "paid the rent" is "pay rent"): all that
one of the two says is in the other, in Chinese by characters, in English by words in their plain
form. So another number, name or verb is another thing. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.date_phrases import weekday
from memory.extract.scan import drop, each, entry, has, head, is_chinese, is_cjk, skip
from memory.extract.time_phrases import Tokens
from memory.text import dates
from memory.text.script import fold

from .rules import todo_tables

_DIGITS = "0123456789"


def names(said: str, content: str) -> bool:
    """True where these words may be about a todo of this content."""
    one, other = _parts(said), _parts(content)
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    if not shorter or (len(shorter) == 1 and is_cjk(shorter[0])):
        return False
    for part in shorter:
        if part not in longer:
            return False
    return [part for part in one if part[:1] in _DIGITS] == [
        part for part in other if part[:1] in _DIGITS
    ]


def _parts(text: str) -> "list[str]":
    """Its characters and words, each once, without those that say little."""
    parts: "list[str]" = []
    word = ""
    for letter in fold(text) + " ":
        if not is_cjk(letter) and (letter.isalpha() or letter in _DIGITS):
            word += letter
            continue
        for part in (_plain(word), letter if is_cjk(letter) else ""):
            if part and part not in parts and part not in todo_tables.LITTLE:
                parts.append(part)
        word = ""
    return sorted(parts)


def _plain(word: str) -> str:
    """A word as `call` for called: what is left of regular forms is the same for each of them."""
    for pair in each(todo_tables.BASES_EN):
        past, _, base = pair.partition(">")
        if word == past:
            return base
    if word in todo_tables.LITTLE_EN.split("|"):
        return ""
    for ending in ("ing", "ted", "ed", "es", "s", "e"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1:] == word[-2:-1]:  # submitted, planned
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def until(text: str, now: int) -> int:
    """The last second at which what a sentence says can have been done; 0 for some time before."""
    low = " " + fold(text).replace(",", " ").strip() + " "
    found = now
    for pair in each(todo_tables.PAST):
        word, _, code = pair.partition(":")
        end = low.find(word) + len(word)
        if end >= len(word) and low[end : end + 1] != "的":
            found = min(found, _end(code, now))
    tokens = Tokens(low, words_zh.WHEN if is_chinese(text) else words_en.WHEN)
    for at in range(len(tokens.codes)):
        code, value = tokens.codes[at], tokens.values[at]
        before = low[tokens.begins[max(at - 1, 0)] : tokens.begins[at]]
        rest = low[tokens.begins[at + 1] :]
        if code == "W" and (entry(todo_tables.DAY_BEHIND, before) or is_cjk(before[-1:])):
            back = (weekday(now // dates.DAY) - min(value, 6)) % 7 or 7
            found = min(found, now if rest[:1] == "的" else _end(str(24 * back - 24), now))
        elif code == "o" and entry(todo_tables.DAY_BEHIND, before):
            found = 0
        elif code in ("U", "Y") and rest.startswith(("ago ", "前", "以前", "之前")):
            is_known = tokens.codes[at - 1] in ("N", "g")
            found = min(found, _ago(tokens.values[at - 1], value, now) if is_known else 0)
    return max(found, 0)


def _ago(count: int, unit: int, now: int) -> int:
    unit = (2592000, 31536000)[unit] if unit < 2 else unit
    if unit < dates.DAY:
        return now - count * unit
    return (now - count * unit) // dates.DAY * dates.DAY + dates.DAY


def _end(code: str, now: int) -> int:
    day = now // dates.DAY
    year, month, _ = dates.civil(day)
    if code == "x":
        return 0
    if code == "w":
        return (day - weekday(day)) * dates.DAY
    if code in ("m", "y"):
        return dates.days(year, month if code == "m" else 1, 1) * dates.DAY
    return day * dates.DAY - int(code) * 3600


def done_zh(text: str) -> str:
    """The words of what a sentence says is done; "" for nothing."""
    low = fold(text)
    if has(todo_tables.NOT_DONE, low):
        return ""
    at = skip(todo_tables.HEADS, low)
    end = drop(todo_tables.TAILS, low, len(low), at)
    for word in each(todo_tables.CROSSED):
        found = low.find(word, at)
        if found > at:
            return text[skip("|把|", low, at) : found]
    if head(todo_tables.OTHERS, low, at):
        return ""
    at += head("|把|", low, at)
    stop = drop(todo_tables.FINISHED, low, end, at)
    if stop < end:  # 签证搞定了
        return text[at:stop] if stop - at > 1 else ""
    size = head(todo_tables.FINISHED, low, at)
    if size:
        return text[at + size : end] if end - at - size > 1 else ""
    if _is_soon(low, at):
        return ""
    stop = drop(todo_tables.MARKS, low, end, at)
    if drop(todo_tables.DEEDS, low, stop, at) < stop < end:  # 报告交了, 牛奶买好了
        return text[at:stop] if stop - at > 1 else ""
    for place in range(at, end - 1):  # 买了牛奶, 给奶奶打过电话了
        verb = place + head(todo_tables.DEEDS, low, place)
        size = head(todo_tables.MARKS, low, verb)
        if verb > place and size and verb + size < stop:
            if has(todo_tables.THEN, low[verb + size :]):
                return ""
            return text[at:verb] + text[verb + size : stop]
    return ""


def _is_soon(low: str, at: int) -> bool:
    """True for 酒店快订好了: 快 before a deed."""
    at = low.find(todo_tables.SOON, at)
    return at >= 0 and head(todo_tables.DEEDS, low, at + 1) > 0


def done_en(text: str) -> str:
    """As `done_zh`, contractions opened, a blank at its end."""
    low = fold(text)
    if has(todo_tables.NOT_DONE_EN, low):
        return ""
    for table in (todo_tables.CROSSED_EN, todo_tables.FINISHED_EN):
        at = skip(todo_tables.HEADS_EN, low)
        size = head(table, low, at)
        if size:
            end = drop(todo_tables.TAILS_EN, low, len(low), at + size)
            words = text[at + size : end].strip()
            return "" if entry("|it |that |this |eating |talking |", fold(words) + " ") else words
    end = drop(todo_tables.IS_DONE_EN, low, len(low), 1)
    if end < len(low) and not has("|what |", low):
        words = text[skip("|the |my |", low) : end].strip()
        return "" if entry(todo_tables.NOTHING_EN, fold(words) + " ") else words
    end = drop(todo_tables.TAILS_EN, low, len(low))
    begin = low.rfind(" ", 0, max(end - 1, 0)) + 1
    stop = drop(todo_tables.BEEN_EN, low, begin)
    if stop < begin and _is_deed(low[begin:end]) and not has("|what |", low):
        at = skip("|the |my |", low)  # the water bill is paid
        is_thing = not entry(todo_tables.NOTHING_EN, low[at:stop])
        return text[at:stop] + text[begin:end].rstrip() if is_thing and stop > at else ""
    at = head(todo_tables.I_HAVE, low)
    word = low[at : low.find(" ", at)]
    if at and _is_deed(word + " "):
        end = drop(todo_tables.TAILS_EN, low, len(low), at)
        words = text[at:end].strip()
        return words if " " in words else ""
    return ""


def _is_deed(word: str) -> bool:
    is_past = word.endswith("ed ") or entry(todo_tables.PAST_EN, word)
    return is_past and not entry(todo_tables.NO_DEED_EN, word)
