"""
Fuzz target: a damaged NVS partition, on a chip in RAM with an archive and a snapshot.

An input is [how][edits of 6 bytes]..: how 0 edits the raw bytes of the partition, else blobs and
numbers of memory's namespace through esp32.NVS, with 2 as if their writer had meant it (their
CRC-32 is right). An edit is kind, place (2), length, byte, target. The answer is how many records
were known and are found.

Asked of every start: it opens (or says that a newer version wrote it, where a number says so);
records are what they were; those whose slots were not touched are all there; what was told since
is there after one more start.
"""

import gc
import struct
from binascii import crc32

from _bench import Bench, everything, face, run, write
from esp32 import NVS
from memory.errors import MemoryFault, NewerFormat
from memory.records.ids import split_key
from memory.records.kinds import WRITABLE
from memory.search.query import Query

_AT, _SIZE = 0x9000, 0xC000
_BLOB = 512
_EPOCHS = 36**3
_NUMBERS = ("format", "committed", "ids", "epoch", "restored", "moving")


def start():
    global _bench, _known, _disk, _slots, _used
    _bench = Bench()
    memory = _bench.start()
    for n in range(27):
        write(memory, "fact", "事实 %d" % n, topic="学习")
    for n in range(4):
        write(memory, "goal", "学会第%d首歌" % n)
    write(memory, "name", "王浩宇")
    write(memory, "family", "李娟", relation="妈妈")
    write(memory, "schedule", "吃药", when="2026-03-01 08:00", repeat="daily")
    run(memory.delete(content="事实 20"))
    run(memory.save())
    _known = everything(memory)
    hot = [r.id for kind in WRITABLE for r in memory.each(kind)]
    kv = NVS("mem")
    _slots = []
    for n in range(256):
        blob = get(kv, "s%03d" % n)
        if blob is not None:
            id = split_key(blob[13 : 13 + blob[12]])[1]
            assert id in hot, id
            _slots.append((n, id))
    assert len(_slots) == len(hot)
    memory.close()
    _bench.memory = None
    _disk = bytes(_bench.image)
    _used = [at for at in range(_AT, _AT + _SIZE, 32) if _disk[at : at + 32] != b"\xff" * 32]


def get(kv, key):
    buffer = bytearray(_BLOB)
    try:
        return bytearray(memoryview(buffer)[: kv.get_blob(key, buffer)])
    except OSError:
        return None


def one(data):
    gc.collect()
    bench = _bench
    bench.image[:] = _disk
    how = data[0] % 3 if data else 0
    touched = set()
    if how == 0:
        raw(bench.image, data[1:])
    bench.power_on()
    newer = False
    if how:
        newer = meant(NVS("mem"), data[1:], how == 2, touched)
    try:
        memory = bench.start()
    except NewerFormat:
        assert how and newer, "no newer version was here"
        return [len(_known), -1]
    if how == 2:  # what is meant may hide, end, double or replace anything
        run(memory.recall(Query(limit=1000)))
        try:
            write(memory, "trait", "好奇")
        except MemoryFault as e:
            return [len(_known), e.code]
        return [len(_known), len(run(bench.start().recall(Query(limit=1000)))[0])]
    found = everything(memory)
    if not newer:
        for id in found:
            assert found[id] == _known.get(id), "%s is not what it was" % id
        lost = [id for id in _known if id not in found and id not in touched]
        assert not lost, "not found: %r" % lost
    again = everything(bench.start())
    assert again == found, "another answer after a restart"
    try:
        new = write(bench.memory, "trait", "好奇").record
    except MemoryFault as e:
        return [len(_known), len(found), e.code]
    assert everything(bench.start())[new.id] == face(new)
    return [len(_known), len(found)]


def raw(image, data):
    """Edits of the partition: bits that flip, bytes and whole pages that are lost."""
    for at in range(0, len(data) - 5, 6):
        kind, place, length, byte, mode = struct.unpack_from("<BHBBB", data, at)
        # Half of them where something is written.
        entry = _used[place * len(_used) >> 16] + length % 32
        where = entry if mode & 1 else _AT + (place * _SIZE >> 16)
        if kind % 4 == 0:
            image[where] ^= 1 << byte % 8
        elif kind % 4 == 1:
            image[where] = byte
        elif kind % 4 == 2:
            end = min(where + length, _AT + _SIZE)
            image[where:end] = bytes([byte]) * (end - where)
        elif mode & 6 == 6:
            page = where // 4096 * 4096
            image[page : page + 4096] = bytes([byte if mode & 8 else 0xFF]) * 4096


def meant(kv, data, right, touched):
    """Edits of what is stored; whether a number says that a newer version wrote it."""
    newer = other = False
    for at in range(0, len(data) - 5, 6):
        kind, place, length, byte, mode = struct.unpack_from("<BHBBB", data, at)
        if mode % 8 == 0:
            name = _NUMBERS[byte % len(_NUMBERS)]
            value = (0, 1, -1, 2, 0x7FFFFFFF, -0x80000000, place, place << 15)[kind % 8]
            touched.update(_known if right or name == "committed" else ())
            touched.update([id for _, id in _slots])
            newer = newer or (name == "format" and value > 1)
            other = other or (name == "epoch" and 0 <= value < _EPOCHS)
            kv.set_i32(name, value)
        elif mode % 8 == 1:
            batch = struct.pack("<IB", place, length % 9) + bytes([byte]) * (length % 9)
            crc = crc32(batch) if right else place
            kv.set_blob("journal", struct.pack("<I", crc) + batch)
            if right:
                touched.update([id for _, id in _slots])
        else:
            slot, _ = _slots[place % len(_slots)]
            blob = get(kv, "s%03d" % slot)
            if blob is None:
                continue
            edit(blob, kind, length, byte)
            if right and len(blob) > 4:
                blob[:4] = struct.pack("<I", crc32(blob[4:]))
            name = "s%03d" % (slot if mode % 8 < 6 else byte % 240)
            try:
                kv.set_blob(name, blob)
            except OSError:
                continue
            touched.update([other for n, other in _slots if "s%03d" % n == name])
    kv.commit()
    if not right and not other:
        touched.clear()  # the snapshot has them; one of another epoch is not this store's
    return newer


def edit(blob, kind, length, byte):
    at = length % max(1, len(blob))
    if kind % 5 == 0 and blob:
        blob[at] ^= 1 << byte % 8
    elif kind % 5 == 1 and blob:
        blob[at] = byte
    elif kind % 5 == 2:
        blob[at:] = b""
    elif kind % 5 == 3:
        blob[at:at] = bytes([byte]) * (length % 64)
    else:
        blob[:] = bytes([byte]) * (length % 200)
