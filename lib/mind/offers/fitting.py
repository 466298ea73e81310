"""
Fitting: how well one memory answers what is asked, from its real text.

Owns the verdict: a memory fits where it is of whom the question is, has the sort of answer that is
wanted, and says enough of the question's parts. Words alone cannot tell a question that nothing
answers (whose birthday?) from one that something does, so what a part weighs that the memory does
not say counts against it. Pure.
"""

from memory.extract import words_zh
from memory.extract.scan import is_chinese, known_as
from memory.text.phrase_tables import leading, padded, standing
from memory.text.script import fold
from memory.text.terms import is_cjk, terms
from micropython import const

from mind.predicates import names_whom, tells_of_others

from ..notebook.word_hashes import alone
from ..questions.no_more import is_no_more
from .answer_sorts import (
    TIED,
    bases,
    has_types,
    is_in_front,
    is_of_named,
    is_other_number,
    is_who,
    says_who,
    shows,
    spaced,
)
from .asked import Asked
from .asked_parts import MOTHERS, Part, has_any, pairs, plain_memory, unmarked, without
from .of_whom import is_of, is_relative
from .tables import asked_tables as w
from .tables import incident_tables as once
from .tables import sort_tables as sorts
from .tables.others import WHERE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

_MARKS = b".,;:!?'\"()-"
_SINGLE = 0.3  # what a character tells that the memory has elsewhere than beside its neighbour
_PAIR = const(2)
_APART = 0.85  # of a verb and its object that stand apart
_NOT_OWN = 0.72  # of a question that names neither the owner nor anybody of theirs
_CLASS = 0.3  # what the class of the answer weighs
_ABOUT_IT = 0.85  # the same where the memory begins with what the question begins with
_SURE = 0.95  # the same where the memory has the very sort of answer that is asked for
_MOST_OF_IT = 0.76
_STATEMENT = 0.8
_LIGHT = 0.2  # where it is done with what is asked for what is asked: 打游戏
_NOT_DONE = 0.85
_ITS_DAY = 0.12  # for what has a day, where one is asked for
_FAMILY = 0.8  # what is said in another word of a family
_LESS = 0.5  # the same where the question names one of a family,
_ONE_DRUG = ("降压药".encode(), "降糖药".encode())  # as these
_NOT_WHO = 0.6  # who is 何姐, of a memory where she only occurs
_RULE = 0.6  # rules are in every prompt (`context` of style core), whatever is asked
_OWN_KINDS = ("like", "dislike", "habit", "goal", "trait", "preference", "moment", "event")
_OWNER = "用户"
# What a taste says without words: 香菜, which is disliked, is not eaten.
_IMPLIED = {"dislike": " 不吃 不喝 eat ".encode(), "like": " 能吃 eat ".encode()}
_DIET = "不吃".encode()  # of the family that `_IMPLIED` speaks of
_WORK = "上班".encode()  # of the family that says what somebody does,
_DIED = b"died"  # and of those of what became of somebody


class Text:
    """A memory as it is compared: its words, folded, and its terms."""

    def __init__(self, record: "Record", asked: "Asked | None" = None) -> None:
        self.record = record
        self.low = plain_memory(fold(record.told_words()))
        if asked is not None and not has_any(w.GOES, asked.core):
            self.low = without(self.low, w.WHILE, "")  # tea after school tells of no school
        self.raw = self.low.encode() + _IMPLIED.get(record.kind, b"")
        self.terms = terms(self.low)
        self.spaced = spaced(self.low) + _IMPLIED.get(record.kind, b"")
        self.terms += bases(self.terms) + [b"goal"] * (record.kind == "goal")
        self.relation = relation_of(record)
        self.is_otherwise = False  # a part was said by another word than its own
        # What those of a part's other words stand for that it says, once that is asked.
        self.others: "dict[Part, list[tuple]]" = {}


def relation_of(record: "Record") -> str:
    """What a relative is to the owner, in the name that claims have."""
    relation = fold(record.get("relation", ""))
    return known_as(words_zh.KIN_AS, relation) or known_as(MOTHERS, relation) or relation


def sought(word: str, weight: float, part: int) -> "list[tuple]":
    """(term, weight, part) of a word that the notebook is searched for."""
    found = [one for one in terms(word) if alone(one) or not is_cjk(one) or len(one) > 4]
    return [(one, weight / len(found), part) for one in found]


