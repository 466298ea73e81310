"""
Uplink: packets of the microphone that wait for the session to take them.

Owns 40 places (2.4 s), made once. What is said while the connection opens waits here, so that the
first word is never cut; where they are all taken, the newest packet is dropped and counted. It is
an xiaozhi.callbacks.AudioSource.
"""

import asyncio

from micropython import const

PLACES = const(40)
_MAX_PACKET = const(400)  # bytes; 60 ms at 24 kbit/s have 180, and the encoder keeps to its room


class Uplink:
    """A ring of packets."""

    def __init__(self) -> None:
        self._places = [memoryview(bytearray(_MAX_PACKET)) for _ in range(PLACES)]
        self._sizes = [0] * PLACES
        self._first = 0
        self.count = 0
        self.dropped = 0
        self.ended = False
        self._news = asyncio.Event()

    def begin(self) -> None:
        """Somebody begins to speak: what waited is dropped."""
        self.count = 0
        self.ended = False

    def place(self) -> memoryview:
        """Where the next packet is to be written; add() makes it one."""
        return self._places[(self._first + self.count) % PLACES if self.count < PLACES else 0]

    @property
    def has_room(self) -> bool:
        return self.count < PLACES

    def add(self, size: int) -> None:
        """The packet in place() is complete."""
        self._sizes[(self._first + self.count) % PLACES] = size
        self.count += 1
        self._news.set()

    def end(self) -> None:
        """What was said is over."""
        self.ended = True
        self._news.set()

    def take(self) -> "memoryview | None":
        """The oldest packet, valid until 40 more were added; None while there is none."""
        if not self.count:
            return None
        at = self._first
        self._first = (at + 1) % PLACES
        self.count -= 1
        return self._places[at][: self._sizes[at]]

    async def wait(self) -> None:
        """Until there may be a packet, what was said is over, or wake() was called."""
        await self._news.wait()
        self._news.clear()

    def wake(self) -> None:
        """Let wait() return."""
        self._news.set()
