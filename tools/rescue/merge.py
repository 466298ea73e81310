"""
Merge: one state for each record, out of what the companion's own code gives and what was carved.

Owns which of several states counts: the higher rev, of equals what the companion itself gives; an
end counts as a rev. And what to say of a record that was only carved: nobody knows any more
whether it was ended or changed later.
"""

from collections.abc import Callable, Iterable
from struct import unpack_from
from typing import Any, NamedTuple
from zlib import crc32

from . import carve, nvs
from .device import module

_HEAD = 13  # of a slot: crc 4, seq 4, mark 4, key length 1
_SLOT_MOST = 700
_COLD = ("fact", "moment", "event")


# How sure a state is: what the companion's own code gives, what lies in a file of the archive that
# it cannot read whole, and what lies where nothing leads any more.
LIVE, FILED, LOST = 2, 1, 0


class State(NamedTuple):
    """A record (memory.records), or None for its end, with its `rev`; `hot`; how `sure` it is."""

    id: str
    rev: int
    record: Any
    hot: bool
    sure: int


class Merged:
    """`states` by id. `hot_known`: all hot records are known, so that no other one can be hot."""

    def __init__(self, hot_known: bool) -> None:
        self.states: dict[str, State] = {}
        self._hot_known = hot_known

    def add(self, state: State) -> None:
        """Take what counts more than what is known."""
        if self._hot_known and state.hot and state.sure < LIVE:
            return
        known = self.states.get(state.id)
        if known is None or _weight(state) > _weight(known):
            self.states[state.id] = state

    def add_line(self, one: carve.Carved, line: Any) -> None:
        """A line that was carved, and what it says takes the place of its record."""
        sure = FILED if one.source == carve.FILE and not one.snapshot else LOST
        if line.record is None:
            self.add(State(line.id, line.rev, None, False, sure))
        else:
            archived = one.checked or one.source == carve.FILE or _may_rest(line.record)
            hot = line.keep or one.snapshot or not archived
            self.add(State(line.id, line.rev, line.record, hot, sure))
        if line.next is not None:
            self.add(State(line.next.id, line.next.rev, line.next, True, sure))

    def add_slots(self, items: "Iterable[nvs.Item]", hidden: "Callable[[Any], bool]") -> None:
        """The slots of hot memory among pieces of NVS that do not count, but for hidden ones."""
        for item in items:
            state = slot(item.data)
            if state is not None and not hidden(state.record):
                self.add(state)

    def records(self, sure_only: bool) -> "list[tuple[Any, bool]]":
        """(record, is hot): the archive, in the order of the log; hot ones by their key."""
        least = FILED if sure_only else LOST
        alive = [one for one in self.states.values() if one.record is not None]
        alive = [one for one in alive if one.sure >= least]
        key_of = module("records.ids").key_of
        cold = [state for state in alive if not state.hot]
        hot = sorted(
            (state for state in alive if state.hot),
            key=lambda state: key_of(state.record.kind, state.id),
        )
        return [(state.record, state.hot) for state in cold + hot]

    def lost(self) -> list[State]:
        """The records that were found only where nothing leads any more."""
        return [one for one in self.states.values() if one.record is not None and one.sure == LOST]


def _weight(state: State) -> "tuple[int, int, bool, bool]":
    """Of two states with one rev the surer one counts, then an end, then the archived one."""
    return state.rev, state.sure, state.record is None, not state.hot


def _may_rest(record: Any) -> bool:
    """
    True for what comes to lie in the archive by itself. Another line of a block alone may be one
    of the snapshot, whose record is hot or no more.
    """
    if record.kind == "schedule":
        return record.get("completed") is not None
    row = module("records.kinds").BY_NAME.get(record.kind)
    if row is None or not row.cap or record.kind in _COLD:
        return True
    return record.get("superseded_by") is not None or record.get("trashed_at") is not None


def slot(blob: bytes) -> "State | None":
    """The record of a slot's blob that checks."""
    if not _HEAD < len(blob) <= _SLOT_MOST or unpack_from("<I", blob)[0] != crc32(blob[4:]):
        return None
    end = _HEAD + blob[12]
    record = (
        module("records.codec").readable(blob[_HEAD:end], blob[end:]) if end <= len(blob) else None
    )
    if record is None:
        return None
    return State(record.id, record.rev, record, True, LOST)
