"""
Erasure: erases records for good, and resumes at a start what a power cut interrupted.

The commit is the rename of the file that `erasure_journal` owns: from then on nothing reads what
the journal covers, and the next start finishes the erasure. Hot memory and the texts of
conversations lose it at once. `scrub` then overwrites what is left on flash. `selection` finds the
records, `related_texts` what was said about them.
"""

import asyncio
import os
from binascii import crc32

from micropython import const

from memory.errors import ArchiveUnavailable, Broken, MemoryFault
from memory.hot.nvs_errors import NOT_FOUND
from memory.log.manifest import CRC, is_pack, remove_left, wrong
from memory.records.codec import readable
from memory.records.id_set import IdSet
from memory.records.ids import DELETION_MARK
from memory.search.query import Query
from memory.search.record_matching import by_id, is_wording

from .erasure_journal import ErasureJournal
from .related_texts import RelatedTexts
from .selection import SHOWN, Selection, select
from .turn_scrub import name_of, related_turns

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.interfaces import ConversationTexts, KeyValue
    from memory.log.log import Log
    from memory.store import Store

_WORDS_LEAST = const(3)  # characters of words that the scrub searches for: others contain fewer
_WORDINGS_MOST = const(16)  # earlier words of a record that are followed back
_SLOTS = const(256)
_ENOENT = const(2)


async def erase(
    store: "Store",
    wanted: dict,
    confirm: "Callable[[Selection], bool]",
    conversation: "ConversationTexts | None" = None,
) -> Selection:
    """
    Erase for good what `wanted` names: by `id`, by `content` (of `kind`), by `topic`, or
    `everything`. Nothing is done unless `confirm(selection)` returns True. `conversation` has the
    texts of the running conversation; without one those that flash holds are used
    (store.saved_conversation). Returns when nothing reads the records any more and no power cut
    brings them back. Raises NoMatch, Rejected, ArchiveUnavailable, StoreFull, Broken.
    """
    if store.log is None:
        raise ArchiveUnavailable("away", "the archive is not mounted")
    async with store.lock:
        return await erase_locked(store, wanted, confirm, conversation or store.saved_conversation)


async def erase_locked(
    store: "Store",
    wanted: dict,
    confirm: "Callable[[Selection], bool]",
    conversation: "ConversationTexts | None",
) -> Selection:
    """`erase`, for holders of the lock; `wanted` may name several by `ids`."""
    selection = Selection()
    if wanted.get("everything"):
        selection.everything = True
        if confirm(selection):
            await _wait_for_readers(store)
            store.backends.clear()
            _commit_everything(store)
            store.erasures += 1
            store.reopen()
            _remove_texts(conversation, lambda text: True)  # in RAM; flash has none any more
            selection.done = True
        return selection
    related = RelatedTexts(conversation)
    await select(store, wanted, selection, related)
    if store.derived is not None:
        for record in await store.derived.alike(selection):
            selection.add(record)
            related.add(record)
    if not selection.count or not confirm(selection):
        return selection
    if store.derived is not None:
        await store.derived.erasing(selection)
    await _keep_history(store, selection)
    related.compare(one.words() for one in store.at_hand() if not selection.has(one))
    turns = await related_turns(store, related)
    await store.backends.forget(selection.ids)
    await _wait_for_readers(store)
    for name in ("/vectors.new", "/vectors"):  # also while no backend owns them
        remove_left(store.root + name)
    _commit(store, selection, related.crcs, turns)
    _remove_texts(conversation, lambda text: crc32(text.encode()) in related.crcs)
    selection.done = True
    try:
        await _find_mentions(store, selection)
    except (MemoryFault, MemoryError):
        pass  # the erasure stands; only the report is shorter
    return selection


