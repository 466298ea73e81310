"""
Answer sorts: whether a memory has the sort of answer that is asked for: a day, a number, a name.

Owns the test of each letter of `asked_tables.TYPES`, and whether a later memory tells anew what is
asked for. Pure.
"""

from memory.extract import words_zh
from memory.extract.scan import head, skip
from memory.text.phrase_tables import entry, has, leading, meaning, padded, standing
from memory.text.terms import terms
from micropython import const

from ..predicates import PAST, tells_of_others
from .asked_parts import has_any, pairs, unmarked, without
from .tables import asked_tables as w
from .tables import narrow_slots
from .tables import sort_tables as sorts
from .tables.told_ends import ENDS, WHILE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .asked import Asked
    from .asked_parts import Part
    from .fitting import Text

TIED = (
    "|用户的|我的|我们的|the user's |user's |my |our |".encode()
)  # somebody who is something to the owner
_TOGETHER = "| seeing | dating | married to | engaged to |在一起|恋爱|".encode()
_COME = "了".encode()  # ends a clause in Chinese that says what has come to be
_DAYS = b"|I |I'|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|"
_NUMERALS = "一二三四五六七八九十".encode()
_PLACE_MOST = const(6)  # characters of 是湖南人
_WIDE = const(3)  # bytes of a Chinese character
_YEAR_DIGITS = const(4)
_EVERY_YEAR = const(5)  # characters of a date that is one: 06-10
_TIMED = ("event", "moment", "schedule")
_NUMBER_LEAST = const(5)  # digits of a telephone number and the like
_OWN = "|用户的|主人的|我的|".encode()
_VERBS = [one.encode() for one in "是 在 叫 有 放 换 每 用 改 不 很 从 上 要 1".split(" ")]
# Verbs of one character with which a thing is asked for, what before them says that it is not
# done or of another thing, what may follow, and what says that the thing is of another verb.
_DEEDS = "开买卖做办考学读上打写搬换装租退养生结离订骑种修盖拿当"
_NO_DEED = ("新", "想", "要", "算", "备", "划", "没", "未", "不")
_DONE = ("的", "了", "过", "着", "起")
_ELSEWHERE = "去到在来回看送接和跟的，,"
_FOR_ZH = "|因为|由于|陪|带|帮|替|给|我|用户|"
_TEN = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
_UNITS = ("号", "日", "点", "月", "楼", "岁", "年", "st", "nd", "rd", "th", "am", "pm")
_SAID_BY = {"a": w.AGES, "s": w.SURNAMES, "c": w.COLOURS}
_TITLES = "|医生|大夫|老师|师傅|教练|经理|总|姐|哥|叔|姨|阿姨|".encode()


def has_types(asked: "Asked", text: "Text") -> bool:
    """True where the memory has the sorts of answer that are asked for."""
    low = text.low
    if not _is_of_class(asked, low) or _is_for_others(asked, low):
        return False
    if has_any(sorts.UNIVERSITY, asked.core) and not has_any(sorts.STUDIED, low):
        return False
    if has_any(sorts.NAMES_OF, asked.core) and not has_any(w.NAMES, low):
        return False
    if asked.core.endswith(sorts.GONE_WHERE) and not has_any(sorts.GONE, low):
        return False
    if asked.core.startswith(sorts.WHERE_MINE) and not asked.kin and not _is_placed(low):
        return False
    for part in asked.parts:  # no number is M7, asked what it costs
        low = low.replace((part.word or b" ").decode(), " ") if part.term else low
    digits = _digits(low) if asked.types else 0
    for letter in asked.types:
        if not _has_type(letter, asked, text, digits):
            return False
    return not asked.is_chinese or _says_deed(asked, text.low)


def _is_placed(low: str) -> bool:
    """True for what says where something is: in the loft, and not in March."""
    words = low.encode().split()
    found = [words[at] for at in range(1, len(words)) if has(sorts.PLACED, words[at - 1])]
    return bool([1 for one in found if not one[:1].isdigit() and leading(w.DAYS_EN, one) < 0])


