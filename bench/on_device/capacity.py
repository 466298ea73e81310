"""
Fills an archive with lines: capacity.py LINES. Prints what it takes, see bench/capacity.py.

The partition is a chip in a file, mounted as boot.py mounts it.
"""

import json
import os
import sys

import vfs
from _chip_file import erased
from _filling import BLOCK, BLOCKS, OPTIONS, ROOT, Disk, Filling
from memory.errors import StoreFull
from memory.index.index import Index
from memory.log.log import Log


def main(path):
    flash = erased(path, BLOCK * BLOCKS)
    disk = Disk(flash)
    vfs.VfsLfs2.mkfs(disk, **OPTIONS)
    vfs.mount(vfs.VfsLfs2(disk, mtime=False, **OPTIONS), ROOT)
    log = Log(ROOT, lambda event, **fields: None)
    log.open()
    index = Index(ROOT)
    index.open()
    filling = Filling(flash, log, index)
    full = False
    try:
        filling.fill(path)
    except StoreFull:
        full = True  # `records` says how many there was room for
    used = filling.used()
    parts = [row[0] for row in index.main + index.deltas if row[0]]
    figures = {
        "records": filling.records,
        "found": filling.found(path),
        "full": full,
        "raw_bytes": filling.raw,
        "size_bytes": BLOCK * BLOCKS,
        "used_bytes": used,
        "peak_bytes": filling.peak,
        "index_bytes": sum([os.stat(index.path(number))[6] for number in parts]),
        "free_bytes": BLOCK * BLOCKS - used,
        "files_most": filling.files,
        "indexed": index.docs,
        "step_most_ms": filling.step_ms,
        "step_most_erases": filling.step_erases,
        "erases": flash.erases,
    }
    print(json.dumps(figures))


main(sys.argv[1])
