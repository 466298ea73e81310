"""
Prompt injection: does a text read like an instruction to the model that will read it?

Rules for Chinese and English. They refuse nothing: a record that they flag is not shown until
somebody asks for it (docs/decisions/suspicion.md has what they detect and miss). Text is searched
as bytes of UTF-8.

A text is searched in three forms: unchanged (structure), as words with one space between them
(words), and as letters alone (letters), which joins `i g n o r e` and `忽 略` into words again.
Lookalike letters become one, and digits among letters the letters that they stand for.

A rule is a line: points, then steps. A step is a list of words of which one must be in the text.
The number before a step is the most bytes between it and the step before. A word of a rule matches
only at the beginning of a word; one that ends in a dot must end where a word ends. A text with two
points or more is flagged.
"""

import re

import micropython
from micropython import const

from memory.text.folding import fold
from memory.viper import ptr8

from . import prompt_injection_en, prompt_injection_zh
from .lookalike_letters import to_ascii

_ENOUGH = const(2)
# What a text must contain for the rules of a table to match at all: most texts do not.
_SIGNS = re.compile(b"[<>{}()#=:/.|_`\\\\[]")
_CHINESE = re.compile(b"[\xe4-\xe9]")
_LATIN = re.compile(b"[a-z][a-z][a-z]")

# What no memory contains, whatever is around it; a `|` of the text is searched as `!`.
_STRUCTURE = (
    """
2 <!im_|<!sys|<!end|<!start|<!user|<!assist|<!eot|[inst]|[/inst]|<<sys>>|</s>|<s>[|<system|\
</system|[system]|[/system]|<start_of_turn|<end_of_turn
2 </data|</memor|</context|</user|</assistant|</tool|</prompt|</note|</doc|</instr|<instr|<tool|\
<function|<assistant|<prompt|<!endof
""",
    """
2 ### system|### instr|###system|###instr|## system|## instr|# system prompt|--- system|\
---system|=== system|===system|end of data|end of memor|begin instr|\\u20|\\u00|\\x1
2 ](http|](javascript:|](data:|](//|![|<img |<script|<iframe|<a href|onerror=|javascript:|\
data:text/
""",
    """
2 tools/call|tool_call|function_call|tool_use|complete_schedule|memory_statistics|memory.write|\
memory.delete|memory.read|memory.recall|memory(action|"action":|'action':|"method":|"role":|\
action=|"arguments":
2 http 60 {{|${|=<|=[|=%s|={
1 http|www.|ftp:|mailto:
1 ```|\\n\\n
""",
)
_ROLES = "system assistant developer user human 系统 助手 系統 用户".encode().split(b" ")
# First bytes of letters that look like others.
_ODD = re.compile(b"[\xcc-\xd5\xf0]|\xe2[\x92\x93]")
_LEET = b"0o1i3e4a5s7t@a$s!i|l"
_BLOB = const(40)  # letters of base64 in a row, which no word and no link's name has


def is_injection(text: str) -> bool:
    """True where it reads like an instruction, or like something made for a program."""
    raw = fold(text).encode()
    if _has_blob(text.encode()) or _has_role(raw):
        return True
    shown = raw
    if _ODD.search(raw):
        shown = to_ascii(raw)
    words = _words(shown)
    letters = words.replace(b" ", b"")
    points = 0
    if _SIGNS.search(raw):
        points = _points_of_table(_STRUCTURE, shown.replace(b"|", b"!"), False, 0)
    if points < _ENOUGH and _CHINESE.search(letters):
        points = _points_of_table(prompt_injection_zh.LETTERS, letters, False, points)
    if points < _ENOUGH and _LATIN.search(letters):
        points = _points_of_table(prompt_injection_en.LETTERS, letters, False, points)
        points = _points_of_table(prompt_injection_en.WORDS, b" " + words + b" ", True, points)
    return points >= _ENOUGH


def _points_of_table(rules: tuple, view: bytes, bounded: bool, points: int) -> int:
    """The points with those that the rules of a table give."""
    for part in rules:
        if points < _ENOUGH and _next_rule(part, 1, view, len(view), bounded):
            points += _points_of_rules(part, view, bounded, points)
    return points


def _points_of_rules(part: str, view: bytes, bounded: bool, points: int) -> int:
    """What the rules of a part of a table give, at most what is missing."""
    rules = part.encode()
    found = 0
    at = _next_rule(part, 1, view, len(view), bounded)
    while at and found + points < _ENOUGH:
        end = rules.find(b"\n", at)
        if _holds(rules[at + 2 : end], 0, view, 0, len(view), bounded):
            found += rules[at] - 48
        at = _next_rule(part, end + 1, view, len(view), bounded)
    return found


@micropython.viper
def _next_rule(  # noqa: C901  one loop
    rules: object, at: int, view: object, size: int, bounded: int
) -> int:
    """
    Where, from the beginning of a rule on, the next one begins of whose first step a word is
    anywhere in the text, or 0. The rules are a string, which ends with a zero.
    """
    table = ptr8(rules)
    text = ptr8(view)
    while table[at] >= 48:
        rule = at
        at += 2
        more = 1
        while more:
            begin = at
            # A word ends with a bar, the line, or the number of the next step between blanks.
            ends = 0
            while not ends:
                one = int(table[at])
                if one == 0x7C or one == 0x0A or one == 0:
                    ends = 1
                elif one == 0x20:
                    look = at + 1
                    while table[look] >= 48 and table[look] <= 57:
                        look += 1
                    if look > at + 1 and table[look] == 0x20:
                        ends = 1
                    else:
                        at += 1
                else:
                    at += 1
            length = at - begin
            if bounded and table[at - 1] == 0x2E:
                length -= 1
            place = 0
            last = size - length
            first = int(table[begin])
            if length == 0 and last >= 0:
                return rule
            while place <= last:
                if text[place] == first:
                    same = 1
                    while same < length and text[place + same] == table[begin + same]:
                        same += 1
                    if same == length:
                        return rule
                place += 1
            if table[at] == 0x7C:
                at += 1
            else:
                more = 0
        while table[at] != 0x0A and table[at] != 0:
            at += 1
        if table[at] == 0x0A:
            at += 1
    return 0


