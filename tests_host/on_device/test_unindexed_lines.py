"""memory.archive.unindexed_lines: by its id a record is found as by a scan, with fewer reads."""

import random

from _bench import MOUNT, Bench, Query, Random, face, run, write
from memory.archive import full_scan
from memory.log import log
from memory.log.log import Entry
from memory.log.manifest import is_pack
from memory.search.trash_query import TrashQuery
from memory.text.line_filter import line_filter
from memory.upkeep import background_jobs

HEAP = "32M"
_SEED = 20260205
_WORDS = ("猫", "Green Tea", "山顶", "running", "妈妈", "coffee")


def scanned(memory, id):
    """What a scan of the whole log says of an id."""
    for record in memory.archive.scan():
        if record is not None and record.id == id:
            return record.content
    return None


def found(memory, id):
    record = run(memory.record(id))
    return None if record is None else record[0].content


class Reads:
    """Counts the pieces of segments that are asked for."""

    def __init__(self, log):
        self.count = 0
        self._piece = log.piece
        log.piece = self

    def __call__(self, number, begin, end, keeps=True):
        self.count += 1
        return self._piece(number, begin, end, keeps)


def test_after_each_change_an_id_is_found_as_a_scan_finds_it():
    print("seed", _SEED)
    rng = random
    rng.seed(_SEED)
    bench = Bench()
    memory = bench.start()
    ids = []
    for step in range(160):
        if step % 40 == 39:
            memory = bench.start()
        if step == 90:
            memory.log.seal()
        dice = rng.getrandbits(3)
        if dice < 5 or not ids:
            ids.append(write(memory, "fact", "a fact, number %d" % step).record.id)
        elif dice < 7:
            id = ids[rng.getrandbits(8) % len(ids)]
            run(memory.correct(id, None, "now %d" % step, {}))
        else:
            id = ids.pop(rng.getrandbits(8) % len(ids))
            run(memory.delete(id))
            assert found(memory, id) is None
        hot = [record.id for record in memory.hot("fact")]
        for _ in range(3):
            id = ids[rng.getrandbits(8) % len(ids)] if ids else "zzz1"
            if id not in hot:
                assert found(memory, id) == scanned(memory, id), (step, id)


def test_an_id_that_no_line_has_is_not_looked_for_again():
    memory = Bench().start()
    for number in range(60):
        write(memory, "fact", "fact %d" % number)
    assert found(memory, "zzz1") is None
    reads = Reads(memory.log)
    assert found(memory, "zzz1") is None
    assert found(memory, "zzz2") is None
    assert reads.count == 0
    for number in range(60, 70):
        write(memory, "fact", "fact %d" % number)
    reads.count = 0
    assert found(memory, "zzz1") is None
    assert 0 < reads.count < 3  # the end alone
    lines = [record for record in memory.archive.scan() if record is not None]
    assert found(memory, lines[-1].id) == lines[-1].content


def test_where_a_line_does_not_tell_its_id_all_are_looked_at():
    bench = Bench()
    memory = bench.start()
    for number in range(40):
        write(memory, "fact", "fact %d" % number)
    with open(MOUNT + "/life/1.jsonl", "ab") as f:
        f.write(b'{"kind":"fact"}\n')
    memory = bench.start()
    lines = [record for record in memory.archive.scan() if record is not None]
    assert found(memory, "zzz1") is None
    for record in lines:
        assert found(memory, record.id) == record.content
    reads = Reads(memory.log)
    assert found(memory, "zzz1") is None
    assert reads.count


def indexed_life(rng, steps):
    """A bench whose index lacks the last of many things told, corrected and deleted."""
    log.SEGMENT_BYTES = 1500
    bench = Bench(disk_kb=512)
    memory = bench.start()
    for step in range(steps):
        bench.clock.seconds += 600
        dice = rng.below(8)
        page = run(memory.recall(Query(offset=rng.below(60), limit=1)))[0]
        text = "%s %s %d" % (rng.choice(_WORDS), rng.choice(_WORDS), step)
        if dice < 5 or not len(page):
            write(memory, "moment", text)
        elif dice < 7:
            run(memory.correct(page[0].id, None, text, {}))
        else:
            run(memory.delete(page[0].id))
        if step == steps // 2:
            for _ in background_jobs.steps(memory.log, memory.index):
                pass
    return bench


def by_full_scan(memory, texts, since):
    decided = memory.archive.hot_ids()
    archive = memory.archive
    lines = full_scan.scan(archive, memory.log, line_filter(texts), since, decided, None)
    return [record for record in lines if record is not None], decided


def faces(records):
    return [(record.id, face(record)) for record in records]


def test_what_is_not_indexed_is_found_as_by_a_scan_of_every_line():
    print("seed", _SEED)
    rng = Random(_SEED)
    found_most = 0
    for _ in range(3):
        memory = indexed_life(rng, 160).memory
        since = memory.archive.usable_index.through
        assert since and len([one for one in memory.log.segments() if one > since]) > 2
        for word in _WORDS:
            for texts in ([word], [word, rng.choice(_WORDS)], ["not there"]):
                texts = [text.lower() for text in texts]
                decided = memory.archive.hot_ids()
                found = memory.archive.scan(line_filter(texts), since, decided)
                found = [record for record in found if record is not None]
                wanted, least = by_full_scan(memory, texts, since)
                holding = [
                    one
                    for one in wanted
                    if [text for text in texts if text.encode() in one.folded_words()]
                ]
                assert faces(found) == faces(holding), texts
                assert set(least.each()) <= set(decided.each())
                found_most = max(found_most, len(found))
            assert run_through(memory.archive.unindexed.knows_latest(since)) is True
    assert found_most > 10


