"""
Clauses: whether a clause is a statement of the owner, and of whom it speaks.

Rejects questions, hypotheses, hearsay and guesses; `plans`, `family` and `self_statements` read
the statement. The words are the tables `w` of a language, `words_zh` or `words_en`. Where speech
recognition has written two clauses without a pause, the second begins at its pronoun, or where
`utterance` finds it.
"""

from memory.text.folding import fold
from memory.text.phrase_tables import replaced

from . import plans as plans
from .facts import dosed, go_on, liked_most, noted
from .family import family, named_later, named_so, of_person
from .measures import measure, on_the_way
from .names import beside, called, known_by_name, own_pet
from .places import alone_at_home, lives_there
from .repairs import alone, repaired, restarted, said_in_full, turned, unpointed
from .run_ons_zh import breaks, one_more
from .scan import cut, drop, entry, flags, frames, has, head, look, skip
from .self_statements import chain, long_past
from .shapes import comment, framed, reacts_to_that, stored, topic, upsets
from .utterance import FORMERLY, OTHERS, OWNER, UtteranceContext, parted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_MONTH = "|of may |in may |on may |by may |next may |last may |this may |since may |every may |"
_FRONT = 26  # characters of what may stand in front of a statement, apart from it


def read(text: str, asked: bool, context: UtteranceContext) -> None:
    """Read what stands between two marks of punctuation; `asked` if the second is a ?."""
    text, taken = repaired(context, text)
    if not text:
        return
    text = turned(context, text)
    count = len(context.found)
    _read(text, asked, context)
    kinds = [one.kind for one in context.found[count:]]
    context.told = text, context.heard, count, context.w
    if taken and taken[-1] in context.found[:count]:  # 我喜欢红色，不对，喜欢蓝色
        for one in [one for one in taken if one.kind in kinds]:
            context.found.remove(one)
    elif taken and taken[-1].kind not in kinds:
        context.found[count:] = []


def _read(text: str, asked: bool, context: UtteranceContext) -> None:
    w = context.w
    text = _opened(text, context)
    low = fold(text)
    topic, context.topic = context.topic, ""
    if topic and w.NEEDS_ARTICLE and low.endswith((" them ", " it ")):
        if not context.owner_at(0) and comment(w, fold(topic) + "i " + low, len(topic)):
            text, low = "I " + text, "i " + low  # Olives? Can't stand them
    if topic and comment(w, fold(topic) + low, len(topic)):  # mushrooms, I can't do them
        text, low = topic + text, fold(topic) + low
        context.heard = topic + context.heard
    count = len(context.found)
    begin = 0
    past = False  # after "when I was a kid"
    whole = low[:2] != "对了" and frames(w.FRAMES, low, skip("|一|", low))  # 见了香菜就
    at = 0
    while at < len(low):
        at = (low.find(" ", at) + 1 or len(low)) if w.NEEDS_ARTICLE else at + 1
        if at == len(low) or (at - begin > 1 and not whole and _parts(w, low, at)):
            context.text, context.low = text[begin:at], low[begin:at]
            if whole and not past:
                _read_piece(context, asked and at == len(low))
            elif not past and parted(context, text[at:], asked, _read_piece, read):
                return
            past = past or ("p" in context.flags and head(w.SUBORDINATE, context.low) > 0)
            often = at < _FRONT and (
                has(w.OFTEN, " " + context.low)
                or has(w.USUALLY, context.low)
                or entry(w.FRONTS, context.low)
            )
            context.front = context.text if often else ""  # every morning I run
            begin = at
    if len(context.found) == count and not context.listing and len(low) < _FRONT:
        end = cut("| are | is |", context.low, 0) if w.NEEDS_ARTICLE else context.low.find("太", 1)
        judged = 1 < end < len(context.low) and not head(w.ARTICLES, context.low)
        is_thing = not context.owner_at(0) and not head(w.REPLIES, low)
        if is_thing and low.count(" ") < 4 and (judged or not low.endswith("了")):
            context.topic = context.text[: end if judged else len(context.text)]
            context.topic += " " * (judged and w.NEEDS_ARTICLE)


