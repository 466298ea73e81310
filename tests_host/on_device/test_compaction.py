"""
memory.archive.compaction, superseded: dead lines leave the archive, nothing that lives or died.
"""

import os

from _bench import MOUNT, Bench, archive_names, contents, everything, run, write
from _cutting import cut_everywhere
from memory.archive import compaction, packing
from memory.archive.snapshot import Snapshot
from memory.archive.superseded import Superseded
from memory.log import log
from memory.log.lines import DROPPED, lines_forward
from memory.log.manifest import (
    CHECKED_UP_TO,
    COUNTERS,
    LINES,
    NUMBER,
    REVISIONS,
    SECOND_FILE,
    is_pack,
)
from memory.records.codec import from_line

HEAP = "16M"
TIMEOUT_S = 240
THOROUGH = (
    "test_an_old_pack_is_looked_at_once_after_each_packing",
    "test_a_pack_with_little_to_drop_stays_as_it_is",
    "test_small_neighbours_are_joined",
    "test_a_restore_after_compaction_brings_back_what_was_and_nothing_else",
    "test_a_cut_anywhere_in_compaction_loses_nothing_and_brings_nothing_back",
    "test_a_cut_anywhere_in_packing_with_superseded_lines_loses_nothing",
)


def filled(moments, bench=None, start=0):
    """A device whose archive has this many moments in small segments."""
    log.SEGMENT_BYTES = 700
    packing.PACK_BYTES = 100  # packs do not grow
    compaction.LEAST = 4
    bench = bench or Bench()
    memory = bench.start()
    for number in range(start, start + moments):
        write(memory, "moment", "那天第%d次去海边 and met Emma" % number)
    return bench


def ids(memory, words):
    """Id of the record whose content begins so."""
    (found,) = [id for id, row in everything(memory).items() if says(row, words)]
    return found


def says(row, words):
    return dict(row[4])["content"].startswith(words)


def pack(bench, keep_from=COUNTERS):
    for _ in packing.pack(bench.memory.log, keep_from):
        pass


def compact(bench, keep_from=COUNTERS):
    for _ in compaction.compact(bench.memory.log, keep_from):
        pass


def lines(bench, number):
    return list(lines_forward(bench.memory.log.chunks(number)))


def kept(bench, id):
    """Lines with this id, in the order of the log."""
    held = bench.memory.log
    found = []
    for number in reversed(held.segments()):
        found += [text for text in lines(bench, number) if text != DROPPED]
    return [text for text in found if from_line(text).id == id]


def revised(bench, count=20):
    """Every second of the first so many records is corrected, every fourth deleted."""
    memory = bench.memory
    for number in range(0, count, 2):
        id = ids(memory, "那天第%d次" % number)
        if number % 4:
            run(memory.delete(id))
        else:
            run(memory.correct(id, None, "改过的第%d次" % number, {}))
            run(memory.correct(id, None, "又改过的第%d次" % number, {}))
    return bench


def fill_up(bench, count):
    """Until there are so many plain segments."""
    sealed = bench.memory.log.manifest.sealed
    for number in range(1000):
        if len([row for row in sealed if not is_pack(row)]) >= count:
            return
        write(bench.memory, "moment", "还有第%d次" % number, force=True)


def packs(bench):
    return [row for row in bench.memory.log.manifest.sealed if is_pack(row)]


def test_packing_drops_what_was_superseded_and_nothing_else():
    bench = revised(filled(60))
    fill_up(bench, 16)
    before = everything(bench.memory)
    rows = [list(row) for row in bench.memory.log.manifest.sealed]
    old = kept(bench, ids(bench.memory, "又改过的第4次"))
    assert len(old) == 3
    pack(bench)
    assert everything(bench.memory) == before
    (row,) = packs(bench)
    assert row[LINES] == sum([old[LINES] for old in rows[:8]]) - 10
    found = lines(bench, 8)
    assert len(found) == row[LINES]
    assert DROPPED not in found
    assert bench.memory.archive.damaged_lines == 0
    assert row[REVISIONS] == 0
    pack(bench)
    assert everything(bench.start()) == before
    assert kept(bench, ids(bench.memory, "又改过的第4次")) == old[2:]
    assert bench.heard("recovered") == []


def test_a_line_that_ends_a_record_stays_when_its_other_lines_are_gone():
    bench = revised(filled(60))
    fill_up(bench, 16)
    dead = [from_line(text).id for text in lines(bench, 1) if from_line(text).rev == 1][2]
    assert len(kept(bench, dead)) == 2
    pack(bench)
    assert len(kept(bench, dead)) == 1
    pack(bench)
    assert len(kept(bench, dead)) == 1  # an import must not bring it back


def test_a_line_that_ends_a_record_stays_while_an_earlier_pack_has_the_record():
    bench = filled(60)
    pack(bench)
    revised(bench)
    fill_up(bench, 8)
    dead = [from_line(text).id for text in lines(bench, 8)][2]
    before = everything(bench.memory)
    count = len(lines(bench, 8))
    pack(bench)
    assert len(packs(bench)) == 2
    assert len(kept(bench, dead)) == 2
    assert everything(bench.start()) == before
    assert compaction.due(bench.memory.log)
    compact(bench)
    assert len(kept(bench, dead)) == 1
    assert everything(bench.start()) == before
    assert len(lines(bench, 8)) == count - 10


