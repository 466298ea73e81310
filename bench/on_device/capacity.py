"""
Fills an archive with lines: capacity.py LINES. Prints what it takes, see bench/capacity.py.

The partition is a chip in RAM, mounted as boot.py mounts it.
"""

import gc
import json
import os
import sys

import utime
import vfs
from memory import seek, tidying
from memory.archive import Archive
from memory.index import Index
from memory.log import Entry, Log, lines_forward
from memory.records import counter_of, from_line

from sim.nor import NorFlash

_BLOCK = 4096
_BLOCKS = 768
_ROOT = "/memory"
_OPTIONS = {"readsize": 64, "progsize": 64, "lookahead": 96}
_GROUP = 5
_LOOK = 4000  # steps between two looks at the space in use


class Disk:
    """A flash chip as a block device."""

    def __init__(self):
        data = bytearray(_BLOCK * _BLOCKS)
        self.flash = NorFlash(data, len(data))
        for block in range(_BLOCKS):
            self.flash.erase(block * _BLOCK)

    def readblocks(self, block, buf, offset=0):
        self.flash.read(block * _BLOCK + offset, buf)

    def writeblocks(self, block, buf, offset=0):
        self.flash.program(block * _BLOCK + offset, buf)

    def ioctl(self, op, argument):
        if op == 4:
            return _BLOCKS
        if op == 5:
            return _BLOCK
        if op == 6:
            self.flash.erase(argument * _BLOCK)
        return 0


class Filling:
    """The archive on its way to three years."""

    def __init__(self, disk):
        self._flash = disk.flash
        self.log = Log(_ROOT, lambda event, **fields: None)
        self.log.open()
        self.index = Index(_ROOT)
        self.index.open()
        self.peak = self.steps = self.step_ms = self.step_erases = self.raw = self.files = 0

    def used(self):
        info = os.statvfs(_ROOT)
        self.peak = max(self.peak, (info[2] - info[3]) * info[0])
        return (info[2] - info[3]) * info[0]

    def append(self, lines):
        sealed = len(self.log.manifest.sealed)
        entries = []
        for text in lines:
            record = from_line(text).record
            day = text[text.find(b'"created":"') + 11 :][:10].decode()
            entries.append(Entry(text.decode(), day, counter_of(record.id), False))
            self.raw += len(text) + 1
        self.log.append(entries)
        if len(self.log.manifest.sealed) > sealed:
            self._tidy()
            count = len([1 for _ in os.ilistdir(_ROOT + "/life")])
            self.files = max(self.files, count + 2)

    def _tidy(self):
        work = tidying.steps(self.log, self.index)
        while True:
            erases = self._flash.erases
            start = utime.ticks_us()
            try:
                next(work)
            except StopIteration:
                return
            self.step_ms = max(self.step_ms, utime.ticks_diff(utime.ticks_us(), start) / 1000)
            self.step_erases = max(self.step_erases, self._flash.erases - erases)
            self.steps += 1
            if self.steps % _LOOK == 0:
                self.used()

    def found(self, path):
        """How many lines of the file are read back, in their order."""
        count = 0
        wanted = lines_forward(chunks(path))
        for number in reversed(self.log.segments()):
            for text in lines_forward(self.log.chunks(number)):
                count += next(wanted) == text
        return count


class Nothing:
    """Hot memory without a record."""

    def get(self, key):
        return None

    def keys(self, prefix=b""):
        return []


class Seeking:
    """Keywords of 2 to 4 characters, by the index and by reading everything."""

    def __init__(self, disk, filling):
        self._flash = disk.flash
        self._log = filling.log
        self._index = filling.index
        self._archive = Archive(Nothing(), filling.log, lambda event, **fields: None)

    def figures(self, keywords):
        self._measured(keywords)  # opens the files, which then stay open
        ms, kb, reads, hits = self._measured(keywords)
        linear = sorted([self._linear(keyword) for keyword in keywords[:5]])[2]
        half = len(ms) // 2
        most = len(ms) * 95 // 100
        return {
            "p50_ms": ms[half],
            "p95_ms": ms[most],
            "flash_read_bytes_p50": kb[half],
            "flash_read_bytes_p95": kb[most],
            "flash_reads_p95": reads[most],
            "literal_in_top_10": hits,
            "linear_ms": linear,
            "speedup_vs_linear": round(linear / ms[half], 1),
        }

    def _measured(self, keywords):
        ms = []
        kb = []
        reads = []
        hits = 0
        for keyword in keywords:
            gc.collect()
            before = (self._flash.read_bytes, self._flash.reads)
            start = utime.ticks_us()
            steps = seek.find(self._log, self._archive, self._index, keyword, 10)
            found = [record.content for record in steps if record is not None]
            ms.append(utime.ticks_diff(utime.ticks_us(), start) / 1000)
            kb.append(self._flash.read_bytes - before[0])
            reads.append(self._flash.reads - before[1])
            hits += bool([text for text in found if keyword in text])
        return sorted(ms), sorted(kb), sorted(reads), hits / len(keywords)

    def _linear(self, keyword):
        gc.collect()
        start = utime.ticks_us()
        found = 0
        for record in self._archive.scan():
            found += record is not None and keyword in record.words()
        return utime.ticks_diff(utime.ticks_us(), start) / 1000


def chunks(path):
    with open(path, "rb") as f:
        while True:
            chunk = f.read(4096)
            if not chunk:
                return
            yield chunk


def main(path):
    disk = Disk()
    vfs.VfsLfs2.mkfs(disk, **_OPTIONS)
    vfs.mount(vfs.VfsLfs2(disk, mtime=False, **_OPTIONS), _ROOT)
    filling = Filling(disk)
    group = []
    keywords = []
    records = 0
    for line in lines_forward(chunks(path)):
        group.append(line)
        records += 1
        if records % 347 == 0 and len(keywords) < 50:
            content = from_line(line).record.content
            at = records % 7
            keyword = content[at : at + 2 + records % 3]
            if len(keyword.encode()) == 3 * len(keyword) and "，" not in keyword:
                keywords.append(keyword)
        if len(group) == _GROUP:
            filling.append(group)
            group = []
    if group:
        filling.append(group)
    used = filling.used()
    index = filling.index
    parts = [row[0] for row in index.main + index.deltas if row[0]]
    figures = {
        "records": records,
        "found": filling.found(path),
        "raw_bytes": filling.raw,
        "size_bytes": _BLOCK * _BLOCKS,
        "used_bytes": used,
        "peak_bytes": filling.peak,
        "index_bytes": sum([os.stat(index.path(number))[6] for number in parts]),
        "free_bytes": _BLOCK * _BLOCKS - used,
        "files_most": filling.files,
        "indexed": index.docs,
        "step_most_ms": filling.step_ms,
        "step_most_erases": filling.step_erases,
        "erases": disk.flash.erases,
    }
    print(json.dumps(figures))
    print(json.dumps(Seeking(disk, filling).figures(keywords)))


main(sys.argv[1])
