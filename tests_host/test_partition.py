"""What LittleFS wrote through esp32.Partition, read by another LittleFS from the chip's file."""

from collections.abc import Callable
from pathlib import Path

from littlefs import LittleFS
from littlefs.context import UserContext

_CODE = """
import vfs
from esp32 import Partition
part = Partition("memory")
vfs.VfsLfs2.mkfs(part, readsize=64, progsize=64, lookahead=96)
files = vfs.VfsLfs2(part, readsize=64, progsize=64, lookahead=96)
files.mkdir("/life")
for number in range(3):
    with files.open("/life/%d.jsonl" % number, "wb") as file:
        file.write(b"line %d\\n" % number * 2000)
"""
_OFFSET, _SIZE = 0x720000, 0x300000  # as partitions.csv says


def test_another_littlefs_reads_the_memory_partition(
    run_mpy: Callable, flash: Path, micropython: Path
) -> None:
    run_mpy(_CODE, flash=flash)
    chip = flash.read_bytes()
    context = UserContext(_SIZE)
    context.buffer = bytearray(chip[_OFFSET : _OFFSET + _SIZE])
    files = LittleFS(context=context, block_size=4096, block_count=_SIZE // 4096)
    assert sorted(files.listdir("/life")) == ["0.jsonl", "1.jsonl", "2.jsonl"]
    for number in range(3):
        with files.open(f"/life/{number}.jsonl", "rb") as file:
            assert file.read() == b"line %d\n" % number * 2000
    assert chip[:0x9000].count(b"\xff") == 0x9000
    assert chip[0x15000:_OFFSET].count(b"\xff") == _OFFSET - 0x15000
