"""
Background: runs the background jobs of the archive, one step for each call.

Holds the job that is under way. `background_jobs` has the jobs and their order, `erase/scrub` the
one that cleans the flash after an erasure. The caller decides when to run a step: only while
`store.readers` is 0, and with `store.lock` held.
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

    from memory.hot.hot_store import HotStore
    from memory.index.index import Index
    from memory.log.log import Log
    from memory.store import Store


class Background:
    """`store` is open, its archive mounted; `log` is its log, `root` the archive's directory."""

    def __init__(self, store: "Store", hot: "HotStore", log: "Log", root: str) -> None:
        self._store = store
        self._log = log
        self._hot = hot
        self._root = root
        self._work: "Any" = None
        self._index: "Index | None" = None
        self._dropped = False  # index.dropped after the last step
        self.name = ""  # of the job that is under way, see background_jobs.due

    def begin(self, full: bool, scrubs: bool = True) -> bool:
        """
        Begin the next job, False for none: no index work with `full`, no scrub without `scrubs`.
        """
        if (
            scrubs
            and self._store.erasure_journal is not None
            and self._store.partitions is not None
        ):
            self.name = "scrub"
            self._index = None
            self._store.close_index()
            self._work = scrub.steps(self._store, self._hot, self._log, self._root)
            return True
        index: "Any" = self._store.index
        self.name = background_jobs.due(self._log, index, full)
        if not self.name:
            return False
        self._index = index
        self._dropped = False
        self._work = background_jobs.work(self.name, self._log, index, self._keep_from())
        return True

    def _keep_from(self) -> int:
        """The number of the first segment of which a restore needs every line."""
        head = Snapshot(self._root, self._hot, self._log).head()
        segment: int = COUNTERS if head is None else head["segment"]
        return segment

    def step(self) -> "bool | None":
        """
        Do one step. None at the end of the job; True where the lock must be held until the next
        step. Raises StoreFull, Broken, CorruptRecord or MemoryError, which ends the job.
        """
        index = self._index
        if index is not None and index.dropped != self._dropped:
            self.abandon()  # a recall found the index damaged and dropped it
        if self._work is None:
            return None
        try:
            held = bool(next(self._work))
            if index is not None:
                self._dropped = index.dropped
            return held
        except StopIteration:
            self._work = None
            return None
        except BaseException:
            self._work = None
            raise

    def abandon(self) -> None:
        """End the job that is under way; flash keeps the state before it."""
        work, self._work = self._work, None
        if work is not None:
            try:
                work.close()
            except (MemoryFault, OSError):
                return  # a file that no manifest names could not be closed: nothing is lost
