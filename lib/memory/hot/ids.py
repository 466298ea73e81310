"""Ids: names never given twice. A ceiling is raised first, so a power cut skips counters only."""

from binascii import hexlify

from micropython import const

from memory.log.manifest import COUNTERS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import Numbers, Random
    from memory.log.manifest import Manifest

_BLOCK = const(64)
_EPOCHS = const(46656)  # 36 ** 3
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def epoch_text(number: int) -> str:
    """Three characters of base 36."""
    return _DIGITS[number // 1296] + _DIGITS[number // 36 % 36] + _DIGITS[number % 36]


class Ids:
    """
    Gives out ids. `numbers` is the HotStore or Slots beside which they are kept. All methods that
    read or write flash raise Broken, those that write it StoreFull too.
    """

    def __init__(self, numbers: "Numbers", rng: "Random") -> None:
        self._numbers = numbers
        self._rng = rng
        self.epoch = ""
        self._next = 1
        self._ceiling = 1
        self._store = ""

    def open(self, known_epoch: "str | None", known_counter: int) -> bool:
        """
        Take up where the last boot stopped. When NVS has no epoch, draw one other than
        `known_epoch` and count on above `known_counter`; True then.
        """
        kept = self._kept()
        number = self._draw(known_epoch) if kept is None else kept
        if kept is None:
            self._next = self._ceiling = known_counter + 1
            self._numbers.set_number("ids", self._ceiling)
            self._numbers.set_number("epoch", number)  # last: it says that `ids` is there
        else:
            ceiling = self._numbers.number("ids") or 1
            if ceiling > COUNTERS:
                ceiling = 1  # nobody has counted that far
            self._next = self._ceiling = max(ceiling, known_counter + 1)
        self.epoch = epoch_text(number)
        return kept is None

    def lost(self) -> bool:
        """True where NVS names no epoch: it is new, or was erased."""
        return self._kept() is None

    def _kept(self) -> "int | None":
        """The epoch that NVS names, if it is one."""
        found = self._numbers.number("epoch")
        return found if found is not None and 0 <= found < _EPOCHS else None

    def kept(self) -> "str | None":
        """The epoch that NVS names, before `open`."""
        number = self._numbers.number("epoch")
        return None if number is None else epoch_text(number)

    def store(self, manifest: "Manifest") -> str:
        """
        The id of this store among others, 32 hex digits: that of NVS, else the manifest's, else
        drawn, at the first use. Afterwards both have it.
        """
        if not self._store:
            self._store = self._take_store(manifest.store)
        if manifest.store != self._store:
            manifest.store = self._store
            manifest.save()
        return self._store

    def _take_store(self, known: "str | None") -> str:
        parts = [self._numbers.number("store%d" % at) for at in range(4)]
        if None not in parts:
            return "".join(["%08x" % (part & 0xFFFFFFFF) for part in parts if part is not None])
        found = known or hexlify(self._rng(16)).decode()
        for at in range(4):
            part = int(found[8 * at : 8 * at + 8], 16)
            self._numbers.set_number("store%d" % at, part - (part >> 31 << 32))
        return found

    def _draw(self, known_epoch: "str | None") -> int:
        while True:
            number = int.from_bytes(self._rng(3), "little") % _EPOCHS
            if epoch_text(number) != known_epoch:
                return number

    def new(self) -> str:
        """An id that was never given before. Raises StoreFull or Broken."""
        if self._next >= self._ceiling:
            self._numbers.set_number("ids", self._next + _BLOCK)
            self._ceiling = self._next + _BLOCK
        counter = self._next
        self._next += 1
        return self.epoch + str(counter)

    def past(self, counter: int) -> None:
        """Give out only higher counters from now on: this one has come from elsewhere."""
        self._next = max(self._next, counter + 1)

    @property
    def last(self) -> int:
        """The highest counter given out so far."""
        return self._next - 1
