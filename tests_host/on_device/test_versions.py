"""
Kinds and fields that only a newer version knows survive all that this version does with memory.
"""

import json

from _raised import raised
from _versions import exported, version

HEAP = "24M"
SEED = 13

KINDS = (("ritual", "R"), ("diary", "D"))
FIELDS = (("colour", 0, 60), ("notes", 5, (8, 60)), ("warmth", 3, ("cold", "warm")))


def newer():
    return version(KINDS, FIELDS)


def made(v, id, kind, rng, rev=1):
    """A record with some of the newer version's fields."""
    fields = {"content": "newer %s %d" % (id, rng.below(1000)), "importance": rng.below(101)}
    if rng.below(2):
        fields["colour"] = "青色 %d" % rng.below(9)
    if rng.below(2):
        fields["notes"] = tuple(["note %d" % n for n in range(rng.below(4))])
    if rng.below(2):
        fields["warmth"] = rng.below(2)
    record = v.record(id, kind, 823615200 + rng.below(1000), fields, rev)
    if rng.below(2):
        record.unknown = [(200, b"\x00\xff")]
    if rng.below(2):
        record.other = {"later": {"b": [1, None], "a": "值"}}
    return record


def filled(v, bench):
    """Hot and archived records of kinds and fields that the present version does not know."""
    memory = bench.start()
    rng = v.bench.Random(SEED)
    entries = []
    for at in range(5):
        memory.replace(made(v, "new%d" % (900 + at), "ritual", rng))
        memory.replace(made(v, "new%d" % (920 + at), "goal", rng, rev=2))
        for kind, id in (("diary", 940), ("ritual", 960), ("fact", 980)):
            record = made(v, "new%d" % (id + at), kind, rng)
            entries.append(
                v.log.Entry(v.codec.to_line(record), "2026-02-05", 1000 + at, record.rev > 1)
            )
    memory.log.append(entries)
    return memory


def told(v, memory):
    """{id: members} of all records of the newer version, from an export."""
    found = {}
    for line in exported(v.bench, memory).split(b"\n"):
        if line:
            one = json.loads(line)
            if one["id"].startswith("new"):
                found[one["id"]] = one
    assert len(found) == 25, sorted(found)
    return found


def lived(old, bench):
    """A life in the present version: moves, packing, an index, compaction, a snapshot."""
    old.log.SEGMENT_BYTES = 700
    memory = bench.start()
    assert bench.heard("recovered") == []
    for number in range(60):
        old.bench.write(memory, "fact", "fact %d of this version" % number)
        if number % 3 == 0:
            old.bench.run(memory.delete(None, "fact", "fact %d of this version" % number))
    for _ in range(2):
        for _ in old.packing.pack(memory.log, 1 << 30):
            pass
    index = memory.index
    for _ in old.background_jobs.steps(memory.log, index):
        pass
    old.bench.run(memory.save())
    return memory


def test_they_survive_the_present_version_and_the_way_back():
    v = newer()
    bench = v.bench.Bench(disk_kb=512)
    before = told(v, filled(v, bench))
    old = version()
    other = old.bench.Bench(bench.image, disk_kb=512)
    memory = lived(old, other)
    assert len(told(old, memory)) == 25
    v = newer()
    back = v.bench.Bench(other.image, disk_kb=512)
    memory = back.start()
    assert told(v, memory) == before
    assert back.heard("recovered") == []
    assert memory.count("ritual") == 5
    memory.release_background()
    found = v.bench.run(memory.recall(v.bench.Query(("diary",), "newer", limit=50)))[0]
    assert sorted([r.id for r in found]) == ["new%d" % (940 + at) for at in range(5)]


def test_they_survive_export_and_import_by_the_present_version():
    v = newer()
    memory = filled(v, v.bench.Bench())
    before = told(v, memory)
    data = exported(v.bench, memory)
    old = version()
    memory = old.bench.Bench(seed=2).start()
    refused = []
    done = old.bench.run(memory.import_lines([data], lambda *why: refused.append(why)))
    assert (refused, done.refused, done.archived) == ([], 0, 0)
    assert exported(old.bench, memory).count(b'"kind":"ritual"') == 10
    data = exported(old.bench, memory)
    v = newer()
    memory = v.bench.Bench(seed=3).start()
    v.bench.run(memory.import_lines([data], lambda *why: refused.append(why)))
    assert refused == []
    assert told(v, memory) == before
    assert memory.count("ritual") == 5


