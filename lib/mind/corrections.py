"""
Corrections: what a memory should have been, when its teller says what is right.

The owner said 我住北京, then 不对，是上海 (owner_words.py, which gives what is right: 上海).
`corrected` puts that into the sentence that the memory was read from, where the wrong value
stands, and has it read again: only what the rules then find of the same kind is an answer, so
words that do not fit are none. A value takes the place of one of its own sort: no number and no
time that of a name or a town. What has a date is moved by one (`moved`). Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import entry, has, head, is_chinese, look
from memory.extract.utterance import Found
from memory.records.kinds import DATED
from memory.text import phrase_tables
from memory.text.folding import plain
from memory.text.script import fold

from .heard import read
from .predicates import OWNER, claim
from .rules.attributes import told
from .rules.corrected_times import (
    SEASONS,
    delayed,
    in_plan,
    is_deed,
    moved,
    renamed,
    stretch,
    when,
)
from .rules.correction_words import CALLED_EN, THEY_EN, is_remark, shift

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 60  # characters of what is right
_DIGITS = "0123456789零一二两三四五六七八九十百半"
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
_SORTS = {"age": "n", "birthday": "t"}
_NAMES = ("name", "family")
_MONTHS_OF_NAMES = "|april|may|june|august|summer|autumn|"
_UNITS = "|楼|层|岁|号|点|月|日|年|个|只|条|斤|公斤|米|厘米|块|元|点半|点钟|"
_IN = "|in |at |near |"
_NAMED, _PLACES = ("name", "family", "location"), ("工作于", "居住于", "就读于", "住在")
_WHERE = ("工作于", "就读于")  # which may be no name: the library
# What a value does not begin with: whoever speaks so says something else; nor has in it.
_NO_VALUE = "|i |my |we |our |you |he |she |they |我|你|他|她|它|咱|这|那|骗|"
_NO_VALUE_IN = "|玩笑|记错|的事|说着玩|"
_NO_NAME_IN = "|我|你|他|她|了|着|说|没|不|是|骗|事|时候|"
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
    if right[:1] == "叫" and kind not in _NAMES:  # 叫小亮, of 一只猫叫小明
        at = text.find("叫") + 1
        one = _of_kind(read(text[:at] + right[1:], now), kind, content, fields)
        return one if at and kind == "fact" and fold(text[at:]) in fold(content) else None
    right = right[1:] if right[:1] == "叫" else right
    value = _of_others(right)
    is_named = head(THEY_EN, fold(right)) and _predicate(content, kind) in _PLACES
    if value and (kind in _DATED or is_named or not _is_of_others(kind, content)):
        return None
    right = value or right
    found = [one for one in read(right, now) if "done" not in one.fields]
    if found:  # a sentence of its own: 我住在上海
        one = _of_kind(found, kind, content, fields)
        return one if one is not None and _same_thing(one, kind, content, fields) else None
    text = plain(text)
    who = _relative(right)
    if who:  # 我妈 in the place of 我爸, and of nothing else
        sentences = list(_of_one_sort(text, fold(text), who))
        return _of_kind(read(sentences[0], now), kind, content, fields) if sentences else None
    return _valued(kind, content, fields, text, right, now)


def _valued(
    kind: str, content: str, fields: dict, text: str, right: str, now: int
) -> "Found | None":
    """The memory with a value, or at a time, that is right; None where that does not fit."""
    if kind in _DATED:
        seconds = shift(right, now)
        is_shift = seconds != 0
        times = (
            delayed(kind, fields, seconds, now) if is_shift else moved(kind, fields, right, now)
        )
        if times is not None:
            return None if times == fields else Found(kind, content, times, 90)
        if is_shift or _sort(right, now):
            return None
    if head(_NO_VALUE, fold(right)) or has(_NO_VALUE_IN, right):
        return None
    if not _sort(right, now) and is_remark(right, text, _predicate(content, kind)):
        return None
    part = "" if kind not in _DATED or _sort(right, now) else in_plan(content, right)
    if part:
        return Found(kind, part, fields, 90)
    reworded = _reworded(kind, content, fields, text, right, now)
    if reworded is not None:
        return reworded
    for sentence in _sentences(kind, content, text, right, now):
        one = _of_kind(read(sentence, now), kind, content, fields)
        if one is not None:
            return one
    return None


def _predicate(content: str, kind: str) -> str:
    said = claim(content, kind)
    return "" if said is None else said.predicate


def _relative(right: str) -> str:
    """妈 of 我妈, brother of "my brother"; "" for what is no relative."""
    low = fold(right)
    if is_chinese(right):
        who = right[head("|我|我的|", low) :]
        return who if entry(words_zh.KIN, who) else ""
    who = right[head("|my |", low) :]
    return who if entry(words_en.KIN, fold(who) + " ") else ""


def _of_others(right: str) -> str:
    """Brisket of "her name is Brisket", 五岁 of 她五岁; "" where it is of nobody else."""
    if is_chinese(right):
        size = head("|他|她|它|他是|她是|它是|", right)
        return right[size:] if size else ""
    opened = phrase_tables.replaced(words_en.OPENED, " " + right).strip()
    size = head(CALLED_EN + THEY_EN[1:], fold(opened))
    return opened[size:] if size else ""


def _is_of_others(kind: str, content: str) -> bool:
    """True for what a memory says of somebody or something else than the owner."""
    said = claim(content, kind)
    if kind == "family" or (said is not None and said.subject != OWNER):
        return True
    low = fold(content)
    is_theirs = low.startswith(("my ", "我的", "我养")) or has("| called | named |叫|", low)
    return kind == "fact" and said is None and is_theirs


def _same_thing(one: Found, kind: str, content: str, fields: dict) -> bool:
    """True where two memories say something else of one thing: facts of it, plans for it."""
    if kind in _DATED:
        return fold(one.content) == fold(content) or one.fields == fields
    if kind != "fact":
        return True
    before, after = claim(content, kind), claim(one.content, kind)
    if before is None or after is None:
        for was, now in zip(told(content), told(one.content)):
            if was[0] != now[0] and was[1] != now[1]:
                return False  # 我的狗叫旺财, 我的猫叫团子
        if is_chinese(content):
            return content[:2] == one.content[:2]
        return fold(content).split()[:2] == fold(one.content).split()[:2]
    return before[:2] == after[:2]


def _sort(text: str, now: int) -> str:
    """n for a number, t for a time, "" for all else."""
    low = fold(text)
    if "0" <= low[:1] <= "9":
        return "n" if when(text, now) is None else "t"
    if entry(SEASONS, low) or when(text, now) is not None:
        return "t"
    size = _number(low, 0)
    return "n" if size and (size == len(low) or entry(_UNITS, low[size:])) else ""


def _fits(kind: str, value: str, predicate: str, right: str, now: int) -> bool:
    """True where what is right may stand in the place of this value of a memory."""
    is_named = kind in _NAMED or predicate in _PLACES
    if is_named and not _is_name(value, right, predicate in _WHERE):
        return False
    sort = _sort(right, now)
    if sort and sort != _SORTS.get(kind, _sort(value, now)):
        return kind in _NAMES and entry(_MONTHS_OF_NAMES, fold(right))
    if sort == "n" and kind != "age" and ("岁" in right) > ("岁" in value):
        return False
    is_town = entry(words_zh.CITIES, right) and not entry(words_zh.CITIES, value)
    if kind in _DATED:  # dad, of call mum: whom to call would be lost
        is_whole = " " not in value or (" " in right and not head("|a |an |the |", fold(right)))
        is_whole = is_whole and (not is_deed(value) or is_deed(right))
        return is_whole and not is_town and (value[:1].isupper() or not right[:1].isupper())
    if kind == "fact" and "叫" in value[1:]:  # of 一只猫叫年糕 either may be meant
        return False
    if predicate == "工作于":  # a town is no employer, and of Nokia in Espoo either may be meant
        low = fold(value)
        return not is_town and not [1 for word in (" in ", " at ", " near ") if word in low]
    return True


def _is_name(value: str, right: str, has_article: bool) -> bool:
    """True for what may be a name, a place or a firm; with a capital where `value` has one."""
    if is_chinese(right):
        return not has(_NO_NAME_IN, right)
    low = fold(right)
    if not has_article and head("|a |an |", low):
        return False
    size = head("|a |an |the |" if has_article else "|the |", low)
    is_lower = right[size : size + 1].islower() and not (size and has_article)
    return head(_IN, low) > 0 or not (is_lower and value[:1].isupper())


def _reworded(
    kind: str, content: str, fields: dict, text: str, right: str, now: int
) -> "Found | None":
    """A memory in other words than the owner's, as a model writes it: 用户住在上海."""
    if kind in _SAID or kind in _BY_OWNER_ALONE or fold(content) in fold(text):
        return None
    before = claim(content, kind)
    if before is None or fold(before.object) not in fold(text):
        return None
    at = fold(content).find(fold(before.object))
    if at < 0 or not _fits(kind, before.object, before.predicate, right, now):
        return None
    new = _put(content, (at, at + len(before.object)), right)
    after = claim(new, kind)
    if after is None or after[:2] != before[:2] or fold(after.object) == fold(before.object):
        return None
    return Found(kind, new, fields, 90)


