"""memory.changes.succession: what was true until now stays, and what is true takes its place."""

from _bench import Bench, contents, everything, hot_contents, run, write
from _cutting import cut_everywhere
from _forget import Pet, scrub, traces
from memory.changes import succession
from memory.erase import erasure
from memory.records.kinds import BY_NAME
from memory.records.values import day_number, public
from memory.search.query import Query

HEAP = "16M"


class Successor:
    """An advisor by whom each home follows the one before; it weighs nothing."""

    def __init__(self, memory):
        self._memory = memory

    def weigh(self, record):
        return record.importance()

    async def complete(self, kind, fields, now):
        pass

    async def predecessor(self, kind, fields, now):
        if not fields["content"].startswith("住在"):
            return None
        for query in (self._memory.each("fact"), self._memory.each("moment")):
            for record in query:
                if record.content.startswith("住在"):
                    return record, True
        for record in self._memory.archive.scan():
            if record is not None and record.content.startswith("住在"):
                if record.get("superseded_by") is None and not record.deleted:
                    return record, False
        return None

    async def successor(self, record):
        return None

    def reclaim(self, record, changes):
        return []

    async def came_back(self, change):
        pass

    async def corrected(self, record, before):
        pass

    def past_of(self, record, id, now):
        raise NotImplementedError

    async def written(self, change):
        pass

    async def told_again(self, change, source):
        pass


class Home(Bench):
    def open(self, root):
        memory = super().open(root)
        memory.advisor = Successor(memory)
        run(succession.finish(memory))
        return memory


def test_what_was_so_ends_when_the_new_is_so_and_never_before_it_began():
    for began, since, last in (
        (None, None, "2026-02-05"),
        (None, "2026-01-01", "2026-01-01"),
        ("2026-01-15", "2026-01-01", "2026-01-15"),
        ("2025-01-15", "2026-01-01", "2026-01-01"),
        ("2025-01-15", None, "2026-02-05"),
    ):
        for archived in (False, True):
            memory = Home().start()
            old = write(memory, "fact", "住在北京", valid_from=began).record
            if archived:
                memory.move_to_archive(list(memory.at_hand()))
            write(memory, "fact", "住在上海", valid_from=since)
            past = run(memory.record(old.id))[0]
            assert public("valid_to", past.get("valid_to")) == last, (began, since)


def chain(memory, id):
    return [record.content for record in run(memory.history(id))]


def test_the_new_one_is_true_and_the_old_one_is_history_for_hot_and_archived_ones():
    for archived in (False, True):
        for kind in ("fact", "moment", "preference"):
            bench = Home()
            memory = bench.start()
            old = write(memory, "fact", "住在北京").record
            if archived:
                memory.move_to_archive(list(memory.at_hand()))
            bench.clock.to("2026-03-01 09:00")
            change = write(memory, kind, "住在上海")
            memory = bench.start()
            past = run(memory.record(old.id))[0]
            assert (past.get("superseded_by"), past.rev) == (change.record.id, 2)
            assert past.get("valid_to") == day_number(bench.clock.seconds)
            new = run(memory.record(change.record.id))[0]
            assert (new.get("supersedes"), new.kind) == (old.id, kind)
            assert hot_contents(memory, kind) == (["住在上海"] if BY_NAME[kind].cap else [])
            assert chain(memory, old.id) == chain(memory, new.id) == ["住在上海", "住在北京"]


def test_a_then_b_then_a_again_are_three_links():
    bench = Home()
    memory = bench.start()
    for place in ("北京", "上海", "北京"):
        change = write(memory, "fact", "住在" + place)
        assert change.result == "ADDED"
    memory = bench.start()
    assert chain(memory, change.record.id) == ["住在北京", "住在上海", "住在北京"]
    assert write(memory, "fact", "住在北京").result == "NOOP"


def test_a_correction_replaces_what_was_wrong_and_keeps_the_chain_behind_it():
    for archived in (False, True):
        bench = Home()
        memory = bench.start()
        write(memory, "fact", "住在北京")
        wrong = write(memory, "fact", "住在上海").record
        if archived:
            memory.move_to_archive(list(memory.at_hand()))
        run(memory.correct(wrong.id, None, "住在杭州", {}))
        memory = bench.start()
        assert chain(memory, wrong.id) == ["住在杭州", "住在北京"]  # in 上海 nobody ever lived
        run(memory.correct(wrong.id, None, "住在苏州", {}))
        assert chain(memory, wrong.id) == ["住在苏州", "住在北京"]


def test_deleting_what_is_true_does_not_bring_back_what_was():
    bench = Home()
    memory = bench.start()
    write(memory, "fact", "住在北京")
    new = write(memory, "fact", "住在上海").record
    run(memory.delete(new.id))
    memory = bench.start()
    (old,) = list(run(memory.recall(_all()))[0])
    assert (old.content, old.get("superseded_by")) == ("住在北京", new.id)
    run(memory.restore(new.id))
    assert chain(memory, old.id) == ["住在上海", "住在北京"]


