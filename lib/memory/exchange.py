"""
Exchange: a store with everything of it going out, and lines of others coming in.

How that is done is in `transfer`; this holds the lock while it is, and waits for who reads.
"""

import asyncio

from micropython import const

from memory.errors import ArchiveUnavailable
from memory.store import Store
from memory.transfer.exporter import export
from memory.transfer.importer import import_lines

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from typing import Any

    from memory.transfer.exporter import Exported
    from memory.transfer.importer import Import


class Exchange(Store):
    """A store that can be exported and imported into."""

    async def export(self, write: "Callable[[bytes], object]", form: str = "jsonl") -> "Exported":
        """`exporter.export`; changes wait until it is done. Raises ArchiveUnavailable, Broken."""
        done: Exported = await self._exclusively(export, self.ids, write, form)
        return done

    async def import_lines(
        self, chunks: "Iterable[bytes]", refuse: "Callable", note: "Callable | None" = None
    ) -> "Import":
        """`importer.import_lines`; changes wait until it is done. Raises ArchiveUnavailable."""
        done: Import = await self._exclusively(
            import_lines, self.ids, self._alone, chunks, refuse, note
        )
        return done

    async def _alone(self) -> None:
        """Wait, as a reader, until there is no other."""
        while self.readers > 1:
            await asyncio.sleep(0)

    async def _exclusively(self, what: "Callable[..., Awaitable]", *arguments: object) -> "Any":
        if self.log is None:
            raise ArchiveUnavailable("away", "the archive is not mounted")
        async with self.lock:
            self.readers += 1
            try:
                return await what(self.hot_store, self.archive, self.log, *arguments)
            finally:
                self.readers -= 1
