"""
Lines: text that somebody types, line by line, from a reader of bytes.

Owns where a line ends and how long it may be. A line that is longer, is no UTF-8 or empty is left
out; the last one needs no end of line. Who wants to know of empty ones, as those of somebody who
only presses Enter, is told.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MAX_LINE = const(1024)  # bytes
_NEWLINE = const(10)


class Lines:
    """
    Over a reader with `async def readinto(buffer) -> int`, 0 at its end. `report(text)` is told of
    a line that is too long, `empty()` of one with nothing in it.
    """

    def __init__(
        self,
        reader: "Any",
        report: "Callable[[str], None]",
        empty: "Callable[[], None] | None" = None,
    ) -> None:
        self._reader = reader
        self._report = report
        self._empty = empty
        self._line = bytearray(_MAX_LINE)
        self._ended = False

    async def next(self) -> "str | None":
        """The next line that has something, None at the end of the stream."""
        while not self._ended:
            text = await self._next()
            if text:
                return text
            if text is not None and self._empty is not None and not self._ended:
                self._empty()
        return None

    async def _next(self) -> "str | None":
        """A line without the blanks around it, None for one that is left out."""
        view = memoryview(self._line)
        filled = 0
        too_long = False
        while True:
            got = await self._reader.readinto(view[filled : filled + 1])
            if not got or self._line[filled] == _NEWLINE:
                self._ended = not got
                return None if too_long else _text(bytes(view[:filled]))
            filled += got
            if filled == _MAX_LINE:
                filled = 0
                if not too_long:
                    self._report("a line of more than %d bytes" % _MAX_LINE)
                too_long = True


def _text(line: bytes) -> "str | None":
    try:
        return line.decode().strip()
    except UnicodeError:
        return None
