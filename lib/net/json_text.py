"""
JSON text in and out, strictly: UTF-8 bytes <-> values.

Owns what is accepted as JSON, and that only JSON leaves. Knows nothing of JSON-RPC.

Why not `json.loads` alone: MicroPython's takes a superset (no commas, brackets that do not pair,
numbers as keys, unknown escapes), turns an escaped surrogate pair into bytes that are not UTF-8,
and builds whatever fits in memory, however deep. So a scanner of tokens runs first and enforces
the limits below; then the C parser builds the value. Why not `json.dumps` alone: it prints
infinities, sets and objects. Most texts are plain enough for one look at each byte (json_scan).

Of keys given twice the last one counts, as in CPython's json.
"""

import json
from collections import OrderedDict

from micropython import const

from .json_scan import is_plain

_MAX_DEPTH = const(32)  # containers within containers; MCP's own messages reach about 8
_MAX_VALUES = const(1024)  # values and keys of a message: bounds what it can occupy, about 100 KB
_MAX_NUMBER = const(40)  # characters; a longer one costs the square of its length to convert
_MAX_OUT_DEPTH = const(32)

# What the scanner may meet next.
_VALUE = const(0)
_FIRST_VALUE = const(1)  # after '[': a value or ']'
_FIRST_KEY = const(2)  # after '{': a key or '}'
_KEY = const(3)  # after a ',' in an object
_COLON = const(4)
_AFTER_VALUE = const(5)  # ',' or the end of the container, or of the text


class JSONError(Exception):
    """Base of what this module raises; its text says what is wrong."""


class DecodeError(JSONError):
    """The text is not JSON (RFC 8259) or not Unicode (a lone surrogate escape)."""


class LimitError(JSONError):
    """The text is JSON beyond the limits of this module."""


class EncodeError(JSONError):
    """The value is not JSON."""


def loads(data: bytes, ids: "list[bytes] | None" = None) -> object:
    """
    The value of a JSON text in UTF-8.

    A number under the key "id" of the outermost object that would not be printed as it came (a
    fraction, an exponent, too many digits) is 0 in the value, and its digits are added to `ids`.

    Raises DecodeError or LimitError.
    """
    check_utf8(data)
    if is_plain(data, len(data), bytearray(_MAX_DEPTH), _MAX_DEPTH, _MAX_VALUES):
        return json.loads(data)
    pairs: "list[tuple[int, int]]" = []
    spans: "list[tuple[int, int]]" = []
    _scan(data, pairs, None if ids is None else spans)
    if spans and not _is_short_integer(data[spans[-1][0] : spans[-1][1]]):
        start, end = spans[-1]
        ids.append(data[start:end])  # type: ignore[union-attr]
        # The length stays the same, so the positions in `pairs` stay right.
        data = data[:start] + b"0" + b" " * (end - start - 1) + data[end:]
    if pairs:
        data = _joined(data, pairs)
    return json.loads(data)


def dumps(value: object) -> bytes:
    """
    One line of JSON in UTF-8 without spaces. Order of keys: an OrderedDict's own, else none.

    Raises EncodeError where `value` is not JSON: other types, keys that are not strings,
    infinities, NaN, half characters, nesting over 32 deep (or a cycle).
    """
    _check_value(value)
    try:
        data = json.dumps(value, separators=(",", ":")).encode()
    except UnicodeError:
        data = b"\xed\xa0"  # CPython does not encode it at all
    at = data.find(b"\xed")  # a surrogate, as MicroPython encodes it
    while at >= 0:
        if data[at + 1] > 0x9F:
            raise EncodeError("text with half a character in it")
        at = data.find(b"\xed", at + 1)
    return data


def ordered(*members: "tuple[str, object]") -> "OrderedDict[str, object]":
    """A JSON object with its members in this order, without those that are None."""
    return OrderedDict([member for member in members if member[1] is not None])


