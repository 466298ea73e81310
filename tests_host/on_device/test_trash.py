"""memory.changes.trash: what was deleted can come back for a week, and nothing else finds it."""

from _bench import Bench, contents, everything, hot_contents, run, write
from _cutting import cut_everywhere
from _forget import Pet, forget
from _fuzz_import import exported
from _raised import raised
from memory.changes.trash import DAYS
from memory.errors import CapReached, NoMatch
from memory.log import log
from memory.records.kinds import WRITABLE
from memory.records.values import day_number
from memory.search.query import Query
from memory.search.trash_query import TrashQuery
from memory.text import dates
from memory.upkeep import background_jobs

HEAP = "16M"

GIVEN = {
    "age": "30",
    "birthday": "1990-05-01",
    "family": "王芳",
}
FIELDS = {"family": {"relation": "妈妈"}, "schedule": {"when": "2026-02-06 09:00"}}


def in_trash(memory, **asked):
    query = TrashQuery(memory.clock.now(), 100, **asked)
    return list(run(memory.recall(query))[0])


def take(memory, data):
    """(added, updated, left, refused) of an import."""
    counts = run(memory.import_lines([data], lambda number, e: None))
    return counts.added, counts.updated, counts.left, counts.refused


def archive_all(memory):
    memory.move_to_archive(list(memory.at_hand()))


def seal(bench):
    """Have all that was archived so far indexed."""
    for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
        pass


def test_what_was_deleted_is_in_the_trash_alone_with_why_and_until_when():
    bench = Bench()
    memory = bench.start()
    id = write(memory, "fact", "猫叫年糕").record.id
    run(memory.delete(id, reason="user_delete", by="owner"))
    for again in (False, True):
        memory = bench.start() if again else memory
        assert everything(memory) == {}
        assert run(memory.record(id)) is None
        (one,) = in_trash(memory)
        assert (one.id, one.content, one.rev) == (id, "猫叫年糕", 2)
        assert (one.get("reason"), one.get("by")) == (0, "owner")
        assert one.get("purge_at") - one.get("trashed_at") == DAYS * dates.DAY
        assert in_trash(memory, reasons=("model_delete",)) == []


def test_every_kind_comes_back_as_it_was():
    bench = Bench()
    memory = bench.start()
    for kind in WRITABLE:
        content = GIVEN.get(kind, kind + " 内容")
        record = write(memory, kind, content, **FIELDS.get(kind, {})).record
        run(memory.delete(record.id))
        assert contents(memory, kind) == [], kind
        memory = bench.start()
        back = run(memory.restore(record.id)).record
        assert (back.id, back.kind, back.rev) == (record.id, kind, record.rev + 2)
        memory = bench.start()
        assert contents(memory, kind) == [content], kind
        fields = dict(back.fields)
        fields.pop("updated")
        assert fields == record.fields
        assert in_trash(memory) == []
        if kind == "schedule":
            assert hot_contents(memory, kind) == [content]


def test_what_was_deleted_together_comes_back_together():
    memory = Bench().start()
    write(memory, "fact", "主人在腾讯上班")
    change = write(memory, "fact", "主人在腾讯工作")
    assert change.replaced is not None
    run(memory.delete(change.record.id))
    assert len(in_trash(memory)) == 2
    run(memory.restore(change.record.id))
    assert len(contents(memory, "fact")) == 2
    assert in_trash(memory) == []


def deletion_of(*contents):
    def delete(bench):
        ids = [one.id for one in bench.memory.at_hand() if one.content in contents]
        return run(bench.memory.delete(ids, by="owner"))

    return delete


def test_several_that_were_deleted_as_one_come_back_as_one_each_where_it_was():
    bench = Bench()
    memory = bench.start()
    write(memory, "fact", "主人在腾讯上班")
    given = (("fact", "主人在腾讯工作"), ("name", "王浩"), ("like", "茶"), ("todo", "交报告"))
    for kind, content in given:
        write(memory, kind, content)
    deletion_of(*[content for _, content in given])(bench)
    assert len(in_trash(memory)) == 5 and list(memory.at_hand()) == []
    write(memory, "like", "茶")  # told anew it comes back alone
    assert len(in_trash(memory)) == 4
    (id,) = [one.id for one in in_trash(memory) if one.kind == "name"]
    run(memory.restore(id))
    memory = bench.start()
    assert in_trash(memory) == []
    for kind, content in given[1:]:
        assert hot_contents(memory, kind) == [content], kind
    assert sorted(contents(memory, "fact")) == ["主人在腾讯上班", "主人在腾讯工作"]


