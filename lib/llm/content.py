"""
Contents: the body of an answer, from its bytes to the values that a reader takes.

Where a stream was asked for, a stream of events or one JSON text may come; the first character
decides, since servers are wrong about the type more often than about that.
"""

from micropython import const
from net.json_text import JSONError

from .errors import CutOff, LlmError, NotJson
from .json_stream import JSONStream
from .refusals import by_status, by_words
from .replies import ErrorReader
from .sse import EventStream

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .interfaces import Reader
    from .limits import Watch
    from .servers import Server

_BRACE = const(0x7B)
_ANGLE = const(0x3C)  # '<', of HTML
_MARK = const(16)  # bytes of an event that is no object: [DONE]
_MOST_OF_ERROR = const(4096)  # bytes that are read of an answer that tells of an error


class Enough(Exception):
    """All that was needed of an answer is there."""


class Content:
    """The body of an answer that is none of an error."""

    ready = None

    def __init__(self, server: "Server", reader: "Reader", watch: "Watch"):
        self._server = server
        self._reader = reader
        self._watch = watch
        self._json = JSONStream(reader.shape, reader)
        self._events: "EventStream | None" = None
        self._begun = False  # the first character was there
        self._fresh = True  # nothing of the event in work has come
        self._mark: "bytearray | None" = None  # an event that is no object

    def feed(self, data: bytearray, begin: int, end: int) -> None:
        """A part of the body. Raises Enough, LlmError."""
        if not self._begun:
            begin = _after_space(data, begin, end)
            if begin == end:
                return
            self._begun = True
            if data[begin] == _ANGLE:
                raise NotJson("%s: a web page in place of an answer" % self._server.name)
            if data[begin] != _BRACE:
                self._events = EventStream(self)
        if self._events is None:
            self._parse(data, begin, end)
        else:
            self._events.feed(data, begin, end)

    def finish(self) -> None:
        """The body has ended, in order or not. Raises LlmError where the answer is not whole."""
        if self._events is not None:
            self._events.finish()
        elif self._begun:
            self._end_json()
        if not self._reader.complete():
            raise self._cut()

    # -- the data of events ----------------------------------------------------------------------

    def take(self, data: bytearray, begin: int, end: int) -> None:
        """A part of an event's data."""
        if self._fresh:
            begin = _after_space(data, begin, end)
            if begin == end:
                return
            self._fresh = False
            if data[begin] != _BRACE:
                self._mark = bytearray()
        if self._mark is None:
            self._parse(data, begin, end)
        else:
            self._mark.extend(data[begin : min(end, begin + _MARK - len(self._mark))])

    def next_line(self) -> None:
        """Another line of data: of the next event where this one's JSON is complete."""
        if self._json.complete or self._mark is not None:
            self.end_event()  # there are servers that leave the empty lines out

    def end_event(self) -> None:
        """An event has ended."""
        mark, self._mark = self._mark, None
        fresh, self._fresh = self._fresh, True
        if mark is not None:
            if mark.strip() != b"[DONE]":
                raise NotJson("%s: an event that is no JSON" % self._server.name)
            self._reader.told_end()
            raise Enough
        if not fresh:
            self._end_json()

    # -- JSON ------------------------------------------------------------------------------------

    def _parse(self, data: bytearray, begin: int, end: int) -> None:
        try:
            self._json.feed(data, begin, end)
        except JSONError as e:
            self._check_error()
            raise NotJson("%s: the answer is no JSON: %s" % (self._server.name, e))
        self._watch.heard(self._reader.complete())

    def _end_json(self) -> None:
        self._check_error()
        try:
            self._json.finish()
        except JSONError:
            raise self._cut()
        self._json.reset()

    def _check_error(self) -> None:
        if self._reader.error != ["", "", ""]:
            raise by_words(self._server, self._reader.error)

    def _cut(self) -> LlmError:
        return CutOff("%s: the answer ended before it was complete" % self._server.name)


class ErrorContent:
    """The body of an answer with a status of an error; in the end that error is raised."""

    ready = None

    def __init__(self, server: "Server", status: int, wait: "int | None"):
        self._server = server
        self._status = status
        self._wait = wait
        self._reader = ErrorReader()
        self._json: "JSONStream | None" = JSONStream(ErrorReader.shape, self._reader)
        self._size = 0

    def feed(self, data: bytearray, begin: int, end: int) -> None:
        """A part of the body."""
        self._size += end - begin
        if self._json is not None:
            try:
                self._json.feed(data, begin, end)
            except JSONError:
                self._json = None  # a page of a proxy
        if self._size > _MOST_OF_ERROR:
            self.finish()

    def finish(self) -> None:
        """Raise the error."""
        told = self._reader.error if self._json is not None else ["", "", ""]
        raise by_status(self._server, self._status, told, self._wait)


def _after_space(data: bytearray, begin: int, end: int) -> int:
    while begin < end and data[begin] in b" \t\r\n":
        begin += 1
    return begin
