"""
Chat: the last words that owner and companion said to each other.

Owns the keys c0 and c1 of its NVS namespace (docs/FORMAT.md section 8): one ring of at most 30
messages and 2,400 bytes, packed into one blob. It rolls where either is reached, so long messages
leave room for fewer, and earlier still where the records at hand leave less of the partition to
it. `hear` keeps the running conversation in RAM; `save`, at its end, writes the ring anew under
the key that is free and then erases the other: a cut leaves the old ring or the new one. What is
lost with a cut is the running conversation. Knows neither clock nor extractor.
"""

from binascii import crc32
from collections import namedtuple
from struct import pack, unpack_from

from memory.text import dates
from memory.text.folding import has_half
from micropython import const

from firmware.system.nvs import erase, put, read_blob

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

KEYS = ("c0", "c1")  # in NVS
OWNER, COMPANION = "owner", "companion"
MESSAGES = 30
RING_BYTES = 2400  # of all messages as they are kept
TEXT_BYTES = 300  # of UTF-8 that are kept of one message
# NVS entries of 32 bytes that are always the ring's own (part of hot.TALK): the longest message
# fits.
SHARE = 12
_HEAD = const(8)  # crc 4, save 4
_MESSAGE = const(7)  # flags 1, when 4, length 2
_BY_COMPANION = const(1)
_CUT = const(2)
_APPROX = const(4)

# role   OWNER or COMPANION
# when   local seconds since 2000-01-01
# text   what was said, at most TEXT_BYTES of it
# cut    True where more was said than is kept
# approx True where the clock was not set
Message = namedtuple("Message", ("role", "when", "text", "cut", "approx"))


def _encoded(role: str, text: str, when: int, approx: bool) -> bytes:
    """A message as it is kept, cut behind the last character that fits."""
    data = text.encode()
    end = len(data)
    flags = (_BY_COMPANION if role == COMPANION else 0) | (_APPROX if approx else 0)
    if end > TEXT_BYTES:
        flags |= _CUT
        end = TEXT_BYTES
        while data[end] & 0xC0 == 0x80:  # in the middle of a character
            end -= 1
    return pack("<BIH", flags, when & 0xFFFFFFFF, end) + data[:end]


def _decoded(data: "bytes | memoryview") -> Message:
    flags, when, length = unpack_from("<BIH", data)
    text = bytes(data[_MESSAGE : _MESSAGE + length]).decode()
    role = COMPANION if flags & _BY_COMPANION else OWNER
    return Message(role, when, text, bool(flags & _CUT), bool(flags & _APPROX))


def _bounds(data: bytes, at: int) -> "list[int]":
    """Where the messages from `at` on begin, and where the last one ends."""
    found = [at]
    while at < len(data):
        at += _MESSAGE + (data[at + 5] | data[at + 6] << 8)
        found.append(at)
    return found


