"""
A mouth and ears for tests: espeak-ng says sentences, and what was heard is told apart from other
sentences that it could have been.

That proves that sound came through whole and in order: words of a language that nobody has told
the ears are not understood. Compared are mel cepstra, without their mean, along the path of least
cost (dynamic time warping), which bears another tempo, rate, loudness and codec.
"""

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import device
import wav_file

sys.path.append(str(device.ROOT / ".venv" / "ears"))
import numpy as np

RATE = 16000
VOICES = {"zh": "cmn", "en": "en-us"}
_HOP_S, _WINDOW_S = 0.010, 0.025
_MELS, _CEPSTRA = 24, 13
_LOWEST, _HIGHEST = 100, 3800  # Hz: what every rate and codec lets through
_LENGTH = 0.15  # by which a sentence may be longer or shorter
_CLEARLY = 0.85  # of the cost of the second best
_SILENT = 0.03  # of the loudest
_AUDIBLE = 0.003  # of the loudest that there can be
_PAUSE_S = 0.5  # between two sentences
_FLOOR = 1e-4  # of the loudest band: what is below is taken for silence

Sound = Any  # an array of float, -1 to 1


@cache
def spoken(text: str, language: str, rate: int = RATE) -> bytes:
    """The sentence as 16-bit samples, half a second of silence around it."""
    said = subprocess.run(
        ["espeak-ng", "-v", VOICES[language], "-s", "150", "--stdout", text],
        check=True,
        capture_output=True,
    ).stdout
    # What it writes to a pipe has no length in its head.
    data = np.frombuffer(said[44:], "<i2").astype(float)
    own_rate = int.from_bytes(said[24:28], "little")
    times = np.arange(int(len(data) * rate / own_rate)) * (own_rate / rate)
    data = np.interp(times, np.arange(len(data)), data)
    pause = np.zeros(rate // 2)
    return np.concatenate([pause, 0.8 * data, pause]).astype("<i2").tobytes()


class Ears:
    """Tells these sentences of a language apart."""

    def __init__(self, sentences: "list[str]", language: str):
        self._known = {text: _cepstra(_sound(spoken(text, language)), RATE) for text in sentences}

    def heard(self, sound: bytes, rate: int = RATE) -> str:
        """
        The sentence that this is; "" where it is silence, is like none of them or as like to
        another, or has not its length: a part is missing, or there is more.
        """
        found = _cepstra(_sound(sound), rate)
        if not len(found):
            return ""
        costs = sorted((_distance(found, known), text) for text, known in self._known.items())
        (least, text), (second, _) = costs[:2]
        is_whole = abs(len(found) - len(self._known[text])) <= _LENGTH * len(self._known[text])
        return text if is_whole and least < _CLEARLY * second else ""


def utterances(sound: bytes, rate: int = RATE) -> "list[bytes]":
    """What is said between pauses of half a second and more."""
    hop = int(_HOP_S * rate)
    levels = np.abs(_sound(sound)[: len(sound) // 2 // hop * hop]).reshape(-1, hop).mean(axis=1)
    loud = np.flatnonzero(levels > max(_AUDIBLE, _SILENT * levels.max(initial=0)))
    if not len(loud):
        return []
    pauses = np.flatnonzero(np.diff(loud) > _PAUSE_S / _HOP_S)
    begins, ends = loud[np.append(0, pauses + 1)], loud[np.append(pauses, -1)] + 1
    cuts = zip(begins, ends, strict=True)
    return [sound[2 * hop * begin : 2 * hop * end] for begin, end in cuts]


def rests(path: Path, rest_s: float = 0.4) -> bool:
    """
    Whether a WAV has sound, and none for so long at its end: what was said has been played, since
    espeak-ng ends with half a second of silence.
    """
    if not path.exists():
        return False
    sound, rate = wav_file.read(path)
    return bool(utterances(sound, rate)) and not utterances(sound[-2 * int(rest_s * rate) :], rate)


def pitch(sound: bytes, rate: int) -> float:
    """Hz of the strongest tone."""
    samples = _sound(sound)
    strengths = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(strengths)) * rate / len(samples)


def _sound(data: bytes) -> Sound:
    return np.frombuffer(data[: len(data) & ~1], "<i2").astype(float) / 32768


def _cepstra(sound: Sound, rate: int) -> Sound:
    """One row each 10 ms, without the silence before and behind."""
    window, hop = int(_WINDOW_S * rate), int(_HOP_S * rate)
    if len(sound) < window:
        return np.zeros((0, _CEPSTRA))
    count = 1 + (len(sound) - window) // hop
    frames = np.stack([sound[n * hop : n * hop + window] for n in range(count)])
    power = np.abs(np.fft.rfft(frames * np.hanning(window), axis=1)) ** 2
    bands = power @ _filters(window, rate).T
    logs = np.log(np.maximum(bands, bands.max() * _FLOOR) + 1e-12)
    loud = np.sqrt((frames**2).mean(axis=1))
    above = np.flatnonzero(loud > _SILENT * loud.max()) if loud.max() > _AUDIBLE else []
    if not len(above):
        return np.zeros((0, _CEPSTRA))
    logs = logs[above[0] : above[-1] + 1]
    turns = np.outer(np.arange(1, _CEPSTRA + 1), np.arange(_MELS) + 0.5) * np.pi / _MELS
    found = logs @ np.cos(turns).T
    return found - found.mean(axis=0)


@cache
def _filters(window: int, rate: int) -> Sound:
    """Triangles on the mel scale."""
    mel = np.linspace(*(1127 * np.log(1 + np.array([_LOWEST, _HIGHEST]) / 700)), _MELS + 2)
    edges = 700 * (np.exp(mel / 1127) - 1)
    hertz = np.fft.rfftfreq(window, 1 / rate)
    rows = []
    for low, middle, high in zip(edges, edges[1:], edges[2:], strict=False):
        up, down = (hertz - low) / (middle - low), (high - hertz) / (high - middle)
        rows.append(np.clip(np.minimum(up, down), 0, None))
    return np.stack(rows)


def _distance(one: Sound, other: Sound) -> float:
    """The mean cost along the best path."""
    costs = np.sqrt(((one[:, None, :] - other[None, :, :]) ** 2).sum(axis=2))
    total = np.cumsum(costs[0])
    for row in costs[1:]:
        # Either from the row before, or along this one: a minimum that goes on, beside the sums.
        sums = np.cumsum(row)
        before = np.minimum(total, np.concatenate([[np.inf], total[:-1]])) + row
        total = sums + np.minimum.accumulate(before - sums)
    return float(total[-1] / (len(one) + len(other)))
