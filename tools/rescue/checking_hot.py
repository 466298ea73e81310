"""
Checking hot memory: what NVS holds, against docs/FORMAT.md sections 1, 2, 3 and 8.

Looks at the values as they lie there, before any start mends them. What a power cut leaves and
the next start puts right is a note.
"""

from struct import unpack_from
from typing import Any, NamedTuple
from zlib import crc32

from . import nvs
from .device import module
from .findings import DAMAGE, NOTE, Finding

_HEAD = 13  # of a slot: crc 4, seq 4, mark 4, key length 1
_SLOTS, _SLOT_MOST = 256, 700
_JOURNAL_HEAD = 9
_KEY_SLOTS = 10  # of the HTTP transport
_ENTRIES_MOST = 1386 * 85 // 100
_MENDS = "the next start mends it"
_SNAPSHOT = "the next start puts it back from the snapshot, if that has it"


class Slot(NamedTuple):
    """A slot that checks; `record` is None for a mark of a deletion, or what a newer one wrote."""

    number: int
    seq: int
    mark: int
    key: bytes
    record: Any


class Hot:
    """`slots` that count, `findings`, and `epoch` and `ceiling` where NVS names them."""

    def __init__(self, values: "dict[tuple[str, str], nvs.Value]", used: int) -> None:
        self.findings: list[Finding] = []
        self._mem = {key: value for (of, key), value in values.items() if of == "mem"}
        self._values = values
        self.slots: list[Slot] = []
        self.epoch = self._number("epoch")
        self.ceiling = self._number("ids")
        self._check_format()
        self._check_slots()
        self._check_journal()
        self._check_keys()
        self._check_ids()
        self._check_talk()
        self._check_rest()
        if used > _ENTRIES_MOST:
            self._note("nvs", f"{used} entries are in use; none above {_ENTRIES_MOST} for records")

    def _damage(self, where: str, what: str, advice: str = "") -> None:
        self.findings.append(Finding(DAMAGE, where, what, advice))

    def _note(self, where: str, what: str, advice: str = "") -> None:
        self.findings.append(Finding(NOTE, where, what, advice))

    def _number(self, key: str) -> "int | None":
        value = self._mem.get(key)
        return value if isinstance(value, int) else None

    def _check_format(self) -> None:
        found = self._number("format")
        known = module("hot.recovery").FORMAT
        if found is not None and found > known:
            self._damage("mem/format", f"hot memory has format {found}, known here is {known}")
        elif found is None and self._mem:
            self._damage("mem/format", "is missing", _MENDS)

    # -- slots and batches -----------------------------------------------------------------------

    def _check_slots(self) -> None:
        for number in range(_SLOTS):
            name = f"s{number:03d}"
            blob = self._mem.get(name)
            if blob is None:
                continue
            if not isinstance(blob, bytes) or not _HEAD < len(blob) <= _SLOT_MOST:
                self._damage(f"mem/{name}", "is no slot", _SNAPSHOT)
                continue
            crc, seq, mark, size = unpack_from("<IIIB", blob)
            if crc != crc32(blob[4:]) or len(blob) < _HEAD + size:
                self._damage(f"mem/{name}", "its checksum is wrong", _SNAPSHOT)
                continue
            self._take_slot(number, seq, mark, blob[_HEAD : _HEAD + size], blob[_HEAD + size :])

    def _take_slot(self, number: int, seq: int, mark: int, key: bytes, value: bytes) -> None:
        where = f"mem/s{number:03d}"
        record = None
        if key[:1] == module("records.ids").DELETION_MARK and len(key) == 8:
            if len(value) != 9:
                self._damage(where, "a mark of a deletion has another length")
        else:
            try:
                record = module("records.codec").decode(key, value)
            except module("errors").CorruptRecord as error:
                self._damage(where, f"{error}: written by a newer version, or damaged")
        self.slots.append(Slot(number, seq, mark, key, record))

    def _check_journal(self) -> None:
        committed = self._number("committed")
        if committed is None and any(slot.mark for slot in self.slots):
            what = "the number of the last batch is lost: all batches count"
            self._damage("mem/committed", what, _MENDS)
            committed = max(slot.mark for slot in self.slots)
        committed = committed or 0
        batch = 0
        slots = module("hot.slots")
        for name in map(slots.journal_key, range(slots.JOURNALS)):
            blob = self._mem.get(name)
            if isinstance(blob, bytes):
                batch = max(batch, self._read_journal(f"mem/{name}", blob, committed))
        for slot in [one for one in self.slots if one.mark > max(committed, batch)]:
            self._note(
                f"mem/s{slot.number:03d}",
                f"belongs to batch {slot.mark}, which was never committed",
                "the next start erases it",
            )
            self.slots.remove(slot)

    def _read_journal(self, where: str, blob: bytes, committed: int) -> int:
        """The number of its batch; its slots to be erased do not count any more."""
        sound = len(blob) >= _JOURNAL_HEAD and len(blob) == _JOURNAL_HEAD + blob[8]
        if not sound or unpack_from("<I", blob)[0] != crc32(blob[4:]):
            self._damage(where, "its checksum is wrong: its batch is dropped", _MENDS)
            return 0
        batch: int = unpack_from("<I", blob, 4)[0]
        what = "is being finished" if batch > committed else "is finished already"
        self._note(where, f"batch {batch} {what}", _MENDS)
        if batch > committed:
            gone = set(blob[_JOURNAL_HEAD:])
            self.slots = [slot for slot in self.slots if slot.number not in gone]
        return batch

    def _check_keys(self) -> None:
        newest: dict[bytes, Slot] = {}
        seqs: dict[int, int] = {}
        for slot in sorted(self.slots, key=lambda slot: slot.seq):
            if slot.seq in seqs:
                what = f"has the sequence number {slot.seq} of s{seqs[slot.seq]:03d}"
                self._damage(f"mem/s{slot.number:03d}", what)
            seqs[slot.seq] = slot.number
            if slot.key in newest:
                what = f"an older state of what s{slot.number:03d} has"
                self._note(f"mem/s{newest[slot.key].number:03d}", what, "the next start erases it")
            newest[slot.key] = slot
        ids: dict[bytes, Slot] = {}
        for slot in newest.values():
            other = ids.setdefault(slot.key[1:], slot)
            if other is not slot:
                what = f"has the id of s{other.number:03d}, as another kind"
                self._damage(f"mem/s{slot.number:03d}", what)
        self.slots = sorted(newest.values(), key=lambda slot: slot.key)

    def _check_ids(self) -> None:
        if self.epoch is None:
            if self.slots:
                self._damage("mem/epoch", "is missing", "the next start draws a new one")
            return
        if not 0 <= self.epoch < 46656:
            self._damage("mem/epoch", f"{self.epoch} is none")
            return
        name = module("hot.ids").epoch_text(self.epoch)
        if self.ceiling is None:
            self._damage("mem/ids", "is missing although there is an epoch", _MENDS)
            return
        for slot in self.slots:
            if slot.record is not None:
                self.check_id(f"mem/s{slot.number:03d}", name, slot.record.id)

    def check_id(self, where: str, epoch: str, id: str) -> None:
        """An id of this epoch must be below the ceiling: it could be given out once more."""
        if self.ceiling is not None and id[:3] == epoch and int(id[3:]) >= self.ceiling:
            self._damage(where, f"{id} is not below the ceiling of ids, {self.ceiling}", _MENDS)

    # -- the other namespaces --------------------------------------------------------------------

    def _check_talk(self) -> None:
        for pair in ("c", "q"):
            for key in (f"{pair}0", f"{pair}1"):
                blob = self._values.get(("talk", key))
                if blob is None:
                    continue
                if not isinstance(blob, bytes) or len(blob) < 8:
                    self._damage(f"talk/{key}", "is no ring or queue", "it is dropped")
                elif unpack_from("<I", blob)[0] != crc32(blob[4:]):
                    self._damage(f"talk/{key}", "its checksum is wrong", "it is dropped")

    def _check_rest(self) -> None:
        for key in ("p0", "p1"):
            blob = self._values.get(("cloud", key))
            if isinstance(blob, bytes) and int.from_bytes(blob[:4], "big") != crc32(blob[4:]):
                self._damage(
                    f"cloud/{key}", "its checksum is wrong", "the OTA service is asked anew"
                )
        for key in (f"k{number}" for number in range(_KEY_SLOTS)):
            blob = self._values.get(("cfg", key))
            if isinstance(blob, bytes) and int.from_bytes(blob[:4], "big") != crc32(blob[4:]):
                self._damage(f"cfg/{key}", "its checksum is wrong: it lets nobody in")
        token = self._values.get(("cfg", "token"))
        if token is not None and not (isinstance(token, bytes) and token.isascii() and token):
            self._damage("cfg/token", "is no token")
        uuid = self._values.get(("cloud", "uuid"))
        if uuid is not None and not (isinstance(uuid, bytes) and len(uuid) == 36):
            self._damage("cloud/uuid", "is no UUID")
        if self._values.get(("sys", "mkfs")):
            what = "the archive was being formatted: the next start formats it again"
            self._damage("sys/mkfs", what, "erase this key first where there is an archive")
