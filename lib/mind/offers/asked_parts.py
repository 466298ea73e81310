"""
Asked parts: what of a question a memory has to say, and the tables by which `asked` reads it.

Owns `Part`, the tables of `asked_tables` as lists, the longest words first where it matters, and
the small readings of a text that need no state. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import each
from micropython import const

from . import asked_tables as w

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS_MOST = const(15)
MARKS = '？?！!。；;，,、：:…~～\n《》“”"()（）'
FAMILY_PART = 1.0
LETTER = 0.5  # what a character of Chinese weighs against a word of English


def _longest_first(table: str) -> "list[str]":
    found = each(table)
    found.sort(key=lambda one: -len(one.encode()))
    return found


EMPTY_ZH = _longest_first(w.EMPTY_ZH)
ENDS_ZH = frozenset([one.encode() for one in each(w.ENDS_ZH)])  # three bytes each
INNER_ZH = each(w.INNER_ZH)
OPENINGS_ZH = _longest_first(w.OPENINGS_ZH)
OPENINGS_EN = _longest_first(w.OPENINGS_EN)
KIN_ZH = _longest_first(words_zh.KIN)
KIN_EN = [one.strip() for one in each(words_en.KIN)]
# Single characters that are relatives only after one of these, or at the beginning.
KIN_AFTER = "|我|老|他|她|的|咱|俺|你|"
MOTHERS = (
    "|mom:mother|mum:mother|dad:father|grandma:grandmother|granny:grandmother"
    "|grandpa:grandfather|auntie:aunt|"
)


def families(is_chinese: bool) -> "Iterator[tuple]":
    """
    (phrases, evidence as one text) of each family in a language. The tables stay as they are
    written: as lists of words they would take 60 KB of heap for ever.
    """
    for row in w.FAMILIES:
        said, _, shown = row.partition(">")
        words = said.split(" ")
        if is_chinese:
            yield [one for one in words if one > "\x7f"], shown
        else:
            yield [" " + one + " " for one in words if one < "\x7f"], shown


ABOUT = each(w.ABOUT)
TO_ME_ZH = each(w.TO_ME_ZH)
WHICH_ZH = each(w.WHICH_ZH)
WHICH_EN = each(w.WHICH_EN)
ORDERS_ZH = each(w.ORDERS_ZH)
ATTRIBUTES = each(w.ATTRIBUTES)
TYPES_ZH = each(w.TYPES_ZH)
TYPES_EN = each(w.TYPES_EN)
LIKED = each(w.LIKED)
DISLIKED = each(w.DISLIKED)
AIMS = each(w.AIMS)
ASKED_PAST_EN = each(w.ASKED_PAST_EN)
ASKS_EN = each(w.ASKS_EN)
ASKS_YOUNG = each(w.ASKS_YOUNG)
ASKS_ZH = each(w.ASKS_ZH)
DID_EN = each(w.DID_EN)
HOW_EN = each(w.HOW_EN)
HOW_ZH = each(w.HOW_ZH)
ORDERS_EN = each(w.ORDERS_EN)
OWN_EN = each(w.OWN_EN)
OWN_ZH = each(w.OWN_ZH)
THIRD_EN = each(w.THIRD_EN)
THIRD_ZH = each(w.THIRD_ZH)
YOU_EN = each(w.YOU_EN)
YOU_ZH = each(w.YOU_ZH)
KIN_AFTER_WORDS = each(KIN_AFTER)


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
        self.kinds: "tuple" = ()  # of memories that say it by what they are
        self.is_name = False
        self.is_class = False  # the class of the answer: 什么花, which curry


def unmarked(low: str) -> str:
    """The text with blanks for marks, without one at its ends."""
    for at in range(len(MARKS)):
        low = low.replace(MARKS[at : at + 1], " ")
    return " ".join(low.split())


def starts(low: str, table: "list[str]") -> bool:
    for one in table:
        if low.startswith(one):
            return True
    return False


def is_which(low: str, word: str, is_chinese: bool) -> bool:
    """True for what follows on which: the class of the answer."""
    if is_chinese:
        for one in WHICH_ZH:
            if one + word in low:
                return True
        return False
    for one in WHICH_EN:
        if one + word[1:] in low:
            return True
    return False


def types_in(table: "list[str]", low: str) -> str:
    found = ""
    for row in table:
        phrase, letter = row[:-2], row[-1:]
        if phrase in low and letter not in found:
            found += letter
    return found


def capitals(text: str) -> "list[str]":
    """The words that are names since they have a capital, not the first and not I."""
    found = []
    for at, word in enumerate(text.replace("’", "'").split()):
        word = word.split("'")[0]
        raw = word.encode()
        if at and raw and 65 <= raw[0] <= 90 and word != "I":
            found.append("".join([c for c in word.lower() if c.isalpha()]))
    return found


def is_where_name(low: str, text: str) -> bool:
    """True for where is Iceland, which no memory is asked for."""
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


def has_any(words: "list[str]", text: str) -> bool:
    """True where the text has one of these."""
    for word in words:
        if word in text:
            return True
    return False


def pairs(letters: "list[bytes]") -> "list[bytes]":
    """Neighbouring characters of a run, as the notebook has them."""
    return [letters[at] + letters[at + 1] for at in range(len(letters) - 1)]
