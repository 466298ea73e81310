"""
WAV files: what a microphone of the desk device plays in, and what its speaker writes.

Runs on CPython, standard library only. Samples are 16-bit, in an array("h") of one channel.
"""

import struct
import sys
import wave
from array import array
from pathlib import Path

_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
_RIFF_SIZE_AT = 4
_DATA_SIZE_AT = 40
_MOST = (1 << 32) - _HEADER.size - 1  # bytes of samples that a WAV can name


def read(path: Path, rate: int) -> "array[int]":
    """The samples of a file of 8 to 32 bits and any channels, at `rate`. Raises ValueError."""
    try:
        with wave.open(str(path), "rb") as file:
            width, channels, own_rate = (
                file.getsampwidth(),
                file.getnchannels(),
                file.getframerate(),
            )
            data = file.readframes(file.getnframes())
    except (OSError, EOFError, wave.Error) as error:
        raise ValueError(f"{path}: {error}") from error
    if width == 1:
        samples = array("h", [(byte - 128) << 8 for byte in data])
    elif width == 2:
        samples = array("h", data[: len(data) // 2 * 2])
        if sys.byteorder == "big":
            samples.byteswap()
    else:  # the two highest bytes of each
        whole = bytes(
            byte
            for at in range(0, len(data) - width + 1, width)
            for byte in data[at + width - 2 : at + width]
        )
        samples = array("h", whole)
    if channels > 1:
        samples = array(
            "h",
            [
                sum(samples[at : at + channels]) // channels
                for at in range(0, len(samples) - channels + 1, channels)
            ],
        )
    return resampled(samples, own_rate, rate)


def resampled(samples: "array[int]", own_rate: int, rate: int) -> "array[int]":
    """The same sound at another rate: means of what is passed over, lines between what is not."""
    if own_rate == rate or not samples:
        return samples
    out = array("h")
    step = own_rate / rate
    last = len(samples) - 1
    for number in range(len(samples) * rate // own_rate):
        place = number * step
        at = int(place)
        if step > 1:
            part = samples[at : max(at + 1, int(place + step))]
            out.append(sum(part) // len(part))
        else:
            following = samples[min(at + 1, last)]
            out.append(int(samples[at] + (following - samples[at]) * (place - at)))
    return out


class Recording:
    """
    A WAV file of 16 bits and one channel that is whole at every moment, however the process ends:
    its header names what has been written before. With `goes_on` it continues the file that is
    there. Raises OSError.
    """

    def __init__(self, path: Path, rate: int, goes_on: bool = False):
        self.rate = rate
        self.size = 0
        if goes_on and path.is_file() and path.stat().st_size >= _HEADER.size:
            self._file = path.open("r+b", buffering=0)
            head = _HEADER.unpack(self._file.read(_HEADER.size))
            self.rate, self.size = head[7], head[12]
            self._file.truncate(_HEADER.size + self.size)
            self._file.seek(0, 2)
            return
        self._file = path.open("wb", buffering=0)
        head = (b"RIFF", _HEADER.size - 8, b"WAVE", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16)
        self._file.write(_HEADER.pack(*head, b"data", 0))

    def add(self, data: bytes) -> None:
        """Append 16-bit samples; what is beyond the largest WAV is dropped."""
        if not data or self.size + len(data) > _MOST:
            return
        self._file.write(data)
        self.size += len(data)
        for at, size in (
            (_RIFF_SIZE_AT, _HEADER.size - 8 + self.size),
            (_DATA_SIZE_AT, self.size),
        ):
            self._file.seek(at)
            self._file.write(struct.pack("<I", size))
        self._file.seek(0, 2)
