"""memory.seek: what is ranked is there, alive, and in its latest state."""

from _bench import MOUNT, Bench, Query, contents, run, write
from memory import log, seek, tidying
from memory.index import Index
from memory.manifest import is_pack

HEAP = "16M"


def filled(bench, first, count):
    memory = bench.start() if bench.memory is None else bench.memory
    for number in range(first, first + count):
        write(memory, "moment", "那天第%d次去%s" % (number, "海边" if number % 7 else "山顶"))
        bench.clock.seconds += 7200


def tidied(bench):
    index = Index(MOUNT)
    index.open()
    for _ in tidying.steps(bench.memory._log, index):
        pass
    return index


def sought(bench, index, text, most=10):
    memory = bench.memory
    steps = seek.find(memory._log, memory._archive, index, text, most)
    return [record.content for record in steps if record is not None]


def indexed(bench, index):
    """Contents that a scan finds among the records the index covers, newest first."""
    lines = seek.lines_of(bench.memory._log, list(range(index.docs + 1)))
    assert sorted(lines) == list(range(index.docs))
    ids = [bench.memory._archive.parsed(line).id for _, line in lines.values()]
    found = run(bench.memory.recall(Query(limit=1000, room=1 << 30)))[0]
    return [record.content for record in found if record.id in ids]


def test_ranked_records_come_from_segments_and_packs_alike():
    log.SEGMENT_BYTES = 700
    bench = Bench()
    filled(bench, 0, 90)
    index = tidied(bench)
    filled(bench, 90, 12)
    index = tidied(bench)
    rows = bench.memory._log.manifest.sealed
    assert is_pack(rows[0])
    assert not is_pack(rows[-1])
    wanted = indexed(bench, index)
    assert len(wanted) == index.docs
    assert sought(bench, index, "山顶", 100) == [text for text in wanted if "山顶" in text]
    for text in wanted:
        assert sought(bench, index, text.split("去")[0], 1) == [text]
    assert sought(bench, index, "潜水艇") == []


def test_what_was_corrected_or_deleted_is_not_found_as_it_was():
    log.SEGMENT_BYTES = 700
    bench = Bench()
    filled(bench, 0, 60)
    index = tidied(bench)
    found = run(bench.memory.recall(Query(keyword="山顶", limit=100)))[0]
    gone, changed = [(r.id, r.content) for r in found][-2:]
    run(bench.memory.delete(gone[0]))
    run(bench.memory.correct(changed[0], None, "其实那天去了沙漠", {}))
    shown = sought(bench, index, "山顶", 100)
    assert gone[1] not in shown
    assert changed[1] not in shown
    assert len(shown) > 2
    filled(bench, 60, 30)
    index = tidied(bench)
    shown = sought(bench, index, "山顶", 100)
    assert gone[1] not in shown
    assert changed[1] not in shown
    assert sought(bench, index, "沙漠") == ["其实那天去了沙漠"]
    assert contents(bench.memory, keyword="沙漠") == ["其实那天去了沙漠"]
