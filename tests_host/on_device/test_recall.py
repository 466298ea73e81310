"""
memory.search.recall: what is found by which words and days, in which order, at what cost of RAM.
"""

import asyncio
import gc

from _bench import Bench, Query, Random, contents, hot_contents, run, write
from _cutting import by_content
from memory.log import log
from memory.upkeep import background_jobs

HEAP = "16M"
THOROUGH = (
    "test_pages_neither_repeat_nor_skip",
    "test_a_page_that_its_room_cuts_short_goes_on_where_it_stopped",
    "test_the_ram_of_a_recall_does_not_grow_with_the_archive",
)


def device(segment=1500):
    """A bench with small segments, so that few records fill several."""
    log.SEGMENT_BYTES = segment
    bench = Bench()
    return bench, bench.start()


def found(memory, keyword=None, kind=None, **options):
    kinds = None if kind is None else (kind,)
    options.setdefault("limit", 1000)
    records, _ = run(memory.recall(Query(kinds, keyword, **options)))
    return [record.content for record in records]


def told(memory, texts, kind="fact"):
    for text in texts:
        write(memory, kind, text)


def test_a_keyword_is_found_in_any_spelling_hot_and_cold():
    _, memory = device()
    texts = [
        "Likes Earl Grey tea",
        "每天早上喝ＣＯＦＦＥＥ",
        "养了一只叫毛毛的猫",
        "Москва 很冷",
        'said "hello" to me',
        "path C:\\temp\\new",
        "🎂 生日快乐 🐱",
        "100% sure, 50_50",
        "café 的 ÉCLAIR",
        "行一\n行二\t制表",
    ]
    expected = (
        ("earl grey", texts[0]),
        ("EARL", texts[0]),
        ("ｔｅａ", texts[0]),
        ("coffee", texts[1]),
        ("ＣＯＦＦＥＥ", texts[1]),
        ("毛毛", texts[2]),
        ("猫", texts[2]),
        ("москва", texts[3]),
        ('"hello"', texts[4]),
        ("C:\\temp", texts[5]),
        ("\\new", texts[5]),
        ("🐱", texts[6]),
        ("🎂 生日", texts[6]),
        ("100%", texts[7]),
        ("50_50", texts[7]),
        ("éclair", texts[8]),
        ("二\t制", texts[9]),
    )
    told(memory, texts)
    for where in ("hot", "cold"):
        for keyword, text in expected:
            assert found(memory, keyword) == [text], (where, keyword)
        told(memory, ["filler %d" % number for number in range(30)])
        assert not [text for text in hot_contents(memory, "fact") if text in texts]
    for keyword in ("nothing", "狗", "\\\\", "毛猫", "%d"):
        assert found(memory, keyword) == [], keyword


def test_a_keyword_is_found_in_topic_and_relation():
    _, memory = device()
    write(memory, "moment", "看流星", topic="旅行 Japan")
    write(memory, "family", "王芳", relation="妈妈")
    assert found(memory, "japan") == ["看流星"]
    assert found(memory, "妈妈") == ["王芳"]
    told(memory, ["m %d" % number for number in range(12)], "moment")
    assert "看流星" not in hot_contents(memory, "moment")
    assert found(memory, "旅行") == ["看流星"]
    assert found(memory, "JAPAN", "moment") == ["看流星"]
    assert found(memory, "旅行", "fact") == []


def test_white_space_alone_is_no_keyword():
    _, memory = device()
    told(memory, ["a", "b"])
    assert found(memory, "  ") == ["b", "a"]
    assert found(memory, " A ") == ["a"]


def test_the_newest_comes_first_across_hot_and_cold_and_kinds():
    _, memory = device()
    texts = []
    for number in range(40):
        kind = ("fact", "moment", "goal")[number % 3] if number < 12 else "fact"
        texts.insert(0, "%s %02d" % (kind, number))
        write(memory, kind, texts[0])
    assert found(memory) == texts
    assert found(memory, kind="fact") == [text for text in texts if text.startswith("fact")]
    assert found(memory, "1") == [text for text in texts if "1" in text]


def test_a_range_of_days_includes_both_ends():
    bench, memory = device()
    for day in range(1, 29):
        bench.clock.to("2026-02-%02d 23:59" % day)
        write(memory, "fact", "day %02d" % day)
    assert found(memory, start="2026-02-05", end="2026-02-07") == ["day 07", "day 06", "day 05"]
    assert found(memory, start="2026-02-27") == ["day 28", "day 27"]
    assert found(memory, end="2026-02-02") == ["day 02", "day 01"]
    assert found(memory, start="2026-02-10", end="2026-02-09") == []
    assert found(memory, "day 1", start="2026-02-18", end="2026-02-21") == ["day 19", "day 18"]
    assert len(found(memory, start="2025-01-01", end="2027-01-01")) == 28


