"""
The archive's flash fails or is full wherever something is done with it: sealing, packing, the
index, snapshots, the manifest, compaction, forgetting, import. How it is played is in _failing.py.
"""

from _bench import Bench, Query, everything, run, write
from _failing import DISK, background, fail_everywhere
from _forget import Pet, forget, scrub
from _raised import raised
from memory.archive import compaction
from memory.errors import Broken
from memory.log import log
from memory.log.checked_file import exists
from memory.log.manifest import CRC, NUMBER
from memory.upkeep import retention
from test_compaction import compact, fill_up, pack, revised
from test_compaction import filled as revisable
from test_export import exported, lived_in
from test_importing import take
from test_snapshot import lose_nvs, told

from sim.faults import Faults

HEAP = "20M"
TIMEOUT_S = 240
THOROUGH = (
    "test_a_segment_that_is_sealed_by_what_moves",
    "test_a_segment_that_is_sealed_by_what_is_deleted",
    "test_the_manifest_learns_of_a_new_epoch",
    "test_the_index_is_merged",
    "test_segments_are_packed",
    "test_an_old_pack_is_compacted",
    "test_the_flash_is_cleaned_of_what_was_forgotten",
    "test_a_file_is_imported",
)
_NVS = 0x9000
_NVS_SIZE = 0xC000


def filled(moments, bench=None):
    """A device whose archive has so many moments, in small segments."""
    log.SEGMENT_BYTES = 700
    bench = bench or Bench(disk_kb=192)
    memory = bench.start()
    for number in range(moments):
        topic = "旅行" if number % 5 == 0 else "家庭"
        write(memory, "moment", "那天第%d次去海边 and met Emma" % number, topic=topic)
        bench.clock.seconds += 600 if number % 10 else 86400
    return bench


# -- sealing and the manifest --------------------------------------------------------------------


def test_a_segment_that_is_sealed_by_what_moves():
    def job(bench):
        write(bench.memory, "moment", "这次去了山里")

    fail_everywhere(lambda: filled(13), job)


def test_a_segment_that_is_sealed_by_what_is_deleted():
    def job(bench):
        run(bench.memory.delete(None, None, "那天第1次去海边 and met Emma"))

    fail_everywhere(lambda: filled(13), job)


def test_what_time_moves_to_the_archive():
    def device():
        bench = filled(13)
        bench.clock.to("2026-04-05 03:00")
        return bench

    def job(bench):
        run(retention.nightly(bench.memory))

    fail_everywhere(device, job)


def test_the_manifest_learns_of_a_new_epoch():
    def device():
        bench, _ = told()
        lose_nvs(bench)
        return bench

    def job(bench):
        bench.start()

    fail_everywhere(device, job, expected=("hot memory",), starts=True, reads=0)


# -- background work -----------------------------------------------------------------------------


def test_the_index_takes_a_segment():
    fail_everywhere(lambda: filled(30), background("index"), least=5)


