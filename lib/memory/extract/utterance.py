"""
Utterance context: the clause being read, what earlier ones have established, the results; and
where a statement ends that speech recognition wrote without a pause behind it (`parted`).

A word that can only begin a new clause or a comment ends the statement before it, where that is
complete: 我养了只鹦鹉叫大宝 | 一天到晚学我说话. Whether it is complete is asked of the grammar:
the part is read alone, and where that finds nothing, all is as it was before. The first such place
is taken, since the shorter part is the safer memory; what follows is read as behind a pause. A
clause that gives nothing at all is read in two parts where a new one begins beyond doubt (现在).
What asks or supposes is never parted. BREAKS has what begins a clause, and what must hold there:

    b nothing more   B nothing more, and beyond doubt   d not behind a plan
    n behind somebody's name, a relative or a fact   s behind a surname   k behind 叫
    h behind a plan alone
    w how a name is written
    f what may be planned, liked or done as a rule, too: not behind these
    p of people: what they do follows   l what comes of it: 一吃就过敏   c how often: 一年才
    e it ends with 的   y a number of years   o one of several: 大的叫   t 过敏 follows
    z and how that is: 开着还行
"""

from collections import namedtuple

from memory.text.folding import fold, size

from .run_ons_en import places as in_english
from .run_ons_zh import breaks
from .scan import drop, each, entry, flags, has, head, look, number, skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# kind, content and fields as Memory.write takes them; confidence 1 .. 100.
Found = namedtuple("Found", ("kind", "content", "fields", "confidence"))

# Of whom a clause speaks.
NOBODY, OWNER, OTHERS = 0, 1, 2

_TRIES_MOST = 10  # of an utterance: each reads a part again
_SHORTEST_BOTH = 6  # characters of two statements in Chinese
_NAMED = ("name", "family", "fact")
_PLANS = ("event", "schedule")
_LOOSE = _PLANS + ("like", "dislike", "habit")
_ASKED = (
    "so do not ",
    "do not ask ",
    "so you ",
    "unless ",
    "if ",
    "even if ",
)  # I'm colour-blind so don't ask me which
_AT_SCHOOL = "|今年读|今年上|今年念|今年大|今年高|今年初|今年研|"  # not so next year
_OF_WHAT_IS_ASKED = "是真对的吗吧"  # 我对猫过敏是真的吗
FORMERLY = "|退休前|退休之前|退休以前|"  # 退休前我在粮食局上班