def may_reach(asked: Asked, parts: int, threshold: float) -> bool:
    """
    False where a memory that says none but these parts (bits) cannot reach the threshold, so that
    it need not be read. What hashes cannot tell counts as said.
    """
    if asked.kin:
        return True
    whole = said = 0.0
    for number, part in enumerate(asked.parts):
        unseen = part.kinds or _DIET in part.shown or b"eat" in part.shown or _DIED in part.shown
        unseen = unseen or (len(part.letters) == 1 and not alone(part.letters[0]))
        share = _CLASS if part.is_class and not unseen and not parts & 1 << number else 1.0
        whole += share * part.weight
        if unseen or parts & 1 << number:
            said += part.weight
    return said >= threshold * whole


def relevance(asked: Asked, record: "Record", family: "list[tuple]") -> float:
    """
    0 to 1. `family` is what the owner's relatives are called: (relation, folded name).
    """
    text = Text(record, asked)
    if not is_of(asked, text, family) or not has_types(asked, text):
        return 0.0
    whole = said = literal = 0.0
    is_first = True
    begins = _begins_with(asked, text)
    is_somebodys = asked.is_own or bool(asked.kin)
    is_of_one = bool(asked.kin) or bool([one for one in asked.parts if one.is_name])
    for part in asked.parts:
        text.is_otherwise = False
        found = _said(part, text, is_of_one)
        is_word = not part.shown and not part.kinds
        must = part.is_name or (is_first and is_word and not is_somebodys)
        is_first = is_first and not is_word
        if must and found < 0.6 * part.weight:
            if not is_relative(part, text, asked.names):
                return 0.0
            found = part.weight
        is_open = part.is_class and (is_somebodys or (begins and not part.shown))
        share = _CLASS if is_open else 1.0
        whole += share * part.weight
        said += share * found
        if (is_word or found == part.weight) and not (part.kinds or text.is_otherwise):
            literal += found
    if not whole:
        # Only of whom: what is my mother called.
        named = "N" in asked.types or "w" in asked.types
        who = record.kind in ("family", "person") or says_who(asked, text.low)
        is_age = "a" in asked.types  # 我女儿几岁; that the memory tells of an age is seen above
        has = has_any(w.HAS, asked.core) and has_any(w.HAS, " " + text.low)  # 我有几个孩子
        return 0.9 if asked.kin and (is_age or has or (named and who)) else 0.0
    does = [True for one in asked.light if one in text.terms or one in text.raw]
    if not (literal or does or asked.kin or names_whom(asked.core, record.content)):
        # In another language only what a claim says is one thing: 晕车 is no car.
        is_in_words = asked.is_chinese == is_chinese(text.low)
        if not (is_in_words and _is_owners(text) and is_in_front(asked, text.low)):
            return 0.0
    if is_other_number(asked, text):
        return 0.0
    found = said / whole
    if record.kind in ("event", "schedule", "todo") and asked.types == "d":
        found = min(1.0, found + _ITS_DAY)
    if asked.light:
        found = min(1.0, found + _LIGHT) if does else found * _NOT_DONE
    return found * _standing(asked, text, said / whole, begins)


def _standing(asked: Asked, text: Text, share: float, begins: bool) -> float:
    """What a memory that says such a share counts, by what is asked and of whom: 0 to 1."""
    record = text.record
    found = 1.0
    if asked.is_young and not has_any(w.YOUNG, text.low):
        return 0.0
    is_taste = record.kind in ("like", "preference") or not has_any(w.FAVORITE, asked.core)
    if not is_taste and not has_any(w.TASTE, " " + text.low + " "):
        return 0.0  # the wedding is booked, asked for a favourite book
    if asked.is_own and (
        (not asked.types and is_of_named(asked, text)) or _is_by_the_way(asked, text.low)
    ):
        return 0.0
    if has_any(w.HOW_TO, asked.core) and (record.kind == "moment" or not _says_how(asked, text)):
        return 0.0
    if [1] == [len(one.letters) for one in asked.parts] and not asked.types and not asked.kin:
        is_told = asked.is_own and _OWNER in text.low and has_any(w.WHAT_ZH, asked.core)
        found *= _STATEMENT * (_STATEMENT if is_told else _NOT_OWN)
    if not asked.is_own and not asked.kin:
        found *= _of_nobody(asked, text, share, begins)
    if not asked.asks and not asked.is_bare:
        found *= _STATEMENT
    if record.kind == "rule" and not has_any(w.RULES, asked.core):
        found *= _RULE
    is_who_is = "w" in asked.types and has_any(w.WHO_IS, asked.core)
    does = asked.parts and (asked.parts[0].shown or asked.parts[0].word.endswith(b"ing"))
    if is_who_is and len(asked.parts) == 1 and not does:
        found *= 1.0 if is_who(asked, text) else _NOT_WHO
    if _is_whether(asked) and has_any(w.WISHED, text.low):
        found *= _NOT_OWN
    if asked.has_aim and record.kind != "goal":
        found *= _STATEMENT
    return found


