"""memory.changes.repetition: what comes of telling again what is known, in whatever words."""

from _bench import MOUNT, Bench, contents, everything, hot_contents, run, write
from _cutting import cut_everywhere
from memory.index.index import Index
from memory.log import log
from memory.log.manifest import is_pack
from memory.search.query import Query
from memory.upkeep import background_jobs

HEAP = "8M"
THOROUGH = ("test_at_every_power_cut_all_of_it_is_done_or_nothing",)

# (kind, as told first, told again, differing): of every kind that is told in other words.
RETOLD = (
    ("fact", "主人在腾讯上班", "主人在腾讯工作", "主人在百度工作"),
    ("trait", "主人很怕打雷", "主人很害怕打雷", "主人不怕打雷"),
    ("habit", "每天早晨跑步", "每天早上跑步", "每天晚上跑步"),
    ("goal", "学会弹钢琴", "学会弹钢琴！", "学会弹吉他"),
    ("like", "playing chess", "to play chess", "playing cards"),
    ("dislike", "被蚊子咬了", "被蚊子咬了呀", "被狗咬了"),
    ("moment", "主人和妈妈去了海边", "主人跟妈妈去了海边", "主人和爸爸去了海边"),
    ("event", "爸爸的生日", "父亲的生日", "妈妈的生日"),
)


def device():
    bench = Bench()
    return bench, bench.start()


def recalled(memory, **what):
    return list(run(memory.recall(Query(limit=50, **what)))[0])


def former(memory):
    """{old words: id of what took their place} of the archive."""
    found = recalled(memory)
    return {r.content: r.get("superseded_by") for r in found if r.get("superseded_by")}


def test_told_in_other_words_it_is_updated_and_the_old_words_are_kept():
    for kind, first, again, other in RETOLD:
        if kind == "like":
            first, again = "I like " + first, "I like " + again
        bench, memory = device()
        known = write(memory, kind, first).record
        change = write(memory, kind, again)
        assert (change.result, change.record.id) == ("UPDATED", known.id), kind
        assert change.replaced.content == first
        assert hot_contents(memory, kind) == [again]
        assert write(memory, kind, other).result == "ADDED", kind
        memory = bench.start()
        assert former(memory) == {first: known.id}
        assert sorted(contents(memory, kind)) == sorted([first, again, other])


def test_profile_family_and_schedules_have_their_own_ways():
    _, memory = device()
    write(memory, "location", "住在杭州")
    write(memory, "location", "居住在杭州")
    write(memory, "schedule", "和妈妈吃饭", when="2026-02-06 12:00")
    assert write(memory, "schedule", "跟妈妈吃饭", when="2026-02-06 12:00").result == "ADDED"
    write(memory, "family", "王芳", relation="妈妈")
    assert write(memory, "family", "王芳", relation="母亲").result == "ADDED"
    assert former(memory) == {}


def test_what_was_said_about_it_stays_and_the_higher_importance_counts():
    _, memory = device()
    write(memory, "fact", "主人在腾讯上班", importance=5, topic="工作", emotion_type="happy")
    record = write(memory, "fact", "主人在腾讯工作", importance=2, emotion_type="sad").record
    assert record.get("importance") == 100
    assert (record.get("topic"), record.get("emotion_type")) == ("工作", 2)
    (old,) = [r for r in recalled(memory) if r.get("superseded_by")]
    assert (old.get("importance"), old.get("emotion_type"), old.rev) == (100, 1, 1)
    assert old.created == record.created


def test_the_old_words_again_are_known_and_bring_no_change():
    bench, memory = device()
    known = write(memory, "fact", "主人在腾讯上班").record
    write(memory, "fact", "主人在腾讯工作")
    third = write(memory, "fact", "我在腾讯工作")
    assert third.result == "UPDATED"
    operations = bench.flash.operations
    for words in ("主人在腾讯上班", "主人在腾讯工作", "我在腾讯工作"):
        change = write(memory, "fact", words)
        assert (change.result, change.record.id) == ("NOOP", known.id), words
    assert bench.flash.operations == operations
    assert write(memory, "fact", "主人在腾讯上班", importance=5).result == "UPDATED"
    assert hot_contents(memory, "fact") == ["我在腾讯工作"]
    assert len(former(memory)) == 2


def test_words_of_a_day_are_told_again_on_that_day_alone():
    bench, memory = device()
    for kind in ("fact", "moment"):
        write(memory, kind, "主人明天跟小明考试")
        assert write(memory, kind, "主人明天和小明考试").result == "UPDATED", kind
    write(memory, "moment", "主人跟小明吃饭")
    bench.clock.to("2026-02-06 14:00")
    today = write(memory, "fact", "主人明天跟小明考试")
    assert today.result == "ADDED"
    assert write(memory, "fact", "主人明天和小明考试").record.id == today.record.id
    assert memory.count("fact") == 2
    # The same moment on another day is another one, in other words; in the same ones by force.
    assert write(memory, "moment", "主人和小明吃饭").result == "ADDED"
    assert write(memory, "moment", "主人和小明吃饭", force=True).result == "ADDED"
    bench.clock.known = False
    assert write(memory, "fact", "主人昨天跟小明打球").result == "ADDED"
    assert write(memory, "fact", "主人昨天和小明打球").result == "ADDED"


def test_an_event_of_another_date_is_another_event():
    _, memory = device()
    write(memory, "event", "爸爸的生日", when="05-01")
    assert write(memory, "event", "父亲的生日", when="06-01").result == "ADDED"
    assert write(memory, "event", "父亲的生日", when="05-01").result == "UPDATED"
    assert write(memory, "event", "父亲生日", True, when="05-01").result == "ADDED"


