"""
Background: the archive's upkeep, driven a step at a time by whoever has idle time.

Holds the piece of work that is under way and what may be thrown away with it. Which work there is
and in what order is in `tidying`; when to do it is the caller's business: not while
`store.readers` is not 0, and every step with `store.lock` held.
"""

from micropython import const

from memory.archive.snapshot import Snapshot
from memory.erase import scrub
from memory.errors import MemoryFault
from memory.log.manifest import COUNTERS

from . import background_jobs

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


class Background:
    """`store` is open, its archive mounted; `log` is its log, `root` the archive's directory."""

    def __init__(self, store: "Any", hot: "Any", log: "Any", root: str) -> None:
        self._store = store
        self._log = log
        self._hot = hot
        self._root = root
        self._work: "Any" = None
        self._index: "Any" = None
        self._drops = 0  # times that the index was dropped, seen after the last step
        self.name = ""  # of the work that is under way, see tidying.due

    def begin(self, full: bool, scrubs: bool = True) -> bool:
        """
        Begin the next piece of work; False where none is due, with `full` but the index, without
        `scrubs` but a scrub.
        """
        if scrubs and self._store.forgotten is not None and self._store.reach is not None:
            self.name = "scrub"
            self._index = None
            self._store.close_index()
            self._work = scrub.steps(self._store, self._hot, self._log, self._root)
            return True
        index = self._store.index
        self.name = background_jobs.due(self._log, index, full)
        if not self.name:
            return False
        if self.name in ("pack", "compact"):
            index = None
            self._store.close_index()
        self._index = index
        self._drops = 0 if index is None else index.drops
        self._work = background_jobs.work(self.name, self._log, index, self._keep_from())
        return True

    def _keep_from(self) -> int:
        """The segment from which on a restore needs every line."""
        head = Snapshot(self._root, self._hot, self._log).head()
        segment: int = COUNTERS if head is None else head["segment"]
        return segment

    def step(self) -> "bool | None":
        """
        Do one step. None at the end of the piece of work; True where the lock must be held until
        the next one. Raises StoreFull, Broken, CorruptRecord or MemoryError, and the work is over.
        """
        index = self._index
        if index is not None and index.drops != self._drops:
            self.abandon()  # a question found it damaged: what is being made of it is of no use
        if self._work is None:
            return None
        try:
            held = bool(next(self._work))
            if index is not None:
                self._drops = index.drops
            return held
        except StopIteration:
            self._work = None
            return None
        except BaseException:
            self._work = None
            raise

    def abandon(self) -> None:
        """Let go of what is under way; what counted before still does."""
        work, self._work = self._work, None
        if work is not None:
            try:
                work.close()
            except (MemoryFault, OSError):
                return  # a file that nothing names could not be closed: the next attempt tells
