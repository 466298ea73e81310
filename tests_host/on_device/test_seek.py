"""
memory.index.lookup, candidates, ranked: by the index nothing else is found than by reading all.
"""

import os

from _bench import MOUNT, Bench, Query, Random, contents, face, hot_contents, run, write
from memory.log import log
from memory.log.manifest import is_pack
from memory.records.codec import to_line
from memory.records.record import Record
from memory.text import dates
from memory.upkeep import background_jobs

HEAP = "32M"
TIMEOUT_S = 240
THOROUGH = (
    "test_the_index_and_a_scan_find_the_same_in_the_same_order",
    "test_pages_by_the_index_neither_repeat_nor_skip",
    "test_words_name_an_archived_record_through_the_index",
)

_PARTS = (
    "去海边",
    "山顶看日出",
    "喝了茶",
    "coffee",
    "met Emma",
    "running",
    "café",
    "RTX5090",
    "妈妈",
    "Ａ股",
    "🎂",
    "in the rain",
    "2026-02-07",
    "猫",
    "生日快乐",
    "happily",
    "，",
    " ",
    "100%",
    "\u304b\u306a\u304c",
)


def device(segment=700):
    log.SEGMENT_BYTES = segment
    bench = Bench(disk_kb=512)
    bench.start()
    return bench


def tidy(bench):
    for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
        pass


def told(bench, texts, kind="moment"):
    for text in texts:
        write(bench.memory, kind, text)
        bench.clock.seconds += 7200


def by_index(memory, **asked):
    """([face], total, how many of them are exact)."""
    assert memory.archive.usable_index is not None
    page, total = run(memory.recall(Query(**asked)))
    return [(record.id, face(record)) for record in page], total, page.exact


def by_scan(memory, **asked):
    known = memory.archive.open_index
    memory.archive.open_index = lambda: None
    try:
        page, total = run(memory.recall(Query(**asked)))
    finally:
        memory.archive.open_index = known
    return [(record.id, face(record)) for record in page], total, page.exact


def sentence(rng):
    words = [rng.choice(_PARTS) for _ in range(1 + rng.below(5))]
    digits = [rng.choice(("零", "一", "二", "三", "五", "八")) for _ in range(4)]
    return " ".join(words) + "".join(digits)


def lived(rng, bench, days):
    """Days in which things are told, corrected, deleted and completed."""
    memory = bench.memory
    for _ in range(days):
        bench.clock.seconds += 3600 * (1 + rng.below(30))
        for _ in range(1 + rng.below(4)):
            kind = rng.choice(("fact", "moment", "moment", "event"))
            more = {"when": "2026-%02d-%02d" % (1 + rng.below(12), 1 + rng.below(28))}
            write(memory, kind, sentence(rng), **(more if kind == "event" else {}))
        if not rng.below(3):
            page, _total = run(memory.recall(Query(offset=rng.below(80), limit=1)))
            for record in page:
                if rng.below(2):
                    run(memory.delete(record.id))
                else:
                    run(memory.correct(record.id, None, sentence(rng), {}))
        for record in memory.hot("event")[6:]:
            run(memory.delete(record.id))


def is_inside(letter):
    """True for a letter or digit of a word that may go on after it."""
    return letter.isalpha() or letter.isdigit() or letter in ("é", "Ａ")


def keyword(rng, memory):
    """A part of something told, beginning with a word; or something else."""
    if not rng.below(8):
        return rng.choice(("潜水艇", "nothing", "a", "the", "RTX", "，", "茶 c"))
    page, _total = run(memory.recall(Query(offset=rng.below(150), limit=1)))
    text = page[0].content if len(page) else "猫"
    starts = [at for at in range(len(text)) if not is_inside(text[at - 1 : at])]
    begin = rng.choice(starts or [0])
    return text[begin : begin + 1 + rng.below(7)]


