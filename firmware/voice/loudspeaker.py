"""
Loudspeaker: plays the server's speech out of the jitter buffer, and the device's own tones.

Owns the port, the volume, what is concealed where a packet is missing, and how long there is still
something to hear in the port's buffer. Speech fades in within 10 ms, and out where packets do not
come any more. silence() closes the port, which drops what is in its buffer: speech ends at once.
"""

import asyncio
import time
from array import array

import uctypes
from micropython import const

from .jitter_buffer import LOST, JitterBuffer
from .samples import faded

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

RATE = const(24000)
IBUF = const(12288)  # bytes of DMA: 256 ms
_PER_MS = const(24)
_MOST = const(2880)  # samples of the longest packet, 120 ms
_FULL_MS = const(220)  # more is not written ahead where the port has no room for it
_LOOK_MS = const(60)  # from one look for a packet to the next, while the port has enough
_ROOM_MS = const(10)  # then it looks again
_MARGIN_MS = const(60)  # before the buffer of the port runs out, what is missing is concealed
_CONCEALED = const(3)  # frames in a row; then it collects packets anew
_COLLECT_MS = const(600)  # at most, before the first packet is played
_EARLY_MS = const(300)  # that packets may come before the message that speech begins
_IDLE_MS = const(3000)  # before the port is closed


