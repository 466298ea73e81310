"""
JSON read from parts of any size, of which only the values asked for are kept.

Owns the syntax. A string of any length is handed on in pieces as it comes, so an answer of a model
never lies in memory whole; net/json_text.py, which builds values, needs all of the text at once.
It takes a little more than RFC 8259 allows: control characters within strings, zeros before a
number, half characters and bytes that are no UTF-8, which become U+FFFD.
"""

from micropython import const
from net.json_text import DecodeError, LimitError

from . import utf8

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .interfaces import ValueSink

_MAX_DEPTH = const(32)
_MAX_KEY = const(40)  # bytes; a longer key is none that is asked for
_MAX_BARE = const(40)  # of a number
_PIECE = const(256)  # bytes of a string that are collected before they are handed on

# What may come next.
_VALUE = const(0)
_FIRST_VALUE = const(1)  # after '[': a value or ']'
_FIRST_KEY = const(2)  # after '{': a key or '}'
_KEY = const(3)
_COLON = const(4)
_AFTER = const(5)  # ',' or the end of the container
_END = const(6)  # nothing but space
_STRING = const(7)  # within a string
_ESCAPE = const(8)  # after a backslash in it
_BARE = const(9)  # within a number, true, false or null

_ESCAPES = {0x6E: 10, 0x74: 9, 0x72: 13, 0x62: 8, 0x66: 12, 0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F}
_BARE_FIRST = b"-0123456789tfn"
_BARE_MORE = b"+-.0123456789eEaflnrstu"
_LITERALS = {b"true": True, b"false": False, b"null": None}


class Shape:
    """
    What is wanted of a value. `leaf`: the code that a string, number or literal is given with, 0
    for none; `members`: by key, if it is an object; `items`: of each value, if it is an array;
    `opened`: the code that the beginning and end of an object are told with.
    """

    def __init__(
        self,
        leaf: int = 0,
        members: "dict[str, Shape] | None" = None,
        items: "Shape | None" = None,
        opened: int = 0,
    ):
        self.leaf = leaf
        self.members = members
        self.items = items
        self.opened = opened


_NOTHING = Shape()


