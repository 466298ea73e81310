"""
What only sim/port/btree.py promises: an error where the C module crashes or goes astray.

The module is loaded by its place in the tree: so these run where there is a C `btree` as well.
"""

import asyncio
import gc
import io
from binascii import crc32

import _btree_snapshot
from _raised import raised

import sim.port.btree as btree
from sim.port.btree import DESC, INCL

# {b"a": b"1", b"bc": b""} as it lies in a stream
_HEAD = b"XPB\x01\x00\x10\x00\x00\x0e\x00\x00\x00\xc1-\x93\x14"
_SNAPSHOT = _HEAD + b"\x01\x01\x00\x00\x00a1\x02\x00\x00\x00\x00bc"


class Stream:
    """A stream over RAM that counts calls and fails, or writes short, once `room` bytes are in."""

    def __init__(self, room=1 << 20):
        self.inner = io.BytesIO()
        self.room = room
        self.short = False
        self.calls = 0
        self.flushes = 0

    def read(self, count):
        self.calls += 1
        return self.inner.read(count)

    def seek(self, offset, whence=0):
        self.calls += 1
        return self.inner.seek(offset, whence)

    def write(self, data):
        self.calls += 1
        if self.inner.tell() + len(data) > self.room:
            if self.short:
                return self.inner.write(data[:1])
            raise OSError(28)
        return self.inner.write(data)

    def flush(self):
        self.calls += 1
        self.flushes += 1


def letters(text="bdfh"):
    db = btree.open(io.BytesIO())
    for letter in text:
        db[letter] = letter.upper()
    return db


def delete(db, key):
    del db[key]


def test_this_is_the_port_module():
    assert "sim/port/btree." in btree.__file__


def test_outer_iteration_refuses_to_go_on_after_an_inner_one():
    for inner in (
        lambda db: list(db),
        lambda db: list(db.keys(b"d", b"f")),
        lambda db: list(db.items(None, None, DESC)),
        lambda db: next(iter(db)),
        lambda db: db.values(b"d"),
    ):
        for outer in (lambda db: db, lambda db: db.values(b"b", b"h"), lambda db: db.items()):
            db = letters()
            walk = iter(outer(db))
            next(walk)
            inner(db)
            raised(RuntimeError, next, walk)
            assert list(db.keys(b"f")) == [b"f", b"h"]


def test_inner_iteration_is_whole_before_the_outer_one_is_refused():
    db = letters()
    seen = {}

    def nested():
        for key in db:
            seen[key] = list(db.keys(b"f"))

    raised(RuntimeError, nested)
    assert seen == {b"b": [b"f", b"h"]}


def test_two_ranges_at_once_are_refused():
    db = letters()
    raised(RuntimeError, lambda: list(zip(db.keys(), db.values())))
    keys = db.keys(b"d")
    values = db.values(b"f")
    raised(RuntimeError, list, keys)
    assert list(values) == [b"F", b"H"]


def test_tasks_that_iterate_across_an_await_are_refused():
    db = letters()
    ended = []

    async def iterate(name):
        try:
            for _ in db.keys(b"b", b"h"):
                await asyncio.sleep(0)
            ended.append((name, "whole"))
        except RuntimeError:
            ended.append((name, "refused"))

    async def both():
        await asyncio.gather(iterate(1), iterate(2))

    asyncio.run(both())
    assert sorted(ended) == [(1, "refused"), (2, "whole")]


def test_step_after_a_range_has_stopped_is_refused():
    for arguments in (
        (b"b", b"d"),
        (b"b", b"d", INCL),
        (b"f", b"d", DESC),
        (None, b"d", DESC | INCL),
        (b"d", b"c"),
        (b"z",),
        (b"z", None, DESC),
        (b"i", b"k"),
    ):
        walk = iter(letters().keys(*arguments))
        while next(walk, None) is not None:
            pass
        raised(RuntimeError, next, walk)


def test_step_before_iter_is_refused():
    db = btree.open(io.BytesIO(_SNAPSHOT))
    raised(RuntimeError, next, db.keys())
    raised(RuntimeError, next, db.items(b"d"))
    raised(TypeError, next, db)


