"""
The `esp32` module of the ESP32 port, on the simulated chip: NVS and Partition.

Same methods, same checks, same errors as ports/esp32/esp32_nvs.c and esp32_partition.c over
ESP-IDF v5.5.1. Owns no state: both reach the flash through sim.chip, which must be powered on.
Left out: what needs an app image in the slots (set_boot, get_next_update,
mark_app_valid_cancel_rollback) and the rest of the module (RMT, ULP, sleep).
"""

from binascii import crc32
from errno import EINVAL, ENOENT
from struct import unpack_from

from _esp_err import (
    INVALID_ARG,
    INVALID_SIZE,
    NVS_INVALID_HANDLE,
    NVS_NOT_INITIALIZED,
    esp_error,
)
from micropython import const

from sim import chip

_SECTOR = const(4096)
_I32_MIN = const(-0x80000000)
_I32_MAX = const(0x7FFFFFFF)
_ANY = const(0xFF)
_OTADATA = const(0x00)  # data subtype
_FACTORY = const(0x00)  # app subtypes
_OTA_0 = const(0x10)
_OTA_LAST = const(0x1F)
_TEST = const(0x20)
_OTA_INVALID = const(3)  # states of an otadata entry
_OTA_ABORTED = const(4)


class NVS:
    """One namespace of the partition `nvs`, made if it is new. Keys have at most 15 bytes."""

    def __init__(self, namespace: str):
        store = chip.nvs()
        if store is None:
            raise esp_error(NVS_NOT_INITIALIZED)
        self._store = store
        self._namespace = self._store.namespace(_text(namespace))

    def __repr__(self) -> str:
        return "<NVS namespace>"

    def set_i32(self, key: str, value: int) -> None:
        """Store a number of 32 bits. Raises OverflowError, or OSError with an ESP_ERR_NVS name."""
        if not isinstance(value, (int, bool)):  # no subclass in MicroPython
            raise TypeError("can't convert %s to int" % type(value).__name__)
        if not _I32_MIN <= value <= _I32_MAX:
            raise OverflowError("overflow converting long int to machine word")
        self._store.set_i32(self._namespace, _text(key), int(value))

    def get_i32(self, key: str) -> int:
        return self._store.get_i32(self._namespace, _text(key))

    def set_blob(self, key: str, value: bytes) -> None:
        """Store the bytes of a buffer. An equal value is not written again."""
        self._store.set_blob(self._namespace, _text(key), value)

    def get_blob(self, key: str, buffer: "bytearray | memoryview") -> int:
        """Fill the start of `buffer`; the size of the blob. Raises OSError if it does not fit."""
        if not isinstance(buffer, (bytearray, memoryview)):
            raise TypeError("object with buffer protocol required")
        return self._store.get_blob(self._namespace, _text(key), buffer)

    def erase_key(self, key: str) -> None:
        self._store.erase_key(self._namespace, _text(key))

    def commit(self) -> None:
        """Nothing to do: a value is on flash when set returns."""
        if not self._store.open:
            raise esp_error(NVS_INVALID_HANDLE)


