"""
memory.archive.statistics: the figures are those of what recall finds, and are worked out once.
"""

import asyncio

from _bench import Bench, Query, everything, put_file, run, write
from _turns import Talker, talk
from memory.index.index import Index
from memory.log.log import Entry
from memory.log.manifest import is_pack
from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.kinds import WRITABLE
from memory.records.record import Record
from memory.upkeep import background_jobs
from test_export import append, cold_record, lived_in

HEAP = "16M"
THOROUGH = ("test_packed_segments_are_counted_like_others",)


def figures(memory):
    return run(memory.statistics().figures())


def rows(found):
    """{type: (at hand, archived)}"""
    return {row["type"]: (row["at_hand"], row["archived"]) for row in found["types"]}


def by_recall(memory):
    """The same, from what recall and the hot store say."""
    found = {}
    for kind in WRITABLE:
        total = run(memory.recall(Query((kind,), limit=1)))[1]
        if total:
            found[kind] = (memory.count(kind), total - memory.count(kind))
    return found


def test_an_empty_store_has_no_rows_and_all_its_room():
    found = figures(Bench().start())
    assert (found["total"], found["at_hand"], found["archived"], found["deleted"]) == (0, 0, 0, 0)
    assert found["types"] == []
    assert "first" not in found
    assert "unreadable" not in found
    assert found["storage"]["at_hand"]["entries"] == 0
    assert found["storage"]["archive"]["free_bytes"] > 200 * 1024


def test_the_space_of_the_turns_is_told_once_there_are_any():
    bench = Talker()
    memory = bench.start()
    assert "turns" not in figures(memory)["storage"]
    talk(bench, "s1", 0, "早上好", "早")
    bench.start()
    assert "turns" not in bench.memory.statistics().storage()  # which reads no flash
    space = figures(bench.memory)["storage"]["turns"]
    assert space["used_bytes"] == bench.memory.turns.log().size > 100
    assert space["segments"] == 1
    assert 80 * 1024 < space["free_bytes"] < 128 * 1024
    assert bench.memory.statistics().storage()["turns"] == space


def test_counts_are_those_of_recall_in_a_store_that_has_lived():
    bench = Bench()
    memory = lived_in(bench)
    for _ in range(2):
        found = figures(memory)
        assert rows(found) == by_recall(memory)
        assert found["total"] == len(everything(memory))
        assert found["total"] == found["at_hand"] + found["archived"]
        assert found["deleted"] == 6
        assert (found["first"], found["last"]) == ("2026-02-05", "2026-02-05")
        memory = bench.start()


def test_days_are_the_first_and_last_of_each_kind_and_place():
    bench = Bench()
    memory = bench.start()
    day = 86400
    append(memory, Record("abc1", "fact", 8000 * day, {"content": "x"}))
    append(memory, Record("abc2", "moment", 8100 * day, {"content": "x"}))
    unset = Record("abc3", "fact", 5, {"content": "x"})
    unset.approx = True
    append(memory, unset)
    write(memory, "fact", "now")
    bench.clock.known = False
    bench.clock.seconds = 100
    write(memory, "goal", "before the clock was set")
    found = figures(memory)
    shown = {row["type"]: (row.get("first"), row.get("last")) for row in found["types"]}
    assert shown == {
        "fact": ("2021-11-26", "2026-02-05"),
        "moment": ("2022-03-06", "2022-03-06"),
        "goal": (None, None),
    }
    assert (found["first"], found["last"]) == ("2021-11-26", "2026-02-05")


def test_packed_segments_are_counted_like_others():
    bench = Bench(disk_kb=512)
    memory = bench.start()
    for number in range(0, 800, 5):
        text = "told %d " % number + "some" * 20
        append(memory, *[cold_record(number + n, text) for n in range(5)])
    append(memory, *[cold_record(n, "changed", rev=2) for n in range(0, 800, 50)])
    for n in range(1, 800, 100):
        run(memory.delete("abc%d" % n))
    before = figures(memory)
    assert rows(before) == {"fact": (0, 792)}
    assert before["deleted"] == 8
    index = Index("/memory")
    index.open()
    for _ in background_jobs.steps(memory.log, index):
        pass
    assert is_pack(memory.log.manifest.sealed[0])
    after = figures(memory)
    for name in ("total", "types", "deleted", "first", "last"):
        assert after[name] == before[name], name
    assert after["storage"]["archive"]["segments"] < before["storage"]["archive"]["segments"]


