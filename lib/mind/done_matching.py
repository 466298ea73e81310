"""
Done matching: the words of what the owner says is done, and whether they name a todo.

`done_zh` and `done_en` give them of a sentence, one for each thing (`todo_words.done` of a text);
`names` compares, `each_of` where one thing is said of several todos.
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
from .rules.corrected_times import when
from .rules.relatives import has_anybody, is_beside, somebody

_DIGITS = "0123456789"
# What names of others end with, and who is not the owner.
_ROLES_ZH = "|老师|医生|经理|师傅|先生|女士|阿姨|叔叔|大哥|"
_OTHERS_EN = "|he|she|they|his|her|their|somebody|someone|everybody|everyone|"
_TIMES_EN = (
    "|today|yesterday|tonight|tomorrow|week|month|year|monday|tuesday|wednesday|thursday|friday"
    "|saturday|sunday|"
)
_ADVERBS_ZH = "|已经|已|刚|刚刚|刚才|也|都|就|终于|今天|昨天|早就|早|帮我|替我|给我|"
_MARKS = "|干净了|回去了|走了|下来了|齐了|清了|妥了|过去了|进去了|起来了|出来了|"
_LITTLE = "我也都已经就刚和跟与"
_SAME_ZH = "通电话>打电话|通了电话>打电话|通个电话>打电话|拿>取|领>取|缴>交|付>交"
_LITTLE_EN = "|both|all|also|too|finally|just|already|is|are|was|were|now|our|at|from|"
_PARTICLES = "|up |out |back |in |away |over |down |"
_CALLS = "|called |phoned |texted |emailed |asked |arrived |messaged |finished |"
_ANY_TIME = "|read|put|set|cut|shut|let|fed|used|need|based|supposed|asked|reminded|"
_NOT_BY_ME = "|a call |a message |an email |a text |a letter |"
_PAST = (
    "|taken |written |given |spoke |spoken |drove |driven |chose |chosen |sold |lent |threw "
    "|thrown |withdrew |withdrawn |rung |found |built |hung |swept |left |ate |eaten |drank "
    "|saw |seen |taught |picked |"
)
_BASES = (
    "|taken>take|written>write|given>give|spoke>speak|spoken>speak|drove>drive|driven>drive"
    "|chose>choose|chosen>choose|sold>sell|lent>lend|threw>throw|thrown>throw"
    "|withdrew>withdraw|withdrawn>withdraw|rung>ring|found>find|built>build|hung>hang"
    "|swept>sweep|left>leave|ate>eat|eaten>eat|drank>drink|saw>see|seen>see|taught>teach|"
)
_GIVEN = ("bring", "tak", "giv", "send")  # back: to return
# Plain forms of words for one thing, of which a todo may have one and who has done it another.
_SAME = "|ring>cal|phon>cal|speak>cal|talk>cal|get>buy|pick>buy|collect>buy|fetch>buy|grab>buy|"


def names(said: str, content: str) -> bool:
    """True where these words may be about a todo of this content, and of nobody else's."""
    one, other = _parts(said), _parts(content)
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    if not shorter or (len(shorter) == 1 and is_cjk(shorter[0])):
        return False
    for part in shorter:
        if part not in longer:
            return False
    if is_of_others(said, content) or not _is_deed_of(said, content, one, other):
        return False
    return [part for part in one if part[:1] in _DIGITS] == [
        part for part in other if part[:1] in _DIGITS
    ]


def each_of(said: str, contents: "list[str]") -> bool:
    """True for 水费电费都交 of 交水费 and 交电费: all of each is said, and nothing else is."""
    words = _parts(said)
    left = list(words)
    for content in contents:
        parts = _parts(content)
        if len(parts) == len(words) or [part for part in parts if part not in words]:
            return False
        left = [part for part in left if part not in parts]
    return not left


def is_part(said: str, content: str) -> bool:
    """True where all of these words are of a content: 老张的会 of 和老张开会."""
    one, other = _parts(said), _parts(content)
    is_short = len(one) < 2 and (not one or is_cjk(one[0]))
    is_all = not [part for part in one if part not in other]
    return not is_short and is_all and not is_of_others(said, content)


def is_of_others(said: str, content: str) -> bool:
    """True where words are of somebody's of whom a content says nothing: 我哥的房租, Tom's."""
    return _of_others_zh(fold(said), content) if is_chinese(said) else _of_others_en(said, content)


def _of_others_zh(said: str, content: str) -> bool:
    at = head("|我|把|", said)
    size = _other_zh(said, at) or head("|他|她|你|", said, at)
    if size:
        return not _holds(content, said[at : at + size])
    whose = said.find("的", at)
    front = said[at:whose] if whose >= 0 else ""
    if not front:  # 张三房租交
        stop = at
        while stop < len(said) and said[stop : stop + 1] not in content:
            stop += 1
        front = said[at:stop]
    is_role = front and drop(_ROLES_ZH, front, len(front), 1) < len(front)
    if is_role or (front and has_anybody(front)):
        return not _holds(content, front)
    is_name = front[:1] in words_zh.SURNAMES or head("|小|老|阿|", front)
    is_name = is_name and 1 < len(front) < 4 and not entry(words_zh.CITIES, front)
    return bool(is_name and not _holds(content, front) and when(front, 0) is None)


