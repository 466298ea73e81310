"""
Asked times: at what time something was so that is asked for, where a question says it by what was
so then: 在北京的时候, 坐地铁之前, back in Leeds, before that; what memories say was so; and of
which days a question asks what is on, or happened (`Request`). Pure.
"""

from memory.extract.scan import is_chinese
from memory.text import dates
from memory.text.date_terms import names_of_month
from memory.text.phrase_tables import entry, has, leading, meaning, padded, replaced, standing
from memory.text.script import fold
from memory.text.terms import STOP, singles, terms
from memory.text.time_windows import apart, windows
from micropython import const

from mind import predicates

from .asked_parts import KIN_ZH, has_any, pairs, without
from .tables import agenda_tables as a
from .tables import asked_tables as w
from .tables.change_tables import GIVEN_UP

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from .asked import Asked

_WHILE = ("的时候", "那会儿", "那阵", "那几年", "那时", "时")
_NO_PLACE = ("现", "正")  # in front of 在
_NO_TIME = ("平", "小", "临", "随", "及", "准", "同")  # with 时: 平时, 小时
_UNTIL = ("以前", "之前", "那会儿", "那时候", "的时候", "那阵子", "那阵", "那几年")
_TELLS_BOTH = (
    "|前|的时候|那会儿|那时|后来| before | used to | then | traded | swapped | switched from "
    "| replaced | sold |"
).encode()
_NOT_YET = ("没", "还在", "了", "我", "的")
_OF_SORTS = ("换".encode(), "改".encode(), "学".encode())
_CHANGE_MOST = 10  # characters of a change
_LONGEST = 8  # characters of where somebody was
_PAST = (
    "|以前|曾经|小时候|年轻时|当年|从前|used to|grew up|was born|以前都|以前一直|直到去年"
    "|previously|formerly|had lived|had worked|until last|until 20|until 19|退休前|上学时|前男友"
    "|前女友|"
).encode()
_LONG_AGO = const(30)  # days after which a time spoken of is one that is over
_LATELY = const(60)  # days back to which a date that is named is no date of the next year
_BACK_IN = (" back in ", " when i lived in ", " when i lived by ", " when i worked at ")


def time_apart(low: str, is_chinese: bool) -> "tuple[str, str, str, bool]":
    """
    (the question without the time, where somebody was then, the change until which it was so,
    whether the time is one that is over). Where they were stays in the question: a memory may say
    it or not.
    """
    if not is_chinese:
        return _english(low)
    rest, until = _until(low)
    if until:
        return rest, "", until, True
    rest, then, is_past = _while(low)
    before = _before(rest)
    return (rest, then, "", is_past) if before is None else (before, then, "", True)


def tells_of_it(until: str, low: str) -> bool:
    """
    True for a folded memory that tells of the change until which it is asked what was, so that it
    is not what was: 搬到汉口 before 住在汉口; not 退休前 in 没退休的时候.
    """
    if has_any(_TELLS_BOTH, " " + low + " "):
        return False  # it tells what was so before as well
    if is_chinese(until):
        for word in _NOT_YET:
            until = until.replace(word, "")
        letters = singles(until.encode())
        if not letters:
            return False
        raw = low.encode()
        apart = [one for one in letters if one not in raw]
        if letters[0] in _OF_SORTS or len(letters) == 1:  # 换工作: the one before is one, too
            return not apart
        return not apart or bool([one for one in pairs(letters) if one in raw])
    sought = [one for one in terms(until) if b" " + one + b" " not in STOP]
    said = terms(low) if sought else []
    return bool(sought) and not [one for one in sought if one not in said]


def _until(low: str) -> "tuple[str, str]":
    """
    What is asked, without the change until which it was so, and that change, "" for none: 换药以前
    我吃什么药, 没涨价那会儿, 我换房子以前. What one does now has none: 我以前, 坐车的时候.
    """
    for word in _UNTIL:
        at = low.find(word)
        rest = low[at + len(word) :].strip() if at > 0 else ""
        change = low[:at].strip() if rest else ""
        if not rest or change[-1:] in w.NO_BEFORE_ZH or len(change) > _CHANGE_MOST:
            continue
        mine = "我" if change.startswith("我") else ""
        change = change[len(mine) :]
        is_until = word in ("以前", "之前")
        told_on = has_any(w.OWN_ZH, rest[:1]) or rest.startswith("家里") or rest[:1] in "那这"
        if "没" in change or "还在" in change:
            return _of(mine, rest), change
        if is_until and len(change) > 1 and (told_on or leading(w.TURNING, change.encode()) >= 0):
            return _of(mine, rest), change
    return low, ""