def test_a_range_finds_its_days_amid_a_block_of_others():
    bench, memory = device()
    for day in range(1, 6):
        bench.clock.to("2026-02-%02d 08:00" % day)
        told(memory, ["day %d note %02d" % (day, number) for number in range(40)], "moment")
    for _ in background_jobs.steps(memory.log, memory.index):
        pass
    assert [row for row in memory.log.manifest.sealed if len(row) > 8]  # some are packed
    for day in range(1, 6):
        date = "2026-02-%02d" % day
        texts = ["day %d note %02d" % (day, number) for number in range(39, -1, -1)]
        assert found(memory, start=date, end=date) == texts
        assert found(memory, "note 1", start=date, end=date) == texts[20:30]
        assert found(memory, "day %d" % (day % 5 + 1), start=date, end=date) == []


def test_a_dated_record_answers_to_its_own_day_too():
    _, memory = device()
    write(memory, "event", "party", when="2026-03-08")
    write(memory, "event", "yearly", when="03-08")
    write(memory, "schedule", "dentist", when="2026-03-09 09:00")
    assert found(memory, start="2026-03-08", end="2026-03-08") == ["yearly", "party"]
    assert found(memory, start="2026-03-09", end="2026-03-10") == ["dentist"]
    assert len(found(memory, start="2026-02-05", end="2026-02-05")) == 3


def test_what_is_of_every_year_answers_to_its_day_in_each_hot_and_cold():
    bench, memory = device()
    write(memory, "event", "wedding day", when="05-20")
    write(memory, "event", "new year's walk", when="01-01")
    memory.archive.move(list(memory.each("event")), [])
    write(memory, "event", "grandpa died", when="12-31")
    bench.clock.to("2026-06-01 10:00")

    def between(start, end, keyword=None):
        return found(memory, keyword, "event", start=start, end=end)

    for _ in range(2):
        assert between("2027-05-20", "2027-05-20") == ["wedding day"]
        assert between("2027-05-01", "2027-05-31", "day") == ["wedding day"]
        assert between("2026-12-31", "2027-01-02") == ["grandpa died", "new year's walk"]
        assert between("2026-05-21", "2026-12-30") == []
        assert len(between("2027-05-21", "2028-05-20")) == 3
        assert len(between("2026-05-21", None)) == len(between(None, "2020-01-01")) == 3
        told(memory, ["note %d" % number for number in range(60)])
        for _ in background_jobs.steps(memory.log, memory.index):
            pass
    assert memory.archive.usable_index is not None


def test_pages_neither_repeat_nor_skip():
    _, memory = device()
    told(memory, ["fact %02d" % number for number in range(47)])
    for number in range(8):
        write(memory, "goal" if number < 5 else "trait", "other %d" % number)
    whole = found(memory)
    assert len(whole) == 55
    for limit in (1, 2, 7, 10, 54, 55, 60):
        pages = []
        offset = 0
        while True:
            records, total = run(memory.recall(Query(limit=limit, offset=offset)))
            assert total == 55, (limit, offset, total)
            assert len(records) <= limit
            if not len(records):
                break
            pages += [record.content for record in records]
            offset += len(records)
        assert pages == whole, limit
    assert found(memory, limit=0) == []
    assert found(memory, offset=55) == []
    assert found(memory, offset=10000) == []


def test_a_page_that_its_room_cuts_short_goes_on_where_it_stopped():
    _, memory = device()
    rng = Random(5)
    told(memory, ["%02d " % n + "字" * rng.below(75) for n in range(40)])
    whole = found(memory, room=1 << 30)
    for room in (1, 100, 700, 3000):
        pages = []
        while len(pages) < 40:
            query = Query(limit=9, offset=len(pages), room=room)
            records, total = run(memory.recall(query))
            assert total == 40
            assert 1 <= len(records) <= 9
            pages += [record.content for record in records]
        assert pages == whole, room


def test_a_corrected_archived_record_is_found_under_its_new_words_only():
    _, memory = device()
    told(memory, ["住在上海"] + ["filler %d" % number for number in range(40)])
    for _ in range(2):
        id = by_content(memory, "住在上海")
        run(memory.correct(id, None, "住在北京", {}))
        assert found(memory, "上海") == []
        assert found(memory, "北京") == ["住在北京"]
        told(
            memory, ["more %d" % number for number in range(21)]
        )  # the lines are in many segments
        assert found(memory, "上海") == []
        assert found(memory, "住在") == ["住在北京"]
        run(memory.correct(id, None, "住在上海", {}))
        assert found(memory, "北京") == []
        assert len(found(memory, "住在")) == 1


