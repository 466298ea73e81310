"""
Alike: what is written otherwise than a keyword and is the same: joined or apart (`tshirt`,
T-shirt; a telephone number), an amount (`3万`, 三万), a day of a year (`3 May`, 05-03, 五月三日).

Owns which keywords have such spellings, and how a text is looked at for them; needs no table.
They have, as those of `spellings.py`, `how`, `weight`, `filter`, `last`, `passes`, `found_in`;
`both` has lists of rows, as `constraints` of `index/candidates.py` gives them: every document that
one is found in satisfies a row of each list.
"""

from micropython import const

from memory.text.accents import bare
from memory.text.amounts import amount, in_characters, is_numeral, number_at
from memory.text.date_terms import day_number, month_number, names_of_month
from memory.text.line_filter import LineFilter
from memory.text.terms import runs, runs_of, whole_word

from .spellings import UNLIKELY

_WEIGHT = 0.95
_LONGEST = const(40)  # bytes of a keyword that may be one of these
_WIDE = const(3)  # bytes of a character of Chinese
_WORDS_MOST = const(3)
_FIGURES_MOST = const(6)  # groups of figures of a number
_FIGURES_LEAST = const(7)  # figures of a number that people cut into groups
_TAIL = const(3)  # figures that the last group has at least
_PART_LEAST = const(4)  # letters of a keyword that two words may have been
_SIGNS = "$ € £ ¥ ￥".encode().split()
_POINT = "点".encode()
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
        self._word = word.lstrip(b"0") if word.isdigit() else word
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
                if not word or len(said) > len(self._word) + 4:
                    break
                if many + 1 >= self._least and self._is(said):
                    return True
        return False

    def _is(self, said: bytes) -> bool:
        if said.isdigit():
            return said.lstrip(b"0") == self._word
        return said == self._word or whole_word(said) == self._term


class Amount(_Alike):
    """A number in one of these spellings, before one of the units if there are any."""

    def __init__(self, numbers: "list[bytes]", units: "list[bytes]") -> None:
        super().__init__(numbers, _rows_of_amount(numbers, units), _WEIGHT)
        self._numbers = numbers
        self._units = units

    def found_in(self, text: bytes) -> bool:
        """True where a folded text has it."""
        for number in self._numbers:
            at = text.find(number)
            while at >= 0:
                if not _goes_on(text, at, number) and (
                    self._counts(text, at + len(number)) or self._is_signed(text[:at])
                ):
                    return True
                at = text.find(number, at + 1)
        return False

    def _counts(self, text: bytes, end: int) -> bool:
        """True where no more of the number follows, and its unit does."""
        rest = text[end : end + 20]
        if not self._units:
            return number_at(rest[1:] if rest[:1] in (b",", b".") else rest)[1] == 0 and not (
                is_numeral(rest[:_WIDE])
            )
        if rest[:1] in (b" ", b"-"):
            rest = rest[1:]
        for unit in self._units:
            if rest.startswith(unit):
                after = rest[len(unit) :]
                if unit[0] > 0x7F or not after[:1].isalpha():
                    return True
        return False

    def _is_signed(self, before: bytes) -> bool:
        """True where its unit stands before it, as $ and € do."""
        before = before.rstrip()
        return bool([True for one in self._units if one in _SIGNS and before.endswith(one)])


def _goes_on(text: bytes, at: int, number: bytes) -> bool:
    """True where what stands before it is part of the same number, or word."""
    before = text[max(0, at - _WIDE) : at]
    if number[0] > 0x7F:
        if before == _POINT:  # 十三点五
            before = text[max(0, at - 2 * _WIDE) : at - _WIDE]
        return before[-1:].isdigit() or is_numeral(before)
    if before[-1:] in (b",", b"."):
        before = before[:-1]
        return before[-1:].isdigit()
    return before[-1:].isdigit() or before[-1:].isalpha()


def _begun(start: bytes) -> tuple:
    return start, start + b"\xff", lambda term: True, start


def _rows_of_amount(numbers: "list[bytes]", units: "list[bytes]") -> "list[list[tuple]]":
    """Lists of rows: of the number, and of what it counts or of the end of the number."""
    firsts: "list[tuple]" = []
    seconds: "list[tuple]" = []
    for unit in units:
        if unit[0] <= 0x7F:
            seconds.append((whole_word(unit) if unit.isalpha() else b"",))
        elif unit in _SIGNS:
            seconds.append((b"",))
        else:
            seconds.append(_begun(unit) if len(unit) == _WIDE else (unit[: 2 * _WIDE],))
    tells = (b"",) not in seconds  # m and $ are not indexed
    for number in numbers:
        parts = [run for _, run, _ in runs_of(number)]
        head, tail = parts[0], parts[-1]
        signs = [one for one in parts if one[0] > 0x7F]
        if head[0] <= 0x7F:
            firsts.append((whole_word(head),))
            last = whole_word(tail if tail[0] <= 0x7F else head)
            joined = [(last + unit,) for unit in units if unit.isalpha()]
            firsts += joined
            seconds += joined
            if not units:
                seconds.append(_begun(signs[0]) if signs else (last,))
        elif len(head) > _WIDE:
            firsts.append((head[: 2 * _WIDE],))
            if not units:
                seconds.append((head[-2 * _WIDE :],))
        else:
            firsts += [(head + unit[:_WIDE],) for unit in units if unit[0] > 0x7F]
    return [firsts, seconds] if tells else [firsts]


