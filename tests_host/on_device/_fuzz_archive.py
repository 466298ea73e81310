"""
Fuzz target: damaged files of the archive, on a chip in RAM.

An input is [flags][file, edits]..: flags 1 NVS was erased too, 2 the check sums are made right
again; then for each damaged file its number in `_names` and how many edits of 5 bytes follow:
how, where (2, of 65,536 parts of the file), how much, with what. The answer says which file it was
and how many records were there and found.

Asked of every start on such a chip: it starts; hot memory is whole; every record of which no line
was touched is found, as it was; nothing is found that nobody has written; statistics, export and
the background work raise nothing but what their documentation names, and afterwards everything
that was found is found again, also by the next start, which takes new records.
"""

import gc
import os
import struct
from binascii import crc32

from _bench import MOUNT, Bench, archive_file, everything, face, put_file, run, write
from memory.errors import MemoryFault, Refused
from memory.log import log
from memory.log.pack import Pack
from memory.records.kinds import WRITABLE
from memory.search.query import Query

_STEPS = 3000  # of background work at one start


class File:
    """One file of the sound archive: its bytes, and the ids that stand in it by their place."""

    def __init__(self, name, spans):
        self.name = name
        self.data = archive_file(name)
        self.spans = spans  # (begin, end, ids)


def start():
    global _bench, _files, _open, _known, _hot, _words, _disk
    log.SEGMENT_BYTES = 900
    _bench = Bench()
    memory = _bench.start()
    day = 0
    for n in range(130):
        if n % 10 == 0:
            day += 1
            _bench.clock.to("2026-02-%02d 09:00" % day)
        write(memory, "fact", "养了%d只猫 number %d" % (n, n), topic="宠物")
        if n % 9 == 8:
            memory_id = [r.id for r in run(memory.recall(Query(limit=50)))[0]][-1]
            run(memory.correct(memory_id, None, "改过的第%d件事" % n, {}))
        if n % 13 == 12:
            run(memory.delete(content="养了%d只猫 number %d" % (n - 9, n - 9)))
        if n in (60, 120):
            upkeep(memory, [])
    write(memory, "schedule", "吃药", when="2026-03-01 08:00", repeat="daily")
    run(memory.save())
    _known = everything(memory)
    _hot = [r.id for kind in WRITABLE for r in memory.each(kind)]
    _words = {}
    for word in ("猫", "number", "number 17", "改过"):
        _words[word] = found_by(memory, word)
    names = _names()
    _files = [_file(memory, name) for name in names]
    _open = names.index("life/%d.jsonl" % memory.log.manifest.open)
    memory.close()
    _bench.memory = None
    _disk = bytes(_bench.image)


def found_by(memory, word):
    return sorted([r.id for r in run(memory.recall(Query(keyword=word, limit=500)))[0]])


def upkeep(memory, told):
    """Background work to its end, or what it raises."""
    work = memory.background()
    for _ in range(_STEPS):
        try:
            if not work.begin(False):
                return
            while work.step() is not None:
                pass
        except MemoryFault as e:
            if e.code in told:
                return  # the same again: it would go on so for ever
            told.append(e.code)
    raise AssertionError("the background work does not end")


def _names():
    found = ["manifest", "snapshot", "index"]
    return found + sorted(["life/" + entry[0] for entry in os.ilistdir(MOUNT + "/life")])


def _file(memory, name):
    spans = []
    found = File(name, spans)
    if name.endswith(".jsonl"):
        at = 0
        for line in found.data.split(b"\n"):
            spans.append((at, at + len(line) + 1, ids_in(line)))
            at += len(line) + 1
    elif name.endswith(".gz"):
        with open(MOUNT + "/" + name, "rb") as f:
            pack = Pack(f, len(found.data))
            for n in range(len(pack)):
                end = pack.row(n + 1)[0] if n + 1 < len(pack) else len(found.data)
                spans.append((pack.row(n)[0], end, ids_in(pack.read(n))))
    return found


