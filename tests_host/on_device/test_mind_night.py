"""mind.night: what fades, expires or was not used leaves, and no night empties memory."""

from _bench import contents, run, write
from _cutting import cut_everywhere
from _minded import Minded, members
from _raised import raised
from memory.errors import NoMatch
from memory.search.trash_query import TrashQuery
from memory.text import dates
from mind import night
from mind.offers import context, offering

HEAP = "16M"


def in_trash(memory, reason):
    query = TrashQuery(memory.clock.now(), 500, 0, (reason,))
    return [one.content for one in run(memory.recall(query))[0]]


def tidy(bench):
    return run(night.tidy(bench.mind))


def later(bench, days):
    bench.clock.seconds += days * dates.DAY


def test_what_has_expired_goes_to_the_trash_and_stays_findable():
    bench = Minded()
    memory = bench.start()
    write(memory, "lesson", "重启前先保存")
    write(memory, "fact", "用户养猫")
    later(bench, 6)
    assert tidy(bench).moved == {}
    later(bench, 2)
    assert list(tidy(bench).moved) == ["expired"]
    memory = bench.start()
    assert in_trash(memory, "expired") == ["重启前先保存"]
    assert "重启前先保存" in contents(memory)
    assert len(members(bench.mind)) == 1


def test_what_has_expired_is_offered_no_more_before_the_night_takes_it():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "会议室的钥匙在前台", expires=dates.iso(memory.clock.now() + 7200))
    mind = bench.mind

    def given():
        found = [one.record.content for one in run(offering.offer(mind, "会议室的钥匙在哪？", 3))]
        return found, "前台" in run(context.core(mind, 400, "zh")).text

    assert given() == (["会议室的钥匙在前台"], True)
    bench.clock.seconds += 7199
    assert given() == (["会议室的钥匙在前台"], True)
    bench.clock.seconds += 1
    assert given() == ([], False)
    assert mind.notebook.members.count == 1  # the night puts it to the trash


def test_something_demoted_expires_once_and_is_not_given_a_new_day_each_night():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "最近在赶项目", retention="short", decay=200, importance=3)
    nights = 0
    while members(bench.mind):
        later(bench, 1)
        tidy(bench)
        nights += 1
        assert nights < 12
    assert nights > 2
    assert in_trash(memory, "faded") + in_trash(memory, "expired") == ["最近在赶项目"]


def test_a_cancelled_rule_is_active_no_more():
    bench = Minded()
    memory = bench.start()
    write(memory, "rule", "这次任务里只说英文")
    write(memory, "rule", "不要叫我老板")
    later(bench, 2)
    tidy(bench)
    assert in_trash(memory, "expired") == ["这次任务里只说英文"]
    id = members(bench.mind)[0]
    run(memory.delete(id))
    assert members(bench.mind) == []
    bench.start()
    assert members(bench.mind) == []


def test_unused_for_ninety_days_and_of_little_weight_leaves_and_core_never():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "路边看到一只蓝色的鸟", importance=1)
    write(memory, "fact", "用户对花生过敏", importance=1)
    write(memory, "fact", "用户养猫", importance=4)
    used = write(memory, "fact", "用户有一把旧吉他", importance=1).record
    later(bench, 60)
    bench.mind.use([used.id])
    later(bench, 31)
    assert list(tidy(bench).moved) == ["unused"]
    assert in_trash(memory, "unused") == ["路边看到一只蓝色的鸟"]


def test_a_night_that_would_delete_most_of_memory_does_nothing_and_says_so():
    bench = Minded()
    memory = bench.start()
    for number in range(40):
        write(memory, "fact", "小事 %d" % number, importance=1)
    later(bench, 91)
    done = tidy(bench)
    assert (done.stopped, done.moved, len(members(bench.mind))) == (40, {}, 40)
    assert done.words() == "40 of 40 memories would leave in one night: none did"