def test_an_old_pack_is_looked_at_once_after_each_packing():
    bench = filled(60)
    pack(bench)
    revised(bench)
    filled(40, bench, 100)
    assert not compaction.due(bench.memory.log)
    pack(bench)
    assert compaction.due(bench.memory.log)
    compact(bench)
    assert not compaction.due(bench.memory.log)
    row = packs(bench)[0]
    assert (row[NUMBER], row[SECOND_FILE]) == (8, 1)
    assert row[CHECKED_UP_TO] >= packs(bench)[1][NUMBER]
    assert "8b.jsonl.gz" in archive_names("/life")
    assert "8.jsonl.gz" not in archive_names("/life")
    assert bench.memory.log.verify() == []
    before = everything(bench.memory)
    os.remove(MOUNT + "/manifest")
    assert everything(bench.start()) == before
    assert packs(bench)[0][SECOND_FILE] == 1


def test_a_pack_with_little_to_drop_stays_as_it_is():
    bench = filled(60)
    pack(bench)
    filled(30, bench, 100)
    for number in range(100, 112):
        id = ids(bench.memory, "那天第%d次" % number)
        run(bench.memory.correct(id, None, "那天第%d次，改了" % number, {}))
    fill_up(bench, 8)
    pack(bench)
    assert compaction.due(bench.memory.log)
    before = everything(bench.memory)
    compact(bench)
    assert packs(bench)[0][SECOND_FILE] == 0
    assert packs(bench)[0][CHECKED_UP_TO] >= packs(bench)[1][NUMBER]
    assert not compaction.due(bench.memory.log)
    assert everything(bench.start()) == before


def test_small_neighbours_are_joined():
    bench = filled(60)
    pack(bench)
    filled(60, bench, 100)
    pack(bench)
    filled(60, bench, 200)
    pack(bench)
    before = everything(bench.memory)
    numbers = [row[NUMBER] for row in packs(bench)]
    assert len(numbers) == 3
    packing.PACK_BYTES = 1 << 20
    assert compaction.due(bench.memory.log)
    compact(bench)
    packing.PACK_BYTES = 100
    assert [row[NUMBER] for row in packs(bench)] == numbers[1:]
    assert everything(bench.memory) == before
    assert everything(bench.start()) == before
    assert bench.memory.log.verify() == []


def test_lines_that_a_restore_needs_are_not_dropped():
    bench = revised(filled(60))
    fill_up(bench, 16)
    for keep_from, dropped in ((1, 0), (2, 3), (8, 10), (9, 10)):
        log_ = bench.memory.log
        superseded = Superseded(log_, log_.manifest.sealed[:8], keep_from)
        for _ in superseded.find():
            pass
        assert superseded.dropped == dropped


def test_a_restore_after_compaction_brings_back_what_was_and_nothing_else():
    bench = filled(60)
    pack(bench)
    revised(bench)
    run(bench.memory.save())
    for number in range(4):
        write(bench.memory, "like", "喜欢的%d" % number)
    run(bench.memory.save())
    run(bench.memory.delete(None, "like", "喜欢的1"))
    run(bench.memory.correct(ids(bench.memory, "喜欢的2"), None, "改为喜欢的5", {}))
    fill_up(bench, 8)
    head = Snapshot(MOUNT, bench.memory.hot_store, bench.memory.log).head()
    count = len(lines(bench, 8))
    pack(bench, head["segment"])
    compact(bench, head["segment"])
    assert len(lines(bench, 8)) == count - 10
    cold = contents(bench.memory, "moment")[10:]
    bench.memory.close()
    bench.image[0x9000:0x15000] = b"\xff" * 0xC000
    memory = bench.start()
    likes = sorted([record.content for record in memory.each("like")])
    assert likes == ["喜欢的0", "喜欢的2", "喜欢的3"]  # a correction of hot memory is in no log
    assert [text for text in cold if text not in contents(memory, "moment")] == []
    assert [text for text in contents(memory) if text.startswith("那天第2次")] == []


def test_a_damaged_pack_is_left_as_it_is():
    bench = filled(60)
    pack(bench)
    revised(bench)
    fill_up(bench, 8)
    pack(bench)
    path = MOUNT + "/life/8.jsonl.gz"
    with open(path, "rb") as f:
        data = bytearray(f.read())
    data[bench.memory.log.packs.get(8).row(1)[0] + 30] ^= 255
    bench.memory.log.packs.close(8)
    with open(path, "wb") as f:
        f.write(data)
    assert compaction.due(bench.memory.log)
    compact(bench)
    with open(path, "rb") as f:
        assert f.read() == data
    assert not compaction.due(bench.memory.log)


def test_a_cut_anywhere_in_compaction_loses_nothing_and_brings_nothing_back():
    bench = filled(50)
    pack(bench)
    revised(bench)
    fill_up(bench, 8)
    pack(bench)
    assert compaction.due(bench.memory.log)
    bench.memory.close()
    bench.memory = None

    def step(device):
        if compaction.due(device.memory.log):
            compact(device)

    cut_everywhere(bench, [step], None, least=20)


def test_a_cut_anywhere_in_packing_with_superseded_lines_loses_nothing():
    bench = revised(filled(40), 12)
    fill_up(bench, 8)
    bench.memory.close()
    bench.memory = None

    def step(device):
        if packing.due(device.memory.log):
            pack(device)

    cut_everywhere(bench, [step], None, stride=2, least=10)