def test_a_damaged_index_that_flash_keeps_costs_no_recall_and_is_made_anew_later():
    bench = filled(30)
    background("index")(bench)
    whole = everything(bench.memory)
    number = bench.memory.index.deltas[0][0]
    path = bench.memory.index.path(number)
    bench.memory.index.close()
    with open(path, "rb") as f:
        data = bytearray(f.read())
    data[len(data) // 2] ^= 1
    with open(path, "wb") as f:
        f.write(data)
    with open(bench.memory.index.path(bench.memory.index.next), "wb") as f:
        f.write(b"left by a cut")
    bench.faults = Faults()
    bench.start()
    bench.faults.fail_program(DISK, 1 << 24)
    bench.faults.fail_erase(DISK, 1 << 24)
    for _ in range(2):
        page, total = run(bench.memory.recall(Query(None, "海边", limit=50, room=1 << 20)))
        assert (total, page.unread) == (30, 0)
        assert everything(bench.memory) == whole
    assert bench.memory.index.docs == 0
    bench.faults.clear()
    background("index")(bench)
    assert bench.memory.index.docs > 0
    bench.start()
    assert everything(bench.memory) == whole
    assert not exists(path)


def test_the_index_is_merged():
    from memory.index import index_builder

    def device():
        index_builder.DELTA_DOCS = 8
        return filled(40)

    def job(bench):
        background("merge")(bench)

    fail_everywhere(device, job)


def test_segments_are_packed():
    fail_everywhere(lambda: filled(45), background("pack"))


def test_an_old_pack_is_compacted():
    def device():
        bench = revisable(60)
        pack(bench)
        revised(bench)
        fill_up(bench, 8)
        pack(bench)
        assert compaction.due(bench.memory.log)
        return bench

    fail_everywhere(device, compact)


def test_a_snapshot_is_saved():
    def job(bench):
        run(bench.memory.save())

    fail_everywhere(lambda: filled(13), job)


# -- forgetting and import -----------------------------------------------------------------------


def test_a_record_is_forgotten():
    def device():
        bench = filled(13, Pet(disk_kb=128))
        bench.first = run(bench.memory.recall(Query(None, "那天第1次")))[0][0].id
        return bench

    def job(bench):
        forget(bench.memory, content="那天第1次去海边 and met Emma")

    fail_everywhere(device, job)


def test_the_flash_is_cleaned_of_what_was_forgotten():
    def device():
        bench = filled(13, Pet(disk_kb=128))
        forget(bench.memory, content="那天第1次去海边 and met Emma")
        assert bench.memory.erasure_journal is not None
        return bench

    def job(bench):
        scrub(bench.memory)

    fail_everywhere(device, job)


def test_a_file_is_imported():
    data = exported(lived_in(Bench()))[0]

    def device():
        bench = Bench(seed=7)
        bench.start()
        return bench

    def job(bench):
        counts, _ = take(bench.memory, data)
        if counts.stopped is not None:
            raise counts.stopped

    fail_everywhere(device, job, parts=True)


# -- what fails only in places -------------------------------------------------------------------


def refusing(bench):
    """The device started; from before its memory opens the archive's flash takes nothing."""
    prepare = bench.prepare

    def refuse(memory):
        prepare(memory)
        bench.disk.errno = 5

    bench.prepare = refuse
    memory = bench.start()
    bench.prepare = prepare
    return memory


def test_an_archive_that_takes_nothing_costs_no_start_without_nvs():
    """The new epoch cannot be written beside the old one: it was no reason to refuse all calls."""
    bench, memory = told()
    before = everything(memory)
    lose_nvs(bench)
    memory = refusing(bench)
    assert [e["what"] for e in bench.heard("recovered")][-1] == "manifest"
    assert everything(memory) == before
    assert write(memory, "trait", "耐心").result == "ADDED"
    memory = bench.start()
    assert bench.heard("recovered") == []
    assert len(everything(memory)) == len(before) + 1
    for number in range(2):
        write(memory, "fact", "后来 %d" % number)
    assert len(everything(bench.start())) == len(before) + 3


def forgetful():
    """A device that has forgotten something and not cleaned it yet."""
    bench = filled(24, Pet(disk_kb=128))
    forget(bench.memory, content="那天第1次去海边 and met Emma")
    return bench


def test_a_checksum_that_cannot_be_corrected_at_a_start_is_corrected_later():
    bench = forgetful()
    listed, manifest = bench.memory.erasure_journal, bench.memory.log.manifest
    manifest.sealed[0][CRC] = "00000000"  # as a cut leaves it after the segment was written anew
    manifest.save()
    listed.segment = manifest.sealed[0][NUMBER]
    listed.save()
    before = everything(bench.memory)
    memory = refusing(bench)
    assert [e["what"] for e in bench.heard("recovered")] == ["manifest"]
    assert everything(memory) == before
    bench.disk.errno = 0
    scrub(memory)
    assert memory.log.verify() == []
    assert everything(bench.start()) == before
    assert bench.memory.erasure_journal is None


def test_a_scrub_that_flash_refuses_is_told_as_such_and_done_later():
    bench = forgetful()
    for fail, at in (("fail_program", _NVS), ("fail_read", _NVS + 64)):
        bench.faults = Faults()
        memory = bench.start()
        getattr(bench.faults, fail)(at, 4032 if fail == "fail_read" else _NVS_SIZE)
        raised(Broken, scrub, memory)
        memory.release_background()
        assert memory.erasure_journal is not None
        bench.faults.clear()
    scrub(bench.start())
    assert bench.memory.erasure_journal is None
    assert bench.heard("scrubbed")[0]["left"] == []


class Holed:
    """The partition, of which a block cannot be read."""

    def __init__(self, partition, block):
        self._partition = partition
        self._block = block

    def readblocks(self, block, buf, offset=0):
        if block == self._block:
            raise OSError(-0x6001, "ESP_ERR_FLASH_OP_FAIL")
        self._partition.readblocks(block, buf, offset)

    def ioctl(self, op, argument):
        return self._partition.ioctl(op, argument)


def test_a_block_that_cannot_be_looked_at_is_told_as_left():
    bench = forgetful()
    memory = bench.start()
    nvs, disk = memory.partitions()
    memory.partitions = lambda: [nvs, Holed(disk, 31)]
    scrub(memory)
    assert memory.erasure_journal is None
    assert bench.heard("scrubbed")[0]["left"] == ["memory 31, unread"]
