"""
Jitter buffer: packets of the server's speech until they are played.

Owns their order by number, 40 places made once, and how many are collected before the first one is
played: more after each time when none was there in time, fewer after speech in which that did not
happen. What comes late, twice or beyond the last place is dropped and counted.
"""

from micropython import const

PLACES = const(40)
_MAX_PACKET = const(1276)  # bytes of a frame of Opus, with its head
_LEAST = const(2)  # packets that are collected
_MOST = const(10)
_MORE = const(2)  # after one was late

LOST = b""  # what take() gives for one that is missing while later ones are there


class JitterBuffer:
    """Numbers count up by one; the first is any."""

    def __init__(self) -> None:
        self._places = [memoryview(bytearray(_MAX_PACKET)) for _ in range(PLACES)]
        self._sizes = [0] * PLACES  # 0: not there
        self._next = 0  # number of the packet to be played next
        self._end = 0  # number after the newest; equal to _next while there is none
        self._began = False  # a packet was played
        self._was_late = False
        self.target = _LEAST
        self.late = 0
        self.lost = 0
        self.dropped = 0

    def begin(self, has_first: bool = False) -> None:
        """Speech begins: nothing of another one is left; its own first packets may be there."""
        if not has_first:
            self.clear()
        if self._was_late:
            self._was_late = False
        elif self.target > _LEAST:
            self.target -= 1

    def clear(self) -> None:
        """Drop what waits."""
        for at in range(PLACES):
            self._sizes[at] = 0
        self._next = self._end = 0
        self._began = False

    @property
    def depth(self) -> int:
        """Packets from the next to the newest, missing ones too."""
        return self._end - self._next

    @property
    def is_filled(self) -> bool:
        """Whether as many wait as are collected."""
        return self.depth >= self.target

    def put(self, number: int, packet: "bytes | memoryview") -> bool:
        """Keep a copy of it; False where it is dropped."""
        size = len(packet)
        if not 0 < size <= _MAX_PACKET:
            self.dropped += 1
            return False
        if not self._began and self._next == self._end:
            self._next = self._end = number
        if number < self._next and not self._began and self._end - number <= PLACES:
            self._next = number  # the network has swapped the first ones
        if number < self._next:
            self.late += 1
            return False
        at = number % PLACES
        if number - self._next >= PLACES or self._sizes[at]:
            self.dropped += 1
            return False
        self._places[at][:size] = packet
        self._sizes[at] = size
        self._end = max(self._end, number + 1)
        return True

    def take(self) -> "memoryview | bytes | None":
        """The next packet, valid until the next put(); LOST, or None where none has come."""
        if self._next == self._end:
            return None
        self._began = True
        at = self._next % PLACES
        size = self._sizes[at]
        self._sizes[at] = 0
        self._next += 1
        if not size:
            self.lost += 1
            return LOST
        return self._places[at][:size]

    def starved(self) -> None:
        """None was there in time: collect more from now on."""
        self._was_late = True
        self.target = min(self.target + _MORE, _MOST)
