"""
Ports: the microphone and the speaker with the buffers that DMA has on a board.

Of the microphone's samples those are lost for which the device has left no room, and the speaker
plays silence where the device has written nothing. A file is played in from the moment when the
microphone is first opened, whether it stays open or not, and silence after its end.
"""

import fcntl
import os
import select
import sys
import termios
from array import array
from pathlib import Path
from typing import NamedTuple

from sim.sound import CARD, wav
from sim.sound.card import Card
from sim.sound.words import say

_PIPE_SIZE = 1031  # F_SETPIPE_SZ
_PAGE = 4096  # the smallest pipe
_LARGE = 1 << 20
_GAP_S = 1  # silence up to here amid speech is a gap: the device has written too late
_PAUSE_S = 0.1  # of silence, which ends a span of sound
_SPANS = 500  # the last ones
_MIC_SHIFT = 12  # where a microphone of 24 bits has a voice in its 32


class Form(NamedTuple):
    """What the device opens a port with; `ibuf` in bytes."""

    rate: int
    bits: int
    channels: int
    ibuf: int


class Microphone:
    """
    Samples to the device, in real time.

    given   samples put into the device's buffer
    lost    samples for which it had no room
    began   when it was opened first, by the monotonic clock: the file's first sample
    """

    def __init__(
        self, ends: "tuple[int, int]", path: "str | None", speed: float, card: "Card | None"
    ):
        self._read_end, self._write_end = ends
        os.set_blocking(self._write_end, False)
        fcntl.fcntl(self._write_end, _PIPE_SIZE, _LARGE)
        self._path = path
        self._card = card if path == CARD else None
        self._speed = speed
        self._samples: array[int] = array("h")
        self.began: "float | None" = None  # when it was opened first
        self._taken = 0  # samples since then
        self._rate = 0
        self._is_open = False
        self.given = self.lost = 0

    def open(self, form: Form, now: float) -> None:
        self._empty()
        rate = form.rate
        if self.began is None:
            self.began, self._rate = now, rate
            if self._path is not None and self._card is None:
                try:
                    self._samples = wav.read(Path(self._path), rate)
                except ValueError as error:
                    say("error", str(error))
        self._bits, self._channels, self._ibuf = form.bits, form.channels, form.ibuf
        self._taken = self._due(now)
        self._is_open = True
        if self._card is not None:
            self._card.listen(rate)

    def close(self) -> None:
        self._is_open = False
        self._empty()
        if self._card is not None:
            self._card.listen(0)

    def tick(self, now: float) -> None:
        """Give what has sounded since the last time, as far as there is room."""
        if not self._is_open:
            return
        if self._card is not None:
            samples = self._card.heard()
        else:
            due = self._due(now)
            samples = self._samples[self._taken : due]
            samples.extend([0] * (due - self._taken - len(samples)))
            self._taken = due
        size = self._bits // 8 * self._channels
        waiting = int.from_bytes(
            fcntl.ioctl(self._read_end, termios.FIONREAD, bytes(4)), sys.byteorder
        )
        room = max(0, (self._ibuf - waiting) // size)
        self.lost += max(0, len(samples) - room)
        samples = samples[:room]
        self.given += len(samples)
        if self._bits == 32:
            wide = array("i", [sample << _MIC_SHIFT for sample in samples])
            data = wide.tobytes() if self._channels == 1 else _doubled(wide)
        else:
            data = samples.tobytes() if self._channels == 1 else _doubled(samples)
        if data:
            os.write(self._write_end, data)

    def _due(self, now: float) -> int:
        return int((now - (self.began or now)) * self._speed * self._rate)

    def _empty(self) -> None:
        """Drop what the device has not read."""
        while select.select([self._read_end], [], [], 0)[0]:
            os.read(self._read_end, _LARGE)


class Speaker:
    """
    Samples from the device, in real time.

    played   samples of the device
    silent   samples of silence played while the port was open and nothing was written any more
    gaps     how often that was amid speech: less than a second of it
    spans    [from, to] of what sounded, by the monotonic clock; 0.1 s of silence ends one
    """

    def __init__(
        self, pipe: int, path: "str | None", speed: float, goes_on: bool, card: "Card | None"
    ):
        self.pipe = pipe
        os.set_blocking(pipe, False)
        fcntl.fcntl(pipe, _PIPE_SIZE, _PAGE)
        self._path = path
        self._card = card if path == CARD else None
        self._goes_on = goes_on
        self._speed = speed
        self._recording: "wav.Recording | None" = None
        self._buffer = bytearray()
        self._most = 0  # bytes that the buffer takes
        self._quiet = 0  # samples of silence since the last of the device; -1 before its first
        self.played = self.silent = self.gaps = 0
        self.spans: list[list[float]] = []

    def open(self, form: Form, now: float) -> None:
        self.close()
        self._rate, self._bits, self._channels = form.rate, form.bits, form.channels
        rate = form.rate
        self._opened, self._done, self._quiet = now, 0, -1
        self._most = max(_PAGE, form.ibuf - _PAGE)  # the pipe takes a page
        if self._card is not None:
            self._card.play(rate, self._take)
        elif self._path is not None and self._recording is None:
            try:
                self._recording = wav.Recording(Path(self._path), rate, self._goes_on)
            except OSError as error:
                say("error", f"{self._path}: {error.strerror}")
        if self._recording is not None and self._recording.rate != rate:
            say("error", f"the WAV has {self._recording.rate} Hz: what has {rate} is lost")
            self._recording = None

    def close(self) -> None:
        """Stop at once."""
        if self._card is not None:
            self._card.play(0, None)
        self._most = 0
        self.fill(_LARGE)
        self._buffer.clear()

    @property
    def has_room(self) -> bool:
        return len(self._buffer) < self._most

    def fill(self, more: int = 0) -> None:
        """Take what the device has written, as far as there is room."""
        try:
            self._buffer += os.read(self.pipe, max(0, self._most - len(self._buffer)) + more)
        except BlockingIOError:
            return

    def tick(self, now: float) -> None:
        """Play what is due."""
        if not self._most or self._card is not None:
            return
        due = int((now - self._opened) * self._speed * self._rate)
        data = self._take(due - self._done)
        self._note(data, now)
        self._done = due
        if self._recording is not None:
            self._recording.add(data)

    def _note(self, data: bytes, now: float) -> None:
        """Where there is sound in what follows `_done`. It is not heard before it was taken."""
        last = len(data.rstrip(b"\0"))
        if not last:
            return
        ends = self._opened + (self._done + last // 2) / self._rate / self._speed
        if self.spans and ends - self.spans[-1][1] < _PAUSE_S:
            self.spans[-1][1] = ends
        else:
            self.spans.append([now, max(now, ends)])
            del self.spans[:-_SPANS]

    def _take(self, count: int) -> bytes:
        """So many samples of one channel and 16 bits: the device's, then silence."""
        size = self._bits // 8 * self._channels
        self.fill()
        have = min(count, len(self._buffer) // size)
        data = bytes(self._buffer[: have * size])
        del self._buffer[: have * size]
        self.fill()
        if self._bits == 32:
            data = b"".join([data[at + 2 : at + 4] for at in range(0, len(data), 4)])
        if self._channels == 2:
            data = b"".join([data[at : at + 2] for at in range(0, len(data), 4)])
        self.played += have
        if have:
            if 0 < self._quiet < _GAP_S * self._rate:
                self.gaps += 1
            self._quiet = 0
        if have < count and self._quiet >= 0:
            self._quiet += count - have
            self.silent += count - have
        return data + bytes(2 * (count - have))


def _doubled(samples: "array[int]") -> bytes:
    out = array(samples.typecode)
    for sample in samples:
        out.append(sample)
        out.append(sample)
    return out.tobytes()