def test_a_deleted_archived_record_is_hidden():
    bench, memory = device()
    told(memory, ["秘密 one", "秘密 two"] + ["filler %d" % number for number in range(40)])
    run(memory.delete(None, None, "秘密 one"))
    for _ in range(2):
        assert found(memory, "秘密") == ["秘密 two"]
        assert "秘密 one" not in found(memory)
        memory = bench.start()


def test_the_total_counts_all_that_match():
    _, memory = device()
    told(
        memory, ["茶 %d" % number if number % 4 == 0 else "x %d" % number for number in range(40)]
    )
    records, total = run(memory.recall(Query(None, "茶", limit=3)))
    assert (len(records), total) == (3, 10)


def test_what_leaves_hot_memory_during_a_recall_is_shown_once():
    """Its first line of the log, of when it was hot, is read only after it has left."""
    bench, memory = device(600)
    for number in range(3):
        write(memory, "schedule", "茶 %d" % number, when="2026-02-05 1%d:00" % (number + 5))
        run(memory.complete(None, "茶 %d" % number))
    told(memory, ["fact %d" % number for number in range(60)])
    bench.clock.to("2026-02-20 09:00")

    async def both():
        recalled = asyncio.create_task(memory.recall(Query(None, "茶", limit=50)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        async with memory.lock:
            memory.move_to_archive(memory.hot("schedule"))
        return await recalled

    records, total = run(both())
    assert memory.count("schedule") == 0
    ids = [record.id for record in records]
    assert (len(ids), len(set(ids)), total) == (3, 3, 3)
    assert len(found(memory, "茶")) == 3


def test_others_run_while_a_long_archive_is_read():
    _, memory = device(600)
    told(memory, ["fact %d" % number for number in range(90)])
    assert len(memory.log.manifest.sealed) > 5
    turns = []

    async def other():
        while True:
            turns.append(1)
            await asyncio.sleep(0)

    async def both():
        task = asyncio.create_task(other())
        _, total = await memory.recall(Query(limit=5))
        task.cancel()
        return total

    assert run(both()) == 90
    assert len(turns) > 5


def test_what_moves_while_the_archive_is_read_is_found_once():
    _, memory = device(600)
    told(memory, ["fact %d" % number for number in range(60)])

    async def write_on():
        for number in range(30):
            await memory.write("fact", "later %d" % number, {})
            await asyncio.sleep(0)

    async def both():
        task = asyncio.create_task(write_on())
        records, _ = await memory.recall(Query(None, "fact", limit=200, room=1 << 30))
        seen = [record.content for record in records]
        await task
        return seen

    assert run(both()) == ["fact %d" % number for number in range(59, -1, -1)]
    assert len(contents(memory, "fact")) == 90


def peak_of_recall(memory, count):
    """Bytes of heap that one recall takes at most, over `count` facts."""
    # What is appended to is open since the last write, and what was read of it in RAM.
    memory.log._files.close(memory.log.manifest.open)
    gc.collect()
    peak = [0]
    base = gc.mem_alloc()

    async def watched():
        async def watch():
            while True:
                gc.collect()
                peak[0] = max(peak[0], gc.mem_alloc() - base)
                await asyncio.sleep(0)

        task = asyncio.create_task(watch())
        records, total = await memory.recall(Query(None, "第3", limit=10))
        task.cancel()
        assert len(records) == 10
        return total

    total = run(watched())
    assert total == len([n for n in range(count) if str(n).startswith("3")])
    return peak[0]


def test_the_ram_of_a_recall_does_not_grow_with_the_archive():
    log.SEGMENT_BYTES = 4096
    bench = Bench(disk_kb=512)
    memory = bench.start()
    for number in range(1500):
        if number == 300:
            small = peak_of_recall(memory, 300)
        write(memory, "fact", "第%d件事，和别的事都不一样，记下来" % number)
    large = peak_of_recall(memory, 1500)
    print("peak of a recall: %d bytes at 300 records, %d at 1500" % (small, large))
    # Beside it the segments that stay open, a dozen at most.
    assert large < small + 2000 + 12 * 700, (small, large)


def test_a_key_that_is_none_in_hot_memory_harms_no_recall():
    bench = Bench(disk_kb=256)
    memory = bench.start()
    write(memory, "fact", "猫叫豆豆")
    memory.hot_store.put(b"", b"left by damage")
    assert [record.content for record in run(memory.recall(Query(None, "豆豆")))[0]] == [
        "猫叫豆豆"
    ]
    for number in range(25):  # the archive asks which ids are hot
        write(memory, "fact", "第%d件小事" % number)
    assert [record.content for record in run(memory.recall(Query(None, "豆豆")))[0]] == [
        "猫叫豆豆"
    ]