def test_what_cannot_be_read_is_counted_apart():
    memory = Bench().start()
    append(memory, cold_record(1))
    for text in (
        "nonsense",
        '{"id":"abc2","rev":1,"kind":"fact","created":"2026-02',
        '{"id":"abc2","rev":1,"kind":"poem","created":"2026-02-05T10:00:00"}',
        '{"id":"abc2","rev":1,"kind":"fact","created":"soon"}',
        "[1]",
        "[" * 500,
    ):
        memory.log.append([Entry(text, "", 0, True)])
    memory.hot_store.put(key_of("goal", "abc9"), b"\x07 of a newer version")
    found = figures(memory)
    assert rows(found) == {"fact": (0, 1)}
    assert found["unreadable"] == 7


def test_affection_is_no_memory_that_is_counted():
    memory = Bench().start()
    affection = Record(memory.new_id(), "affection", 823000000, {"coins": 12})
    memory.hot_store.put(key_of("affection", affection.id), encode(affection))
    assert figures(memory)["total"] == 0


def test_a_record_deleted_while_the_log_was_away_is_no_longer_counted():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "dentist", when="2026-02-05 18:00")
    run(memory.complete(content="dentist"))  # a line that is kept hot
    memory = bench.start(archive=False)
    found = figures(memory)
    assert (found["total"], "archive" in found["storage"]) == (1, False)
    (record,) = memory.each("schedule")
    run(memory.delete(record.id))
    found = figures(memory)
    assert (found["total"], found["deleted"]) == (0, 1)
    found = figures(bench.start())
    assert (found["total"], found["deleted"]) == (0, 1)


def test_asking_again_reads_nothing_until_the_archive_has_grown():
    bench = Bench()
    memory = bench.start()
    append(memory, *[cold_record(n) for n in range(50)])
    kept = memory.statistics()
    assert run(kept.figures())["archived"] == 50
    before = bench.flash.read_bytes
    for _ in range(3):
        assert run(kept.figures())["archived"] == 50
    write(memory, "goal", "at hand")
    changed = bench.flash.read_bytes
    assert run(kept.figures())["at_hand"] == 1
    assert bench.flash.read_bytes == changed
    assert before <= changed
    append(memory, cold_record(77))
    assert run(kept.figures())["archived"] == 51
    run(memory.delete("abc77"))
    found = run(kept.figures())
    assert (found["archived"], found["deleted"]) == (50, 1)


def test_changes_while_it_counts_do_not_make_it_wrong():
    bench = Bench()
    memory = bench.start()
    append(memory, *[cold_record(n) for n in range(200)])
    for number in range(20):
        write(memory, "fact", "hot %d" % number)
    kept = memory.statistics()
    seen = []

    async def change():
        for number in range(12):
            await memory.write("fact", "meanwhile %d" % number, {})
            seen.append(memory.readers)
            await asyncio.sleep(0)

    async def both():
        counting = [asyncio.create_task(kept.figures()) for _ in range(2)]
        await change()
        return await asyncio.gather(*counting)

    found = run(both())
    assert max(seen) > 0
    assert memory.readers == 0
    assert rows(run(kept.figures())) == by_recall(memory)
    for one in found:
        # All of them at once, at some moment between the first change and the last.
        assert 220 <= one["total"] <= 232


def test_a_missing_pack_is_no_error():
    bench = Bench()
    memory = bench.start()
    append(memory, cold_record(1))
    memory.log.close_files()
    put_file("life/1.jsonl", b"")
    assert figures(memory)["total"] == 0