class Loudspeaker:
    """
    open_port  def open_port(rate, ibuf) -> machine.I2S, 16 bits (board.speaker)
    decoder    opus.Decoder, None where tones alone are played
    played     def played(): speech was played to its end
    heard      def heard(level): the mean size of the samples of a frame
    """

    def __init__(
        self, open_port: "Callable", decoder: "Any", played: "Callable", heard: "Callable"
    ):
        self._open_port = open_port
        self._decoder = decoder
        self._played = played
        self._heard = heard
        self.jitter = JitterBuffer()
        self._frame = 60 * _PER_MS  # samples of a packet
        self._pcm = array("H", bytes(2 * _MOST))
        self._bytes = memoryview(
            uctypes.bytearray_at(uctypes.addressof(self._pcm), 2 * _MOST)  # type: ignore[arg-type]
        )
        self._tones: "Iterator[int] | None" = None
        self._speaking = False  # between begin() and the end of the speech
        self._finished = False
        self._cut = False
        self._opens = False  # the port, which may not be closed meanwhile
        self._news = asyncio.Event()
        self._port: "Any" = None
        self._rest: "bytes | memoryview" = b""  # what the port is still to take
        self._rest_ms = 0  # of the frame that it belongs to
        self._gain = 0
        self._was_gain = 0  # of the last frame
        self._stray_ms: "Any" = None  # ticks when a packet came outside of speech, the last
        self._since_ms: "Any" = 0  # and the first of its row
        self._is_stale = False  # the row is of an answer that is over
        self._until: "Any" = 0  # ticks when what was written is heard
        self.concealed = 0
        self.underruns = 0
        self.set_volume(70)

    def set_volume(self, percent: int) -> None:
        """Loudness as it is felt: half of it is a quarter of the samples' size."""
        self._gain = percent * percent * 256 // 10000

    # -- what is to be played ------------------------------------------------------------------

    def opened(self, frame_ms: int) -> None:
        """Packets are so long, until one is longer."""
        self._frame = min(frame_ms * _PER_MS, _MOST)

    def begin(self) -> None:
        """Speech begins; it ends a tone."""
        self.jitter.begin(self._is_early())
        self._tones = None
        self._speaking, self._finished = True, False
        self._news.set()

    def put(self, packet: "bytes | memoryview", number: int) -> None:
        """A packet of it."""
        if self._speaking and self.jitter.put(number, packet):
            self._news.set()

    def stray(self, packet: "bytes | memoryview", number: int) -> None:
        """A packet outside of what is known as speech: of the one that plays, or the next."""
        if self._speaking:
            self.put(packet, number)
            return
        now = time.ticks_ms()
        if not self._is_early():
            self.jitter.clear()
            self._is_stale, self._since_ms = False, now
        self._stray_ms = now
        # What goes on for longer is the rest of an answer that was silenced.
        if self._is_stale or time.ticks_diff(now, self._since_ms) >= _EARLY_MS:
            self.jitter.clear()
            self._is_stale = True
        else:
            self.jitter.put(number, packet)

    def _is_early(self) -> bool:
        """Whether a stray packet has come so lately that the next is one of the same row."""
        return self._stray_ms is not None and (
            time.ticks_diff(time.ticks_ms(), self._stray_ms) < _EARLY_MS
        )

    def finish(self) -> None:
        """All packets have come."""
        self._finished = True
        self._news.set()

    def silence(self) -> None:
        """Stop at once."""
        self._speaking = False
        self._tones = None
        self._cut = True
        if not self._opens:  # else the task does it
            self._close()
        self.jitter.clear()
        self._stray_ms = self._since_ms = time.ticks_ms()
        self._is_stale = True
        self._news.set()

    def play(self, tones: "Iterator[int]") -> None:
        """Tones: each item of the iterator fills `samples` and is how many there are."""
        if not self._speaking:
            self._tones = tones
            self._news.set()

    @property
    def samples(self) -> array:
        """What a tone is written into."""
        return self._pcm

    @property
    def busy(self) -> bool:
        return self._speaking or self._tones is not None

    # -- the task ------------------------------------------------------------------------------

    async def run(self) -> None:
        """Started by firmware/speaking.py; until cancelled."""
        try:
            while True:
                if self._cut:
                    self._cut = False
                    self._close()
                if self._speaking:
                    await self._speak()
                elif self._tones is not None:
                    await self._sound(self._tones)
                elif self._port is None:
                    await self._wait(0)
                elif not await self._wait(_IDLE_MS):
                    self._close()
        finally:
            self._close()

    async def _wait(self, most_ms: int) -> bool:
        """Until there are news; False where none came in time. 0: without a limit."""
        try:
            if most_ms:
                await asyncio.wait_for_ms(self._news.wait(), most_ms)
            else:
                await self._news.wait()
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            return False
        self._news.clear()
        return True

    async def _speak(self) -> None:
        """Speech from its first packet to its last."""
        jitter, concealed = self.jitter, 0
        self._was_gain = 0
        await self._collect()
        while self._speaking and not self._cut:
            packet = jitter.take()
            if packet is not None:
                concealed = 0
                self._decode(None if packet is LOST else packet, self._gain)
            elif self._finished:
                break
            else:
                left = self._left_ms() - _MARGIN_MS
                if left > 0:  # not by _wait(), which makes two tasks: with each packet, here
                    await asyncio.sleep_ms(min(left, _LOOK_MS))
                    continue
                if concealed == _CONCEALED:
                    await self._collect()
                    self._was_gain = concealed = 0
                    continue
                if not concealed:
                    self.underruns += 1
                    jitter.starved()
                concealed += 1
                self._decode(None, 0 if concealed == _CONCEALED else self._gain)
            if not self._is_taken():
                await self._taken()
        while self._speaking and not self._cut and self._left_ms():
            await self._wait(self._left_ms())
        if self._speaking and self._finished and not self._cut:
            self._speaking = False
            self._played()

    async def _collect(self) -> None:
        """Until there are packets enough to begin."""
        begun: "Any" = None
        while self._speaking and not (self._cut or self._finished or self.jitter.is_filled):
            if self.jitter.depth and begun is None:
                begun = time.ticks_ms()
            passed = 0 if begun is None else time.ticks_diff(time.ticks_ms(), begun)
            if passed >= _COLLECT_MS:
                return
            await self._wait(0 if begun is None else _COLLECT_MS - passed)

    async def _sound(self, tones: "Iterator[int]") -> None:
        self._was_gain = self._gain
        for count in tones:
            if self._tones is not tones:
                return
            self._fade(count, self._gain)
            if not self._is_taken():
                await self._taken()
        while self._tones is tones and self._left_ms():
            await self._wait(self._left_ms())
        if self._tones is tones:
            self._tones = None

    # -- a frame; without coroutines, whose garbage would be that of each frame ------------------

    def _decode(self, packet: "bytes | memoryview | None", gain: int) -> None:
        """The samples of a packet, or of one that is concealed, are to be played."""
        try:
            if packet is None:
                self.concealed += 1
                count = self._decoder.decode(None, self._bytes[: 2 * self._frame])
            else:
                count = self._decoder.decode(packet, self._bytes)
                self._frame = count
        except (ValueError, RuntimeError):  # a packet that is none costs its 60 ms
            self._decoder.reset()
            return
        self._fade(count, gain)

    def _fade(self, count: int, gain: int) -> None:
        """The first `count` samples are to be played."""
        level = faded(self._pcm, count, self._was_gain, gain)
        self._was_gain = gain
        self._heard(level // max(count, 1))
        self._rest = self._bytes[: 2 * count]
        self._rest_ms = count // _PER_MS

    def _is_taken(self) -> bool:
        """Give the port what it has room for; whether it has all."""
        rest = self._rest
        if not rest:
            return True
        if self._port is None:
            return False
        size = self._port.write(rest) or 0
        if size < len(rest):
            self._rest = rest[size:]
            return False
        self._noted()
        return True

    def _noted(self) -> None:
        """The port has all: it will be heard until then."""
        now = time.ticks_ms()
        start = self._until if time.ticks_diff(self._until, now) > 0 else now
        self._until = time.ticks_add(start, self._rest_ms)
        self._rest = b""

    async def _taken(self) -> None:
        """Until the port has room for the rest."""
        if self._port is None:
            self._port = self._open_port(RATE, IBUF)
            self._until = time.ticks_ms()
            # From its first poll on a port takes what it has room for. Before it would wait for
            # room, and all that runs with it. Not by write(), which does not poll.
            writer: "Any" = asyncio.StreamWriter(self._port, {})
            writer.out_buf = self._rest
            self._opens = True
            try:
                await writer.drain()
            finally:
                self._opens = False
            self._noted()
            return
        while not self._is_taken():
            # Polling would wake it for each piece of DMA.
            await asyncio.sleep_ms(max(_ROOM_MS, self._left_ms() + self._rest_ms - _FULL_MS))

    def _left_ms(self) -> int:
        return max(0, time.ticks_diff(self._until, time.ticks_ms())) if self._port else 0

    def _close(self) -> None:
        port, self._port, self._rest = self._port, None, b""
        if port is not None:
            port.deinit()
