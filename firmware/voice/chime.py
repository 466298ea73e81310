"""
Chime: tones made in code, and reminders that ring by them where no server speaks them.

Owns the tones, how long a reminder rings, and the button meanwhile: a press puts it off for
`snooze_min` minutes, holding it ends it. It is a companion.delivery.Sink: a reminder that has rung
to its end counts as noticed; one that was put off does not, and rings again.
"""

import asyncio
import math
from array import array

from micropython import const

from firmware.system import events

from .loudspeaker import RATE
from .samples import tone

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .loudspeaker import Loudspeaker

_PART = const(480)  # samples: 20 ms
_RINGS = {5: 12, 4: 12}  # by priority; 4 for others
_PAUSE_MS = const(2500)  # from one ring to the next
_SPOKEN_S = const(65)  # in which a server that is connected may say it: a minute in cloud_sink
_SNOOZE_MIN = const(9)

# (Hz, milliseconds) of each note.
RING = ((880, 180), (1109, 180), (1319, 420))


class Tones:
    """Plays notes through the loudspeaker."""

    def __init__(self, loudspeaker: "Loudspeaker"):
        self._loudspeaker = loudspeaker
        self._wave = array("H", bytes(512))
        for at in range(256):
            # With a little of the second and third harmonic, like a bell.
            angle = at * math.pi / 128
            size = math.sin(angle) + 0.3 * math.sin(2 * angle) + 0.15 * math.sin(3 * angle)
            self._wave[at] = int(9000 * size) & 0xFFFF

    def play(self, notes: "tuple[tuple[int, int], ...]") -> None:
        """Play them where nobody speaks; returns at once."""
        self._loudspeaker.play(self._parts(notes))

    def _parts(self, notes: "tuple[tuple[int, int], ...]") -> "Iterator[int]":
        out = self._loudspeaker.samples
        for hertz, ms in notes:
            step, place = hertz * 65536 // RATE, 0
            parts = max(1, ms * RATE // 1000 // _PART)
            for part in range(parts):
                rest = parts - part - 1
                gain = 256 * (rest + 1) // parts * min(part + 1, 4) // 4
                place = tone(out, _PART, self._wave, place, step, gain)
                yield _PART


class ReminderChime:
    """
    tones      Tones
    connected  def connected() -> bool: a server is there that may say it
    spoken     def spoken() -> int: how often a server has spoken
    again      def again(): a reminder that was put off is to be offered now
    """

    name = "chime"

    def __init__(
        self,
        tones: Tones,
        connected: "Callable[[], bool]",
        spoken: "Callable[[], int]",
        again: "Callable[[], None]",
        snooze_s: int = _SNOOZE_MIN * 60,
        pause_ms: int = _PAUSE_MS,
    ):
        self._tones = tones
        self._connected = connected
        self._spoken = spoken
        self._again = again
        self._snooze_s = snooze_s
        self._pause_ms = pause_ms
        self._pressed = asyncio.Event()
        self._ended = False  # by holding the button
        self._off: "list[tuple]" = []  # put off: (id, mark)
        self._sleeping: "asyncio.Task | None" = None
        self.ringing = False

    def press(self, ends: bool) -> None:
        """The button, while it rings."""
        self._ended = ends
        self._pressed.set()

    async def offer(self, reminder: dict) -> bool:
        """Ring; True unless it was put off, or a server says it."""
        key = (reminder["id"], reminder["due"])
        if key in self._off or (self._connected() and await self._is_spoken()):
            return False
        before = self._spoken()
        self.ringing = True
        self._pressed.clear()
        events.emit("state", what="voice", now="reminder")
        try:
            was_put_off = await self._ring(_RINGS.get(reminder["priority"], 4), before)
        finally:
            self.ringing = False
            events.emit("state", what="voice", now="idle")
        if was_put_off:
            self._off.append(key)
            if self._sleeping is None or self._sleeping.done():
                self._sleeping = asyncio.create_task(self._snooze())
        return not was_put_off and self._spoken() == before

    async def tell(self, acted: dict) -> None:
        """Nothing: a tone says no words."""

    async def _is_spoken(self) -> bool:
        """Whether the server speaks within the time that a channel gives it."""
        before = self._spoken()
        for _ in range(_SPOKEN_S):
            if self._spoken() != before:
                return True
            if not self._connected():
                return False
            await asyncio.sleep(1)
        return False

    async def _ring(self, times: int, spoken: int) -> bool:
        """True where a press has put it off; over where a server speaks, which came meanwhile."""
        for _ in range(times):
            if self._spoken() != spoken:
                break
            self._tones.play(RING)
            try:
                await asyncio.wait_for_ms(self._pressed.wait(), self._pause_ms)
                return not self._ended
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                continue
        return False

    async def _snooze(self) -> None:
        """A task: have what was put off offered again."""
        await asyncio.sleep(self._snooze_s)
        self._off = []
        self._again()
