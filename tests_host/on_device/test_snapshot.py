"""The snapshot: hot memory comes back when NVS is gone; nothing that was ended comes with it."""

import os

from _bench import MOUNT, Bench, archive_file, everything, hot_contents, put_file, run, write
from esp32 import NVS
from memory.archive.snapshot import Missing
from memory.records.codec import from_line
from memory.records.ids import DELETION_MARK

from firmware.companion import reminders

HEAP = "8M"  # several chips in RAM
THOROUGH = (
    "test_a_snapshot_that_does_not_check_is_as_good_as_none",
    "test_what_was_deleted_without_a_line_is_not_put_back",
)
_NVS_AT, _NVS_END = 0x9000, 0x15000


def told():
    """A device with a bit of everything, and a snapshot of it."""
    bench = Bench()
    memory = bench.start()
    for n in range(23):
        write(memory, "fact", "事实 %d" % n, importance=5 if n == 3 else 2)
    write(memory, "name", "王浩宇")
    write(memory, "family", "李娟", relation="妈妈")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    write(memory, "schedule", "会议", when="2026-02-06 10:00")
    run(memory.save())
    return bench, memory


def lose_nvs(bench):
    """What start-up does when NVS has run out of pages: all of it is erased."""
    for at in range(_NVS_AT, _NVS_END):
        bench.image[at] = 0xFF


def test_everything_of_the_last_snapshot_comes_back_when_nvs_is_erased():
    bench, memory = told()
    before = everything(memory)
    lose_nvs(bench)
    memory = bench.start()
    assert everything(memory) == before
    (event,) = bench.heard("recovered")
    assert event["lost_since"] == "2026-02-05T14:00:00"
    assert everything(bench.start()) == before
    assert bench.heard("recovered") == []


def test_what_was_moved_deleted_or_completed_since_does_not_come_back():
    bench, memory = told()
    for n in range(23, 30):
        write(memory, "fact", "事实 %d" % n)  # moves older ones to the archive
    run(memory.delete(content="李娟"))
    run(memory.complete(content="会议"))
    run(memory.complete(content="吃药"))
    facts = everything(memory)
    lost = hot_contents(memory, "fact")[:7]
    lose_nvs(bench)
    memory = bench.start()
    after = everything(memory)
    assert [id for id in after if id not in facts] == []
    gone = [facts[id] for id in facts if id not in after]
    assert len(gone) == 7
    assert hot_contents(memory, "family") == []
    assert not set(lost) & set(hot_contents(memory, "fact"))
    by_name = {record.content: record for record in memory.hot("schedule")}
    assert by_name["会议"].get("completed") is not None
    assert by_name["吃药"].get("when") == "2026-02-06 20:00"


def test_what_began_and_was_archived_since_the_snapshot_is_not_missing():
    told = '"rev":1,"kind":"fact","created":"2026-02-05T14:00:00","content":"x"'
    missing = Missing(1, "")
    for line in (
        '{"id":"k3z1",%s,"superseded_by":"k3z2","next":{"id":"k3z2",%s}}' % (told, told),
        '{"id":"k3z2",%s}' % told,  # moved to the archive
        '{"id":"k3z3",%s}' % told,
    ):
        missing.hear(from_line(line.encode()))
    assert [line.id for line in missing.lines] == ["k3z1", "k3z2"]


def test_ids_given_after_a_restore_are_new_ones():
    bench, memory = told()
    given = set(everything(memory))
    given.add(write(memory, "fact", "nach dem Schnappschuss").record.id)
    lose_nvs(bench)
    memory = bench.start()
    for n in range(5):
        id = write(memory, "trait", "性格 %d" % n).record.id
        assert id not in given
        assert id[:3] != sorted(given)[0][:3]
        given.add(id)


def marks(memory, content):
    """What is announced of it now, and what is to be delivered."""
    announced = [mark for r, mark in run(reminders.mark_due(memory)) if r.content == content]
    waiting = [mark for r, mark in reminders.undelivered(memory) if r.content == content]
    return announced, waiting


def test_what_was_delivered_before_a_restore_is_not_told_again_and_what_was_not_is_delivered():
    for delivered, waiting in ((True, []), (False, ["due"])):
        bench, memory = told()
        bench.clock.to("2026-02-05 19:30")
        assert marks(memory, "吃药") == (["ahead"], ["ahead"])
        if delivered:
            for record, mark in reminders.undelivered(memory):
                run(reminders.mark_delivered(memory, record.id, record.get("when"), mark))
        run(memory.save())
        lose_nvs(bench)
        bench.clock.to("2026-02-05 21:00")
        memory = bench.start()
        assert marks(memory, "吃药") == ([], waiting)
        bench.clock.to("2026-02-06 19:30")
        assert marks(memory, "吃药") == (["ahead"], ["ahead"])