def _other_zh(low: str, at: int) -> int:
    """The length of somebody who is not the owner, and stands there; 0 for none."""
    return head(words_zh.KIN, low, at) or somebody(low, at)


def _is_other_en(word: str) -> bool:
    return entry(words_en.KIN, word + " ") or is_beside(word) or entry(_OTHERS_EN, word)


def _holds(content: str, words: str) -> bool:
    return not [1 for at in range(len(words)) if words[at : at + 1] not in content]


def _of_others_en(said: str, content: str) -> bool:
    known = _parts(content)
    before = ""
    for word in said.replace("’", "'").replace(",", " ").split():
        low = fold(word)
        whose = low[:-2] if low.endswith("'s") else low
        is_who = _is_other_en(whose)
        is_name = whose != low and not entry(_TIMES_EN, whose)
        if (is_name or (is_who and before not in ("to", "with", "from"))) and (
            _plain(whose) not in known
        ):
            return True
        before = before if low == "my" else low
    return False


def _is_deed_of(said: str, content: str, one: "list[str]", other: "list[str]") -> bool:
    """False where what was done is another thing than what is to be done: told Tom to pay."""
    if is_chinese(said):
        if head("|去|", said) == 0 and not said.endswith("去"):
            return True
        if has(todo_tables.DEEDS, said.replace("去", "")):
            return True
        return "去" in content and not [part for part in other if part not in one]
    words = fold(said).split()
    for word in (words[0], words[-1]):
        base = _plain(word) if _is_deed(word + " ") else ""
        if base and base not in other and not (base in _GIVEN and "return" in one):
            return False
    return True


def _parts(text: str) -> "list[str]":
    """Its characters and words, each once, without those that say little."""
    parts: "list[str]" = []
    word = ""
    text = fold(text)
    for pair in each(_SAME_ZH):
        said, _, meant = pair.partition(">")
        text = text.replace(said, meant)
    for letter in text + " ":
        if not is_cjk(letter) and (letter.isalpha() or letter in _DIGITS):
            word += letter
            continue
        for part in (_plain(word), letter if is_cjk(letter) else ""):
            if part and part not in parts and part not in todo_tables.LITTLE + _LITTLE:
                parts.append(part)
        word = ""
    if "back" in parts and [part for part in parts if part in _GIVEN]:
        parts = [part for part in parts if part not in _GIVEN and part != "back"] + ["return"]
    return sorted(parts)


def _plain(word: str) -> str:
    """A word as `call` for called: what is left of regular forms is the same for each of them."""
    if entry(todo_tables.LITTLE_EN, word) or entry(_LITTLE_EN, word):
        return ""
    for pair in each(todo_tables.BASES_EN) + each(_BASES):
        past, _, base = pair.partition(">")
        if word == past:
            word = base
            break
    for ending in ("ing", "ted", "ed", "es", "s", "e"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1:] == word[-2:-1]:  # submitted, planned
        word = word[:-1]
    word = word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word
    for pair in each(_SAME):
        other, _, meant = pair.partition(">")
        if word == other:
            return meant
    return "" if entry(todo_tables.LITTLE_EN, word) else word


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


def done_zh(text: str) -> "list[str]":
    """The words of what a sentence says is done, each thing its own: 药买了，花也浇了."""
    if has(todo_tables.NOT_DONE, fold(text)) or _is_told(fold(text)):
        return []
    found: "list[str]" = []
    clauses = text.replace(",", "，").split("，")
    for clause in clauses if len(clauses) > 1 else []:
        words = _done_zh(clause)
        if words and not has("|告诉|", clause):
            found.append(words)
        elif found and has(todo_tables.THEN, clause[:1]):
            return []
        elif skip(todo_tables.HEADS, clause) < len(clause):
            break
    whole = "" if found else _done_zh(text)
    return [whole] if whole else found


def _is_told(low: str) -> bool:
    """True for 我哥说他交了; 跟老师说了 is done."""
    at = low.find("说")
    is_told = at > 0 and low[at + 1 : at + 2] != "明" and has(todo_tables.DEEDS, low[at:])
    return is_told and not has("|跟|和|对|给|向|同|", low[:at])