class ChatHistory:
    """
    The ring. `kv` is an NVS namespace whose keys c0 and c1 are its own (set_blob, get_blob,
    erase_key, commit); `notify(event, **fields)` hears `log {level, module, text}` of damage.
    """

    def __init__(self, kv: "Any", notify: "Any" = None) -> None:
        self._kv = kv
        self._notify = notify or (lambda event, **fields: None)
        self._running: "list[bytes]" = []  # messages that no save has yet
        self._size = 0  # bytes of them
        self._rolled = False  # True once the oldest of them had to go: then nothing older stays

    # -- listening -----------------------------------------------------------------------------

    def hear(self, role: str, text: str, when: int, approx: bool = False) -> int:
        """
        Take a message into the running conversation; one longer than 300 bytes is cut. No flash is
        touched. Text that is empty or no UTF-8 is passed over. Its mark, for `drop`.
        """
        if not text or has_half(text):
            return 0
        data = _encoded(role, text, when, approx)
        self._running.append(data)
        self._size += len(data)
        self._roll(RING_BYTES)
        return crc32(data)

    def _roll(self, most: int) -> None:
        """Let the oldest of the running messages go, down to so many bytes."""
        while self._size > most or len(self._running) > MESSAGES:
            self._size -= len(self._running.pop(0))
            self._rolled = True

    def save(self, spare: int = 0) -> None:
        """
        Write the ring with the running conversation in it. `spare` counts the NVS entries that it
        may take beside its share: the records' that they do not use. Raises OSError where flash
        fails or has no room: then the old ring holds and the conversation is kept for the next
        save.
        """
        if not self._running:
            return
        save, key, ring = self._load(True)
        most = min(RING_BYTES, (SHARE + max(0, spare) - 2) * 32 - _HEAD)
        self._roll(most)
        body = pack("<I", save + 1) + ring[self._kept(ring, most)[0] :] + b"".join(self._running)
        self._write(1 - key, body)
        self._running = []
        self._size = 0
        self._rolled = False
        if save:
            self._erase(key)

    def remove(self, unwanted: "Any") -> None:
        """Keep no message of which `unwanted(text)`. Raises OSError; the old ring holds then."""
        self._remove(lambda data: unwanted(_decoded(data).text))

    def drop(self, marks: "list[int]") -> None:
        """As `remove`, of the messages with these marks of `hear`, saved meanwhile or not."""
        self._remove(lambda data: crc32(data) in marks)

    def _remove(self, unwanted: "Any") -> None:
        self._running = [data for data in self._running if not unwanted(data)]
        self._size = sum([len(data) for data in self._running])
        save, key, ring = self._load(True)
        bounds = _bounds(ring, min(_HEAD, len(ring)))
        kept = []
        for at in range(len(bounds) - 1):
            data = ring[bounds[at] : bounds[at + 1]]
            if not unwanted(data):
                kept.append(data)
        if len(kept) == len(bounds) - 1:
            return
        if kept:
            body = pack("<I", save + 1) + b"".join(kept)
            self._write(1 - key, body)
        self._kv.erase_key("c%d" % key)
        self._kv.commit()

    def _write(self, key: int, body: bytes) -> None:
        put(self._kv, "c%d" % key, pack("<I", crc32(body)) + body)

    def _kept(self, ring: bytes, most: int) -> "list[int]":
        """The bounds of the messages of a ring that stay beside the running ones."""
        bounds = _bounds(ring, min(_HEAD, len(ring)))
        while len(bounds) > 1 and (
            self._rolled
            or len(bounds) - 1 + len(self._running) > MESSAGES
            or bounds[-1] - bounds[0] + self._size > most
        ):
            bounds.pop(0)
        return bounds

    # -- reading -------------------------------------------------------------------------------

    def messages(self) -> "Iterator[Message]":
        """What was said, oldest first, one message decoded at a time; later saves are not seen."""
        running = self._running
        ring = self._load(False)[2]
        view = memoryview(ring)
        bounds = self._kept(ring, RING_BYTES)
        for at in range(len(bounds) - 1):
            yield _decoded(view[bounds[at] : bounds[at + 1]])
        for data in list(running):
            yield _decoded(data)

    def dump(self) -> None:
        """Print it, for a person at the REPL."""
        for one in self.messages():
            mark = "..." if one.cut else ""
            print(dates.iso(one.when), one.role + ":", one.text + mark)  # noqa: T201  asked for

    # -- the key-value store -------------------------------------------------------------------

    def _load(self, clear: bool) -> "tuple[int, int, bytes]":
        """
        (save, key, blob) of the ring; (0, 1, b"") where there is none. Of two that check the one
        saved later counts: a cut came before the older one was erased. `clear` makes the other
        key free.
        """
        found = (0, 1, b"")
        spare = False
        for key in (0, 1):
            data = self._blob(key)
            if data is None:
                continue
            save = self._checked(key, data)
            if save > found[0]:
                spare = spare or found[0] > 0
                found = (save, key, data)
            else:
                spare = True
        if spare and clear:
            self._erase(1 - found[1])
            if not found[0]:
                self._erase(found[1])
        return found

    def _blob(self, key: int) -> "bytes | None":
        buffer = bytearray(_HEAD + RING_BYTES)
        try:
            size = read_blob(self._kv, "c%d" % key, buffer)
            return None if size is None else bytes(memoryview(buffer)[:size])
        except OSError as e:
            self._log("reading c%d failed: %r" % (key, e))
            return b""

    def _checked(self, key: int, data: bytes) -> int:
        """The number of its save; 0 where it does not check, which is reported."""
        if len(data) > _HEAD and unpack_from("<I", data)[0] == crc32(memoryview(data)[4:]):
            save: int = unpack_from("<I", data, 4)[0]
            return save
        self._log("c%d does not check; passed over" % key)
        return 0

    def _erase(self, key: int) -> None:
        try:
            erase(self._kv, "c%d" % key)
            self._kv.commit()
        except OSError as e:  # the next save erases it before it writes there
            self._log("erasing c%d failed: %r" % (key, e))

    def _log(self, text: str) -> None:
        self._notify("log", level="warning", module="chat", text=text)
