"""
Alike: what is written otherwise than a keyword and is the same: joined or apart (`tshirt`,
T-shirt; a telephone number), an amount (`3万`, 三万), a day of a year (`3 May`, 05-03, 五月三日),
a time of day (`15:30`, 下午3点半).

Owns which keywords have such spellings, and how a text is looked at for them; needs no table.
They have, as those of `spellings.py`, `how`, `weight`, `filter`, `last`, `passes`, `found_in`;
`both` has lists of rows, as `constraints` of `index/candidates.py` gives them: every document that
one is found in satisfies a row of each list.
"""

from micropython import const

from memory.text.amounts import SIGNS, amount, is_letter, leading, numbers, scale_of, spoken
from memory.text.date_terms import day_number, month_number, names_of_month
from memory.text.folding import bare
from memory.text.line_filter import LineFilter
from memory.text.terms import runs, runs_of, whole_word

from .clock_times import clock_times
from .spellings import UNLIKELY, Spelling

_WEIGHT = 0.95
_LONGEST = const(40)  # bytes of a keyword that may be one of these
_WIDE = const(3)  # bytes of a character of Chinese
_WORDS_MOST = const(3)
_FIGURES_MOST = const(6)  # groups of figures of a number
_FIGURES_LEAST = const(7)  # figures of a number that people cut into groups
_TAIL = const(3)  # figures that the last group has at least
_PART_LEAST = const(4)  # letters of a keyword that two words may have been
_CLOCK = "点".encode()
_MONTH, _DAYS = "月".encode(), ("日".encode(), "号".encode())
# German, as it is written where there are no such letters.
_GERMAN = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("ss", "ß"))


class _Alike:
    """`pieces`: folded texts of which every text that it is found in has one."""

    how = "spelling"
    rows: "tuple | list" = ()
    spare_rows: "tuple | list" = ()
    looks_at_words = True  # as a filter of lines

    def __init__(self, pieces: "list[bytes]", both: "list[list[tuple]]", weight: float) -> None:
        self.filter = LineFilter([], pieces)
        self.both = both
        self.weight = weight

    def last(self, chunk: bytes, end: int) -> int:
        """As the filter's."""
        return self.filter.last(chunk, end)

    def passes(self, text: bytes) -> bool:
        """As the filter's."""
        return self.filter.passes(text)


class Joined(_Alike):
    """Words of letters and figures, from `least` to `most`, that together are `word`."""

    def __init__(
        self,
        word: bytes,
        pieces: "list[bytes]",
        both: "list[list[tuple]]",
        least: int,
        most: int,
        weight: float = _WEIGHT,
    ) -> None:
        super().__init__(pieces, both, weight)
        self._word = word
        self._term = whole_word(word)
        self._least = least
        self._most = most

    def found_in(self, text: bytes) -> bool:
        """True where a folded text has them."""
        if not self.filter.passes(text):
            return False
        words = [b"" if cjk else run for cjk, run, _ in runs_of(bare(text))]
        for at in range(len(words)):
            said = b""
            for many, word in enumerate(words[at : at + self._most]):
                said += word
                if not word or len(said) > len(self._word) + 4 or (many and word == b"s"):
                    break
                if many + 1 >= self._least and self._is(said):
                    return True
        return False

    def _is(self, said: bytes) -> bool:
        if said.isdigit():
            return said in (self._word, self._word.lstrip(b"0"))
        return said == self._word or whole_word(said) == self._term


