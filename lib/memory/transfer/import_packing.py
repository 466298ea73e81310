"""Import packing: packs what an import has filled, so that years of lines fit on the chip."""

import asyncio
import gc

from micropython import const

from memory.archive import packing
from memory.log.manifest import NUMBER
from memory.upkeep import background_jobs

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from memory.archive.archive import Archive
    from memory.interfaces import Steps
    from memory.log.log import Log


async def pack(log: "Log", archive: "Archive", alone: "Callable[[], Awaitable]") -> None:
    """
    Pack what is due. An index that exists is updated, since it must cover what is packed.
    `alone()` waits until nobody else reads.
    """
    if not packing.due(log):
        return
    await alone()
    for row in log.manifest.sealed:  # open packs take 3 KB each
        log.packs.close(row[NUMBER])
    gc.collect()  # packing allocates tables of 8 KB in one piece
    for _ in _jobs(log, archive):
        await asyncio.sleep(0)
        await alone()  # a recall that began meanwhile reads what a step would replace


def _jobs(log: "Log", archive: "Archive") -> "Steps":
    """The jobs that are due, in steps. A job or a recall between two may drop the index."""
    while True:
        index = archive.open_index()
        if index is None or not index.docs:
            yield from packing.pack(log)
            return
        name = background_jobs.due(log, index)
        if not name:
            return
        work = background_jobs.work(name, log, index, 0)
        for _ in work:
            yield False
            if index.dropped and name != "drop":
                work.close()
                break
