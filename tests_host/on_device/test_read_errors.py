"""
An archive that flash does not give in places: what can be read is found, how much could not is
said, nothing is thrown away, and all of it is there when flash answers again.
"""

import gc

from _bench import Bench, archive_file, archive_names, run, write
from _figures import figure
from _quick import quick
from _raised import raised
from memory.errors import Broken
from memory.search.query import Query

from sim.faults import Faults

HEAP = "32M"  # several chips in RAM
THOROUGH = (
    "test_an_index_that_cannot_be_read_costs_time_and_is_not_thrown_away",
    "test_an_open_segment_that_cannot_be_read_leaves_the_archive_away_for_this_start",
    "test_packing_what_cannot_be_read_ends_and_harms_nothing",
)
_DISK = 0x15300
_SECTOR = 4096


def lived(count=150, tidied=True):
    """A device with sealed segments, indexed where `tidied`, and an open one."""
    gc.threshold(1 << 20)  # what lives long would lie scattered, and no room be left for a copy
    bench = Bench(disk_kb=512)
    memory = bench.start()
    for n in range(count):
        write(memory, "fact", "第%d回说猫" % n + "长" * 60)
    if tidied:
        tidy(memory)
    run(memory.save())
    assert not tidied or "index" in archive_names()
    return bench


def tidy(memory):
    background = memory.background()
    try:
        while background.begin(False):
            while background.step() is not None:
                pass
    finally:
        memory.release_background()


def unreadable(bench, name):
    """Another device that has come as far; this file of its archive cannot be read."""
    data = archive_file(name)
    other = bench.copy()
    other.faults = Faults()
    blocks = set()
    for begin in range(60, len(data) - 400, len(data) // 12):
        begin = max(begin, data.find(b'{"id":', begin))  # else it is no text
        piece = data[begin : begin + 22]
        at = other.image.find(piece, _DISK)
        while at >= 0:
            blocks.add(at // _SECTOR)
            at = other.image.find(piece, (at // _SECTOR + 1) * _SECTOR)
    assert blocks
    for block in blocks:
        other.faults.fail_read(block * _SECTOR, _SECTOR)
    figure("unreadable_blocks", len(blocks))
    return other


def tell(memory, words):
    """A fact, which moves others: LittleFS may have to look at all blocks for a free one."""
    try:
        return write(memory, "fact", words).result == "ADDED"
    except Broken:
        return False


def found(memory, words, limit=50):
    page, total = run(memory.recall(Query(("fact",), words, limit=limit, ranked=True)))
    return [record.content for record in page], total, page.unread


def test_a_segment_that_cannot_be_read_is_passed_over_and_counted():
    for tidied in quick((True,), (False, True)):
        whole = lived(tidied=tidied)
        bench = unreadable(whole, "life/1.jsonl")
        memory = bench.start()
        words, total, unread = found(memory, "第30回")
        assert unread == 1
        assert "第30回说猫" not in [one[:6] for one in words]
        total = found(memory, "说猫")[1]
        assert tidied or 0 < total < 150, total
        words, _, unread = found(memory, "第80回")
        assert words[0].startswith("第80回说猫")
        assert tidied or unread == 1
        assert write(memory, "trait", "爱笑").result == "ADDED"
        told = tell(memory, "新说的猫")
        before = archive_names("/life")
        bench.faults.clear()
        memory = bench.start()
        assert found(memory, "说猫")[1:] == (150, 0)
        assert archive_names("/life") == before
        assert ("新说的猫" in found(memory, "新说的")[0]) == told


def test_what_cannot_be_read_is_not_changed():
    """Who cannot see all that was said of a record must not write its next state."""
    bench = unreadable(lived(tidied=False), "life/2.jsonl")
    memory = bench.start()
    raised(Broken, run, memory.delete(None, "fact", "第30回说猫" + "长" * 60))
    bench.faults.clear()
    assert run(bench.start().delete(None, "fact", "第30回说猫" + "长" * 60)).result == "DELETED"


def test_an_index_that_cannot_be_read_costs_time_and_is_not_thrown_away():
    whole = lived()
    for name in [one for one in archive_names("/life") if one.endswith(".idx")]:
        bench = unreadable(whole, "life/" + name)
        memory = bench.start()
        assert found(memory, "说猫")[1:] == (150, 0)
        assert found(memory, "第77回")[0][0].startswith("第77回")
        bench.faults.clear()
        memory = bench.start()
        assert name in archive_names("/life")
        assert memory.index.docs > 0


def test_an_open_segment_that_cannot_be_read_leaves_the_archive_away_for_this_start():
    whole = lived()
    bench = unreadable(whole, "life/%d.jsonl" % whole.memory.log.manifest.open)
    memory = bench.start()
    assert memory.archive_unavailable
    assert [event["what"] for event in bench.heard("recovered")] == ["archive"]
    total = found(memory, "说猫")[1]
    assert 0 < total <= 20  # what is at hand
    bench.faults.clear()
    memory = bench.start()
    assert not memory.archive_unavailable
    assert found(memory, "说猫")[1] == 150


def test_packing_what_cannot_be_read_ends_and_harms_nothing():
    whole = lived(count=530, tidied=False)
    bench = unreadable(whole, "life/1.jsonl")
    memory = bench.start()
    before = archive_names("/life")
    for _ in range(2):
        raised(Broken, tidy, memory)
    assert [name for name in archive_names("/life") if name in before] == before
    bench.faults.clear()
    memory = bench.start()
    assert found(memory, "说猫")[1:] == (530, 0)
    tidy(memory)
    assert found(memory, "说猫")[1:] == (530, 0)
    assert [name for name in archive_names("/life") if name.endswith(".gz")]
