"""
Self-test: tells at the board's prompt whether microphone, loudspeaker, button and codec work.

    from firmware.voice import self_test
    self_test.run()

For a board without the companion running (Ctrl-C at its console): it opens the ports of `board`
itself. Says a line for each part; docs/BOARD_CHECKLIST.md says which to expect. Owns nothing that
lasts.
"""

import math
import time
from array import array

import board
from micropython import const

from . import samples

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_MIC_RATE = const(16000)
_RATE = const(24000)
_IBUF = const(16000)
_FRAME = const(960)  # samples of the microphone: 60 ms
_FIRST = const(10)  # frames in which a microphone settles
_QUIET = const(8)  # mean size of a sample of a room in which nobody speaks, at the least
_LOUD = const(120)  # of somebody who speaks near it


def _say(text: str) -> None:
    print(text)  # noqa: T201  asked for


def run(seconds: int = 3) -> None:
    """The four of them; speak while it listens, and hold the button when it says so."""
    codec()
    tone()
    level(seconds)
    button(5 * seconds)


def codec() -> None:
    """One frame each way. Raises ImportError where this build has no Opus."""
    import opus  # stock MicroPython has none, and the other parts work there

    pcm, packet = array("h", bytes(2 * _FRAME)), bytearray(400)
    for at in range(_FRAME):
        pcm[at] = int(8000 * math.sin(at / 5))
    encoder, decoder = opus.Encoder(), opus.Decoder()
    start = time.ticks_us()
    size = encoder.encode(pcm, packet)
    middle = time.ticks_us()
    count = decoder.decode(packet[:size], array("h", bytes(4 * _FRAME)))
    end = time.ticks_us()
    _say(
        "codec: ok, a frame of 60 ms in %d bytes; encoding took %d us, decoding %d us, %d samples"
        % (size, time.ticks_diff(middle, start), time.ticks_diff(end, middle), count)
    )


def tone(hertz: int = 880, seconds: int = 1) -> None:
    """A tone on the loudspeaker, a quarter of its full size."""
    wave = array("H", [int(8000 * math.sin(at * math.pi / 128)) & 0xFFFF for at in range(256)])
    part, step, place = bytearray(2 * _RATE // 10), hertz * 65536 // _RATE, 0
    port: "Any" = board.speaker(_RATE, _IBUF)  # type: ignore[attr-defined]
    try:
        for _ in range(10 * seconds):
            place = samples.tone(part, _RATE // 10, wave, place, step, 256)
            port.write(part)
        port.write(bytes(2 * _IBUF))  # more than waits to be heard, which deinit() drops
    finally:
        port.deinit()
    _say("loudspeaker: a tone of %d Hz for %d s was written; did you hear it?" % (hertz, seconds))


def level(seconds: int = 3) -> None:
    """How loud the microphone is, a line for each second: speak in one of them."""
    wide, pcm = bytearray(4 * _FRAME), bytearray(2 * _FRAME)
    port: "Any" = board.microphone(_MIC_RATE, _IBUF)  # type: ignore[attr-defined]
    most, least = 0, 32767
    try:
        for _ in range(_FIRST):
            port.readinto(wide)
        for second in range(seconds):
            total = 0
            for _ in range(_MIC_RATE // _FRAME):
                port.readinto(wide)
                size = samples.narrowed(wide, pcm, _FRAME) // _FRAME
                most, least = max(most, size), min(least, size)
                total += size
            mean = total // (_MIC_RATE // _FRAME)
            _say("microphone: second %d: %5d %s" % (second + 1, mean, "#" * _bars(mean)))
    finally:
        port.deinit()
    if most == 0:
        _say("microphone: nothing but zeros: is SD at its pin, and L/R at GND?")
    elif most < _LOUD:
        _say("microphone: only a quiet room, %d to %d: speak while it listens" % (least, most))
    else:
        _say("microphone: ok, from %d to %d" % (least, most))


def _bars(mean: int) -> int:
    """One for each doubling above a quiet room."""
    bars = 0
    while mean > _QUIET << bars and bars < 12:
        bars += 1
    return bars


def button(seconds: int = 15) -> None:
    """Wait for the button to be pressed and released."""
    _say("button: press it within %d s" % seconds)
    pressed, end = 0, time.ticks_add(time.ticks_ms(), 1000 * seconds)
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        if board.button():
            pressed += 1
        elif pressed:
            _say("button: ok, it was down for about %d ms" % (pressed * 10))
            return
        time.sleep_ms(10)
    _say("button: it is down all the time" if pressed else "button: nobody pressed it")
