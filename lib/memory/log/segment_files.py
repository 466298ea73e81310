"""
Segment files: the files of plain segments that stay open, to be read and, the last, appended to.

Owns those files and the pieces of them that stay in RAM. Opening one reads 5 to 8 KB, so they stay
open, and they belong to nobody else, since a file that is left to the collector may be closed in
the middle of what LittleFS does to another. What is appended to is read through the same file:
another one would look at blocks that LittleFS may reuse after the append.
"""

from micropython import const

from .piece_cache import PieceCache

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# That stay in RAM, 4 KB each: each recall reads the open segment, and those of an hour of talk in
# which nothing was indexed.
_PIECES = const(16)
_OPEN_MOST = const(12)  # about as many plain segments as there are beside an index


class SegmentFiles:
    """`path(number)` names the file of a segment. All that touch files raise OSError."""

    def __init__(self, path: "Callable[[int], str]") -> None:
        self._path = path
        self._open: "dict[int, Any]" = {}  # by number; None while it is being opened
        self._appended = -1  # number of the segment whose file takes appends
        self._pieces = PieceCache(_PIECES)

    def read(self, number: int, begin: int, end: int, keeps: bool) -> bytes:
        """Bytes of a segment; where it `keeps` them they stay in RAM while the file is open."""
        name = (number, begin, end)
        known = self._pieces.get(name)
        if known is not None:
            return known
        try:
            file = self._open.get(number) or self._opened(number, "rb")
            file.seek(begin)
            data: bytes = file.read(end - begin)
        except OSError:
            self._give_up(number)  # LittleFS takes what it has of it for what was read
            raise
        if keeps:
            self._pieces.put(name, data)
        return data

    def append(self, number: int, pieces: "list[bytes]") -> None:
        """
        Make all of these durable at the end of a segment. Where flash refuses one, none is; what
        else ends it between two of them leaves the first.
        """
        file = self._open.get(number) if number == self._appended else None
        try:
            if file is None:
                self.close(number)
                file = self._opened(number, "ab+")
                self._appended = number
            for piece in pieces:
                file.write(piece)
            file.flush()  # as closing does: LittleFS then has all of it in flash
        except BaseException:
            self._give_up(number)  # nobody knows what LittleFS has of it
            raise

    def _opened(self, number: int, mode: str) -> "Any":
        if len(self._open) >= _OPEN_MOST:
            self.close_all()
        self._open[number] = None  # its place first: no file may be open that is not in here
        file = self._open[number] = open(self._path(number), mode)
        return file

    def _give_up(self, number: int) -> None:
        """Close a file that failed, and may fail again; LittleFS lets go of it all the same."""
        try:
            self.close(number)
        except OSError:
            return

    def close(self, number: int) -> None:
        """Close the file of a segment, if it is open, and forget its pieces."""
        if number == self._appended:
            self._appended = -1
        if number in self._open:
            self._pieces.forget(number)
            file = self._open.pop(number)
            if file is not None:
                file.close()

    def close_all(self) -> None:
        """Close all files."""
        for number in sorted(self._open):
            self.close(number)