def _is_by_the_way(asked: Asked, low: str) -> bool:
    """True where the one word of a question stands behind what a memory is about, nobody's own."""
    front, _, rest = low.partition(", ")
    word = asked.parts[0].term.decode() if len(asked.parts) == 1 else ""
    if not word or not rest or word in front or asked.parts[0].also:
        return False
    return rest.startswith(word)


def _says_how(asked: Asked, text: Text) -> bool:
    """False where it is asked how to do what a memory does not speak of: reset a phone."""
    for part in asked.parts:
        if (
            part.word
            and asked.core.startswith(w.HOW_DO, 1)
            and part.word.decode() in asked.core.split()[3:4]
        ):
            return part.term in text.terms
    return True


def _is_whether(asked: Asked) -> bool:
    """True where it asks of the owner whether something is so: 我养猫了吗, do I have a cat."""
    is_asked = asked.core.endswith("吗") or asked.core.startswith((" do i ", " have i "))
    return is_asked and asked.is_own and not asked.has_aim


def _of_nobody(asked: Asked, text: Text, share: float, begins: bool) -> float:
    """The same where the question names neither the owner nor anybody of theirs."""
    kind = text.record.kind
    is_world = has_any(w.HOW_ZH, asked.core) or has_any(w.HOW_EN, asked.core)
    kinds = ("skill", "lesson") if is_world else ("skill", "lesson", "like")
    if asked.is_how and kind not in kinds:
        return 0.0
    if asked.is_bare:
        return 1.0
    is_one = len(asked.parts) == 1 and not asked.parts[0].shown and not asked.types
    if is_one and asked.asks and asked.core.startswith(" is "):  # is Spotify down
        return _NOT_OWN * _STATEMENT
    if "N" in asked.types and not asked.is_chinese and not has_any(w.NAMES, text.low):
        return _NOT_OWN * _STATEMENT
    if asked.is_world and kind not in ("skill", "lesson"):
        return 0.0
    if share > _MOST_OF_IT and _is_of_that_sort(asked, text):
        return _SURE
    return _ABOUT_IT if begins else _NOT_OWN


def _is_of_that_sort(asked: Asked, text: Text) -> bool:
    """True where a memory has the very sort of answer that is asked for: a day, where, to whom."""
    if not asked.parts or text.record.kind in ("like", "dislike", "skill", "lesson", "trait"):
        return False
    if "d" in asked.types or [True for part in asked.parts if _DIED in part.shown]:
        return True  # that it has one, or tells of such an end, was seen before
    if "w" in asked.types:
        return tells_where(text.low) or has_any(w.TO_WHOM, text.low)
    return asked.is_where() and tells_where(text.low)


def _begins_with(asked: Asked, text: Text) -> bool:
    """True where a memory is about what the question begins with: 小谭开的什么店."""
    for part in asked.parts:
        if part.shown or part.kinds:
            continue
        if part.term:
            return b" " + part.term in text.spaced[: 2 + len(part.term)]
        for size in (3, 2):
            head = b"".join(part.letters[:size])
            at = 9 if text.raw.startswith("用户的".encode()) else 0
            if len(part.letters) >= 2 and text.raw[at:].startswith(head):
                return True
        return False
    return False


def tells_where(text: str) -> bool:
    """True for what says where somebody is or for whom they work, though it is no claim."""
    return has_any(WHERE, fold(text))


def _is_owners(text: Text) -> bool:
    """True where a memory is of the owner: as tools write it, or of a kind that always is."""
    if text.record.kind in _OWN_KINDS or text.record.get("subject") == _OWNER:
        return True
    if leading(w.OTHERS, text.raw) >= 0 or has_any(w.OTHERS_EN, text.low):
        return False
    if has_any(TIED, text.low):
        return True
    if text.low.startswith(("用户", "the user", "我", "i ", "i'", "家里", "现在", "每")):
        return True
    return not tells_of_others(text.record.content)


