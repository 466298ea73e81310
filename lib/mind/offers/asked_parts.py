"""
Asked parts: what of a question a memory has to say, and the tables by which `asked` reads it.

Owns `Part`, the tables of `asked_tables` as lists, the longest words first where it matters, and
the small readings of a text that need no state. Pure.
"""

import micropython
from memory.extract import words_en, words_zh
from memory.extract.scan import head, is_chinese
from memory.text.phrase_tables import entry, has, leading, meaning, padded, replaced, standing
from memory.text.script import fold
from memory.text.terms import singles, whole_word
from memory.viper import ptr8
from micropython import const

from mind import predicates

from ..notebook.word_hashes import alone
from .tables import asked_tables as w
from .tables import sort_tables as sorts
from .tables.family_tables import FAMILIES
from .tables.plain_words import AS_ASKED, EVERYWHERE, PLAINLY, SPOKEN

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory.interfaces import Expander

PARTS_MOST = const(15)
_CLAUSES_ZH = ("，", "。", "！", "；", "…", ",", "!")
_CLAUSES_EN = (", ", ". ", "! ", "; ", " - ", " — ")
_WORKS = ("上班", "工作", "教书", "任教", "打工", "上学", "读书")
_PLACE_MOST = const(8)
_PAIR = const(2)
_PAIRS = const(1024)
MARKS = '？?！!。；;，,、：:…~～\n《》“”"()（）'
_EACH_MARK = tuple([mark.encode() for mark in MARKS])
FAMILY_PART = 1.0
_OTHERS_MOST = const(400)  # other words for a part
LETTER = 0.5  # what a character of Chinese weighs against a word of English


KIN_ZH = words_zh.KIN.encode()
KIN_AS = words_zh.KIN_AS + "媳妇:老婆|媳妇儿:老婆|太太:老婆|"
KIN_EN = words_en.KIN.replace(" |", "|").encode() + b"kid|child|"
# Single characters that are relatives only after one of these, or at the beginning.
KIN_AFTER = "|给|跟|陪|替|帮|问|我|老|他|她|的|咱|俺|你|".encode()
MOTHERS = predicates.MOTHERS


def families(low: str, is_chinese: bool) -> "Iterator[tuple]":
    """
    (phrases, evidence as one text) of each family in a language of which a phrase may stand in
    the text. The tables stay as they are written: as lists of words they would take 60 KB of heap
    for ever.
    """
    raw = low.encode()
    known = bytearray(_PAIRS)
    _mark(raw, len(raw), known)
    for row in FAMILIES:
        if not _may_stand(row, raw, len(raw), known):
            continue
        said, _, shown = row.partition(">")
        words = said.split(" ")
        if is_chinese:
            yield [one for one in words if one > "\x7f"], shown
        else:
            yield [" " + one.replace("_", " ") + " " for one in words if one < "\x7f"], shown


class Part:
    """
    Something that a memory should say: a run of Chinese (its characters in `letters`), a word
    (`term`), a family (`shown`: it says one of these, best the phrases in `said` themselves), or a
    taste (`kinds`). `is_name`: nothing else will do.
    """

    def __init__(self, weight: float) -> None:
        self.weight = weight
        self.letters: "list[bytes]" = []
        self.term = b""
        self.shown: "list[bytes]" = []
        self.said: "list[bytes]" = []
        self.word = b""  # the term as it was said
        # Other words: (word, its terms where it is English, weight, the terms it stands for).
        self.also: "list[tuple]" = []
        self.words: "list[bytes]" = []  # that say it, once a memory is looked at
        self.kinds: "tuple" = ()  # of memories that say it by what they are
        self.is_name = False
        self.is_class = False  # the class of the answer: 什么花, which curry


def unmarked(low: str, marks: "tuple" = _EACH_MARK) -> str:
    """The text with blanks for marks, without one at its ends."""
    raw = low.encode()
    for mark in marks:
        raw = raw.replace(mark, b" ")
    return b" ".join(raw.split()).decode()


def starts(low: str, table: bytes) -> bool:
    return leading(table, low.encode()) >= 0


def asking_clause(question: str) -> str:
    """The one clause that asks of several, "" for none: the form wants it, what am I driving?"""
    marks = _CLAUSES_ZH if is_chinese(question) else _CLAUSES_EN
    for mark in marks:
        question = question.replace(mark, "\n")
    pieces = [one.strip() for one in question.split("\n")]
    pieces = [one for one in pieces if one]
    asking = [one for one in pieces if _asks(one)]
    if len(asking) != 1 or len(pieces) < 2:
        return ""
    is_added = pieces[-1] != asking[0] and pieces[-1].count(" ") == 1  # any sport
    return "" if is_added else asking[0]


def _asks(clause: str) -> bool:
    if is_chinese(clause):
        return has_any(w.ASKS_ZH, clause)
    words = clause.lower().replace("’", "'").split(" ")
    return len(words) > 2 and has_any(w.ASKS_EN, " " + words[0].split("'")[0] + " ")


