"""The query: what recall is asked for, and whether a record matches it."""

from micropython import const

from memory.records.ids import is_older
from memory.records.kinds import WRITABLE, row_of
from memory.text import dates
from memory.text.asking import asks, without_openings
from memory.text.folding import bare, fold
from memory.text.line_filter import DayFilter, line_filter
from memory.text.phrase_tables import ending, entry, has, leading
from memory.text.terms import runs, terms, whole_word
from memory.text.time_windows import reading, windows

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import Progress
    from memory.records.record import Record
    from memory.text.line_filter import LineFilter

_ROOM = const(16384)
_BARE_MOST = const(60)  # characters of a keyword with something around it
# Stand around a keyword and are no part of it; no sign such as % or +.
_MARKS = " \"'“”‘’`()（）[]【】{}<>《》〈〉「」『』!！?？.。,，;；:：、~～…"
_POINTING = "|my |our |your |the |a |an |this |that |我的|我家的|我们的|咱家的|那个|这个|".encode()
# Ask for whatever is known of one thing, before its name and behind it.
_ABOUT = (
    "|关于|有关|聊聊天|聊聊|聊一聊|聊一下|说说话|说说|说一说|说一下|谈谈|谈一谈|讲讲|讲一讲|讲一下"
    "|介绍一下|介绍|跟我|给我|和我|与我|记得|知道|了解|我跟你说过|我跟你提过|我跟你讲过|我和你说过"
    "|我和你提过|我告诉过你|我说过|我提过|我有什么|我有哪些|有什么|有哪些|我有没有|有没有|查查|查一下"
    "|找找|找一下|的|我平时|我平常|平时|平常|我家有什么|我家有哪些|我家里的|我家里|家里的|家里"
    "|常备什么"
    "|常备|有啥|都有啥|都有什么|都有哪些|有哪几种|会什么|会哪些"
    "|about |what do you know |what do you remember |what did i tell you |what did i say "
    "|what have i told you |have i ever told you |have i told you |did i ever tell you "
    "|did i tell you |did i ever mention |did i mention |have i mentioned |anything |something "
    "|name my |name all my |list my |list all my |everything |let's talk |talk |what about "
    "|how about |how is |how are |how's "
    "|what's up with |what happened to |what happened with |"
).encode()
_OF_IT = (
    "|吗|呢|吧|啊|呀|怎么样了|怎么样|怎样了|怎样|如何了|如何|咋样了|咋样|怎么回事|咋回事|怎么了"
    "|咋了|是什么|是啥|来着|的事|的事情|的事儿|的情况|情况|的消息|的信息|的记录|的回忆|有哪些人"
    "|都有哪些|有哪些|有哪几种"
    "|都有什么|有什么|都有啥|有啥|是哪些|"
).encode()
_OWN = "|我的|我家的|我们的|咱家的|我家里|我们|咱们|咱|俺|我有|我|那个|这个|".encode()
_OF_HOME = "人电具庭务长常乡属居教"  # with 家 before them they are a word
_NO_NAME = "|你|您|他|她|它|这|那|自己|大家|".encode()
# And what stands for a name that was said before: tell me about it.
_POINTS_BACK = (
    b"|it|its|he|him|his|she|her|hers|they|them|their|theirs|this|that|these|those|one|it all"
    b"|all of it|that one|this one|"
)
_NAME_MOST = const(8)  # characters of a name in Chinese
_WORDS_MOST = const(3)
_TIMES_IN = const(
    200
)  # last characters of a keyword that are read for times: what asks stands there


