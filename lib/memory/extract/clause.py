"""
Extract clause: whether a clause is the owner's own plain statement, and of whom it speaks.

Owns the gates (questions, hypotheses, hearsay, guesses); what a statement says is read by
`extract_plans`, `extract_family` and `extract_self`. The words are the tables `w` of a
language, `extract_zh` or `extract_en`. Clauses that speech recognition ran together are parted
before the pronouns, where the word before does not take one.
"""

from memory.text.folding import fold

from . import plans as plans
from .facts import go_on, liked_most, noted
from .family import birthday, family, named_later
from .names import called
from .scan import cut, drop, each, entry, flags, has, head, look, skip
from .self_statements import chain
from .utterance import OTHERS, OWNER, Talk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read(text: str, asked: bool, talk: Talk) -> None:
    """Read what stands between two marks of punctuation; `asked` if the second is a ?."""
    w = talk.w
    text = " " + text
    for table in (w.OPENED, w.TIDY) if "'" in text else (w.TIDY,):
        for pair in each(table):
            old, _, new = pair.partition(">")
            text = text.replace(old, new)
    text = text.lstrip()
    low = fold(text)
    begin = 0
    past = False  # after "when I was a kid"
    for at in range(1, len(low) + 1):
        if at == len(low) or (at - begin > 1 and _parts(w, low, at)):
            talk.text, talk.low = text[begin:at], low[begin:at]
            if not past:
                _read_piece(talk, asked and at == len(low))
            past = past or ("p" in talk.flags and head(w.SUBORDINATE, talk.low) > 0)
            begin = at


def _parts(w: "Any", low: str, at: int) -> bool:
    """True where a clause of its own begins at `at`."""
    if (low[at : at + 1] < "\x7f" and low[at - 1 : at] != " ") or not head(w.PERSONS, low, at):
        return False
    before = (
        low[low.rfind(" ", 0, at - 1) + 1 : at] if low[at - 1 : at] == " " else low[at - 1 : at]
    )
    return not entry(w.TAKES, before) or drop(w.JOINERS, low, at) < at


def _read_piece(talk: Talk, asked: bool) -> None:
    w = talk.w
    if entry(w.DENIES, talk.low):
        talk.found[-1:] = []  # the clause before was a question
        return
    listing, talk.listing = talk.listing, ""
    if listing and not asked and go_on(talk, listing):
        return
    talk.drop_front(skip(w.HEADS, talk.low))
    at = skip(w.NOTE_HEADS, talk.low)
    size = head(w.NOTE, talk.low, at)
    if size:
        talk.noted = True
        talk.drop_front(skip(w.HEADS, talk.low, at + size))
        if not talk.low.strip() and talk.last is not None:  # ..., remember that
            talk.text, talk.low, talk.flags, talk.heard = talk.last
            noted(talk)
            talk.text = talk.low = ""
    talk.last = None
    end = drop(w.TAGS, talk.low, len(talk.low))
    talk.text, talk.low = talk.text[:end], talk.low[:end]
    low = talk.low
    if head(w.COMMANDS, low):  # play I love rock and roll
        talk.blocked = True
    talk.flags = marks = flags(w.GATES, low)
    unnamed, talk.unnamed = talk.unnamed, False
    if "i" in marks or ("s" in marks and _is_hearsay(w, low)):
        talk.blocked = True
    if talk.blocked or not low:
        return
    request = "r" in marks and "R" not in marks
    if (asked or "q" in marks or _is_question(w, low)) and not request:
        talk.subject = OTHERS
    elif "m" in marks and not request:
        return
    elif not (unnamed and named_later(talk)):
        _read_statement(talk, request)


def _is_question(w: "Any", low: str) -> bool:
    """True where the order of the words asks: 喜不喜欢, do you."""
    size = head(w.AUXILIARIES, low)
    if size and head(w.PRONOUNS, low, size):
        return True
    for word in "不没":
        at = low.find(word, 1)
        while at > 0:
            if low[at - 1 : at] == low[at + 1 : at + 2] and low[at - 1 : at] != "点":
                return True
            at = low.find(word, at + 1)
    return False


