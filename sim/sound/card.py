"""
Card: the computer's own sound card, through PyPI `sounddevice` and the system's PortAudio.

Both are loaded where somebody asks for the card, and what is missing is said in words.
"""

import os
import sys
import threading
from array import array
from pathlib import Path
from typing import Any

from sim.sound import SoundError
from sim.sound.words import say


class Card:
    """The streams call back in threads of their own."""

    def __init__(self, packages: Path):
        for folder in (packages, packages.parents[3] / "sound"):
            sys.path.append(str(folder))
        self._lock = threading.Lock()
        self._heard = bytearray()
        self._input: Any = None
        self._output: Any = None
        try:
            with _Muted():
                import sounddevice  # type: ignore[import-not-found]
        except (ImportError, OSError) as error:
            raise SoundError(
                f"no sound card can be used: {error} (Debian, Ubuntu: apt install libportaudio2)"
            ) from error
        self._library: Any = sounddevice

    def check(self, mic: bool, speaker: bool) -> None:
        """Raises SoundError where the computer lacks what is asked for."""
        for wanted, kind, name in (
            (mic, "input", "microphone"),
            (speaker, "output", "loudspeaker"),
        ):
            if not wanted:
                continue
            try:
                with _Muted():
                    self._library.query_devices(kind=kind)
            except (self._library.PortAudioError, ValueError) as error:
                raise SoundError(
                    f"this computer has no {name} ({error}); give a WAV file instead"
                ) from error

    def listen(self, rate: int) -> None:
        """Begin at this rate, or end with 0."""
        self._input = self._stream(self._input, "RawInputStream", rate, self._hear)
        with self._lock:
            self._heard.clear()

    def heard(self) -> "array[int]":
        """What came since the last call."""
        with self._lock:
            data = bytes(self._heard)
            self._heard.clear()
        return array("h", data)

    def play(self, rate: int, take: Any) -> None:
        """Begin to play what take(count) gives, or end with 0."""

        def played(data: Any, frames: int, moment: Any, status: Any) -> None:
            data[:] = take(frames)

        self._output = self._stream(self._output, "RawOutputStream", rate, played)

    def _hear(self, data: Any, frames: int, moment: Any, status: Any) -> None:
        with self._lock:
            self._heard += bytes(data)

    def _stream(self, old: Any, kind: str, rate: int, called: Any) -> Any:
        if old is not None:
            old.close()
        if not rate:
            return None
        try:
            with _Muted():
                made = vars(self._library)[kind](
                    samplerate=rate, channels=1, dtype="int16", callback=called
                )
                made.start()
            return made
        except self._library.PortAudioError as error:
            say("error", f"the sound card does not take {rate} Hz: {error}")
            return None


class _Muted:
    """stderr is closed to what libraries in C write there: it carries events."""

    def __enter__(self) -> None:
        self._kept = os.dup(2)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        os.close(null)

    def __exit__(self, *raised: object) -> None:
        os.dup2(self._kept, 2)
        os.close(self._kept)
