"""
Background work for three years of memory: indexing.py LINES. See bench/indexing.py.

The memory partition is a chip in a file; the lines are appended in groups of 5, and what is due
after each sealed segment is driven as the device drives it. Prints one JSON object.
"""

import gc
import hashlib
import json
import sys
from binascii import hexlify

import utime
from _clock import Clock
from _filling import ROOT, Filling, powered_on
from esp32 import NVS
from memory.engine import Memory


class Timed(Filling):
    """For each kind of job its processor time in seconds, and how many steps it took."""

    def __init__(self, flash, memory):
        super().__init__(flash, memory.log, memory.index)
        self._memory = memory
        self._written = hashlib.sha256()
        self.seconds = {"index": 0.0, "merge": 0.0, "pack": 0.0, "compact": 0.0}
        self.job_steps = {"index": 0, "merge": 0, "pack": 0, "compact": 0}

    def _tidy(self):
        background = self._memory.background()
        while background.begin(False):
            name = background.name
            count = 0
            begun = utime.clock()
            while background.step() is not None:
                count += 1
            self.seconds[name] += utime.clock() - begun
            self.job_steps[name] += count
            if name in ("index", "merge"):
                self._take_files()

    def _take_files(self):
        """The bytes of the last delta, or of all files where there is none, as they are now."""
        index = self.index
        rows = index.deltas[-1:] or index.main
        for row in rows:
            with open(index.path(row[0]), "rb") as f:
                self._written.update(f.read())

    def digest(self):
        """A checksum over what `_take_files` has read."""
        return hexlify(self._written.digest()).decode()[:16]


def main(path):
    gc.threshold(gc.mem_free() // 4)  # oftener than firmware.startup has it
    flash = powered_on(path).flash
    memory = Memory(NVS("mem"), ROOT, Clock(), lambda count: bytes(range(count)))
    memory.open()
    filling = Timed(flash, memory)
    filling.fill(path)
    figures = {"records": filling.records, "erases": flash.erases, "digest": filling.digest()}
    for name in sorted(filling.seconds):
        figures[name + "_s"] = round(filling.seconds[name], 2)
        figures[name + "_steps"] = filling.job_steps[name]
    print(json.dumps(figures))


main(sys.argv[1])