def _opened(text: str, context: UtteranceContext) -> str:
    """A clause with its contractions opened, without what says nothing."""
    w = context.w
    text = " " + text
    text = replaced(w.OPENED, text) if "'" in text else text
    text = replaced(w.TIDY, text)
    text = replaced(w.NO_LONGER, text) if has("| i | we |", fold(text[:_FRONT])) else text
    text = (replaced(w.NO_MORE, text) if has(w.DENIED, text) else text).lstrip()
    text = text if w.NEEDS_ARTICLE else one_more(w, context.found, unpointed(w, text))
    context.short = []
    context.swapped = ""
    kin = skip(w.OF, fold(text), 7) if text[:7] in ("me and ", "Me and ") else 0
    end = kin + head(w.KIN, fold(text), kin)
    if end > kin > 7:  # me and my wife
        context.swapped = text[7:end] + "and I>" + text[: end - 1]
        text = text[7:end] + "and I" + text[end - 1 :]
    at = text.find("'s ")
    while at > 0:  # my knee's bad
        end, full = look(w.SHORT, fold(text), at + 3)
        if full:
            text = text[:at] + " " + full + text[at + 2 :]
            context.short.append(full + text[at + 1 + len(full) : end + len(full) - 1])
        at = text.find("'s ", at + 3)
    return text


def _parts(w: "Any", low: str, at: int) -> bool:
    """True where a clause of its own begins at `at`."""
    if (low[at : at + 1] < "\x7f" and low[at - 1 : at] != " ") or not head(w.PERSONS, low, at):
        return False
    if low.startswith("and i ", at) and head(w.POSSESSIVES, low):
        kin = skip(w.OF, low)
        if at == kin + head(w.KIN, low, kin):  # my husband and I run a farm
            return False
    before = (
        low[low.rfind(" ", 0, at - 1) + 1 : at] if low[at - 1 : at] == " " else low[at - 1 : at]
    )
    if entry(w.TAKES, before) and drop(w.JOINERS, low, at) == at:
        if before != "may " or drop(_MONTH, low, at) == at:
            return False
    if comment(w, low, at):
        return False
    places = [] if w.NEEDS_ARTICLE or before == "的" or at > _FRONT // 2 else breaks(w, low)
    ends = [end for end, letter in places if end > at + 2 and letter in "bBd"]
    return not [end for end in ends if comment(w, low[:end], at)]  # 香菜我吃不了闻着就恶心


def _read_piece(context: UtteranceContext, asked: bool) -> None:
    w = context.w
    if entry(w.DENIES, context.low):
        context.found[-1:] = []  # the clause before was a question
        return
    listing, context.listing = context.listing, ""
    if listing and not asked and go_on(context, listing):
        return
    at = _behind_heads(w, context.low, 0)
    towards = context.low[at - 1 : at] == "对" and "过敏" in context.low
    context.drop_front(at - 1 if towards else at)
    context.drop_front(restarted(w, context.low, context.owner_at(0)))
    at = skip(w.NOTE_HEADS, context.low)
    size = head(w.NOTE, context.low, at)
    if size:
        context.noted = True
        context.drop_front(_behind_heads(w, context.low, at + size))
        if not context.low.strip() and context.last is not None:  # ..., remember that
            context.text, context.low, context.flags, context.heard = context.last
            noted(context)
            context.text = context.low = ""
    context.last = None
    before, context.before = context.before, None
    end = drop(w.TAGS, context.low, len(context.low))
    context.text, context.low = context.text[:end], context.low[:end]
    low = context.low
    if head(w.COMMANDS, low):  # play I love rock and roll
        context.blocked = True
    low = alone(context)
    context.flags = marks = flags(w.GATES, low)
    unnamed, context.unnamed = context.unnamed, False
    if "i" in marks or ("s" in marks and _is_hearsay(w, low)):
        context.blocked = True
    if context.blocked or not low:
        return
    request = "r" in marks and "R" not in marks
    is_a = context.person and not asked and low[:5] == "is a "  # my dad, Tom, is a cop
    if (asked or "q" in marks or (not is_a and _is_question(w, low))) and not request:
        context.subject = OTHERS
    elif "m" in marks and not request:
        return
    elif not named_later(context, unnamed) and not of_person(context):
        if not reacts_to_that(context, before):
            _read_told(context, request)