def _is_hearsay(w: "Any", low: str) -> bool:
    """True where somebody else is made to speak: 医生跟我说, she said."""
    for at in range(1, len(low)):
        if low[at : at + 1] > "\x7f" or low[at - 1 : at] == " ":
            said = "s" in look(w.GATES, low, at)[1] and low[at - 1 : at] not in w.NO_SAYING
            if said and has(w.SPEAKERS, " " + low[:at]):
                return True
    return False


def _read_statement(talk: Talk, request: bool) -> None:
    w = talk.w
    if birthday(talk):
        return
    who, at = _subject(talk)
    if (request or who != OTHERS or at >= 0) and plans.read(talk, who == OTHERS, request):
        talk.subject = who
        if who == OTHERS and at >= 0:
            family(talk, at)
        return
    talk.marks = None
    talk.subject = who
    if "p" in talk.flags:
        again = _again(w, talk.low)
        if not again:
            return
        word = talk.text[at - 1 : at].strip() if at > 0 else ""
        talk.text, talk.low = word + talk.text[again:], word + talk.low[again:]
        who, at = OWNER, len(word)
    count = len(talk.found)
    if called(talk) or liked_most(talk):
        talk.subject = OWNER
    elif who != OTHERS:
        chain(talk, at, who == OWNER)
    else:
        while at >= 0:  # 我爸叫刘强妈妈叫孙丽
            end = family(talk, at)
            talk.of_family = True
            at = end if end > at and talk.kin_at(end) else -1
    if len(talk.found) == count:
        talk.last = (talk.text, talk.low, talk.flags, talk.heard)
        if talk.noted:
            noted(talk)


def _both(talk: Talk, at: int) -> int:
    """Where it goes on behind 我和我太太, or behind the 都 of 我和朋友都; 0 where it does not."""
    kin = skip(talk.w.OF, talk.low, at + talk.owner_at(at))
    size = talk.kin_at(kin)
    together = talk.low.find("一起", at)
    if together >= 0:
        return together + 2
    return kin + size if size else talk.low.find("都", at) + 1


def _again(w: "Any", low: str) -> int:
    """Where what was is over and what is begins: 现在; 0 where it does not."""
    for at in range(1, len(low)):
        if "a" in look(w.GATES, low, at)[1]:
            return at
    return 0


def _subject(talk: Talk) -> "tuple[int, int]":
    """
    (who, at): OWNER and where what is said of them begins; OTHERS and where a relative is named,
    -1 where it is somebody else; NOBODY where no one is named nor was before.
    """
    w, low = talk.w, talk.low
    at = 0 if talk.owner_at(0) else skip(w.ADVERBS, low)
    size = talk.owner_at(at)
    kin = skip(w.OF, low, at + size)
    if size and low[at + size : at + size + 1] in w.JOINED:
        end = _both(talk, at + size + 1)
        if end:
            return OWNER, end
    if talk.kin_at(kin) and (size or talk.subject != OTHERS or talk.of_family):
        both = cut(w.BOTH, low, kin)  # 我太太和我都喜欢, my wife and i like
        if both < len(low):
            return OWNER, both + head(w.BOTH, low, both)
        return OTHERS, kin
    if size:
        return OWNER, at if head(w.POSSESSIVES, low, at) else at + size
    me = low.find("我", 2, 12)
    topic = head(w.TOPICS, low) > 0
    if me > 0 and (topic or drop(w.WHILE, low, me) < me) and not has(w.OTHERS, low[:me]):
        return OWNER, me + 1  # 没事的时候我喜欢
    if head(w.OTHERS, low) or talk.subject == OTHERS:
        return OTHERS, -1
    return talk.subject, 0
