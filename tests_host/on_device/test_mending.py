"""
What hot memory has lost without a word comes back from the snapshot, and nothing that was ended
comes with it; what cannot be read today is tried again.
"""

from _bench import Bench, everything, hot_contents, run, write
from _figures import figure
from esp32 import NVS

from sim.faults import Faults
from sim.nor import PowerCut

HEAP = "8M"  # several chips in RAM
THOROUGH = ("test_a_cut_while_mending_resurrects_nothing",)
_NVS = 0x9000
_NVS_END = 0x15000
_PAGE = 4096


def told():
    bench = Bench()
    memory = bench.start()
    for n in range(18):
        write(memory, "fact", "事实 %d" % n)
    for text in ("茶", "香菜", "雨"):
        write(memory, "like", text)
    write(memory, "name", "王浩宇")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    run(memory.save())
    return bench, memory


def vanish(memory, contents):
    """As NVS does with what does not check: the slots are not there any more."""
    kv = NVS("mem")
    for kind in ("fact", "like", "schedule"):
        for record in memory.each(kind):
            if record.content in contents:
                for key in memory.hot_store.keys():
                    if key[1:5] == int(record.id[3:]).to_bytes(4, "big"):
                        kv.erase_key("s%03d" % memory.hot_store._tree.get(key)[0])


def test_records_that_vanished_come_back_and_the_owner_is_told():
    bench, memory = told()
    write(memory, "trait", "爱笑")  # not in the snapshot
    before = everything(memory)
    vanish(memory, ("事实 3", "事实 9", "香菜"))
    memory = bench.start()
    assert everything(memory) == before
    (event,) = bench.heard("recovered")
    assert event["what"] == "hot memory, 3 records from the snapshot"
    assert event["lost_since"] == "2026-02-05T14:00:00"
    assert everything(bench.start()) == before
    assert bench.heard("recovered") == []


def test_what_was_ended_since_does_not_come_with_them():
    bench, memory = told()
    run(memory.delete(content="雨"))
    run(memory.complete(content="吃药"))
    for n in range(18, 24):
        write(memory, "fact", "事实 %d" % n)  # moves the oldest to the archive
    write(memory, "dislike", "茶")
    before = everything(memory)
    vanish(memory, ("事实 12",))
    for _ in range(2):
        memory = bench.start()
        assert everything(memory) == before
    assert "雨" not in hot_contents(memory, "like")
    assert len(hot_contents(memory, "fact")) == len(set(hot_contents(memory, "fact")))


def test_nothing_is_put_back_at_a_start_that_lacks_nothing():
    bench, memory = told()
    run(memory.delete(content="雨"))
    bench.start()
    for _ in range(2):
        bench.start()
        assert bench.heard("recovered") == []
        assert bench.flash.operations == 0


def test_a_cut_while_mending_resurrects_nothing():
    prepared, memory = told()
    run(memory.delete(content="雨"))
    before = everything(memory)
    vanish(memory, ("事实 3", "事实 9", "香菜"))
    cut = 0
    done = False
    while not done:
        cut += 1
        bench = prepared.copy()
        try:
            bench.start(cut_at=cut, seed=cut)
            done = True
        except PowerCut:
            pass
        assert everything(bench.start()) == before, cut
    assert cut > 10


def test_a_page_of_nvs_that_rots_costs_what_was_told_since_the_snapshot_at_most():
    """Of a page whose head does not check nothing is read: 126 entries."""
    whole, memory = told()
    for n in range(20):  # what changes takes entries: the pages turn
        write(memory, "age", str(20 + n))
    run(memory.save())
    before = everything(memory)
    pages = [at for at in range(_NVS, _NVS_END, _PAGE) if whole.image[at] != 0xFF]
    for page in pages:
        for at in (page + 5, page + 40):  # the head, then the states of entries
            bench = whole.copy()
            bench.image[at] ^= 0x04
            memory = bench.start()
            assert everything(memory) == before, at
            assert everything(bench.start()) == before, at
            added = write(bench.memory, "trait", "爱笑")
            assert added.record.id not in before
            run(bench.memory.save())
    figure("rotten_places", 2 * len(pages))


def test_every_rotten_byte_of_hot_memory_is_made_good():
    whole, memory = told()
    before = everything(memory)
    used = [at for at in range(_NVS, _NVS_END) if whole.image[at] != 0xFF]
    tried = 0
    for at in used[:: len(used) // 60]:
        bench = whole.copy()
        bench.image[at] ^= 0x10
        found = everything(bench.start())
        assert found == before, "0x%x" % at
        tried += 1
    figure("rotten_places", tried)


def test_the_snapshot_of_another_device_is_not_taken():
    bench, memory = told()
    other = Bench(seed=5)
    other.start()
    write(other.memory, "name", "别人")
    other.image[0x15000:] = bench.image[0x15000:]
    for _ in range(3):
        memory = other.start()
        assert hot_contents(memory, "name") == ["别人"]
        assert hot_contents(memory, "like") == []


def lose_nvs(bench):
    for at in range(_NVS, _NVS_END):
        bench.image[at] = 0xFF


def test_a_snapshot_that_cannot_be_read_today_is_tried_again_and_not_replaced():
    bench, memory = told()
    before = everything(memory)
    at = bench.image.find(b'"content":"\xe4\xba\x8b\xe5\xae\x9e 5"', 0x15000)
    lose_nvs(bench)
    bench.faults = Faults()
    bench.faults.fail_read(at, 4)
    memory = bench.start()
    assert not memory.archive_unavailable
    (event,) = [e for e in bench.heard("recovered") if e["what"] == "snapshot"]
    assert "tried again" in event["detail"]
    write(memory, "trait", "爱笑")
    assert not memory.unsaved()
    run(memory.save())  # what is in it is still wanted
    bench.faults.clear()
    after = everything(bench.start())
    assert [id for id in before if id not in after] == []
    assert len(after) == len(before) + 1
    assert bench.memory.unsaved()


def test_a_snapshot_that_can_never_be_read_gives_way_in_the_end():
    bench, memory = told()
    at = bench.image.find(b'"content":"\xe4\xba\x8b\xe5\xae\x9e 5"', 0x15000)
    lose_nvs(bench)
    bench.faults = Faults()
    bench.faults.fail_read(at, 4)
    for _ in range(3):
        memory = bench.start()
    write(memory, "trait", "爱笑")
    assert memory.unsaved()
    run(memory.save())
    bench.start()
    assert bench.heard("recovered") == []
    assert hot_contents(bench.memory, "trait") == ["爱笑"]


def test_an_epoch_that_is_lost_alone_costs_no_record():
    bench, memory = told()
    before = everything(memory)
    NVS("mem").erase_key("epoch")
    memory = bench.start()
    assert everything(memory) == before
    assert [event["what"] for event in bench.heard("recovered")] == ["epoch"]
    added = write(memory, "trait", "爱笑").record.id
    assert added[:3] not in [id[:3] for id in before]