def _behind_heads(w: "Any", low: str, at: int) -> int:
    """Where a clause goes on behind words that say nothing: 对了, but not the 对 of 对讲机."""
    size = head(w.HEADS, low, at)
    while size and not head(w.NO_HEADS, low, at):
        at += size
        size = head(w.HEADS, low, at)
    return at


def _read_told(context: UtteranceContext, request: bool) -> None:
    """A statement, which the next clause may go on with."""
    count = len(context.found)
    _read_statement(context, request)
    context.before = context.text, count
    _names_next(context)
    if len(context.found) > count:
        own_pet(context)


def tells(w: "Any", low: str) -> bool:
    """True for a clause that says what is so: no question, hypothesis, hearsay, guess or order."""
    marks = flags(w.GATES, low)
    if [True for one in "iqmr" if one in marks] or head(w.COMMANDS, low):
        return False
    return not (("s" in marks and _is_hearsay(w, low)) or _is_question(w, low))


def _names_next(context: UtteranceContext) -> None:
    """我有男朋友了: a relative at the end, whom the next clause may name."""
    w, low = context.w, context.low
    me = context.owner_at(0)
    end = drop(w.PARTICLES, low, len(low))
    kin = drop(w.KIN, low, end)
    count, one = context.number(me)
    if (
        count > 1
        and me
        and low[one : one + 1] in ("个", "俩")
        and kin in (one, skip("|个|双胞胎|", low, one))
        and kin < end
    ):
        context.kids = low[kin:end]  # 我两个外孙，大的叫
    if me < kin < end and low[kin - 1 : kin] in w.GAINED and "没" not in low:
        if not context.kin_at(skip(w.OF, low, me)):
            context.kin = low[kin:end]


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


def _read_statement(context: UtteranceContext, request: bool) -> None:
    if plans.birthday(context):
        return
    if request:
        pass
    elif topic(context) or stored(context) or named_so(context) or lives_there(context):
        return
    elif alone_at_home(context) or said_in_full(context):
        return
    elif known_by_name(context) or measure(context) or on_the_way(context) or dosed(context):
        return
    _read_subject(context, request)


def _read_subject(context: UtteranceContext, request: bool) -> None:
    """A statement that names first of whom it speaks."""
    w = context.w
    who, at = _subject(context)
    named = at >= 0 and _is_named(context, at)
    if (
        not named
        and (request or who != OTHERS or at >= 0)
        and plans.read(context, who == OTHERS, request)
    ):
        context.subject = who
        if who == OTHERS and at >= 0:
            count = len(context.found)
            family(context, at)
            context.found[count:] = [one for one in context.found[count:] if one.kind != "fact"]
        return
    context.marks = None
    context.subject = who
    if "p" in context.flags:
        again = _again(w, context.low)
        if who != OTHERS and not w.NEEDS_ARTICLE and long_past(context, max(at, 0)):
            return
        if not again:
            if who == OTHERS and at >= 0:  # 我外公以前是木匠，现在九十
                end = at + context.kin_at(at)
                context.person = context.said(skip(w.BEFORE_SELF, context.low), end).strip()
            return
        word = context.text[at - 1 : at].strip() if at > 0 else ""
        context.text, context.low = word + context.text[again:], word + context.low[again:]
        who, at = OWNER, len(word)
    count = len(context.found)
    if called(context) or liked_most(context):
        context.subject = OWNER
    elif who != OTHERS:
        _read_own(context, at, who == OWNER)
    else:
        while at >= 0:  # 我爸叫刘强妈妈叫孙丽
            end = family(context, at)
            context.of_family = True
            at = end if end > at and context.kin_at(end) else -1
    if len(context.found) == count:
        context.last = (context.text, context.low, context.flags, context.heard)
        if context.noted:
            noted(context)