class DayOfYear(_Alike):
    """A month and a day of it: 5月3日, 五月三号, 05-03, 3 May, May 3rd."""

    def __init__(self, month: int, day: int, in_english: bool) -> None:
        self._month = month
        self._day = day
        name, short = names_of_month(month)
        characters = in_characters(month)[0]
        spelled = characters + _MONTH + in_characters(day)[0]
        self._spelled = [spelled]
        at = len(characters)
        pieces = [spelled, short, b"%d" % month + _MONTH]
        # Of each list a document has one: of the month, of the day, of the sort of spelling.
        figures = [(b"%d" % day + end,) for end in (b"", b"st", b"nd", b"rd", b"th")]
        months = [(b"%d" % month,), (b"%02d" % month,), (spelled[at - _WIDE : at + _WIDE],)]
        days = figures + [(b"%02d" % day,), (spelled[at : at + 2 * _WIDE],)]
        sorts = [(_MONTH,), days[-1]]
        if whole_word(name):
            names = [(whole_word(name),), (whole_word(short),)]
        else:  # may, which is not indexed
            names = figures if in_english else figures[1:]
        months += names
        sorts += names
        if month < 10 or day > 12:  # 12-11 may be in November
            self._spelled += [one % (month, day) for one in (b"%02d-%02d", b"%02d/%02d")]
            pieces += self._spelled[1:]
            sorts.append((b"%02d" % month,))
        super().__init__(pieces, [months, days, sorts], _WEIGHT)

    def found_in(self, text: bytes) -> bool:
        """True where a folded text names it."""
        for spelled in self._spelled:
            at = text.find(spelled)
            while at >= 0:
                end = at + len(spelled)
                before, after = text[max(0, at - _WIDE) : at], text[end : end + _WIDE]
                if spelled[0] > 0x7F:
                    is_whole = not is_numeral(before) and not is_numeral(after)
                else:
                    is_whole = not before[-1:].isdigit() and not after[:1].isdigit()
                if is_whole:
                    return True
                at = text.find(spelled, end)
        words = [run for _, run, _ in runs_of(text)]
        for at in range(len(words) - 1):
            if _day_at(words, at) == (self._month, self._day):
                return True
        return False


def _day_at(words: "list[bytes]", at: int) -> "tuple[int, int]":
    """(month, day) that two or three of the runs of a text say, from a place on; (0, 0) if not."""
    one, other = words[at], words[at + 1]
    third = words[at + 2] if at + 2 < len(words) else b""
    if other == _MONTH:
        return (int(one), day_number(third)) if one.isdigit() and len(one) < 3 else (0, 0)
    if month_number(one):
        return month_number(one), day_number(third if other == b"the" else other)
    if month_number(other):
        return month_number(other), day_number(one)
    if other == b"of" and month_number(third):
        return month_number(third), day_number(one)
    return 0, 0


def _day_of(keyword: str) -> "DayOfYear | None":
    """The day of a year that a folded keyword is and nothing else."""
    words = [run for _, run, _ in runs(keyword)]
    raw = keyword.encode()
    month = day = 0
    at = raw.find(_MONTH)
    if at > 0:
        value, end = number_at(raw)
        month = int(value) if end == at else 0
        after = raw[at + _WIDE :]
        value, end = number_at(after)
        day = int(value) if after[end:] in (b"",) + _DAYS else 0
    elif 1 < len(words) < 5 and raw[:1] + raw[-1:] == words[0][:1] + words[-1][-1:]:
        words = [word for word in words if word not in (b"the", b"of")]
        if len(words) == 2 and len(raw) == 5 and raw[2] in b"-/" and b"".join(words).isdigit():
            month, day = int(words[0]), int(words[1])
        elif len(words) == 2:
            month, day = _day_at(words, 0)
    if not 0 < month < 13 or not 0 < day < 32:
        return None
    return DayOfYear(month, day, b"may" in words)


def amount_sort(keyword: str) -> int:
    """
    Of a number and what it counts 1 where the number says nothing alone, as one figure does, 2
    where it says less; 0 for any other keyword.
    """
    said = amount(keyword.encode())
    if said is None or not said[1]:
        return 0
    return 1 if len(said[0][0]) == 1 else 2


def alike(keyword: str) -> list:
    """
    Groups of what a folded keyword may also be written as, as `Expander.whole` gives them; []
    where it has no other spelling.
    """
    if not keyword or len(keyword.encode()) > _LONGEST:
        return []
    found: "list" = []
    day = _day_of(keyword)
    if day is not None:
        return [[day]]
    pieces = runs(keyword)
    words = [bare(run) for cjk, run, _ in pieces if not cjk]
    raw = keyword.encode()
    for sign in _SIGNS:
        if raw.startswith(sign):
            raw = raw[len(sign) :].lstrip()
    said = amount(raw)
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
    rows = [(word[:15],)] + [(word[-size:],) for size in range(_TAIL, _FIGURES_LEAST + 2)]
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
    german = other = keyword
    for apart, letter in _GERMAN:
        german = german.replace(apart, letter)
        other = other.replace(letter, apart)
    for one in (german, other):
        if one != keyword:
            spelled = one.encode()
            rows = [(whole_word(spelled),), (whole_word(bare(spelled)),)]
            found.append(_Written(spelled, rows))
    return found


class _Written(_Alike):
    """A word in another spelling, as it stands."""

    def __init__(self, word: bytes, rows: "list[tuple]") -> None:
        super().__init__([word], [rows], UNLIKELY)
        self._word = word

    def found_in(self, text: bytes) -> bool:
        """True where a folded text has it."""
        return self._word in text
