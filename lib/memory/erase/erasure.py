"""
Forgetting: choosing what is forgotten for good, and making it so.

The commit is the file that `forgotten` owns: from its rename on nothing reads what it covers, and
a start finishes the rest (`take_up`). Hot memory and what was said lose it at once; the bytes that
are left on flash are the business of `scrub`. Works for `store`, whose lock is held.
"""

import asyncio
import os
from binascii import crc32

from micropython import const

from memory.errors import ArchiveUnavailable, Broken, MemoryFault, Rejected
from memory.hot.nvs_errors import NOT_FOUND
from memory.log.lines import LINE_BYTES, lines_backward
from memory.log.manifest import CRC, is_pack, wrong
from memory.records.codec import readable
from memory.records.id_set import IdSet
from memory.records.ids import DELETION_MARK, counter_of
from memory.records.kinds import PROFILE, WRITABLE
from memory.search import record_matching
from memory.search.query import Query
from memory.text.folding import fold

from .erasure_journal import Forgotten

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from memory.interfaces import ConversationTexts
    from memory.records.record import Record

_SHOWN = const(6)  # records that are named: what would go, and what mentions the same words
_PIECE = const(3)  # bytes: a CJK character
_RUN = const(12)  # bytes in a row that a text shares with what is forgotten: it goes with it
_MET = const(64)  # texts of theirs that are compared with what was said
_LEAST = const(3)  # characters of words that are looked for afterwards: others may hold fewer
_SLOTS = const(256)
_ENOENT = const(2)


class Found:
    """
    What is to be forgotten: `ids`, `count` of them, the first few `records`, `everything`; then
    whether it is `done`, and how many others mention the words: `also`, the first few of
    `mentions`.
    """

    def __init__(self) -> None:
        self.ids = IdSet()
        self.count = 0
        self.records: "list[Record]" = []
        self.everything = False
        self.index = False  # True: the log has it no more, but the index may
        self.done = False
        self.also = 0
        self.mentions: "list[Record]" = []

    def has(self, record: "Record") -> bool:
        """True where it is among them."""
        return self.ids.has(record.id[:3].encode(), counter_of(record.id))

    def add(self, record: "Record") -> None:
        """One more."""
        if self.ids.add(record.id[:3].encode(), counter_of(record.id)):
            self.count += 1
            if len(self.records) < _SHOWN:
                self.records.append(record)


async def forget(
    store: "Any", wanted: dict, sure: "Any", conversation: "ConversationTexts | None" = None
) -> Found:
    """
    Forget for good. `wanted` names it by `id`, by `content` (of `kind`), by `topic`, or has
    `everything`. `sure(found)` is asked before anything is done. `conversation` has
    the texts of the running conversation, None where nobody speaks: then those that flash holds
    are taken (store.saved_conversation). Returns when none of it can be
    read any more and no power cut brings it back. Raises NoMatch, Rejected, ArchiveUnavailable,
    StoreFull, Broken.
    """
    if store.log is None:
        raise ArchiveUnavailable("away", "the archive is not mounted")
    async with store.lock:
        return await _forget(store, wanted, sure, conversation or store.saved_conversation)


async def _forget(
    store: "Any", wanted: dict, sure: "Any", conversation: "ConversationTexts | None"
) -> Found:
    found = Found()
    if wanted.get("everything"):
        found.everything = True
        if sure(found):
            await _idle(store)
            _begin_wipe(store)
            store.forgets += 1
            store.reopen()
            _remove_texts(
                conversation, lambda text: True
            )  # of what is in RAM; flash has none any more
            found.done = True
        return found
    said = Said(conversation)
    if wanted.get("topic"):
        await _with_topic(store, wanted["topic"], found, said)
    else:
        await _one(store, wanted, found, said)
    if not found.count or not sure(found):
        return found
    said.compare(one.words() for one in store.every(WRITABLE) if not found.has(one))
    await _idle(store)
    _commit(store, found, said.crcs)
    _remove_texts(conversation, lambda text: crc32(text.encode()) in said.crcs)
    found.done = True
    try:
        await _mention(store, found)
    except (MemoryFault, MemoryError):
        pass  # it is forgotten, whatever else cannot be told
    return found


def _remove_texts(
    conversation: "ConversationTexts | None", unwanted: "Callable[[str], bool]"
) -> None:
    try:
        if conversation is not None:
            conversation.remove(unwanted)
    except OSError as e:  # the next start does it
        raise Broken("nvs", "forgetting what was said failed: %r" % e)


async def _idle(store: "Any") -> None:
    """Wait until nobody is in the middle of reading."""
    while store.readers:
        await asyncio.sleep(0)


# -- choosing --------------------------------------------------------------------------------