def _holds(rule: bytes, at: int, view: bytes, begin: int, most: int, bounded: bool) -> bool:
    """True where the steps of `rule` from `at` on follow each other, the first by `most`."""
    end, gap = _step_end(rule, at)
    while at < end:
        stop = rule.find(b"|", at, end)
        if stop < 0:
            stop = end
        word = rule[at:stop]
        at = stop + 1
        ends = bounded and word.endswith(b".")
        if ends:
            word = word[:-1]
        place = view.find(word, begin)
        while 0 <= place <= most:
            after = place + len(word)
            if not bounded or _stands(view, place, after, ends):
                if not gap:
                    return True
                following = end + 2 + len(str(gap))
                if _holds(rule, following, view, after, after + gap, bounded):
                    return True
            place = view.find(word, place + 1)
    return False


def _step_end(rule: bytes, at: int) -> "tuple[int, int]":
    """Where a step ends, and how far the next may be; 0 after the last."""
    while True:
        at = rule.find(b" ", at)
        if at < 0:
            return len(rule), 0
        number = 0
        next_ = at + 1
        while next_ < len(rule) and 48 <= rule[next_] <= 57:
            number = number * 10 + rule[next_] - 48
            next_ += 1
        if number and next_ < len(rule) and rule[next_] == 32:
            return at, number
        at += 1


def _is_letter(byte: int) -> bool:
    return 97 <= byte <= 122 or 48 <= byte <= 57


def _stands(view: bytes, place: int, after: int, ends: bool) -> bool:
    """True where a word begins, and where it must also ends. Chinese has no such places."""
    if place and _is_letter(view[place]) and _is_letter(view[place - 1]):
        return False
    return not (ends and after < len(view) and _is_letter(view[after]))


def _words(raw: bytes) -> bytes:
    """Its words, with one space between; digits and signs within a word as letters."""
    out = bytearray(len(raw))
    found = bytes(memoryview(out)[: _spelled(raw, len(raw), _LEET, len(_LEET), out)])
    for sign in (
        "，",
        "。",
        "、",
        "：",
        "；",
        "！",
        "？",
        "“",
        "”",
        "「",
        "」",
        "…",
        "—",
        "·",
        "　",
    ):
        if found.find(sign.encode()) >= 0:
            found = found.replace(sign.encode(), b" ")
    while found.find(b"  ") >= 0:
        found = found.replace(b"  ", b" ")
    return found.strip()


@micropython.viper
def _spelled(raw: object, size: int, leet: object, pairs: int, out: object) -> int:
    """
    Copy UTF-8, signs among letters as the letters that they stand for, other signs as one space;
    how many bytes there are then.
    """
    text = ptr8(raw)
    signs = ptr8(leet)
    to = ptr8(out)
    last = 32
    end = 0
    at = 0
    while at < size:
        byte = int(text[at])
        if byte < 97 or byte > 122:
            around = 0
            if last >= 97 and last <= 122:
                around = 1
            if at + 1 < size and text[at + 1] >= 97 and text[at + 1] <= 122:
                around = 1
            place = 0
            while around and place < pairs:
                if signs[place] == byte:
                    byte = int(signs[place + 1])
                    around = 0
                place += 2
            if byte < 48 or (byte > 57 and byte < 97) or (byte > 122 and byte < 128):
                byte = 32
        if byte != 32 or last != 32:
            to[end] = byte
            end += 1
        last = byte
        at += 1
    return end


def _has_blob(raw: bytes) -> bool:
    """True for what looks like base64: long, with small and capital letters and digits."""
    size = len(raw)
    at = _BLOB - 1
    while at < size:  # a long run has one of its letters here
        begin = at
        while begin and _is_base64(raw[begin - 1]):
            begin -= 1
        end = at
        kinds = 0
        if _is_base64(raw[at]):
            end = begin
            while end < size and _is_base64(raw[end]):
                kinds |= _is_base64(raw[end])
                end += 1
        if end - begin >= _BLOB and kinds & 7 == 7:
            return True
        at = max(at, end) + _BLOB
    return False


def _is_base64(byte: int) -> int:
    """1 for a small letter, 2 for a capital, 4 for a digit, 8 for the signs; else 0."""
    if 97 <= byte <= 122:
        return 1
    if 65 <= byte <= 90:
        return 2
    if 48 <= byte <= 57:
        return 4
    return 8 if byte == 43 or byte == 47 or byte == 61 else 0


def _has_role(raw: bytes) -> bool:
    """True where a line or sentence begins with the name of a speaker and a colon."""
    for word in _ROLES:
        at = raw.find(word)
        while at >= 0:
            after = raw[at + len(word) :].lstrip()
            if after.startswith(b":") and _opens(raw[:at].rstrip(b" \t*#[<\"'")):
                # 系统：Windows is honest at the beginning of a text.
                if at or word in (b"system", b"assistant", b"developer"):
                    return True
            at = raw.find(word, at + 1)
    return False


def _opens(before: bytes) -> bool:
    if not before:
        return True
    if before[-1] in b"\n.!?;>]|-":
        return True
    return len(before) > 2 and "。；！？”」".encode().find(before[-3:]) >= 0