def _of(mine: str, rest: str) -> str:
    return rest if not mine or rest.startswith("我") else mine + rest


def _while(low: str) -> "tuple[str, str, bool]":
    for word in _WHILE:
        at = low.find(word)
        begin = low.rfind("在", 0, at) if at > 0 else -1
        then = low[begin + 1 : at] if begin >= 0 and at - begin <= _LONGEST else ""
        if not then or has(w.NO_WHILE, then.encode()):
            continue
        if low[:begin].endswith(_NO_PLACE) or (word == "时" and then in _NO_TIME):
            continue  # 现在平时, 在平时: now
        rest = low[at + len(word) :]
        if then == "世":
            return low[:begin] + rest, "", True
        return low[: begin + 1] + then + " " + rest, then, True
    return low, "", False


def _before(low: str) -> "str | None":
    """What is asked, without until when: 坐地铁之前我怎么上班. None where nothing is said so."""
    at = low.find("之前")
    before = low[at - 1 : at]
    if at <= 0 or before in w.NO_BEFORE_ZH or (before in "我家户" and low[at - 2 : at] != "那家"):
        return None
    if low.startswith("我"):  # 我生孩子之前, 我妈退休之前
        kin = leading(KIN_ZH, low[1:].encode())
        return "我" + (entry(KIN_ZH, kin).decode() if kin >= 0 else "") + low[at + 2 :]
    begin = max([low.rfind(one, 0, at) for one in ("我", "爸", "妈", "子", "女")])
    return low[: begin + 1] + low[at + 2 :]


def _english(low: str) -> "tuple[str, str, str, bool]":
    is_past = False
    until = ""
    at = low.find(" before ")
    if at > 0 and has_any(w.WAS_EN, low[:at]) and not has_any(w.DAYS_EN, low[at:]):
        is_past = True
        until = low[at + 7 :]
        low = low[: at + 1]
    at = low.find(" when i was ")
    if at > 0:
        is_past = True
        low = low[: at + 1]
    for back in _BACK_IN:
        at = low.find(back)
        if at > 0:
            then = low[at + len(back) :].strip()
            return low[: at + 1] + then + " ", then, "", True
    return low, "", until, is_past


def counted(low: str) -> "tuple[str, bool]":
    """The text without how many of what, and whether it had that: 几颗牙, 几路车."""
    at = low.find("几")
    found = False
    while at >= 0:
        if low[at + 1 : at + 2] and low[at + 1 : at + 2] in w.MEASURES:
            found = True
            low = low[:at] + low[at + 2 :]
        at = low.find("几", at + 1)
    return low, found


def says_when(around: str, today: int) -> bool:
    """True where what stands around a clause tells of a time, or that somebody else speaks."""
    low = fold(around)
    is_past = predicates.when_asked(around) == predicates.PAST
    return is_past or has_any(w.AROUND, " " + low + " ") or bool(windows(low, today))


def tells_of_past(text: str) -> bool:
    """True for what was said as something that is over: 小时候住在乐山."""
    return has_any(_PAST, fold(text))


def was_so(record: "Record") -> bool:
    """True for what by its own words was so, and is no more: I took up golf and gave it up."""
    said = fold(record.content).encode() + b" "
    return standing(GIVEN_UP, said) >= 0 or claims_past(record)


def claims_past(record: "Record") -> bool:
    """True for what claims that something was so."""
    if not tells_of_past(record.content):
        return False
    said = predicates.claim(record.content, record.kind)
    return said is not None and said.state == predicates.PAST


def changes_nothing(later: "Record", record: "Record | None") -> bool:
    """
    True for what was so, and says nothing of what this one says, if told after it, and for what is
    of another brother.
    """
    if not claims_past(later):
        return record is not None and predicates.are_of_others(record.content, later.content)
    one, other = [
        None if each is None else predicates.claim(each.content, each.kind)
        for each in (record, later)
    ]
    return one is None or other is None or not predicates.ended_by(one, other)


