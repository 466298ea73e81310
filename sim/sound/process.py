"""
Process: the loop of the process that plays the desk device's sound.

Owns the pace and what the device says on `control`. At the end it says in an event `sound` how
many samples were heard, lost, played and silent.
"""

import os
import select
import time

from sim.sound.card import Card
from sim.sound.ports import Form, Microphone, Speaker
from sim.sound.words import emit

_TICK_S = 0.01


class Process:
    """The child's loop."""

    def __init__(
        self,
        ends: "dict[str, tuple[int, int]]",
        mic: "str | None",
        speaker: "str | None",
        speed: float,
        goes_on: bool,
        card: "Card | None",
    ):
        self._control = ends["control"][0]
        self._answer = ends["answer"][1]
        self._buffered = b""
        self.microphone = Microphone(ends["mic"], None if goes_on else mic, speed, card)
        self.speaker = Speaker(ends["speaker"][0], speaker, speed, goes_on, card)

    def run(self) -> None:
        following = time.monotonic()
        while True:
            wanted = [self._control]
            if self.speaker.has_room:
                wanted.append(self.speaker.pipe)
            wait = max(0.0, following - time.monotonic())
            ready, _, _ = select.select(wanted, [], [], wait)
            if self.speaker.pipe in ready:
                self.speaker.fill()
            if self._control in ready and not self._obey():
                break
            now = time.monotonic()
            if now >= following:
                self.microphone.tick(now)
                self.speaker.tick(now)
                following = max(following + _TICK_S, now)
        self._report()

    def _obey(self) -> bool:
        """Do what the device says; False once it has gone."""
        data = os.read(self._control, 4096)
        self._buffered += data
        while b"\n" in self._buffered:
            line, _, self._buffered = self._buffered.partition(b"\n")
            verb, which, *numbers = line.decode().split()
            port: Microphone | Speaker = self.microphone if which == "mic" else self.speaker
            if verb == "open":
                port.open(Form(*map(int, numbers)), time.monotonic())
            else:
                port.close()
            try:
                os.write(self._answer, b"done\n")
            except BrokenPipeError:
                return False
        return bool(data)

    def _report(self) -> None:
        mic, speaker = self.microphone, self.speaker
        counts = {
            "read": mic.given,
            "lost": mic.lost,
            "played": speaker.played,
            "silent": speaker.silent,
            "gaps": speaker.gaps,
            # By the monotonic clock: the first sample of the microphone's file, what sounded.
            "began": mic.began,
            "sounded": speaker.spans,
        }
        emit(
            {"event": "sound", **counts},
            f"{mic.given} samples heard, {mic.lost} lost; {speaker.played} played, "
            f"{speaker.silent} of silence besides, {speaker.gaps} gaps",
        )
