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

from .fields import CHOICE, FIRST_OPEN, INT, NUMBERS, SORTS, TABLE, TEXT, TIME, row_of
from .ids import is_id, is_raw_id, split_key
from .kinds import BY_NAME, kind_in, letter_of
from .line_scan import MEMBERS, find_members, spans
from .record import SUSPECT, TRUSTED, Line, Record
from .short_form import MEMBER, expand, shorten, wants
from .values import (
    from_bytes,
    from_public,
    in_order,
    public,
    put_varint,
    seconds,
    shared_text,
    to_bytes,
    varint,
    whole,
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_FORMAT = const(1)
_HEAD = const(6)
_APPROX = const(1)
_OTHER = const(255)

_FLAGS = (("suspect", SUSPECT), ("trusted", TRUSTED))
_FLAG_NAMES = ("suspect", "trusted")
_MOST = len(TABLE)  # the highest number
_CORE = ("id", "rev", "kind", "created", "approx")
_MARKS = ("keep", "next", "deleted_at", "hot")
_NO_FIELDS = dict.fromkeys(_CORE + _MARKS, True)
_PLAIN_TEXTS = {row.name: True for row in TABLE if row.sort == TEXT}
# By their bytes, which MicroPython does not look for among all names.
_KINDS = {name.encode(): name for name in BY_NAME}
_FIELDS = {row.name.encode(): (row.name, row.sort, row) for row in TABLE if row.name != "flags"}
_FOUND = spans()  # of the line that is read
_QUOTE = const(0x22)
_SHARED = ("source", "client")  # texts that many lines have


def _put_field(out: bytearray, number: int, data: bytes) -> None:
    out.append(number)
    put_varint(out, len(data))
    out.extend(data)


def encode(record: Record) -> bytes:
    """The hot value of a record (docs/FORMAT.md section 3)."""
    out = bytearray(pack("<BBI", _FORMAT, _APPROX if record.approx else 0, record.created))
    put_varint(out, record.rev)
    fields = record.fields
    for number in sorted([NUMBERS[name] for name in fields]):
        value = fields[TABLE[number - 1].name]
        if value is not None:
            _put_field(out, number, to_bytes(SORTS[number - 1], value))
    for number, data in record.unknown:
        _put_field(out, number, data)
    other = record.other
    if letter_of(record.kind) == "?":  # its key does not say which kind it is
        other = dict(other)
        other["kind"] = record.kind
    if other:
        _put_field(out, _OTHER, json.dumps(other).encode())
    return bytes(out)


def decode(key: bytes, value: bytes) -> Record:
    """The record of a hot key and value. Raises CorruptRecord."""
    kind, id = split_key(key)
    try:
        if value[0] != _FORMAT:
            raise CorruptRecord("record", "record format %d is not known" % value[0], id=id)
        rev, at = varint(value, _HEAD)
        record = Record(id, kind, unpack_from("<I", value, 2)[0], {}, rev)
        record.approx = bool(value[1] & _APPROX)
        end = len(value)
        while at < end:
            number = value[at]
            length, at = varint(value, at + 1)
            if at + length > end:
                raise IndexError
            _take_field(record, number, value[at : at + length])
            at += length
        name = record.other.pop("kind", None)
        if name is not None and key[0] == 0x3F:
            record.kind = kind_in(name)
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
    if 0 < number <= _MOST:
        record.fields[TABLE[number - 1].name] = from_bytes(SORTS[number - 1], data)
    elif number == _OTHER:
        found = json.loads(data.decode())
        if not isinstance(found, dict):
            raise ValueError("no object")
        for name in found:  # some may have been unknown to the version that wrote them
            _take_member(record, name, found[name])
    else:
        record.unknown.append((number, data))


def _take_member(record: Record, name: str, value: "Any") -> None:
    """
    Take a JSON member into the field of its name. What is no field, a word that only a newer
    version has, and a value that does not fit a field without strict readers, go to `other`.
    """
    number = NUMBERS.get(name)
    if name in _FLAG_NAMES:
        if value is not True:
            raise ValueError("%s is true" % name)
        record.fields["flags"] = record.fields.get("flags", 0) | dict(_FLAGS)[name]
    elif number is None:
        if name == MEMBER:
            _take_short(record, value)
        else:
            record.other[name] = value
    elif name == "flags":
        record.fields[name] = record.fields.get(name, 0) | whole(value)
    else:
        try:
            record.fields[name] = from_public(TABLE[number - 1], value)
        except (ValueError, TypeError, AttributeError):
            if number < FIRST_OPEN and not (SORTS[number - 1] == CHOICE and _is_word(value)):
                raise
            record.other[name] = value


def _take_short(record: Record, value: "Any") -> None:
    """Take a member `+`; one that does not read is kept as what a newer version wrote."""
    try:
        found = expand(record, _text_of(value))
    except (ValueError, IndexError):
        record.other[MEMBER] = value
        return
    for name in found:  # a member under its own name counts, wherever it stands
        record.fields.setdefault(name, found[name])


def _text_of(value: object) -> str:
    if not isinstance(value, str) or has_half(value):
        raise ValueError("no text")
    return value


def _is_word(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 24


def members(record: Record) -> "OrderedDict":
    """The JSON object of a record, in the order of docs/FORMAT.md section 4."""
    out: "OrderedDict[str, Any]" = OrderedDict()
    out["id"] = record.id
    out["rev"] = record.rev
    out["kind"] = record.kind
    out["created"] = dates.iso(record.created)
    if record.approx:
        out["approx"] = True
    fields = record.fields
    for number in sorted([NUMBERS[name] for name in fields]):
        name = TABLE[number - 1].name
        out[name] = public(name, fields[name])
    _show_flags(out)
    for number, data in record.unknown:
        out["#%d" % number] = hexlify(data).decode()
    for name in sorted(record.other):
        out[name] = in_order(record.other[name])
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


def to_line(record: Record, **marks: object) -> str:
    """A line of the log, without newline: the record and the marks `keep`, `next`, `hot`."""
    out = members(record)
    for name in _MARKS:
        value = marks.get(name)
        if value is not None and value is not False:
            out[name] = members(value) if isinstance(value, Record) else value
    return json.dumps(out, separators=(",", ":"))


def archive_line(record: Record, **marks: object) -> str:
    """
    `to_line` for the archive: with the member `+` where it makes the line shorter. Lines with a
    mark are spelled out, since another version may restore hot memory from them.
    """
    if not wants(record) or [name for name in marks if marks[name]]:
        return to_line(record, **marks)
    out = members(record)
    shorten(record, out)
    return json.dumps(out, separators=(",", ":"))


def deletion_line(
    id: str, kind: str, rev: int, now: int, store: "str | None" = None, words_hash: bytes = b""
) -> str:
    """
    The line that ends a record: `rev` is the deleted record's rev + 1, `store` the store that
    deleted it where that is another one. With `words_hash`, 8 bytes, a tombstone: it ends no
    record of its id, but says that these words are not to come back.
    """
    out = OrderedDict((("id", id), ("rev", rev), ("kind", kind), ("deleted_at", dates.iso(now))))
    if store is not None:
        out["store"] = store
    if words_hash:
        out["words_hash"] = hexlify(words_hash).decode()
    return json.dumps(out, separators=(",", ":"))


def from_line(text: "Any") -> Line:
    """Parse a line of the log. Raises CorruptRecord, whatever the bytes are."""
    if isinstance(text, bytes):
        usual = _usual_line(text)
        if usual is not None:
            return usual
    try:
        found = json.loads(text)
        core = _core(found)
        line = Line(*core)
        line.keep = bool(found.get("keep", False))
        line.hot = found.get("hot", False) is True
        if "deleted_at" not in found:
            line.record = _record(found, *core)
        else:
            line.deleted_at = seconds(found["deleted_at"])
            if "store" in found:
                line.store = str(from_public(row_of("store"), found["store"]))
            if "words_hash" in found:
                line.words_hash = unhexlify(_text_of(found["words_hash"]))[:8]
            if line.keep:
                raise ValueError("kept and deleted")
        if "next" in found:
            line.next = from_members(found["next"])
    except (ValueError, KeyError, TypeError, AttributeError) as e:
        why = _why(e)
        raise CorruptRecord("line", "a line of the archive does not parse: " + why, why=why)
    return line


def _why(e: Exception) -> str:
    """What is wrong with a line, for people; what Python says of types is for nobody."""
    if isinstance(e, ValueError):
        return str(e) or "no text"
    if isinstance(e, KeyError):
        return "%s is missing" % e.args[0]
    return "a member of another type than it has"


def _usual_line(text: bytes) -> "Line | None":
    """
    The line, read without JSON, if it is spelled as most are: known members, each once, that need
    no second look. None for any other.
    """
    count = find_members(text, len(text), _FOUND, MEMBERS)
    if count < 4 or text.find(b"\xed") >= 0:  # perhaps half a surrogate pair
        return None
    at = _FOUND
    if (
        text[at[0] : at[1]] != b"id"
        or text[at[4] : at[5]] != b"rev"
        or text[at[8] : at[9]] != b"kind"
        or text[at[12] : at[13]] != b"created"
    ):
        return None
    id = text[at[2] : at[3]]
    kind = _KINDS.get(text[at[10] : at[11]])
    quoted = text[at[2] - 1] == text[at[10] - 1] == text[at[14] - 1] == _QUOTE
    if kind is None or not is_raw_id(id) or not quoted or text[at[6] - 1] == _QUOTE:
        return None
    try:
        line = Line(id.decode(), kind, int(text[at[6] : at[7]]))
        created = whole(dates.parse_bytes(text[at[14] : at[15]]))
        fields: "dict[str, Any]" = {}
        line.record = Record(line.id, kind, created, fields, line.rev)
        for member in range(16, 4 * count, 4):
            begin = at[member + 2]
            value = text[begin : at[member + 3]]
            known = _FIELDS.get(text[at[member] : at[member + 1]])
            if known is None:
                if not _take_mark(line, text, member, value, member + 4 == 4 * count):
                    return None
                continue
            name, sort, row = known
            if name in fields:
                return None
            if text[begin - 1] != _QUOTE:
                number = int(value)  # below 2**30, which every INT may be
                fields[name] = number if sort == INT else from_public(row, number)
            elif sort == TEXT:
                fields[name] = shared_text(value) if name in _SHARED else value.decode()
            elif sort == TIME:
                fields[name] = whole(dates.parse_bytes(value))
            else:
                fields[name] = from_public(row, value.decode())
    except (ValueError, TypeError, AttributeError):
        return None
    return line


def _take_mark(line: Line, text: bytes, member: int, value: bytes, is_last: bool) -> bool:
    """Take the member there, which is no field of its own; False where JSON has to read it."""
    name = text[_FOUND[member] : _FOUND[member + 1]]
    quoted = text[_FOUND[member + 2] - 1] == _QUOTE
    record: "Any" = line.record
    if name == b"+" and is_last and quoted:
        _take_short(record, value.decode())
        return True
    if value != b"true" or quoted:
        return False
    if name == b"approx":
        record.approx = True
    elif name == b"keep":
        line.keep = True
    elif name == b"hot":
        line.hot = True
    else:
        return False
    return True


def _core(found: dict) -> "tuple[str, str, int]":
    """(id, kind, rev) of a JSON object. A line has no checksum: each value is looked at."""
    if not isinstance(found, dict):
        raise ValueError("no JSON object")
    if not isinstance(found["id"], str) or not is_id(found["id"]):
        raise ValueError("no id")
    return found["id"], kind_in(found["kind"]), whole(found["rev"])


def from_members(found: dict) -> Record:
    """The record of an object as `members` makes it. ValueError, KeyError, TypeError."""
    return _record(found, *_core(found))


def _record(found: dict, id: str, kind: str, rev: int) -> Record:
    record = Record(id, kind, seconds(found["created"]), {}, rev)
    record.approx = bool(found.get("approx", False))
    fields = record.fields
    for name, value in found.items():
        if name in _NO_FIELDS:
            continue
        if name in _PLAIN_TEXTS and isinstance(value, str) and not has_half(value):
            fields[name] = value  # most are; as _take_member would
        elif name.startswith("#"):
            number = int(name[1:])
            twice = 0 < number <= _MOST and TABLE[number - 1].name in found
            if not 0 < number < _OTHER or twice:
                raise ValueError("no field: " + name)
            # Perhaps known here, but not to the older version that wrote it into the archive.
            _take_field(record, number, unhexlify(value))
        else:
            _take_member(record, name, value)
    record.unknown.sort()
    return record
