"""
Slots: which later memory tells that what there is one of at a time is otherwise now.

Owns the reading of `slot_tables`: what a question is about (home, work, a pet), the terms by
which the notebook is searched for what came later of it, and whether a memory tells of a change of
it, of the same person. What shares no word with the earlier memory is found so. Pure.
"""

from array import array

from memory.extract import words_zh
from memory.extract.scan import is_chinese, known_as
from memory.text.phrase_tables import ending, entry, leading, standing
from memory.text.script import fold
from micropython import const

from mind.predicates import names_nobody, tells_of_others

from ..notebook.word_hashes import hash_of
from ..opposing import whose
from ..questions.no_more import has_come_of
from .answer_sorts import has_changed, has_types, is_act, is_told_anew, narrow
from .asked_parts import MOTHERS, plain_memory, without, worded
from .endings import about, behind_owner, is_one_of_several
from .fitting import Text, is_incident, sought
from .of_whom import begins_with_some, is_no_move, names_in
from .tables.asked_tables import WHILE
from .tables.change_tables import (
    AWAY,
    BIRTHS,
    CHILDREN,
    DEATHS,
    DIED,
    GIFTS,
    LASTING,
    NOT_YET,
    ONCE,
    OTHERWISE,
    PENDING,
    PUT,
    SHIFTED,
    THINGS,
    TURNS,
)
from .tables.slot_tables import SLOTS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from .asked import Asked

_POSSESSED = ("我的", "用户的", "my ", "the user's ")
_WITH_ZH = ("我和", "我跟")  # 我和爸妈住吗 is of the owner
_HEADS = ("her ", "his ", "the ")
_SPANS = b"| days | weeks | months | years | hours | minutes | pounds | miles | times |"
_TIMES = (
    "|早上|晚上|下午|中午|上午|每天|每周|周末|平时|一般|周一|周二|周三|周四|周五|周六|周日"
    "|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morn|even|night|weekend|everi"
    "|put|took|take|keep|kept|"
).encode()
_DEATHS = (b"", DEATHS)  # as a row
_known: "dict[tuple, array[int]]" = {}
_COME = "了".encode()  # ends a clause in Chinese that says what has come to be
_NOW = [
    one.encode()
    for one in (" now ", " these days ", " so ", " own ", " this year ", "现在", "如今", "今年")
]
_HAILED = "网约车".encode()  # a work, and no car
_HOME = 0  # rows of SLOTS
_PETS = 9
_EXPECTING = 20
_JOINS = "|了|到|过|就|去|的|不|在|来|".encode()
_SCHOOL, _MANY = 3, 13  # there may be several: when one sleeps, and when one wakes
_GENERAL = 5  # rows of SLOTS that any other goes before: who drives to work asks for the car
_OF_THEIRS = "|家的|的狗|的猫|'s |".encode()  # the dog of a sister is not she
_MINE = b"| my | me | we | our | us | user |"
_ME = "| me | user |我|用户|".encode()
_GOES_ON = b"|; she |; he |; the user |; and the user |; i |; so the user |; so i |"
_OWNERS = (
    "| i | i'm | i've | my | me | we | our | us | the user | user | the | her | his | owner "
    "|用户|主人|我|"
).encode()


