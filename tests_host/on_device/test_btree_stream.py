"""
btree and its stream: passes unchanged on the C module and on sim/port/btree.py.
"""

import io
import random

import btree
import vfs
from _raised import raised


class RamBlocks:
    """A RAM block device of 512-byte blocks for littlefs."""

    def __init__(self, count):
        self.data = bytearray(count * 512)

    def readblocks(self, block, buf, offset=0):
        at = block * 512 + offset
        buf[:] = memoryview(self.data)[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * 512 + offset
        self.data[at : at + len(buf)] = buf

    def ioctl(self, request, argument):
        if request == 4:
            return len(self.data) // 512
        if request == 5:
            return 512
        return 0


def mounted(blocks):
    """Mount a fresh littlefs of so many blocks at /ram."""
    device = RamBlocks(blocks)
    vfs.VfsLfs2.mkfs(device)
    vfs.mount(vfs.VfsLfs2(device), "/ram")


def test_longest_key_and_large_values_come_back_whole():
    stream = io.BytesIO()
    db = btree.open(stream, pagesize=512)
    for size in (0, 1, 60, 300, 3000, 20000):
        db[b"%064d" % size] = b"%d" % (size % 10) * size
    assert db.close() == 0
    stream.seek(0)
    db = btree.open(stream)
    assert [len(value) for value in db.values()] == [0, 1, 60, 300, 3000, 20000]
    assert db[b"%064d" % 3000] == b"0" * 3000


def test_flushed_tree_is_read_back_from_the_stream():
    stream = io.BytesIO()
    db = btree.open(stream)
    db[b"a"] = b"1"
    db[b"b"] = b"2"
    assert db.flush() == 0
    assert list(btree.open(io.BytesIO(stream.getvalue())).items()) == [(b"a", b"1"), (b"b", b"2")]
    del db[b"a"]
    assert db.close() == 0
    stream.seek(0)
    assert list(btree.open(stream).items()) == [(b"b", b"2")]


def test_what_was_not_flushed_is_not_in_the_stream():
    stream = io.BytesIO()
    db = btree.open(stream)
    db[b"a"] = b"1"
    assert list(btree.open(io.BytesIO(stream.getvalue()))) == []
    assert db.flush() == 0
    db[b"b"] = b"2"
    assert list(btree.open(io.BytesIO(stream.getvalue()))) == [b"a"]


def test_flush_without_a_change_writes_nothing():
    stream = io.BytesIO()
    db = btree.open(stream)
    assert db.flush() == 0
    assert stream.getvalue() == b""
    db[b"a"] = b"1"
    assert db.flush() == 0
    stream.seek(0)
    stream.write(b"????")
    assert db.flush() == 0
    assert db.close() == 0
    assert stream.getvalue()[:4] == b"????"


def test_tree_lives_in_a_file_that_is_closed_and_opened_again():
    mounted(64)
    try:
        with open("/ram/tree", "w+b") as file:
            db = btree.open(file, pagesize=512)
            db[b"a"] = b"1"
            assert db.close() == 0
        for turn in range(3):
            with open("/ram/tree", "r+b") as file:
                db = btree.open(file)
                db[b"%d" % turn] = b"x" * 200
                assert db.close() == 0
        with open("/ram/tree", "rb") as file:
            assert list(btree.open(file)) == [b"0", b"1", b"2", b"a"]
    finally:
        vfs.umount("/ram")


def test_full_disk_makes_flush_and_close_return_minus_one():
    mounted(8)
    try:
        file = open("/ram/tree", "w+b")
        # A cache for the whole tree: the C module writes nothing before it is told to flush.
        db = btree.open(file, pagesize=512, cachesize=65536)
        for at in range(30):
            assert db.put(b"%02d" % at, b"x" * 300) == 0
        assert db.flush() == -1
        assert db.get(b"07") == b"x" * 300
        assert db.flush() == -1
        assert db.close() == -1
        assert db.close() == 0
        raised(ValueError, db.get, b"07")
        file.close()
    finally:
        vfs.umount("/ram")


def test_stream_that_holds_no_tree_is_einval():
    for content in (b"x", b"\x00" * 28, b"\xff" * 4096, b"not a tree " * 400):
        assert raised(OSError, btree.open, io.BytesIO(content)).errno == 22, content[:12]


def test_stream_that_is_not_at_its_start_is_einval():
    stream = io.BytesIO()
    db = btree.open(stream)
    db[b"a"] = b"1"
    assert db.close() == 0
    stream.seek(5)
    assert raised(OSError, btree.open, stream).errno == 22


def test_what_is_no_stream_is_an_os_error():
    for thing in (5, None, b"bytes", object()):
        raised(OSError, btree.open, thing)


def test_open_checks_its_tuning_arguments():
    for named in (
        {"flags": 2},
        {"flags": -1},
        {"pagesize": 510},
        {"pagesize": 513},
        {"pagesize": 65538},
        {"pagesize": -2},
        {"minkeypage": 1},
        {"minkeypage": -1},
    ):
        assert raised(OSError, btree.open, io.BytesIO(), **named).errno == 22, named
    for named in (
        {"pagesize": 512, "cachesize": 65536, "minkeypage": 2, "flags": 0},
        {"pagesize": 514},
        {"pagesize": 65536},
    ):
        assert list(btree.open(io.BytesIO(), **named)) == []
    raised(TypeError, btree.open, io.BytesIO(), pagesize="512")
    raised(TypeError, btree.open, io.BytesIO(), page=512)
    raised(TypeError, btree.open, io.BytesIO(), 0)


def test_tree_of_150_records_is_the_same_after_ten_reopenings():
    random.seed(11)
    stream = io.BytesIO()
    model = {}
    for turn in range(10):
        stream.seek(0)
        db = btree.open(stream)
        for at in range(turn, 150, 10):
            key = b"m/%08x" % (at * 2654435761 & 0xFFFFFFFF)
            model[key] = bytes([random.randrange(256)]) * (60 + random.randrange(240))
            db[key] = model[key]
        assert db.close() == 0
    stream.seek(0)
    db = btree.open(stream)
    assert list(db.items()) == [(key, model[key]) for key in sorted(model)]
