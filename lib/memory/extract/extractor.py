"""
Extractor: the memories in one utterance of the owner.

Rules, no model: the utterance is split into clauses, and each is read by one grammar for both
languages (`clause`, `self_statements`, `shapes`, `plans`, `time_phrases`, `repairs`) with the
words of its language (`words_zh`, `words_en`). Pure: no clock, no I/O, nothing kept between calls.

What becomes a memory, and what does not:
- The owner speaks of themselves: 我, I, my, or a clause that goes on after one that did. Of others
  only the family and pets are remembered: names, and as facts ages, homes, work, illness, tastes.
  A clause without a subject after one that introduced them, and he or she, is theirs, never the
  owner's.
- Questions, hypotheses (如果, if), hearsay (他说), guesses (可能, maybe), dreams, lyrics,
  translations and what is no longer so (以前, used to) are nothing; so is the companion's name.
- 不喜欢 is a dislike; what is denied otherwise (我不叫王浩) is nothing, a double negation too.
- What the owner does every day, every week or as a rule is a habit; with a time of day it is a
  schedule, as 每天六点 is.
- A plan needs a day or a time ahead of now (`date_phrases` has the rules); with a time of day it
  is a schedule, else an event. Weather, orders to the device and 明天见 are no plans.
- "Remember that ..." makes a fact of a statement that is nothing else.
Where a rule is in doubt it finds nothing: a wrong memory is worse than a missing one.
"""

from memory.records.fields import bounds_of
from memory.records.kinds import BY_NAME, PROFILE
from memory.text.folding import fold, has_half, size
from memory.text.script import as_written, simplified

from . import words_en, words_zh
from .clause import read as read_clause
from .clause import tells
from .repairs import apart, smoothed
from .scan import is_chinese, is_cjk
from .utterance import NOBODY, Found, UtteranceContext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_LONGEST = 400  # characters that are read; speech recognition ends an utterance long before
_DROPPED = '“”"「」『』《》*~～'
_TITLE = "《》"
_QUOTES = (_TITLE, "“”", "「」", "『』", '""')
_BEFORE_TITLE = ("", "，", "。", "！", " ")
_ENDS = "。！？!?；;\n"
_PAUSES = "，…—–()"
_TASTES = ("like", "dislike")


def extract(text: str, now: int, names: "Iterable[str]" = ()) -> "list[Found]":
    """
    The memories in an utterance; `now` in local seconds (see `text.dates`), `names` those of the
    family that memory knows. Each Found is ready for Memory.write(kind, content, fields): of a
    profile kind one at most, none twice.
    """
    if not isinstance(text, str) or has_half(text):
        return []
    simple = simplified(text)
    if simple is text:
        return _extract(text, now, names)
    found = []
    for kind, content, fields, confidence in _extract(simple, now, names):
        found.append(Found(kind, as_written(content, simple, text), fields, confidence))
    return found


def _extract(text: str, now: int, names: "Iterable[str]") -> "list[Found]":
    """The same, of a text in simplified script."""
    context = UtteranceContext(now)
    for name in names:
        context.know(simplified(name))
    plain = _plain(_unquoted(text[:_LONGEST]))
    if " born " in plain or "birthday" in plain:
        plain = plain.replace(", nineteen ", " nineteen ").replace(", twenty ", " twenty ")
    if " like " in plain:  # in like Leeds
        for word in (" in ", " at ", " from ", " near ", " for ", "allergic to "):
            plain = plain.replace(word + "like ", word)
    plain = plain.replace(", well, actually", ", well actually")
    if (
        " no " in plain
        or " actually " in plain
        or "that" in plain
        or "rather" in plain
        or "a lie" in plain
    ):
        plain = apart(plain)
    begin = at = 0
    while at <= len(plain):
        end = _end(plain, at)
        if end == ",":
            shorter = smoothed(plain, begin, at)
            if len(shorter) < len(plain):
                plain, at = shorter, begin
                continue
        if end:
            _read(plain[begin:at].strip(), end, context)
            begin = at + 1
        at += 1
    return _chosen(context.found)


def statements(text: str) -> "list[str]":
    """The sentences of an utterance that say what is so, whatever of it `extract` finds."""
    found = []
    written = text[:_LONGEST]
    text = simplified(written)
    plain = _plain(_unquoted(text))
    begin = at = since = 0
    is_so = True
    while at <= len(plain):
        end = _end(plain, at)
        if end:
            clause = plain[begin:at].strip()
            if clause:
                low = fold(clause + (" " if clause[-1:] < "\u0250" else ""))
                is_so = is_so and end != "?" and tells(_words(clause), low)
            if end != ",":
                sentence = plain[since:at].strip()
                if is_so and sentence:
                    chinese = is_chinese(sentence)
                    sentence = sentence.replace(",", "，") if chinese else sentence
                    found.append(as_written(sentence, text, written))
                is_so = True
                since = at + 1
            begin = at + 1
        at += 1
    return found