class Slot:
    """What a memory that answers a question is about, and who it is of."""

    def __init__(
        self, asked: "Asked", content: str, is_named: bool = False, is_asked: bool = False
    ) -> None:
        self._low = low = fold(content)
        self._said = worded(low + " " + asked.core)
        is_theirs = asked.kin and not asked.core.startswith(_WITH_ZH)
        self._of = asked.kin[0] if is_theirs else person(content)
        if asked.is_of_partner() and not asked.parts:
            self._of = ""  # whether there is one
        self._names = names_in(content, low)
        self._called = asked.called
        self._asked = asked
        self._is_aim = asked.has_aim
        # A breed, a birthday and a trade of before are so, too, of who has died.
        sorts = [letter for letter in ("b", "N", "s", "f", "c") if letter in asked.types]
        self._is_lasting = bool(sorts) or standing(LASTING, asked.core.encode()) >= 0
        self._is_chinese = is_chinese(low or asked.core)
        is_name = asked.kin and ("N" in asked.types or "w" in asked.types)
        of = [part.term for part in asked.parts if part.is_name]
        of += [_head(low).encode(), _head(asked.core).encode()]
        of += [one for name in asked.called for one in about(name)]
        self._heads = [one for one in of if len(one) > 1]
        self._about = [] if is_name else [one for one in _telling(content) if one not in of]
        if content and not is_name:  # what is asked for tells, too: will nan bake, of her cakes
            self._about += [one.term for one in asked.parts if one.term and one.term not in of]
        self._is_owners = self._of == "?" and low.startswith(_POSSESSED)
        self._is_pending = standing(PENDING, worded(low)) >= 0
        head = _head(low)
        if [True for part in asked.parts if part.is_name and head.encode().startswith(part.term)]:
            self._of = self._of or "?"  # Marcus is my climbing partner, asked what he drives
        if self._of == "?" and head and standing(_OWNERS, worded(head)) < 0:
            self._names.append(head)
        is_put = standing(PUT, worded(asked.core)) >= 0
        rows = [] if is_put or is_named else self._chosen(asked, low)
        if is_asked:  # nothing but what the question itself names
            known = [row for row in _rows_of(asked.core) if row < _MANY and row != _SCHOOL]
            rows, self._about = [row for row in rows if row in known], []
        self._rows = rows
        is_narrow = content and not (is_put or is_named or asked.has_aim)
        said = worded(asked.core)
        self._narrow = narrow(said, not self._of, asked.is_still()) if is_narrow else []
        self._is_void = is_asked and not (rows or self._narrow)

    def _chosen(self, asked: "Asked", low: str) -> "list[int]":
        of = _rows_of(low)
        rows = _rows_of(asked.core)
        if not rows and asked.is_still():  # play tennis, of a sport
            rows = [row for row in _rows_of(asked.core, 2) if row > _PETS]
        if asked.has_aim:
            return [row for row in rows if row == len(SLOTS) - 1]
        rows = [row for row in rows if row >= _GENERAL] or rows
        if not rows:  # of what it names by the way
            is_where = asked.is_where()
            of = [row for row in of if row >= _GENERAL or (row == _HOME and is_where)]
        rows = [row for row in rows if row in of] or rows or of
        return [row for row in rows if row >= _GENERAL] or rows

    def hashes(self) -> "array[int]":
        """The hashes of words by which the notebook is searched for what may tell of a change."""
        if self._is_void:
            return array("H")
        terms = [one for name in self._names + self._called for one in sought(name, 1.0, 0)]
        found = {hash_of(one[0]) for one in terms}
        found.update([hash_of(one) for one in self._about + self._heads])
        if self._of:
            found.update(_hashes_of(_DEATHS, self._is_chinese))
        for row in self._rows:
            found.update(_hashes_of(SLOTS[row], self._is_chinese, row < _GENERAL))
        for one in self._narrow:
            found.update(_hashes_of(one[:2], self._is_chinese))
        return array("H", sorted(found))

    def leaves(self, asked: "Asked", said: bytes, later: "Record") -> bool:
        """True where a question asks for more than what a memory says of its rows."""
        names = [SLOTS[row][0] for row in self._rows]
        return not has_types(asked, Text(later)) or asked.leaves(said, names)

    def _shared(self, text: str, raw: bytes) -> int:
        """How many telling words a text shares with it; 0 where it is of something else."""
        if not self._about or is_one_of_several(self._low, text):
            return 0
        for row in SLOTS:
            if row[2] and standing(row[2], raw) >= 0 and standing(row[2], self._said) < 0:
                return 0
        said = _telling(text)
        return len([one for one in self._about if one in said])

    def _tells_it(self, later: "Record", raw: bytes) -> bool:
        """True where a day, a number or a name that is asked for is told, or that all is over."""
        is_told = has_types(self._asked, Text(later)) or standing(OTHERWISE, raw) >= 0
        return is_told or has_come_of(raw, self._about, ONCE)

    def _is_named(self, raw: bytes) -> bool:
        return bool([one for one in self._names if _word(one) in raw])

    def _is_same(self, text: str, of: str) -> bool:
        """True where a text is of the same person, or begins with what this one names."""
        if of == self._of and of != "?":
            return True
        head = _head(fold(text))  # Piano is on Wednesdays from now on
        if of not in ("", "?") or is_act(head) or standing(_OWNERS, worded(head)) >= 0:
            return False
        return _word(head) in worded(self._low)

    def _is_death(self, later: "Record", raw: bytes) -> bool:
        """True where who this is of has died; the dog of a sister is not she."""
        if standing(DEATHS, raw) < 0 or standing(_OF_THEIRS, later.content.encode()) >= 0:
            return False
        if self._is_named(raw):
            return True
        return bool(self._of) and self._is_same(later.content, person(later.content))

    def _is_company(self, later: "Record") -> bool:
        """True where a text begins with somebody whom this one names: brunch with Keisha."""
        head = _head(fold(later.content))
        return person(later.content) == "?" and _word(head) in worded(self._low)

    def _is_of_something_else(self, later: "Record", raw: bytes) -> bool:
        """True for what is not so yet, tells where a thing is, or is about another thing."""
        if self._is_aim:
            return later.kind != "goal"
        is_moved = _HOME in self._rows and is_no_move(later.content)
        is_put = is_moved or standing(PUT, raw) >= 0
        is_ahead = standing(NOT_YET, raw) >= 0 and standing(SHIFTED, raw) < 0
        if later.kind == "goal" or is_ahead or is_put:
            return True
        if _PETS in self._rows and is_one_of_several(self._low, later.content):
            return True
        is_general = [row for row in self._rows if row < _GENERAL]
        raw = raw.replace(_HAILED, b"")
        at = standing(THINGS, raw) if is_general else -1
        while at >= 0:
            if entry(THINGS, at) not in self._said:
                return True
            at = standing(THINGS, raw, at)
        return False

    def is_changed_by(self, later: "Record") -> bool:
        """True where a later memory tells of a change of it."""
        raw = worded(without(fold(later.content), WHILE, ""))  # before college tells of none
        if self._is_of_something_else(later, raw):
            return False
        if self._is_lasting and (standing(DEATHS, raw) >= 0 or standing(DIED, raw) >= 0):
            return False
        if self._is_death(later, raw):
            return True
        names = self._is_named(raw.partition(b" with ")[0])  # who moved in with him, not he
        of = "" if turns_to_owner(later.content) else person(later.content)
        is_told = standing(_ME, worded(behind_owner(fold(later.content)))) >= 0
        is_same = self._is_same(later.content, of) or bool(
            [one for one in self._called if _word(one) in raw]
        )
        is_once = is_incident(later.content, self._low)
        turns = standing(TURNS, raw) >= 0 and not is_once
        is_open = not is_once and (turns or self._is_pending or _is_otherwise(raw))
        if is_same and is_open:
            shared = self._shared(later.content, raw)
            is_plain = later.kind != "moment" and (_is_otherwise(raw) or _turns(raw))
            least = 1 if self._is_pending or is_plain else 2
            has_come = not self._of and has_come_of(raw, self._heads, ONCE)
            # What is so now may be of another thing that has a word of it.
            if has_come or (shared >= least and self._tells_it(later, raw)):
                return True
        is_mine = not self._of and bool(of) and is_told
        is_mine = is_mine or (self._is_owners and not of)  # my roommate is Ze; I moved out
        is_birth = not self._of and standing(CHILDREN, of.encode()) >= 0
        if is_birth and _EXPECTING in self._rows and standing(BIRTHS, raw) >= 0:
            return True
        is_gift = not self._of and standing(GIFTS, raw) >= 0
        if self._of in ("", "?") and standing(AWAY, raw) >= 0 and self._is_company(later):
            return True
        is_else = of == "?" and not self._of  # 刘主任调走了
        is_of = is_same or names
        is_mine = is_of or is_mine or is_gift
        if self._narrow and (is_mine or is_else):
            if is_told_anew(self._narrow, self._said, raw, not is_mine):
                return True
        for row in self._rows:
            classes = SLOTS[row][2]
            is_wide = row < _GENERAL
            if (is_of if is_wide else is_mine or (is_else and classes)) and has_changed(
                SLOTS[row], raw, turns or is_gift, names and not is_wide
            ):
                return True
        return False