def time_wanted(
    asked: "Asked", claims: "list[tuple]", spans: "list[tuple]", today: int
) -> "str | None":
    """Whether it asks for what is so now, or was, as far as that can be told."""
    when = asked.when()
    is_ahead = has_any(w.AHEAD, asked.core)  # in June is the next, asked what one is going to do
    if when is None and spans and not is_ahead:
        if max([last for _, last in spans]) < today - _LONG_AGO:
            return predicates.PAST
    if when is None and claims and not has_any(w.DID_EN, asked.core):
        return predicates.NOW
    return when


def at_birthday(mind: "Mind", question: str) -> str:
    """The question with its date for the owner's birthday as a time: 我去年生日."""
    if "生日" not in question and "irthday" not in question:
        return question
    low = fold(padded(question.encode(), b"?!,.").decode())
    for record in mind.memory.each("birthday"):
        day = record.content[-5:]
        if record.suspect or has_any(a.NO_BIRTHDAY, low):
            break
        month, of_month = int(day[:2]), int(day[3:])
        name = "%s %d" % (names_of_month(month)[0].decode(), of_month)
        said = replaced(a.ON_BIRTHDAY, _at_birthday(low, "%d月%d日" % (month, of_month)))
        return question if said == low else said.replace("my_day", name).strip()
    return question


def _at_birthday(low: str, date: str) -> str:
    at = low.find("生日")
    begin = low.rfind("我", 0, at) if at >= 0 else -1
    tail = low[at + 2 :]
    of_year = low[begin + 1 : at].strip()
    while of_year[-1:] in ("的", "过"):
        of_year = of_year[:-1]
    is_year = has(a.OF_BIRTHDAY, of_year.encode()) or (
        of_year[-1:] == "年" and of_year[:-1].isdigit()
    )
    row = leading(a.AT_BIRTHDAY, tail.encode())
    if at < 0 or not (is_year or (row >= 0 and not of_year)):
        return low
    rest = tail[len(entry(a.AT_BIRTHDAY, row).decode()) :] if row >= 0 else tail
    who = "我" if begin >= 0 and not low[:begin].strip() and rest.strip() else ""
    return low[: max(begin, 0)] + who + (of_year if "上" not in of_year else "") + date + tail


