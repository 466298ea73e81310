"""
Values of fields: their three forms by the sorts of the field table.

`to_bytes` and `from_bytes` are those of hot memory, `public` and `from_public` those of JSON
(docs/FORMAT.md section 3). No form looks at bounds: what flash holds is read as it is.
"""

import json
from collections import OrderedDict

from micropython import const

from memory.text import dates
from memory.text.folding import has_half

from .fields import CHOICE, DAY, JSON, LIST, NUMBERS, TABLE, TEXT, TIME

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .fields import Field

_TO_1900 = const(36524)  # days from 1900-01-01 to 2000-01-01
_SHARED_MOST = const(24)  # texts that are kept

_shared: "dict[bytes, str]" = {}  # of `shared_text`


def shared_text(data: bytes) -> str:
    """
    The text of bytes that many records share (which client told it): it is kept, since
    MicroPython looks for each new text among all names. Raises UnicodeError.
    """
    found = _shared.get(data)
    if found is None:
        if len(_shared) == _SHARED_MOST:
            _shared.clear()  # there are few clients
        found = _shared[data] = data.decode()
    return found


def put_varint(out: bytearray, value: int) -> None:
    """Append a number, 7 bits a byte, low bits first."""
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def varint(data: bytes, at: int) -> "tuple[int, int]":
    """(number, where the next byte is). Raises IndexError."""
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


def to_bytes(sort: int, value: "Any") -> bytes:
    """The bytes of a value in hot memory."""
    if sort == TEXT:
        text: bytes = value.encode()
        return text
    if sort == LIST:
        out = bytearray()
        for one in value:
            raw = one.encode()
            put_varint(out, len(raw))
            out.extend(raw)
        return bytes(out)
    if sort == JSON:
        return json.dumps(in_order(value), separators=(",", ":")).encode()
    return _int_bytes(value)


def from_bytes(sort: int, data: bytes) -> "Any":
    """The inverse of `to_bytes`. Raises ValueError or IndexError."""
    if sort == TEXT:
        return data.decode()
    if sort == LIST:
        found = []
        at = 0
        while at < len(data):
            length, at = varint(data, at)
            if at + length > len(data):
                raise IndexError
            found.append(data[at : at + length].decode())
            at += length
        return tuple(found)
    if sort == JSON:
        return _json_value(json.loads(data.decode()))
    return int.from_bytes(data, "little")


def public(name: str, value: "Any") -> "Any":
    """A field's value as JSON and people have it: times, days and choices as text."""
    row = TABLE[NUMBERS.get(name, 1) - 1]
    sort = row.sort
    if sort == TIME:
        return dates.iso(value)
    if sort == CHOICE:
        return row.bounds[value] if value < len(row.bounds) else value
    if sort == DAY:
        return "%04d-%02d-%02d" % dates.civil(value - _TO_1900)
    if sort == LIST:
        return list(value)
    return in_order(value) if sort == JSON else value


def in_order(value: "Any") -> "Any":
    """A JSON value whose objects have their members in one order, however they came about."""
    if isinstance(value, dict):
        return OrderedDict([(name, in_order(value[name])) for name in sorted(value)])
    if isinstance(value, list):
        return [in_order(one) for one in value]
    return value


def day_number(local: int) -> int:
    """The day of a local time, as a field of days has it."""
    return local // dates.DAY + _TO_1900


def whole(value: "object") -> int:
    """The value, where it is a whole number below 2**32. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0 or value >> 32:
        raise ValueError("a whole number expected")
    return value


def seconds(text: str) -> int:
    """Seconds since 2000 of a time as `dates.parse` takes it. Raises ValueError."""
    return whole(dates.parse(text))


def _text(value: "Any") -> str:
    if not isinstance(value, str) or has_half(value):
        raise TypeError("text expected")
    return value


def _json_value(value: "Any") -> "Any":
    if value is None:
        raise ValueError("null")
    return value


def from_public(row: "Field", shown: "Any") -> "Any":
    """The RAM form of what `public` gives. Raises ValueError, TypeError or AttributeError."""
    sort = row.sort
    if sort == TEXT:
        return _text(shown)
    if sort == TIME:
        return seconds(shown)
    if sort == CHOICE and isinstance(shown, str):
        return row.bounds.index(shown)
    if sort == DAY:
        return whole(dates.parse_day(shown) + _TO_1900)
    if sort == LIST:
        if not isinstance(shown, list):
            raise TypeError("a list expected")
        return tuple([_text(one) for one in shown])
    return _json_value(shown) if sort == JSON else whole(shown)
