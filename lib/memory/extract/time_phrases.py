"""
Time phrases: finds the phrases of time in a clause, and the text around them.

A keyed table of each language (`WHEN` in `plan_words_zh` and `plan_words_en`) gives each word a
letter. A time phrase is a run of letters that is in `_SHAPES`, whatever the language: 十点半 and
"at 10 30" differ in their letters, not in their grammar. The meaning of a phrase goes into Marks;
`date_phrases` makes dates of it. Pure; keeps nothing.
    N number   R 3rd   C 10:30   H 点, o'clock   K 钟   m 分   F half   Q quarter   a am, pm
    D day and part (明晚 is D15)   P part of the day   q the same, only behind a day
    W weekday   w every weekday of this name   n this, next   y this year, next
    E every   e every day   i every month, year   U unit in seconds, 0 month, 1 year   g a, an
    V a holiday   L a lunar month   v 期间, after one   & 和, between two days of the week
    B in, 过   A later   Y 年   O 月   o March   J 号   t "on the"   f "of"   T to   p past
    # percent, degrees   Z twenty, before it is joined to five   X what is past or vague
    @ prepositions, left out before any of these; 2 where none of five to nine, 3 (t, too) before
    < 差, to an hour
    . a word of no time
"""

from memory.text import dates

from .date_phrases import (
    AM,
    WEEK,
    WEEKLY,
    Marks,
    ahead,
    ahead_of,
    every,
    later,
    more_days,
    on_day,
    weeks_from,
)
from .measures import with_month_days
from .scan import entry, look, number

_DAY = 86400
# Shape and what it says: c clock, u from now on, d date, w weekday, e repeat, D day, P part,
# h holiday, k weeks from a day, l a week or month alone, m a month by its name.
_SHAPES = (
    " NYNONJ:d NYNON:d yNONJ:d yNON:d NONJ:d NON:d nUNJ:d nONJ:d nUtR:d NJ:d oRnU:d oNnU:d RfonU:d"
    " tRfonU:d nUoR:d nU@oR:d oRN:d oNN:d oR:d oN:d RfnU:d tRfnU:d RfoN:d Rfo:d RoN:d Ro:d NoN:d"
    " No:d tRfoN:d tRfo:d tR:d NHNm:c NHF:c NHQ:c NHN:c NHK:c NHR:c NH:c CK:c Ca:c C:c NNa:c Na:c"
    " @NNa:c @NN:c @Na:c @NH:c @N:c @FN:c @FNa:c FNa:c NpN:c NpNa:c @NpN:c @NpNa:c FpN:c FpNa:c"
    " QpN:c QTN:c QTC:c @QTC:c NTC:c @NTC:c NUTC:c @NUTC:c QpC:c @QpC:c NpC:c @NpC:c FpC:c @FpC:c"
    " @NTN:c @NTNa:c @NUTN:c @NUpN:c <NmNH:c <NUNH:c <QNH:c NH<Nm:c NH<NU:c NH<Q:c NHBNm:c NHBQ:c"
    " QKA:u BQK:u BQKA:u FOA:u BFO:u BFOA:u FYA:u BFY:u gU@D:k NU@D:k BgU@D:k BNU@D:k BNUAF:u"
    " BNUF:u BNUA:u BNFUA:u BNFU:u BFNU:u BFUA:u BFU:u BNU:u NFUA:u NUFA:u BgUF:u BgU:u BgUA:u"
    " BFgU:u gUA:u NUA:u FUA:u FNUA:u nWq:w Wq:w nW:w W:w gU@W:k NU@W:k gUD:k NUD:k WU:k no:m"
    " ENU:x EU:e EW:e EWq:e Eq:e EP:e EnW:x e:e w:e i:e E:x Dq:D D:D P:P nU:l nO:l NO:m yNO:m"
    " NOb:m yNOb:m NV:m nOb:l nYNO:m Bo:m X:x V:h Vv:h yV:h yVv:h VP:h yVP:h Vq:h NYV:h NYVv:h"
    " LN:h yLN:h "
)
_LONGEST = 6
_WEEKS, _FIVES = (604800, 1209600), (5, 10, 20, 25)  # of five to nine


