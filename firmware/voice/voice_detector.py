"""
Voice detector: whether somebody speaks in a frame of the microphone.

By its loudness over the room's, which is followed, and by the encoder: what it packs into two
bytes or less is silence to it (DTX).
"""

from micropython import const

_SILENT_BYTES = const(2)
_QUIET = const(24)  # mean size of a sample, of 32767, below which nobody speaks in any room
_MOST_ROOM = const(2000)


class VoiceDetector:
    """`room` is the mean size of samples while nobody speaks, times 16."""

    def __init__(self) -> None:
        self.room = _QUIET * 16

    def hears(self, level: int, size: int) -> bool:
        """`level` the mean size of the frame's samples, `size` the bytes of its packet."""
        loud = level * 16 > 3 * self.room + 16 * _QUIET
        if level * 16 < self.room:
            self.room = max(level * 16, 16)
        else:  # it becomes louder slowly: by half within 10 s
            self.room += min((level * 16 - self.room) >> 8, self.room >> 8) + (not loud)
            self.room = min(self.room, _MOST_ROOM * 16)
        return loud and size > _SILENT_BYTES