class Amount(_Alike):
    """A number, in figures or characters, and one of the units if there are any."""

    def __init__(self, value: float, units: "list[bytes]") -> None:
        self._value = value
        self._units = units
        whole = int(value)
        figures, last = b"%d" % whole, b"%03d" % (whole % 1000)
        heads = leading(whole)
        if whole < 10:
            heads = [one + unit[:_WIDE] for one in heads for unit in units if unit[0] > 0x7F]
        firsts = [(figures,)] + [_begun(one) for one in heads]
        said = [(whole_word(one),) for one in spoken(whole)]
        firsts += said
        seconds: "list[tuple]" = []
        pieces = units
        if whole > 999:  # 1,200, 3万, 6千5
            firsts += [(last,), (b"%d" % (whole // (10000 if whole > 9999 else 1000)),)]
        for unit in units:
            if unit.isalpha() and unit[0] < 0x80:
                joined = [(whole_word(one + unit),) for one in (figures, last)]
                firsts += joined
                seconds += joined
                seconds.append((whole_word(unit),))
            elif unit[0] < 0xE3 or unit in SIGNS:
                seconds.append((b"",))  # not indexed
            else:
                seconds.append(_begun(unit[: 2 * _WIDE]))
        if not units:
            scale = scale_of(whole)
            seconds = [(figures,), (last,), _begun(scale)] + firsts[1 : 1 + len(heads)] + said
            pieces = [figures, b"," + last, scale] + heads + spoken(whole)
        both = [firsts] if (b"",) in seconds else [firsts, seconds]
        super().__init__(pieces, both, _WEIGHT)

    def found_in(self, text: bytes) -> bool:
        """True where a folded text has it."""
        for value, begin, end in numbers(text):
            if abs(value - self._value) > 0.001 or (value >= 1 and text[begin] == 48):  # 0533
                continue
            if self._is_counted(text, begin, end):
                return True
        return False

    def _is_counted(self, text: bytes, begin: int, end: int) -> bool:
        """True where one of the units follows, or a sign of it stands before, if there are any."""
        if not self._units:
            return not is_letter(text, end)
        after = end + 1 if text[end : end + 1] in (b" ", b"-") else end
        for unit in self._units:
            if unit[0] < 0x80 < text[begin]:
                continue  # 三 km
            if unit in SIGNS:
                if not is_letter(text, end) and text[:begin].rstrip().endswith(unit):
                    return True
            elif text.startswith(unit, after):
                stop = after + len(unit)
                is_over = not (is_letter(text, stop) or text[stop : stop + 1].isdigit())
                if unit[0] > 0x7F or is_over:
                    return True
        return False


def _begun(start: bytes) -> tuple:
    return start, start + b"\xff", lambda term: True, start


class DayOfYear(_Alike):
    """A month and a day of it: 5月3日, 五月三号, 05-03, 3 May, May 3rd."""

    def __init__(self, month: int, day: int, in_english: bool, year: int = 0) -> None:
        self._said = (month, day)
        self._year = year  # 0, or what a year beside it must be
        self._ordinal = month == 5 and not in_english  # May 3rd, since may is not indexed
        name, short = names_of_month(month)
        # Of each list a document has one: of the month, of the day, of the sort of spelling.
        figures = [(b"%d" % day + end,) for end in (b"", b"st", b"nd", b"rd", b"th")]
        padded = (b"%02d" % month,)
        months = [(b"%d" % month,), padded] + [_begun(one) for one in leading(month)]
        days = (
            figures + [(b"%02d" % day,)] + [_begun(_MONTH + one[:_WIDE]) for one in leading(day)]
        )
        sorts = [_begun(_MONTH)]
        if whole_word(name):
            names = [(whole_word(name),), (whole_word(short),)]
        else:  # may, which is not indexed
            names = days[:6] if in_english else figures[1:]
        if month < 10 or day > 12:
            sorts.append(padded)
        pieces = [short, _MONTH] + [b"%02d%s%02d" % (month, one, day) for one in (b"-", b"/")]
        super().__init__(pieces, [months + names, days, sorts + names], _WEIGHT)

    def found_in(self, text: bytes) -> bool:
        """True where a folded text names it."""
        years = [value for value, _, _ in numbers(text) if 1900 <= value < 2100]
        if self._year and years and self._year not in years:
            return False
        before, begun, ended = 0, 0, -1  # the number before, and where it stands
        for value, begin, end in numbers(text):
            between = text[ended:begin] if ended >= 0 else b""
            if (before, value) == self._said:
                if between == _MONTH:
                    return True
                # 05-03; 12-11 may be in November.
                if between in (b"-", b"/") and ended - begun == 2 == end - begin:
                    if (before < 10 or value > 12) and not is_letter(text, end):
                        return True
            before, begun, ended = value, begin, end
        words = [run for _, run, _ in runs_of(text) if not (self._ordinal and run.isdigit())]
        return bool([True for at in range(len(words) - 1) if _day_at(words, at) == self._said])


def _day_at(words: "list[bytes]", at: int) -> "tuple[int, int]":
    """(month, day) of an English date in the runs of a text, from a place on; (0, 0) if none."""
    one, other = words[at], words[at + 1]
    third = words[at + 2] if at + 2 < len(words) else b""
    if month_number(one):
        return month_number(one), day_number(third if other == b"the" else other)
    if other == b"of":
        other = third
    return month_number(other), day_number(one)


def _days_of(keyword: str) -> "list[DayOfYear]":
    """The day of a year that a folded keyword is and nothing else; 5/3 may be two."""
    raw = keyword.encode()
    words = [run for _, run, _ in runs(keyword)]
    year = 0
    if raw[:4].isdigit() and raw[4:5] in (b"-", b"/", b"\xe5"):
        year = int(raw[:4])
        raw = raw[7:] if raw[4] > 0x7F else raw[5:]
    found = numbers(raw)
    said = [(0, 0)]
    if len(found) == 2 and found[0][1] == 0:
        between, after = raw[found[0][2] : found[1][1]], raw[found[1][2] :]
        pair = found[0][0], found[1][0]
        is_padded = (len(raw) == 5 and between == b"-") or (year and not after)
        if is_padded or (between == _MONTH and after in (b"",) + _DAYS):
            said = [pair]
        elif between == b"/" and not after:
            said = [pair, (pair[1], pair[0])]
    elif len(words) in (2, 3, 4) and len(raw) == len(b" ".join(words)):
        said = [_day_at(words, 0)]
    in_english = b"may" in words or b"/" in raw
    said = [(m, d) for m, d in said if m in range(1, 13) and d in range(1, 32)]
    return [DayOfYear(int(m), int(d), in_english, year) for m, d in said]


class Clock(_Alike):
    """A time of day: 15:30, 3.30pm, 下午3点半, half past three."""

    def __init__(self, said: tuple) -> None:
        self._said = said
        hour = said[0] // 60 % 12
        rows: "list[tuple]" = []
        pieces: "list[bytes]" = []
        for one in (hour or 24, hour + 12):
            words = [b"%d" % one, b"%02d" % one] + spoken(one)
            rows += [(whole_word(word + end),) for word in words for end in (b"", b"am", b"pm")]
            rows += [_begun(first + (_CLOCK if one < 10 else b"")) for first in leading(one)]
            pieces += words + leading(one)
        super().__init__(pieces, [rows], _WEIGHT)

    def found_in(self, text: bytes) -> bool:
        """True where a folded text names it, or one that may be it."""
        for minutes, is_sure, _, _ in clock_times(text):
            if not (minutes - self._said[0]) % (1440 if is_sure and self._said[1] else 720):
                return True
        return False


def amount_sort(keyword: str) -> int:
    """
    Of a number and what it counts 1 where the number says nothing alone, as one figure does, 2
    where it says less; 0 for any other keyword.
    """
    said = amount(keyword.encode())
    if said is None or not said[1]:
        return 0
    return 1 if said[0] < 10 else 2


def alike(keyword: str) -> list:
    """
    Groups of what a folded keyword may also be written as, as `Expander.whole` gives them; []
    where it has no other spelling.
    """
    if not keyword or len(keyword.encode()) > _LONGEST:
        return []
    found: "list" = []
    days = _days_of(keyword)
    if days:
        return [days]
    for time in clock_times(keyword.encode()):
        if time[2:] == (0, len(keyword.encode())):
            found.append(Clock(time))
    pieces = runs(keyword)
    words = [bare(run) for cjk, run, _ in pieces if not cjk]
    said = amount(keyword.encode())
    if said is not None:
        found.append(Amount(said[0], said[1]))
    if len(words) < len(pieces) or not words:
        return [found] if found else []
    word = b"".join(words)
    if max(word) > 0x7F or not whole_word(word):
        return [found] if found else []
    if word.isdigit():
        found += _number(word)
    elif not said and 1 < len(words) <= _WORDS_MOST and len(word) > _TAIL:
        found.append(Joined(word, [word], [[(whole_word(word),)]], 1, 1))
    elif len(words) == 1 and not said:
        found += _of_parts(word)
    groups = [found] if found else []
    unlikely = _unlikely(keyword, words)
    return groups + ([unlikely] if unlikely else [])


def _number(word: bytes) -> list:
    """A telephone number or another long one, in any groups or none."""
    if len(word) < _FIGURES_LEAST:
        return []
    rows = [(word[:15],), (word.lstrip(b"0")[:15],)] + [
        (word[-size:],) for size in range(_TAIL, _FIGURES_LEAST + 2)
    ]
    return [Joined(word, [word[-_TAIL:]], [rows], 1, _FIGURES_MOST)]


def _of_parts(word: bytes) -> list:
    """A name that begins with letters and has figures: covid19, LH452."""
    parts: "list[bytes]" = []
    begin = 0
    for at in range(1, len(word) + 1):
        if at == len(word) or (word[at] < 58) != (word[at - 1] < 58):
            parts.append(word[begin:at])
            begin = at
    if not 1 < len(parts) <= _WORDS_MOST or word[0] < 58:
        return []
    longest = max(parts, key=len)
    both = [[(whole_word(part),)] for part in parts if whole_word(part)]
    for part in parts:
        if part.isdigit() and len(part) >= _TAIL:  # tells enough: B-XY 1234
            longest = part
            both = [[(part,)]]
    return [Joined(word, [longest], both, 2, len(parts) + 1)]


def _unlikely(keyword: str, words: "list[bytes]") -> list:
    """What is looked for only where nothing else was found: two words, German without dots."""
    found: "list" = []
    word = words[0]
    if len(words) > 1 or min(word) < 0x61 or max(word) > 0x7A or len(word) < _PART_LEAST:
        return found
    firsts: "list[tuple]" = []
    seconds: "list[tuple]" = []
    for at in range(1, len(word)):
        head, tail = whole_word(word[:at]), whole_word(word[at:])
        if head and tail:
            firsts.append((head,))
            seconds.append((tail,))
        elif head or tail:  # t, which is not indexed, and shirt
            firsts.append((head or tail,))
            seconds.append((head or tail,))
    half = len(word) // 2
    pieces = [word[:half], word[half : half + _TAIL]]  # not the end, which may bend
    found.append(Joined(word, pieces, [firsts, seconds], 2, 2, UNLIKELY))
    german = other = "" if " " in keyword else keyword
    for apart, letter in _GERMAN:
        german = german.replace(apart, letter)
        other = other.replace(letter, apart)
    return found + [
        Spelling(one, "spelling", UNLIKELY) for one in (german, other) if one not in (keyword, "")
    ]
