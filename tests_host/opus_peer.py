"""
Another build of libopus: Debian's, in floating point and with machine code, by PyPI's opuslib.

For tests marked needs("libopus0"); nothing is loaded before the first Codec is made.
"""

import sys
import warnings
from pathlib import Path
from typing import Any


def _opuslib() -> Any:
    place = str(Path(sys.prefix) / "opuslib")  # its registry has no wheel of it
    if place not in sys.path:
        sys.path.append(place)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # it says `is not 0`
        import opuslib  # type: ignore[import-not-found]
    return opuslib


class Codec:
    """One way in and one way out; sound is bytes of 16-bit samples."""

    def __init__(
        self,
        rate: int,
        application: str = "audio",
        channels: int = 1,
        bitrate: int = 24000,
        decode_rate: "int | None" = None,
    ):
        library = _opuslib()
        self._bytes = 2 * channels
        self._encoder = library.Encoder(rate, channels, application)
        self._encoder.bitrate = bitrate
        self._encoder.complexity = 0
        self._decode_rate = decode_rate or rate
        self._decoder = library.Decoder(self._decode_rate, 1)

    def encode(self, frame: bytes) -> bytes:
        """The packet of a frame."""
        packet = self._encoder.encode(frame, len(frame) // self._bytes)
        assert isinstance(packet, bytes)
        return packet

    def decode(self, packet: bytes) -> bytes:
        """The sound of a packet, of one channel; an empty one is lost, and lasts 60 ms."""
        samples = self._decode_rate * 3 // (25 if packet else 50)
        sound = self._decoder.decode(packet, samples)
        assert isinstance(sound, bytes)
        return sound