def test_the_index_and_a_scan_find_the_same_in_the_same_order():
    for seed in (1, 2, 3):
        print("seed", seed)
        rng = Random(seed)
        bench = device()
        for _ in range(4):
            lived(rng, bench, 14)
            if rng.below(4):
                tidy(bench)
        tidy(bench)
        lived(rng, bench, 3)
        memory = bench.memory
        assert is_pack(memory.log.manifest.sealed[0])
        asked_most = 0
        for _ in range(60):
            asked = {"limit": 1 + rng.below(12), "offset": rng.below(3) * rng.below(9)}
            if rng.below(5):
                asked["keyword"] = keyword(rng, memory)
            if not rng.below(3):
                asked["kinds"] = (rng.choice(("fact", "moment", "event")),)
            if not rng.below(3):
                asked["start"] = "2026-%02d-%02d" % (1 + rng.below(4), 1 + rng.below(28))
            if not rng.below(3):
                asked["end"] = "2026-%02d-%02d" % (2 + rng.below(4), 1 + rng.below(28))
            wanted, exact_total, _ = by_scan(memory, **asked)
            found, total, exact = by_index(memory, ranked=True, **asked)
            assert found[:exact] == wanted, (asked, found, wanted)
            assert len({id for id, _ in found}) == len(found)
            found, total, _ = by_index(memory, **asked)
            assert found == wanted, (asked, found, wanted)
            assert total >= exact_total, (asked, total, exact_total)
            asked_most = max(asked_most, exact_total)
        assert asked_most > 30


def test_a_word_whose_stem_is_cut_short_is_found_by_each_of_its_beginnings():
    bench = device()
    words = "day keys boy paying says used using ice ages eyes bus gas added innings useful died"
    told(bench, ["the %s %d" % (word, at) for at, word in enumerate(words.split())])
    told(bench, ["第%d天" % at for at in range(60)])
    tidy(bench)
    for at, word in enumerate(words.split()):
        for size in range(1, len(word) + 1):
            found, _, exact = by_index(bench.memory, keyword=word[:size], limit=20)
            told_so = [one[1] for one in found[:exact]]
            assert "the %s %d'" % (word, at) in str(told_so), word[:size]


def test_the_total_is_exact_where_the_archive_is_small():
    bench = device(4000)
    told(bench, ["第%d次喝茶" % number for number in range(60)])
    told(bench, ["别的事%d" % number for number in range(20)])
    tidy(bench)
    for limit in (1, 10, 59, 60, 100):
        found, total, _ = by_index(bench.memory, keyword="喝茶", limit=limit)
        assert (len(found), total) == (min(limit, 60), 60)


def test_pages_by_the_index_neither_repeat_nor_skip():
    bench = device()
    told(bench, ["第%d次喝茶" % number for number in range(90)])
    tidy(bench)
    whole = [face for face, _ in by_index(bench.memory, keyword="喝茶", limit=1000)[0]]
    assert len(whole) == 90
    for limit in (1, 7, 40):
        pages = []
        while True:
            asked = {"keyword": "喝茶", "limit": limit, "offset": len(pages)}
            found, total, _ = by_index(bench.memory, **asked)
            assert total >= 90
            if not found:
                break
            pages += [face for face, _ in found]
        assert pages == whole


def test_what_was_told_first_comes_last_whenever_it_was_archived():
    bench = device()
    memory = bench.memory
    write(memory, "fact", "茶 0 对花生过敏", importance=5)
    told(bench, ["茶 %d" % number for number in range(1, 30)], "fact")
    told(bench, ["茶 %d" % number for number in range(30, 60)])
    old = run(memory.recall(Query(keyword="茶 1", kinds=("fact",), limit=1, offset=1)))[0][0]
    run(memory.correct(old.id, None, old.content + " 改", {}))
    told(bench, ["水 %d" % number for number in range(40)])
    tidy(bench)
    numbers = [int(text.split(" ")[1]) for text in contents(memory, keyword="茶")]
    assert numbers == list(range(59, -1, -1))