class UtteranceContext:
    """The thread of one utterance; `now` in local seconds."""

    def __init__(self, now: int) -> None:
        self.now = now
        self.found: "list[Found]" = []
        self.tries = _TRIES_MOST  # to end a statement before its clause does
        # The clause that is read.
        self.w: "Any" = None  # tables of its language
        self.heard = ""  # from one mark of punctuation to the next, as it was said
        self.text = self.low = ""  # with contractions opened; the same folded
        self.flags = ""  # letters of GATES that its words have
        self.short: "list[str]" = []  # "is bad" for each 's that was opened
        self.swapped = ""  # "my wife and I>me and my wife", where it was said so
        self.later = False  # its first predicate is read
        # What the clauses before it left.
        self.subject = NOBODY  # whom they spoke of: taken up by a clause without a subject
        self.last: "tuple | None" = None  # a statement nobody could read, till it is noted
        self.before: "tuple | None" = None  # its text, and how many were found before it
        # The last clause as it was read, what was heard, how many were found before it, its words.
        self.told: "tuple[str, str, int, Any] | None" = None
        self.repair = ""  # what took it back, till its new value is said
        self.of_family = False  # a clause was about the owner's family: 妈妈 is theirs too
        self.blocked = False  # until the sentence ends: 如果, 他说, lyrics
        self.noted = False  # "remember that" was said: what follows is a fact
        self.marks: "Any" = None  # a date that stood alone, for the plan in the next clause
        self.unnamed = False  # the last one found may be named next: 我有个弟弟，叫小杰
        self.surname = ""  # of the owner, whose name may follow: 我姓宋，宋雨桐
        self.kids = ""  # several that this and the next sentence may name: 两个女儿，大的叫思思
        self.sentences = 0  # that ended since they or one of them were named
        self.kin = ""  # a relative that the next clause may name: 我爸，王建军，
        self.person = ""  # who was introduced or spoken of last: 我女儿朵朵, my son Ben
        self.several = False  # more than one was: 两个孩子, two cats
        self.people = "|"  # a table of the names of the family
        self.front = ""  # how often, said in front: every morning I
        self.topic = ""  # a thing alone, of which the next clause may speak: mushrooms,
        self.birth = 0  # 2 where the birthday was named, 1 with more words: its day may follow
        self.listing = ""  # like or dislike, while a list of things may go on
        self.waiting: "list[str]" = []  # what may belong to that list

    def add(self, kind: str, content: str, confidence: int = 90, **fields: object) -> None:
        """Something to remember."""
        self.found.append(Found(kind, content.strip(), fields, confidence))
        self.unnamed = False

    def state(self) -> "tuple":
        """What is known now, for `restore`."""
        return (
            (self.text, self.low, self.flags, self.heard, self.w, self.later, self.told),
            (self.subject, self.last, self.before, self.repair, self.of_family, self.blocked),
            (self.noted, self.marks, self.unnamed, self.surname, self.kids, self.sentences),
            (self.kin, self.person, self.several, self.people, self.front, self.topic),
            (self.birth, self.listing, list(self.waiting), list(self.found)),
        )

    def restore(self, state: "tuple") -> None:
        """Forget what was read since."""
        clause, told, noted, named, rest = state
        self.text, self.low, self.flags, self.heard, self.w, self.later, self.told = clause
        self.subject, self.last, self.before, self.repair, self.of_family, self.blocked = told
        self.noted, self.marks, self.unnamed, self.surname, self.kids, self.sentences = noted
        self.kin, self.person, self.several, self.people, self.front, self.topic = named
        self.birth, self.listing = rest[:2]
        self.waiting, self.found = list(rest[2]), list(rest[3])

    def drop_front(self, size: int) -> None:
        """Go on without the first characters of the clause."""
        self.text = self.text[size:]
        self.low = self.low[size:]

    def owner_at(self, at: int) -> int:
        """Length of a word for the owner (我, i, my) at `at`; 0 for none."""
        return head(self.w.SELF, self.low, at) or head(self.w.POSSESSIVES, self.low, at)

    def kin_at(self, at: int) -> int:
        """Length of a relative (妈妈, wife, wife's) at `at`; 0 for none."""
        size = head(self.w.KIN, self.low, at)
        end = self.low.find("'s ", at)
        if not size and end > 0 and entry(self.w.KIN, self.low[at:end] + " "):
            size = end + 3 - at
        if not size and self.low[at - 1 : at] == "家":
            that = skip("|那个|这个|", self.low, at)
            size = head(self.w.KIN_AT_HOME, self.low, that)  # 我家那位, 我家那个臭小子
            size += (that - at) * (size > 0)
        for prefix in () if size else self.w.KIN_PREFIXES:
            if self.low.startswith(prefix, at):  # half-sister
                more = self.kin_at(at + len(prefix))
                return more + len(prefix) if more else 0
        return size

    def know(self, name: str) -> None:
        """A name of the family: a clause that begins with it speaks of them."""
        low = fold(name).strip()
        if size(low) > 1 and "|" not in low:
            self.people += low + (" |" if low[-1:] < "\u0250" else "|")

    def person_at(self, at: int) -> int:
        """Length of a name of the family (朵朵, ben, ben's) at `at`; 0 for none."""
        found = head(self.people, self.low, at)
        end = self.low.find("'s ", at)
        if not found and end > 0 and entry(self.people, self.low[at:end] + " "):
            found = end + 3 - at
        return found

    def is_common(self, word: str) -> bool:
        """True for a word, with its space, that is of the language and no name."""
        w = self.w
        for table in (
            w.COMMON,
            w.NAME_ENDS,
            w.NO_LATIN,
            w.TAKES,
            w.ADVERBS,
            w.KIN,
            w.PETS,
            w.TRADES,
        ):
            if entry(table, word):
                return True
        for table in (w.ADJECTIVES, w.STATES, w.BODY, w.FANS, w.GENDERS, w.KIN_LEADS, w.LEADS):
            if entry(table, word) or look(table, word, 0)[1]:
                return True
        return "'" in word or word[:1] < "a" or word < "a" or look(w.WHEN, word, 0)[1] != ""

    def ends(self, at: int) -> bool:
        """True where nothing stands at `at`, or a word that begins something new."""
        return self.low[at:] in ("", "的") or head(self.w.ENDS, self.low, at) > 0

    def number(self, at: int) -> "tuple[int, int]":
        """(value, end) of a number at `at`, words of English too; (-1, at) for none."""
        value, end = number(self.low, at)
        if value >= 0:
            return value, end + (1 if self.low[end : end + 1] == " " else 0)
        end, meaning = look(self.w.WHEN, self.low, at)
        if not meaning or meaning[0] not in "NZ":
            return -1, at
        value = int(meaning[1:])
        stop, more = look(self.w.WHEN, self.low, end)
        if meaning[0] == "Z" and more[:1] == "N" and len(more) == 2:  # twenty five
            return value + int(more[1:]), stop
        return value, end

    def keep(self, at: int, end: int, confidence: int) -> int:
        """Keep a fact, the clause from its owner, or from `at`, up to `end`; where it ends."""
        w, low = self.w, self.low
        end = drop(w.PARTICLES, low, end, at)
        if entry(w.NEEDS_LE, low[end - 1 : end]) and low[end : end + 1] == "了":
            end += 1  # 结婚了, 三年了
        size = self.owner_at(skip(w.BEFORE_SELF, low))
        of_its_time = head(FORMERLY, low) or head(_AT_SCHOOL, low)
        begin = 0 if of_its_time else skip(w.BEFORE_SELF, low)
        at -= 3 if low[:at].endswith("一个人") else 0  # 一个人带孩子
        if self.later and size:  # 我不喝酒也不抽烟: 我 and what is at hand
            self.add("fact", self.text[begin : begin + size] + self.said(at, end), confidence)
        else:
            whole = size or of_its_time or (w.NEEDS_ARTICLE and not self.later)
            at = drop("|去年|前年|上个月|上周|刚|在家|", low, at)
            self.add("fact", self.said(begin if whole else at, end), confidence)
        return end

    def said(self, begin: int, end: int) -> str:
        """A stretch of the clause, contractions as they were spoken."""
        return self.spoken(self.text[begin:end])

    def spoken(self, text: str) -> str:
        """With its contractions as they were spoken."""
        text += " "
        heard = self.heard + " "
        opened = "'" in heard or "-" in heard or "our" in heard or "wanna" in heard
        for pair in each(self.w.SPOKEN) if opened or "used to be" in heard else ():
            spoken, _, full = pair.partition(">")
            if spoken in heard:
                text = text.replace(full, spoken)
        if self.swapped:
            full, _, spoken = self.swapped.partition(">")
            text = text.replace(full, spoken)
        for words in self.short:
            text = text.replace(" " + words, "'s" + words[words.find(" ") :])
        return text[:-1]


