"""
Compresses a file of lines: deflate.py LINES GZIP BLOCK_BYTES WINDOW_BITS.

Blocks take as many whole lines as fit. Prints sizes, times of the steps and memory; only the
encoder's steps are timed, not the reading of the lines. The longest step is given twice: as it
passed, which on a desk includes what other processes took, and in CPU time, which the unix port
tells in whole milliseconds.
"""

import gc
import json
import sys
from array import array

import utime
from memory.gzip.writer import Gzip
from memory.log.lines import lines_forward


def chunks(path):
    with open(path, "rb") as f:
        while True:
            chunk = f.read(4096)
            if not chunk:
                return
            yield chunk


_MOST_US = 3000  # steps that take longer are counted as this


class Times:
    """How long the steps took."""

    def __init__(self):
        self.by_us = array("I", bytes(4 * (_MOST_US + 1)))
        self.count = self.total = self.most = self.most_cpu_ms = 0

    def add(self, us, cpu_ms):
        self.by_us[min(us, _MOST_US)] += 1
        self.count += 1
        self.total += us
        self.most = max(self.most, us)
        self.most_cpu_ms = max(self.most_cpu_ms, cpu_ms)

    def quantile(self, share):
        """The time that this share of the steps did not pass, in milliseconds."""
        left = share * self.count
        us = 0
        while left > self.by_us[us]:
            left -= self.by_us[us]
            us += 1
        return us / 1000


def compress(gzip, times):
    """Run the steps of a block, timed."""
    steps = gzip.steps()
    while True:
        cpu = utime.clock()
        start = utime.ticks_us()
        try:
            next(steps)
            done = False
        except StopIteration:
            done = True
        us = utime.ticks_diff(utime.ticks_us(), start)
        times.add(us, round(1000 * (utime.clock() - cpu)))
        if done:
            return


def main(lines, path, block_bytes, window_bits):
    times = Times()
    blocks = raw = 0
    with open(path, "wb") as f:
        gc.collect()
        before = gc.mem_alloc()
        gzip = Gzip(f.write, window_bits, block_bytes)
        gc.collect()
        ram = gc.mem_alloc() - before
        for line in lines_forward(chunks(lines)):
            if len(line) + 1 > gzip.room:
                compress(gzip, times)
                blocks += 1
            gzip.add(line)
            gzip.add(b"\n")
            raw += len(line) + 1
        compress(gzip, times)
        size = gzip.finish()
    figures = {
        "raw_bytes": raw,
        "bytes": size,
        "blocks": blocks + 1,
        "kb_per_s": raw * 1000000 // 1024 // times.total,
        "steps_per_block": round(times.count / (blocks + 1), 1),
        "median_step_ms": times.quantile(0.5),
        "p99_step_ms": times.quantile(0.99),
        "max_step_ms": times.most / 1000,
        "max_step_cpu_ms": times.most_cpu_ms,
        "ram_bytes": ram,
    }
    print(json.dumps(figures))


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