def test_inside_a_word_is_looked_only_where_no_word_begins_so():
    bench = device()
    told(bench, ["bought an RTX5090", "cooking dinner", "a bookcase", "the case is closed"])
    told(bench, ["filler %d" % number for number in range(30)])
    tidy(bench)
    memory = bench.memory
    assert contents(memory, keyword="5090") == ["bought an RTX5090"]
    assert contents(memory, keyword="okin") == ["cooking dinner"]
    assert contents(memory, keyword="case") == ["the case is closed"]
    assert contents(memory, keyword="cook") == ["cooking dinner"]


def test_a_question_is_answered_by_rank_after_what_holds_it():
    bench = device()
    memory = bench.memory
    told(bench, ["妈妈最喜欢吃红烧肉", "爸爸喜欢钓鱼", "Emma likes to swim in the sea"])
    told(bench, ["filler %d" % number for number in range(30)])
    tidy(bench)
    told(bench, ["妈妈昨天去了医院"])
    page, _ = run(memory.recall(Query(None, "妈妈喜欢吃什么东西呀", ranked=True)))
    assert page.exact == 0
    assert next(record.content for record in page) == "妈妈最喜欢吃红烧肉"
    page, total = run(memory.recall(Query(None, "妈妈", ranked=True)))
    assert ([r.content for r in page], page.exact) == (
        ["妈妈昨天去了医院", "妈妈最喜欢吃红烧肉"],
        2,
    )
    assert total == 2
    page, _ = run(memory.recall(Query(None, "swimming", ranked=True)))
    assert [record.content for record in page] == ["Emma likes to swim in the sea"]
    assert page.exact == 0
    for nothing in ("潜水艇", "毛猫", "submarine", "妈"):
        page, total = run(memory.recall(Query(("fact",), nothing, ranked=True)))
        assert (len(page), total) == (0, 0)


def test_a_question_without_a_keyword_has_nothing_to_rank():
    bench = device()
    told(bench, ["第%d次去海边，看日出" % n for n in range(60)])
    tidy(bench)
    for asked in ({}, {"start": "2026-02-05"}, {"kinds": ("moment",)}, {"keyword": " "}):
        plain = by_index(bench.memory, **asked)
        assert by_index(bench.memory, ranked=True, **asked) == plain
        assert plain[1] == 60


def test_hot_and_archived_records_are_ranked_by_one_measure():
    bench = device()
    memory = bench.memory
    told(bench, ["周末和小李打羽毛球", "filler 0"])
    told(bench, ["filler %d" % number for number in range(1, 30)])
    tidy(bench)
    told(bench, ["小李送了一本书"])
    assert "小李送了一本书" in hot_contents(memory, "moment")
    page, _total = run(memory.recall(Query(None, "小李打羽毛球的周末", ranked=True, limit=2)))
    assert [r.content for r in page] == ["周末和小李打羽毛球", "小李送了一本书"]
    first, _ = run(memory.recall(Query(None, "小李打羽毛球的周末", ranked=True, limit=1)))
    second, _ = run(
        memory.recall(Query(None, "小李打羽毛球的周末", ranked=True, limit=1, offset=1))
    )
    assert [first[0].content, second[0].content] == [r.content for r in page]


def test_an_id_is_found_by_the_index_without_reading_all():
    bench = device()
    told(bench, ["第%d件事" % number for number in range(200)])
    tidy(bench)
    memory = bench.memory
    page, _ = run(memory.recall(Query(offset=120, limit=1)))
    id = page[0].id
    before = bench.flash.read_bytes
    changed = run(memory.correct(id, None, "改过的事", {}))
    assert changed.result == "UPDATED"
    assert bench.flash.read_bytes - before < 40000
    assert contents(memory, keyword="改过") == ["改过的事"]
    tidy(bench)
    assert run(memory.correct(id, None, "改过的事", {})).result == "NOOP"
    assert run(memory.delete(id)).result == "DELETED"
    assert contents(memory, keyword="改过") == []
    assert run(memory.delete(id)).result == "NOOP"