class Query:
    """
    A question to memory: `kinds` (names; None for all that the owner can write), `keyword` (text
    or None), `start` and `end` (days as `YYYY-MM-DD`, inclusive, or None), `limit`, `offset`, and
    `room`: bytes after which a page is full although `limit` is not reached. A dated record
    matches by the day on which it was created and by its own date. With `ranked`, records that
    answer the keyword without containing it follow those that contain it. Raises Rejected for a
    kind that is not known.
    """

    # True where `matches` asks for nothing that `records/line_sketch.py` leaves out: a subclass
    # that asks for more sets it to False.
    by_sketch = True
    # True where a keyword is found in other accents, too: for whoever looks for something, not for
    # what is to be deleted. A ranked query does so.
    by_letters = False

    def __init__(
        self,
        kinds: "tuple | None" = None,
        keyword: "str | None" = None,
        start: "str | None" = None,
        end: "str | None" = None,
        limit: int = 10,
        offset: int = 0,
        room: int = _ROOM,
        ranked: bool = False,
    ) -> None:
        self.room = room
        self.ranked = ranked
        # async def progress(done, total): called while segments are scanned
        self.progress: "Progress | None" = None
        self.inside = False  # True: the keyword is one word, to be searched for inside words
        self.text = self.whole = keyword or ""  # what is ranked by, what other backends are asked
        self.kinds = kinds or WRITABLE
        for kind in self.kinds:
            row_of(kind)  # or it is Rejected
        # (word, weight, how, the terms that it stands for) of other words for those of a question
        self.also: "list[tuple]" = []
        # Groups of spellings for a keyword that is one word, the likeliest first.
        self.groups: "list[list]" = []
        # Pairs of characters of the keyword, and these, that are no words of it: 朋友 of 女朋友.
        self.inner: "list[bytes]" = []
        self.amount = 0  # of a number and what it counts, as `alike.amount_sort`
        self.alike: "list[list]" = []  # those of them that need no table (`alike.py`)
        # Constraints (`index/candidates.py`) of which a record satisfies one, for `Related`.
        self.either: "list[tuple]" = []
        # The same of which it satisfies one of each list, of one of these.
        self.both: "list[list[list[tuple]]]" = []
        self.given: "list" = []  # spellings that a page has been filled with
        # (first, last) day numbers of what a question speaks of: what is of such a day is lifted.
        self.windows: "list[tuple[int, int]]" = []
        # The same as `time_ranges.nested` has them: of the inner ones is what is lifted more.
        self.rings: "list[list[tuple[int, int]]]" = []
        self.of_times: "list[bytes]" = []  # terms of the keyword that say nothing but those days
        self.beside = ""  # what of the keyword says no such days
        self._today = 0
        self.any_kind = False  # True: those of newer versions too, and affection
        self.anywhere = False  # True: the keyword may begin inside a word
        self.after: "str | None" = None  # an id: only what is older than that is asked for
        self.words_alone = False  # True: no other backend is asked
        self.trashed = False  # True: what was deleted and is in the trash, too
        self.keyword = fold(keyword).strip() if keyword else ""
        self._sought = self.keyword.encode()
        self._bare: "bytes | None" = None  # without accents; b"" where they matter
        self._filter: "LineFilter | None" = None
        self.core = _core(self.keyword)  # what is looked for where nothing has all of the keyword
        self.start = start
        self.end = end
        self._day = -1  # of the record looked at last, and whether it is in range
        self._day_fits = False
        self.limit = limit
        self.offset = offset

    def ask_for_bare(self) -> bool:
        """Look for the keyword without what stands around it; False where nothing does."""
        if not self.core:
            return False
        self.ask_for(self.core)
        return True

    def ask_for(self, keyword: str) -> None:
        """Look for this in place of the keyword."""
        self.keyword = self.text = keyword
        self.core = ""
        self._sought = keyword.encode()
        self._bare = self._filter = None
        if self.windows:
            self.look_at_times(self._today)

    def matches(self, record: "Record") -> bool:
        """True when the record is of a wanted kind, in range, and contains the keyword."""
        if not self.fits(record):
            return False
        if not self._sought:
            return True
        text = record.folded_words()
        if self._sought in text:
            return True
        if self._bare is None:
            is_free = (self.ranked or self.by_letters) and _has_letter(self._sought)
            self._bare = bare(self._sought) if is_free else b""
        return self._bare != b"" and self._bare in bare(text)

    def has_given(self, record: "Record") -> bool:
        """True where a record matches, or was found by another spelling."""
        if self.matches(record):
            return True
        text = record.folded_words() if self.given else b""
        return bool([True for one in self.given if one.found_in(text)])

    def fits(self, record: "Record") -> bool:
        """True when the record is of a wanted kind and in range."""
        if not self.any_kind and record.kind not in self.kinds:
            return False
        if record.deleted and not self.trashed:
            return False
        if self.after is not None and not is_older(record.id, self.after):
            return False
        if self.start is None and self.end is None:
            return True
        day = record.created // dates.DAY
        if day != self._day:  # many records are of the day of the one before
            self._day = day
            self._day_fits = self._in_range(dates.day_text(record.created))
        if self._day_fits:
            return True
        when = record.get("when")
        first, last = self.start or dates.FIRST_DAY, self.end or dates.LAST_DAY
        return bool(when) and _is_between(when, first, last)

    def look_at_times(self, today: int) -> None:
        """Note the days that the keyword speaks of near its end; `today` is a day number."""
        said = self.keyword[-_TIMES_IN:]
        self.windows, self.of_times, self.beside, self.rings = reading(said, today)
        self._today = today

    def is_time(self) -> bool:
        """True where the keyword speaks of days and of nothing else."""
        if not self.windows:
            return False
        return not [one for one in terms(self.keyword) if one not in self.of_times]

    def is_same_time(self, word: str) -> bool:
        """True for a word that means days of the keyword: Christmas and 圣诞节, 除夕 of 过年."""
        spans = windows(word, self._today)
        for begin, end in spans:
            if not [True for first, last in self.windows if first <= begin and end <= last]:
                return False
        return bool(spans)

    def day_filters(self) -> "list[DayFilter]":
        """A filter for the lines of each of these days."""
        return [
            DayFilter(*_as_text(first, last)) for ring in self.rings[:1] for first, last in ring
        ]

    def is_of_its_time(self, record: "Record") -> bool:
        """True where a record was told on one of the days of the keyword, or is about one."""
        return bool(self.rings) and _is_of(record, self.rings[0])

    def nearness(self, record: "Record") -> int:
        """Of how many of `rings` a record is."""
        for at, ring in enumerate(self.rings):
            if not _is_of(record, ring):
                return at
        return len(self.rings)

    def is_word(self) -> bool:
        """True where the keyword is one word of letters and digits."""
        if not self.keyword:
            return False
        found = runs(self.keyword)
        return len(found) == 1 and not found[0][0] and found[0][1] == self.keyword.encode()

    def _in_range(self, day: str) -> bool:
        return (self.start is None or day >= self.start) and (self.end is None or day <= self.end)

    def line_filter(self) -> "LineFilter | None":
        """Rejects lines that cannot match; None if none can be told."""
        if self._filter is None and self.keyword:
            self._filter = line_filter([self.keyword])
        if self._filter is None and (self.start is not None or self.end is not None):
            self._filter = DayFilter(self.start, self.end)
        return self._filter