async def _keep_history(store: "Store", selection: Selection) -> None:
    """
    Have what was true before an erased record stand by itself, since what names an erased one
    goes with it; its line may also have the erased words as the state that came next.
    """
    for first in selection.before:
        id: "str | None" = first
        for _ in range(_WORDINGS_MOST):
            found = None if id is None else await by_id(store.hot_store, store.archive, id, True)
            if found is None or selection.has(found[0]):
                break
            if not is_wording(found[0]):
                by = found[0].get("superseded_by")
                if by is not None and selection.has_id(by) and found[0].content:
                    now = store.clock.now()
                    store.archive.revise(found[0].revised(now, superseded_by=None))
                break
            id = found[0].get("supersedes")


async def erase_turns(store: "Store", names: "list[tuple[str, int]]") -> None:
    """
    Erase turns for good, by session and index. Returns when nothing reads them any more and no
    power cut brings them back. Raises ArchiveUnavailable, StoreFull, Broken.
    """
    if store.log is None:
        raise ArchiveUnavailable("away", "the archive is not mounted")
    async with store.lock:
        await _wait_for_readers(store)
        journal = _new_journal(store)
        journal.turns.update([name_of(session, index) for session, index in names])
        journal.save()
        store.erasure_journal = store.archive.erasure_journal = journal
        store.erasures += 1


def _remove_texts(
    conversation: "ConversationTexts | None", unwanted: "Callable[[str], bool]"
) -> None:
    try:
        if conversation is not None:
            conversation.remove(unwanted)
    except OSError as e:  # the next start does it
        raise Broken("nvs", "forgetting what was said failed: %r" % e)


async def _wait_for_readers(store: "Store") -> None:
    """Wait until no recall or export is between two of its steps."""
    while store.readers:
        await asyncio.sleep(0)


async def _find_mentions(store: "Store", selection: Selection) -> None:
    """Find the other records with the same words, which stay and are named to the owner."""
    if selection.count != 1 or not selection.records or not selection.records[0].content:
        return
    words = selection.records[0].content
    query = Query(None, words, limit=SHOWN)
    query.any_kind = query.trashed = True
    selection.mentions, selection.also = await store.recall(query)
    journal, log = store.erasure_journal, store.log
    if (
        not selection.also
        and len(words) > _WORDS_LEAST
        and journal is not None
        and log is not None
    ):
        journal.look_for(words.encode(), store.changes, log.position, store.turns.position)


# -- the commit ------------------------------------------------------------------------------


def _new_journal(store: "Store") -> ErasureJournal:
    """A journal with the erasures that are not yet cleaned up, to be added to."""
    if store.erasure_journal is not None:
        return store.erasure_journal.copy()
    journal = ErasureJournal(store.root)
    journal.since = store.clock.now()
    return journal


def _commit(
    store: "Store", selection: Selection, text_crcs: "list[int]", turns: "list[int] | None"
) -> None:
    journal = _new_journal(store)
    for page, bits in selection.ids.pages.items():
        mine = journal.ids.pages.setdefault(page, bytearray(128))
        for at in range(128):
            mine[at] |= bits[at]
    journal.count += selection.count
    for id, rev in selection.states.items():
        journal.states[id] = max(rev, journal.states.get(id, 0))
    journal.index = journal.index or selection.only_in_index
    journal.said += text_crcs
    journal.all_turns = turns is None
    journal.turns.update(turns or ())
    journal.save()
    store.erasure_journal = store.archive.erasure_journal = journal
    store.erasures += 1
    _erase_hot(store, journal)
    _erase_all_turns(store, journal)


def _erase_all_turns(store: "Store", journal: ErasureJournal) -> None:
    """Remove the files of all turns if the journal says so, before another turn is appended."""
    if journal.all_turns and _wipe_turns(store):
        journal.all_turns = False
        journal.save()


def _wipe_turns(store: "Store") -> bool:
    """False where the turns cannot be mounted: the scrub then erases their partition."""
    try:
        store.turns.wipe()
    except ArchiveUnavailable:
        return False
    return True


