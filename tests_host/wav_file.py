"""WAV files of one channel with 16-bit samples."""

import wave
from array import array
from pathlib import Path

RATE = 16000


def write(path: Path, sound: "bytes | array[int]", rate: int = RATE) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(sound.tobytes() if isinstance(sound, array) else sound)
    return path


def read(path: Path) -> "tuple[bytes, int]":
    """(its samples, how many there are a second)."""
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return file.readframes(file.getnframes()), file.getframerate()
