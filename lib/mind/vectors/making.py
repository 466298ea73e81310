"""
Making: has the model make the vectors that members of the notebook lack, a batch at a time.

Owns the walk through the notebook and the writing of the file. Whoever calls `step` sees to it
that nobody waits for something else, and when to try again after a failure.
"""

import asyncio

from memory.errors import StoreFull
from micropython import const

from . import vector_file
from .by_meaning import PURPOSE, TEXT_MOST, ByMeaning
from .table import shortened

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

_BATCH = const(16)
_LOOKED_AT = const(32)  # members in a row
# A file is made anew where so many rows, and as many as do, count no longer.
_STALE = const(32)
_FULL = const(95)  # percent of the archive in use: records need the room


class Making:
    """Of the vectors of one ByMeaning."""

    def __init__(self, found: ByMeaning) -> None:
        self._found = found
        self._is_loaded = False
        self._rows = 0  # of the file
        self._next = 0  # the number of the member that is looked at next
        self._left = 0  # members of this round that were not looked at
        self._batch = _BATCH

    async def load(self) -> None:
        """Take in what the file has; only of members, so after the notebook is read."""
        found = self._found
        memory = found.memory
        if self._is_loaded:
            return
        most = int(found.notebook().numbers["notebook_max"])
        found.is_outdated = True
        if memory.log is not None:
            async with memory.lock:
                for saved in vector_file.load(memory.root, found.model_name, most):
                    if saved is not None:
                        found.table = saved.table
                        self._rows = saved.rows
                        found.is_outdated = not saved.is_whole
                    await asyncio.sleep(0)
                if not self._rows:
                    vector_file.remove(memory.root)  # of another model, or damaged
        await self._drop_strangers()
        self._is_loaded = True

    async def step(self) -> bool:
        """
        Make a batch of vectors, or write the file; False where all is done. Raises whatever the
        model raises, Broken.
        """
        found = self._found
        await self.load()
        if self._left <= 0:
            if not found.is_due:
                return await self._save()
            found.is_due = False
            self._left = found.notebook().members.count
            await self._drop_strangers()
        records = await self._lacking()
        if records:
            await self._make(records)
        return True

    async def _drop_strangers(self) -> None:
        """Let go of vectors of what is no member any more."""
        table = self._found.table
        for number in range(table.count - 1, -1, -1):
            if number < table.count:
                id = table.key(number)[0]
                if not self._found.may_have_vector(id):
                    table.remove(id)
            if number % _LOOKED_AT == 0:
                await asyncio.sleep(0)

    async def _lacking(self) -> "list[Record]":
        """The next members without a vector of their present words."""
        found = self._found
        records: "list[Record]" = []
        while self._left > 0 and len(records) < self._batch:
            members = found.notebook().members
            if self._next >= members.count:
                self._next = 0
            if not members.count:
                self._left = 0
                break
            id = members.get(self._next).id
            self._next += 1
            self._left -= 1
            if self._left % _LOOKED_AT == 0:
                await asyncio.sleep(0)
            number = found.table.find(id)
            if not found.may_have_vector(id) or (number >= 0 and found.table.is_checked(number)):
                continue
            record = await found.read(id)
            number = found.table.find(id)
            if record is None or not record.words().strip():
                continue
            if number >= 0 and found.table.key(number)[1] == record.rev:
                found.table.check(number)
            else:
                found.table.remove(id)
                records.append(record)
        return records

    async def _make(self, records: "list[Record]") -> None:
        """Have the model make the vectors of these; after a failure it is given half as many."""
        found = self._found
        found.awaited = {record.id: record.rev for record in records}
        texts = [record.words()[:TEXT_MOST] for record in records]
        try:
            vectors = await found.model.embed(texts, PURPOSE)
            made = [shortened(vector) for vector in vectors]
            if len(made) != len(records):
                raise ValueError("%d vectors for %d texts" % (len(made), len(records)))
        except Exception:
            found.awaited = {}
            found.is_due = True
            if self._batch > 1:  # else it is passed over in this round: it may be this one
                self._next -= min(self._next, len(records))
                self._left += len(records)
                self._batch //= 2
            raise
        self._batch = min(_BATCH, 2 * self._batch)
        kept = []
        async with found.memory.lock:
            for record, vector in zip(records, made):
                found.fits(vector)
                # What has changed meanwhile is awaited no more.
                if found.awaited.get(record.id) == record.rev and found.may_have_vector(record.id):
                    found.table.put(record.id, record.rev, vector, True)
                    kept.append(record.id)
            found.awaited = {}
            self._append(kept)
        await self._save()

    # -- the file --------------------------------------------------------------------------------

    def _has_room(self) -> bool:
        """Whether the archive has room for it; if not it goes. For holders of the lock."""
        memory = self._found.memory
        if memory.log is None:
            return False
        blocks, free, _ = memory.log.space()
        if 100 * (blocks - free) < _FULL * blocks:
            return True
        if self._rows:
            self._rows = 0
            vector_file.remove(memory.root)
        self._found.is_outdated = True
        return False

    def _append(self, ids: "list[str]") -> None:
        """Append to the file. For holders of the lock."""
        found = self._found
        if found.is_outdated or not self._has_room():
            return
        self._rows += len(ids)
        found.is_outdated = True  # unless it succeeds
        try:
            vector_file.append(found.memory.root, found.table, ids)
            found.is_outdated = self._rows > 2 * found.table.count + _STALE
        except StoreFull:
            vector_file.remove(found.memory.root)

    async def _save(self) -> bool:
        """Write the file anew where that is due; False where it is not, or there is no room."""
        found = self._found
        if not found.is_outdated or not found.table.count:
            return False
        async with found.memory.lock:
            if not self._has_room():
                return False
            table = found.table
            try:
                for _ in vector_file.save(found.memory.root, table, found.model_name):
                    await asyncio.sleep(0)
            except StoreFull:
                vector_file.remove(found.memory.root)
                return False
            self._rows = table.count
            found.is_outdated = table is not found.table
        return True