def _done_zh(text: str) -> str:
    low = fold(text)
    at = skip(todo_tables.HEADS, low)
    end = drop(todo_tables.TAILS, low, len(low), at)
    for word in each(todo_tables.CROSSED):
        found = low.find(word, at)
        if found > at:
            return text[skip("|把|", low, at) : found]
    if head(todo_tables.OTHERS, low, at) or head("|等|", low, at) or _acts(low, at):
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
    stop = drop(todo_tables.MARKS, low, drop(_MARKS, low, end, at), at)
    if drop(todo_tables.DEEDS, low, stop, at) < stop < end:  # 报告交了, 牛奶买好了
        return text[at:stop] if stop - at > 1 else ""
    for place in range(at, end - 1):  # 买了牛奶, 给奶奶打过电话了
        verb = place + head(todo_tables.DEEDS, low, place)
        if verb > place and head("|给|到|", low, verb) and low[:end].endswith("了"):
            return text[at : end - 1] if end - verb > 2 else ""  # 钱转给爸爸了
        size = head(todo_tables.MARKS, low, verb)
        if verb > place and size and verb + size < stop:
            if has(todo_tables.THEN, low[verb + size :]):
                return ""
            return text[at:verb] + text[verb + size : stop]
    return ""


def _acts(low: str, at: int) -> bool:
    """True where a relative has done it: 我哥交了, 妈妈把牛奶买了."""
    size = _other_zh(low, at)
    verb = skip(_ADVERBS_ZH, low, at + size)
    if low[verb : verb + 1] == "喂":  # 宝宝喂了
        return False
    return size > 0 and (head(todo_tables.DEEDS, low, verb) > 0 or low[verb : verb + 1] == "把")


def _is_soon(low: str, at: int) -> bool:
    """True for 酒店快订好了: 快 before a deed."""
    at = low.find(todo_tables.SOON, at)
    return at >= 0 and head(todo_tables.DEEDS, low, at + 1) > 0


def done_en(text: str) -> "list[str]":
    """As `done_zh`, contractions opened, a blank at its end."""
    low = fold(text)
    if has(todo_tables.NOT_DONE_EN, low):
        return []
    for table in (todo_tables.CROSSED_EN, todo_tables.FINISHED_EN):
        at = skip(todo_tables.HEADS_EN, low)
        size = head(table, low, at)
        if size:
            end = drop(todo_tables.TAILS_EN, low, len(low), at + size)
            words = text[at + size : end].strip()
            is_none = entry("|it |that |this |eating |talking |", fold(words) + " ")
            return [] if is_none or not words else [words]
    end = drop(todo_tables.IS_DONE_EN, low, len(low), 1)
    if end < len(low) and not has("|what |", low):
        words = text[skip("|the |my |", low) : end].strip()
        return [] if entry(todo_tables.NOTHING_EN, fold(words) + " ") or not words else [words]
    words = _been_done(text, low) or _did(text, low)
    return _each_deed(words) if words else []


def _been_done(text: str, low: str) -> str:
    """The water bill is paid, the parcel has been picked up, the hotel's booked."""
    end = drop(todo_tables.TAILS_EN, low, len(low))
    end = drop(_PARTICLES, low, end)
    begin = low.rfind(" ", 0, max(end - 1, 0)) + 1
    stop = drop(todo_tables.BEEN_EN, low, begin)
    at = skip("|the |my |", low)
    if stop == begin and low[:begin].endswith("'s ") and not has(_CALLS, low[begin:end]):
        stop = begin - 3
        last = low[at:stop].split(" ")[-1]
        if _is_other_en(last):
            return ""
    elif stop == begin:
        return ""
    if not _is_deed(low[begin:end]) or has("|what |", low) or stop <= at:
        return ""
    if entry(todo_tables.NOTHING_EN, low[at:stop].strip() + " "):
        return ""
    return text[at:stop].rstrip() + " " + text[begin:end].rstrip()


def _did(text: str, low: str) -> str:
    """I've called mum, took my pill."""
    at = head(todo_tables.I_HAVE, low)
    if not at:  # whoever speaks so may tell of more
        at = skip(todo_tables.HEADS_EN, low)
        if entry(_ANY_TIME, low[at : low.find(" ", at)]) or has("| but |", low):
            return ""
    word = low[at : low.find(" ", at)]
    if not _is_deed(word + " ") or has(_NOT_BY_ME, low[at:]):
        return ""
    end = drop(todo_tables.TAILS_EN, low, len(low), at)
    words = text[at:end].strip().rstrip("!")
    return words if " " in words else ""


def _each_deed(words: str) -> "list[str]":
    """Bought milk and watered the plants: two things."""
    found: "list[str]" = []
    pieces = words.replace(", and ", " and ").replace(", ", " and ").split(" and ")
    for piece in pieces:
        word = fold(piece.split(" ")[0]) + " "
        if not found or (_is_deed(word) and " " in piece):
            found.append(piece)
        else:
            found[-1] += " and " + piece
    return found


def _is_deed(word: str) -> bool:
    is_past = word.endswith("ed ") or entry(todo_tables.PAST_EN, word) or entry(_PAST, word)
    return is_past and not entry(todo_tables.NO_DEED_EN, word)