class JSONStream:
    """Reads one JSON text after the other; `reset` is between them."""

    def __init__(self, shape: Shape, sink: "ValueSink"):
        self._shape = shape
        self._sink = sink
        # High halves of characters that ended a string, by code: some servers cut a text between
        # the two escapes of one character.
        self._halves: "dict[int, int]" = {}
        self.reset()

    def reset(self) -> None:
        """Begin another text."""
        self._shapes: "list[Shape]" = []  # of the containers that are open
        self._closers = bytearray(_MAX_DEPTH)
        self._state = _VALUE
        self._next = self._shape  # of the value that comes
        self._code = 0  # of the string in work
        self._is_key = False  # the string in work
        self._in_key = False  # a key among others that are asked for
        self._out = bytearray()  # a part of a string or key, or a bare word
        self._half = 0
        self._digits = -1  # of an escape \uXXXX that were read, -1 for none
        self._unit = 0

    @property
    def complete(self) -> bool:
        """Whether a whole value was read."""
        return self._state == _END

    def finish(self) -> None:
        """The text has ended. Raises DecodeError if it must not."""
        if self._state == _BARE and not self._shapes:
            self._end_bare()
        if self._state != _END:
            raise DecodeError("the text ends too early")

    def feed(self, data: bytearray, begin: int, end: int) -> None:
        """The next bytes: data[begin:end]. Raises DecodeError, LimitError."""
        at = begin
        while at < end:
            state = self._state
            if state == _STRING:
                at = self._in_string(data, at, end)
                continue
            c = data[at]
            if state == _BARE and c in _BARE_MORE:
                at = self._in_bare(data, at, end)
                continue
            at += 1
            if state == _ESCAPE:
                self._escape(c)
                continue
            if state == _BARE:
                self._end_bare()
                state = self._state
            # The two most frequent ones first, without a call.
            if c == 0x3A and state == _COLON:
                self._state = _VALUE
            elif c == 0x2C and state == _AFTER and self._closers[len(self._shapes) - 1] == 0x7D:
                self._state = _KEY
            elif c not in b" \t\n\r":
                self._token(c, state)
        if self._state == _STRING and self._code:
            self._hand_on(False)

    def _token(self, c: int, state: int) -> None:
        """A character outside of strings and bare words."""
        if state <= _FIRST_VALUE and c != 0x5D:
            self._begin_value(c)
        elif c == 0x22 and (state == _KEY or state == _FIRST_KEY):
            self._is_key = True
            self._in_key = self._shapes[-1].members is not None
            self._code = 0
            self._out = bytearray()
            self._state = _STRING
        elif c == 0x2C and state == _AFTER:  # in an array
            self._next = self._shapes[-1].items or _NOTHING
            self._state = _VALUE
        elif (
            state in (_AFTER, _FIRST_KEY, _FIRST_VALUE)
            and c == self._closers[len(self._shapes) - 1]
        ):
            shape = self._shapes.pop()
            if shape.opened and c == 0x7D:
                self._sink.closed(shape.opened)
            self._ended()
        else:
            raise DecodeError("unexpected character")

    def _begin_value(self, c: int) -> None:
        shape = self._next
        if c == 0x7B or c == 0x5B:
            depth = len(self._shapes)
            if depth == _MAX_DEPTH:
                raise LimitError("nested more than %d deep" % _MAX_DEPTH)
            self._closers[depth] = c + 2  # '}' is '{' + 2, ']' is '[' + 2
            self._shapes.append(shape)
            if c == 0x7B:
                self._state = _FIRST_KEY
                if shape.opened:
                    self._sink.opened(shape.opened)
            else:
                self._next = shape.items or _NOTHING
                self._state = _FIRST_VALUE
            return
        self._code = shape.leaf
        self._out = bytearray()
        if c == 0x22:
            self._is_key = self._in_key = False
            self._half = self._halves.pop(self._code, 0) if self._halves else 0
            self._state = _STRING
        elif c in _BARE_FIRST:
            self._out.append(c)
            self._state = _BARE
        else:
            raise DecodeError("unexpected character")

    def _ended(self) -> None:
        """A value has ended."""
        self._state = _AFTER if self._shapes else _END

    def _in_bare(self, data: bytearray, at: int, end: int) -> int:
        """Read a number, true, false or null up to its end; the position then."""
        begin = at
        while at < end and data[at] in _BARE_MORE:
            at += 1
        if at - begin + len(self._out) > _MAX_BARE:
            raise LimitError("a number too long")
        self._out.extend(data[begin:at])
        return at

    def _end_bare(self) -> None:
        word = bytes(self._out)
        if word in _LITERALS:
            value: "float | bool | None" = _LITERALS[word]
        else:
            try:
                value = int(word) if word.isdigit() and len(word) < 10 else float(word.decode())
            except ValueError:
                raise DecodeError("a word that is no value")
            if value - value != 0:
                raise LimitError("a number too large")
        if self._code:
            self._sink.value(self._code, value)
        self._ended()

    # -- strings ---------------------------------------------------------------------------------

    def _in_string(self, data: bytearray, at: int, end: int) -> int:
        """Read a string up to its end, a backslash or the end of the part; the position then."""
        quote = data.find(b'"', at, end)
        stop = data.find(b"\\", at, end if quote < 0 else quote)
        if stop < 0:
            stop = end if quote < 0 else quote
        if stop > at:
            if self._code:
                if self._half:
                    self._unpaired()
                self._out.extend(data[at:stop])
            elif self._in_key and len(self._out) <= _MAX_KEY:
                self._out.extend(data[at : min(stop, at + _MAX_KEY + 1)])
        if stop == end:
            return end
        if data[stop] == 0x22:
            self._end_string()
        else:
            self._state = _ESCAPE
        return stop + 1

    def _escape(self, c: int) -> None:
        """A character after a backslash."""
        if self._digits < 0:
            if c == 0x75:
                self._digits = self._unit = 0
                return
            if c not in _ESCAPES:
                raise DecodeError("unexpected character")
            unit = _ESCAPES[c]
        else:
            if c not in b"0123456789abcdefABCDEF":
                raise DecodeError("unexpected character")
            self._unit = self._unit << 4 | (c - 48 if c < 58 else (c & 0xDF) - 55)
            self._digits += 1
            if self._digits < 4:
                return
            self._digits = -1
            unit = self._unit
        self._state = _STRING
        if self._code:
            self._add_unit(unit)
            if len(self._out) >= _PIECE:
                self._hand_on(False)
        elif self._in_key and len(self._out) <= _MAX_KEY:
            self._out.extend(utf8.encoded(unit))

    def _add_unit(self, unit: int) -> None:
        """A unit of UTF-16, of which characters beyond U+FFFF have two."""
        if self._half and 0xDC00 <= unit <= 0xDFFF:
            code = 0x10000 + ((self._half - 0xD800) << 10) + (unit - 0xDC00)
            self._half = 0
            self._out.extend(utf8.encoded(code))
            return
        if self._half:
            self._unpaired()
        if 0xD800 <= unit < 0xDC00:
            self._half = unit
        else:
            # A low half by itself is no UTF-8 then, and is repaired with the rest.
            self._out.extend(utf8.encoded(0xFFFD if 0xDC00 <= unit <= 0xDFFF else unit))

    def _unpaired(self) -> None:
        self._half = 0
        self._out.extend(utf8.encoded(0xFFFD))

    def _end_string(self) -> None:
        if self._is_key:
            members = self._shapes[-1].members
            self._next = _NOTHING
            if members is not None and len(self._out) <= _MAX_KEY:
                try:
                    self._next = members.get(self._out.decode(), _NOTHING)
                except UnicodeError:
                    pass  # such a key is none that is asked for
            self._state = _COLON
            return
        if self._code:
            if self._half:
                self._halves[self._code] = self._half
                self._half = 0
            self._hand_on(True)
        self._ended()

    def _hand_on(self, last: bool) -> None:
        """Give the sink what there is of a string, without a character that is cut."""
        out = self._out
        size = len(out) if last else utf8.whole_characters(out)
        self._out = bytearray() if size == len(out) else out[size:]
        if size or last:
            self._sink.text(self._code, utf8.text(out[:size] if size < len(out) else out), last)
