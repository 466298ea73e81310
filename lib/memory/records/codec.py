"""
Records: one memory, as an object, as hot bytes, and as a line of JSON.

Owns the two byte forms of docs/FORMAT.md sections 3 and 4 and the spelling of ids and keys. No
files, no clock, no rules about what may be written. What a newer version added is carried along
unread in both forms (`unknown`, `other`).
"""

import json
from binascii import hexlify, unhexlify
from collections import OrderedDict
from struct import pack, unpack_from

from micropython import const

from memory.errors import CorruptRecord
from memory.text import dates
from memory.text.folding import has_half

from .kinds import BY_LETTER, BY_NAME, EMOTIONS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_FORMAT = const(1)
_HEAD = const(6)
_APPROX = const(1)
_TEXT = const(0)
_INT = const(1)
_TIME = const(2)
_EMOTION = const(3)
_REPEAT = const(4)
_OTHER = const(255)

# Fields and their types in the order of their numbers, which begin at 1.
FIELDS = (
    "content", "updated", "source", "importance", "topic", "emotion_type",
    "emotion_intensity", "relation", "closeness", "when", "repeat", "priority", "duration",
    "announced", "completed", "day", "series", "coins", "missed", "mood", "spent",
    "spent_day", "superseded_by", "supersedes", "client", "flags",
)  # fmt: skip
_SORTS = bytes((
    _TEXT, _TIME, _TEXT, _INT, _TEXT, _EMOTION, _INT, _TEXT, _INT, _TEXT, _REPEAT, _INT,
    _INT, _TIME, _TIME, _INT, _TEXT, _INT, _INT, _INT, _INT, _INT, _TEXT, _TEXT, _TEXT, _INT,
))  # fmt: skip
_TYPES = {name: _SORTS[at] for at, name in enumerate(FIELDS)}
# Bits of the field `flags`, and the members that they are in JSON.
SUSPECT = 1  # reads like an instruction to a model: not offered unasked
TRUSTED = 2  # its owner says that it may be offered, however it reads
_FLAGS = (("suspect", SUSPECT), ("trusted", TRUSTED))
_FLAG_NAMES = ("suspect", "trusted")
_LATER = ("client",) + _FLAG_NAMES  # what versions before these took for somebody else's
_CORE = ("id", "rev", "kind", "created", "approx")
_MARKS = ("keep", "next", "deleted_at", "hot")


class Record:
    """
    One memory. `fields` maps names of FIELDS to values: text, ints, times in seconds, emotions and
    repeats as their numbers. `unknown` lists (number, bytes) and `other` maps JSON members that
    this version does not know.
    """

    def __init__(self, id: str, kind: str, created: int, fields: dict, rev: int = 1) -> None:
        self.id = id
        self.kind = kind
        self.created = created
        self.approx = False
        self.rev = rev
        self.fields = fields
        self.unknown: "list[tuple]" = []
        self.other: "dict[str, Any]" = {}

    @property
    def content(self) -> str:
        return self.fields.get("content", "")

    @property
    def suspect(self) -> bool:
        """True where it reads like an instruction, and its owner has not said otherwise."""
        return self.fields.get("flags", 0) & (SUSPECT | TRUSTED) == SUSPECT

    def get(self, name: str, default: "Any" = None) -> "Any":
        """A field's value, or the default where it is absent."""
        return self.fields.get(name, default)

    def words(self) -> str:
        """All of its text that a keyword may be found in."""
        names = ("content", "topic", "relation")
        return "\n".join([self.fields[name] for name in names if name in self.fields])

    def revised(self, now: int, **changes: object) -> "Record":
        """A copy with the next rev and these fields changed; None removes one."""
        fields = dict(self.fields)
        fields["updated"] = now
        for name, value in changes.items():
            if value is None:
                fields.pop(name, None)
            else:
                fields[name] = value
        copy = Record(self.id, self.kind, self.created, fields, self.rev + 1)
        copy.approx = self.approx
        copy.unknown = self.unknown
        copy.other = self.other
        return copy


def counter_of(id: str) -> int:
    """The counter in an id; records of one device sort by it. Raises ValueError."""
    if len(id) < 4:
        raise ValueError("no id: " + id)
    return int(id[3:])


def is_id(text: str) -> bool:
    """
    True for an id as it is spelled: three characters of base 36, then a decimal number below 2**32
    without leading zeros. Another spelling would be another name for the same key.
    """
    raw = text.encode()
    if not 4 <= len(raw) <= 13 or (raw[3] == 48 and len(raw) > 4):
        return False
    counter = 0
    for at, byte in enumerate(raw):
        is_digit = 48 <= byte <= 57
        if at < 3:
            if not (is_digit or 97 <= byte <= 122):
                return False
        elif is_digit:
            counter = counter * 10 + byte - 48
        else:
            return False
    return counter >> 32 == 0


