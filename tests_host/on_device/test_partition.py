"""esp32.Partition: its calls, and the real LittleFS over it through power cuts."""

import vfs
from _cuts import blank_chip, every_cut, restart
from _raised import raised
from esp32 import Partition

from sim import chip
from sim.partitions import parse_table

TABLE = parse_table(
    """
otadata,  data, ota,      0x1000,  0x2000,
ota_0,    app,  ota_0,    0x10000, 0x4000,
ota_1,    app,  ota_1,    0x20000, 0x4000,
memory,   data, littlefs, 0x24000, 0x20000,
"""
)
OLD, NEW = b"old" * 700, b"new!" * 900
ONE, TWO = b"one\n", b"two\n" * 40


def file_system():
    return vfs.VfsLfs2(Partition("memory"), readsize=64, progsize=64, lookahead=96)


def write(files, path, data, mode="wb"):
    with files.open(path, mode) as file:
        file.write(data)


def read(files, path):
    with files.open(path, "rb") as file:
        return file.read()


def test_partitions_are_found_by_label_and_by_kind():
    blank_chip(TABLE)
    assert Partition("memory").info() == (1, 0x83, 0x24000, 0x20000, "memory", False)
    assert [found.info()[4] for found in Partition.find()] == ["ota_0", "ota_1"]
    assert [found.info()[4] for found in Partition.find(Partition.TYPE_DATA)] == [
        "otadata",
        "memory",
    ]
    assert Partition.find(Partition.TYPE_DATA, subtype=0x83)[0].info()[4] == "memory"
    assert Partition.find(1, 0xFF, "otadata", 512)[0].ioctl(5, 0) == 512
    assert Partition.find(1, label="absent") == []
    assert raised(OSError, Partition, "absent").args[0] == 2
    assert raised(ValueError, Partition, 2)
    assert raised(TypeError, Partition, None)


def test_the_running_app_is_the_one_otadata_chose():
    image = blank_chip(TABLE)
    assert Partition(Partition.RUNNING).info()[4] == "ota_0"
    # Sequence 2 of two slots, by gen_otadata's CRC32 of the number alone.
    image[0x2000:0x2004] = b"\x02\x00\x00\x00"
    image[0x201C:0x2020] = b"\x74\x37\xf6\x55"
    assert Partition(Partition.BOOT).info()[4] == "ota_1"
    image[0x201C] ^= 1
    assert Partition(Partition.BOOT).info()[4] == "ota_0"


def test_writing_whole_blocks_erases_first_and_with_an_offset_does_not():
    blank_chip(TABLE)
    part = Partition("memory")
    buf = bytearray(4)
    part.writeblocks(1, bytes(4096))
    part.writeblocks(1, b"\x55" * 4096)
    part.readblocks(1, buf, 4092)
    assert buf == b"\x55" * 4
    assert raised(ValueError, part.writeblocks, 1, b"\xaa", 10)
    part.ioctl(6, 1)
    part.writeblocks(1, b"\xaa", 10)
    part.readblocks(1, buf, 8)
    assert buf == b"\xff\xff\xaa\xff"
    assert chip.flash().sector_counts(0x25)[2] == 3


def test_ioctl_answers_as_the_port_does():
    blank_chip(TABLE)
    part = Partition("memory")
    assert [part.ioctl(op, 0) for op in (1, 2, 3, 4, 5, 7)] == [0, 0, 0, 32, 4096, None]
    assert Partition("memory", 512).ioctl(4, 0) == 256
    assert Partition("memory", 512).ioctl(6, 0) == -22


def test_blocks_beyond_the_partition_are_refused_with_the_names_of_the_port():
    blank_chip(TABLE)
    part = Partition("memory")
    size = raised(OSError, part.readblocks, 31, bytearray(4097))
    assert size.args == (-0x104, "ESP_ERR_INVALID_SIZE")
    where = raised(OSError, part.readblocks, 33, bytearray(1))
    assert where.args == (-0x102, "ESP_ERR_INVALID_ARG")
    assert raised(OSError, part.writeblocks, -1, bytes(4096)).args == where.args
    assert raised(OSError, part.writeblocks, 0, bytes(100)).args == size.args
    assert raised(OSError, part.ioctl, 6, 32).args == size.args
    assert chip.flash().operations == 0


def test_small_blocks_keep_their_neighbours_in_the_sector():
    image = blank_chip(TABLE)
    part = Partition("memory", 512)
    for block in range(16):
        part.writeblocks(block, bytes([block]) * 512)
    part.writeblocks(6, b"\xa5" * 1536)  # blocks 6, 7 of the first sector, 8 of the second
    for block in range(16):
        want = 0xA5 if 6 <= block <= 8 else block
        start = 0x24000 + block * 512
        assert image[start : start + 512] == bytes([want]) * 512, block


def test_littlefs_keeps_files_over_a_restart():
    image = blank_chip(TABLE)
    vfs.VfsLfs2.mkfs(Partition("memory"), readsize=64, progsize=64, lookahead=96)
    files = file_system()
    write(files, "/state", OLD)
    files.mkdir("/life")
    write(files, "/life/0.jsonl", ONE)
    restart(image, TABLE)
    files = file_system()
    assert read(files, "/state") == OLD
    assert read(files, "/life/0.jsonl") == ONE
    assert image[:0x24000] == b"\xff" * 0x24000


def test_replace_and_append_are_old_or_new_at_every_power_cut():
    image = blank_chip(TABLE)
    vfs.VfsLfs2.mkfs(Partition("memory"), readsize=64, progsize=64, lookahead=96)
    files = file_system()
    write(files, "/state", OLD)
    write(files, "/log", ONE)

    def replace_and_append():
        files = file_system()
        write(files, "/state.tmp", NEW)
        files.rename("/state.tmp", "/state")
        write(files, "/log", TWO, "ab")

    for seed in range(4):
        outcomes = []
        for cut in every_cut(image, TABLE, replace_and_append, seed):
            files = file_system()
            outcome = (read(files, "/state"), read(files, "/log"))
            assert outcome in ((OLD, ONE), (NEW, ONE), (NEW, ONE + TWO)), (seed, cut.n)
            outcomes.append(outcome)
        assert outcomes[0] == (OLD, ONE), seed
        assert outcomes[-1] == (NEW, ONE + TWO), seed
        assert len(outcomes) > 20, len(outcomes)