def check_utf8(data: bytes) -> None:
    """
    Raise DecodeError unless `data` is UTF-8.

    MicroPython's decoder lets pass overlong forms, surrogates and values over U+10FFFF. Where it
    is content, a lead byte is never a continuation byte, so they can be searched for.
    """
    try:
        text = data.decode()
    except UnicodeError:
        raise DecodeError("not UTF-8")
    if len(text) == len(data):
        return
    for lead in (b"\xc0", b"\xc1", b"\xf5", b"\xf6", b"\xf7"):
        if lead in data:
            raise DecodeError("not UTF-8")
    # The byte after these leads has a narrower range than others.
    for lead, low, high in (
        (b"\xe0", 0xA0, 0xBF),
        (b"\xed", 0x80, 0x9F),
        (b"\xf0", 0x90, 0xBF),
        (b"\xf4", 0x80, 0x8F),
    ):
        at = data.find(lead)
        while at >= 0:
            if not low <= data[at + 1] <= high:
                raise DecodeError("not UTF-8")
            at = data.find(lead, at + 1)


def _unexpected(at: int) -> DecodeError:
    return DecodeError("unexpected character at byte %d" % at)


def _is_short_integer(digits: bytes) -> bool:
    """Whether a number is an integer that every interpreter reads and prints the same."""
    rest = digits[1:] if digits[:1] == b"-" else digits
    return rest.isdigit() and len(rest) < 10 and digits != b"-0"


def _scan(
    data: bytes, pairs: "list[tuple[int, int]]", ids: "list[tuple[int, int]] | None" = None
) -> None:
    """
    Walk the tokens of `data`; fill `pairs` with (position, code point) of surrogate pairs, `ids`
    with the place of the outermost object's "id" if that is a number.
    """
    size = len(data)
    # Without any control character in the text, no string has to be searched for them.
    no_controls = size > 0 and min(data) >= 0x20
    closers = bytearray(_MAX_DEPTH)
    depth = count = at = 0
    state = _VALUE
    named = False  # the next value is that of "id"
    while at < size:
        c = data[at]
        if c in b" \t\n\r":
            at += 1
        elif state <= _FIRST_VALUE and c != 0x5D:
            count += 1
            if count > _MAX_VALUES:
                raise LimitError("more than %d values" % _MAX_VALUES)
            if c == 0x7B or c == 0x5B:
                if depth == _MAX_DEPTH:
                    raise LimitError("nested more than %d deep" % _MAX_DEPTH)
                closers[depth] = c + 2  # '}' is '{' + 2, ']' is '[' + 2
                depth += 1
                at += 1
                state = _FIRST_KEY if c == 0x7B else _FIRST_VALUE
            else:
                at = _scalar_end(data, at, c, pairs, no_controls, ids if named else None)
                state = _AFTER_VALUE
            named = False
        elif c == 0x22 and state in (_FIRST_KEY, _KEY):
            count += 1
            start = at
            at = _string_end(data, at + 1, pairs, no_controls)
            named = depth == 1 and ids is not None and _is_id(data[start:at], ids)
            state = _COLON
        elif c == 0x3A and state == _COLON:
            at += 1
            state = _VALUE
        elif (
            depth and c == closers[depth - 1] and state in (_AFTER_VALUE, _FIRST_KEY, _FIRST_VALUE)
        ):
            depth -= 1
            at += 1
            state = _AFTER_VALUE
        elif depth and c == 0x2C and state == _AFTER_VALUE:
            at += 1
            state = _KEY if closers[depth - 1] == 0x7D else _VALUE
        else:
            raise _unexpected(at)
    if depth or state != _AFTER_VALUE:
        raise DecodeError("the text ends too early")


def _is_id(key: bytes, ids: "list[tuple[int, int]]") -> bool:
    """Whether this key is `id`, in whatever spelling. Of several ids the last one counts."""
    if key != b'"id"' and (b"\\" not in key or len(key) > 14 or json.loads(key) != "id"):
        return False
    ids[:] = []
    return True


def _string_end(data: bytes, start: int, pairs: "list[tuple[int, int]]", no_controls: bool) -> int:
    """Position after the closing quote of the string whose content begins at `start`."""
    end = _quote(data, start)
    back = data.find(b"\\", start, end)
    while back >= 0:
        c = data[back + 1]
        if c == 0x75:
            after = _unicode_end(data, back, pairs)
        elif c in b'"\\/bfnrt':
            after = back + 2
        else:
            raise _unexpected(back)
        if after > end:
            end = _quote(data, after)
        back = data.find(b"\\", after, end)
    if not no_controls and end > start and min(data[start:end]) < 0x20:
        raise _unexpected(start)
    return end + 1