def test_without_an_archive_to_keep_the_old_words_both_are_kept():
    bench = Bench()
    memory = bench.start(archive=False)
    write(memory, "fact", "主人在腾讯上班")
    assert write(memory, "fact", "主人在腾讯工作").result == "ADDED"
    assert memory.count("fact") == 2


def test_forgetting_it_forgets_its_earlier_words_too():
    for by_id in (True, False):
        bench, memory = device()
        write(memory, "fact", "主人在腾讯上班")
        write(memory, "fact", "主人在腾讯工作")
        known = write(memory, "fact", "我在腾讯工作").record
        write(memory, "fact", "主人在百度工作")
        if by_id:
            change = run(memory.delete(id=known.id))
        else:
            # By words that others took the place of.
            change = run(memory.delete(None, "fact", "主人在腾讯上班"))
        assert (change.result, change.record.id) == ("DELETED", known.id)
        memory = bench.start()
        assert contents(memory) == ["主人在百度工作"]


def test_part_of_it_names_it_although_its_earlier_words_have_that_part_too():
    _, memory = device()
    write(memory, "fact", "主人在腾讯上班")
    known = write(memory, "fact", "主人在腾讯工作").record
    change = run(memory.delete(None, None, "腾讯"))
    assert (change.result, change.record.id) == ("DELETED", known.id)


def test_what_the_archive_knows_is_known():
    bench, memory = device()
    first = write(memory, "fact", "主人小时候住在海边", topic="童年").record
    for number in range(25):
        write(memory, "fact", "主人记得第%d件小事" % number)
    assert "主人小时候住在海边" not in hot_contents(memory, "fact")
    bench.clock.to("2027-02-05 14:00")
    operations = bench.flash.operations
    change = write(memory, "fact", "主人小时候住在海边")
    assert (change.result, change.record.id) == ("NOOP", first.id)
    assert bench.flash.operations == operations
    change = write(memory, "fact", "主人小时候住在海边", importance=4)
    assert (change.result, change.record.id, change.record.rev) == ("UPDATED", first.id, 2)
    memory = bench.start()
    found = recalled(memory, keyword="住在海边")
    assert [(r.id, r.get("importance"), r.get("topic")) for r in found] == [(first.id, 80, "童年")]


def test_what_lies_in_packs_is_known_and_forgotten_by_the_index():
    log.SEGMENT_BYTES = 700
    bench, memory = device()
    first = write(memory, "moment", "主人第一次看见海").record
    for number in range(80):
        write(memory, "moment", "那天第%d次去海边 and met Emma" % number)
    index = Index(MOUNT)
    index.open()
    for _ in background_jobs.steps(memory.log, index):
        pass
    index.close()
    memory = bench.start()
    assert [row for row in memory.log.manifest.sealed if is_pack(row)]
    operations = bench.flash.operations
    for words in ("主人第一次看见海", "那天第7次去海边 AND met Emma"):
        assert write(memory, "moment", words).result == "NOOP", words
    assert bench.flash.operations == operations
    assert write(memory, "moment", "主人第一次看见海", True).record.id != first.id
    run(memory.delete(None, "moment", "主人第一次看见海"))
    assert contents(memory, keyword="第一次看见") == []
    run(memory.delete(None, "moment", "那天第8次去海边 and met Emma"))
    assert contents(memory, keyword="那天第8次去海边") == []


def test_a_fact_of_its_day_in_the_archive_is_another_one_now():
    bench, memory = device()
    write(memory, "fact", "主人明天考试")
    for number in range(25):
        write(memory, "fact", "主人记得第%d件小事" % number)
    assert write(memory, "fact", "主人明天考试").result == "NOOP"
    bench.clock.to("2027-02-05 14:00")
    assert write(memory, "fact", "主人明天考试").result == "ADDED"


def test_forgetting_by_words_reaches_the_same_words_in_the_archive():
    bench, memory = device()
    write(memory, "moment", "看烟花")
    for number in range(12):
        write(memory, "moment", "第%d次散步" % number)
    write(memory, "moment", "看烟花", True)
    write(memory, "moment", "看烟花表演")
    assert contents(memory, keyword="看烟花") == ["看烟花表演", "看烟花", "看烟花"]
    run(memory.delete(None, "moment", "看烟花"))
    memory = bench.start()
    assert contents(memory, keyword="看烟花") == ["看烟花表演"]


def test_forgetting_by_id_leaves_what_has_the_same_words():
    _, memory = device()
    write(memory, "event", "看牙", when="2026-02-01")
    write(memory, "event", "看牙", True, when="2026-02-01")
    last = write(memory, "event", "看牙", True, when="2026-02-02").record
    run(memory.delete(id=last.id))
    assert contents(memory) == ["看牙", "看牙"]


def told_anew(bench):
    return write(bench.memory, "fact", "主人在腾讯工作", importance=3)


def told_once_more(bench):
    return write(bench.memory, "fact", "我在腾讯工作")


def forgotten(bench):
    return run(bench.memory.delete(None, "fact", "主人在腾讯上班"))


def test_at_every_power_cut_all_of_it_is_done_or_nothing():
    bench, memory = device()
    write(memory, "fact", "主人在腾讯上班", topic="工作")
    write(memory, "trait", "细心")
    memory.close()
    bench.memory = None
    cut_everywhere(bench, [told_anew, told_once_more, forgotten], least=10)


def test_where_the_log_is_full_nothing_is_half_forgotten():
    bench, memory = device()
    write(memory, "fact", "主人在腾讯上班")
    known = write(memory, "fact", "主人在腾讯工作").record
    bench.disk.errno = 28
    change = run(memory.delete(id=known.id))
    assert change.result == "DELETED"
    assert contents(memory) == []
    bench.disk.errno = 0
    memory = bench.start()
    assert contents(memory) == []
    assert everything(memory) == {}