def _is_of_class(asked: "Asked", low: str) -> bool:
    """False for an allergy to a food, asked for medicine, and the other way round."""
    if not has_any(sorts.ALLERGIC, asked.core):
        return True
    if not has_any(sorts.REACTING, low):
        return False
    is_drug = has_any(sorts.DRUGS, low)
    if has_any(sorts.FOOD_ASKED, asked.core):
        return not is_drug
    return is_drug or not has_any(sorts.DRUG_ASKED, asked.core)


def _is_for_others(asked: "Asked", low: str) -> bool:
    """True where what the owner is asked of is said of a relative alone: 因为老伴要做手术."""
    if not asked.is_chinese or not asked.is_own or asked.kin:
        return False
    sought = [b"".join(part.letters[-2:]) for part in asked.parts if part.letters]
    sought += [one for part in asked.parts for one in part.said]
    own = theirs = False
    for clause in unmarked(low).encode().split(b" "):
        if [True for one in sought if one in clause]:
            at = skip(_FOR_ZH, clause.decode())  # because of a relative, or with or for one
            is_theirs = at > 1 and head(words_zh.KIN, clause.decode(), at) > 0
            own, theirs = own or not is_theirs, theirs or is_theirs
    return theirs and not own


def _says_deed(asked: "Asked", low: str) -> bool:
    """
    False where what was done with what is asked for (我什么时候开的店) is said of something else:
    开车去书店, 新开的书店, or is only meant: 想开店.
    """
    parts = [part for part in asked.parts if part.letters]
    for part in parts if len(parts) > 1 else ():
        deed = part.letters[0].decode() if len(part.letters) == 1 else ""
        if not deed or deed not in _DEEDS or deed + "的" not in asked.core:
            continue
        things = [one.letters[-1].decode() for one in parts if one is not part]
        at = low.find(deed)
        while at >= 0:
            if low[at - 1 : at] not in _NO_DEED and _is_done_with(low, at + 1, things):
                break
            at = low.find(deed, at + 1)
        if at < 0 and deed in low:
            return False
    return True


def _is_done_with(low: str, at: int, things: "list[str]") -> bool:
    """True where one of these things follows on a verb that ends at `at`, or came before it."""
    for thing in things:
        end = low.find(thing, at)
        between = low[at:end] if end >= 0 else low[at : at + 1]
        between = between[1:] if between[:1] in _DONE else between
        if not [True for one in _ELSEWHERE if one in between] and (end >= 0 or thing in low[:at]):
            return True
    return False


def says_who(asked: "Asked", low: str) -> bool:
    """True for who a relative is: 用户的女朋友是小雅, my wife is called Ann."""
    for kin in asked.kin:
        if "姓" in asked.core and kin + "姓" in low:
            return True
        at = low.find(kin) if asked.when() == PAST else -1
        if at >= 0 and low[at + len(kin) :][:1] in words_zh.SURNAMES and low[at + len(kin) :]:
            return True
    if asked.when() == PAST and "以前的" not in asked.core:
        return False  # who it is now
    for kin in asked.kin:
        for verb in ("是", "叫", "名", " is ", "'s name", " named"):
            if kin + verb in low:
                return True
    return False


def _has_type(letter: str, asked: "Asked", text: "Text", digits: int) -> bool:
    low = text.low
    if letter in "db":
        return _has_day(letter, text, digits)
    if letter == "n":
        if has_any(w.PRICED, asked.core):  # neither the sixth floor nor the 15th is a rent
            return _digits(low, _UNITS) > 1 or has_any(w.PRICES, low + " ")
        return digits > 0 or _counts_it(asked, low)
    if letter in _SAID_BY:
        return has_any(_SAID_BY[letter], low)
    if letter == "l" and text.record.kind not in ("skill", "lesson"):
        return has_any(w.LONG, low) and (digits > 0 or _counts(low))
    if letter == "f":
        _, mark, rest = low.partition("是")
        return has_any(w.ORIGINS, low) or (bool(mark) and "人" in rest[:_PLACE_MOST])
    if letter == "#":
        least = 1 if has_any(sorts.LAST_DIGITS, asked.core) else _NUMBER_LEAST
        return digits - _YEAR_DIGITS * low.count("年") >= least
    is_drug = [True for part in asked.parts if b"pill" in part.shown]  # its name is what is told
    if letter == "N" and text.record.kind not in ("family", "person", "name") and not is_drug:
        is_named = (
            has_any(w.NAMES, low) or says_who(asked, low) or _has_capital(text.record.content)
        )
        if "姓" in asked.core and not asked.kin:  # no 起名叫煤球
            return says_surname(low)
        return is_named
    return True