def test_words_of_what_is_over_name_that_and_never_what_took_its_place():
    for words in ("住在北京", "北京", "住在上海", "上海"):
        for erased in (False, True):
            bench = Home()
            memory = bench.start()
            for place in ("北京", "上海", "广州"):
                id = write(memory, "fact", "住在" + place).record.id
            if erased:
                run(erasure.erase(memory, {"content": words}, lambda found: True))
            else:
                change = run(memory.delete(content=words))
                assert (change.result, words in change.record.content) == ("DELETED", True)
            assert hot_contents(memory, "fact") == ["住在广州"]
            if not erased:
                run(memory.restore(change.record.id))
                assert chain(memory, id) == ["住在广州", "住在上海", "住在北京"]


def test_what_was_before_what_is_forgotten_for_good_stays_history():
    for wanted in ({"content": "住在广州"}, {"content": "住在上海"}, {"topic": "家"}):
        for archived in (False, True):
            bench = Pet()
            memory = bench.start()
            memory.advisor = Successor(memory)
            for place in ("北京", "上海", "广州"):
                topic = None if place == "北京" else "家"
                record = write(memory, "fact", "住在" + place, topic=topic).record
            if archived:
                memory.move_to_archive([record])
            run(erasure.erase(memory, wanted, lambda found: True))
            gone = ["住在上海", "住在广州"] if "topic" in wanted else [wanted["content"]]
            left = [one for one in ("住在广州", "住在上海", "住在北京") if one not in gone]
            scrub(memory)
            memory = bench.start()
            assert contents(memory) == left, (wanted, archived)
            (old,) = run(memory.recall(Query(keyword="北京")))[0]
            assert public("valid_to", old.get("valid_to")) == "2026-02-05"
            for words in gone:
                assert traces(bench.image, words[2:]) == [], (wanted, archived)


def test_a_part_names_what_is_so_before_what_was():
    memory = Home().start()
    for place in ("北京", "上海"):
        write(memory, "fact", "住在" + place)
    assert run(memory.delete(content="住在")).record.content == "住在上海"
    assert run(memory.delete(content="住在")).record.content == "住在北京"


def test_at_the_cap_the_place_of_the_old_one_is_free():
    memory = Home().start()
    write(memory, "fact", "住在北京")
    for number in range(19):
        write(memory, "fact", "f %d" % number)
    change = write(memory, "fact", "住在上海")
    assert (change.archived, memory.count("fact")) == ([], 20)
    assert len(contents(memory)) == 21


def _all():
    from memory.search.query import Query

    return Query(None, None, limit=50)


def move(place, kind="fact"):
    def tell(bench):
        return write(bench.memory, kind, "住在" + place)

    return tell


def archive(bench):
    bench.memory.move_to_archive(list(bench.memory.at_hand()))


def cut(steps):
    bench = Home()
    bench.start().close()
    bench.memory = None
    cut_everywhere(bench, steps, check=only_one_is_true, least=6)


def test_at_every_power_cut_one_is_true_and_the_other_history():
    cut([move("北京"), move("上海"), move("北京")])


def test_at_every_power_cut_an_archived_one_is_true_or_history():
    cut([move("北京"), archive, move("上海"), move("广州", "preference")])


def only_one_is_true(bench):
    true = [one for one in run(bench.memory.recall(_all()))[0] if one.get("superseded_by") is None]
    assert len(true) <= 1, [one.content for one in true]


class Failing(Successor):
    """An advisor that fails whatever it is asked."""

    def weigh(self, record):
        raise KeyError("weigh")

    async def complete(self, kind, fields, now):
        raise IndexError("complete")

    async def successor(self, record):
        raise ValueError("successor")

    async def written(self, change):
        raise TypeError("written")

    async def corrected(self, record, before):
        raise KeyError("corrected")

    async def came_back(self, change):
        raise IndexError("came back")


def test_where_the_advisor_fails_what_is_told_corrected_and_restored_is_kept():
    bench = Bench()
    memory = bench.start()
    memory.advisor = Failing(memory)
    for number in range(BY_NAME["like"].cap + 1):  # one has to leave
        assert write(memory, "like", "第%d种茶" % number).result == "ADDED"
    id = write(memory, "fact", "住在北京").record.id
    assert run(memory.correct(id, None, "住在上海", {})).result == "UPDATED"
    run(memory.delete(id))
    assert run(memory.restore(id)).record.content == "住在上海"
    told = [fields["what"] for event, fields in bench.events if event == "recovered"]
    assert "mind" in told, bench.events


def test_a_successor_that_was_deleted_since_is_not_taken_for_lost():
    """The line that began it is of a sealed segment, the one that ended it of the open one."""
    bench = Home()
    memory = bench.start()
    write(memory, "fact", "住在北京")
    run(memory.save())
    id = write(memory, "fact", "住在上海").record.id
    memory.log.seal()
    run(memory.delete(id=id))
    before = everything(memory)
    memory = bench.start()
    assert everything(memory) == before
    assert bench.heard("recovered") == []
    assert bench.flash.operations == 0
