"""
Asked: what is said to the companion, read as a question that a memory may answer.

Owns the reading, by rules in both languages: whether it is a question at all and not an order or
small talk; of whom it is (the owner, a relative, the companion, the world); which sort of answer
it wants (a day, a number, a name); and its parts, the words that a memory has to share. Pure.
Bytes are compared: MicroPython would intern each character of a str that is looked at.
"""

from memory.extract.scan import known_as
from memory.text.phrase_tables import ending, entry, has, leading, standing
from memory.text.script import fold
from memory.text.terms import STOP, singles, whole_word
from micropython import const

from mind import predicates

from ..notebook.word_hashes import alone
from .asked_parts import (
    FAMILY_PART,
    KIN_AFTER,
    KIN_AS,
    KIN_EN,
    KIN_ZH,
    LETTER,
    MOTHERS,
    PARTS_MOST,
    Part,
    apart,
    as_job,
    capitals,
    families,
    has_any,
    is_light,
    is_where_name,
    is_which,
    plainly,
    said_of,
    spoken,
    starts,
    terms_of,
    types_in,
    unmarked,
    whose_work,
    widen,
    without,
)
from .asked_times import counted, time_apart
from .tables import asked_tables as w

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import Expander

_WIDE = const(3)  # bytes of a Chinese character
_MARKS_EN = (b"?", b"!", b".", b",", b";", b":", b"\n", b'"', b"(", b")", b"-")
_NAME = 1.5  # what a name weighs against another word, asked when: the Mitski show


