"""
Server-sent events (the HTML standard, section 9.2), read from parts of any size.

Owns lines and fields. Only data is handed on, as it comes: an event is never held whole.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .interfaces import EventSink

_LF = const(0x0A)
_CR = const(0x0D)
_SPACE = const(0x20)
_MAX_NAME = const(8)  # bytes of a field's name that are kept: enough to tell `data` from others

# Where in a line the next byte is.
_NAME = const(0)
_FIRST = const(1)  # of the value of `data`: a space there does not count
_DATA = const(2)
_REST = const(3)  # of a comment or of another field


class EventStream:
    """
    Gives a sink the data of events: `take(data, begin, end)` for parts of a line, `next_line()`
    between two lines of one event, `end_event()`.
    """

    def __init__(self, sink: "EventSink"):
        self._sink = sink
        self._name = bytearray()
        self._state = _NAME
        self._after_cr = False
        self._has_data = False  # the event in work

    def feed(self, data: bytearray, begin: int, end: int) -> None:
        """The next bytes of the stream: data[begin:end]."""
        at = begin
        while at < end:
            if self._after_cr:
                self._after_cr = False
                if data[at] == _LF:
                    at += 1
                    continue
            feed = data.find(b"\n", at, end)
            stop = data.find(b"\r", at, end if feed < 0 else feed)
            if stop < 0:
                stop = feed
            if stop < 0:
                self._part(data, at, end)
                return
            self._part(data, at, stop)
            self._end_line()
            self._after_cr = data[stop] == _CR
            at = stop + 1

    def finish(self) -> None:
        """The stream has ended; a last event counts without its empty line, too."""
        if self._state != _NAME or self._name:
            self._end_line()
        self._end_event()

    def _part(self, data: bytearray, at: int, end: int) -> None:
        """A part of a line, or all of it."""
        if self._state == _NAME:
            colon = data.find(b":", at, end)
            stop = end if colon < 0 else colon
            kept = min(stop, at + _MAX_NAME - len(self._name))
            self._name.extend(data[at:kept])
            if colon < 0:
                return
            at = colon + 1
            self._state = _REST
            if self._is_data():
                self._begin_data()
                self._state = _FIRST
        if self._state == _FIRST and at < end:
            if data[at] == _SPACE:
                at += 1
            self._state = _DATA
        if self._state == _DATA and at < end:
            self._sink.take(data, at, end)

    def _end_line(self) -> None:
        if self._state == _NAME:
            if self._is_data():  # without a colon: a line of data that is empty
                self._begin_data()
            elif not self._name:
                self._end_event()
        self._state = _NAME
        self._name = bytearray()

    def _is_data(self) -> bool:
        name = self._name
        return name == b"data" or name == b"\xef\xbb\xbfdata"  # after a byte order mark

    def _begin_data(self) -> None:
        if self._has_data:
            self._sink.next_line()
        self._has_data = True

    def _end_event(self) -> None:
        if self._has_data:
            self._has_data = False
            self._sink.end_event()