def test_after_a_restore_what_is_to_come_is_told_as_ever():
    bench, memory = told()
    bench.clock.to("2026-02-05 19:30")
    marks(memory, "吃药")
    run(memory.save())
    lose_nvs(bench)
    memory = bench.start()
    assert marks(memory, "吃药") == ([], ["ahead"])
    bench.clock.to("2026-02-05 20:00")
    assert marks(memory, "吃药") == (["due"], ["due"])


def test_nothing_that_was_due_before_a_restore_is_announced():
    bench, memory = told()
    lose_nvs(bench)
    bench.clock.to("2026-02-05 21:00")
    memory = bench.start()
    assert run(reminders.mark_due(memory)) == []
    bench.clock.to("2026-02-06 09:30")
    assert [r.content for r, _ in run(reminders.mark_due(memory))] == ["会议"]


def test_a_snapshot_that_does_not_check_is_as_good_as_none():
    for spoil in (
        lambda data: data[:-40],
        lambda data: data.replace(b"\\u", b"\\v", 1) if b"\\u" in data else b"x" + data[1:],
        lambda data: data[:300] + bytes((data[300] ^ 1,)) + data[301:],
        lambda data: b"",
        lambda data: b"\xff" * 5000,
        lambda data: data.replace(b'"format":1', b'"format":9'),
    ):
        bench, memory = told()
        put_file("snapshot", spoil(archive_file("snapshot")))
        lose_nvs(bench)
        memory = bench.start()
        assert hot_contents(memory, "name") == []
        assert bench.heard("recovered")[-1]["what"] == "hot memory was empty"
        assert write(memory, "name", "新主人").result == "ADDED"


def test_a_damaged_slot_is_filled_from_the_snapshot():
    bench, memory = told()
    before = everything(memory)
    kv_slot = memory.hot_store._tree.get(memory.hot_store.keys(b"N")[0])[0]
    from esp32 import NVS

    kv = NVS("mem")
    kv.erase_key("s%03d" % kv_slot)
    kv.set_blob("s%03d" % kv_slot, b"no slot at all, but of some length")
    memory = bench.start()
    assert hot_contents(memory, "name") == ["王浩宇"]
    assert everything(memory) == before


def spoil_a_slot(memory, letter):
    """The slot of the first record with this letter no longer checks."""
    from esp32 import NVS

    slot = memory.hot_store._tree.get(memory.hot_store.keys(letter)[0])[0]
    kv = NVS("mem")
    kv.erase_key("s%03d" % slot)
    kv.set_blob("s%03d" % slot, b"no slot at all, but of some length")


def test_a_like_that_became_a_dislike_since_is_not_put_back_as_a_like():
    bench = Bench()
    memory = bench.start()
    for text in ("茶", "香菜", "雨"):
        write(memory, "like", text)
    write(memory, "name", "王浩宇")
    run(memory.save())
    write(memory, "dislike", "香菜")
    before = everything(memory)
    spoil_a_slot(memory, b"N")
    for _ in range(2):
        memory = bench.start()
        assert everything(memory) == before
        assert hot_contents(memory, "like") == ["雨", "茶"]


def test_what_was_deleted_without_a_line_is_not_put_back():
    bench = Bench(disk_kb=128)
    memory = bench.start()
    for text in ("茶", "香菜"):
        write(memory, "like", text)
    write(memory, "name", "王浩宇")
    run(memory.save())
    for name, size in (("a", 4000), ("b", 400), ("life/c", 400), ("life/d", 20)):
        for number in range(200):
            try:
                put_file("%s%d" % (name, number), b"x" * size)
            except OSError:
                break
    memory = bench.start()
    run(memory.delete(None, "like", "茶"))  # not a line fits any more
    assert len(memory.hot_store.keys(DELETION_MARK)) == 1
    spoil_a_slot(memory, b"N")
    for _ in range(2):
        memory = bench.start()
        assert hot_contents(memory, "like") == ["香菜"]
        assert hot_contents(memory, "name") == ["王浩宇"]
        assert len(everything(memory)) == 2


def test_unsaved_is_true_after_a_change_and_false_after_a_snapshot_across_restarts():
    bench, memory = told()
    assert not memory.unsaved()
    assert not bench.start().unsaved()
    write(bench.memory, "trait", "爱笑")
    assert bench.memory.unsaved()
    assert bench.start().unsaved()
    run(bench.memory.save())
    assert not bench.start().unsaved()