def parted(
    context: UtteranceContext, after: str, asked: bool, read_piece: "Callable", read: "Callable"
) -> bool:
    """
    Read a piece of a clause with `read_piece`. True where it was two: then `read` has read the
    second one and what comes `after` the piece.
    """
    count = len(context.found)
    places = [] if (asked and not after) or context.noted else _places(context)
    begin = context.state() if places else ()
    if places and not context.tries:
        return False  # what is left of a long talk would take along what follows
    for at, meaning in places:
        context.tries = max(0, context.tries - 1)
        _read_first(context, at, read_piece)
        kind = context.found[-1].kind if len(context.found) > count else ""
        if meaning == "s":
            told = context.surname != "" or (context.kin != "" and kind == "fact")
        elif meaning == "n":
            told = kind in _NAMED
        elif meaning == "h":
            told = kind in _PLANS
        else:
            never = _PLANS if meaning == "d" else _LOOSE if meaning == "f" else ()
            told = kind != "" and kind not in never
        if told and not context.noted:
            _go_on(context, begin, at, after, asked, read)
            return True
        context.restore(begin)
    read_piece(context, asked and not after)
    if len(context.found) == count:
        for at, meaning in places:
            if meaning == "B" and context.tries:
                context.tries -= 1
                end = context.state()
                context.restore(begin)
                _read_first(context, at, read_piece)
                _go_on(context, begin, at, after, asked, read)
                if len(context.found) > count:
                    return True
                context.restore(end)
    return False


def _read_first(context: UtteranceContext, at: int, read_piece: "Callable") -> None:
    context.text, context.low = context.text[:at], context.low[:at]
    read_piece(context, False)


def _go_on(
    context: UtteranceContext,
    begin: "tuple",
    at: int,
    after: str,
    asked: bool,
    read: "Callable",
) -> None:
    """Read what follows on the first `at` characters of a piece, as behind a pause."""
    text = begin[0][0]
    context.told = text[:at], context.heard, len(begin[4][3]), context.w
    if not context.w.NEEDS_ARTICLE:
        context.heard = text[at:] + after
    read(text[at:] + after, asked, context)


def _places(context: UtteranceContext) -> "list[tuple[int, str]]":
    """Where statements of a clause may end, and what must hold there; none in a question."""
    w, low = context.w, context.low
    if w.NEEDS_ARTICLE:
        places = in_english(context)
    else:
        places = breaks(w, low) if len(low) >= _SHORTEST_BOTH else []
        me = skip(w.BEFORE_SELF, low)
        kin = skip(w.OF, low, me + context.owner_at(me)) if places else 0
        told = skip(w.ADVERBS, low, kin + context.kin_at(kin)) if places else 0
        places = [one for one in places if one[0] > told + 1]  # 我女儿 says nothing yet
    if places:
        marks = flags(w.GATES, low)
        if "q" in marks or ("i" in marks and not has(w.NO_CONDITIONS, low)):  # but 双木林的林
            if not w.NEEDS_ARTICLE and "i" not in marks and places:
                left = [one for one in places if low[one[0] : one[0] + 1] not in _OF_WHAT_IS_ASKED]
                return [] if flags(w.GATES, low[: places[0][0]]) else left
            return [one for one in places if one[1] == "w" or low.startswith(_ASKED, one[0])]
    return places