def is_which(low: str, word: str, is_chinese: bool) -> bool:
    """True for what follows on which: the class of the answer."""
    table = w.WHICH_ZH if is_chinese else w.WHICH_EN
    raw = low.encode()
    follows = (word if is_chinese else word[1:]).encode()
    at = standing(table, raw)
    while at >= 0:
        if entry(table, at) + follows in raw:
            return True
        at = standing(table, raw, at)
    return False


def types_in(low: str) -> str:
    """The letters of what an answer must have, each once."""
    found = ""
    raw = low.encode()
    at = standing(w.TYPES, raw)
    while at >= 0:
        letter = meaning(w.TYPES, at).decode()
        if letter not in found:
            found += letter
        at = standing(w.TYPES, raw, at)
    return found


def without(low: str, table: bytes, instead: str) -> str:
    """The text with something instead of each phrase of a table, in the order of the table."""
    raw = low.encode()
    at = first = standing(table, raw)
    while at >= 0:
        raw = raw.replace(entry(table, at), instead.encode())
        at = standing(table, raw, at)
    return low if first < 0 else raw.decode()


def capitals(text: str) -> "list[str]":
    """The words that are names since they have a capital, not the first and not I."""
    found = []
    for at, word in enumerate(text.replace("’", "'").encode().split()):
        if at and 65 <= word[0] <= 90:
            word = word.split(b"'")[0]
            if word != b"I":
                found.append(bytes([one for one in word.lower() if 97 <= one <= 122]).decode())
    return found


def is_where_name(low: str, text: str) -> bool:
    """True for where is Iceland, or where can I buy it, which no memory is asked for."""
    if low.startswith(" where can i ") and " my " not in low and " find the " not in low:
        return True
    words = low.replace("'s ", " is ").split()
    return (
        len(words) == 3
        and words[:2] in (["where", "is"], ["what", "is"])
        and (len(capitals(text)) == 1)
    )


def apart(raw: bytes) -> "list[str]":
    """The runs of Chinese between letters of ASCII."""
    at = 0
    begin = -1
    found = []
    while at < len(raw):
        if raw[at] >= 0x80 and begin < 0:
            begin = at
        elif raw[at] < 0x80 and begin >= 0:
            found.append(raw[begin:at].decode())
            begin = -1
        at += 1
    if begin >= 0:
        found.append(raw[begin:].decode())
    return found


def has_any(table: bytes, text: str) -> bool:
    """True where the text has one of these."""
    return standing(table, text.encode()) >= 0


def pairs(letters: "list[bytes]") -> "list[bytes]":
    """Neighbouring characters of a run, as the notebook has them."""
    return [letters[at] + letters[at + 1] for at in range(len(letters) - 1)]


def plainly(low: str) -> str:
    """The text with the usual words for those that mean the same: 喝两盅 is 喝酒."""
    return replaced(PLAINLY, low)


def usual(text: str) -> str:
    """A text without what few say: 搁哪儿 is 放哪, and 啥 stays."""
    return replaced(SPOKEN, fold(text))


def spoken(low: str) -> str:
    """A question in Chinese in the usual words: 俺腰还疼不疼 is 我腰还疼吗."""
    low = unmarked(replaced(EVERYWHERE, usual(low)))
    for joint in ("不", "没"):
        at = low.find(joint)
        while at > 0:
            verb = low[at - 1 : at]
            if low[at + 1 : at + 2] == verb and not has(w.NO_CHOICE, (verb + joint).encode()):
                return low[: at - 1] + low[at + 1 :] + "吗"
            at = low.find(joint, at + 1)
    return low[:-1] + "吗" if low.endswith("不") else low


def whose_work(low: str) -> str:
    """Without what sort of place it is where somebody works: 在哪家医院上班 is 在哪上班."""
    begin = low.find("在哪")
    for verb in _WORKS:
        at = low.find(verb, begin)
        if 0 <= begin < at <= begin + _PLACE_MOST and "城" not in low[begin:at]:
            return low[: begin + 2] + low[at:]
    return low


def as_job(low: str, is_before: bool) -> str:
    """What does Ann do, and what did I do before that, as questions for a job."""
    low = low.replace(" what is it i do ", " what do i do ")
    words = low.replace(" for work ", " ").replace(" for a living ", " ").split()
    if len(words) < 4 or words[0] != "what" or words[-1] != "do":
        return low
    if words[1] not in ("do", "does", "did") or (words[2] == "i" and len(low.split()) == 4):
        if not is_before:
            return low
    return " what %s %s job " % ("was" if words[1] == "did" else "is", " ".join(words[2:-1]))


def stems(raw: bytes) -> "tuple":
    """The terms of an English word or phrase."""
    return tuple([one for one in [whole_word(word) for word in raw.split()] if one])


def is_light(part: Part) -> bool:
    return not part.is_name and has(w.LIGHT, said_of(part))


