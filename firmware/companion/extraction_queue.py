"""
Pending: what was found in the running conversation, until memory has it.

Owns three keys of its NVS namespace and the queue in RAM. `hear` reads an utterance and queues
what `extract` finds in it; `flush`, at the end of the conversation, writes the queue to memory as
one pass. Knows neither extractor, engine nor clock: `extract` and `write` are injected, the time
comes with the words.

Bounds: 16 items, 600 bytes as they are kept. What is found when either is reached is dropped and
reported; `full` says beforehand that a flush is due.

Kept over a power cut: every 4th item saves the queue, so that a cut loses at most the 3 found last
(and a conversation of fewer than 4 items wholly). A save goes to the one of the keys q0 and q1
that is free, then the other is erased: neither is ever written while it is the only copy. `done`
follows every write of a flush, so that after a cut one item at most is offered to memory twice,
and again before anything else was said: the same text is NOOP there. docs/FORMAT.md section 8 has
the bytes.
"""

from binascii import crc32
from struct import pack, unpack_from

from memory.errors import CapReached, ClockUnset, MemoryFault, Refused, Rejected, Secret
from memory.records.kinds import BY_LETTER, BY_NAME, PROFILE
from memory.text.folding import HIDDEN
from memory.text.script import fold
from micropython import const
from mind.predicates import is_over

from firmware.system.nvs import erase, put, put_number, read_blob, read_number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from memory.interfaces import KeyValue

KEYS = ("q0", "q1", "done")  # in NVS
_ITEMS = const(16)
_BYTES = const(600)
_EVERY = const(4)  # items between two saves
_TRIES = const(5)  # flushes that an item may be refused in
_HEAD = const(13)
_FIELDS = ("relation", "when", "repeat", "duration", "due", "remind", "done", "p")
_TIMES = ("due", "remind")
_TASTES = ("like", "dislike")
_LINKS = ("location", "fact")  # what was so before is history: 北京, 上海, 北京 are three
_NEEDS_CLOCK = ("event", "schedule", "birthday")


class Item:
    """
    One thing to write: `kind`, `content`, `fields` as Memory.write takes them. The turn that it
    comes from, `session/index`, is in RAM alone.
    """

    def __init__(self, kind: str, content: str, fields: dict, turn: str = "") -> None:
        self.kind = kind
        self.content = content
        self.fields = fields
        self.turn = turn
        self.tries = 0  # flushes that it was refused in

    def encoded(self) -> bytes:
        """Its bytes in a save."""
        out = bytearray(BY_NAME[self.kind].letter.encode())
        _put_text(out, self.content)
        out.append(len(self.fields))
        for name in _FIELDS:
            if name in self.fields:
                out.append(_FIELDS.index(name))
                _put_text(out, str(self.fields[name]))
        return bytes(out)

    def replaces(self, other: "Item") -> bool:
        """True where the other item says the same, or was never so."""
        same = fold(self.content) == fold(other.content)
        if self.kind in _TASTES and other.kind in _TASTES:
            return same
        same = (same and self.fields == other.fields) or self.kind in PROFILE
        return same and self.kind == other.kind and self.kind not in _LINKS


def _put_text(out: bytearray, text: str) -> None:
    data = text.encode()
    out.append(len(data))
    out.extend(data)


def _get_text(data: bytes, at: int) -> "tuple[str, int]":
    end = at + 1 + data[at]
    if end > len(data):
        raise ValueError("cut off")
    return data[at + 1 : end].decode(), end


def _decoded(data: bytes, count: int) -> "list[Item]":
    """The items of a save. Raises ValueError, IndexError or KeyError where they are none."""
    items = []
    at = _HEAD
    for _ in range(count):
        kind = BY_LETTER[chr(data[at])]
        content, at = _get_text(data, at + 1)
        fields: "dict[str, object]" = {}
        at += 1
        for _ in range(data[at - 1]):
            name = _FIELDS[data[at]]
            value, at = _get_text(data, at + 1)
            fields[name] = int(value) if name in ("duration", "p") else value
        items.append(Item(kind, content, fields))
    return items


def _has_time(found: "Any") -> bool:
    return found.kind in _NEEDS_CLOCK or [1 for name in _TIMES if name in found.fields] != []


def is_kept(kv: "KeyValue") -> bool:
    """True where NVS holds a save of the queue, readable or not: a power cut left it."""
    for key in ("q0", "q1"):
        try:
            if read_blob(kv, key, bytearray(1)) is not None:
                return True
        except OSError:  # too long for this buffer
            return True
    return False


