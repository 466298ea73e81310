"""Utterance context: the clause being read, what earlier ones have established, the results."""

from collections import namedtuple

from memory.text.folding import fold, size

from .scan import drop, each, entry, head, look, number, skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# kind, content and fields as Memory.write takes them; confidence 1 .. 100.
Found = namedtuple("Found", ("kind", "content", "fields", "confidence"))

# Of whom a clause speaks.
NOBODY, OWNER, OTHERS = 0, 1, 2


class UtteranceContext:
    """The thread of one utterance; `now` in local seconds."""

    def __init__(self, now: int) -> None:
        self.now = now
        self.found: "list[Found]" = []
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
            size = head(self.w.KIN_AT_HOME, self.low, at)  # 我家那位
        for prefix in () if size else each(self.w.KIN_PREFIXES):
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
        begin = skip(w.BEFORE_SELF, low)
        size = self.owner_at(begin)
        at -= 3 if low[:at].endswith("一个人") else 0  # 一个人带孩子
        if self.later and size:  # 我不喝酒也不抽烟: 我 and what is at hand
            self.add("fact", self.text[begin : begin + size] + self.said(at, end), confidence)
        else:
            whole = size or (w.NEEDS_ARTICLE and not self.later)
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
        for pair in each(self.w.SPOKEN):
            spoken, _, full = pair.partition(">")
            if spoken in heard:
                text = text.replace(full, spoken)
        if self.swapped:
            full, _, spoken = self.swapped.partition(">")
            text = text.replace(full, spoken)
        for words in self.short:
            text = text.replace(" " + words, "'s" + words[words.find(" ") :])
        return text[:-1]
