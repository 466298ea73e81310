"""
Chips that older code left behind (tests_host/golden/) are read as they are, to the last field.

Each folder there is a format; make.py in it says how it was made. A new format number needs a new
one, and an upgrade that keeps this test true for the old.
"""

import json
import os

import deflate
from _bench import Bench, Query, contents, everything, run, write
from memory.hot.recovery import FORMAT as HOT_FORMAT
from memory.log.manifest import FORMAT as ARCHIVE_FORMAT
from memory.log.manifest import is_pack
from memory.records.codec import members
from memory.records.kinds import BY_NAME
from memory.search.trash_query import TrashQuery
from mind import night
from mind.mind import Mind

HEAP = "16M"

_GOLDEN = "tests_host/golden"
_DISK_KB = 128  # of format1; later ones say it


def read(path):
    with open(path, "rb") as f:
        return deflate.DeflateIO(f, deflate.GZIP).read()


def device(name):
    """(a bench with that chip, what was expected of it)"""
    with open("%s/%s/expected.json" % (_GOLDEN, name)) as f:
        expected = json.load(f)
    bench = Bench(disk_kb=expected.get("disk_kb", _DISK_KB))
    for part, at in (("nvs", 0x9000), ("memory", 0x15000)):
        data = read("%s/%s/%s.bin.gz" % (_GOLDEN, name, part))
        bench.image[at : at + len(data)] = data
    bench.clock.to("2026-02-07 10:00")
    return bench, expected


def formats():
    return sorted([row[0] for row in os.ilistdir(_GOLDEN) if row[0].startswith("format")])


def plain(value):
    """A JSON value without the order of its members."""
    return json.loads(json.dumps(value))


def test_there_is_an_image_of_every_format():
    assert formats() == ["format%d" % n for n in range(1, max(HOT_FORMAT, ARCHIVE_FORMAT) + 1)]


def test_every_record_is_there_as_it_was():
    for name in formats():
        bench, expected = device(name)
        for _ in range(2):
            memory = bench.start()
            records = list(run(memory.recall(Query(limit=1000, room=1 << 30)))[0])
            records += memory.hot("affection")
            found = {record.id: plain(members(record)) for record in records}
            wanted = {record["id"]: record for record in expected["records"]}
            assert sorted(found) == sorted(wanted), name
            for id in wanted:
                assert found[id] == wanted[id], (name, found[id], wanted[id])
            hot = sorted([r.id for kind in BY_NAME for r in memory.each(kind)])
            assert hot == expected["hot"], name
            assert memory.log.manifest.epoch == expected["epoch"]
            assert len(memory.log.manifest.sealed) + 1 == expected["segments"]
            packs = [row for row in memory.log.manifest.sealed if is_pack(row)]
            assert len(packs) == expected.get("packs", 0)
            assert memory.log.verify() == []
            assert bench.heard("recovered") == []
        assert bench.flash.operations == 0


def test_a_chip_of_before_the_mind_has_a_notebook_and_loses_nothing_by_it():
    for name in formats():
        bench, expected = device(name)
        memory = bench.start()
        before = everything(memory)
        written = bench.flash.operations
        mind = Mind(memory, bench.clock)
        run(mind.load())
        assert 0 < mind.notebook.members.count <= 800
        assert mind.notebook.members.count >= len(expected["hot"]) // 2
        trash = run(memory.recall(TrashQuery(memory.clock.now(), 10)))[1]
        assert trash == expected.get("trash", 0)
        assert bench.flash.operations == written
        run(night.tidy(mind))
        assert everything(memory) == before
        run(mind.save())
        memory = bench.start()
        again = Mind(memory, bench.clock)
        run(again.load())
        assert again.notebook.members.count == mind.notebook.members.count
        assert everything(memory) == before


def test_an_old_chip_lives_on():
    for name in formats():
        bench, _ = device(name)
        memory = bench.start()
        before = everything(memory)
        for number in range(30):
            assert write(memory, "fact", "new %d" % number).record.id not in before
        assert run(memory.complete(None, "吃药")).next.get("when") == "2026-02-07 20:00"
        run(memory.delete(None, "goal", "由新版本写下"))
        memory = bench.start()
        after = everything(memory)
        changed = [id for id in before if id in after and before[id] != after[id]]
        assert len(changed) == 1
        assert [id for id in before if id not in after] == ["zz9900"]
        assert len(contents(memory, "fact", "new")) == 30