class Partition:
    """A row of the partition table as a block device, simple and extended interface."""

    BOOT = 0
    RUNNING = 1
    TYPE_APP = 0
    TYPE_DATA = 1

    def __init__(self, which: "int | str | tuple", block_size: int = _SECTOR):
        row: "tuple | None"
        if isinstance(which, tuple):
            row = which  # of the table; find() comes here
        elif isinstance(which, int):
            if which not in (self.BOOT, self.RUNNING):
                raise ValueError
            row = _boot_row()  # nothing here changes it while running
        else:
            label = _text(which)
            rows = _rows(self.TYPE_APP, _ANY, label) or _rows(self.TYPE_DATA, _ANY, label)
            row = rows[0] if rows else None
        if row is None:
            raise OSError(ENOENT)
        self._label, self._type, self._subtype, self._address, self._size = row
        self._block_size = block_size & 0xFFFF

    @classmethod
    def find(
        cls,
        type: int = TYPE_APP,
        subtype: int = _ANY,
        label: "str | None" = None,
        block_size: int = _SECTOR,
    ) -> list:
        """All partitions that match, in the order of the table; subtype 0xFF is any."""
        return [cls(row, block_size) for row in _rows(type, subtype, label)]

    def __repr__(self) -> str:
        return "<Partition type=%u, subtype=%u, address=%u, size=%u, label=%s, encrypted=0>" % (
            self._type,
            self._subtype,
            self._address,
            self._size,
            self._label,
        )

    def info(self) -> "tuple[int, int, int, int, str, bool]":
        """(type, subtype, address, size, label, encrypted)"""
        return (self._type, self._subtype, self._address, self._size, self._label, False)

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        at = block * self._block_size + offset
        if not 0 <= at <= self._size - len(buf):
            self._check(at, len(buf))
        chip.flash().read(self._address + at, buf)

    def writeblocks(self, block: int, buf: bytes, offset: "int | None" = None) -> None:
        """Program `buf`; without `offset` the blocks it covers are erased first."""
        start = block * self._block_size
        if offset is not None:
            start += offset
        elif self._block_size >= _SECTOR:
            self._erase(start, len(buf))
        else:
            self._erase_around(start, start + len(buf))
        self._write(start, buf)

    def ioctl(self, op: int, arg: int) -> "int | None":
        """1 init, 2 deinit, 3 sync, 4 block count, 5 block size, 6 erase block `arg`."""
        if 1 <= op <= 3:
            return 0
        if op == 4:
            return self._size // self._block_size
        if op == 5:
            return self._block_size
        if op == 6:
            if self._block_size != _SECTOR:
                return -EINVAL
            self._erase(arg * _SECTOR, _SECTOR)
            return 0
        return None

    def _check(self, offset: int, size: int) -> None:
        if not 0 <= offset <= self._size:
            raise esp_error(INVALID_ARG)
        if size > self._size - offset:
            raise esp_error(INVALID_SIZE)

    def _read(self, offset: int, buf: bytearray) -> None:
        self._check(offset, len(buf))
        chip.flash().read(self._address + offset, buf)

    def _write(self, offset: int, buf: "bytes | memoryview") -> None:
        self._check(offset, len(buf))
        chip.flash().program(self._address + offset, buf)

    def _erase(self, offset: int, size: int) -> None:
        self._check(offset, size)
        if size % _SECTOR:
            raise esp_error(INVALID_SIZE)
        if offset % _SECTOR:
            raise esp_error(INVALID_ARG)
        for at in range(offset, offset + size, _SECTOR):
            chip.flash().erase(self._address + at)

    def _erase_around(self, start: int, end: int) -> None:
        """Erase start..end where blocks are smaller than sectors: the rest of each is put back."""
        cache = bytearray(_SECTOR)
        view = memoryview(cache)
        sector = start - start % _SECTOR
        before = start % _SECTOR
        while sector < end:
            after = sector + _SECTOR - end
            if before or after > 0:
                self._read(sector, cache)
            self._erase(sector, _SECTOR)
            if before:
                self._write(sector, view[:before])
            if after > 0:
                self._write(end, view[_SECTOR - after :])
            before = 0
            sector += _SECTOR


def _text(value: "str | bytes") -> "str | bytes":
    if not isinstance(value, (str, bytes)):
        raise TypeError("can't convert '%s' object to str implicitly" % type(value).__name__)
    return value


def _rows(kind: int, subkind: int, label: "str | bytes | None") -> list:
    """Rows of the table that match as in esp_partition_find."""
    if kind == _ANY and subkind != _ANY:
        return []
    return [
        row
        for row in chip.table()
        if kind in (_ANY, row[1]) and subkind in (_ANY, row[2]) and label in (None, row[0])
    ]


def _boot_row() -> "tuple | None":
    """The app slot that the bootloader starts: what otadata says, else factory, ota_0, test."""
    slots = 0
    while slots < 16 and _rows(0, _OTA_0 + slots, None):
        slots += 1
    sequence = _ota_sequence()
    if sequence and slots:
        return _rows(0, _OTA_0 + (sequence - 1) % slots, None)[0]
    wanted = [_FACTORY]
    wanted.extend(range(_OTA_0, _OTA_LAST + 1))
    wanted.append(_TEST)
    for subkind in wanted:
        rows = _rows(0, subkind, None)
        if rows:
            return rows[0]
    return None


def _ota_sequence() -> int:
    """The highest valid sequence number in otadata (a 32-byte entry in each sector), or 0."""
    entry = bytearray(32)
    best = 0
    for row in _rows(1, _OTADATA, None)[:1]:
        for sector in range(2):
            chip.flash().read(row[3] + sector * _SECTOR, entry)
            sequence, state, crc = unpack_from("<I20xII", entry)
            if state in (_OTA_INVALID, _OTA_ABORTED) or sequence == 0xFFFFFFFF:
                continue
            if crc == crc32(memoryview(entry)[:4], 0xFFFFFFFF):
                best = max(best, sequence)
    return best