class ExtractionQueue:
    """
    The queue. `kv` is an NVS namespace whose keys q0, q1 and done are its own (set_i32, get_i32,
    set_blob, get_blob, erase_key, commit); `notify(event, **fields)` hears `extracted {id, kind,
    content}` for each record that memory added or changed, and `log {level, module, text}` for
    what it did not take; `extract(text, now)` finds what is worth remembering in an utterance
    (mind.heard.read). Without it nothing can be heard, and the queue can only be looked at.
    """

    def __init__(self, kv: "Any", notify: "Any" = None, extract: "Any" = None) -> None:
        self._kv = kv
        self._extract = extract
        self._notify = notify or (lambda event, **fields: None)
        self._items: "list[Item]" = []
        self._first = 0  # number of the first item in the queue
        self._save = 0  # number of the last save
        self._key = 0  # which of q0 and q1 holds it; the other is free
        self._unsaved = 0  # items queued since
        self._moved = False  # True where one was replaced since: the numbers of the save are off
        self._stale = False  # True where flash has an item that is dropped or changed since
        self._busy = False  # True while a flush runs

    def __len__(self) -> int:
        return len(self._items)

    @property
    def full(self) -> bool:
        """True where there may be no room for what the next utterance holds: flush first."""
        return len(self._items) > _ITEMS - 8 or self._bytes() > _BYTES - 300

    def _bytes(self) -> int:
        return sum([len(item.encoded()) for item in self._items])

    # -- starting ------------------------------------------------------------------------------

    def open(self) -> None:
        """Take up what a power cut left; call it first, once. A flush should follow."""
        done = self._i32("done") or 0
        self._first = done
        saves = [self._load(0), self._load(1)]
        if saves[0][0] or saves[1][0]:
            self._key = 0 if saves[0][0] > saves[1][0] else 1
            self._save, self._first, self._items = saves[self._key]
        spare = 1 - self._key
        if saves[spare][0] or saves[spare][1] < 0:
            self._erase(spare)
        over = min(max(done - self._first, 0), len(self._items))
        self._items = self._items[over:]
        self._first = max(self._first, done)
        if self._save and not self._items:
            self._erase(self._key)

    def _load(self, key: int) -> "tuple[int, int, list]":
        """(save, first, items) of a key; (0, 0, []) where it is absent, (0, -1, []) if damaged."""
        buffer = bytearray(_HEAD + _BYTES)
        try:
            size = read_blob(self._kv, "q%d" % key, buffer)
        except OSError:
            return 0, -1, []
        if size is None:
            return 0, 0, []
        data = bytes(buffer[:size])
        try:
            if len(data) < _HEAD:
                raise ValueError("too short")
            crc, save, first, count = unpack_from("<IIIB", data)
            if crc != crc32(data[4:]):
                raise ValueError("does not check")
            return save, first, _decoded(data, count)
        except (ValueError, IndexError, KeyError) as e:
            self._log("warning", "q%d: %r; dropped" % (key, e))
            return 0, -1, []

    # -- listening -----------------------------------------------------------------------------

    def hear(self, text: str, now: "int | None", turn: str = "") -> int:
        """
        Queue what is worth remembering in an utterance of the owner; how much that was. `now` is
        local seconds, or None while the clock is not set: then nothing that has a date is taken.
        `turn` is the evidence: `session/index`, or "" where turns are not kept.
        May take one NVS write, every 4th item.
        """
        count = 0
        for found in self._extract(text, now or 0):
            if now is not None or not _has_time(found):
                count += self.add(Item(found.kind, found.content, found.fields, turn))
        if self._unsaved >= _EVERY and not self._busy:
            self._persist()
        return count

    def first_time(self) -> str:
        """The first minute at which a todo among the items is due or told; "" for none."""
        found = [one.fields[name] for one in self._items for name in _TIMES if name in one.fields]
        return min(found) if found else ""

    def texts(self) -> list:
        """What the items say."""
        return [item.content for item in self._items]

    def items(self) -> "list[Item]":
        """What waits, in the order heard."""
        return list(self._items)

    def drop(self, items: "list[Item]") -> bool:
        """Drop these very items; False where flash still has one of them: call it again."""
        kept = [item for item in self._items if not any(item is one for one in items)]
        self._stale = self._stale or len(kept) < len(self._items)
        self._items = kept
        return self._save_change()

    def exchange(self, old: Item, new: Item) -> bool:
        """Put another item in the place of one that waits; False as of `drop`."""
        self._items = [new if item is old else item for item in self._items]
        self._stale = True
        return self._save_change()

    def _save_change(self) -> bool:
        """Save the queue where flash has items that are not so any more."""
        if self._stale and self._save:
            self._persist()
        else:
            self._stale = False
        return not self._stale

    def remove(self, unwanted: "Callable[[str], bool]") -> None:
        """Drop the items of which `unwanted(content)`, also of a flush that is under way."""
        kept = [item for item in self._items if not unwanted(item.content)]
        if len(kept) < len(self._items):
            self._items = kept
            self._persist()

    def add(self, item: Item) -> int:
        """1 where the item is in the queue afterwards, and was not before."""
        if item.content.find(HIDDEN) >= 0:
            self._log("info", "not remembered: a secret")
            return 0
        for other in reversed(self._items):
            if item.encoded() == other.encoded():
                return 0
            if item.kind == other.kind and is_over(item.kind, other.content, item.content):
                break  # what was said before it is so again
        # While memory is written, nothing that is on its way may be taken back.
        kept = [other for other in self._items if self._busy or not item.replaces(other)]
        room = _BYTES - len(item.encoded()) - sum([len(other.encoded()) for other in kept])
        if len(kept) >= _ITEMS or room < 0:
            self._log("warning", "too much at once, not kept: %s %s" % (item.kind, item.content))
            return 0
        self._moved = self._moved or len(kept) < len(self._items)
        self._items = kept + [item]
        self._unsaved += 1
        return 1

    def _persist(self) -> None:
        """Save the queue under fresh numbers; failing flash is reported, RAM has it still."""
        first = self._first + _ITEMS
        body = pack("<IIB", self._save + 1, first, len(self._items))
        body += b"".join([item.encoded() for item in self._items])
        key = 1 - self._key
        try:
            if self._items:
                put(self._kv, "q%d" % key, pack("<I", crc32(body)) + body)
            if self._save and not self._erase(self._key) and not self._items:
                return  # what is left there would be offered after a restart
        except OSError as e:
            self._log("error", "saving failed: %r" % e)
            return
        self._first = first
        self._save += 1
        self._key = key
        self._unsaved = 0
        self._moved = False
        self._stale = False

    # -- the end of a conversation -------------------------------------------------------------

    async def flush(self, write: "Callable[[str, str, dict], Awaitable[Any]]") -> list:
        """
        Offer every item to `write(kind, content, fields)`, a coroutine, in the order heard; what
        it answered. What it answers for leaves the queue. An error decides:

            Rejected, CapReached       dropped, with a report: it would be refused again
            ClockUnset                 kept; the others are offered still
            other Refused (StoreFull)  kept, and the pass ends: there is no room for anything
            other MemoryFault, OSError the same: flash fails; MemoryError too

        Kept items are offered again at the next flush, 5 times at most. A second flush while one
        runs does nothing.
        """
        if self._busy:
            return []
        self._busy = True
        try:
            return await self._pass(write)
        finally:
            self._busy = False

    async def _pass(self, write: "Any") -> list:
        answers = []
        kept: "list[Item]" = []
        if self._moved and self._save:
            self._persist()
        saved = self._save > 0 and len(self._items) > 0
        for item in list(self._items):
            if not any(other is item for other in self._items):
                continue  # forgotten meanwhile
            keep, answer = await self._offer(write, item)
            if answer is not None:
                answers.append(answer)
            if keep == 2:
                break
            self._items = [other for other in self._items if other is not item]
            if keep:
                kept.append(item)
            elif saved and not kept:
                self._first += 1
                self._count_done()
        self._items = kept + self._items
        if kept or self._items or saved:
            self._persist()
        return answers

    async def _offer(self, write: "Any", item: Item) -> "tuple[int, Any]":
        """(0 done with it, 1 keep it, 2 keep it and stop; the answer or None)."""
        fields = dict(item.fields, evidence=(item.turn,)) if item.turn else item.fields
        try:
            answer = await write(item.kind, item.content, fields)
        except (Rejected, CapReached) as e:
            self._dropped(item, e)
            return 0, None
        except (MemoryFault, OSError, MemoryError) as e:
            item.tries += 1
            if isinstance(e, Refused) and item.tries >= _TRIES:
                self._dropped(item, e)
                return 0, None
            self._log("warning", "kept for later: %s %s: %s" % (item.kind, item.content, e))
            return 1 if isinstance(e, ClockUnset) else 2, None
        record = getattr(answer, "record", None)
        if record is not None and answer.result != "NOOP":
            self._notify("extracted", id=record.id, kind=record.kind, content=record.content)
        return 0, answer

    def _dropped(self, item: Item, e: MemoryFault) -> None:
        words = HIDDEN if isinstance(e, Secret) else item.content
        self._log("warning", "not remembered: %s %s: %s" % (item.kind, words, e))

    def _count_done(self) -> None:
        try:
            put_number(self._kv, "done", self._first)
        except OSError as e:  # then a cut offers it again, and memory answers NOOP
            self._log("error", "counting failed: %r" % e)

    # -- the key-value store -------------------------------------------------------------------

    def _i32(self, key: str) -> "int | None":
        try:
            return read_number(self._kv, key)
        except OSError as e:
            self._log("error", "reading %s failed: %r" % (key, e))
            return None

    def _erase(self, key: int) -> bool:
        try:
            erase(self._kv, "q%d" % key)
            self._kv.commit()
        except OSError as e:
            self._log("error", "erasing q%d failed: %r" % (key, e))
            return False
        return True

    def _log(self, level: str, text: str) -> None:
        self._notify("log", level=level, module="pending", text=text)
