"""memory.search.list_query: pages of a list while memory changes, and what `words` finds."""

import gc

from _bench import Bench, Random, run, write
from memory.records.kinds import WRITABLE
from memory.records.record import Record
from memory.search.list_query import ListQuery
from memory.search.page import Newest
from memory.search.trash_query import TrashQuery
from memory.upkeep import background_jobs

HEAP = "16M"
ROOM = 1 << 20


def page(memory, words="", after=None, limit=7, kinds=None, listed=WRITABLE):
    query = ListQuery(listed, kinds, words, limit, after, ROOM)
    return [(one.id, one.content) for one in run(memory.recall(query))[0]]


def all_pages(memory, between=lambda: None, words="", limit=7):
    """All pages of a list; `between` is called after each."""
    found, after = [], None
    while True:
        rows = page(memory, words, after, limit)
        found += rows
        if len(rows) < limit:
            return found
        after = rows[-1][0]
        between()


def seal(bench):
    """Have all that was archived so far indexed."""
    for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
        pass


def filled(count=60):
    bench = Bench()
    memory = bench.start()
    for number in range(count):
        write(memory, "fact", "第%d件 thing number %d of 清单" % (number, 7919 * number))
    return bench


def test_pages_are_newest_first_hot_and_archived_alike():
    bench = filled()
    whole = page(bench.memory, limit=1000)
    assert len(whole) == 60
    assert [int(id[3:]) for id, _ in whole] == sorted([int(id[3:]) for id, _ in whole])[::-1]
    for limit in (1, 7, 59, 60, 61):
        assert all_pages(bench.memory, limit=limit) == whole, limit
    seal(bench)
    assert all_pages(bench.memory) == whole


class Changing:
    """A memory that changes between two pages. `stays` are the ids that were there all along."""

    def __init__(self, seed):
        self.bench = filled()
        self.memory = self.bench.memory
        self.dice = Random(seed)
        self.stays = [id for id, _ in page(self.memory, limit=1000)]
        self.count = 0

    def change(self):
        self.count += 1
        for _ in range(3):
            what = self.dice.below(4)
            id = self.dice.choice(self.stays)
            if what == 0:
                write(self.memory, "fact", "新的 %d" % self.dice.below(1 << 30))
            elif what == 1:
                run(self.memory.delete(id))
                self.stays.remove(id)
            elif what == 2:
                topic = "t%d" % self.dice.below(1000)
                run(self.memory.correct(id, None, None, {"topic": topic}))
            else:
                self.memory.move_to_archive(self.memory.hot("fact")[-2:])
        if self.count == 2:
            seal(self.bench)


def test_nothing_comes_twice_and_nothing_is_lost_while_memory_changes():
    for seed in range(1, 4):
        gc.collect()
        world = Changing(seed)
        ids = [id for id, _ in all_pages(world.memory, world.change)]
        assert len(ids) == len(set(ids))
        assert [id for id in world.stays if id not in ids] == [], seed


def test_the_words_are_found_wherever_they_begin_on_every_page():
    bench = Bench()
    memory = bench.start()
    texts = (
        "猫叫 Mochi", "The Cat is happy", "his mother sings", "爱喝拿铁咖啡", "咖啡馆在街角",
        "ＷＩＤＥ letters", "internationalization of things", "café au lait",
    )  # fmt: skip
    for text in texts:
        write(memory, "moment", text)
    for number in range(240):
        write(memory, "moment", "别的事 %d 号" % (number * 7919))
    asked = ("ochi", "MOCHI", "appy", "the", "he c", "咖啡", "啡", "wide", "zation", "é au", "é")
    expected = {words: [row[1] for row in page(memory, words, limit=500)] for words in asked}
    seal(bench)
    assert bench.memory.index.docs > 60
    for words in asked:
        assert [row[1] for row in page(memory, words, limit=500)] == expected[words], words
        assert [row[1] for row in all_pages(memory, words=words, limit=1)] == expected[words]
    assert expected["ochi"] == ["猫叫 Mochi"] == expected["MOCHI"]
    assert expected["appy"] == ["The Cat is happy"] == expected["he c"]
    assert sorted(expected["the"]) == ["The Cat is happy", "his mother sings"]
    assert expected["咖啡"] == ["咖啡馆在街角", "爱喝拿铁咖啡"]
    assert expected["zation"] == ["internationalization of things"]


def test_a_list_has_the_kinds_that_it_lists():
    memory = Bench().start()
    write(memory, "fact", "a fact")
    write(memory, "schedule", "a schedule", when="2026-02-06 09:00")
    write(memory, "like", "tea")
    assert [row[1] for row in page(memory, listed=("fact", "like"))] == ["tea", "a fact"]
    assert [row[1] for row in page(memory, kinds=("fact",))] == ["a fact"]


def test_ids_of_two_stores_with_one_counter_have_an_order():
    records = [Record(id, "fact", 0, {"content": id}) for id in ("aaa5", "zzz5", "mmm5", "bbb4")]
    for turn in range(4):
        newest = Newest(2, ROOM)
        for record in records[turn:] + records[:turn]:
            newest.add(int(record.id[3:]), record)
        assert [one.id for one in newest.kept] == ["mmm5", "zzz5"]


def test_pages_of_the_trash_go_on_after_an_id():
    memory = Bench().start()
    ids = [write(memory, "fact", "事情 %d 号" % (n * 7919)).record.id for n in range(9)]
    for id in ids:
        run(memory.delete(id))
    found, after = [], None
    for _ in range(5):
        query = TrashQuery(memory.clock.now(), 2, after=after)
        rows = list(run(memory.recall(query))[0])
        found += [one.id for one in rows]
        after = rows[-1].id
        run(memory.restore(ids.pop()))  # the newest, which was shown
        ids.insert(0, "")
    assert len(found) == len(set(found)) == 9