async def _one(store: "Any", wanted: dict, found: Found, said: "Said") -> None:
    id, kind, content = wanted.get("id"), wanted.get("kind"), wanted.get("content")
    hot, archive = store.hot_store, store.archive
    one = None
    if id is not None:
        one = await record_matching.by_id(hot, archive, id)
        if one is None:  # deleted: its words may be there all the same
            in_log = await _is_in_log(store, id)
            if in_log or (id[:3] == store.ids.epoch and counter_of(id) <= store.ids.last):
                found.ids.add(id[:3].encode(), counter_of(id))
                found.count = 1
                found.index = not in_log
    elif kind in PROFILE and not content:
        known = [(record, True) for record in store.each(kind)]
        one = known[0] if known else None
    else:
        kinds = WRITABLE if kind is None else (kind,)
        one = await record_matching.by_content(store.every(kinds), archive, kinds, content)
        if one is not None and one[0].get("superseded_by") is not None:
            one = await record_matching.by_id(hot, archive, one[0].get("superseded_by")) or one
    if one is not None:
        found.add(one[0])
        said.meet(one[0])


async def _is_in_log(store: "Any", id: str) -> bool:
    """True where a line of the log is about an id, dead or not."""
    name = b'"id":"%s"' % id.encode()
    for number in store.log.segments():
        for text in lines_backward(store.log.tail(number), LINE_BYTES):
            if text.find(name) >= 0:
                return True
        await asyncio.sleep(0)
    return False


async def _with_topic(store: "Any", topic: str, found: Found, said: "Said") -> None:
    """All records whose topic is this one."""
    wanted = fold(topic.strip())
    if not wanted:
        raise Rejected("no_words", "a topic is needed", field="topic")
    for record in store.every(WRITABLE):
        if fold(record.get("topic", "")) == wanted:
            found.add(record)
            said.meet(record)
    for record in store.archive.matching(Query(None, topic)):
        if record is None:
            await asyncio.sleep(0)
        elif fold(record.get("topic", "")) == wanted:
            found.add(record)
            said.meet(record)


async def _mention(store: "Any", found: Found) -> None:
    """Which others hold the same words: they stay, and are told."""
    if found.count != 1 or not found.records or not found.records[0].content:
        return
    words = found.records[0].content
    found.mentions, found.also = await store.recall(Query(None, words, limit=_SHOWN))
    if not found.also and len(words) > _LEAST:
        store.forgotten.look_for(words.encode(), store.changes, store.log.position)


# -- what was said ---------------------------------------------------------------------------


class Said:
    """Which texts of a conversation are about what is forgotten: `crcs` of them."""

    def __init__(self, conversation: "ConversationTexts | None") -> None:
        texts = () if conversation is None else conversation.texts()
        self._texts = [(crc32(text.encode()), fold(text)) for text in texts]
        self._all = "\n".join([text for _, text in self._texts]).encode()
        self._met: "list[str]" = []  # words of theirs that share something with the texts
        self.crcs: "list[int]" = []

    def meet(self, record: "Record") -> None:
        """This record is forgotten."""
        words = [fold(part) for part in record.words().split("\n") if part]
        words = [one for one in words if self._may_be(one.encode())]
        self._met += words[: _MET - len(self._met)]
        for crc, text in self._texts if words else ():
            if crc not in self.crcs and any(is_about(text, one) for one in words):
                self.crcs.append(crc)

    def compare(self, others: "Iterable") -> None:
        """
        A pair of characters that a text shares with what is forgotten, and that none of the other
        records at hand has, tells too: a name in a question. `others` gives their words.
        """
        telling: "set[bytes]" = set()
        for words in self._met:
            telling.update([pair for pair in _pairs(words.encode()) if self._all.find(pair) >= 0])
        for words in others:
            if not telling:
                return
            data = fold(words).encode()
            telling = {pair for pair in telling if data.find(pair) < 0}
        for crc, text in self._texts:
            if crc not in self.crcs and any(text.encode().find(pair) >= 0 for pair in telling):
                self.crcs.append(crc)

    def _may_be(self, words: bytes) -> bool:
        """A cheap look, since a topic may have thousands of records."""
        size = min(2 * _PIECE, len(words))
        starts = range(0, len(words) - size + 1, _PIECE)
        return any(self._all.find(words[at : at + size]) >= 0 for at in starts)


def is_about(text: str, words: str) -> bool:
    """
    True where one folded text stands in the other, where they share four CJK characters or twelve
    letters in a row, or two fifths of the characters of either: rather too much than too little.
    """
    if words in text:
        return True
    one, other = text.encode(), words.encode()
    if len(one) > len(other):
        one, other = other, one
    return _shares_run(one, other) or _overlap(one, other) or _overlap(other, one)


def _shares_run(one: bytes, other: bytes) -> bool:
    return any(other.find(one[at : at + _RUN]) >= 0 for at in range(len(one) - _RUN + 1))


def _pairs(data: bytes) -> list:
    """Two neighbouring characters of three bytes each, or six letters, from each character on."""
    size = 2 * _PIECE
    starts = [at for at in range(len(data) - size + 1) if data[at] & 0xC0 != 0x80]
    return [data[at : at + size] for at in starts]


def _overlap(one: bytes, other: bytes) -> bool:
    """True where two fifths of the pairs of neighbours in `one` stand in `other`."""
    size = 2 * _PIECE
    pieces = [one[at : at + size] for at in range(0, len(one) - size + 1, _PIECE)]
    return len(pieces) > 2 and 5 * sum([other.find(one) >= 0 for one in pieces]) >= 2 * len(pieces)