def run_through(steps):
    """What a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as e:
            return e.value


def test_a_recall_reads_what_is_not_indexed_once_and_parses_little_of_it():
    rng = Random(_SEED)
    memory = indexed_life(rng, 160).memory
    run(memory.recall(Query(keyword="猫", ranked=True)))
    parsed = []
    parse = memory.archive.parsed

    def counted(text, number=0):
        parsed.append(text)
        return parse(text, number)

    memory.archive.parsed = counted
    reads = Reads(memory.log)
    page, _ = run(memory.recall(Query(keyword="有什么 running 的事", ranked=True)))
    assert len(page)
    pieces = len([one for one in memory.log.segments() if one > memory.archive.unindexed._since])
    assert reads.count <= 2 * pieces
    assert len([text for text in parsed if b"running" not in text]) <= 3


def test_where_the_latest_line_is_damaged_the_next_recall_shows_the_one_before():
    bench = Bench(disk_kb=512)
    memory = bench.start()
    for number in range(30):
        write(memory, "moment", "filler %d" % number)
    memory.log.seal()
    for _ in background_jobs.steps(memory.log, memory.index):
        pass
    id = write(memory, "moment", "the cat sleeps").record.id
    for number in range(40):
        write(memory, "moment", "more %d" % number)
    page, _ = run(memory.recall(Query(keyword="the cat")))
    assert [record.id for record in page] == [id]
    bad = '{"id":"%s","rev":9,"kind":"moment","created":"2026-99-05T14:00:00","content":"the cat"}'
    memory.log.append([Entry(bad % id, "", 0, True)])
    run(memory.recall(Query(keyword="the cat")))
    page, _ = run(memory.recall(Query(keyword="the cat")))
    assert [record.content for record in page] == ["the cat sleeps"]
    assert memory.archive.damaged_lines


def indexed_bench(count=30):
    """A bench whose first records are indexed."""
    log.SEGMENT_BYTES = 1500
    bench = Bench(disk_kb=512)
    memory = bench.start()
    for number in range(count):
        write(memory, "moment", "filler %d" % number)
    memory.log.seal()
    for _ in background_jobs.steps(memory.log, memory.index):
        pass
    return bench


def test_what_is_packed_before_it_is_indexed_is_found_as_before():
    bench = indexed_bench(60)
    memory = bench.memory
    ids = [write(memory, "moment", "the cat, day %d" % number).record.id for number in range(80)]
    run(memory.correct(ids[3], None, "the dog, day 3", {}))
    memory.log.seal()
    query = {"keyword": "the cat", "limit": 200}
    before = run(memory.recall(Query(**query)))
    assert before[1] == 79
    since = memory.archive.usable_index.through
    for _ in background_jobs.work("pack", memory.log, memory.index, 0):
        pass
    assert [row for row in memory.log.manifest.sealed if is_pack(row) and row[0] > since]
    after = run(memory.recall(Query(**query)))
    assert after[1] == 79
    assert faces(list(after[0])) == faces(list(before[0]))
    assert run(memory.record(ids[3]))[0].content == "the dog, day 3"


def test_of_a_record_whose_latest_line_is_damaged_the_one_before_is_what_is_so():
    memory = indexed_bench().memory
    id = run(memory.recall(Query(keyword="filler 3", limit=1)))[0][0].id
    content = run(memory.record(id))[0].content
    bad = '{"id":"%s","rev":9,"kind":"moment","created":"2026-99-05T14:00:00","content":"filler"}'
    memory.log.append([Entry(bad % id, "", 0, True)])
    found = run(memory.record(id))
    assert found is not None and found[0].content == content


def test_a_line_that_is_too_long_hides_no_record():
    memory = indexed_bench().memory
    page, _ = run(memory.recall(Query(keyword="filler 13", limit=1)))
    line = '{"id":"%s","rev":1,"kind":"moment","created":"2026-02-05T14:00:00","content":"%s"}'
    memory.log.append([Entry(line % (page[0].id, "x" * 5000), "", 0, False)])
    for _ in range(3):
        again, _ = run(memory.recall(Query(keyword="filler 13", limit=1)))
        assert faces(list(again)) == faces(list(page))


def test_all_that_is_in_the_trash_is_counted_once_it_is_indexed():
    log.SEGMENT_BYTES = 1500
    bench = Bench(disk_kb=512)
    memory = bench.start()
    ids = [write(memory, "moment", "lesson %d" % number).record.id for number in range(40)]
    for id in ids[:30]:
        run(memory.delete(id))
    memory.log.seal()
    for _ in background_jobs.steps(memory.log, memory.index):
        pass
    now = bench.clock.seconds
    for limit, offset in ((5, 0), (5, 10), (0, 0), (40, 0)):
        page, total = run(memory.recall(TrashQuery(now, limit, offset)))
        assert (len(page), total) == (min(limit, 30 - offset), 30), (limit, offset, total)
    together = page[0].get("trashed_with")
    found = [one.id for one in page if one.get("trashed_with") == together]
    page, _ = run(memory.recall(TrashQuery(now, 40, together=together)))
    assert [one.id for one in page] == found