def _has_letter(raw: bytes) -> bool:
    """True for a text with a Latin letter."""
    for byte in raw:
        if 0x61 <= byte <= 0x7A or 0xC3 <= byte <= 0xC5:
            return True
    return False


def named(keyword: str) -> str:
    """
    The thing of which a short folded question asks whatever is known: 狗 of 你还记得狗的事吗,
    dog of tell me about my dog; "" for another text.
    """
    left = "" if len(keyword) > _BARE_MOST else _unmarked(keyword)
    begun = left
    before = ""
    while left != before:
        before = left
        left = _without(_POINTING, _without(_ABOUT, without_openings(left)))
        at = ending(_OF_IT, left.encode())
        if at >= 0:
            left = left[: -len(entry(_OF_IT, at).decode())]
        left = _unmarked(left)
    if left == begun:
        return ""
    own = _without(_OWN, left)
    if own != left and own.startswith("家") and own[1:2] not in _OF_HOME:
        own = own[1:]
    left = _without(_POINTING, own)
    said = runs(left)
    if not said or asks(left) or leading(_NO_NAME, left.encode()) >= 0:
        return ""
    if has(_POINTS_BACK, left.encode()):
        return ""
    if len(said) == 1 and (said[0][0] or whole_word(said[0][1])):
        return left if len(left) <= _NAME_MOST or not said[0][0] else ""
    is_latin = not [True for cjk, run, _ in said if cjk]
    return left if is_latin and len(said) <= _WORDS_MOST else ""