# -- the commit ------------------------------------------------------------------------------


def _journal(store: "Any") -> Forgotten:
    """What is forgotten already, to be added to."""
    listed = Forgotten(store.root)
    before = store.forgotten
    if before is not None:
        listed.ids = before.ids.copy()
        listed.others = before.others
        listed.segment = before.segment
        listed.index = before.index
        listed.said = list(before.said)
        listed.since = before.since
        listed.count = before.count
        listed.words = list(before.words)
    else:
        listed.since = store.clock.now()
    return listed


def _commit(store: "Any", found: Found, said: list) -> None:
    listed = _journal(store)
    for page, bits in found.ids.pages.items():
        mine = listed.ids.pages.setdefault(page, bytearray(128))
        for at in range(128):
            mine[at] |= bits[at]
    listed.count += found.count
    listed.index = listed.index or found.index
    listed.said += said
    listed.save()
    store.forgotten = store.archive.forgotten = listed
    store.forgets += 1
    _forget_hot(store)


def _forget_hot(store: "Any") -> None:
    """Erase what was forgotten from hot memory; one by one, which needs no room."""
    hot, listed = store.hot_store, store.forgotten
    for key in hot.keys():
        id = key[5:].decode() + str(int.from_bytes(key[1:5], "big"))
        record = None if key.startswith(DELETION_MARK) else readable(key, hot.get(key) or b"")
        if listed.has(id) or (record is not None and listed.covers(record)):
            hot.delete(key)


def _begin_wipe(store: "Any") -> None:
    """The commit of forgetting everything. The next `open` does the rest."""
    listed = _journal(store)
    listed.ids = IdSet()
    listed.segment = 0
    listed.all = (store.ids.epoch, max(store.ids.last, store.log.manifest.counter))
    listed.save()


# -- at a start ------------------------------------------------------------------------------


def take_up(store: "Any") -> "tuple[str | None, int]":
    """
    Go on with forgetting that a cut interrupted, before anything is read. (epoch, highest id
    counter) of a memory that was wiped just now; (None, 0) for none.
    """
    listed = Forgotten(store.root)
    try:
        _take_up(listed, store)
    except MemoryFault as e:
        # What must not be read is in there: hot memory alone is used.
        store.give_up_archive(str(e))
        return None, 0
    store.forgotten = store.archive.forgotten = listed
    return listed.all or (None, 0)


def go_on(store: "Any", wiped: bool) -> None:
    """
    The rest, when memory is open and ids are of the new epoch. Raises StoreFull or Broken: then
    nothing may be told, or the next start would take it for what is to be wiped.
    """
    _forget_hot(store)
    if wiped:
        store.forgotten.wiped(store.ids.epoch)
    elif store.forgotten.segment and store.log is not None:
        try:
            _measure(store.log, store.forgotten.segment)
        except MemoryFault as e:  # the scrub does it again
            store.notify("recovered", what="manifest", detail=str(e))


def _measure(log: "Any", number: int) -> None:
    """A plain segment may have been written anew: the manifest gets its checksum."""
    row = log.row(number)
    if row is None or is_pack(row):
        return
    crc = 0
    for chunk in log.raw(log.path_of(row)):
        crc = crc32(chunk, crc)
    if row[CRC] != "%08x" % crc:
        row[CRC] = "%08x" % crc
        log.manifest.save()


def _take_up(listed: Forgotten, store: "Any") -> None:
    """
    Read what is forgotten. Where everything is, all files and hot memory go now; otherwise what
    was said of it does.
    """
    listed.load()
    for name in ("/fill", "/life/fill"):
        _remove(store.root + name)
    try:
        if listed.all is not None:
            _wipe(store)
        elif listed.said and store.saved_conversation is not None:
            store.saved_conversation.remove(lambda text: crc32(text.encode()) in listed.said)
    except OSError as e:
        raise Broken("nvs", "forgetting failed: %r" % e)


def _wipe(store: "Any") -> None:
    """Erase hot memory, what was said, and the archive's files. Any of it may be gone already."""
    for slot in range(_SLOTS):
        _erase(store.kv, "s%03d" % slot)
    for key in ("journal", "committed", "restored", "ids", "epoch", "format"):
        _erase(store.kv, key)
    if store.saved_conversation is not None:
        store.saved_conversation.erase()
    root = store.root
    for name in ("snapshot", "manifest", "index"):
        _remove("%s/%s.new" % (root, name))
        _remove("%s/%s" % (root, name))
    try:
        names = [entry[0] for entry in os.ilistdir(root + "/life")]
    except OSError as e:
        if e.args[0] != _ENOENT:
            raise wrong(e, "listing the segments")
        names = []
    for name in names:
        _remove("%s/life/%s" % (root, name))


def _erase(kv: "Any", key: str) -> None:
    try:
        kv.erase_key(key)
        kv.commit()
    except OSError as e:
        if e.args[0] != NOT_FOUND:
            raise


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError as e:
        if e.args[0] != _ENOENT:
            raise wrong(e, "removing " + path)