def says_surname(low: str) -> bool:
    """True where a surname follows on what gives a name, or has a title: 叫李建国, 何老师."""
    for place in range(len(low) - 1):
        if low[place : place + 1] in words_zh.SURNAMES:
            titled = leading(_TITLES, low[place + 1 : place + 3].encode()) >= 0
            if titled or low[place - 1 : place] in ("是", "叫"):
                return True
    return "姓" in low


def _has_day(letter: str, text: "Text", digits: int) -> bool:
    low = text.low
    is_timed = text.record.kind in _TIMED or text.record.get("due") is not None
    if (letter == "d" and is_timed) or len(text.record.get("when", "")) == _EVERY_YEAR:
        return True
    digits = 0 if " 0" in low and ":" not in low else digits  # by telephone
    if digits < _YEAR_DIGITS and not has_any(w.DAYS_ZH, low) and not has_any(w.DAYS_EN, low + " "):
        return False
    is_counted = has_any(w.DIGITS_ZH, low) or has_any(w.ORDINALS_EN, low)
    return letter == "d" or digits > 0 or is_counted


def _counts_it(asked: "Asked", low: str) -> bool:
    """True where a number in words stands in a clause that says something of the question."""
    for clause in low.replace(",", "，").split("，"):
        if _counts(clause):
            raw, words = clause.encode(), spaced(clause)
            said = terms(clause)
            for part in asked.parts:
                if part.letters and not [one for one in part.letters if one not in raw]:
                    return True
                if shows(_words(part) + pairs(part.letters), raw, words) or part.term in said:
                    return True
            if not asked.parts or asked.kin:
                return True
    return False


def _counts(low: str) -> bool:
    """True where a number is written in words, which 一样 and 第一 are not."""
    low = without(low, w.NO_DIGITS, " ")
    return has_any(w.DIGITS_ZH, low) or has_any(w.DIGITS_EN, low)


def _has_capital(content: str) -> bool:
    """True for a word with a capital in it, not the first: a name in English."""
    raw = content.encode()
    for at in range(1, len(raw)):
        if 65 <= raw[at] <= 90 and raw[at - 1] == 32 and leading(_DAYS, raw[at:]) < 0:
            return True
    return False


def _digits(low: str, units: "tuple" = ()) -> int:
    """How many digits a text has, but those in front of one of these units."""
    for unit in units:
        parts = low.split(unit)
        low = unit.join([one.rstrip("0123456789 ") for one in parts[:-1]] + parts[-1:])
    return sum([low.count(one) for one in _TEN])


def is_who(asked: "Asked", text: "Text") -> bool:
    """True for a memory that says who somebody is: 何姐是用户的新领导."""
    if text.record.kind in ("person", "family") or has_any(TIED, text.low):
        return True
    if has_any(_TOGETHER, text.low):
        return True
    part = asked.parts[0]
    for name in part.said or [b"".join(part.letters) or part.term]:
        for tie in ("%s是", "%s变成", "%s换成", "%s叫", "%s姓", "新%s", "new %s", "%s is "):
            if (tie % name.decode()).encode() in text.raw:
                return True
    return False


def is_act(word: str) -> bool:
    """True for a word that follows on who a text is of."""
    return word.endswith("ed") or has_any(sorts.ACTS, " " + word + " ")


def is_of_named(asked: "Asked", text: "Text") -> bool:
    """True where a memory begins with a name that the question does not have: Juno went to."""
    words = text.low.split(" ")
    if len(words) < 2 or not text.record.content[:1].isupper():
        return False
    acts = is_act(words[1]) or (
        tells_of_others(text.record.content) and not has_any(TIED, text.low)
    )
    if not acts:
        return False
    head = words[0]
    for kin in asked.kin:
        is_tied = " is the user's " in text.low or " is my " in text.low
        if is_tied and kin in text.low.partition(",")[0]:
            return False
    if [True for name in asked.called if head in name]:
        return False
    if has_any(sorts.NO_NAMES, " " + head + " ") or head in asked.core:
        return False
    raw, said = head.encode(), spaced(head)
    for part in asked.parts:
        if part.term in text.terms[:1] or shows(_words(part), raw, said):
            return False
    return True


