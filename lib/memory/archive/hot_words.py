"""
The words of hot records, all in one text: which of the records hold a keyword is told by one walk
through it, in machine code, where asking each of them took a sixth of a recall.

Owns that text until hot memory changes. What of it matches is for the search to say.
"""

from micropython import const

from .hot_records import every_record

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.hot.hot_store import HotStore
    from memory.records.record import Record
    from memory.text.line_filter import LineFilter

_BYTES_MOST = const(16384)


class HotWords:
    """Of one hot store, at most so many bytes."""

    def __init__(self, hot: "HotStore", bytes_most: int = _BYTES_MOST) -> None:
        self._bytes_most = bytes_most
        self._hot = hot
        self._changes = -1  # of hot memory when the text was made
        self._text: "bytes | None" = None  # a line for each record; None where it is too long
        self._records: "dict[int, Record]" = {}  # by the first byte of their lines

    def passing(self, line_filter: "LineFilter") -> "list[Record] | None":
        """The records whose words the filter lets pass; None where each is to be asked."""
        if self._changes != self._hot.changes:
            self._make()
        text = self._text
        if text is None:
            return None
        found = []
        end = len(text)
        while end > 0:
            hit = line_filter.last(text, end)
            if hit < 0:
                break
            begin = text.rfind(b"\n", 0, hit) + 1
            found.append(self._records[begin])
            end = begin - 1
        return found

    def _make(self) -> None:
        self._changes = self._hot.changes
        self._text = None
        self._records = {}
        lines = []
        size = 0
        for record in every_record(self._hot):
            # As in a line of the log: a date is found, too, and nothing that is sought has a \x01.
            when = record.get("when", "").encode()
            line = record.folded_words().replace(b"\n", b"\x01") + b"\x01" + when
            lines.append(line)
            self._records[size] = record
            size += len(line) + 1
            if size > self._bytes_most:
                self._records = {}
                return
        self._text = b"\n".join(lines)