def _core(keyword: str) -> str:
    """
    A folded keyword without the marks and the words around it that only point: "(cat)", my cat,
    我的阳台; "" where that leaves the same, or more than one word.
    """
    left = _without(_POINTING, _unmarked(keyword if len(keyword) <= _BARE_MOST else ""))
    return left if left != keyword and left and len(runs(left)) == 1 else ""


def _is_of(record: "Record", spans: "list[tuple[int, int]]") -> bool:
    """True for what was told on one of these days, or is about one."""
    told = record.created // dates.DAY
    is_told = bool([True for first, last in spans if first <= told <= last])
    return is_told or is_about(record, spans)


def is_about(record: "Record", spans: "list[tuple[int, int]]") -> bool:
    """True for what has a day of its own that is one of these."""
    when = record.get("when")
    rows = spans if when else []
    return bool([True for one in rows if _is_between(when, *_as_text(*one))])


def _unmarked(left: str) -> str:
    while left and (_is_mark(left[:1]) or _is_mark(left[-1:])):
        left = left[1:] if _is_mark(left[:1]) else left[:-1]
    return left


def _is_mark(one: str) -> bool:
    """True for a mark, and for a picture such as 😀."""
    raw = one.encode()
    return one in _MARKS or raw[:2] == b"\xf0\x9f" or raw == b"\xef\xb8\x8f"


def _without(table: bytes, left: str) -> str:
    """A text without any of the phrases of a table at its beginning."""
    at = leading(table, left.encode())
    while at >= 0:
        left = left[len(entry(table, at).decode()) :]
        at = leading(table, left.encode())
    return left


def _as_text(first: int, last: int) -> "tuple[str, str]":
    """Two day numbers as `YYYY-MM-DD`."""
    return dates.day_text(first * dates.DAY), dates.day_text(last * dates.DAY)


def _is_between(when: str, start: str, end: str) -> bool:
    """True where a `when` is of one of these days, or of one of them every year."""
    every = dates.yearly(when)
    if every is None:
        day = dates.day_of(when)
        return day is not None and start <= day <= end
    return bool([True for first, last in dates.of_years(start, end) if first <= every <= last])


class Related(Query):
    """
    Asks for records that have one of `spellings` (of `spellings.py`) and neither the keyword of
    `query` nor one of `earlier`; kinds and days are those of `query`.
    """

    def __init__(self, query: Query, spellings: list, earlier: list, limit: int, offset: int):
        super().__init__(
            query.kinds, None, query.start, query.end, limit, offset, query.room, False
        )
        self._asked = query
        self._spellings = spellings
        self._earlier = earlier
        self.either = [row for one in spellings for row in one.rows]
        self.both = [one.both for one in spellings if one.both]
        self.either += [row for one in spellings for row in one.spare_rows]

    def matches(self, record: "Record") -> bool:
        """As the class says."""
        if not self.fits(record) or self._asked.matches(record):
            return False
        text = record.folded_words()
        if not [True for one in self._spellings if one.found_in(text)]:
            return False
        return not [True for one in self._earlier if one.found_in(text)]

    def line_filter(self) -> "LineFilter | None":
        """Rejects lines that have none of the spellings."""
        return line_filter([], self._spellings)
