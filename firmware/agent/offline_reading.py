"""
Offline reading: what a sentence of the owner wants, by rules.

`Said` has a sentence in the forms that the tables (`offline_tables`) are looked up in, and the
intent that the whole of it has. Pure: memory is not asked here.
"""

from memory.extract import words_en
from memory.extract.date_phrases import Marks, resolve
from memory.extract.scan import drop, each, entry, has, head, is_cjk, skip
from memory.extract.time_phrases import read as read_dates
from memory.text import dates
from memory.text.folding import plain
from memory.text.phrase_tables import replaced
from memory.text.script import fold
from memory.text.time_windows import windows
from micropython import const
from mind.rules import todo_tables

from . import offline_tables

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_LONGEST = const(200)  # characters that are read
_ORDER_LONGEST = const(30)  # bytes of a short order, in which anything may stand
_MARKS_ZH = '。！!？?～~，,、：:；;…“”"「」.\n'
_MARKS_EN = '!?,:;"()\n~'


class Said:
    """
    text      what was said
    language  `zh` where it has a Chinese character, else `en` where it has a letter, else ""
    low       folded, without marks; in English contractions opened, a blank at its end
    intent    what all of it means, "" for nothing that the tables have
    kind      the kind of memory that it asks for and nothing else, "" for none
    """

    def __init__(self, text: str) -> None:
        self.text = plain(text).strip()
        self.language = _language(self.text)
        self.asks_by_mark = self.text.endswith(("?", "？"))
        is_chinese = self.language == "zh"
        self.words: "Any" = offline_tables.Chinese if is_chinese else offline_tables.English
        self.shown = _chinese(self.text) if is_chinese else _english(self.text)
        self.low = fold(self.shown)
        self.kind = self._whole(self.words.KINDS)
        self.intent = self._whole(self.words.INTENTS)
        if not self.intent and self._is_greeting():
            self.intent = "hello"
        if not self.intent and not self.asks_by_mark and len(self.low.encode()) <= _ORDER_LONGEST:
            self.intent = self._order()

    def _whole(self, tables: "Any") -> str:
        for low in (self.low, self._bare(), self._known()):
            for name, table in tables:
                if entry(table, low):
                    return str(name)
        return ""

    def _order(self) -> str:
        """What a short order begins with: `feed` of 喂你吃鱼."""
        for low in (self.low, self._bare()):
            for name, table in self.words.ORDERS:
                if _longest(table, low, 0):
                    return str(name)
        return ""

    def _is_greeting(self) -> bool:
        return self.low != "" and skip(self.words.GREETINGS, self.low) == len(self.low)

    def _bare(self) -> str:
        """Without what opens and ends it."""
        at = skip(self.words.OPENINGS, self.low)
        end = drop(self.words.ENDS, self.low, len(self.low), at)
        return self.low[at:end]

    def rephrased(self) -> str:
        """The question in words that say more; "" where nothing stands for it."""
        for old, new in self.words.REPHRASED:
            if old in self.low and new not in self.low:
                return self.low.replace(old, new).strip()
        return ""

    def beginning(self) -> str:
        """What a memory begins with that answers: 我去过 of 我去过哪里; "" for none."""
        at = skip(self.words.OPENINGS, self.low)
        end = drop(self.words.ENDS, self.low, len(self.low), at)
        last = drop(self.words.ASKED_LAST, self.low, end, at)
        return self.low[at:last] if last < end and last - at > 2 else ""

    @property
    def greets(self) -> bool:
        """True where it begins with a greeting."""
        return head(self.words.GREETINGS, self.low) > 0

    def _known(self) -> str:
        """我的名字 of 你知道我的名字吗."""
        bare = self._bare()
        at = _longest(self.words.RECALLS, bare, 0)
        return bare[at : drop(self.words.RECALL_ENDS, bare, len(bare), at)] if at else bare

    @property
    def asks(self) -> bool:
        """True for what is a question by its mark or its words."""
        if self.asks_by_mark:
            return True
        if self.language == "zh":
            return has(self.words.ASKS, self.low)
        at = skip(self.words.OPENINGS, self.low)
        return (
            head(self.words.ASKS, self.low, at) > 0
            or _longest(self.words.RECALLS, self.low, 0) > 0
        )

    def asks_for_plans(self, now: int) -> bool:
        """True where the owner's plans are asked for as a list."""
        if has(self.words.PLANS, self.low):
            return self.asks or _is_short(self)
        is_then = has(self.words.PLANS_THEN, self.low) and "你" not in self.low
        return is_then and _is_short(self) and self.spans(now) != []

    @property
    def asks_when(self) -> bool:
        """True where a time is asked for."""
        return has(self.words.WHEN_ASKED, self.low)

    def day(self, now: int) -> str:
        """The day that it speaks of, as YYYY-MM-DD; "" for none."""
        tables: "Any" = todo_tables.Chinese if self.language == "zh" else todo_tables.English
        marks = Marks()
        read_dates(self.low, now, marks, tables.WHEN)
        found = resolve(marks, now) if marks.seen else None
        return found[0][:10] if found is not None and len(found[0]) >= 10 else ""

    def spans(self, now: int) -> "list[tuple[int, int]]":
        """[(first, last)] of the days to come that it speaks of; [] for none."""
        today = now // dates.DAY
        found = [(max(first, today), last) for first, last in windows(self.low, today)]
        found = [span for span in found if span[1] >= today]
        day = "" if found else self.day(now)
        if day:
            number = dates.parse(day) // dates.DAY
            found = [(number, number)]
        return found

    def without_times(self, now: int) -> str:
        """Its words without those that say when."""
        tables: "Any" = todo_tables.Chinese if self.language == "zh" else todo_tables.English
        places, end = read_dates(self.low, now, Marks(), tables.WHEN)
        if end < len(self.low):
            places = places + [end, len(self.low)]
        pieces = [self.low[places[at] : places[at + 1]] for at in range(0, len(places), 2)]
        return "".join(pieces)

    def when_of_what(self, now: int) -> str:
        """开会 of 我几点开会, "meeting" of "when is my meeting"."""
        left = self.without_times(now)
        for word in each(self.words.WHEN_ASKED):
            if word:
                left = left.replace(word, " " if self.language == "en" else "")
        at = skip(self.words.OPENINGS, left)
        at = skip(
            "|我|的|是|要|我们|is |are |does |do |my |the |our |i |we |start |have |", left, at
        )
        end = drop(self.words.ENDS, left, len(left), at)
        end = drop("|是|的|在|要|start |begin |due |", left, end, at)
        return left[at:end].strip()

    def cancelled(self, now: int) -> str:
        """The words of the plan that is to be cancelled; "" where none is."""
        if self.asks_by_mark:
            return ""
        w = self.words
        low = self.without_times(now)
        at = skip(w.OPENINGS, low)
        at = at + head("|帮我|给我|can you |could you |will you |", low, at)
        size = _longest(w.CANCELS, low, at)
        if not size:
            return ""
        end = drop(w.ENDS, low, len(low), at)
        if low[at : at + size] == "把":  # 把会议取消了
            cut = drop("|了|吧|", low, end, at)
            cut = drop(w.CANCELLED, low, cut, at)
            if cut >= drop("|了|吧|", low, end, at):
                return ""
            end = cut
        at += size
        at = skip("|我|的|那个|这个|the |my |a |about |of |to |", low, at)
        end = drop(w.PLAN_ENDS, low, end, at)
        return low[at:end].strip()

    def called_off(self, now: int) -> str:
        """The words of what is off by itself (会议取消了); "" where nothing is."""
        if self.asks:
            return ""
        low = self.without_times(now)
        end = drop(self.words.ENDS, low, len(low), 0)
        cut = drop(self.words.CALLED_OFF, low, end, 0)
        at = skip(self.words.OPENINGS, low)
        at = skip("|我的|我|那个|这个|the |my |our |", low, at)
        return low[at:cut].strip() if cut < end else ""

    def moved(self, now: int) -> "tuple[str, Any]":
        """
        (the words of a plan, what is said of its new time): 把周会改到十点, "move the meeting to
        Friday"; ("", None) where none is moved.
        """
        w = self.words
        at = skip(w.OPENINGS, self.low)
        at += head("|帮我|给我|can you |could you |will you |", self.low, at)
        size = _longest(w.MOVES, self.low, at)
        if self.asks_by_mark or not (size or self.language == "zh"):
            return "", None
        for word in each(w.MOVED):
            place = self.low.rfind(word)
            if not word or place <= at + size:
                continue
            marks = Marks()
            tables: "Any" = todo_tables.Chinese if self.language == "zh" else todo_tables.English
            read_dates(self.low[place + len(word) :], now, marks, tables.WHEN)
            begin = skip("|我的|我|那个|这个|the |my |our |", self.low, at + size)
            end = drop(w.PLAN_ENDS, self.low, place, begin)
            plan = Said(self.low[begin:end]).without_times(now).strip() if begin < end else ""
            if plan and marks.seen:
                return plan, marks
        return "", None

    def moves_day(self, now: int) -> bool:
        """True where one day of a plan is moved: 下周五的瑜伽课改到六点, "next Friday's yoga"."""
        ends = [self.low.rfind(word) for word in each(self.words.MOVED) if word]
        return bool(Said(self.low[: max([0] + ends)]).spans(now))

    def topic(self) -> str:
        """What "do you remember ...?" is about; "" where it is no such question."""
        w = self.words
        at = skip(w.OPENINGS, self.low)
        size = _longest(w.RECALLS, self.low, at)
        if not size:
            return ""
        end = drop(w.ENDS, self.low, len(self.low), at)
        end = drop(w.RECALL_ENDS, self.low, end, at + size)
        at += size
        at = skip("|我|的|我们|that |the |my |about |when |i |how |if |whether |", self.low, at)
        return self.shown[at:end].strip() if at < end else ""


def _longest(table: str, low: str, at: int) -> int:
    """As `scan.head`, for entries of any length."""
    return max([0] + [len(one) for one in each(table) if one and low[at : at + len(one)] == one])


def _is_short(said: Said) -> bool:
    return len(said.low) < (12 if said.language == "zh" else 40)


def _language(text: str) -> str:
    found = ""
    for at in range(min(len(text), _LONGEST)):
        letter = text[at : at + 1]
        if is_cjk(letter):
            return "zh"
        if "a" <= letter.lower() <= "z":
            found = "en"
    return found


def _chinese(text: str) -> str:
    text = text[:_LONGEST]
    for mark in (_MARKS_ZH[at : at + 1] for at in range(len(_MARKS_ZH))):
        text = text.replace(mark, "")
    return text.replace(" ", "") if not [1 for one in text.split() if one.isalpha()] else text


def _english(text: str) -> str:
    text = (text[:_LONGEST] + " ").replace("’", "'")
    for mark in (_MARKS_EN[at : at + 1] for at in range(len(_MARKS_EN))):
        text = text.replace(mark, " ")
    text = text.replace(". ", " ")
    text = replaced(words_en.OPENED, text)
    return " ".join(text.split()) + " "
