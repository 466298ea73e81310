"""
Boot: prepares the start of the companion, which main.py makes.

In this order: choose the slot of the app (slots.py), check that the heap is large enough, count
the start and decide on safe mode, mount the memory partition, count the boot. main.py follows
whatever happens here.

The partition is formatted only where it is blank, or where it does not mount and an earlier format
was interrupted (docs/FORMAT.md section 6). Anything else that does not mount is left as it is, and
the companion runs without an archive. At the prompt, `format_memory()` formats it on purpose. In
safe mode (docs/decisions/living.md) nothing is mounted; `mount_memory()` does it afterwards. The
partition of the turns is mounted when somebody first wants them (`mount_turns()`), by the same
rule; `format_turns()` formats it.
"""

import array
import binascii
import collections
import errno
import gc
import hashlib
import io
import json
import os
import re
import select
import socket
import struct
import sys
import time

import machine
import vfs
from esp32 import NVS, Partition

# Modules that are built in and that a file may replace. Unless one is in sys.modules, MicroPython
# looks for such a file at every import of it: three looks in each folder of the path.
for _module in (array, binascii, collections, errno, hashlib, io, json):
    sys.modules[_module.__name__] = _module
for _module in (os, re, select, socket, struct, time):
    sys.modules[_module.__name__] = _module

_MOUNT = "/memory"
_TURNS = "/turns"
_FORMATTING = {"memory": "mkfs", "turns": "mkfs_turns"}  # keys of `sys` while that is under way
_SECTOR = 4096
_RETRIES = 2  # of a read that failed
_EIO = 5
_BAD_BLOCK = 84  # LFS_ERR_CORRUPT: LittleFS then uses another block
# readsize 64: at 32 one rename was seen to read 700 KB. lookahead 96 covers the whole partition.
_OPTIONS = {"readsize": 64, "progsize": 64, "lookahead": 96}

# Bytes. A desk device (64-bit words) needs 3,168 KB for a full store. Of that all modules take
# 2,682 KB, where a chip has 2,129 (`bench heap`). Boards have 8 MB of PSRAM, or 2, or none.
_MIN_HEAP = 2621440
_NO_PSRAM = (
    "伙伴需要 4 MB 或更多 PSRAM，MicroPython 在这块板子上看不到这么多，所以没有启动。 / The "
    "companion needs 4 MB of PSRAM or more; MicroPython does not see as much here, so it is not "
    "started.\n"
)

_STARTS_MAX = 3  # failed ones in a row; firmware/system/boot_guard.py clears their count

# main.py reads these:
archive_problem = None  # why there is no archive, in words, or None
safe_mode = None  # why the companion is not to start now, "starts" or "button", or None
boots = None  # how many boots were counted, None where NVS fails
turns_mounted = False
# True where the heap is too small: main.py then starts nothing, and the prompt comes.
no_companion = gc.mem_alloc() + gc.mem_free() < _MIN_HEAP


class _Blocks:
    """
    The partition as a block device whose errors are return values. An exception of
    esp32.Partition would pass through LittleFS and leave its open files and buffers inconsistent.
    """

    def __init__(self, partition):
        self._partition = partition

    # `return` stands within the try: where a try block is left otherwise, MicroPython may raise
    # KeyboardInterrupt, which here would be in the middle of an operation of LittleFS.
    def readblocks(self, block, buf, offset=0):
        try:
            return self._partition.readblocks(block, buf, offset)
        except OSError:
            return self._read_again(block, buf, offset)

    def _read_again(self, block, buf, offset):
        """Read again: after an error LittleFS would use what is in its cache."""
        for _ in range(_RETRIES):
            try:
                return self._partition.readblocks(block, buf, offset)
            except OSError:
                continue
        return -_EIO

    def writeblocks(self, block, buf, offset=0):
        try:
            return self._partition.writeblocks(block, buf, offset)
        except OSError:
            return -_BAD_BLOCK

    def ioctl(self, op, arg):
        try:
            return self._partition.ioctl(op, arg)
        except OSError:
            return -_BAD_BLOCK


def _number(kv, key):
    try:
        return kv.get_i32(key)
    except OSError:
        return 0


def _partition(label):
    found = Partition.find(Partition.TYPE_DATA, label=label)
    if not found:
        raise OSError("no partition is labelled " + label)
    return found[0]