def test_range_is_iterated_once():
    for make in (
        lambda db: db.keys(b"d"),
        lambda db: db.keys(None, b"f"),
        lambda db: db.keys(None, None, DESC),
        lambda db: db.values(),
        lambda db: db.items(),
    ):
        walk = make(letters())
        list(walk)
        raised(RuntimeError, list, walk)
        raised(RuntimeError, iter, iter(make(letters())))


def test_all_keys_may_be_iterated_again_from_the_first():
    db = letters()
    walk = db.keys()
    assert list(walk) == list(walk) == [b"b", b"d", b"f", b"h"]
    walk = iter(db)
    assert next(walk) == b"b"
    assert list(walk) == [b"b", b"d", b"f", b"h"]


def test_plain_iteration_after_a_range_left_lying_is_refused_once():
    for leave in (
        lambda db: db.values(b"d"),
        lambda db: db.keys(b"d"),
        lambda db: db.items(),
        lambda db: db.keys(None, None, DESC),
    ):
        db = letters()
        leave(db)
        raised(RuntimeError, iter, db)
        assert list(db) == [b"b", b"d", b"f", b"h"]
        leave(db)
        assert list(db.keys()) == [b"b", b"d", b"f", b"h"]
        leave(db)
        db.keys()
        assert list(db) == [b"b", b"d", b"f", b"h"]


def test_iteration_does_not_go_on_after_a_write():
    for write in (
        lambda db: db.put(b"a", b""),
        lambda db: db.put(b"z", b""),
        lambda db: db.put(b"d", b"longer than before"),
        lambda db: db.put(b"b", b"B"),
        lambda db: delete(db, b"b"),
        lambda db: delete(db, b"h"),
    ):
        for make in (lambda db: db, lambda db: db.items(b"b", b"h", INCL)):
            db = letters()
            walk = iter(make(db))
            next(walk)
            write(db)
            raised(RuntimeError, next, walk)
            assert next(iter(db)) == min(db.keys())


def test_refused_write_leaves_the_iteration_alone():
    db = letters()
    walk = iter(db)
    next(walk)
    raised(KeyError, delete, db, b"x")
    raised(TypeError, db.put, b"x", None)
    raised(ValueError, db.put, b"x" * 65, b"")
    assert next(walk) == b"d"


def test_key_over_64_bytes_is_refused_by_writes_and_missing_to_reads():
    db = letters()
    key = b"k" * 65

    def assign():
        db[key] = b""

    raised(ValueError, assign)
    raised(ValueError, db.put, key.decode(), b"")
    raised(KeyError, delete, db, key)
    raised(KeyError, lambda: db[key])
    assert db.get(key) is None
    assert key not in db
    assert list(db.keys(key)) == []
    assert db.put(key[:64], b"") == 0
    assert list(db) == [b"b", b"d", b"f", b"h", key[:64]]


def test_record_of_half_a_page_is_refused():
    for page, size in ((512, 232), (1024, 488), (0, 2024), (4096, 2024), (65536, 32744)):
        db = btree.open(io.BytesIO(), pagesize=page)
        for key in (b"", b"k", b"k" * 64):
            db[key] = b"old"
            raised(ValueError, db.put, key, b"x" * (size - len(key)))
            assert db[key] == b"old"
            assert db.put(key, b"x" * (size - len(key) - 1)) == 0
            assert db.put(key, b"x" * (size - len(key) + 1)) == 0


def test_page_size_of_the_stream_wins_over_the_one_given():
    stream = io.BytesIO()
    db = btree.open(stream, pagesize=512)
    db[b"a"] = b""
    db.close()
    stream.seek(0)
    db = btree.open(stream, pagesize=1024)
    raised(ValueError, db.put, b"k", b"x" * 231)
    assert db.put(b"k", b"x" * 487) == 0


def test_flags_other_than_incl_and_desc_are_refused():
    db = letters()
    for flags in (4, 0x40, 0x80, -1):
        raised(ValueError, db.keys, None, None, flags)
    raised(TypeError, db.keys, None, None, None)


def test_duplicate_keys_are_refused_at_open():
    assert raised(OSError, btree.open, io.BytesIO(), flags=1).errno == 22


def test_stream_lies_as_documented():
    stream = io.BytesIO()
    db = btree.open(stream)
    db[b"bc"] = b""
    db[b"a"] = b"1"
    assert db.flush() == 0
    assert stream.getvalue() == _SNAPSHOT
    assert list(btree.open(io.BytesIO(_SNAPSHOT)).items()) == [(b"a", b"1"), (b"bc", b"")]


