"""
The short form: what is known of an archived memory beside its words, in one member of its line.

Owns the member `+` of docs/FORMAT.md section 4: texts between bars, then a row of signs in the
order of `_CODED`. A value that the row cannot say stays a member under its own name, so nothing is
lost; a `+` that does not read is kept by `codec` as what a newer version wrote.
"""

from micropython import const

from .fields import FIRST_SCORED, NUMBERS, WORD

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .record import Record

MEMBER = "+"
_DAY = const(86400)
_DAYS_BEFORE = const(36524)  # from 1900-01-01 to 2000-01-01
_BAR = "|"
_ABSENT = "-"
_ESCAPE = "_"  # a score or a time follows that has no sign of its own
_DIGITS = "0123456789abcdefghijklmnopqrstuv"  # the last digit of a number is below 16
_MIDDLE = const(77)  # "M": a score that is the expected one; a letter more is 5 more
_FAR = const(12)  # letters to either side
_USUAL = const(60)  # importance that is expected, and confidence
SOURCES = ("http", "stdio", "endpoint", "xiaozhi", "hear", "import")  # new ones at the end
# Subjects and predicates that are told most, one sign each; new ones at the end.
_WORDS = (
    "用户", "妈妈", "爸爸", "孩子", "user", "mother", "father", "child", "喜欢", "不喜欢", "住在",
    "来自", "工作于", "职业", "拥有", "认识", "计划", "想要", "学习", "习惯", "害怕", "过敏",
    "年龄", "生日", "体重", "身高", "使用", "养", "感情状况", "电话", "likes", "dislikes",
    "lives in", "comes from", "works at", "job", "owns", "knows", "plans", "wants", "learns",
    "habit", "fears", "allergic to", "age", "birthday", "weight", "height", "uses",
    "relationship status",
)  # fmt: skip
SIGNED = tuple([one.encode() for one in _WORDS[1:4] + _WORDS[5:8]])  # as subjects, not the owner
_FIRST_WORD = const(48)  # "0": the sign of the first one
_TEXTS = ("subject", "predicate", "topic")
TOPIC = 2 + _TEXTS.index("topic")  # which of the texts between bars is the topic
_LAST = NUMBERS["tags"]

# How a value is written. _NEAR: a score, against importance where that is told.
_SCORE, _NEAR, _PLAIN, _SOURCE, _TIME, _SIGNED_DAY, _WORD = range(7)
_CODED = (
    ("importance", _SCORE),
    ("e", _NEAR),
    ("i", _NEAR),
    ("p", _NEAR),
    ("j", _NEAR),
    ("retention", _PLAIN),
    ("expires", _TIME),
    ("confidence", _SCORE),
    ("decay", _PLAIN),
    ("subject", _WORD),
    ("predicate", _WORD),
    ("emotion_type", _PLAIN),
    ("emotion_intensity", _PLAIN),
    ("source", _SOURCE),
    ("valid_from", _SIGNED_DAY),
    ("valid_to", _SIGNED_DAY),
)


def _number(value: int) -> str:
    out = _DIGITS[value & 15]
    value >>= 4
    while value:
        value -= 1
        out = _DIGITS[16 + (value & 15)] + out
        value >>= 4
    return out


def _signed(value: int) -> str:
    return _number(value << 1 if value >= 0 else -2 * value - 1)


class _Signs:
    """A row of signs that is read from its beginning. Raises ValueError and IndexError."""

    def __init__(self, text: str) -> None:
        self._raw = text.encode()  # what a character of a str is, all names are searched for
        self.at = 0

    def more(self) -> bool:
        return self.at < len(self._raw)

    def next(self) -> int:
        """The code of the next sign, all of which are ASCII."""
        self.at += 1
        return self._raw[self.at - 1]

    def takes(self, sign: str) -> bool:
        """True where this sign is the next, which is passed."""
        found = self.more() and self._raw[self.at] == ord(sign)
        self.at += found
        return found

    def digit(self) -> int:
        """What the next sign is as a digit, up to 31. Raises ValueError."""
        code = self.next()
        digit = code - 48 if code < 58 else code - 87
        if not (0 <= digit < 10 or (10 <= digit < 32 and code >= 97)):
            raise ValueError("no digit")
        return digit

    def number(self) -> int:
        value = 0
        while True:
            digit = self.digit()
            if value > WORD:
                raise ValueError("no digit")
            if digit < 16:
                return value << 4 | digit
            value = (value << 4 | digit - 16) + 1

    def signed(self) -> int:
        value = self.number()
        return -(value + 1 >> 1) if value & 1 else value >> 1


