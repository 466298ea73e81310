"""
The two stored forms of a record: the bytes in hot memory and the line of JSON in the log.

Encodes and parses both (docs/FORMAT.md sections 3 and 4). What a newer version added is kept
unread in both: `unknown` in the bytes, `other` in the JSON. The Record itself is in `record`, ids
and keys are in `ids`, the rules for what may be written in `validation`.
"""

import json
from binascii import hexlify, unhexlify
from collections import OrderedDict
from struct import pack, unpack_from

from micropython import const

from memory.errors import CorruptRecord
from memory.text import dates
from memory.text.folding import has_half

from .ids import is_id, split_key
from .kinds import BY_NAME, EMOTIONS
from .record import EMOTION, FIELD_TYPES, FIELDS, REPEAT, SUSPECT, TEXT, TIME, TRUSTED, Record

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_FORMAT = const(1)
_HEAD = const(6)
_APPROX = const(1)
_OTHER = const(255)

_TYPES = {name: FIELD_TYPES[at] for at, name in enumerate(FIELDS)}
_FLAGS = (("suspect", SUSPECT), ("trusted", TRUSTED))
_FLAG_NAMES = ("suspect", "trusted")
_LATER = ("client",) + _FLAG_NAMES  # what versions before these kept in `other`
_CORE = ("id", "rev", "kind", "created", "approx")
_MARKS = ("keep", "next", "deleted_at", "hot")


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
            is_text = FIELD_TYPES[at] == TEXT
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
        value = (
            data.decode() if FIELD_TYPES[number - 1] == TEXT else int.from_bytes(data, "little")
        )
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
        record.fields[name] = _value(TEXT, value)
    elif value is not True:
        raise ValueError("%s is true" % name)
    else:
        record.fields["flags"] = record.fields.get("flags", 0) | dict(_FLAGS)[name]


def public(name: str, value: "Any") -> "Any":
    """A field's value as JSON and people have it: times and choices as text."""
    type_ = _TYPES.get(name)
    if type_ == TIME:
        return dates.iso(value)
    if type_ == EMOTION:
        return EMOTIONS[value] if value < len(EMOTIONS) else value
    if type_ == REPEAT:
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
    flags = unknown = out.pop("flags", None)
    if flags is None:
        return
    for name, bit in _FLAGS:
        if flags & bit:
            out[name] = True
            unknown -= bit
    if unknown or not flags:
        out["flags"] = unknown


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
    if type_ == TIME:
        return _seconds(shown)
    if type_ == TEXT:
        if not isinstance(shown, str) or has_half(shown):
            raise TypeError("text expected")
        return shown
    if type_ == EMOTION and isinstance(shown, str):
        return EMOTIONS.index(shown)
    if type_ == REPEAT and isinstance(shown, str):
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
            # Perhaps known here, but not to the older version that wrote it into the archive.
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