def test_bytes_after_the_snapshot_mean_nothing():
    stream = io.BytesIO()
    db = btree.open(stream)
    for at in range(20):
        db[b"%02d" % at] = b"x" * 50
    db.flush()
    long = len(stream.getvalue())
    for at in range(1, 20):
        del db[b"%02d" % at]
    db.close()
    assert len(stream.getvalue()) == long
    stream.seek(0)
    db = btree.open(stream)
    assert list(db.items()) == [(b"00", b"x" * 50)]
    del db[b"00"]
    db.close()
    stream.seek(0)
    assert list(btree.open(stream)) == []


def test_every_cut_and_every_flipped_bit_of_a_snapshot_is_einval():
    for size in range(1, len(_SNAPSHOT)):
        assert raised(OSError, btree.open, io.BytesIO(_SNAPSHOT[:size])).errno == 22, size
    for at in range(len(_SNAPSHOT)):
        for bit in range(8):
            damaged = bytearray(_SNAPSHOT)
            damaged[at] ^= 1 << bit
            assert raised(OSError, btree.open, io.BytesIO(damaged)).errno == 22, (at, bit)


def test_snapshot_with_a_right_checksum_and_wrong_records_is_einval():
    for keys in ([b"b", b"a"], [b"a", b"a"], [b"k" * 65]):
        stream = io.BytesIO()
        assert _btree_snapshot.save(stream, keys, [b""] * len(keys), 4096)
        assert raised(OSError, btree.open, io.BytesIO(stream.getvalue())).errno == 22
    for records in (
        b"\x01\x01\x00\x00\x00a",
        b"\x02\x00\x00\x00\x00a",
        b"\x01\xf0\xff\xff\x7fa",
        b"\x01\x00\x00\x00",
    ):
        head = bytearray(_HEAD)
        head[8] = len(records)
        head[12:16] = crc32(head[4:12], crc32(records)).to_bytes(4, "little")
        assert raised(OSError, btree.open, io.BytesIO(head + records)).errno == 22


def test_reopening_at_the_end_of_a_used_stream_is_einval():
    stream = io.BytesIO(_SNAPSHOT)
    stream.seek(0, 2)
    assert raised(OSError, btree.open, stream).errno == 22


def test_stream_without_seek_is_refused():
    class Pipe:
        def read(self, count):
            return b""

        def write(self, data):
            return len(data)

        def flush(self):
            return None

    raised(OSError, btree.open, Pipe())


def test_failing_stream_keeps_the_changes_for_the_next_flush():
    for room, short in ((5, False), (5, True), (18, True), (100, False), (100, True)):
        stream = Stream(room)
        stream.short = short
        db = btree.open(stream)
        for at in range(20):
            assert db.put(b"%02d" % at, b"x" * 20) == 0
        assert db.flush() == -1
        assert db.flush() == -1
        assert db[b"19"] == b"x" * 20
        assert stream.flushes == 0
        stream.room = 1000
        assert db.flush() == 0
        assert stream.flushes == 1
        assert len(list(btree.open(io.BytesIO(stream.inner.getvalue())))) == 20


def test_close_on_a_failing_stream_returns_minus_one_and_closes():
    db = btree.open(Stream(10))
    db[b"a"] = b"1"
    assert db.close() == -1
    assert db.close() == 0
    raised(ValueError, db.get, b"a")


def test_stream_is_touched_by_open_flush_and_close_alone():
    stream = Stream()
    db = btree.open(stream)
    stream.calls = 0
    for at in range(200):
        db[b"%03d" % at] = b"x" * 300
    del db[b"100"]
    assert len(list(db.items(b"050", b"150"))) == 99
    assert stream.calls == 0
    assert db.flush() == 0
    calls = stream.calls
    assert calls > 0
    assert db.flush() == 0
    assert db.close() == 0
    assert stream.calls == calls


def test_tree_costs_little_more_than_its_keys_and_values():
    db = btree.open(io.BytesIO())
    keys = [b"m/%08x" % at for at in range(150)]
    values = [b"%200d" % at for at in range(150)]
    gc.collect()
    before = gc.mem_alloc()
    for at in range(150):
        db[keys[at]] = values[at]
    gc.collect()
    assert gc.mem_alloc() - before < 150 * 32