def _is_named(context: UtteranceContext, at: int) -> bool:
    """True where a name follows, which may be that of a day: 我爸爸叫张国庆."""
    w, low = context.w, context.low
    at += context.kin_at(at) or context.owner_at(at)
    meaning = look(w.LEADS, low, skip(w.OF, low, at))[1]
    return meaning != "" and meaning in "kn"


def _read_own(context: UtteranceContext, at: int, owner: bool) -> None:
    """A statement of the owner, or of nobody who is named."""
    count = len(context.found)
    if not framed(context, skip(context.w.ADVERBS, context.low, at)):
        chain(context, at, owner)
    if has(FORMERLY, context.low):  # no home, no city of now
        told = [one for one in context.found[count:] if "退休" in one.content]
        context.found[count:] = [one for one in told if one.kind == "fact"]
    home = owner and context.low[at : at + 1] == "家" and len(context.found) == count
    if home and not head("|家在|家住|家有|", context.low, at):
        context.subject = OTHERS  # 我家保姆姓王，对花生过敏
    if context.w.NEEDS_ARTICLE and len(context.found) == count and upsets(context, 0):
        context.add("fact", context.said(0, len(context.low)), 75)


def _both(context: UtteranceContext, at: int) -> int:
    """Where it goes on behind 我和我太太, or behind the 都 of 我和朋友都; 0 where it does not."""
    low = context.low
    kin = skip(context.w.OF, low, at + context.owner_at(at))
    size = context.kin_at(kin) or head(context.w.PEOPLE, low, kin)
    bond = cut("|订婚|结婚|离婚|复婚|领证|", low, at)
    if (
        1 < bond - at < 5
        and bond < len(low)
        and not has("|要|没|不|想|快|会|说|的|都|人|", low[at:bond])
    ):
        return bond  # 我和小雅订婚了
    together = low.find("一起", at)
    if together >= 0 and low[kin + size : kin + size + 3] != "在一起":
        return together + 2
    if size and not context.w.NEEDS_ARTICLE:
        size = (beside(context, kin + size) or kin + size) - kin  # 我和老公周凯都
    return kin + size if size else low.find("都", at) + 1


def _again(w: "Any", low: str) -> int:
    """Where what was is over and what is begins: 现在; 0 where it does not."""
    for at in range(1, len(low)):
        if "a" in look(w.GATES, low, at)[1]:
            return at
    return 0


def _subject(context: UtteranceContext) -> "tuple[int, int]":
    """
    (who, at): OWNER and where what is said of them begins; OTHERS and where a relative is named,
    -1 where it is somebody else; NOBODY where no one is named nor was before.
    """
    w, low = context.w, context.low
    at = 0 if context.owner_at(0) else skip(w.ADVERBS, low)
    size = context.owner_at(at)
    kin = skip(w.OF, low, at + size)
    if kin > at + size and not context.kin_at(kin):
        kin = max(low.rfind(" ", 0, kin - 1) + 1, at + size)  # my eldest is called
    both = skip("|刚|刚刚|现在|目前|一直|", low, at + size)  # 我刚跟我男朋友分手了
    end = _both(context, both + 1) if size and low[both : both + 1] in w.JOINED else 0
    if end:
        return OWNER, end
    if size and head(w.ACQUAINTANCES, low, kin):
        return OTHERS, -1
    if context.kin_at(kin) and (size or context.subject != OTHERS or context.of_family):
        both = cut(w.BOTH, low, kin)  # 我太太和我都喜欢, my wife and i like
        if both < len(low):
            return OWNER, both + head(w.BOTH, low, both)
        return OTHERS, kin
    if size:
        return OWNER, at if head(w.POSSESSIVES, low, at) else at + size
    if context.person_at(at):
        return OTHERS, at
    me = low.find("我", 2, 12)
    topic = head(w.TOPICS, low) > 0
    if me > 0 and (topic or drop(w.WHILE, low, me) < me) and not has(w.OTHERS, low[:me]):
        return OWNER, me + 1  # 没事的时候我喜欢
    if head(w.OTHERS, low) or context.subject == OTHERS:
        return OTHERS, -1
    return context.subject, 0