def is_change(text: str) -> bool:
    """True for what says that something is not as it was: 改吃二甲双胍, gave up Spanish."""
    return standing(w.CHANGES, b" " + fold(text).encode() + b" ") >= 0


def is_incident(text: str, before: str = "") -> bool:
    """
    True for what leaves all as it was; what is called off, only where `before` comes every week.
    """
    raw = padded(fold(text).encode(), _MARKS)
    is_brief = standing(once.SPANS, raw) >= 0
    is_brief = is_brief or (standing(once.MISHAPS, raw) >= 0 and not is_no_more(text))
    is_over = standing(once.CALLED_OFF, raw) >= 0 and not has_any(once.WEEKLY, fold(before))
    return is_brief and not is_over and standing(once.CHANGES, raw) < 0


def _said(part: Part, text: Text, is_of_one: bool) -> float:
    """What of a part's weight a memory says."""
    if part.kinds:
        if part.kinds[0] == "like":
            is_said = has_any(sorts.LIKING, text.low)
        else:
            is_said = has_any(sorts.DISLIKING, text.low)
        return part.weight if is_said or text.record.kind in part.kinds else 0.0
    if part.shown:
        if is_of_one and part.shown[0] == _WORK and has_any(w.TRADES, text.low):
            if not text.low.startswith(("用户", "the user ")):
                return part.weight
        if [True for one in part.said if _literally(one, text)]:
            return part.weight
        if part.shown[0] == _WORK and has_any(w.DOCTORS, text.low):
            return 0.0
        is_trade = part.shown[0] != _WORK or _is_trade(part, text)
        if shows(part.shown, text.raw, text.spaced) or (is_trade and _other(b"", part, text)):
            is_one = [True for one in part.said if one in _ONE_DRUG]
            return (_LESS if is_one else _FAMILY) * part.weight
        return 0.0
    if part.term:
        if part.term in text.terms:
            return part.weight
        return part.weight * _other(b"", part, text)
    return _letters_said(part, text)


def _is_trade(part: Part, text: Text) -> bool:
    """False where a trade in English is only named by the way: a vet, and not at the vet."""
    known = [raw for raw, stems, _, _ in part.also if stems]
    for article in (b" a ", b" an ", b" as "):
        if [True for raw in known if article + raw in text.spaced]:
            return True
    return not known


def _letters_said(part: Part, text: Text) -> float:
    letters = part.letters
    if len(letters) == 1:
        return part.weight * (1.0 if letters[0] in text.raw else _other(b"", part, text))
    least = _SINGLE
    for letter in letters:
        if letter not in text.raw:
            least = 0.0
    if len(letters) == _PAIR and is_apart(letters, text.low):
        least = _APART
    said = [1.0 if one in text.raw else _other(one, part, text) for one in pairs(letters)]
    each_one = part.weight / len(letters)
    found = 0.0
    for at in range(len(letters)):  # the best of the pairs that it is in
        found += each_one * max([least] + said[max(0, at - 1) : at + 1])
    return found


def is_apart(letters: "list[bytes]", low: str) -> bool:
    """True where a verb and its object stand in one clause, not together: 跳了支舞, 舞不跳了."""
    if standing(w.VERBS, letters[0]) < 0:
        return False
    for clause in unmarked(low).encode().split(b" "):
        if letters[0] in clause and letters[1] in clause:
            return True
    return False


def _literally(phrase: bytes, text: Text) -> bool:
    return phrase in text.raw if phrase[0] > 0x7F else b" " + phrase in text.spaced


def _other(term: bytes, part: Part, text: Text) -> float:
    """What another word counts that the memory says for this term of a part, or for all of it."""
    said = text.others.get(part)
    if said is None:
        raw, known = text.raw, text.terms
        said = text.others[part] = [
            one[3] for one in part.also if (_all(one[1], known) if one[1] else one[0] in raw)
        ]
    for stands_for in said:
        if not term or term in stands_for:
            text.is_otherwise = True
            return _FAMILY
    return 0.0


def _all(stems: "list[bytes]", known: "list[bytes]") -> bool:
    return not [one for one in stems if one not in known]
