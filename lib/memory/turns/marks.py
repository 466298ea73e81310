"""Marks: what later lines say of earlier turns, in a scan from the newest line to the oldest."""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .turn import Turn

_SESSIONS = const(32)  # that are remembered: a scan meets few at a time
_MARKS = const(64)  # of one session that name episodes, and as many that say what was read


class Marks:
    """
    A turn that is there twice (a group was appended again after a power cut) counts as it was
    said last: the indexes of a session rise, so going backwards they fall.
    """

    def __init__(self) -> None:
        # [session, lowest index seen, what was read, episodes], the session met last at the end.
        # What was read is [(first, last)]; episodes are [(first, last, id)], the newest first.
        self._sessions: "list[list[Any]]" = []

    def _of(self, session: str) -> "list[Any]":
        for at, row in enumerate(self._sessions):
            if row[0] == session:
                if at + 1 < len(self._sessions):
                    self._sessions.append(self._sessions.pop(at))
                return row
        if len(self._sessions) >= _SESSIONS:
            self._sessions.pop(0)
        row = [session, -1, [], []]
        self._sessions.append(row)
        return row

    def add(self, mark: tuple) -> None:
        """Take (session, first, last, read, episode)."""
        session, first, last, read, episode = mark
        row = self._of(session)
        if read:
            _add_read(row[2], first, last)
        if episode:
            _add_episode(row[3], first, last, episode)

    def apply(self, turn: "Turn") -> bool:
        """Put the marks onto a turn; False where a later line had it already."""
        row = self._of(turn.session)
        if 0 <= row[1] <= turn.index:
            return False
        row[1] = turn.index
        for first, last in row[2]:
            if first <= turn.index <= last:
                turn.fields["read"] = True
        for first, last, name in row[3]:
            if first <= turn.index <= last:
                turn.fields["episode"] = name
                break
        return True


def _add_read(ranges: list, first: int, last: int) -> None:
    """Add a range to those that were read; what touches it becomes one with it."""
    at = 0
    while at < len(ranges):
        if ranges[at][0] <= last + 1 and first <= ranges[at][1] + 1:
            other = ranges.pop(at)
            first, last = min(first, other[0]), max(last, other[1])
        else:
            at += 1
    if len(ranges) < _MARKS:
        ranges.append((first, last))


def _add_episode(ranges: list, first: int, last: int, episode: str) -> None:
    """Add an older range. It becomes one with a newer one only where none between hides it."""
    for at in range(len(ranges) - 1, -1, -1):
        begin, end, name = ranges[at]
        if name == episode and begin <= last + 1 and first <= end + 1:
            ranges[at] = (min(begin, first), max(end, last), name)
            return
        if begin <= last and first <= end:
            break
    if len(ranges) < _MARKS:
        ranges.append((first, last, episode))