def _is_blank(partition):
    """Whether both superblocks and the first bytes of all other blocks are erased."""
    block = bytearray(_SECTOR)
    for number in range(partition.ioctl(4, 0)):
        partition.readblocks(number, block, 0)
        if block.count(b"\xff") != len(block):
            return False
        if number == 1:
            block = bytearray(64)
    return True


def format_memory():
    """Make an empty archive, whatever was there. `sys/mkfs` is set while this is under way."""
    _format("memory")


def format_turns():
    """Forget the turns of all conversations. `sys/mkfs_turns` is set while this is under way."""
    _format("turns")


def _format(label):
    kv = NVS("sys")
    partition = _partition(label)
    kv.set_i32(_FORMATTING[label], 1)
    for number in (0, 1):  # so that an interrupted format leaves nothing that mounts
        partition.ioctl(6, number)
    vfs.VfsLfs2.mkfs(_Blocks(partition), **_OPTIONS)  # type: ignore[arg-type]
    kv.set_i32(_FORMATTING[label], 0)


def _mount(label, place):
    partition = _partition(label)
    if _is_blank(partition):
        _format(label)
    try:
        filesystem = _filesystem(partition)
    except OSError:
        if not _number(NVS("sys"), _FORMATTING[label]):
            raise
        _format(label)
        filesystem = _filesystem(partition)
    vfs.mount(filesystem, place)


def mount_turns():
    """
    Mount the partition of the turns, unless it is; where it is mounted, or None where the table
    has none and turns share the archive's. Raises OSError where it does not mount; it is left as
    it is then.
    """
    global turns_mounted
    if not Partition.find(Partition.TYPE_DATA, label="turns"):
        return None
    if not turns_mounted:
        _mount("turns", _TURNS)
        turns_mounted = True
        if _number(NVS("sys"), "mkfs_turns"):
            NVS("sys").set_i32("mkfs_turns", 0)  # a cut came after the format
    return _TURNS


def _filesystem(partition):
    blocks = _Blocks(partition)
    return vfs.VfsLfs2(blocks, mtime=False, **_OPTIONS)  # type: ignore[abstract,arg-type]


def _count_boot():
    """Count the boot and clear `sys/mkfs` once the archive is mounted; how many boots."""
    kv = NVS("sys")
    if archive_problem is None and _number(kv, "mkfs"):
        kv.set_i32("mkfs", 0)
    count = _number(kv, "boots") + 1
    kv.set_i32("boots", count)
    kv.commit()
    return count


def _count_start():
    """
    Count this start as failed; firmware/system/boot_guard.py clears the count once it is good.
    True after three that failed in a row; the count is then two, so that the next start is tried.
    A soft reset is not counted: it is made at the prompt, often without a main.py after it.
    """
    kv = NVS("boot")
    failed = _number(kv, "failed")
    if machine.reset_cause() == machine.SOFT_RESET:
        return False
    kv.set_i32("failed", failed + 1 if failed < _STARTS_MAX else _STARTS_MAX - 1)
    kv.commit()
    return failed >= _STARTS_MAX


def _safe_mode():
    """Why the companion is not to start now, or None; also where NVS or board.py is broken."""
    why = None
    try:
        why = "starts" if _count_start() else None
        import board

        return "button" if hasattr(board, "button") and board.button() else why
    except Exception:  # noqa: BLE001  code of the board's
        return why


def mount_memory():
    """Mount the archive and count the boot; sets archive_problem and boots."""
    global archive_problem, boots
    try:
        _mount("memory", _MOUNT)
    except Exception as e:  # noqa: BLE001  whatever lies there, the device starts
        archive_problem = "the memory partition could not be mounted (%r); left as it is" % e
    try:
        boots = _count_boot()
    except OSError:
        boots = None  # NVS fails; the companion will report it


try:
    import slots

    slots.choose()
except Exception as e:  # noqa: BLE001  main.py then finds no app, and the prompt comes
    sys.print_exception(e)  # type: ignore[attr-defined]
# By default "", the current folder, comes first on the path. In / the archive at /memory would
# be imported then instead of the package `memory` of /lib; `mpremote mount` changes the folder.
sys.path[:] = [name for name in sys.path if name not in ("", "/")] + ["", "/"]
if no_companion:
    sys.stdout.write(_NO_PSRAM)
else:
    safe_mode = _safe_mode()
    if safe_mode is None:
        mount_memory()