def test_of_several_with_a_todo_that_has_no_room_none_comes_back():
    bench = Bench()
    memory = bench.start()
    given = (("like", "茶"), ("todo", "交报告"), ("fact", "主人在腾讯工作"), ("todo", "买票"))
    for kind, content in given:
        write(memory, kind, content)
    deletion_of(*[content for _, content in given])(bench)
    written = [write(memory, "todo", "第%d件事" % number).record for number in range(15)]
    before = everything(memory)
    for one in in_trash(memory):
        assert raised(CapReached, lambda id=one.id: run(memory.restore(id)))
        assert everything(memory) == before and len(in_trash(memory)) == 4, one.content
    run(memory.complete(written[0].id))  # what is done leaves for it
    run(memory.restore(in_trash(memory)[0].id))
    assert in_trash(memory) == []
    assert sorted(hot_contents(memory, "todo"))[:2] == ["买票", "交报告"]


def test_at_every_power_cut_all_that_is_deleted_as_one_is_deleted_or_nothing():
    bench = Bench()
    memory = bench.start()
    for kind, content in (("fact", "a"), ("like", "茶"), ("name", "王浩")):
        write(memory, kind, content)
    memory.close()
    bench.memory = None
    cut_everywhere(bench, [deletion_of("a", "茶", "王浩")], least=2)


def test_a_profile_value_that_has_a_new_one_comes_back_as_history():
    memory = Bench().start()
    old = write(memory, "location", "北京").record
    run(memory.delete(old.id))
    new = write(memory, "location", "上海").record
    back = run(memory.restore(old.id)).record
    assert back.get("superseded_by") == new.id and back.get("valid_to") is not None
    assert hot_contents(memory, "location") == ["上海"]


def test_of_a_taste_and_its_opposite_what_was_told_last_holds():
    for before, after, words in (
        ("like", "dislike", "香菜"),
        ("dislike", "like", "香菜"),
        ("like", "dislike", "Cilantro"),
        ("dislike", "like", "cold brew"),
    ):
        for archived in (False, True):
            bench = Bench()
            memory = bench.start()
            old = write(memory, before, words).record
            write(memory, before, words + " 2")
            run(memory.delete(old.id))
            bench.clock.seconds += dates.DAY
            new = write(memory, after, words.lower()).record
            if archived:
                archive_all(memory)
            bench.clock.seconds += dates.DAY
            back = run(memory.restore(old.id)).record
            assert back.get("superseded_by") == new.id, (before, archived)
            assert back.get("valid_to") == day_number(new.created)
            memory = bench.start()
            assert words not in hot_contents(memory, before)
            found = run(memory.history(new.id))
            assert [one.id for one in found] == [new.id, old.id]
            run(memory.delete(new.id))
            assert run(memory.record(old.id))[0].get("superseded_by") == new.id


def test_a_taste_without_an_opposite_comes_back_as_it_was():
    memory = Bench().start()
    old = write(memory, "like", "香菜").record
    run(memory.delete(old.id))
    write(memory, "dislike", "香菜汤")
    gone = write(memory, "dislike", "香菜").record
    run(memory.delete(gone.id))
    back = run(memory.restore(old.id)).record
    assert (back.get("superseded_by"), hot_contents(memory, "like")) == (None, ["香菜"])


def test_a_taste_that_is_in_the_trash_and_told_again_is_not_its_opposite_too():
    for before, after in (("like", "dislike"), ("dislike", "like")):
        bench = Bench()
        memory = bench.start()
        old = write(memory, before, "香菜").record
        run(memory.delete(old.id))
        write(memory, after, "香菜")
        write(memory, before, "香菜")
        for again in (False, True):
            memory = bench.start() if again else memory
            assert contents(memory, after) == [], before
            assert contents(memory, before) == ["香菜"]
        run(memory.delete(kind=before, content="香菜"))
        assert contents(memory) == []