def test_hot_ones_come_back_from_the_snapshot_of_either_version():
    for by_newer in (True, False):
        v = newer()
        bench = v.bench.Bench()
        memory = filled(v, bench)
        before = told(v, memory)
        if by_newer:
            v.bench.run(memory.save())
        old = version()
        other = old.bench.Bench(bench.image)
        memory = other.start()
        if not by_newer:
            old.bench.run(memory.save())
        for at in range(0x9000, 0x15000):
            other.image[at] = 0xFF  # NVS is erased
        memory = other.start()
        assert other.heard("recovered")
        assert len(told(old, memory)) == 25
        old.bench.run(memory.save())
        v = newer()
        back = v.bench.Bench(other.image)
        memory = back.start()
        assert told(v, memory) == before, by_newer
        assert memory.count("ritual") == 5
        memory = back.start()  # letters were given once
        assert (told(v, memory), back.flash.operations) == (before, 0)


def test_they_are_not_shown_and_counted_as_what_cannot_be_read():
    v = newer()
    bench = v.bench.Bench()
    filled(v, bench)
    old = version()
    memory = old.bench.Bench(bench.image).start()
    page, total = old.bench.run(memory.recall(old.bench.Query(None, "newer", limit=50)))
    assert total == len(page) == 10
    assert {record.kind for record in page} == {"fact", "goal"}
    figures = old.bench.run(memory.statistics().figures())
    assert (figures["total"], figures["unreadable"]) == (10, 15)


def test_they_are_deleted_by_id_and_not_corrected():
    v = newer()
    bench = v.bench.Bench()
    filled(v, bench)
    old = version()
    from memory.errors import Rejected

    other = old.bench.Bench(bench.image)
    memory = other.start()
    for id in ("new900", "new940"):
        error = raised(
            Rejected,
            lambda: old.bench.run(memory.correct(id, None, "x", {})),  # noqa: B023
        )
        assert "type" in str(error)
        assert old.bench.run(memory.delete(id)).result == "DELETED"
    memory = other.start()
    data = exported(old.bench, memory)
    ended = [line for line in data.split(b"\n") if b"trashed_at" in line]
    assert len(ended) == 2
    for id in (b"new900", b"new940"):
        assert data.count(id + b'"') == len([1 for line in ended if id in line]) * 2
    v = newer()
    memory = v.bench.Bench(other.image).start()
    assert memory.count("ritual") == 4
    assert v.bench.run(memory.record("new900")) is None


def test_forgetting_finds_words_in_them():
    v = newer()
    bench = v.bench.Bench()
    memory = bench.start()
    rule = v.record("new900", "ritual", 823615200, {"content": "x", "colour": "壮丽的绿松石"})
    memory.replace(rule)
    diary = v.record("new901", "diary", 823615200, {"content": "y"})
    diary.other = {"page": {"lines": ["a visit to Timbuktu"]}}
    topic = v.record("new902", "diary", 823615200, {"content": "z", "topic": "secret"})
    for record in (diary, topic):
        memory.log.append([v.log.Entry(v.codec.to_line(record), "2026-02-05", 901, False)])
    old = version()
    from memory.erase import erasure

    other = old.bench.Bench(bench.image)
    memory = other.start()
    for wanted in (
        {"content": "a visit to Timbuktu"},
        {"topic": "secret"},
        {"id": "new900"},
    ):
        done = old.bench.run(erasure.erase(memory, wanted, lambda selection: True))
        assert (done.count, done.done) == (1, True), wanted
    assert exported(old.bench, other.start()) == b""


def test_an_unknown_kind_is_rejected():
    old = version()
    from memory.errors import Rejected

    memory = old.bench.Bench().start()
    for wrong in (
        lambda: old.bench.write(memory, "recipe", "x"),
        lambda: old.bench.Query(("recipe",)),
        lambda: old.bench.run(memory.delete(None, "recipe", "x")),
        lambda: list(memory.each("recipe")),
        lambda: memory.count("recipe"),
    ):
        assert "fact" in str(raised(Rejected, wrong))


def test_a_power_cut_while_letters_are_given_leaves_each_record_once():
    v = newer()
    lines = []
    for at in range(2):
        rule = v.record("new%d" % (900 + at), "ritual", 823615200, {"content": "ritual %d" % at})
        lines.append(v.codec.to_line(rule, hot=True).encode() + b"\n")
    old = version()
    other = old.bench.Bench()
    old.bench.run(other.start().import_lines(lines, None))
    image = bytes(other.image)
    v = newer()
    cut_at = 0
    while True:
        cut_at += 1
        cut = v.bench.Bench(bytearray(image))
        try:
            cut.start(cut_at=cut_at, seed=cut_at)
            break
        except v.bench.PowerCut:
            pass
        memory = cut.start()
        assert sorted([r.content for r in memory.each("ritual")]) == ["ritual 0", "ritual 1"]
        assert memory.hot_store.keys(b"?") == []
    assert cut_at > 4
