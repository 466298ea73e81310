"""
Claim pieces: the clauses of a text, of which `claim_reader` reads one at a time.

Owns where one ends: at punctuation, at a word that joins another claim (is a nurse and lives in
Oslo), and before what is told of somebody else (and my son is 8). Pure; the words are the tables
`w` of `predicates_zh` or `predicates_en`.
"""

from memory.extract import words_en
from memory.extract.scan import entry, has, head, skip
from memory.text.script import fold

from .claim_clauses import begins
from .partings import turned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What is said of somebody behind who, and whose they are.
_SAID_BY_THE_WAY = (
    "|is |works |lives |has |was |studies |teaches |runs |owns |drives |lived |worked |"
)
_MINE = "|my |our |user's |"
_WIDE_BLANK = "\u3000".encode()
# Words of a sentence that has told something.
_TELLS = (
    "| is | am | are | was | lives | works | live | work | moved | has | have | got | left "
    "| quit |"
)


def with_asides(text: str) -> str:
    """
    English with what is said by the way of somebody named as a sentence of theirs: Tanvi, who is a
    dentist; my sister Divya, who is 22; Alfie who is six and Poppy who is three.
    """
    at = text.find(" who ")
    while at > 0:
        front = text[:at].rstrip(",")
        words = front.split(" ")
        name = words[-1]
        kin = fold(words[-2]) if words[2:] else ""
        if entry(words_en.KIN, fold(name) + " ") and entry(_MINE, fold(words[-2]) + " "):
            name = words[-2] + " " + name
        elif not (name[:1].isupper() and name.isalpha()):
            name = ""
        elif entry(words_en.KIN, kin + " ") and entry(_MINE, fold(words[-3]) + " "):
            name = " ".join(words[-3:])
        if name and head(_SAID_BY_THE_WAY, text, at + 5):
            front = front[: -len(" and " + name)] if front.endswith(" and " + name) else front
            at = len(front)
            text = front + "; " + name + text[text.find(" who ", at) + 4 :]
        at = text.find(" who ", at + 1)
    return text


def pieces(w: "Any", text: str) -> "list[str]":
    """The clauses of a text."""
    low = fold(text)
    raw = text.encode()  # which is walked beside the text: a slice of bytes is cheap
    ends, joints = w.ENDS.encode(), w.JOINTS.encode()
    found: "list[str]" = []
    begin = at = place = 0
    while place <= len(raw):
        after = place + 1
        while after < len(raw) and raw[after] & 0xC0 == 0x80:
            after += 1
        mark = raw[place:after]
        place = after
        first = b" " if mark == _WIDE_BLANK else mark  # as it is folded
        number_on = mark in (b",", b".") and raw[place : place + 1] not in (b"", b" ", b"\n")
        joined = 0
        if at > begin and b"|" + first in joints:  # few characters begin one
            joined = head(w.JOINTS, low, at)
        if joined and (" " + low[begin:at]).endswith((" is", " am", " are")):
            joined = 0  # is now a nurse
        if first == b" ":
            joined = _joint(w, low, at) or joined
        if not mark or (mark in ends and not number_on):
            found.append(text[begin:at].strip())
            begin = at + 1
        elif joined and (not w.CHINESE or at - begin > 3):
            found.append(text[begin:at].strip())
            begin = at if w.CHINESE or " now " in low[at : at + joined + 1] else at + joined
        at += 1
    return turned([piece for piece in found if piece], w.CHINESE)


def _tells_of_another(w: "Any", low: str, at: int) -> bool:
    """True where a sentence of somebody else follows on one: and I live, and my son is 8."""
    before = " " + low[low.rfind(".", 0, at) + 1 : at] + " "
    if not has(_TELLS, before):
        return False  # my brother and I
    after = at + 5 + head("|i |my |", low, at + 5)
    if low[after - 3 : after] == "my ":
        size = head(words_en.KIN, low, after)
        after = after + size if size else 0
    return after > at + 5 and (begins(w, low, after) or head("|is |am |was |", low, after) > 0)


def _joint(w: "Any", low: str, at: int) -> int:
    """Length of a word behind the blank at `at` that joins another claim; 0 for none."""
    if low.startswith(" and ", at):
        is_one = low.startswith((" and a ", " and an "), at) and low[at - 1 : at].isdigit()
        is_one = is_one or begins(w, low, at + 5)  # is 29 and a sous chef, and lives
        return 5 if is_one or _tells_of_another(w, low, at) else 0
    after = at + 9
    if low.startswith(" because ", at) and head(words_en.KIN, low, skip("|my |", low, after)):
        return 9  # because mom got a job at a bank
    return 0
