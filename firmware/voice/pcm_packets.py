"""
PCM packets: samples of a server that makes no Opus, as packets of Opus for the loudspeaker.

Owns one frame of 60 ms of 24 kHz. The way through the codec costs a frame's encoding while nobody
listens; in exchange whatever is said takes one way, with its volume, its order and its end.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FRAME = const(2880)  # bytes of 60 ms
_MOST = const(1276)


class PCMPackets:
    """`encoder` is an opus.Encoder of 24 kHz; `take(packet)` gets each packet of 60 ms."""

    def __init__(self, encoder: "Any", take: "Callable[[memoryview], object]") -> None:
        self._encoder = encoder
        self._take = take
        self._frame = bytearray(_FRAME)
        self._have = 0
        self._packet = bytearray(_MOST)

    def add(self, samples: memoryview) -> None:
        """The next samples, 16 bits, little-endian."""
        at = 0
        while at < len(samples):
            count = min(_FRAME - self._have, len(samples) - at)
            self._frame[self._have : self._have + count] = samples[at : at + count]
            self._have += count
            at += count
            if self._have == _FRAME:
                self._send()

    def end(self) -> None:
        """No more of them: the last frame is filled with silence."""
        if self._have:
            self._frame[self._have :] = bytes(_FRAME - self._have)
            self._send()

    def _send(self) -> None:
        self._have = 0
        size = self._encoder.encode(self._frame, self._packet)
        self._take(memoryview(self._packet)[:size])
