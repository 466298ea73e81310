"""Marks: what later lines say of earlier turns, in a scan from the newest line to the oldest."""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .turn import Turn

_SESSIONS = const(32)  # that are remembered: a scan meets few at a time
_MARKS = const(64)  # of one session


class Marks:
    """
    A turn that is there twice (a group was appended again after a power cut) counts as it was
    said last: the indexes of a session rise, so going backwards they fall.
    """

    def __init__(self) -> None:
        # [session, lowest index seen, [marks]], the session met last at the end
        self._sessions: "list[list[Any]]" = []

    def _of(self, session: str) -> "list[Any]":
        for at, row in enumerate(self._sessions):
            if row[0] == session:
                if at + 1 < len(self._sessions):
                    self._sessions.append(self._sessions.pop(at))
                return row
        if len(self._sessions) >= _SESSIONS:
            self._sessions.pop(0)
        row = [session, -1, []]
        self._sessions.append(row)
        return row

    def add(self, mark: tuple) -> None:
        """Take (session, first, last, read, episode)."""
        marks = self._of(mark[0])[2]
        for at, (first, last, read, episode) in enumerate(marks):
            same = (read, episode) == mark[3:]
            if same and first <= mark[2] + 1 and mark[1] <= last + 1:
                marks[at] = (min(first, mark[1]), max(last, mark[2]), read, episode)
                return
        if len(marks) < _MARKS:
            marks.append(mark[1:])

    def apply(self, turn: "Turn") -> bool:
        """Put the marks onto a turn; False where a later line had it already."""
        row = self._of(turn.session)
        if 0 <= row[1] <= turn.index:
            return False
        row[1] = turn.index
        episode = ""
        for first, last, read, name in row[2]:
            if first <= turn.index <= last:
                if read:
                    turn.fields["read"] = True
                episode = episode or name  # the newest mark counts
        if episode:
            turn.fields["episode"] = episode
        return True
