"""
NVS: opens a namespace, and reads, writes and erases its keys.

Every write is read back: NVS does not check what worn flash, or a page that a power cut has left
half written, made of it, and a value that seemed kept would be missing after the next start. Owns
no keys. Hot memory writes its own (lib/memory/hot/slots.py), since it has many keys to try.
"""

from binascii import crc32

import esp32
from memory.hot.nvs_errors import NOT_FOUND
from micropython import const

from . import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import KeyValue

_TRIES = const(130)  # a page is passed over entry by entry

_logged: "list[bool]" = []  # one entry once a missing namespace was logged


def namespace(name: str) -> "KeyValue":
    """An esp32.NVS, or a NoNVS where NVS is full, broken or missing."""
    try:
        return esp32.NVS(name)
    except OSError as e:
        return NoNVS(name, e)


class NoNVS:
    """
    A namespace in which every key is missing and nothing can be written: the device starts, talks,
    and says why it remembers nothing. `error`, which opening the namespace raised, is logged once.
    """

    def __init__(self, name: str, error: OSError) -> None:
        self._args = error.args
        if not _logged:
            _logged.append(True)
            text = "NVS gives no namespace %s, nothing is kept: %r" % (name, error)
            events.log("error", "nvs", text)

    def get_i32(self, key: str) -> int:
        raise OSError(NOT_FOUND, "ESP_ERR_NVS_NOT_FOUND")

    def get_blob(self, key: str, buffer: bytearray) -> int:
        raise OSError(NOT_FOUND, "ESP_ERR_NVS_NOT_FOUND")

    def erase_key(self, key: str) -> None:
        raise OSError(NOT_FOUND, "ESP_ERR_NVS_NOT_FOUND")

    def set_i32(self, key: str, value: int) -> None:
        raise OSError(*self._args)

    def set_blob(self, key: str, value: "bytes | bytearray | memoryview") -> None:
        raise OSError(*self._args)

    def commit(self) -> None:
        """Nothing to do."""


def read_number(kv: "KeyValue", key: str) -> "int | None":
    """The number under a key, None where there is none. Raises OSError where flash fails."""
    try:
        return kv.get_i32(key)
    except OSError as e:
        if e.args[0] != NOT_FOUND:
            raise
        return None


def read_blob(kv: "KeyValue", key: str, buffer: bytearray) -> "int | None":
    """Read a blob into `buffer`; its size, None where there is none. Raises OSError."""
    try:
        return kv.get_blob(key, buffer)
    except OSError as e:
        if e.args[0] != NOT_FOUND:
            raise
        return None


def put(kv: "KeyValue", key: str, data: "bytes | bytearray") -> None:
    """Write a blob over what may be lost. Raises OSError where flash fails or keeps nothing."""
    buffer = bytearray(len(data) + 1)
    for _ in range(_TRIES):
        erase(kv, key)
        kv.set_blob(key, data)
        kv.commit()
        try:
            size = kv.get_blob(key, buffer)
        except OSError:
            continue  # it is missing or incomplete
        if buffer[:size] == data:
            return
    raise _worn(key)


def put_number(kv: "KeyValue", key: str, value: int) -> None:
    """Write a number over the present one. Raises as `put`."""
    for _ in range(_TRIES):
        try:
            kv.set_i32(key, value)
            kv.commit()
            if kv.get_i32(key) == value:
                return
        except OSError as e:
            if e.args[0] != NOT_FOUND:  # of the old value, or of the new
                raise
    raise _worn(key)


def erase(kv: "KeyValue", key: str) -> None:
    """Erase a key, be it there or not. Raises OSError where flash fails."""
    try:
        kv.erase_key(key)
    except OSError as e:
        if e.args[0] != NOT_FOUND:
            raise


class BlobPair:
    """
    A value under one of two keys: a change is written under the free one, then the other one is
    erased, so a blob is never overwritten in place. A blob has at most `most` bytes: CRC-32 of
    what follows, big-endian; generation; the value.
    """

    def __init__(self, kv: "KeyValue", keys: "tuple[str, str]", most: int) -> None:
        self._kv = kv
        self._keys = keys
        self._most = most

    def read(self) -> bytes:
        """The value; empty where there is none, or none undamaged."""
        return self._newest()[1][1:]

    def write(self, value: bytes) -> None:
        """Replace the value. Raises OSError."""
        slot, old = self._newest()
        rest = bytes(((old[0] + 1) & 0xFF if old else 1,)) + value
        # This key may hold what a power cut between the next two steps has left.
        put(self._kv, self._keys[1 - slot], crc32(rest).to_bytes(4, "big") + rest)
        erase(self._kv, self._keys[slot])
        self._kv.commit()

    def _newest(self) -> "tuple[int, bytes]":
        """(its slot, its blob without the CRC); (1, b"") where there is none."""
        one, other = self._read(0), self._read(1)
        if not one or (other and other[0] == (one[0] + 1) & 0xFF):
            return 1, other
        return 0, one

    def _read(self, slot: int) -> bytes:
        buffer = bytearray(self._most)
        try:
            size = self._kv.get_blob(self._keys[slot], buffer)
        except OSError:  # absent, damaged, or too long
            return b""
        rest = bytes(buffer[4:size])
        return rest if size > 5 and crc32(rest) == int.from_bytes(buffer[:4], "big") else b""


def _worn(key: str) -> OSError:
    return OSError(5, "NVS does not keep what is written under " + key)