class Tokens:
    """The letters of a text, and for each its value and where it begins."""

    def __init__(self, text: str, table: str) -> None:
        self.codes = ""
        self.values: "list[int]" = []
        self.begins: "list[int]" = []
        spoken = "born " in text or "birthday " in text
        at = 0
        while at < len(text):
            end, code, value = _token(text, at, table)
            begin = at
            if code == "&" and self.codes.endswith("N") and "between " in text[:at]:
                code = "T"  # between nine and ten
            if spoken and code in "NZ" and value > 9 and self.codes[-1:] in ("N", "Z"):
                if self.values[-1] in (19, 20):  # nineteen eighty
                    self.codes, code = self.codes[:-1], "Z" if value > 19 else "N"
                    value += self.values.pop() * 100
                    begin = self.begins.pop()
            if self.codes[-1:] == "Z" and code in "NR" and value < 10:
                self.codes = self.codes[:-1] + code  # twenty five
                self.values[-1] += value
            else:
                self.codes += code
                self.values.append(value)
                self.begins.append(begin)
            at = end
            if code == "W" and entry(WEEK, text[at - 1 : at]):
                days, at = more_days(text, at)
                for place, weekday in days:  # as joined by 和
                    self.codes += "&W"
                    self.values += [0, weekday]
                    self.begins += [place, place]
        self.begins.append(at)
        self.codes = self.codes.replace("Z", "N")
        self._add_lengths(text)

    def _add_lengths(self, text: str) -> None:
        """一小时二十分钟, two days and three hours as one number, of minutes or of days."""
        codes, values, begins = self.codes, self.values, self.begins
        at = codes.rfind("U")
        while at > 0:
            more = at + 1
            more += codes[more : more + 1] == "&" or text.startswith("又", begins[more])
            if codes[at - 1] in "Ng" and codes[more : more + 2] in ("NU", "Nm", "QK"):
                less = values[more + 1] if codes[more + 1] == "U" else 60
                if 60 <= less < values[at] <= _WEEKS[1] and _WEEKS[0] % less == 0:
                    count = values[at - 1] if codes[at - 1] == "N" else 1
                    count = count * values[at] + values[more] * less
                    step = _DAY if less == _DAY else 60
                    values[at - 1 : more + 2] = [count // step, step]
                    begins[at - 1 : more + 2] = [begins[at - 1], begins[at]]
                    codes = codes[: at - 1] + "NU" + codes[more + 2 :]
            at = codes.rfind("U", 0, at)
        self.codes = codes


def _token(text: str, at: int, table: str) -> "tuple[int, str, int]":
    end, meaning = look(table, text, at)
    if meaning:
        return end, meaning[0], int(meaning[1:] or 0)
    value, end = number(text, at)
    if value < 0:
        end = at + 1
        if "!" < text[at : at + 1] < "\x7f":  # a whole word
            while end < len(text) and text[end - 1 : end] != " " and text[end : end + 1] < "\x7f":
                end += 1
        return end, ".", 0
    code = "N"
    if text[end : end + 1] == ":":
        minute, stop = number(text, end + 1)
        if stop == end + 3 and value < 25 and minute < 60:
            value, code, end = value * 60 + minute, "C", stop
    elif text[end : end + 2] in ("st", "nd", "rd", "th"):
        code, end = "R", end + 2
    end += 1 if text[end : end + 2] == ", " else 0
    end += 1 if text[end : end + 1] == " " else 0
    return end, code, value


def read(text: str, now: int, marks: Marks, table: str) -> "tuple[list, int]":
    """
    Fill `marks` from the text; (stretches of the text that say nothing about time as a list of
    begin, end; where reading stopped). It stops before a second date that follows on words of its
    own: 十点开会 | 下午三点面试.
    """
    tokens = with_month_days(Tokens(text, table), text, now)
    codes, begins = tokens.codes, tokens.begins
    rest: "list[int]" = []
    words = at = 0
    while at < len(codes):
        size, meaning = (0, "") if codes[at] == "." else _shape(tokens, at, marks)
        more = 0 if words or not size else _more_clocks(tokens, at, meaning, marks)
        if more:
            _leave_out(rest, begins[at - 1])
            at += more
            continue
        if meaning == "c" and (codes[at - 1 : at] == "T" if marks.hour is None else not words):
            size = 0  # 加班到十点: when it ends
        if size and words and meaning in "cuwkdDePhlm" and marks.seen:
            if marks.timed() if meaning in "cP" else marks.dated() and not marks.repeat:
                return rest, begins[at]
        if size:
            is_point = meaning not in "eulkP"
            back = at - (ahead(tokens, text, at, meaning, marks) if is_point else 0)
            _leave_out(rest, begins[back])
            joined = meaning in "we" and marks.weekday is not None
            left_out = "@t&" if joined else "@tf" if meaning == "e" else "@t"
            while back and codes[back - 1] in left_out and rest and rest[-1] == begins[back]:
                back -= 1
                _leave_out(rest, begins[back])
            _put(tokens, at, size, meaning, now, marks)
            marks.seen = True
            words = 0
            at += size
            at += _until(tokens, at, marks) if meaning == "c" else 0
            at += ahead_of(tokens, text, at, meaning, marks) if is_point else 0
            continue
        words += codes[at] == "."
        if rest and rest[-1] == begins[at]:
            rest[-1] = begins[at + 1]
        else:
            rest += [begins[at], begins[at + 1]]
        at += 1
    return rest, len(text)


def _leave_out(rest: "list[int]", begin: int) -> None:
    """Take what begins there from the stretches that say nothing about time."""
    while rest and rest[-1] > begin:
        rest[-1] = max(begin, rest[-2])
        if rest[-2] == rest[-1]:
            rest[-2:] = []


def _more_clocks(tokens: Tokens, at: int, meaning: str, marks: Marks) -> int:
    """Letters of a time joined to another: 上午十点和下午四点, at 7 am and 9 pm; 0 for none."""
    codes, values = tokens.codes, tokens.values
    if meaning not in "cP" or marks.hour is None or codes[at - 1 : at] != "&":
        return 0
    begin = at + (codes[at] == "P")
    size, meaning = _shape(tokens, begin, marks) if begin < len(codes) else (0, "")
    if meaning != "c":
        size = 1
        if codes[begin : begin + 2] != "NP" or not 0 < values[begin] < 25:
            return 0
    other = Marks()
    _clock(tokens, begin, size, other)
    end = begin + size
    if begin > at:
        other.part = values[at]
    elif codes[end : end + 1] == "P":
        other.part = values[end]
        end += 1
    if other.hour is None:
        return 0
    if other.hour > marks.hour:  # at 2 and 4 pm, 晚上八点和十点
        other.part = other.part or marks.part
        marks.part = marks.part or other.part
    marks.clocks.append((other.hour, other.minute, other.part))
    return end - at + _until(tokens, end, other)


def _shape(tokens: Tokens, at: int, marks: Marks) -> "tuple[int, str]":
    """(letters, meaning) of the longest shape at `at`; (0, "") for none."""
    for size in range(_LONGEST, 0, -1):
        piece = tokens.codes[at : at + size]
        found = _SHAPES.find(" " + piece + ":")
        if found < 0 or len(piece) < size:
            continue
        meaning = _SHAPES[found + size + 2]
        first = tokens.values[at]
        if meaning == "c" and not _is_clock(tokens, at, size, marks):
            continue
        if meaning == "k" and not _is_from_a_day(tokens, at, piece):
            continue
        if meaning == "d" and piece in ("NJ", "NON") and not 0 < first < 32:
            continue
        if piece[-2:] == "LN" and not 0 < tokens.values[at + size - 1] < 31:
            continue
        return size, meaning
    return 0, ""


def _is_from_a_day(tokens: Tokens, at: int, piece: str) -> bool:
    """False for away for a week on Monday, and for what is no day from another."""
    unit = tokens.values[at + piece.find("U")]
    if piece[-2:] == "@D":  # ten days from today
        is_day = unit < 2 or unit >= _DAY
        return is_day and tokens.values[at + len(piece) - 2] == 2
    is_from = tokens.values[at + len(piece) - 2] != 3 or piece[-2] != "@"
    return is_from and unit in _WEEKS and (piece[0] == "W" or tokens.codes[at - 1 : at] != "@")


def _is_clock(tokens: Tokens, at: int, size: int, marks: Marks) -> bool:
    """False for 一点 and 两点 out of nowhere (a little, two points) and "at 5 Main Street"."""
    codes = tokens.codes[at : at + size]
    values = tokens.values[at : at + size]
    if codes == "NH":
        return 2 < values[0] < 25 or (values[0] > 0 and tokens.codes[at - 1 : at] in tuple("DPWJ"))
    if codes[:3] in ("@NT", "@NU"):  # at five to nine; to nine of nine to five is its end
        is_to = values[2] == 60 if codes[2] == "U" else values[2] == 0 and values[1] in _FIVES
        return values[0] != 2 and is_to and 0 < values[codes.rfind("N")] < 13
    if codes == "@NN":
        return 0 < values[1] < 25 and 9 < values[2] < 60
    if codes == "@N":
        after = tokens.codes[at + size : at + size + 1]
        return values[0] > 0 and 0 < values[1] < 25 and after not in ("U", "N", "o", "f", "#")
    return codes[0] != "N" or values[0] < 25


def _until(tokens: Tokens, at: int, marks: Marks) -> int:
    """Letters of what follows on a time: 到四点, to 4 pm; its length goes into marks."""
    if tokens.codes[at : at + 1] != "T":
        return 0
    skipped = 2 if tokens.codes[at + 1 : at + 2] == "P" else 1
    for size in (3, 2, 1):
        piece = tokens.codes[at + skipped : at + skipped + size]
        if len(piece) < size:
            continue
        if " " + piece + ":c " in _SHAPES or piece == "N":
            other = Marks()
            _clock(tokens, at + skipped, size, other)
            if other.part and not marks.part:
                marks.part = other.part
            length = ((other.hour or 0) - (marks.hour or 0)) * 60 + other.minute - marks.minute
            marks.length = length % 720 or 720
            return skipped + size
    return 0


def _put(tokens: Tokens, at: int, size: int, meaning: str, now: int, marks: Marks) -> None:
    codes = tokens.codes[at : at + size]
    values = tokens.values[at : at + size]
    was_loose = marks.loose
    if _is_another_day(tokens, at, codes, meaning, marks):
        marks.also.append(values[max(codes.find("W"), codes.find("w"))])
        return
    if meaning == "c":
        _clock(tokens, at, size, marks)
    elif meaning == "u":
        later(codes, values, now, marks)
    elif meaning in "kd":
        (_date if meaning == "d" else weeks_from)(codes, values, now, marks)
    elif meaning == "x":
        marks.vague = True
    elif meaning == "e":
        every(codes, values, marks)
    elif meaning == "w":
        marks.weekday = values[codes.find("W")]
        if codes[0] == "n" or not was_loose:
            marks.weeks = values[0] if codes[0] == "n" else None
    elif meaning in "Dh":
        on_day(codes, values, now, marks)
    elif meaning in "lm":
        _period(codes, values, now, marks)
    if codes[-1] in "Pq":
        marks.part = values[-1]


def _is_another_day(tokens: Tokens, at: int, codes: str, meaning: str, marks: Marks) -> bool:
    """
    True for a day of the week that is joined to another by 和. Otherwise a second day makes the
    marks vague, unless it says more of a week or a month.
    """
    if marks.loose and meaning in "dw":  # next week ... on Tuesday
        marks.loose = False
        marks.monthday = marks.weekday = marks.day = None
        return False
    if meaning in "we" and marks.weekday is not None:
        if tokens.codes[at - 1 : at] == "&" and (meaning == "w" or marks.repeat == WEEKLY):
            return True
        marks.vague = True
    elif meaning in "udwkDhlm" and marks.dated() and not (meaning in "dw" and marks.repeat):
        marks.vague = True
    return False


def _clock(tokens: Tokens, at: int, size: int, marks: Marks) -> None:
    hour, minute = -1, 0
    first, to = tokens.codes[at], 0
    for place in range(at, at + size):
        code, value = tokens.codes[place], tokens.values[place]
        to += code in "T<"
        if code == "C":
            hour, minute = value // 60, value % 60 or minute
        elif code in "NR" and hour < 0:
            hour = value
        elif code in "NQ":
            minute = value
        elif code == "F":
            minute = 30
        elif code in "Tp" or (code in "mU" and first == "<"):
            if hour >= 0:  # ten past nine
                hour, minute = -1, hour
        elif code == "a":
            marks.part = value
    if to:  # quarter to nine, quarter to noon
        marks.part = AM if hour == 12 and tokens.codes[at + size - 1] == "C" else marks.part
        hour, minute = (hour or 24) - 1 or 12, 60 - minute
    if minute < 60:
        marks.hour, marks.minute = hour, minute


def _date(codes: str, values: "list[int]", now: int, marks: Marks) -> None:
    for place in range(len(codes)):
        code, value = codes[place], values[place]
        after = codes[place + 1 : place + 2]
        if code == "n" and after == "U" and values[place + 1] == 1:  # January 5th next year
            marks.year = dates.civil(now // _DAY)[0] + value
        elif code == "n":
            marks.months = value
        elif code == "y":
            marks.year = dates.civil(now // _DAY)[0] + value
        elif code == "o" or after in ("O", "V"):
            marks.month = value
        elif after == "Y" or value > 31:
            this = dates.civil(now // _DAY)[0]
            if value < 100:  # 零三年, 八八年
                value += 2000 if value + 2000 <= this + 20 else 1900
            marks.year = value
        elif code in "NR":
            marks.monthday = value


def _period(codes: str, values: "list[int]", now: int, marks: Marks) -> None:
    """下周, next month, 三月: its first day stands for it. This week may mean any day: vague."""
    if codes[0] not in "n" or codes[1] == "o":  # next May is the coming one
        codes, values = codes.lstrip("n"), values[codes.find("o") :] if codes[0] == "n" else values
        _date(codes, values, now, marks)
        marks.vague = marks.vague or marks.month == dates.civil(now // _DAY)[1]
        marks.monthday, marks.loose, marks.far = 1, True, True
        return
    unit = 0 if codes[1] == "O" else values[1]
    if not values[0] or unit not in (0, 604800):
        marks.vague = True
        return
    marks.loose = True
    if unit:
        marks.weeks, marks.weekday = values[0], 0
    else:
        marks.months, marks.monthday = values[0], 1