def _erase_hot(store: "Store", journal: ErasureJournal) -> None:
    """Delete from hot memory what the journal covers, one by one, which needs no room."""
    hot = store.hot_store
    for key in hot.keys():
        id = key[5:].decode() + str(int.from_bytes(key[1:5], "big"))
        record = None if key.startswith(DELETION_MARK) else readable(key, hot.get(key) or b"")
        if journal.has(id) or (record is not None and journal.covers(record)):
            hot.delete(key)


def _commit_everything(store: "Store") -> None:
    """Commit the erasure of everything. The next `open` of the store carries it out."""
    journal = _new_journal(store)
    journal.ids = IdSet()
    journal.segment = 0
    counter = 0 if store.log is None else store.log.manifest.counter
    journal.all = (store.ids.epoch, max(store.ids.last, counter))
    journal.save()


# -- at a start ------------------------------------------------------------------------------


def resume_before_open(store: "Store") -> "tuple[str | None, int]":
    """
    Resume an erasure at a start, before the store reads anything. Returns (epoch, highest id
    counter) of a memory that was erased as a whole just now; (None, 0) otherwise.
    """
    journal = ErasureJournal(store.root)
    try:
        _resume(journal, store)
    except MemoryFault as e:
        # The archive has records that must not be read, and which ones is not known.
        store.give_up_archive(str(e))
        return None, 0
    store.erasure_journal = store.archive.erasure_journal = journal
    return journal.all or (None, 0)


def resume_after_open(store: "Store", journal: ErasureJournal, wiped: bool) -> None:
    """
    Resume an erasure when the store is open and gives ids of the new epoch. Raises StoreFull or
    Broken: then nothing may be recorded, or the next start would erase it with the rest.
    """
    _erase_hot(store, journal)
    if wiped:
        journal.wiped(store.ids.epoch)
    elif journal.segment and store.log is not None:
        try:
            _measure(store.log, journal.segment)
        except MemoryFault as e:  # the scrub measures it again
            store.report("manifest", str(e))


def _measure(log: "Log", number: int) -> None:
    """Correct the checksum of an uncompressed segment that may have been overwritten."""
    row = log.row(number)
    if row is None or is_pack(row):
        return
    crc = 0
    for chunk in log.raw(log.path_of(row)):
        crc = crc32(chunk, crc)
    if row[CRC] != "%08x" % crc:
        row[CRC] = "%08x" % crc
        log.manifest.save()


def _resume(journal: ErasureJournal, store: "Store") -> None:
    """Read the journal. Erase everything if it says so, else the conversation texts it lists."""
    journal.load()
    for name in ("/fill", "/life/fill"):
        remove_left(store.root + name)
    if journal.all is None:
        _erase_all_turns(store, journal)
    try:
        if journal.all is not None:
            _wipe(store)
        elif journal.said and store.saved_conversation is not None:
            store.saved_conversation.remove(lambda text: crc32(text.encode()) in journal.said)
    except OSError as e:
        raise Broken("nvs", "forgetting failed: %r" % e)


def _wipe(store: "Store") -> None:
    """Erase hot memory, conversations and the archive's files. Any of it may be gone already."""
    for slot in range(_SLOTS):
        _erase_key(store.kv, "s%03d" % slot)
    for key in ("journal", "committed", "restored", "ids", "epoch", "format"):
        _erase_key(store.kv, key)
    if store.saved_conversation is not None:
        store.saved_conversation.erase()
    _wipe_turns(store)
    root = store.root
    for name in ("snapshot", "manifest", "index", "vectors"):
        remove_left("%s/%s.new" % (root, name))
        remove_left("%s/%s" % (root, name))
    try:
        names = [entry[0] for entry in os.ilistdir(root + "/life")]
    except OSError as e:
        if e.args[0] != _ENOENT:
            raise wrong(e, "listing the segments")
        names = []
    for name in names:
        remove_left("%s/life/%s" % (root, name))


def _erase_key(kv: "KeyValue", key: str) -> None:
    try:
        kv.erase_key(key)
        kv.commit()
    except OSError as e:
        if e.args[0] != NOT_FOUND:
            raise