def calling(kin: str) -> "list[str]":
    """The other words for a relative: mom, of mother; 老娘, of 妈妈."""
    table = KIN_AS if kin > "\x7f" else MOTHERS
    found = []
    at = table.find(":" + kin + "|")
    while at >= 0:
        found.append(table[table.rfind("|", 0, at) + 1 : at])
        at = table.find(":" + kin + "|", at + 1)
    return found


def widen(parts: "list[Part]", is_chinese: bool, expander: "Expander") -> None:
    """Have the other words for each part, and the members of the classes that it names."""
    for part in parts:
        said = said_of(part)
        if part.shown:
            said = b" ".join([one for one in part.said if has(w.CLASSES, one)])
        if not said or part.is_name or (not part.shown and leading(w.ATTRIBUTES, said) >= 0):
            continue
        for raw, weight, how, stands_for in expander.expand(said.decode(), _OTHERS_MOST):
            if part.shown and how != "category":
                continue  # a family has its synonyms; of phone another is call
            if (raw[0] > 0x7F) == is_chinese:
                part.also.append((raw, () if is_chinese else stems(raw), weight, stands_for))


def said_of(part: Part) -> bytes:
    """A word or a run as it was said."""
    return part.word or b"".join(part.letters)


def terms_of(parts: "list[Part]") -> "list[tuple]":
    """(term, weight, number of the part) of all that a memory may share."""
    found = []
    for number, part in enumerate(parts):
        if part.term:
            found.append((part.term, part.weight, number))
        if len(part.letters) == _PAIR and has(w.VERBS, part.letters[0]):
            if alone(part.letters[1]):  # 舞不跳了, of 跳舞
                found.append((part.letters[1], LETTER, number))
        found += [(pair, 2 * LETTER, number) for pair in pairs(part.letters)]
        if len(part.letters) == 1:
            found.append((part.letters[0], LETTER, number))
        for shown in part.shown + part.said:
            if shown[0] < 0x80:
                term = whole_word(max(shown.split(b" "), key=len))
                if term:
                    found.append((term, part.weight, number))
            else:
                letters = singles(shown)
                words = pairs(letters) if len(letters) > 1 else letters
                found += [(word, part.weight, number) for word in words]
    return found


@micropython.viper
def _mark(raw: object, size: int, pairs: object) -> object:
    """Note which two bytes follow each other in a text, by their hash."""
    text = ptr8(raw)
    known = ptr8(pairs)
    at = 1
    while at < size:
        known[(text[at - 1] << 6 ^ text[at]) & 1023] = 1
        at += 1
    return None


@micropython.viper
def _may_stand(row: object, raw: object, size: int, pairs: object) -> int:
    """1 where a word of a family, before its `>` and between blanks, is anywhere in a text."""
    words = ptr8(row)
    text = ptr8(raw)
    known = ptr8(pairs)
    at = 0
    while words[at] != 0x3E and words[at] != 0:
        end = at
        while words[end] != 0x20 and words[end] != 0x3E and words[end] != 0:
            end += 1
        length = end - at
        place = 0
        if length > 1 and known[(words[at] << 6 ^ words[at + 1]) & 1023] == 0:
            place = size
        while place + length <= size:
            look = 0
            while look < length and text[place + look] == (
                0x20 if words[at + look] == 0x5F else int(words[at + look])
            ):
                look += 1
            if look == length:
                return 1
            place += 1
        at = end
        if words[at] == 0x20:
            at += 1
    return 0


_DETERMINERS = ("the", "my", "her", "his", "our", "a", "an")


def worded(low: str) -> bytes:
    """A folded memory with a blank around each word."""
    low = plain_memory(low.replace("’", "'").replace("'s ", " "))
    if "-" in low:  # nicotine-free
        low += " " + low.replace("-", " ")
    return padded(low.encode(), b'.,;:!?"()')


def put_down(low: str) -> str:
    """A folded text with whom they had to put down behind it: had to put Biscuit down."""
    before, who, rest = predicates.put_down(low)
    return (before + " had to put down " + who + rest)[1:] if who else low


def plain_memory(low: str) -> str:
    """
    A folded memory in the words in which questions are read: User is the user, 男友 is 男朋友, and
    who quit smoking has stopped it, since quit alone is said of work.
    """
    low = put_down(replaced(AS_ASKED, low))
    if low.startswith(("user ", "user's ")):
        low = "the " + low
    elif low.startswith(("her ", "his ")) and head(words_en.KIN, low + " ", 4):
        low = "my " + low[4:]  # of whom a memory begins without a name, that is the owner
    before, left, rest = low.partition("quit ")
    words = [one.rstrip(".,;!?") for one in rest.split(" ")[:3]]
    is_thing = (
        words[1:]
        and words[0] in _DETERMINERS
        and not [one for one in words if one in sorts.WORKPLACES]
    )
    is_stopped = is_thing or words[0].endswith("ing")  # quit the gym, quit smoking
    return before + "stopped " + rest if left and is_stopped else low
