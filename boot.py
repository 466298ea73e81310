"""
Boot: choose the slot of the app, tell a board that cannot run the companion, count the boots, tell
when one is to be in safe mode, mount the memory partition; nothing else.

The rule (docs/FORMAT.md section 6): format only what is blank, or what does not mount since an
earlier format was cut. Anything else that does not mount is left as it is; the firmware runs
without an archive and says so. On the REPL, `format_memory()` starts afresh on purpose. In safe
mode (docs/decisions/living.md) nothing is mounted, `mount_memory()` does it. Whatever happens
here, main.py comes next.
"""

import gc
import sys

import machine
import vfs
from esp32 import NVS, Partition

_MOUNT = "/memory"
_SECTOR = 4096
_AGAIN = 2  # times that a read is tried again
_EIO = 5
_BAD_BLOCK = 84  # LittleFS's LFS_ERR_CORRUPT: the block is bad, it takes another one
# readsize 64: at 32 one rename was seen to read 700 KB; lookahead 96 covers the partition at once.
_OPTIONS = {"readsize": 64, "progsize": 64, "lookahead": 96}

_LEAST_HEAP = 1048576  # bytes; with PSRAM MicroPython has several million
_NO_PSRAM = (
    "这块板子上 MicroPython 看不到 PSRAM，伙伴需要它，所以没有启动。 / This board has no PSRAM "
    "that MicroPython sees; the companion needs it and is not started.\n"
)

_STARTS = 3  # that failed in a row; firmware/system/boot_guard.py says which did not

# Why there is no archive, in words, or None; main.py hands it on.
archive_problem = None
# Why nothing but a prompt is to be started, "starts" or "button", or None.
safe_mode = None
boots = None
# True where there is too little RAM to start anything but the prompt.
no_companion = gc.mem_alloc() + gc.mem_free() < _LEAST_HEAP


class _Blocks:
    """
    The partition for LittleFS, with errors as answers: what esp32.Partition raises would pass
    through LittleFS as no error of its own does, and leave open files and buffers in pieces.
    """

    def __init__(self, partition):
        self._partition = partition

    # `return` within the try: leaving it otherwise is where Ctrl-C comes, amid an operation.
    def readblocks(self, block, buf, offset=0):
        try:
            return self._partition.readblocks(block, buf, offset)
        except OSError:
            return self._again(block, buf, offset)

    def _again(self, block, buf, offset):
        """After an error LittleFS takes what is in its cache for what was read."""
        for _ in range(_AGAIN):
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


def _partition():
    found = Partition.find(Partition.TYPE_DATA, label="memory")
    if not found:
        raise OSError("no partition is labelled memory")
    return found[0]


def _is_blank(partition):
    """Both superblocks, and the heads of all others: an archive may have lost those two."""
    block = bytearray(_SECTOR)
    for number in range(partition.ioctl(4, 0)):
        partition.readblocks(number, block, 0)
        if block.count(b"\xff") != len(block):
            return False
        if number == 1:
            block = bytearray(64)
    return True


def format_memory():
    """Make an empty archive, whatever was there. `sys/mkfs` tells the next boot of a cut."""
    kv = NVS("sys")
    partition = _partition()
    kv.set_i32("mkfs", 1)
    for number in (0, 1):  # what was there must not mount again
        partition.ioctl(6, number)
    vfs.VfsLfs2.mkfs(_Blocks(partition), **_OPTIONS)  # type: ignore[arg-type]
    kv.set_i32("mkfs", 0)


def _mount():
    partition = _partition()
    if _is_blank(partition):
        format_memory()
    try:
        filesystem = _filesystem(partition)
    except OSError:
        if not _number(NVS("sys"), "mkfs"):
            raise
        format_memory()
        filesystem = _filesystem(partition)
    vfs.mount(filesystem, _MOUNT)


def _filesystem(partition):
    blocks = _Blocks(partition)
    return vfs.VfsLfs2(blocks, mtime=False, **_OPTIONS)  # type: ignore[abstract,arg-type]


def _settle():
    """Count the boot; what is mounted needs no formatting any more. Returns how many boots."""
    kv = NVS("sys")
    if archive_problem is None and _number(kv, "mkfs"):
        kv.set_i32("mkfs", 0)
    count = _number(kv, "boots") + 1
    kv.set_i32("boots", count)
    kv.commit()
    return count


def _count_start():
    """
    Count this start as failed until it proves good; True where it is one too many: then the next
    is tried as ever. A soft reset is asked for at the prompt, often with no main.py after it.
    """
    kv = NVS("boot")
    failed = _number(kv, "failed")
    if machine.reset_cause() == machine.SOFT_RESET:
        return False
    kv.set_i32("failed", failed + 1 if failed < _STARTS else _STARTS - 1)
    kv.commit()
    return failed >= _STARTS


def _safe_mode():
    """Why there is to be no start, or None. A broken NVS or board.py must not cost it."""
    why = None
    try:
        why = "starts" if _count_start() else None
        import board

        return "button" if hasattr(board, "button") and board.button() else why
    except Exception:  # noqa: BLE001  code of the board's
        return why


def mount_memory():
    """Mount the archive and count the boot; what they leave is archive_problem and boots."""
    global archive_problem, boots
    try:
        _mount()
    except Exception as e:  # noqa: BLE001  whatever lies there, the device starts
        archive_problem = "the memory partition could not be mounted (%r); left as it is" % e
    try:
        boots = _settle()
    except OSError:
        boots = None  # NVS does not take it; the firmware will meet the same, and say so


try:
    import slots

    slots.choose()
except Exception as e:  # noqa: BLE001  main.py then finds no app, and the prompt comes
    sys.print_exception(e)  # type: ignore[attr-defined]
# "" stands for the current folder and comes first on the path. In / there is /memory, the archive,
# which would be taken for the package of that name, in /lib; and `mpremote mount` makes another
# folder the current one.
sys.path[:] = [name for name in sys.path if name not in ("", "/")] + ["", "/"]
if no_companion:
    sys.stdout.write(_NO_PSRAM)
else:
    safe_mode = _safe_mode()
    if safe_mode is None:
        mount_memory()