def _of_kind(found: "list[Found]", kind: str, content: str, fields: dict) -> "Found | None":
    for one in found:
        same = one.kind == kind and one.fields.get("relation") == fields.get("relation")
        if same and (fold(one.content) != fold(content) or one.fields != fields):
            return one
    return None


def _sentences(kind: str, content: str, text: str, right: str, now: int) -> "Iterator[str]":
    """What may have been meant, the likeliest first."""
    low, right_low = fold(text), fold(right)
    yield from _of_one_sort(text, low, right)
    sort = _sort(right, now)
    name = renamed(text, right) if kind == "fact" and not sort else ""
    if name and not has(_NO_NAME_IN, right):
        yield name
    if sort:
        yield from _other_number(text, low, right)
    place = stretch(text, now) if sort == "t" and kind == "fact" else None
    if place is not None:
        yield _put(text, place, right)
    said = claim(content, kind)
    predicate = "" if said is None else said.predicate
    is_named = kind in _DATED or (kind == "fact" and has("| called | named |", low))
    is_sort = sort and not entry(_MONTHS_OF_NAMES, right_low)
    if is_named and right[:1].isupper() and not (is_sort and kind == "fact"):
        yield from _other_name(text, right, now)
    for value in (content, said.object if said is not None else ""):
        at = _standing(low, fold(value))
        if at < 0:
            continue
        inside = fold(value).find(" in ")
        if kind == "fact" and inside > 0 and head(_IN, right_low):  # Nokia in Espoo: in Helsinki
            yield _put(text, (at + inside + 1, at + len(value)), right)
        elif _fits(kind, value, predicate, right, now):
            yield _put(text, (at, at + len(value)), right)
    if kind == "fact" and said is None and not sort:
        yield from _last_value(text, low, right)
    if _fits(kind, content, predicate, right, now):
        for form in _SAID.get(kind, ()):
            yield form % right