def _turns(raw: bytes) -> bool:
    """True for words of change besides those that say no more than now."""
    for word in _NOW:
        raw = raw.replace(word, b" ")
    return standing(TURNS, raw) >= 0


def _is_otherwise(raw: bytes) -> bool:
    """True for what denies something, or says that it is gone or done, or has come to be."""
    for clause in raw.split(b" "):
        if clause.endswith(_COME) and ending(ONCE, clause) < 0:
            return True
    return standing(OTHERWISE, raw) >= 0


def _hashes_of(tables: "tuple", is_chinese: bool, is_usual: bool = False) -> "array[int]":
    """
    The hashes of what tells of a change of a row, in one language; made once. Of the usual rows
    the longest word of an entry is enough.
    """
    key = (tables[1] or tables[-1], is_chinese)
    known = _known.get(key)
    if known is None:
        found = set()
        for table in tables[1:]:
            at = 0
            while table and 0 <= at < len(table) - 1:
                word = entry(table, at + 1)
                if is_chinese or word[0] < 0x80:
                    terms = [one[0] for one in sought(word.decode(), 1.0, 0)]
                    if word[0] < 0x80:
                        terms = [max(terms, key=len)] if terms and is_usual else terms
                    elif terms:  # one pair of it in Chinese
                        terms = [one for one in terms if standing(_JOINS, one) < 0][:1] or terms[
                            :1
                        ]
                    found.update([hash_of(one) for one in terms])
                at = table.find(b"|", at + 1)
        known = _known[key] = array("H", sorted(found))
    return known


