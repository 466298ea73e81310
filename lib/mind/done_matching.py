"""
Done matching: the words of what the owner says is done, and whether they name a todo.

`done_zh` and `done_en` give them of a sentence (`todo_words.done` of a text); `names` compares.

Order and little words do not count (报告交了 is 交报告, "paid the rent" is "pay rent"): all that
one of the two says is in the other, in Chinese by characters, in English by words in their plain
form. So another number, name or verb is another thing. Pure.
"""

from memory.extract.scan import drop, each, entry, has, head, is_cjk, skip
from memory.text.script import fold

from .rules import done_tables

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
            if part and part not in parts and part not in done_tables.LITTLE:
                parts.append(part)
        word = ""
    return sorted(parts)


def _plain(word: str) -> str:
    """A word as `call` for called: what is left of regular forms is the same for each of them."""
    for pair in each(done_tables.BASES_EN):
        past, _, base = pair.partition(">")
        if word == past:
            return base
    if word in done_tables.LITTLE_EN.split("|"):
        return ""
    for ending in ("ing", "ted", "ed", "es", "s", "e"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1:] == word[-2:-1]:  # submitted, planned
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def done_zh(text: str) -> str:
    """The words of what a sentence says is done; "" for nothing."""
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


def done_en(text: str) -> str:
    """As `done_zh`, contractions opened, a blank at its end."""
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
    end = drop(done_tables.TAILS_EN, low, len(low))
    begin = low.rfind(" ", 0, max(end - 1, 0)) + 1
    stop = drop(done_tables.BEEN_EN, low, begin)
    if stop < begin and _is_deed(low[begin:end]) and not has("|not |what |if |", low):
        at = skip("|the |my |", low)  # the water bill is paid
        is_thing = not entry(done_tables.NOTHING_EN, low[at:stop])
        return text[at:stop] + text[begin:end].rstrip() if is_thing and stop > at else ""
    at = head(done_tables.I_HAVE, low)
    word = low[at : low.find(" ", at)]
    if at and _is_deed(word + " ") and not has(done_tables.NOT_DONE_EN, low):
        end = drop(done_tables.TAILS_EN, low, len(low), at)
        words = text[at:end].strip()
        return words if " " in words else ""
    return ""


def _is_deed(word: str) -> bool:
    is_past = word.endswith("ed ") or entry(done_tables.PAST_EN, word)
    return is_past and not entry(done_tables.NO_DEED_EN, word)