class Asked:
    """
    What is asked; `fits_nothing` for what no memory is an answer to. `types` are letters of
    `asked_tables`, `kin` the relatives it is of, in the names that claims have.
    """

    def __init__(self, text: str) -> None:
        self.low = fold(text).strip()
        self.is_chinese = False
        for byte in text.encode():
            if 0xE3 <= byte <= 0xE9:
                self.is_chinese = True
                break
        self.parts: "list[Part]" = []
        self.kin: "list[str]" = []
        self.family: "list[tuple]" = []  # (relation, name) of the owner's relatives at hand,
        self.names: "list[tuple]" = []  # and of all whom memories name
        self.called: "list[str]" = []  # the names of these relatives
        # (id, id of what was told later and is in its place, "" for one that surely ended it)
        self.replaced: "list[tuple]" = []
        self.types = ""
        self.light: "list[bytes]" = []  # what one does with what is asked for: 养, play
        self.is_own = self.asks = self.is_how = self.is_bare = self.is_world = False
        self.has_third = self.has_aim = self.is_young = self.fits_nothing = False
        self.then = self.until = ""  # where somebody was when it was so, and until what it was
        self.is_empty = False  # it asks, in words that say nothing: 我今年多大
        self._when: "str | None" = None
        self.core = ""  # the text without openings
        if self.is_chinese:
            self._read_chinese()
        else:
            self._read_english(text)

    # -- Chinese ---------------------------------------------------------------------------------

    def _read_chinese(self) -> None:
        low = spoken(self.low)
        at = standing(w.OPENINGS_ZH, low.encode())
        while at >= 0:
            opening = entry(w.OPENINGS_ZH, at).decode()
            if len(opening) > 2 or low.startswith(opening):
                low = low.replace(opening, "，", 1)
            at = standing(w.OPENINGS_ZH, low.encode(), at)
        low, self.then, self.until, is_past = time_apart(unmarked(low), True)
        if is_past:
            self._when = predicates.PAST
        low = plainly(whose_work(low))
        low = low[:-1] if low.endswith("呢") else low
        who = without(low[:-3], w.TIMES_ZH, "")
        if (
            low[-3:] in ("做什么", "干什么")
            and 0 < len(who) < 6
            and not has_any(w.AT_TIMES_ZH, who)
        ):
            low = low[:-3] + "做什么工作"
        if "以前的" in low and "以前" not in self.low:
            self._when = predicates.PAST
        self.core = low
        self.asks = has_any(w.ASKS_ZH, low) or "?" in self.low or "？" in self.low
        self.is_own = has_any(w.OWN_ZH, without(low, w.TO_ME_ZH, ""))
        self.has_third = has_any(w.THIRD_ZH, low)
        is_order = starts(low, w.ORDERS_ZH) or (not self.asks and has_any(w.WAKES_ZH, low))
        is_you = has_any(w.YOU_ZH, low) and not has_any(w.CALLS, low)
        if not low or is_you or (is_order and not (self.asks and self.is_own)):
            self.fits_nothing = True
            return
        self.is_how = has_any(w.HOW_ZH, low) or (
            ("怎么" in low or low.endswith("好"))  # 用什么辣椒好
            and not has_any(w.NO_HOW_ZH, low)
            and not self.is_own
        )
        self.types = types_in(low)
        self.is_bare = not self.asks and len(low) <= 8
        self._chinese_parts(low)
        self._end()

    def _chinese_parts(self, low: str) -> None:
        low, is_counted = counted(without(low, w.TIMES_ZH, ""))
        if is_counted and "n" not in self.types:
            self.types += "n"
        low = self._without_kin(low)
        self._tastes(low)
        low = self._families(low, True)
        which = standing(w.WHICH_ZH, low.encode())
        while which >= 0:
            phrase = entry(w.WHICH_ZH, which).decode()
            at = low.find(phrase)
            rest = low[at + len(phrase) :]
            if rest and not starts(rest, w.ATTRIBUTES):
                low = low[:at] + " \x02" + rest
            which = standing(w.WHICH_ZH, low.encode(), which)
        low = without(without(low, w.EMPTY_ZH, " "), w.INNER_ZH, " ")
        for run in low.split(" "):
            if run and 0x02 < run.encode()[0] < 0x80:
                self._word(run, False)
            elif run:
                self._run(run)

    def _without_kin(self, low: str) -> str:
        """The text without the relatives it is of."""
        kin = 0
        while True:
            kin = standing(KIN_ZH, low.encode(), kin)
            if kin < 0:
                return low
            name = entry(KIN_ZH, kin).decode()
            at = low.find(name)
            if len(name) == 1 and at and not has_any(KIN_AFTER, low[at - 1 : at]):
                continue
            if self.kin and low[at - 1 : at] == "有":
                continue  # 我儿子有对象没
            if name == "孩子" and at and low[at - 1 : at] in "生带养接哄看":
                continue  # what one does, nobody's child
            self.kin.append(known_as(KIN_AS, name) or name)
            before = low[:at]
            if before.endswith(("我", "我的")):
                before = before[: before.rfind("我")]
            elif before.endswith("的"):  # 老马的儿子: a memory has to name him
                before = before[:-1] + "\x01"
            low = before + " " + low[at + len(name) :]

    def _run(self, run: str) -> None:
        """Add a run of Chinese as a part."""
        raw = run.encode()
        is_name = raw.endswith(b"\x01")
        is_class = raw.startswith(b"\x02")
        raw = raw.replace(b"\x01", b"").replace(b"\x02", b"")
        while leading(w.ENDS_ZH, raw) >= 0 and leading(w.WHOLE_ZH, raw) < 0:
            raw = raw[3:]
        while ending(w.ENDS_ZH, raw) >= 0 and (len(raw) != 2 * _WIDE or alone(raw[:_WIDE])):
            raw = raw[:-_WIDE]
        while self.is_where() and len(raw) > 2 * _WIDE and has(w.PLACED, raw[-_WIDE:]):
            raw = raw[:-_WIDE]  # 户口本收在哪
        if not raw:
            return
        if min(raw) < 0x80:  # letters within: 看wifi密码
            word = bytes([byte if byte < 0x80 else 32 for byte in raw]).strip()
            for one in word.split(b" "):
                if one:
                    self._word(one.decode(), False)
            for piece in apart(raw):
                self._run(piece)
            return
        part = Part(0.0)
        part.letters = singles(raw)
        part.weight = LETTER * len(part.letters)
        part.is_name = is_name
        part.is_class = is_class or (bool(self.then) and raw == self.then.encode())
        self.parts.append(part)

    # -- English ---------------------------------------------------------------------------------

    def _read_english(self, text: str) -> None:
        low = " " + unmarked(self.low.replace("’", "'"), _MARKS_EN) + " "
        at = leading(w.OPENINGS_EN, low.encode())
        while at >= 0:
            opening = entry(w.OPENINGS_EN, at)
            if low.strip() != opening.decode().strip():
                low = low[len(opening) - 1 :]
            at = leading(w.OPENINGS_EN, low.encode(), at)
        low, self.then, self.until, is_past = time_apart(low, False)
        if is_past:
            self._when = predicates.PAST
        low = plainly(as_job(low, self._when is not None))
        if low.endswith(" like ") and not low.endswith((" i like ", " we like ")):
            low = low[:-5]  # what was it like
        self.core = low
        first = " " + low.strip().split(" ")[0] + " "
        self.asks = has_any(w.ASKS_EN, first) or "?" in text
        self.is_own = has_any(w.OWN_EN, low)
        self.has_third = has_any(w.THIRD_EN, low)
        is_order = has_any(w.ORDERS_EN, first) and not (self.asks and self.is_own)
        if is_where_name(low, text) or (has_any(w.ABOUT, self.low) and not self.is_own):
            is_order = True
        is_you = has_any(w.YOU_EN, low) and not has_any(w.CALLS, low)
        if not low.strip() or is_you or is_order:
            self.fits_nothing = True
            return
        self.is_how = has_any(w.HOW_EN, low) and " commute " not in low
        self.types = types_in(low.replace("'s ", " "))
        self._english_parts(low, capitals(text))
        self._end()

    def _english_parts(self, low: str, names: "list[str]") -> None:
        low = low.replace("'s ", " ").replace("s' ", "s ")
        kin = 0
        while True:
            kin = standing(KIN_EN, low.encode(), kin)
            if kin < 0:
                break
            name = entry(KIN_EN, kin).decode()
            for form in (" " + name + " ", " " + name + "s "):
                if form in low:
                    self.kin.append(known_as(MOTHERS, name) or name)
                    low = low.replace(form, " \x01 ")
        self._tastes(low)
        low = self._families(low, False)
        for word in low.split():
            if word != "\x01":
                before = len(self.parts)
                self._word(word, word in names)
                is_class = is_which(self.core, " " + word + " ", False)
                is_class = is_class and word not in names
                if is_class and len(self.parts) > before and not starts(word, w.ATTRIBUTES):
                    self.parts[before].is_class = True
        self.is_bare = not self.asks and len(low.split()) <= 3

    def _word(self, word: str, is_name: bool) -> None:
        """Add a word of Latin letters as a part, if it carries anything."""
        raw = word.encode()
        if b"| " + raw + b" |" in w.EMPTY_EN and not is_name:
            return
        if b" " + raw + b" " in STOP or "'" in word:
            return
        term = whole_word(raw)
        if not term or term in [part.term for part in self.parts]:
            return
        part = Part(_NAME if is_name and "d" in self.types else 1.0)
        part.is_class = bool(self.then) and self.then.endswith(word)
        part.term = term
        part.word = raw
        part.is_name = is_name
        self.parts.append(part)

    # -- both ------------------------------------------------------------------------------------

    def _families(self, low: str, is_chinese: bool) -> str:
        """Add the families that are asked for; the text without their phrases."""
        for words, shown in families(low, is_chinese):
            hit = ""
            for phrase in words:
                if phrase in low and len(phrase) > len(hit):
                    hit = phrase
            if hit:
                part = Part(FAMILY_PART)
                part.shown = shown.encode().replace(b" ", b"|").replace(b"_", b" ").split(b"|")
                part.said = [phrase.strip().encode() for phrase in words if phrase in low]
                is_class = hit[:2] in ("什么", "哪本") or is_which(low, hit, is_chinese)
                part.is_class = is_class and b"died" not in part.shown
                self.parts.append(part)
                said = [phrase for phrase in words if phrase in hit]
                for phrase in [hit] + words if len(said) > 1 else words:
                    low = low.replace(phrase, " ")
        return low

    def _tastes(self, low: str) -> None:
        """Add what is liked or not as a part."""
        for table, kinds in ((w.DISLIKED, ("dislike",)), (w.LIKED, ("like", "preference"))):
            if has_any(table, low):
                part = Part(LETTER)
                part.kinds = kinds
                self.parts.append(part)
                return

    def _end(self) -> None:
        if [True for one in self.parts if one.shown]:
            for part in self.parts:
                if has(w.APART, part.word or b"".join(part.letters)):
                    part.is_class = True
            light = [one for one in self.parts if is_light(one)]
            self.light = [one.term or one.letters[0] for one in light]
            self.parts = [one for one in self.parts if one not in light]
        is_when = "d" in self.types
        is_named = bool([True for one in self.parts if one.is_name])
        for table, is_sought in (
            (w.AT_ITS_TIME, is_when),
            (w.EVENTS, is_when and is_named),
            (w.PLACED, self.is_where()),
        ):
            if is_sought:  # when it begins, where it is kept: a memory need not say it so
                rest = [one for one in self.parts if not has(table, said_of(one))]
                self.parts = rest or self.parts
        self.parts = self.parts[:PARTS_MOST]
        if not [one for one in self.parts if not one.kinds] and not self.kin:
            self.is_empty = self.asks and not self.parts
            self.fits_nothing = not self.asks or not self.parts
        self.has_aim = has_any(w.AIMS, self.core)
        is_what = (
            not self.is_own and self.core.startswith(w.WHAT_IS) and len(self.core.split()) == 3
        )
        self.is_world = not is_named and (is_what or has_any(w.WORLD, self.core))
        if self.is_where() and has_any(w.FROM, self.core):
            self.types += "f"
        self.is_young = has_any(w.ASKS_YOUNG, self.core)

    def when(self) -> "str | None":
        """NOW or PAST of `predicates`, as far as it is said."""
        is_name = "N" in self.types and " was my " in self.core
        if "b" in self.types or (is_name and self.kin and not self.is_of_partner()):
            return None  # when my son was born, what my father was called is so for good
        found = predicates.when_asked(self.low)
        if found is not None:
            return found
        if self.is_young or self.core.startswith(w.WAS_I):
            return predicates.PAST
        is_past = is_name or has_any(w.ASKED_PAST_EN, self.core)
        return predicates.PAST if is_past and not self.is_chinese else self._when

    def leaves(self, said: bytes, tables: "list[bytes]") -> bool:
        """True where it names something that neither a text nor a table has."""
        for part in self.parts:
            word = part.word or b"".join(part.letters)
            if word and not part.is_class and word not in said and (part.term or word) not in said:
                if not [one for one in tables if standing(one, b" " + word + b" ") >= 0]:
                    return True
        return False

    def is_of_partner(self) -> bool:
        """True where the only relative it is of is who the owner lives or goes out with."""
        others = [one for one in self.kin if not has_any(w.PARTNERS, one)]
        return bool(self.kin) and not others

    def is_where(self) -> bool:
        """True where it asks where somebody or something is."""
        return has_any(w.WHERE, self.core)

    def is_still(self) -> bool:
        """True where it asks whether something is still so: 还养鱼吗, am I still pregnant."""
        ends = ("吗", "不", "没", "没有", "么")
        return has_any(w.STILL, self.core) or ("还" in self.core and self.core.endswith(ends))

    def is_of_today(self) -> bool:
        """True where it asks whether something has been done today."""
        if has_any(w.EATEN, self.core) and not without(self.core, w.MEAL, ""):
            return True  # 我中午吃的什么
        is_today = has_any(w.TODAY, self.core)
        return is_today and (self.is_done() or has_any(w.DONE_TODAY, self.core))

    def is_done(self) -> bool:
        """True where it asks whether something has been done: 去过西藏吗, did I pass."""
        low = self.core
        return has_any(w.ASKS_DONE, low) or ("过" in low and low.endswith(("吗", "没", "没有")))

    def widen(self, expander: "Expander") -> None:
        """Have the other words for each part."""
        widen(self.parts, self.is_chinese, expander)

    def terms(self) -> "list[tuple]":
        """(term, weight, number of the part) of all that a memory may share."""
        return terms_of(self.parts)