def _coded(sort: int, value: "Any", expected: int, created: int) -> "str | None":
    """The signs of a value; None where there are none for it."""
    if sort == _SOURCE:
        return _DIGITS[SOURCES.index(value)] if value in SOURCES else None
    if sort == _WORD:
        return chr(_FIRST_WORD + _WORDS.index(value)) if value in _WORDS else None
    if sort == _PLAIN:
        return _number(value)
    if sort == _SIGNED_DAY:
        return _signed(value - created // _DAY - _DAYS_BEFORE)
    if sort == _TIME:
        after = value - created
        if after >= 0 and after % _DAY == 0:
            return _number(after // _DAY)
        return _ESCAPE + _signed(after)
    steps = (value - expected) // 5
    if (value - expected) % 5 or not -_FAR <= steps <= _FAR:
        return _ESCAPE + _number(value)
    return chr(_MIDDLE + steps)


def _decoded(sort: int, signs: _Signs, expected: int, created: int) -> "Any":
    """The inverse of `_coded`."""
    if sort == _SOURCE:
        return SOURCES[signs.digit()]
    if sort == _WORD:
        place = signs.next() - _FIRST_WORD
        if place < 0:
            raise ValueError("no word")
        return _WORDS[place]
    if sort == _PLAIN:
        return signs.number()
    if sort == _SIGNED_DAY:
        return signs.signed() + created // _DAY + _DAYS_BEFORE
    escaped = signs.takes(_ESCAPE)
    if sort == _TIME:
        return created + (signs.signed() if escaped else signs.number() * _DAY)
    if escaped:
        return signs.number()
    steps = signs.next() - _MIDDLE
    if not -_FAR <= steps <= _FAR or expected + 5 * steps < 0:
        raise ValueError("no score")
    return expected + 5 * steps


def _evidence(value: "Any") -> "tuple[str, str] | None":
    """(session, signs of the turns) of `session/index` each; None where they differ from that."""
    session = ""
    signs = ""
    before = 0
    for one in value:
        name, _, turn = one.partition("/")
        if not name or (session and name != session) or not 0 < len(turn) < 10:
            return None
        if not turn.isdigit() or str(int(turn)) != turn:
            return None
        signs += _signed(int(turn) - before) if session else _number(int(turn))
        session = name
        before = int(turn)
    return (session, signs) if session and _plain(session) else None


def _plain(text: str) -> bool:
    """True for a text that may stand between bars."""
    return bool(text) and _BAR not in text


def wants(record: "Record") -> bool:
    """True where a line of this record is shorter for a `+`: it has one of the fields 30 to 44."""
    if MEMBER in record.other:
        return False
    for name in record.fields:
        if FIRST_SCORED <= NUMBERS[name] <= _LAST:
            return True
    return False


def shorten(record: "Record", out: "dict[str, Any]") -> None:
    """Put what can be said so into a `+` of the members `out`, in the place of their own names."""
    fields = record.fields
    created = record.created
    signs = ""
    for name, sort in _CODED:
        made = None
        if name in fields:
            expected = fields.get("importance", _USUAL) if sort == _NEAR else _USUAL
            made = _coded(sort, fields[name], expected, created)
        if made is not None:
            del out[name]
        signs += made or _ABSENT
    parts = []
    episode = fields.get("episode", "")
    if _plain(episode):
        del out["episode"]
    parts.append(episode if _plain(episode) else "")
    found = _evidence(fields.get("evidence", ()))
    parts.append(found[0] if found is not None else "")
    if found is not None:
        del out["evidence"]
        signs += found[1]
    for name in _TEXTS:
        text = fields.get(name, "") if name in out else ""  # else a sign says it
        if _plain(text):
            del out[name]
        parts.append(text if _plain(text) else "")
    tags = fields.get("tags", ())
    if tags and not [one for one in tags if not _plain(one)]:
        del out["tags"]
        parts.extend(tags)
    while signs.endswith(_ABSENT):
        signs = signs[:-1]
    out[MEMBER] = _BAR.join(parts) + _BAR + signs


def _turns(session: str, signs: _Signs) -> "tuple[str, ...]":
    """The evidence that the rest of the signs says."""
    turns: "list[str]" = []
    turn = 0
    while signs.more():
        turn = turn + signs.signed() if turns else signs.number()
        if turn < 0:
            raise ValueError("no turn")
        turns.append("%s/%d" % (session, turn))
    if bool(turns) != bool(session):
        raise ValueError("turns of no session")
    return tuple(turns)


def expand(record: "Record", text: str) -> "dict[str, Any]":
    """The fields that a `+` says of this record. Raises ValueError or IndexError."""
    created = record.created
    parts = text.split(_BAR)
    signs = _Signs(parts.pop())
    found: "dict[str, Any]" = {}
    for name, sort in _CODED:
        if not signs.more():
            break
        if not signs.takes(_ABSENT):
            expected = found.get("importance", _USUAL) if sort == _NEAR else _USUAL
            value = _decoded(sort, signs, expected, created)
            if sort not in (_SOURCE, _WORD) and not 0 <= value <= WORD:
                raise ValueError("out of range")
            found[name] = value
    turns = _turns(parts[1], signs)
    if turns:
        found["evidence"] = turns
    if parts[0]:
        found["episode"] = parts[0]
    for at, name in enumerate(_TEXTS):
        if parts[2 + at]:
            found[name] = parts[2 + at]
    tags = parts[2 + len(_TEXTS) :]
    if tags:
        if "" in tags:
            raise ValueError("an empty tag")
        found["tags"] = tuple(tags)
    return found