def test_what_is_not_in_the_trash_cannot_be_restored():
    memory = Bench().start()
    id = write(memory, "fact", "a").record.id
    raised(NoMatch, run, memory.restore(id))
    raised(NoMatch, run, memory.restore("abc999"))


def test_what_the_trash_no_longer_lists_cannot_be_restored():
    for reason in ("model_delete", "user_delete"):
        bench = Bench()
        memory = bench.start()
        id = write(memory, "fact", "猫叫年糕").record.id
        run(memory.delete(id, reason=reason))
        bench.clock.seconds += DAYS * dates.DAY
        assert in_trash(memory) == []
        raised(NoMatch, run, memory.restore(id))
        bench.clock.seconds -= 1
        assert run(memory.restore(id)).record.id == id


def test_a_trashed_twin_told_anew_is_restored_with_the_new_words():
    for archived in (False, True):
        bench = Bench()
        memory = bench.start()
        id = write(memory, "fact", "猫叫 Mochi").record.id
        if archived:
            archive_all(memory)
        run(memory.delete(id))
        change = write(memory, "fact", "猫叫 MOCHI", topic="猫")
        assert (change.result, change.record.id) == ("ADDED", id)
        memory = bench.start()
        assert contents(memory, "fact") == ["猫叫 MOCHI"]
        assert run(memory.record(id))[0].get("topic") == "猫"
        assert in_trash(memory) == []


def test_deleted_memories_do_not_come_back_by_an_older_file_or_a_twin_in_it():
    bench = Bench()
    memory = bench.start()
    kept = write(memory, "fact", "kept").record.id
    id = write(memory, "fact", "猫叫年糕").record.id
    data = b"\n".join(exported(memory)) + b"\n"
    run(memory.delete(id))
    assert take(memory, data) == (0, 0, 2, 0)
    twin = data.replace(id.encode(), b"zzz77").replace(kept.encode(), b"zzz78")
    assert take(memory, twin) == (1, 0, 1, 0)
    assert contents(memory) == ["kept", "kept"]
    run(memory.restore(id))
    assert take(memory, twin.replace(b"zzz", b"zzy")) == (2, 0, 0, 0)


def test_the_words_of_what_was_deleted_are_erased_by_forgetting_it():
    memory = Pet().start()
    id = write(memory, "fact", "秘密的湖边小屋").record.id
    run(memory.delete(id))
    assert forget(memory, content="秘密的湖边小屋").done
    assert in_trash(memory) == []
    raised(NoMatch, run, memory.restore(id))


def test_an_index_finds_what_is_in_the_trash_only_for_the_trash():
    log.SEGMENT_BYTES = 700
    bench = Bench(disk_kb=512)
    memory = bench.start()
    ids = [write(memory, "fact", "第 %d 件关于茶的事" % n).record.id for n in range(60)]
    archive_all(memory)
    for id in ids[10:20]:
        run(memory.delete(id))
    for sealed in (False, True):
        if sealed:
            seal(bench)
            assert memory.archive.usable_index is not None
        assert len(contents(memory, "fact", "关于茶")) == 50
        assert sorted([one.id for one in in_trash(memory)]) == sorted(ids[10:20])
        asked = Query(None, "关于茶的哪件事", limit=50, ranked=True)
        found = run(memory.recall(asked))[0]
        assert not [one for one in found if one.id in ids[10:20]]
    back = run(memory.restore(ids[12])).record
    assert back.content == "第 12 件关于茶的事"
    assert len(contents(memory, "fact", "关于茶")) == 51


def deletion(content):
    def delete(bench):
        return run(bench.memory.delete(None, None, content))

    return delete


def restoration(content):
    def restore(bench):
        (id,) = [one.id for one in in_trash(bench.memory) if one.content == content]
        return run(bench.memory.restore(id))

    return restore


def test_at_every_power_cut_it_is_deleted_or_not_and_restored_or_not():
    bench = Bench()
    memory = bench.start()
    write(memory, "fact", "主人在腾讯上班", topic="工作")
    write(memory, "fact", "主人在腾讯工作")
    write(memory, "like", "茶")
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    memory.close()
    bench.memory = None
    steps = [deletion("主人在腾讯工作"), deletion("茶"), deletion("看牙")]
    steps += [restoration(text) for text in ("茶", "看牙", "主人在腾讯工作")]
    cut_everywhere(bench, steps, least=10)