def _unicode_end(data: bytes, at: int, pairs: "list[tuple[int, int]]") -> int:
    """Position after the escape (or pair of escapes) that begins with the backslash at `at`."""
    unit = _hex4(data, at + 2)
    if not 0xD800 <= unit <= 0xDFFF:
        return at + 6
    if unit < 0xDC00 and data[at + 6 : at + 8] == b"\\u":
        low = _hex4(data, at + 8)
        if 0xDC00 <= low <= 0xDFFF:
            pairs.append((at, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)))
            return at + 12
    raise DecodeError("half a surrogate pair at byte %d" % at)


def _hex4(data: bytes, at: int) -> int:
    digits = data[at : at + 4]
    for c in digits:
        if c not in b"0123456789abcdefABCDEF":
            digits = b""
            break
    if len(digits) < 4:
        raise _unexpected(at)
    return int(digits, 16)


def _joined(data: bytes, pairs: "list[tuple[int, int]]") -> bytes:
    """`data` with each pair of escapes (12 bytes) as the character that it stands for."""
    pieces = []
    done = 0
    for at, code in pairs:
        pieces.append(data[done:at])
        pieces.append(_utf8(code))
        done = at + 12
    pieces.append(data[done:])
    return b"".join(pieces)


def _utf8(code: int) -> bytes:
    """A character above U+FFFF. Not by chr(): MicroPython keeps what that returns for ever."""
    rest = (code >> 12 & 63, code >> 6 & 63, code & 63)
    return bytes((0xF0 | code >> 18, 0x80 | rest[0], 0x80 | rest[1], 0x80 | rest[2]))


def _quote(data: bytes, start: int) -> int:
    end = data.find(b'"', start)
    if end < 0:
        raise DecodeError("the text ends too early")
    return end


def _scalar_end(
    data: bytes,
    at: int,
    c: int,
    pairs: "list[tuple[int, int]]",
    no_controls: bool,
    ids: "list[tuple[int, int]] | None",
) -> int:
    """Position after the string, number or literal that begins at `at` with the byte `c`."""
    if c == 0x22:
        return _string_end(data, at + 1, pairs, no_controls)
    word = b"true" if c == 0x74 else b"false" if c == 0x66 else b"null"
    if c == word[0]:
        if data[at : at + len(word)] != word:
            raise _unexpected(at)
        return at + len(word)
    if ids is None:
        return _number_end(data, at, _MAX_NUMBER)
    ids.append((at, _number_end(data, at, len(data))))
    return ids[0][1]


def _number_end(data: bytes, start: int, most: int) -> int:
    # A window with an end that is no digit: nothing below reads past it.
    text = data[start : start + most + 1] + b" "
    at = 1 if text[0] == 0x2D else 0
    if text[at] == 0x30:
        at += 1
    else:
        at = _digits_end(text, at, start, most)
    whole = at
    if text[at] == 0x2E:
        at = _digits_end(text, at + 1, start, most)
    if text[at] in b"eE":
        at += 1
        if text[at] in b"+-":
            at += 1
        at = _digits_end(text, at, start, most)
    if at > most:
        raise LimitError("a number too long at byte %d" % start)
    if at > whole and most == _MAX_NUMBER:
        value = float(text[:at].decode())
        if value - value != 0:
            raise LimitError("a number too large at byte %d" % start)
    return start + at


def _digits_end(text: bytes, at: int, start: int, most: int) -> int:
    first = at
    while 0x30 <= text[at] <= 0x39:
        at += 1
    if at == first:
        # The window may have cut the number short; then it was too long, whatever follows.
        if at >= most:
            raise LimitError("a number too long at byte %d" % start)
        raise _unexpected(start + at)
    return at


def _check_value(value: object) -> None:
    # Level by level and not by recursion: the C stack of a board is small.
    level = [value]
    for _ in range(_MAX_OUT_DEPTH):
        below: "list[object]" = []
        for one in level:
            if one is None or isinstance(one, (str, int, bool)):
                pass
            elif isinstance(one, float):
                if one - one != 0:
                    raise EncodeError("not JSON: %r" % one)
            elif isinstance(one, dict):
                for key in one:
                    if not isinstance(key, str):
                        raise EncodeError("not JSON: key %r" % (key,))
                below.extend(one.values())
            elif isinstance(one, (list, tuple)):
                below.extend(one)
            else:
                raise EncodeError("not JSON: %s" % type(one).__name__)
        if not below:
            return
        level = below
    raise EncodeError("nested more than %d deep" % _MAX_OUT_DEPTH)