def ids_in(data):
    """The ids that bytes of lines name, whatever else they are."""
    found = []
    at = data.find(b'"id":"')
    while at >= 0:
        end = data.find(b'"', at + 6)
        if end > 0:
            try:
                found.append(data[at + 6 : end].decode())
            except UnicodeError:
                pass
        at = data.find(b'"id":"', at + 6)
    return found


# -- damage ---------------------------------------------------------------------------------------


def edit(data, how, where, much, what):
    """One edit of a bytearray."""
    at = where * (len(data) + 1) >> 16
    if how == 0 and at < len(data):
        data[at] ^= what or 1
    elif how == 1:
        data[at : at + much] = bytes([what]) * len(data[at : at + much])
    elif how == 2:
        data[at:at] = bytes([what]) * much
    elif how == 3:
        data[at : at + much] = b""
    elif how == 4:
        data[at:] = b""
    elif how == 5:  # a block of flash that is lost
        begin = at // 512 * 512
        data[begin : begin + 512] = bytes([what]) * len(data[begin : begin + 512])
    elif how == 6:
        data[at:at] = data[at : at + 4 * much]
    elif how == 7:
        data[:] = bytes([what]) * much
    else:
        edit_text(data, how, at, what)


def edit_text(data, how, at, what):
    """An edit that knows JSON."""
    if how == 8:
        words = (b"\n", b"[[[[", b'"id":"', b"}{", b"null", b"-1", b"99999999999", b"\xed\xa0\x80")
        word = words[what % len(words)]
        data[at : at + len(word)] = word
    elif how == 9:  # a number in the text
        while at < len(data) and not 0x30 <= data[at] <= 0x39:
            at += 1
        if at < len(data):
            data[at] = 0x30 + what % 10


def mend(name, data):
    """Give damaged bytes the check sums that they would have had."""
    if name in ("manifest", "index"):
        end = data.find(b"\n")
        if end >= 0:
            data[end + 1 :] = b"%08x\n" % crc32(data[:end])
    elif name == "snapshot":
        end = data.rfind(b"\n", 0, len(data) - 1) + 1
        data[end:] = b'{"count":1,"crc":"%08x"}\n' % crc32(data[:end])
    elif name.endswith(".idx") and len(data) >= 20:
        blocks, _, at = struct.unpack_from("<HHI", data, len(data) - 16)
        if at + 11 * blocks + 20 == len(data):
            table = data[at:]
            rows = [table[11 * n + 8 : 11 * n + 11] for n in range(blocks)]
            edges = [int.from_bytes(row, "little") for row in rows]
            for begin, end in zip(edges, edges[1:] + [at]):
                if 0 <= begin < end - 4 <= at:
                    data[begin : begin + 4] = struct.pack("<I", crc32(data[begin + 4 : end]))
            struct.pack_into("<I", data, len(data) - 8, crc32(data[at : len(data) - 20]))
        struct.pack_into("<I", data, len(data) - 4, crc32(data[-20:-4]))
    elif name.endswith(".gz") and len(data) >= 40:
        length = struct.unpack_from("<H", data, len(data) - 16)[0]
        at = len(data) - 16 - length
        if at > 0:
            struct.pack_into("<I", data, len(data) - 14, crc32(data[at : at + length]))


def touched(file, data):
    """Ids of which something may be other than it was."""
    old = file.data
    if data == old:
        return []
    if file.name.endswith(".jsonl"):
        if file is not _files[_open]:
            data = data[: len(old)]  # a sealed segment is as long as the manifest says
        before, after = old.split(b"\n"), bytes(data).split(b"\n")
        found = []
        for line in before:
            if line not in after:
                found += ids_in(line)
        for line in after:
            if line not in before or after.count(line) > before.count(line):
                found += ids_in(line)
        kept = [line for line in after if line in before]
        if kept != [line for line in before if line in kept]:
            found += ids_in(old)  # in another order: what counts may be another line
        return found
    if file.name.endswith(".gz"):
        first = 0
        while first < min(len(old), len(data)) and old[first] == data[first]:
            first += 1
        last = len(old)
        while len(old) == len(data) and last > first and old[last - 1] == data[last - 1]:
            last -= 1
        table = file.spans[-1][1] - 400 if len(old) == len(data) else 0
        return [
            id
            for begin, end, ids in file.spans
            for id in ids
            if last > table or (begin < last and first < end)
        ]
    return []