def _telling(text: str) -> "list[bytes]":
    """What a text is about, without words of time and those that any change is told in."""
    found = [one for one in about(text) if len(one) > 3 or one[0] < 0x80]
    return [one for one in found if _word(one) not in TURNS and one not in _TIMES]


def _word(one: "str | bytes") -> bytes:
    """A name or a term as it begins in a padded text."""
    raw = one.encode() if isinstance(one, str) else one
    return b" " + raw if raw[0] < 0x80 else raw


def _rows_of(low: str, table: int = 0) -> "list[int]":
    """The rows that a text names, or the things of which (`table` 2) it names."""
    raw = worded(low)
    return [at for at, row in enumerate(SLOTS) if row[table] and standing(row[table], raw) >= 0]


def person(text: str) -> str:
    """Of whom a memory is: "" for the owner, a relative, ? for somebody else."""
    low = plain_memory(fold(text))
    chinese = is_chinese(low)
    if low.startswith(("送", "陪")) or begins_with_some(low):  # somebody to where they begin
        return "?"
    is_thing = low.startswith("the ") and not low.startswith(("the user", "the owner"))
    for head in _HEADS if is_thing else ("her ", "his "):
        low = low[len(head) :] if low.startswith(head) else low
    if low.startswith("they "):  # they put me on days
        return ""
    found = whose(low.split(";")[0], chinese)
    found = known_as(words_zh.KIN_AS, found) or known_as(MOTHERS, found) or found
    if is_thing and found == "?":
        return ""  # the divorce is final
    if found == "?" and low.startswith(("the user's ", "用户的")):
        return ""  # what is the owner's
    if found or chinese:
        is_else = not found and (tells_of_others(text) or _is_name_zh(low))
        return "?" if is_else else found
    first, _, rest = low.partition(" ")
    second = worded(rest.split(" ")[0])
    # The visa is here, sixty days sober, got hired: nobody is named.
    if is_thing or standing(_SPANS, second) >= 0 or is_act(first):
        return ""
    return "?" if tells_of_others(text) or _is_named_first(text, low) else ""


def _is_name_zh(low: str) -> bool:
    """True where a text begins with a surname and is not of the owner: 孟阳回国了."""
    is_owners = "我" in low or "用户" in low
    return low[:1] in words_zh.SURNAMES and not is_owners and not names_nobody(low)


def _is_named_first(text: str, low: str) -> bool:
    """True where a text begins with who it is of: Megan moved to Glasgow."""
    words = low.split(" ")
    pair = text.split(" ")
    if len(pair) > 4 and pair[1] == "and" and pair[2] != "I":
        if pair[2][:1].isupper() or pair[2] in ("the", "his", "her", "their"):
            return standing(_OWNERS, worded(words[0])) < 0  # Elena and Mateo have moved
    if len(words) < 2 or not text[:1].isupper() or standing(_OWNERS, worded(words[0])) >= 0:
        return False
    if standing(_MINE, worded(low)) >= 0:
        return False
    return is_act(words[1])


def turns_to_owner(text: str) -> bool:
    """True where a text begins with a thing and goes on with the owner: 新房好了，用户住进去了."""
    low = fold(text)
    if is_chinese(low):
        head, _, rest = low.replace(",", "，").partition("，用户")
        is_of_somebody = leading(words_zh.KIN.encode(), head.encode()) >= 0
        return bool(rest) and not is_of_somebody and not (_is_name_zh(head) and "的" not in head)
    if _is_named_first(text, plain_memory(low)):
        return False  # Naomi left, she took the twins
    return standing(_GOES_ON, low.replace(",", ";").encode()) >= 0


def _head(low: str) -> str:
    """What a text begins with: in Chinese two characters, a word in English."""
    return low[:2] if is_chinese(low) else low.split(" ")[0]
