"""
Corrections: what a memory should have been, when its teller says what is right.

The owner said 我住北京, then 不对，是上海 (owner_words.py, which gives what is right: 上海).
`corrected` puts that into the sentence that the memory was read from, where the wrong value
stands, and has it read again: only what the rules then find of the same kind is an answer, so
words that do not fit are none. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import entry, head, is_chinese, is_cjk
from memory.extract.utterance import Found
from memory.records.kinds import DATED
from memory.text.folding import fold, plain

from .heard import read
from .predicates import claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 60  # characters of what is right
_DIGITS = "0123456789零一二两三四五六七八九十百半"
# Days that one says instead of another; the longest of those that begin alike first.
_DAYS = (
    "大后天", "后天", "明天", "今天", "今晚", "明晚", "下周一", "下周二", "下周三", "下周四",
    "下周五", "下周六", "下周日", "周一", "周二", "周三", "周四", "周五", "周六", "周日",
    "星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日", "星期天",
    "the day after tomorrow", "tomorrow", "tonight", "today", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday",
)  # fmt: skip
_ONE = "|一只|一条|一个|a |an |the |"
# Sentences for a value alone where the one that was said does not hold it as it is kept.
_SAID = {
    "name": ("我叫%s", "my name is %s"),
    "age": ("我今年%s", "I am %s years old"),
    "gender": ("我是%s", "I am %s"),
    "location": ("我住在%s", "I live in %s"),
    "birthday": ("我的生日是%s", "my birthday is %s"),
}
_DATED = DATED + ("todo",)
# Kinds that hold a value alone, which only the owner's own sentence tells from other things.
_BY_OWNER_ALONE = ("like", "dislike", "family") + _DATED


def corrected(
    kind: str, content: str, fields: dict, text: str, right: str, now: int
) -> "Found | None":
    """
    What the memory (`kind`, `content`, `fields` as the rules gave them), read from `text`,
    should be where `right` is what is right; None where that says nothing of it.
    """
    right = plain(right).strip()
    if not right or len(right) > _LONGEST:
        return None
    found = read(right, now)
    if found:  # a sentence of its own: 我住在上海
        return _of_kind(found, kind, content, fields)
    text = plain(text)
    reworded = _reworded(kind, content, fields, text, right)
    if reworded is not None:
        return reworded
    for sentence in _sentences(kind, content, text, right):
        one = _of_kind(read(sentence, now), kind, content, fields)
        if one is not None:
            return one
    return None


def _reworded(kind: str, content: str, fields: dict, text: str, right: str) -> "Found | None":
    """A memory in other words than the owner's, as a model writes it: 用户住在上海."""
    if kind in _SAID or kind in _BY_OWNER_ALONE or fold(content) in fold(text):
        return None
    before = claim(content, kind)
    if before is None or fold(before.object) not in fold(text):
        return None
    at = fold(content).find(fold(before.object))
    if at < 0:
        return None
    new = _put(content, (at, at + len(before.object)), right)
    after = claim(new, kind)
    if after is None or after[:2] != before[:2] or fold(after.object) == fold(before.object):
        return None
    return Found(kind, new, fields, 90)


def is_likely(content: str, sentence: str, right: str) -> bool:
    """True where a correction names what is wrong, or what is right is spelled like it."""
    if content and fold(content) in fold(sentence):
        return True
    for at in range(len(content)):
        if is_cjk(content[at]) and content[at] in right:
            return True
    return False


def _of_kind(found: "list[Found]", kind: str, content: str, fields: dict) -> "Found | None":
    for one in found:
        same = one.kind == kind and one.fields.get("relation") == fields.get("relation")
        if same and (fold(one.content) != fold(content) or one.fields != fields):
            return one
    return None


def _sentences(kind: str, content: str, text: str, right: str) -> "Iterator[str]":
    """What may have been meant, the likeliest first."""
    low, right_low = fold(text), fold(right)
    for day in _DAYS:
        if right_low.startswith(day):
            yield from _other_day(text, low, right)
            return
    yield from _of_one_sort(text, low, right)
    size = _number(right, 0)
    if size and size < len(right):
        place = _same_unit(low, right_low[size:].strip()[:1])
        if place is not None:
            yield _put(text, place, right)
    if size and kind in _DATED:
        return
    said = claim(content, kind)
    for value in (content, said.object if said is not None else ""):
        at = low.find(fold(value)) if value else -1
        if at >= 0:
            yield _put(text, (at, at + len(value)), right)
    for form in _SAID.get(kind, ()):
        yield form % right


def _of_one_sort(text: str, low: str, right: str) -> "Iterator[str]":
    """我养了一只狗叫年糕 for 猫 and 狗: a word of a table in the place of the only other one."""
    chinese = is_chinese(right)
    bare = right[head(_ONE, fold(right)) :]
    end = "" if chinese else " "
    for table in (words_zh.PETS, words_zh.CITIES) if chinese else (words_en.PETS,):
        places = []
        at = 0 if entry(table, fold(bare) + end) else len(low)
        while at < len(low):
            size = head(table, low + end, at) - len(end)
            if size > 0 and (chinese or at == 0 or low[at - 1 : at] == " "):
                places.append((at, at + size))
            at += max(size, 1)
        if len({low[begin:stop] for begin, stop in places}) == 1:
            yield _put(text, places[0], bare)


def _other_day(text: str, low: str, right: str) -> "Iterator[str]":
    for day in _DAYS:
        at = low.find(day)
        if at >= 0:
            yield _put(text, (at, at + len(day)), right)
            return


def _number(text: str, at: int) -> int:
    """Length of a number in digits or Chinese numerals."""
    begin = at
    while at < len(text) and (text[at] in _DIGITS or (at > begin and text[at] == ":")):
        at += 1
    return at - begin


def _same_unit(low: str, unit: str) -> "tuple[int, int] | None":
    """Where a number with this unit stands."""
    at = 0
    while at < len(low):
        size = _number(low, at)
        end = at + size
        blank = low[end : end + 1] == " "
        if size and unit and low[end + blank : end + blank + 1] == unit:
            return at, end + blank + 1
        at += max(size, 1)
    return None


def _put(text: str, place: "tuple[int, int]", right: str) -> str:
    """`right` in a place of the text, without what then would stand there twice: 31岁岁."""
    before, after = text[: place[0]], text[place[1] :]
    for size in range(len(right) - 1, 0, -1):
        if fold(after).startswith(fold(right[-size:])):
            after = after[size:]
            break
    for size in range(len(right) - 1, 0, -1):
        if fold(before).endswith(fold(right[:size])):
            before = before[: len(before) - size]
            break
    return before + right + after