def key_of(kind: str, id: str) -> bytes:
    """The hot store's key: kind letter, counter big endian, epoch. Sorts by age within a kind."""
    return BY_NAME[kind].letter.encode() + pack(">I", counter_of(id)) + id[:3].encode()


def split_key(key: bytes) -> "tuple[str, str]":
    """(kind, id) of a key. Raises CorruptRecord for a key of another shape."""
    kind = BY_LETTER.get(chr(key[0])) if len(key) == 8 else None
    try:
        epoch = key[5:].decode()
    except ValueError:
        kind = None
    if kind is None:
        raise CorruptRecord("key", "a key of no known kind: %r" % key, key=key)
    return kind, epoch + str(unpack_from(">I", key, 1)[0])


def _put_varint(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _varint(data: bytes, at: int) -> "tuple[int, int]":
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 28:
            raise IndexError


def _int_bytes(value: int) -> bytes:
    width = 1
    while value >> (8 * width):
        width += 1
    return value.to_bytes(width, "little")


def _put_field(out: bytearray, number: int, data: bytes) -> None:
    out.append(number)
    _put_varint(out, len(data))
    out.extend(data)


def encode(record: Record) -> bytes:
    """The hot value of a record (docs/FORMAT.md section 3)."""
    out = bytearray(pack("<BBI", _FORMAT, _APPROX if record.approx else 0, record.created))
    _put_varint(out, record.rev)
    for at, name in enumerate(FIELDS):
        value = record.fields.get(name)
        if value is not None:
            is_text = _SORTS[at] == _TEXT
            _put_field(out, at + 1, value.encode() if is_text else _int_bytes(value))
    for number, data in record.unknown:
        _put_field(out, number, data)
    if record.other:
        _put_field(out, _OTHER, json.dumps(record.other).encode())
    return bytes(out)


def decode(key: bytes, value: bytes) -> Record:
    """The record of a hot key and value. Raises CorruptRecord."""
    kind, id = split_key(key)
    try:
        if value[0] != _FORMAT:
            raise CorruptRecord("record", "record format %d is not known" % value[0], id=id)
        rev, at = _varint(value, _HEAD)
        record = Record(id, kind, unpack_from("<I", value, 2)[0], {}, rev)
        record.approx = bool(value[1] & _APPROX)
        end = len(value)
        while at < end:
            number = value[at]
            length, at = _varint(value, at + 1)
            if at + length > end:
                raise IndexError
            _take_field(record, number, value[at : at + length])
            at += length
    except (IndexError, ValueError) as e:
        raise CorruptRecord("record", "the record %s does not parse: %r" % (id, e), id=id)
    return record


def readable(key: bytes, value: bytes) -> "Record | None":
    """`decode`, with None for what does not parse: it may be newer than this firmware."""
    try:
        return decode(key, value)
    except CorruptRecord:
        return None


def _take_field(record: Record, number: int, data: bytes) -> None:
    if 0 < number <= len(FIELDS):
        name = FIELDS[number - 1]
        value = data.decode() if _SORTS[number - 1] == _TEXT else int.from_bytes(data, "little")
        record.fields[name] = value
    elif number == _OTHER:
        record.other = json.loads(data.decode())
        if not isinstance(record.other, dict):
            raise ValueError("no object")
        for name in _LATER:
            if name in record.other:
                _take_later(record, name, record.other.pop(name))
    else:
        record.unknown.append((number, data))


def _take_later(record: Record, name: str, value: "Any") -> None:
    """A member by its name in JSON: the client, or a flag, which is true or not there."""
    if name == "client":
        record.fields[name] = _value(_TEXT, value)
    elif value is not True:
        raise ValueError("%s is true" % name)
    else:
        record.fields["flags"] = record.fields.get("flags", 0) | dict(_FLAGS)[name]


def public(name: str, value: "Any") -> "Any":
    """A field's value as JSON and people have it: times and choices as text."""
    type_ = _TYPES.get(name)
    if type_ == _TIME:
        return dates.iso(value)
    if type_ == _EMOTION:
        return EMOTIONS[value] if value < len(EMOTIONS) else value
    if type_ == _REPEAT:
        return dates.REPEATS[value] if value < len(dates.REPEATS) else value
    return value


def members(record: Record) -> "OrderedDict":
    """The JSON object of a record, in the order of docs/FORMAT.md section 4."""
    out: "OrderedDict[str, Any]" = OrderedDict()
    out["id"] = record.id
    out["rev"] = record.rev
    out["kind"] = record.kind
    out["created"] = dates.iso(record.created)
    if record.approx:
        out["approx"] = True
    for name in FIELDS:
        if name in record.fields:
            out[name] = public(name, record.fields[name])
    _show_flags(out)
    for number, data in record.unknown:
        out["#%d" % number] = hexlify(data).decode()
    for name in sorted(record.other):
        out[name] = _in_order(record.other[name])
    return out


def _show_flags(out: "OrderedDict") -> None:
    """`flags` by their names; those that this version does not know stay a number."""
    flags = rest = out.pop("flags", None)
    if flags is None:
        return
    for name, bit in _FLAGS:
        if flags & bit:
            out[name] = True
            rest -= bit
    if rest or not flags:
        out["flags"] = rest


def _in_order(value: "Any") -> "Any":
    """A JSON value whose objects have their members in one order, however they came about."""
    if isinstance(value, dict):
        return OrderedDict([(name, _in_order(value[name])) for name in sorted(value)])
    if isinstance(value, list):
        return [_in_order(one) for one in value]
    return value


def to_line(record: Record, **marks: object) -> str:
    """A line of the log, without newline: the record and the marks `keep`, `next`, `hot`."""
    out = members(record)
    for name in _MARKS:
        value = marks.get(name)
        if value is not None and value is not False:
            out[name] = members(value) if isinstance(value, Record) else value
    return json.dumps(out, separators=(",", ":"))


def deletion_line(id: str, kind: str, rev: int, now: int) -> str:
    """The line that ends a record: `rev` is the deleted record's rev + 1."""
    out = OrderedDict((("id", id), ("rev", rev), ("kind", kind), ("deleted_at", dates.iso(now))))
    return json.dumps(out, separators=(",", ":"))


class Line:
    """A parsed line: the record, or None where it is a deletion, and its marks."""

    def __init__(self, id: str, kind: str, rev: int) -> None:
        self.id = id
        self.kind = kind
        self.rev = rev
        self.record: "Record | None" = None
        self.keep = False
        self.hot = False
        self.next: "Record | None" = None


def from_line(text: "Any") -> Line:
    """Parse a line of the log. Raises CorruptRecord, whatever the bytes are."""
    try:
        found = json.loads(text)
        line = Line(*_core(found))
        line.keep = bool(found.get("keep", False))
        line.hot = found.get("hot", False) is True
        if "deleted_at" not in found:
            line.record = from_members(found)
        else:
            dates.parse(found["deleted_at"])
            if line.keep:
                raise ValueError("kept and deleted")
        if "next" in found:
            line.next = from_members(found["next"])
    except (ValueError, KeyError, TypeError, AttributeError) as e:
        raise CorruptRecord("line", "a line of the archive does not parse: %r" % e)
    return line


def _core(found: dict) -> "tuple[str, str, int]":
    """(id, kind, rev) of a JSON object. A line has no checksum: each value is looked at."""
    if not isinstance(found["id"], str) or not is_id(found["id"]):
        raise ValueError("no id")
    if found["kind"] not in BY_NAME:
        raise ValueError("no known kind")
    return found["id"], found["kind"], _whole(found["rev"])


def _whole(value: "object") -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0 or value >> 32:
        raise ValueError("a whole number expected")
    return value


def _seconds(text: str) -> int:
    return _whole(dates.parse(text))


def _value(type_: int, shown: "Any") -> "Any":
    if type_ == _TIME:
        return _seconds(shown)
    if type_ == _TEXT:
        if not isinstance(shown, str) or has_half(shown):
            raise TypeError("text expected")
        return shown
    if type_ == _EMOTION and isinstance(shown, str):
        return EMOTIONS.index(shown)
    if type_ == _REPEAT and isinstance(shown, str):
        return dates.REPEATS.index(shown)
    return _whole(shown)


def from_members(found: dict) -> Record:
    """The record of an object as `members` makes it. ValueError, KeyError, TypeError."""
    id, kind, rev = _core(found)
    record = Record(id, kind, _seconds(found["created"]), {}, rev)
    record.approx = bool(found.get("approx", False))
    for name in found:
        type_ = _TYPES.get(name)
        if name == "flags" or name in _FLAG_NAMES:
            continue
        if type_ is not None:
            record.fields[name] = _value(type_, found[name])
        elif name.startswith("#"):
            number = int(name[1:])
            twice = 0 < number <= len(FIELDS) and FIELDS[number - 1] in found
            if not 0 < number < _OTHER or twice:
                raise ValueError("no field: " + name)
            # Known here, perhaps, but not to the older version that carried it into the archive.
            _take_field(record, number, unhexlify(found[name]))
        elif name not in _CORE and name not in _MARKS:
            record.other[name] = found[name]
    record.unknown.sort()
    if "flags" in found:
        record.fields["flags"] = record.fields.get("flags", 0) | _whole(found["flags"])
    for name in _FLAG_NAMES:
        if name in found:
            _take_later(record, name, found[name])
    return record