# -- one input ------------------------------------------------------------------------------------


def one(data):
    gc.collect()
    bench = _bench
    bench.image[:] = _disk
    bench.power_on()
    bench.mount()
    flags = data[0] if data else 0
    gone, names, exact = damage(data[1:], flags & 2)
    if flags & 1:
        erase_nvs(bench)
        gone += ids_in(b"") if "snapshot" not in names else _hot
        exact = exact and "snapshot" not in names
    memory = bench.start()
    if not flags & 1:
        for kind in WRITABLE:
            for record in memory.each(kind):
                assert record.id in gone or face(record) == _known[record.id], record.id
    found = all_of(memory, gone)
    missing = [id for id in _known if id not in found and id not in gone]
    if memory.archive_unavailable:
        return [names, "away", len(found)]
    assert not missing or not exact, "not found: %r" % missing
    for id in found:
        assert id in gone or not exact or found[id] == _known.get(id), id
    ask(memory, gone, found, exact)
    told = []
    upkeep(memory, told)
    after = all_of(memory, gone)
    lost = [id for id in found if id not in after]
    assert not lost or not exact, "lost by upkeep: %r" % lost
    memory = bench.start()
    assert all_of(memory, gone) == after, "another answer after a restart"
    try:
        new = write(memory, "fact", "新的一件事").record
        assert face(run(memory.record(new.id))[0]) == face(new)
    except Refused as e:
        assert e.code in ("archive", "cap", "hot", "away"), e.code
    return [names, told, len(_known), len(found)]


def all_of(memory, gone):
    """{id: face}, each there once but those of lines that were changed into another's."""
    found = {}
    for record in run(memory.recall(Query(limit=10000, room=1 << 30)))[0]:
        assert record.id not in found or record.id in gone, "%s is there twice" % record.id
        found[record.id] = face(record)
    return found


def erase_nvs(bench):
    for at in range(0x9000, 0x15000, 4096):
        bench.flash.erase(at)
    bench.power_on()


def damage(data, mended):
    """Change the files; (ids touched, their names, whether what is in them can be told)."""
    gone, names = [], []
    exact = True
    at = 0
    while at + 2 <= len(data):
        file = _files[data[at] % len(_files)]
        count = 1 + data[at + 1] % 4
        at += 2
        found = bytearray(file.data)
        for _ in range(count):
            if at + 5 <= len(data):
                how, where, much, what = struct.unpack_from("<BHBB", data, at)
                edit(found, how % 10, where, much, what)
            at += 5
        if mended and bytes(found) != file.data:
            mend(file.name, found)
            # A right check sum on wrong bytes: nothing may break, that is all.
            exact = exact and file.name not in ("manifest", "index") and file.name[-4:] != ".idx"
            exact = exact and file.name[-3:] != ".gz"
        gone += touched(file, found)
        names.append(file.name)
        if data[at - 1 : at] == b"\xee":
            os.remove(MOUNT + "/" + file.name)
            gone += [id for span in file.spans for id in span[2]]
        else:
            put_file(file.name, found)
    return gone, names, exact


def ask(memory, gone, found, exact):
    for word in sorted(_words):
        ids = found_by(memory, word)
        for id in ids:
            assert id in _known or id in gone or not exact, id
        if exact:
            missing = [id for id in _words[word] if id not in ids and id not in gone]
            assert not missing, (word, missing, ids, gone)
    run(memory.statistics().figures())
    lines = []
    run(memory.export(lambda piece: lines.append(bytes(piece))))
    text = b"".join(lines)
    for id in found:
        assert text.count(b'"id":"%s"' % id.encode()) >= 1, id
