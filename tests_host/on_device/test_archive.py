"""
memory.archive.archive: cold records, the moves that bring them there, and an archive gone or full.
"""

import os

from _bench import (
    MOUNT,
    Bench,
    Query,
    archive_file,
    archive_names,
    contents,
    everything,
    hot_contents,
    put_file,
    run,
    write,
)
from _cutting import by_content
from _raised import raised
from memory.errors import ArchiveUnavailable, Broken, StoreFull
from memory.log import log
from memory.log.log import Entry
from memory.log.manifest import COUNTER, FIRST, LAST, LINES, REVISIONS
from memory.records.codec import deletion_line, from_line, to_line
from memory.records.ids import DELETION_MARK, counter_of
from memory.records.record import Record
from memory.text import dates

HEAP = "16M"
ALONE = True


def facts(memory, count, text="fact %d"):
    for number in range(count):
        write(memory, "fact", text % number)


def append_raw(memory, *texts):
    """Lines as a move appends them, without the hot half: what a cut between the two leaves."""
    memory.log.append([Entry(text, "2026-02-05", 1, False) for text in texts])


def tail(data):
    """Bytes at the end of the open segment, past the log."""
    with open(MOUNT + "/life/1.jsonl", "ab") as f:
        f.write(data)


def hot_one(memory, content):
    for kind in ("fact", "moment", "event", "schedule", "goal"):
        for record in memory.each(kind):
            if record.content == content:
                return record
    return None


def open_one(memory, content):
    found = [r for r in memory.each("schedule") if r.content == content]
    assert len(found) == 1, len(found)
    assert found[0].get("completed") is None
    return found[0]


# -- moves -----------------------------------------------------------------------------------


def test_the_21st_fact_moves_the_oldest_five_and_says_so():
    bench = Bench()
    memory = bench.start()
    facts(memory, 20)
    ids = [record.id for record in memory.hot("fact")][::-1]
    change = write(memory, "fact", "fact 20")
    assert change.result == "ADDED"
    assert change.archived == ids[:5]
    assert bench.heard("archived") == [{"kind": "fact", "count": 5, "ids": ids[:5]}]
    assert hot_contents(memory, "fact") == ["fact %d" % n for n in range(20, 4, -1)]
    assert contents(memory, "fact") == ["fact %d" % n for n in range(20, -1, -1)]


def test_thirty_facts_are_each_there_once_and_at_most_twenty_are_hot():
    bench = Bench()
    memory = bench.start()
    for number in range(30):
        write(memory, "fact", "fact %d" % number)
        assert memory.count("fact") <= 20
    for _ in range(2):
        assert contents(memory, "fact") == ["fact %d" % n for n in range(29, -1, -1)]
        assert memory.count("fact") == 20
        memory = bench.start()


def failing(error, times=1):
    """Something to stand for a method of hot memory: raises so often, then is the real one."""
    left = [times]

    def instead(real):
        def call(*args):
            if left[0]:
                left[0] -= 1
                raise error
            return real(*args)

        return call

    return instead


def test_a_move_that_fails_after_the_append_is_not_appended_again():
    for deletions in (0, 1, 2, 5):
        bench = Bench()
        memory = bench.start()
        facts(memory, 20)
        hot = memory.hot_store
        hot.apply = failing(MemoryError("injected"))(hot.apply)
        raised(MemoryError, write, memory, "fact", "fact 20")
        assert sorted(everything(memory)) == sorted(set(everything(memory)))
        facts(memory, 12, "more %d")
        held = archive_file("life/1.jsonl").split(b"\n")[:-1]
        ids = [from_line(line).id for line in held]
        assert len(ids) == len(set(ids)), deletions
        assert len(contents(memory, "fact")) == 32
        memory = bench.start()
        assert len(everything(memory)) == 32


