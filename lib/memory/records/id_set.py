"""A set of ids that takes little RAM."""

import micropython
from micropython import const

from memory.viper import ptr8

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator


class IdSet:
    """Ids as (epoch, counter), one bit each: 3 KB for twenty thousand consecutive ones."""

    def __init__(self) -> None:
        self.pages: "dict[bytes, bytearray]" = {}  # by epoch and high bits of the counter

    def add(self, epoch: bytes, counter: int) -> bool:
        """Add an id; False where it was in the set already."""
        page = epoch + (counter >> 10).to_bytes(3, "big")
        bits = self.pages.get(page)
        if bits is None:
            bits = self.pages[page] = bytearray(128)
        at = counter >> 3 & 127
        mask = 1 << (counter & 7)
        new = not bits[at] & mask
        bits[at] |= mask
        return new

    def each(self) -> "Iterator[str]":
        """The ids, as text."""
        for page, bits in self.pages.items():
            first = int.from_bytes(page[3:], "big") << 10
            for at in range(1024):
                if bits[at >> 3] >> (at & 7) & 1:
                    yield page[:3].decode() + str(first + at)

    def join(self, other: "IdSet") -> None:
        """Add all ids of another one."""
        for page, bits in other.pages.items():
            own = self.pages.get(page)
            if own is None:
                self.pages[page] = bytearray(bits)
            else:
                _join(own, bits, len(bits))

    def copy(self) -> "IdSet":
        """Another one with the same ids."""
        other = IdSet()
        for page, bits in self.pages.items():
            other.pages[page] = bytearray(bits)
        return other

    def has(self, epoch: bytes, counter: int) -> bool:
        """True for an id that was added."""
        bits = self.pages.get(epoch + (counter >> 10).to_bytes(3, "big"))
        return bits is not None and bool(bits[counter >> 3 & 127] & 1 << (counter & 7))


@micropython.viper
def _join(own: object, other: object, size: int) -> object:
    """Set the bits of a page that are set in another one."""
    to = ptr8(own)
    bits = ptr8(other)
    at = 0
    while at < size:
        to[at] = int(to[at]) | int(bits[at])
        at += 1
    return None