def is_other_number(asked: "Asked", text: "Text") -> bool:
    """True for what is of another number: 六级, asked for 四级."""
    for part in asked.parts:
        for pair in pairs(part.letters):
            if pair[:_WIDE] in _NUMERALS and pair not in text.raw:
                unit = pair[_WIDE:]
                for at in range(0, len(_NUMERALS), _WIDE):
                    if _NUMERALS[at : at + _WIDE] + unit in text.raw:
                        return True
    return False


def is_in_front(asked: "Asked", low: str) -> bool:
    """True where what stands for the question is what a memory is about, not said by the way."""
    front = low.replace(",", "，").split("，")[0]
    if asked.types in ("n", "a"):  # a number stands where it likes: 最近胖了，63公斤
        front = low
    raw, words = front.encode(), spaced(front)
    families = [_words(part) for part in asked.parts if part.shown or part.also]
    at = leading(_OWN, raw)
    if at >= 0:  # 主人的旧手机号 is no phone, 用户的电脑 is a computer
        of = raw[len(entry(_OWN, at)) :]
        ends = [place for place in [of.find(one) for one in _VERBS] if place > 0]
        of = of[: min(ends)] if ends else of
        for shown in families:
            for one in shown:
                if of.endswith(one):
                    return True
        return not families
    if has_any(w.CHANGES, " " + low + " "):
        return True
    said = [True for shown in families if shows(shown, raw, words)]
    return bool(said) or not families


def _words(part: "Part") -> "list[bytes]":
    """What says a part, as families and the table of words have it."""
    part.words = part.words or part.shown + part.said + [row[0] for row in part.also]
    return part.words


def shows(shown: "list[bytes]", raw: bytes, words: bytes) -> bool:
    """True where a text, raw and as words between blanks, has one of these."""
    for one in shown:
        if one in raw if one[0] > 0x7F else b" " + one in words:
            return True
    return False


def bases(words: "list[bytes]") -> "list[bytes]":
    """What irregular forms among the words are asked by."""
    latin = b"|".join([b""] + [one for one in words if one[0] < 0x80] + [b""])
    found = []
    at = standing(w.BASES, latin)
    while at >= 0:
        if has(latin, entry(w.BASES, at)):
            found.append(meaning(w.BASES, at))
        at = standing(w.BASES, latin, at)
    return found


def spaced(low: str) -> bytes:
    """The text as words between blanks."""
    return padded(low.encode(), b".,;:!?'\"()-", False)


def narrow(asked: bytes, is_owners: bool, is_still: bool) -> "list[tuple]":
    """
    The rows of which a question, with blanks around its words, asks, of the owner or not; whether
    something is still so, those alone that tell of an end; of a time when it was so, none.
    """
    if standing(WHILE, asked) >= 0:
        return []
    found = [row for row in ENDS if standing(row[0], asked) >= 0]
    if is_still:
        return found
    found += [row for row in narrow_slots.ROWS if standing(row[0], asked) >= 0]
    if not is_owners and standing(narrow_slots.FED[0], asked) >= 0:
        found.append(narrow_slots.FED)
    return found


def is_told_anew(rows: "list[tuple]", said: bytes, raw: bytes, is_else: bool) -> bool:
    """
    True where a later text tells something else of these rows; `said` are the earlier one and the
    question: a dentist is no other doctor. Of somebody else (`is_else`) what needs no other
    word tells nothing.
    """
    for _, named, here in rows:
        is_told = standing(here, raw) >= 0 if here else not is_else
        if is_told and standing(named, raw) >= 0:
            at = standing(narrow_slots.SORTS, raw)
            return (at >= 0) == (standing(narrow_slots.SORTS, said) >= 0)
    return False


def has_changed(row: "tuple", raw: bytes, turns: bool, names: bool) -> bool:
    """
    True where a text tells of a change of a row of `slot_tables`; where it says that something
    `turns`, also where it names what the row is about, or who.
    """
    _, changes, classes = row
    for text in {raw, raw.replace(_COME, b"")} if changes else ():  # 落了户 is 落户
        if standing(changes, text) >= 0:
            return True
    return bool(classes) and turns and (names or standing(classes, raw) >= 0)