def test_a_small_set_can_be_cleaned():
    bench = Minded()
    memory = bench.start()
    for number in range(5):
        write(memory, "fact", "小事 %d" % number, importance=1)
    later(bench, 91)
    assert len(tidy(bench).moved["unused"]) == 5


def test_the_upgrade_does_not_empty_the_notebook():
    bench = Minded()
    memory = bench.start()
    for number in range(60):
        write(memory, "fact", "小事 %d" % number, importance=1)
    from mind.notebook import notebook_file

    notebook_file.remove(memory.root)
    bench.clock.to("2027-02-05 14:00")
    bench.start()
    assert len(members(bench.mind)) == 60
    later(bench, 1)
    done = tidy(bench)
    assert (done.stopped, len(members(bench.mind))) == (0, 60)


def tidied(bench):
    tidy(bench)


def test_what_the_owner_deleted_is_erased_after_a_week_and_what_a_model_deleted_is_not():
    bench = Minded()
    memory = bench.start()
    mine = write(memory, "fact", "秘密的湖边小屋").record
    other = write(memory, "fact", "用户养猫").record
    run(memory.delete(mine.id, reason="user_delete"))
    run(memory.delete(other.id))
    later(bench, 6)
    assert tidy(bench).purged == []
    later(bench, 2)
    assert tidy(bench).purged == [mine.id]
    memory = bench.start()
    assert tidy(bench).purged == []
    for id in (mine.id, other.id):  # neither is listed any more
        raised(NoMatch, run, memory.restore(id))
    assert write(memory, "fact", "用户养猫").record.id == other.id
    assert write(memory, "fact", "秘密的湖边小屋").record.id != mine.id


def left_behind(after_trash):
    """(bench, ids by why) of what a model deleted, what expired, was not used and was evicted."""
    bench = Minded()
    bench.kept = {"after_trash": after_trash}
    memory = bench.start()
    ids = {"model_delete": write(memory, "fact", "用户养猫").record.id}
    run(memory.delete(ids["model_delete"]))
    ids["evicted"] = write(memory, "fact", "用户有一把旧吉他").record.id
    run(memory.delete(ids["evicted"], reason="evicted"))
    ids["expired"] = write(memory, "lesson", "重启前先保存").record.id
    ids["unused"] = write(memory, "fact", "路边看到一只蓝色的鸟", importance=1).record.id
    later(bench, 91)
    done = tidy(bench)
    assert (done.moved["expired"], done.moved["unused"]) == ([ids["expired"]], [ids["unused"]])
    first = done.purged  # what was in the trash for longer than a week
    later(bench, 6)
    assert tidy(bench).purged == []
    later(bench, 2)
    return bench, ids, sorted(first + tidy(bench).purged)


def test_what_leaves_the_trash_stays_in_the_archive_unless_it_is_to_be_erased():
    bench, ids, purged = left_behind("archive")
    assert purged == []
    memory = bench.start()
    for words in ("重启前先保存", "路边看到一只蓝色的鸟", "用户有一把旧吉他"):
        assert words in contents(memory)
    assert "用户养猫" not in contents(memory)
    bench, ids, purged = left_behind("delete")
    assert purged == sorted([ids[why] for why in ("evicted", "expired", "unused")])
    memory = bench.start()
    assert contents(memory) == [] and tidy(bench).purged == []
    for id in ids.values():
        raised(NoMatch, run, memory.restore(id))
    # No model erases anything from flash: what one deleted is there when it is told again.
    assert write(memory, "fact", "用户养猫").record.id == ids["model_delete"]
    assert write(memory, "lesson", "重启前先保存").record.id != ids["expired"]


def test_at_every_power_cut_a_memory_is_in_the_notebook_or_in_the_trash():
    bench = Minded()
    memory = bench.start()
    write(memory, "lesson", "重启前先保存")
    write(memory, "fact", "用户养猫")
    later(bench, 9)
    memory.close()
    bench.memory = None
    cut_everywhere(bench, [tidied], least=2)