def _unquoted(text: str) -> str:
    """Without what stands in quotes or brackets of a title and says 我 or I: it is not theirs."""
    for pair in _QUOTES:
        begin = text.find(pair[:1])
        while begin >= 0:
            end = text.find(pair[1:], begin + 1)
            if end < 0:
                break
            inner = text[begin + 1 : end]
            liked = pair == _TITLE and text[begin - 1 : begin] not in _BEFORE_TITLE
            first = "我" in inner or inner[:2] in ("I ", "I'", "My", "my", "i ")
            if first and not liked:  # but 我喜欢《我的前半生》
                text = text[:begin] + text[end + 1 :]
                end = begin - 1
            begin = text.find(pair[:1], end + 1)
    return text


def _plain(text: str) -> str:
    """Half width, no quotes, one kind of apostrophe, spaces only between Latin words."""
    letters: "list[str]" = []
    before = " "
    for at in range(len(text)):
        letter = text[at : at + 1]
        code = ord(letter)
        if 0xFF00 < code < 0xFF5F:
            letter = chr(code - 0xFEE0)
        if letter in _DROPPED:
            continue
        if letter in "’‘`´":
            letter = "'"
        elif letter in "\t\r\u3000\xa0|":
            letter = " "
        if letter == " " and (before == " " or is_cjk(before)):
            continue
        if before == " " and len(letters) > 1 and is_cjk(letter) and letters[-2] < "A":
            letters.pop()
        letters.append(letter)
        before = letter
    return "".join(letters)


def _end(text: str, at: int) -> str:
    """What ends at `at`: "?" and "." a sentence, "," a clause, "" nothing."""
    if at >= len(text):
        return "."
    letter = text[at : at + 1]
    if letter in "?？":
        return "?"
    if letter in _ENDS:
        return "."
    if letter == "-":
        return "," if text[at - 1 : at + 2] == " - " else ""
    if letter not in ".:,":
        return "," if letter in _PAUSES else ""
    after = text[at + 1 : at + 6]
    if "0" <= after[:1] <= "9" and "0" <= text[at - 1 : at] <= "9":  # 14:30, 3.5
        return ""
    if letter == ",":
        return "" if len(after) == 5 and after[1:].isdigit() else ","  # July 4th, 1990
    if letter == "." and after[:1] not in ("", " "):
        return ""
    if letter == "." and _is_short(text, at):
        return ""
    return "," if letter == ":" else "."


def _is_short(text: str, at: int) -> bool:
    """True for the dot of an abbreviation: p.m., Mr."""
    return fold(text[max(0, at - 3) : at]) in (" mr", "mrs", " ms", " dr", "p.m", "a.m", " st")


def _read(clause: str, end: str, context: UtteranceContext) -> None:
    if clause:
        context.w = _words(clause)
        context.heard = clause
        read_clause(clause + (" " if clause[-1:] < "\u0250" else ""), end == "?", context)
    if end != ",":
        context.blocked = context.noted = False
        context.marks = None
        context.sentences += bool(clause)
        if context.sentences > 1:
            context.kids = ""
        if clause and clause[-1:] < "\u0250":
            context.subject = NOBODY  # a sentence of English names its own


def _words(clause: str) -> "Any":
    """The tables of the clause's language; what is half and half goes by its pronoun."""
    chinese = is_chinese(clause)
    for word in ("i ", "i'm ", "my ", "we "):
        chinese = chinese and not fold(clause[:5]).startswith(word)
    return words_zh if chinese else words_en


def _chosen(found: "list[Found]") -> "list[Found]":
    """
    Nothing twice; of a profile kind the surest, the last said of two as sure; of a thing liked and
    disliked what was said last; nothing that a write would refuse for its length.
    """
    chosen: "list[Found]" = []
    for one in found:
        if size(one.content) > BY_NAME[one.kind].content_cap:
            continue
        if not one.content and one.kind != "family":
            continue
        if size(str(one.fields.get("relation", ""))) > bounds_of("relation"):
            continue
        keep = True
        for other in list(chosen):
            if one.kind in PROFILE and other.kind == one.kind:
                keep = one.confidence >= other.confidence
            elif one.kind != other.kind and not (one.kind in _TASTES and other.kind in _TASTES):
                continue
            elif fold(one.content) != fold(other.content) or one.fields != other.fields:
                continue
            if keep:
                chosen.remove(other)
        if keep:
            chosen.append(one)
    return chosen