def test_opening_a_file_of_the_archive_reads_the_directory_once():
    bench = device()
    told(bench, ["第%d件事" % number for number in range(200)])
    tidy(bench)
    memory = bench.memory
    memory.close_index()

    def read(what, *given):
        before = bench.flash.read_bytes
        assert what(*given)
        return bench.flash.read_bytes - before

    index = memory.index
    number = next(row[0] for row in index.main + index.deltas if row[0])
    look = read(os.stat, index.path(number))
    assert 0 < read(index.file, number) < look
    assert not read(index.file, number)  # it stays open


def test_free_blocks_are_counted_as_they_are_while_the_index_grows():
    """A segment takes several files of the index, of which only the last is kept."""
    bench = device(16384)
    memory, rng = bench.memory, Random(7)
    assert memory.log.free() == os.statvfs(MOUNT)[3]
    for n in range(1, 181):
        words = "".join([chr(0x4E00 + rng.below(100)) for _ in range(70)])
        record = Record("aaa%d" % n, "moment", bench.clock.seconds + n, {"content": words})
        entry = log.Entry(to_line(record), dates.day_text(record.created), n, False)
        memory.log.append([entry])
        if n % 50 == 0:
            tidy(bench)
    assert memory.index.docs > 100
    memory.log.close_files()
    found = os.statvfs(MOUNT)[3]
    assert abs(memory.log.free() - found) <= 6, (memory.log.free(), found)


def test_words_name_an_archived_record_through_the_index():
    bench = device()
    told(bench, ["第%d件事" % number for number in range(120)] + ["bought an RTX5090"])
    told(bench, ["别的事%d" % number for number in range(120)])
    tidy(bench)
    memory = bench.memory
    contents(memory, keyword="第3件事")  # opens what stays open
    before = bench.flash.read_bytes
    assert run(memory.delete(None, None, "第57件事")).result == "DELETED"
    assert bench.flash.read_bytes - before < 60000
    assert contents(memory, keyword="第57件") == []
    assert run(memory.delete(None, None, "5090")).result == "DELETED"
    assert contents(memory, keyword="RTX") == []
    assert run(memory.delete(None, None, "第57件事")).result == "NOOP"


def test_a_damaged_index_is_left_for_a_scan_and_dropped():
    bench = device()
    told(bench, ["第%d次喝茶" % number for number in range(60)])
    tidy(bench)
    memory = bench.memory
    index = memory.index
    path = index.path((index.deltas or index.main)[-1][0])
    memory.close_index()
    with open(path, "r+b") as f:
        f.seek(100)
        f.write(b"\x55" * 400)
    page, total = run(memory.recall(Query(None, "喝茶", limit=100)))
    assert (len(page), total) == (60, 60)
    assert memory.index.docs == 0


def test_a_line_that_revises_is_parsed_only_where_the_keyword_may_be_in_it():
    bench = device()
    memory = bench.memory
    told(bench, ["a walk over the hill %d" % n for n in range(6)])
    told(bench, ["rain %d" % n for n in range(24)])
    for record in run(memory.recall(Query(keyword="rain", limit=24)))[0]:
        run(memory.correct(record.id, None, "sunshine " + record.content, {}))
    told(bench, ["filler %d" % n for n in range(12)])
    tidy(bench)
    parsed = []
    parse = memory.archive.parsed

    def counted(text, number=0):
        parsed.append(text)
        return parse(text, number)

    memory.archive.parsed = counted
    # A stop word is not in the index: all lines are looked at.
    found, total, _ = by_index(memory, keyword="over", limit=10)
    memory.archive.parsed = parse
    assert (found, total) == by_scan(memory, keyword="over", limit=10)[:2]
    assert total == 6
    assert parsed
    assert not [text for text in parsed if b"over" not in text]