def test_a_move_whose_deletions_fail_too_is_finished_by_the_next():
    for deletions in (1, 2, 5):
        bench = Bench()
        memory = bench.start()
        facts(memory, 20)
        hot = memory.hot_store
        real = hot.delete
        hot.apply = failing(MemoryError("injected"))(hot.apply)
        hot.delete = failing(MemoryError("injected"), deletions)(real)
        raised(MemoryError, write, memory, "fact", "fact 20")
        assert len(everything(memory)) == 20
        hot.delete = real
        facts(memory, 12, "more %d")
        held = archive_file("life/1.jsonl").split(b"\n")[:-1]
        ids = [from_line(line).id for line in held]
        assert len(ids) == len(set(ids)), deletions
        assert len(everything(bench.start())) == 32


def test_a_line_that_is_there_twice_is_shown_once():
    bench = Bench()
    memory = bench.start()
    facts(memory, 30)
    before = everything(memory)
    lines = archive_file("life/1.jsonl")
    tail(lines + lines[: len(lines) // 2])
    memory = bench.start()
    assert everything(memory) == before
    assert len(contents(memory, "fact", "fact 1")) == 11


def test_a_damaged_line_is_reported_once_a_boot_and_segment():
    log.SEGMENT_BYTES = 300
    bench = Bench()
    memory = bench.start()
    facts(memory, 40)
    memory = bench.start()
    for number in (1, 2):
        name = "life/%d.jsonl" % number
        put_file(name, archive_file(name).replace(b'{"id"', b'["id"'))
    for _ in range(3):
        contents(memory)
    told = [event["segment"] for event in bench.heard("recovered") if event["what"] == "line"]
    assert sorted(told) == [1, 2]


def test_a_completed_one_off_goes_to_the_archive_as_an_event_and_is_found_once():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "看牙", when="2026-02-06 09:00", priority=5)
    run(memory.complete(None, "看牙"))
    bench.clock.to("2026-02-20 09:00")
    for number in range(16):
        write(memory, "event", "day %d" % number, when="2026-03-%02d" % (number + 1))
    assert memory.count("schedule") == 0
    records = run(memory.recall(Query(None, "看牙")))[0]
    assert [(r.kind, r.get("priority"), r.rev) for r in records] == [("event", 5, 2)]


def test_completing_a_one_off_leaves_a_line_for_a_restore():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    run(memory.complete(None, "看牙"))
    line = from_line(archive_file("life/1.jsonl"))
    assert (line.keep, line.kind, line.rev) == (True, "schedule", 2)
    assert line.record.get("completed") == bench.clock.now()


def test_a_sealed_segment_says_what_it_holds():
    log.SEGMENT_BYTES = 900
    bench = Bench()
    memory = bench.start()
    facts(memory, 21, "fact %02d")
    bench.clock.to("2026-03-09 08:00")
    for number in range(2):
        run(memory.correct(by_content(memory, "fact %02d" % number), None, "new %d" % number, {}))
    run(memory.delete(None, None, "fact 03"))
    facts(memory, 12, "later %d")
    row = memory.log.manifest.sealed[0]
    found = [from_line(t) for t in archive_file("life/1.jsonl").split(b"\n") if t]
    assert row[LINES] == len(found)
    assert row[REVISIONS] == len([line for line in found if line.rev > 1]) == 3
    days = [dates.day_text(line.record.created) for line in found if line.record]
    assert (row[FIRST], row[LAST]) == (min(days), max(days))
    assert row[COUNTER] == max([counter_of(line.id) for line in found])


def test_what_moves_keeps_every_field_it_has():
    bench = Bench()
    memory = bench.start()
    given = {"topic": "t", "emotion_type": "worried", "emotion_intensity": 2, "importance": 4}
    run(memory.write("moment", "first", given, source="xiaozhi"))
    before = everything(memory)
    for number in range(12):
        write(memory, "moment", "moment %d" % number)
    assert "first" not in hot_contents(memory, "moment")
    after = everything(memory)
    for id in before:
        assert after[id] == before[id]


# -- a cut between the two halves ------------------------------------------------------------


def test_a_line_whose_record_is_still_hot_makes_the_hot_one_go():
    bench = Bench()
    memory = bench.start()
    facts(memory, 3)
    append_raw(memory, to_line(hot_one(memory, "fact 1")))
    memory = bench.start()
    assert hot_contents(memory, "fact") == ["fact 2", "fact 0"]
    assert contents(memory) == ["fact 2", "fact 1", "fact 0"]
    bench.start()
    assert bench.flash.operations == 0


def test_before_the_restart_such_a_record_is_not_seen_twice():
    memory = Bench().start()
    facts(memory, 3)
    append_raw(memory, to_line(hot_one(memory, "fact 1")))
    assert contents(memory) == ["fact 2", "fact 1", "fact 0"]


def test_a_deletion_line_makes_the_hot_record_go():
    bench = Bench()
    memory = bench.start()
    facts(memory, 2)
    record = hot_one(memory, "fact 0")
    append_raw(memory, deletion_line(record.id, "fact", record.rev + 1, 0))
    memory = bench.start()
    assert contents(memory) == ["fact 1"]
    assert memory.count("fact") == 1


def test_a_kept_line_brings_the_hot_record_to_its_state():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    record = hot_one(memory, "看牙")
    done = record.revised(bench.clock.now(), completed=bench.clock.now())
    append_raw(memory, to_line(done, keep=True))
    memory = bench.start()
    assert hot_one(memory, "看牙").get("completed") == bench.clock.now()
    assert len(contents(memory)) == 1


def test_a_next_in_a_line_opens_the_next_occurrence_once():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    change = run(memory.complete(None, "吃药"))
    assert change.next.get("when") == "2026-02-06 20:00"
    for _ in range(2):
        memory = bench.start()
        assert open_one(memory, "吃药").get("when") == "2026-02-06 20:00"
        assert bench.flash.operations == 0


def test_a_line_older_than_the_hot_record_changes_nothing():
    bench = Bench()
    memory = bench.start()
    facts(memory, 1)
    old = to_line(hot_one(memory, "fact 0"))
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    kept = to_line(hot_one(memory, "看牙"), keep=True)
    run(memory.correct(by_content(memory, "fact 0"), None, "better", {}))
    run(memory.correct(by_content(memory, "看牙"), None, "看牙医", {}))
    append_raw(memory, old, kept)
    memory = bench.start()
    assert sorted(contents(memory)) == ["better", "看牙医"]
    assert memory.count("fact") == 1


# -- damage ----------------------------------------------------------------------------------


def test_a_garbage_line_is_passed_over_and_reported():
    bench = Bench()
    memory = bench.start()
    facts(memory, 21)
    tail(b'garbage\n\xff\xfe\xfd\n{"x":1}\n[1,2]\n\n')
    memory = bench.start()
    assert [fields["what"] for fields in bench.heard("recovered")] == ["line"]
    assert memory.archive.damaged_lines == 4
    facts(memory, 12, "later %d")
    expected = ["later %d" % n for n in range(11, -1, -1)] + [
        "fact %d" % n for n in range(20, -1, -1)
    ]
    assert contents(memory, "fact") == expected
    assert contents(bench.start(), "fact") == expected


def test_a_torn_tail_keeps_earlier_records_and_swallows_no_later_one():
    for torn in (b'{"id":"k3z9","rev":1,"ki', b"\xe4", b"x"):
        bench = Bench()
        memory = bench.start()
        facts(memory, 21)
        tail(torn)
        memory = bench.start()
        assert [fields["what"] for fields in bench.heard("recovered")] == ["line"]
        facts(memory, 5, "later %d")
        assert memory.count("fact") == 16
        expected = ["later %d" % n for n in range(4, -1, -1)]
        expected += ["fact %d" % n for n in range(20, -1, -1)]
        assert contents(memory, "fact") == expected
        assert contents(bench.start(), "fact") == expected
        assert memory.log.verify() == []


def test_a_hot_record_that_does_not_parse_is_reported_and_hides_no_other():
    bench = Bench()
    memory = bench.start()
    facts(memory, 3)
    good = hot_one(memory, "fact 1")
    memory.hot_store.put(b"f\0\0\0\x63k3z", b"\x02newer record format")
    memory.hot_store.put(b"?\0\0\0\x64k3z", b"kind of a newer version")
    memory = bench.start()
    assert contents(memory) == ["fact 2", "fact 1", "fact 0"]
    assert [what["what"] for what in bench.heard("recovered")].count("record") >= 1
    assert run(memory.delete(good.id)).result == "DELETED"
    write(memory, "fact", "more")
    memory = bench.start()
    assert contents(memory) == ["more", "fact 2", "fact 0"]
    assert memory.hot_store.get(b"f\0\0\0\x63k3z") == b"\x02newer record format"
    assert memory.hot_store.get(b"?\0\0\0\x64k3z") == b"kind of a newer version"


def test_each_of_many_clients_keeps_its_name():
    for number in range(60):
        client = "client %d" % (number % 40)
        record = Record("abc%d" % number, "fact", 0, {"content": "it rains", "client": client})
        assert from_line(to_line(record).encode()).record.get("client") == client


def test_a_segment_that_is_gone_hides_only_its_own_records():
    log.SEGMENT_BYTES = 600
    bench = Bench()
    memory = bench.start()
    facts(memory, 60)
    assert len(memory.log.manifest.sealed) >= 3
    numbers = memory.log.segments()
    for since in [0] + numbers:  # how many a scan has left
        left = [number for number in numbers if number > since]
        assert memory.archive.segments_after(since) == len(left), since
    lost = [text for text in archive_file("life/2.jsonl").split(b"\n") if text]
    os.remove(MOUNT + "/life/2.jsonl")
    memory = bench.start()
    assert len(contents(memory)) == 60 - len(lost)
    assert memory.log.verify() == [2]


# -- the archive away ------------------------------------------------------------------------


def test_without_an_archive_hot_memory_works_and_moves_are_refused():
    bench = Bench()
    memory = bench.start(archive=False)
    assert memory.archive_unavailable
    facts(memory, 20)
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    before = everything(memory)
    raised(ArchiveUnavailable, write, memory, "fact", "the 21st")
    assert everything(memory) == before
    assert run(memory.complete(None, "看牙")).result == "UPDATED"
    assert run(memory.complete(None, "吃药")).next.get("when") == "2026-02-06 20:00"
    assert run(memory.delete(None, "fact", "fact 3")).result == "DELETED"
    assert write(memory, "fact", "again room").result == "ADDED"
    memory = bench.start()
    assert not memory.archive_unavailable
    assert "fact 3" not in contents(memory)
    assert open_one(memory, "吃药").get("when") == "2026-02-06 20:00"


def test_an_occurrence_closed_without_an_archive_is_kept():
    bench = Bench()
    memory = bench.start(archive=False)
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    closed = run(memory.complete(None, "吃药")).record
    for archive in (False, True, True):
        memory = bench.start(archive=archive)
        found = [r for r in run(memory.recall(Query(None, "吃药")))[0] if r.id == closed.id]
        assert len(found) == 1
        assert found[0].get("completed") == closed.get("completed")


def test_what_was_deleted_while_the_archive_was_away_does_not_come_back():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    run(memory.complete(None, "看牙"))  # leaves a line
    facts(memory, 3)
    append_raw(memory, to_line(hot_one(memory, "fact 1")))  # a move cut between its halves
    memory = bench.start(archive=False)
    for content in ("看牙", "fact 1", "fact 2"):
        assert run(memory.delete(None, None, content)).result == "DELETED"
    assert contents(memory) == ["fact 0"]
    memory = bench.start(archive=False)
    assert contents(memory) == ["fact 0"]
    assert len(memory.hot_store.keys(DELETION_MARK)) == 3
    for _ in range(2):
        memory = bench.start()
        assert contents(memory) == ["fact 0"]
        assert memory.hot_store.keys(DELETION_MARK) == []
        assert archive_file("life/1.jsonl").count(b"deleted_at") == 3
    facts(memory, 25, "later %d")
    assert [text for text in contents(memory) if not text.startswith("later")] == ["fact 0"]


def test_a_correction_after_a_cut_deletion_stands():
    """The deletion was never acknowledged; the correction, made without the archive, was."""
    bench = Bench()
    memory = bench.start()
    facts(memory, 2)
    record = hot_one(memory, "fact 0")
    append_raw(memory, deletion_line(record.id, "fact", record.rev + 1, 0))
    memory = bench.start(archive=False)
    run(memory.correct(record.id, None, "better", {}))
    for _ in range(2):
        assert sorted(contents(bench.start())) == ["better", "fact 1"]


def test_what_was_corrected_while_the_archive_was_away_is_there_once():
    bench = Bench()
    memory = bench.start()
    facts(memory, 3)
    append_raw(memory, to_line(hot_one(memory, "fact 0")), to_line(hot_one(memory, "fact 1")))
    memory = bench.start(archive=False)
    run(memory.correct(by_content(memory, "fact 1"), None, "better", {}))
    memory = bench.start()
    assert sorted(contents(memory)) == ["better", "fact 0", "fact 2"]
    facts(memory, 25, "later %d")  # and now it moves
    assert "better" not in hot_contents(memory, "fact")
    old = [text for text in contents(memory) if not text.startswith("later")]
    assert sorted(old) == ["better", "fact 0", "fact 2"]


def test_what_may_be_in_the_archive_that_is_away_is_not_said_to_be_gone():
    bench = Bench()
    memory = bench.start()
    facts(memory, 21)
    id = by_content(memory, "fact 0")
    memory = bench.start(archive=False)
    raised(ArchiveUnavailable, run, memory.delete(id))
    raised(ArchiveUnavailable, run, memory.delete(None, "fact", "fact 0"))
    raised(ArchiveUnavailable, run, memory.delete(None, None, "fact 0"))
    raised(ArchiveUnavailable, run, memory.correct(id, None, "new", {}))
    raised(ArchiveUnavailable, run, memory.complete(id))
    raised(ArchiveUnavailable, run, memory.delete(None, "like", "tea"))
    assert run(memory.delete(None, "name", "Kim")).result == "NOOP"
    memory = bench.start()
    assert "fact 0" in contents(memory)


def test_an_archive_that_cannot_be_read_is_left_alone_and_reported():
    bench = Bench()
    memory = bench.start()
    facts(memory, 21)
    os.remove(MOUNT + "/manifest")
    os.mkdir(MOUNT + "/manifest")
    image = bytes(bench.image)
    memory = bench.start()
    assert memory.archive_unavailable
    assert [fields["what"] for fields in bench.heard("recovered")] == ["archive"]
    assert bytes(bench.image) == image
    assert len(hot_contents(memory, "fact")) == 16


def test_a_disk_that_fails_costs_nothing_that_was_acknowledged():
    bench = Bench()
    memory = bench.start()
    facts(memory, 22)
    before = everything(memory)
    bench.disk.errno = 5
    for number in range(3):
        write(memory, "goal", "goal %d" % number)
    facts(memory, 3, "more %d")
    raised(Broken, facts, memory, 4, "later %d")
    raised(Broken, run, memory.correct(by_content(memory, "fact 0"), None, "new", {}))
    bench.disk.errno = 0
    memory = bench.start()
    after = everything(memory)
    for id in before:
        assert after[id] == before[id]
    assert memory.count("goal") == 3


# -- the archive full ------------------------------------------------------------------------


def full_device():
    """A device whose archive takes no move any more; contents acknowledged so far."""
    bench = Bench(disk_kb=128)
    memory = bench.start()
    told = []
    number = 0
    while True:
        text = "%04d %s" % (number, "字" * 70)
        try:
            write(memory, "fact", text)
        except StoreFull:
            return bench, memory, told
        told.insert(0, text)
        number += 1


def test_a_full_archive_refuses_moves_and_hot_memory_keeps_everything():
    bench, memory, told = full_device()
    assert len(told) > 50
    for _ in range(3):
        raised(StoreFull, write, memory, "fact", "one more")
    assert memory.count("fact") == 20
    assert contents(memory, "fact") == told
    write(memory, "goal", "other kinds still go")
    assert write(memory, "fact", told[3]).result == "NOOP"
    memory = bench.start()
    assert contents(memory, "fact") == told
    raised(StoreFull, write, memory, "fact", "one more")


def test_a_full_archive_takes_deletions_and_corrections_through_its_reserve():
    bench, memory, told = full_device()
    for _ in range(10):
        assert run(memory.delete(None, "fact", told.pop())).result == "DELETED"
    run(memory.correct(by_content(memory, told[-1]), None, "corrected", {}))
    told[-1] = "corrected"
    assert run(memory.delete(None, "fact", told.pop(0))).result == "DELETED"
    assert write(memory, "fact", "room in hot memory").result == "ADDED"
    told.insert(0, "room in hot memory")
    assert contents(memory, "fact") == told
    memory = bench.start()
    assert contents(memory, "fact") == told


def test_a_hot_record_can_be_deleted_though_not_a_line_fits_any_more():
    bench, memory, told = full_device()
    number = 0
    while True:
        try:
            put_file("filler%d" % number, b"x" * 500)
            number += 1
        except OSError:
            break
    memory = bench.start()
    gone = told.pop(2)
    assert run(memory.delete(None, "fact", gone)).result == "DELETED"
    assert contents(memory, "fact") == told
    memory = bench.start()
    assert contents(memory, "fact") == told
    for name in archive_names():
        if name.startswith("filler"):
            os.remove(MOUNT + "/" + name)
    memory = bench.start()
    assert contents(memory, "fact") == told
    assert not bench.heard("recovered")


def test_a_disk_without_room_for_an_archive_leaves_hot_memory_working():
    bench = Bench(disk_kb=64)
    bench.power_on()
    bench.mount()
    number = 0
    while True:
        try:
            put_file("filler%d" % number, b"x" * 3000)
            number += 1
        except OSError:
            break
    for size in (900, 90, 9):
        for extra in range(20):
            try:
                put_file("small%d-%d" % (size, extra), b"x" * size)
            except OSError:
                break
    memory = bench.start()
    write(memory, "name", "小明")
    assert contents(bench.start()) == ["小明"]


# -- hot memory gone -------------------------------------------------------------------------


def wipe_nvs(bench):
    for at in range(0x9000, 0x15000):
        bench.image[at] = 0xFF


def test_nvs_erased_leaves_the_archive_and_says_so():
    bench = Bench()
    memory = bench.start()
    facts(memory, 26)
    old = everything(memory)
    archived = [id for id in old if id not in [r.id for r in memory.hot("fact")]]
    wipe_nvs(bench)
    memory = bench.start()
    assert [fields["what"] for fields in bench.heard("recovered")] == ["hot memory was empty"]
    found = everything(memory)
    assert sorted(found) == sorted(archived)
    new = write(memory, "fact", "new").record
    assert new.id not in old
    assert contents(memory)[0] == "new"
    bench.start()
    assert bench.heard("recovered") == []


def test_nvs_and_manifest_gone_still_repeat_no_id_and_keep_the_order():
    bench = Bench()
    log.SEGMENT_BYTES = 600
    memory = bench.start()
    facts(memory, 45)
    for number in range(10):  # the open segment knows only old records
        run(memory.correct(by_content(memory, "fact 0"), None, "fact 0", {"topic": "%d" % number}))
    highest = max(
        [
            counter_of(id)
            for id in everything(memory)
            if id not in [r.id for r in memory.hot("fact")]
        ]
    )
    wipe_nvs(bench)
    os.remove(MOUNT + "/manifest")
    memory = bench.start()
    new = write(memory, "fact", "new").record
    assert counter_of(new.id) > highest
    assert contents(memory)[0] == "new"
    assert not [id for id in everything(memory) if counter_of(id) > highest and id != new.id]


def test_a_clock_that_jumps_back_loses_nothing_and_keeps_the_order():
    bench = Bench()
    memory = bench.start()
    told = []
    for number, day in enumerate(("2026-02-05", "2031-01-01", "2000-01-01", "2025-12-31")):
        bench.clock.to(day)
        bench.clock.known = day > "2024"
        for part in range(8):
            text = "fact %d %d" % (number, part)
            write(memory, "fact", text)
            told.insert(0, text)
    assert contents(memory, "fact") == told
    memory = bench.start()
    assert contents(memory, "fact") == told
    unknown = [r for r in run(memory.recall(Query(limit=100)))[0] if r.approx]
    assert {dates.day_text(r.created) for r in unknown} == {"2000-01-01"}
    assert len(unknown) == 8