class Request:
    """
    What a question asks for by a time: `spans` of days that it names and `hours` (first, one after
    the last) of these, `rest` what it says besides, `letters` of `agenda_tables`: "" where it says
    more than what asks for all of them. With `is_search` it is about the owner, named or not.
    """

    def __init__(self, asked: "Asked", today: int, is_search: bool = False) -> None:
        self.asked = asked
        self.spans, self.rest, self.rings = apart(asked.low, today)
        self._today = today
        self.hours: "list[int]" = []
        at = standing(a.HOURS, padded(asked.low.encode(), b"?.,!")) if self.spans else -1
        if at >= 0:
            self.hours = [int(one) for one in meaning(a.HOURS, at).split(b" ")]
        self.letters = self._letters()
        is_sought = self.letters or self.spans or "d" in asked.types
        self.is_past = bool(is_sought) and self._is_past()
        # It may be the companion who is asked.
        if asked.is_chinese and not asked.is_own and not is_search:
            if self._says("f") or (self.is_past and not self._says("aSTt")):
                self.letters = ""

    def _says(self, letters: str) -> bool:
        return bool([True for one in self.letters if one in letters])

    def _letters(self) -> str:
        asked, rest = self.asked, self.rest
        is_read = asked.is_chinese or is_chinese(rest)
        self.letters, rest = _letters_zh(rest) if is_read else _letters_en(rest)
        is_list = self._says("ST") or (self._says("t") and (asked.is_own or bool(self.spans)))
        if not (self.spans or is_list) or has_any(a.NO_LIST, rest) or asked.has_third:
            return ""
        if [True for part in asked.parts if part.kinds]:
            return ""  # what one likes to do
        if "d" in asked.types and not self._says("aSTt"):
            return ""  # what time do I get up
        asks = asked.asks or leading(a.ASKS_AFTER, (" " + rest.lstrip(" ,")).encode()) >= 0
        is_told = not asks and not asked.low.startswith("remind me wh")
        return "" if is_told and (self._says("avf") or "有" in rest) else self.letters

    def is_of_todos(self) -> bool:
        """True where todos alone are asked for."""
        return self._says("T") or (self._says("t") and not self.spans)

    def asks_when(self) -> bool:
        """True where it asks when something is that it names."""
        return "d" in self.asked.types and not self.asked.fits_nothing and not self.is_past

    def is_ahead(self) -> bool:
        """True where what is over is no answer."""
        if self.spans or self.is_past:
            return not self.is_past
        return self.asks_when() and not has_any(a.EITHER, self.asked.core)

    def coming_days(self) -> "list[tuple[int, int]]":
        """
        Of the days that it names those from today on. Days up to now (最近) are as many ahead; of
        a part of the year that is over the next is meant.
        """
        today = self._today
        is_over = not [True for one in self.spans if one[1] >= today]
        found = []
        for first, last in self.spans:
            if last == today and first < today:
                last += today - first
            elif is_over:
                first, last = _next_year(first), _next_year(last)
            if last >= today:
                found.append((max(first, today), last))
        return found

    def begun(self) -> "list[tuple[int, int]]":
        """
        The days that it names where it asks what is or was so then, not what will be: of 一月底 in
        November those of this year, not of the next.
        """
        found = [one for one in self.spans if one[0] <= self._today]
        return self.spans if has_any(w.AHEAD, self.asked.core) else found or self.spans

    def _is_past(self) -> bool:
        """True where it asks for what has been."""
        asked, today, said = self.asked, self._today, " " + self.rest + " "
        if self._says("Tt") or (self.spans and min([one[0] for one in self.spans]) > today):
            return False
        _, _, rest = asked.core.partition("时候")  # 我什么时候去的
        if has_any(a.DONE, said) or ("的" in rest and not rest.startswith("是")):
            return True
        if asked.when() == predicates.PAST or not self.spans:
            return asked.when() == predicates.PAST
        last = max([one[1] for one in self.spans])
        if last < today:
            is_day = not [True for one in self.spans if one[0] != one[1]]
            is_back = today - last <= (_LATELY if is_day else 2) or has_any(a.BACK, asked.low)
            is_meant = not asked.is_chinese or self._says("aS") or has_any(a.MEANT_ZH, self.rest)
            return is_back or not is_meant or not asked.asks
        is_on = [True for one in self.spans if one[0] >= today or one[1] > today]
        return not is_on and not self._says("aS")


def _letters_zh(rest: str) -> "tuple[str, str]":
    """(the letters that a question says, "" where it says more; the question without openings)."""
    rest = without(rest, w.OPENINGS_ZH, " ")
    found = ""
    raw = rest.encode()
    at = standing(a.ASKS_ZH, raw)
    while at >= 0:
        found += meaning(a.ASKS_ZH, at).decode()
        raw = raw.replace(entry(a.ASKS_ZH, at), b" ")
        at = standing(a.ASKS_ZH, raw, at)
    left = raw.decode() if found else ""
    for table in (w.EMPTY_ZH, w.ENDS_ZH, w.INNER_ZH, a.FILLING_ZH):
        left = without(left, table, " ") if left else ""
    return ("" if left.strip() else found), rest


def _letters_en(rest: str) -> "tuple[str, str]":
    at = leading(w.OPENINGS_EN, rest.encode())
    while at >= 0:
        rest = rest[len(entry(w.OPENINGS_EN, at)) - 1 :]
        at = leading(w.OPENINGS_EN, rest.encode(), at)
    found = ""
    for word in replaced(a.TO_DO, rest.replace(",", " ")).split():
        said = word.encode()
        at = a.ASKS_EN.find(b"|" + said + b"=")
        if at >= 0:
            found += meaning(a.ASKS_EN, at + 1).decode()
        elif not has(a.FILLING_EN, said) and b" " + said + b" " not in STOP:
            return "", rest
    return found, rest


def _next_year(day: int) -> int:
    year, month, of_month = dates.civil(day)
    return dates.days(year + 1, month, of_month)
