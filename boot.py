"""
Boot: mount the memory partition and count the boots; nothing else.

The rule (docs/FORMAT.md section 6): format only what is blank, or what an earlier format was cut
in. Anything else that does not mount is left as it is; the firmware runs without an archive and
says so. On the REPL, `format_memory()` starts afresh on purpose.
"""

import vfs
from esp32 import NVS, Partition

_MOUNT = "/memory"
_SECTOR = 4096
# readsize 64: at 32 one rename was seen to read 700 KB; lookahead 96 covers the partition at once.
_OPTIONS = {"readsize": 64, "progsize": 64, "lookahead": 96}

# Why there is no archive, in words, or None; main.py hands it on.
archive_problem = None


def _number(kv, key):
    try:
        return kv.get_i32(key)
    except OSError:
        return 0


def _partition():
    found = Partition.find(Partition.TYPE_DATA, label="memory")
    if not found:
        raise OSError("no partition is labelled memory")
    return found[0]


def _is_blank(partition):
    block = bytearray(_SECTOR)
    for number in (0, 1):
        partition.readblocks(number, block)
        if block.count(b"\xff") != _SECTOR:
            return False
    return True


def format_memory():
    """Make an empty archive, whatever was there. `sys/mkfs` tells the next boot of a cut."""
    kv = NVS("sys")
    partition = _partition()
    kv.set_i32("mkfs", 1)
    vfs.VfsLfs2.mkfs(partition, **_OPTIONS)
    kv.set_i32("mkfs", 0)


def _mount():
    partition = _partition()
    if _number(NVS("sys"), "mkfs") or _is_blank(partition):
        format_memory()
    filesystem = vfs.VfsLfs2(partition, mtime=False, **_OPTIONS)  # type: ignore[abstract]
    vfs.mount(filesystem, _MOUNT)


def _count_boot():
    kv = NVS("sys")
    kv.set_i32("boots", _number(kv, "boots") + 1)
    kv.commit()


try:
    _count_boot()
    _mount()
except OSError as e:
    archive_problem = "the memory partition could not be mounted (%r); left as it is" % e
