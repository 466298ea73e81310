"""
Purge: what the owner takes out of the trash for good, before its time is over.

Erases it as `erasure` does, and leaves of each record a tombstone: a line with a hash of its
words, so that no import brings them back (docs/FORMAT.md section 4). The tombstones are written
first: a cut between the two leaves the record in the trash, and one that does nothing there.
"""

from micropython import const

from memory.archive.record_lines import entry_of
from memory.errors import ArchiveUnavailable, NoMatch
from memory.records.codec import deletion_line
from memory.search import record_matching
from memory.search.trash_query import TrashQuery

from . import erasure

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import ConversationTexts
    from memory.records.record import Record
    from memory.store import Store

_TOGETHER_MOST = const(100)  # that went to the trash together: wordings of one memory


async def purge(
    store: "Store", id: str, conversation: "ConversationTexts | None" = None
) -> "list[str]":
    """
    Erase the record `id`, and what went to the trash with it; their ids. `conversation` as
    `erasure.erase` has it. Raises NoMatch where it is not in the trash, ArchiveUnavailable,
    StoreFull, Broken.
    """
    if store.log is None:
        raise ArchiveUnavailable("away", "the archive is not mounted")
    async with store.lock:
        found = await record_matching.by_id(store.hot_store, store.archive, id, True)
        if found is None or found[0].get("trashed_at") is None:
            raise NoMatch("not_in_trash", "%s is not in the trash" % id, [], id=id)
        rows = [found[0]]
        if found[0].get("trashed_with", id) == id:
            query = TrashQuery(store.clock.now(), _TOGETHER_MOST, together=id)
            page, _ = await store.recall(query)
            rows += [one for one in page if one.id != id]
        _leave_tombstones(store, rows)
        ids = [one.id for one in rows]
        texts = conversation or store.saved_conversation
        await erasure.erase_locked(store, {"ids": ids}, lambda selection: True, texts)
        return ids


def _leave_tombstones(store: "Store", rows: "list[Record]") -> None:
    now = store.clock.now()
    entries = []
    known: "list[bytes]" = []
    for record in rows:
        words_hash = record.words_hash()
        if words_hash not in known:
            known.append(words_hash)
            id = store.new_id()
            text = deletion_line(id, record.kind, 1, now, None, words_hash)
            entries.append(entry_of(text, None, id, 1))
    store.log.append(entries, spare=True)  # type: ignore[union-attr]