def test_hot_memory_comes_back_when_the_manifest_is_damaged_besides():
    bench, memory = told()
    before = everything(memory)
    epoch = write(memory, "goal", "学游泳").record.id[:3]
    raw = bytearray(archive_file("manifest"))
    raw[5] ^= 1
    put_file("manifest", raw)
    lose_nvs(bench)
    memory = bench.start()
    assert everything(memory) == before
    assert bench.heard("recovered")[0]["what"] == "manifest"
    assert [event for event in bench.heard("recovered") if "lost_since" in event]
    assert write(memory, "goal", "学画画").record.id[:3] != epoch
    assert len(everything(bench.start())) == len(before) + 1


def blob_of(memory, content):
    """The NVS blob that holds a hot record."""
    kv = NVS("mem")
    buffer = bytearray(512)
    for slot in range(256):
        try:
            size = kv.get_blob("s%03d" % slot, buffer)
        except OSError:
            continue
        if bytes(buffer[:size]).find(content.encode()) >= 0:
            return bytes(buffer[:size])
    raise AssertionError(content)


def test_a_record_that_nvs_lost_in_silence_comes_back():
    """As ESP-IDF does it: a blob whose bits have flipped is no longer there."""
    for told_since in (False, True):
        bench, memory = told()
        if told_since:
            write(memory, "fact", "后来的事")
            run(memory.delete(content="李娟"))
            run(memory.complete(content="会议"))
        before = everything(memory)
        for content in ("事实 20", "王浩宇"):
            blob = blob_of(memory, content)
            at = bytes(bench.image).find(blob)
            assert _NVS_AT < at < _NVS_END
            bench.image[at + len(blob) - 2] ^= 4
        memory = bench.start()
        assert everything(memory) == before
        told_of = [event["what"][:10] for event in bench.heard("recovered")]
        assert told_of.count("hot memory") == 1, bench.events
        assert everything(bench.start()) == before
        assert bench.heard("recovered") == []


def test_a_start_amid_a_day_reads_snapshot_and_open_segment_once():
    """However much of the snapshot has left hot memory since: the log has it all."""
    bench, memory = told()
    for n in range(20):
        write(memory, "fact", "开头 %d" % n + "话" * 70)
    run(memory.save())
    size = os.stat(MOUNT + "/snapshot")[6]
    read = []
    for count in (0, 20):
        for n in range(count):
            write(memory, "fact", "之后 %d" % n + "话" * 70)
        before = everything(memory)
        begin = bench.flash.read_bytes
        memory.reopen()
        read.append(bench.flash.read_bytes - begin)
        assert everything(memory) == before
    more = sum([os.stat(memory.log.path(number))[6] for number in memory.log.segments()])
    assert size > 5000, size
    assert more > 5000, more
    assert read[1] - read[0] < more + size // 2, (read, size, more)


def test_what_left_hot_memory_on_purpose_is_not_taken_for_lost():
    bench, memory = told()
    for n in range(23, 40):
        write(memory, "fact", "事实 %d" % n)
    run(memory.delete(content="李娟"))
    run(memory.complete(content="会议"))
    run(memory.complete(content="吃药"))
    run(memory.delete(content="会议"))  # its last line in hot memory stands before the snapshot
    write(memory, "like", "咖啡")
    run(memory.save())
    write(memory, "dislike", "咖啡")
    run(memory.delete(content="王浩宇"))
    before = everything(memory)
    memory = bench.start()
    assert everything(memory) == before
    assert bench.heard("recovered") == []
    assert bench.flash.operations == 0


def test_an_epoch_or_a_counter_that_cannot_be_is_as_good_as_none():
    for name, value in (("epoch", -1), ("epoch", 46656), ("ids", 0x7FFFFFFF), ("ids", -7)):
        bench, memory = told()
        before = everything(memory)
        NVS("mem").set_i32(name, value)
        memory = bench.start()
        assert everything(memory) == before
        for n in range(3):
            id = write(memory, "goal", "目标 %d" % n).record.id
            assert id not in before


def test_what_the_log_says_is_hot_comes_back_without_a_snapshot():
    """Else a scan finds it in the archive, and the index does not."""
    bench = Bench()
    memory = bench.start()
    for content in ("看牙", "会议", "搬家"):
        write(memory, "schedule", content, when="2026-02-06 10:00")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    for content in ("看牙", "会议", "吃药", "吃药"):
        run(memory.complete(content=content))
    run(memory.delete(content="会议"))
    before = everything(memory)
    lose_nvs(bench)
    memory = bench.start()
    found = everything(memory)
    assert sorted([record.content for record in memory.hot("schedule")]) == ["吃药", "看牙"]
    (lost,) = [id for id in before if id not in found]
    assert before[lost][4][0] == ("content", "搬家")
    assert {id: before[id] for id in found} == found
    bench.start()
    assert bench.flash.operations == 0
