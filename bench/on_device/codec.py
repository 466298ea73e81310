"""Device part of bench/codec.py: codec.py FRAMES."""

import gc
import json
import math
import sys
import time
from array import array

import opus

_SAMPLES = 960


def _voice():
    """Ten different frames: tones above a moving pitch."""
    sound, phase = array("h", bytes(2 * 10 * _SAMPLES)), 0.0
    for n in range(len(sound)):
        at = n / 16000
        phase += 2 * math.pi * (140 + 40 * math.sin(5 * at)) / 16000
        loud = 3000 * (0.6 + 0.4 * math.sin(9 * at))
        sound[n] = int(loud * sum([math.sin(k * phase) / k for k in range(1, 6)]))
    return [memoryview(sound)[at : at + _SAMPLES] for at in range(0, len(sound), _SAMPLES)]


def _ms(count, call):
    """Milliseconds of a call with a number, in the quickest fifty calls in a row."""
    best = 1 << 29
    for first in range(0, count, 50):
        start = time.ticks_us()
        for n in range(first, first + 50):
            call(n)
        best = min(best, time.ticks_diff(time.ticks_us(), start))
    return best / 50000


def _measured(count, application, complexity):
    """What one encoder and one decoder took."""
    frames = _voice()
    packet, out = bytearray(1276), array("h", bytes(2 * 1440))
    encoder = opus.Encoder(complexity=complexity, application=application)
    decoder = opus.Decoder()
    packets = [packet[: encoder.encode(frames[n % 10], packet)] for n in range(100)]
    figures = {"complexity": complexity}
    for name, call in (
        ("encode", lambda n: encoder.encode(frames[n % 10], packet)),
        ("decode", lambda n: decoder.decode(packets[n % 100], out)),
        ("conceal", lambda n: decoder.decode(None, out)),
    ):
        gc.collect()
        figures[name + "_ms"] = round(_ms(count, call), 3)
    figures["bytes"] = sum(map(len, packets)) // len(packets)
    return figures


def main(count):
    for kind, application in (("audio", opus.AUDIO), ("speech", opus.VOIP)):
        for complexity in (0, 5):
            figures = _measured(count, application, complexity)
            figures["kind"] = kind
            print(json.dumps(figures))


main(int(sys.argv[1]))