def _standing(low: str, value: str) -> int:
    """Where a value stands, in English as a word of its own: no Ed in called; -1 for nowhere."""
    at = low.find(value) if value else -1
    while at > 0 and low[at - 1 : at].isalpha() and not is_chinese(low[at - 1 : at + 1]):
        at = low.find(value, at + 1)
    return at


def _other_number(text: str, low: str, right: str) -> "Iterator[str]":
    """A number in the place of the one with its unit, or of the only one."""
    size = _number(right, 0)
    unit = fold(right)[size:].strip()
    if [1 for at in range(len(unit)) if unit[at] in _DIGITS]:  # 6月5号
        return
    if size and unit:
        place = _same_unit(low, unit[:1])
        if place is not None:
            yield _put(text, place, right)
        return
    places = []
    at = 0
    while at < len(low):
        size = _number(low, at)
        if size:
            places.append((at, at + size))
        at += max(size, 1)
    if len(places) == 1 and not unit:
        yield _put(text, places[0], right)


def _other_name(text: str, right: str, now: int) -> "Iterator[str]":
    """Lunch with Tim for Tom: a name in the place of the only other one."""
    names = []
    at = 0
    for word in text.split(" "):
        bare = word.rstrip(".,!")
        if at and bare[:1].isupper() and bare != "I" and not _sort(bare, now):
            names.append((at, at + len(bare)))
        at += len(word) + 1
    if len(names) == 1:
        yield _put(text, names[0], right)


def _of_one_sort(text: str, low: str, right: str) -> "Iterator[str]":
    """我养了一只狗叫年糕 for 猫 and 狗: a word of a table in the place of the only other one."""
    chinese = is_chinese(right)
    bare = right[head(_ONE, fold(right)) :]
    end = "" if chinese else " "
    tables = (words_zh.PETS, words_zh.CITIES, words_zh.KIN)
    for table in tables if chinese else (words_en.PETS, words_en.KIN):
        places = []
        at = 0 if entry(table, fold(bare) + end) else len(low)
        while at < len(low):
            size = head(table, low + end, at) - len(end)
            if size > 0 and (chinese or at == 0 or low[at - 1 : at] == " "):
                places.append((at, at + size))
            at += max(size, 1)
        if len({low[begin:stop] for begin, stop in places}) == 1:
            yield _put(text, places[0], bare)


def _last_value(text: str, low: str, right: str) -> "Iterator[str]":
    """A Seat for "a Skoda" at the end of a sentence, B for A behind "is"."""
    end = len(text.rstrip(" .!"))
    size = head("|a |an |", fold(right))
    signs = (" a ", " an ") if size else (" is ",)
    for sign in signs:
        at = low.rfind(sign, 0, end) + len(sign)
        value = text[at:end]
        is_value = at >= len(sign) and 0 < len(value.split()) < 3
        if is_value and value[:1].isupper() == right[size : size + 1].isupper():
            yield _put(text, (at - len(sign) + 1 if size else at, end), right)


def _number(text: str, at: int) -> int:
    """Length of a number at the beginning of a word, in digits, Chinese or English."""
    begin = at
    while text[at : at + 1] and (text[at] in _DIGITS or (at > begin and text[at] == ":")):
        at += 1
    if at == begin and (not at or text[at - 1] == " "):
        end, meaning = look(words_en.WHEN, fold(text[at : at + 12]) + " ", 0)
        at += end - 1 if meaning[:1] in ("N", "Z") else 0
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
