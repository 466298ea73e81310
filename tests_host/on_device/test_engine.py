"""memory.engine: what each kind does when it is written, corrected, deleted and completed."""

import asyncio

from _bench import Bench, Query, contents, everything, hot_contents, run, write
from _cutting import by_content
from _raised import raised
from memory.errors import CapReached, ClockUnset, NewerFormat, NoMatch, Rejected
from memory.records.kinds import BY_NAME, PROFILE

HEAP = "16M"


def device():
    bench = Bench()
    return bench, bench.start()


def one(memory, content):
    """The one record, hot or archived, with this content."""
    found = [
        r for r in run(memory.recall(Query(None, content, limit=100)))[0] if r.content == content
    ]
    assert len(found) == 1, (content, len(found))
    return found[0]


def delete(memory, content=None, kind=None, id=None):
    return run(memory.delete(id, kind, content))


def correct(memory, id, content=None, kind=None, **given):
    return run(memory.correct(id, kind, content, given))


def complete(memory, content=None, id=None):
    return run(memory.complete(id, content))


def rejected(code, function, *arguments, **named):
    error = raised(Rejected, function, *arguments, **named)
    assert error.code == code, (error.code, str(error))
    return error


# -- writing -----------------------------------------------------------------------------------


def test_every_kind_is_added_and_read_back_after_a_restart():
    bench, memory = device()
    given = {
        "age": "30",
        "birthday": "1990-05-01",
        "family": "王芳",
        "schedule": "看牙",
    }
    fields = {"family": {"relation": "妈妈"}, "schedule": {"when": "2026-02-06 09:00"}}
    for kind in BY_NAME:
        if kind == "affection":
            continue
        change = write(memory, kind, given.get(kind, kind + " 内容 🎂"), **fields.get(kind, {}))
        assert (change.result, change.archived, change.ignored) == ("ADDED", [], [])
    memory = bench.start()
    for kind in BY_NAME:
        if kind != "affection":
            assert contents(memory, kind) == [given.get(kind, kind + " 内容 🎂")]


def test_the_same_words_again_change_nothing():
    bench, memory = device()
    said = (
        ("name", "小明", {}),
        ("like", "茶", {}),
        ("trait", "耐心", {}),
        ("habit", "早起", {}),
        ("goal", "游泳", {}),
        ("fact", "养猫", {"topic": "宠物"}),
        ("moment", "看星星", {"emotion_type": "happy"}),
        ("event", "生日", {"when": "03-08"}),
        ("family", "王芳", {"relation": "妈妈"}),
        ("schedule", "看牙", {"when": "2026-02-06 09:00"}),
    )
    first = [write(memory, kind, content, **given).record.id for kind, content, given in said]
    operations = bench.flash.operations
    for again, (kind, content, given) in zip(first, said):
        for words in (content, "  " + content + "\n"):
            change = write(memory, kind, words, **given)
            assert (change.result, change.record.id) == ("NOOP", again), kind
    assert bench.flash.operations == operations


def test_the_same_words_with_something_more_update_the_record():
    _, memory = device()
    first = write(memory, "fact", "养猫").record
    change = write(memory, "fact", "养猫", importance=5, topic="宠物")
    assert (change.result, change.record.id) == ("UPDATED", first.id)
    record = one(memory, "养猫")
    assert (record.rev, record.get("importance"), record.get("topic")) == (2, 100, "宠物")
    assert write(memory, "fact", "养猫").result == "NOOP"


def test_moments_and_events_may_be_told_again_by_force():
    _, memory = device()
    for kind in ("moment", "event"):
        first = write(memory, kind, "again")
        second = write(memory, kind, "again", True)
        assert (first.result, second.result) == ("ADDED", "ADDED")
        assert len(contents(memory, kind)) == 2
    write(memory, "fact", "once")
    assert write(memory, "fact", "once", True).result == "NOOP"


def test_a_profile_value_is_one_and_told_anew_it_changes():
    _, memory = device()
    values = {"name": ("a", "b"), "age": ("30", "31岁"), "gender": ("x", "y")}
    values.update({"location": ("上海", "北京"), "birthday": ("05-01", "1990-05-01")})
    for kind in PROFILE:
        old, new = values[kind]
        first = write(memory, kind, old)
        change = write(memory, kind, new)
        assert (first.result, change.result) == ("ADDED", "UPDATED")
        assert change.record.id == first.record.id
    assert hot_contents(memory, "age") == ["31"]
    assert [memory.count(kind) for kind in PROFILE] == [1] * 5


def test_a_family_member_without_a_name_is_named_later_and_not_doubled():
    _, memory = device()
    first = write(memory, "family", None, relation="妈妈")
    named = write(memory, "family", "王芳", relation="妈妈", closeness=5)
    assert (first.result, named.result) == ("ADDED", "UPDATED")
    assert named.record.id == first.record.id
    assert write(memory, "family", "", relation="妈妈").result == "NOOP"
    assert write(memory, "family", None, relation="妈妈", closeness=4).result == "UPDATED"
    (record,) = memory.hot("family")
    assert (record.content, record.get("closeness")) == ("王芳", 4)
    assert write(memory, "family", "小刚", relation="弟弟").result == "ADDED"
    assert write(memory, "family", "小强", relation="弟弟").result == "ADDED"
    assert memory.count("family") == 3
    assert [r.get("closeness") for r in memory.each("family")] == [3, 3, 4]


def test_a_family_member_needs_a_relation():
    _, memory = device()
    error = rejected("missing", write, memory, "family", "王芳")
    assert error.details["field"] == "relation"
    assert memory.count("family") == 0


def test_a_like_that_was_a_dislike_moves_over_with_all_it_has():
    bench, memory = device()
    first = write(memory, "like", "香菜", importance=4).record
    tampered = one(memory, "香菜")
    tampered.unknown = [(99, b"newer")]
    tampered.other = {"later": 1}
    memory.replace(tampered)
    change = write(memory, "dislike", "香菜")
    assert (change.result, change.record.id) == ("UPDATED", first.id)
    memory = bench.start()
    record = one(memory, "香菜")
    assert (record.kind, record.get("importance"), record.rev) == ("dislike", 80, 2)
    assert (record.unknown, record.other) == ([(99, b"newer")], {"later": 1})
    assert memory.count("like") == 0
    assert write(memory, "dislike", "香菜").result == "NOOP"


def test_at_the_cap_of_dislikes_a_like_that_becomes_one_moves_another_to_the_archive():
    _, memory = device()
    write(memory, "like", "香菜")
    for number in range(8):
        write(memory, "dislike", "d %d" % number)
    change = write(memory, "dislike", "香菜")
    assert (change.result, len(change.archived)) == ("UPDATED", 1)
    assert contents(memory, "like") == []
    assert memory.count("dislike") == 8
    assert sorted(contents(memory, "dislike")) == sorted(["香菜"] + ["d %d" % n for n in range(8)])


def test_an_archived_like_becomes_a_dislike_too():
    bench, memory = device()
    for number in range(9):
        write(memory, "like", "tea %d" % number)
    assert "tea 0" not in hot_contents(memory, "like")
    assert write(memory, "dislike", "tea 0").result == "UPDATED"
    memory = bench.start()
    assert contents(memory, "dislike") == ["tea 0"]
    assert len(contents(memory, "like")) == 8


def test_what_leaves_at_its_cap_is_found_and_not_told_twice():
    _, memory = device()
    for kind in ("family", "like", "dislike", "trait", "habit", "goal"):
        cap = BY_NAME[kind].cap
        for number in range(cap):
            write(memory, kind, "%s %d" % (kind, number), relation="r%d" % number)
        change = write(memory, kind, "one more " + kind, relation="r")
        assert (change.result, len(change.archived)) == ("ADDED", 1)
        assert memory.count(kind) == cap
        assert len(contents(memory, kind)) == cap + 1
        assert write(memory, kind, "%s 0" % kind, relation="r0").result == "NOOP"
        assert len(contents(memory, kind)) == cap + 1


def test_kinds_that_are_archived_at_once_are_known_when_they_are_told_again():
    bench, memory = device()
    for kind in ("preference", "person", "rule", "skill", "lesson"):
        assert write(memory, kind, "内容 of " + kind).result == "ADDED"
        assert memory.count(kind) == 0
        memory = bench.start()
        assert write(memory, kind, "内容 of " + kind).result == "NOOP"
        assert contents(memory, kind) == ["内容 of " + kind]
        assert delete(memory, "内容 of " + kind).result == "DELETED"
        assert contents(memory, kind) == []


def test_important_facts_stay_hot_however_many_come():
    _, memory = device()
    write(memory, "fact", "对花生过敏", importance=5)
    for number in range(60):
        write(memory, "fact", "fact %d" % number)
    assert "对花生过敏" in hot_contents(memory, "fact")
    assert len(contents(memory, "fact")) == 61


def test_fields_that_do_not_belong_are_named():
    _, memory = device()
    change = write(memory, "like", "茶", topic="t", repeat="daily", importance=2)
    assert change.ignored == ["repeat", "topic"]
    assert one(memory, "茶").get("importance") == 40


def test_what_is_rejected_changes_nothing():
    bench, memory = device()
    write(memory, "fact", "x")
    before, operations = everything(memory), bench.flash.operations
    for kind, content, given in (
        ("fact", "", {}),
        ("fact", "字" * 81, {}),
        ("fact", "y", {"importance": 9}),
        ("fact", 5, {}),
        ("age", "old", {}),
        ("birthday", "someday", {}),
        ("schedule", "y", {}),
        ("schedule", "y", {"when": "2026-02-30 08:00"}),
        ("schedule", "y", {"when": "2026-02-04 08:00"}),
        ("event", "y", {"when": "tomorrow"}),
        ("moment", "y", {"emotion_type": "grumpy"}),
    ):
        raised(Rejected, write, memory, kind, content, **given)
    assert bench.flash.operations == operations
    assert everything(memory) == before


def test_writers_at_the_same_time_do_not_pass_a_cap_or_lose_a_record():
    _, memory = device()

    async def all_at_once():
        jobs = [memory.write("goal", "goal %d" % n, {}) for n in range(8)]
        jobs += [memory.write("fact", "fact %d" % n, {}) for n in range(25)]
        jobs += [memory.write("goal", "goal 1", {}), memory.delete(None, "fact", "fact 3")]
        return await asyncio.gather(*jobs, return_exceptions=True)

    results = run(all_at_once())
    refused = [r for r in results if isinstance(r, CapReached)]
    assert refused == []
    assert memory.count("goal") == 5
    assert len(contents(memory, "goal")) == 8
    assert len(contents(memory, "fact")) == 24
    assert len(everything(memory)) == 32


# -- events and schedules -----------------------------------------------------------------------


def test_an_event_without_a_date_is_of_today():
    bench, memory = device()
    write(memory, "event", "搬家")
    assert one(memory, "搬家").get("when") == "2026-02-05"
    assert write(memory, "event", "搬家").result == "NOOP"
    bench.clock.known = False
    write(memory, "event", "不知何时")
    assert one(memory, "不知何时").get("when") is None
    assert one(memory, "不知何时").approx


def test_a_one_off_in_the_past_is_refused_and_now_is_named():
    bench, memory = device()
    bench.clock.to("2026-02-05T14:00:59")
    error = rejected("past", write, memory, "schedule", "x", when="2026-02-05 13:59")
    assert error.details["now"] == "2026-02-05 14:00"
    assert "2026-02-05 14:00" in str(error)
    assert write(memory, "schedule", "x", when="2026-02-05 14:00").result == "ADDED"


def test_a_repeating_one_in_the_past_rolls_forward():
    _, memory = device()
    for repeat, when, opens in (
        ("daily", "2020-01-01 08:00", "2026-02-06 08:00"),
        ("daily", "2020-01-01 15:00", "2026-02-05 15:00"),
        ("weekly", "2026-01-01 08:00", "2026-02-12 08:00"),
        ("monthly", "2025-12-31 08:00", "2026-02-28 08:00"),
        ("daily", "2026-03-01 08:00", "2026-03-01 08:00"),
    ):
        record = write(memory, "schedule", repeat + when, when=when, repeat=repeat).record
        assert record.get("when") == opens, when
    assert one(memory, "monthly2025-12-31 08:00").get("day") == 31


def test_a_schedule_has_its_defaults():
    _, memory = device()
    record = write(memory, "schedule", "x", when="2026-02-06 09:00", repeat="none").record
    assert (record.get("priority"), record.get("duration")) == (3, 60)
    assert record.get("repeat") is None


def test_a_conflict_is_told_and_does_not_block():
    _, memory = device()
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    other = write(memory, "schedule", "看牙", when="2026-03-01 20:30")
    assert other.result == "ADDED"
    ((record, begin),) = other.conflicts
    assert (record.content, begin) == ("吃药", memory_minutes("2026-03-01 20:00"))
    free = write(memory, "schedule", "散步", when="2026-03-01 18:00")
    assert free.conflicts == []
    moved = correct(memory, free.record.id, when="2026-03-01 20:45")
    assert sorted([r.content for r, _ in moved.conflicts]) == ["吃药", "看牙"]


def memory_minutes(text):
    from memory.text import dates

    return dates.parse(text)


def test_without_a_clock_nothing_is_scheduled_or_completed_but_the_rest_works():
    bench, memory = device()
    id = write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily").record.id
    bench.clock.known = False
    bench.clock.to("2000-01-01 00:10")
    raised(ClockUnset, write, memory, "schedule", "x", when="2026-02-06 09:00")
    raised(ClockUnset, complete, memory, "吃药")
    raised(ClockUnset, correct, memory, id, when="2026-02-06 09:00")
    assert correct(memory, id, priority=5).result == "UPDATED"
    assert write(memory, "fact", "told at night").record.approx
    assert write(memory, "event", "party", when="2026-03-01").result == "ADDED"
    assert delete(memory, "吃药").result == "DELETED"


def test_a_completed_one_off_stays_and_completing_it_again_changes_nothing():
    bench, memory = device()
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    change = complete(memory, "看牙")
    assert (change.result, change.next) == ("UPDATED", None)
    assert one(memory, "看牙").get("completed") == bench.clock.now()
    operations = bench.flash.operations
    assert complete(memory, "看牙").result == "NOOP"
    assert complete(memory, id=change.record.id).result == "NOOP"
    assert bench.flash.operations == operations
    again = write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    assert again.result == "ADDED"  # the open one is another


def test_a_completed_occurrence_leaves_one_open_and_an_event_in_the_archive():
    bench, memory = device()
    series = write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily", priority=5)
    for day in range(5, 12):
        bench.clock.to("2026-02-%02d 20:05" % day)
        change = complete(memory, "吃药")
        assert change.result == "UPDATED"
        assert change.next.id == series.record.id
        assert change.next.get("when") == "2026-02-%02d 20:00" % (day + 1)
        assert (change.record.kind, change.record.get("series")) == ("event", series.record.id)
    (open_one,) = memory.hot("schedule")
    assert (open_one.id, open_one.get("completed")) == (series.record.id, None)
    closed = run(memory.recall(Query(("event",), "吃药", limit=50)))[0]
    assert [r.get("when") for r in closed] == ["2026-02-%02d 20:00" % d for d in range(11, 4, -1)]
    assert {r.get("priority") for r in closed} == {5}
    assert memory.count("event") == 0


def test_a_series_told_again_while_an_occurrence_is_late_is_no_second_series():
    bench, memory = device()
    first = write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily").record
    bench.clock.to("2026-02-07 09:00")
    for when in ("2026-02-05 20:00", "2026-02-07 20:00"):
        change = write(memory, "schedule", "吃药", when=when, repeat="daily")
        assert (change.result, change.record.id) == ("NOOP", first.id), when
        assert one(memory, "吃药").get("when") == "2026-02-05 20:00"
    change = write(memory, "schedule", "吃药", when="2026-02-07 20:00", repeat="daily", priority=5)
    assert (change.result, one(memory, "吃药").get("when")) == ("UPDATED", "2026-02-05 20:00")
    assert (
        write(memory, "schedule", "吃药", when="2026-02-07 08:00", repeat="daily").result
        == "ADDED"
    )
    assert memory.count("schedule") == 2


def test_a_monthly_series_told_again_keeps_the_day_it_began_with():
    _, memory = device()
    series = write(memory, "schedule", "浇花", when="2026-01-31 08:00", repeat="monthly").record
    for when in ("2026-02-28 08:00", "2026-01-31 08:00", "2026-03-31 08:00"):
        change = write(memory, "schedule", "浇花", when=when, repeat="monthly")
        assert (change.result, change.record.id) == ("NOOP", series.id), when
    assert one(memory, "浇花").get("day") == 31
    assert (
        write(memory, "schedule", "浇花", when="2026-02-15 08:00", repeat="monthly").result
        == "ADDED"
    )


def test_of_several_of_one_name_the_announced_is_completed_else_the_coming_one():
    _, memory = device()
    morning = write(memory, "schedule", "吃药", when="2026-02-06 08:00", repeat="daily").record
    evening = write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily").record
    assert complete(memory, "吃药").next.id == evening.id
    memory.replace(morning.revised(0, announced=5))
    assert complete(memory, "吃药").next.id == morning.id
    assert complete(memory, id=evening.id).next.id == evening.id


def test_completing_what_is_not_there_names_the_open_ones():
    _, memory = device()
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    write(memory, "schedule", "看书", when="2026-02-06 19:00")
    error = raised(NoMatch, complete, memory, "跑步")
    assert sorted([words for _, _, words in error.candidates]) == ["吃药", "看书", "看牙"]
    error = raised(NoMatch, complete, memory, "看")
    assert sorted([words for _, _, words in error.candidates]) == ["看书", "看牙"]
    assert complete(memory, "牙").record.content == "看牙"
    raised(Rejected, complete, memory, "  ")
    raised(NoMatch, complete, memory, id="zzz99")
    fact = write(memory, "fact", "x").record
    rejected("other_kind", complete, memory, id=fact.id)


def test_an_archived_schedule_can_be_completed_by_id():
    bench, memory = device()
    id = write(memory, "schedule", "看牙", when="2026-02-06 09:00").record.id
    bench.clock.to("2026-02-09 09:00")
    for number in range(16):
        write(memory, "event", "day %d" % number, when="2026-03-%02d" % (number + 1))
    assert memory.count("schedule") == 0
    assert complete(memory, id=id).result == "UPDATED"
    record = one(memory, "看牙")
    assert (record.kind, record.get("completed")) == ("event", bench.clock.now())
    assert complete(memory, id=id).result == "NOOP"


def test_a_date_sent_back_as_it_was_read_is_no_change_of_date():
    """An LLM that corrects one thing sends the others as it read them."""
    bench, memory = device()
    series = write(memory, "schedule", "浇花", when="2026-01-31 08:00", repeat="monthly").record
    assert (series.get("when"), series.get("day")) == ("2026-02-28 08:00", 31)
    correct(memory, series.id, when="2026-02-28 08:00", repeat="monthly", priority=5)
    assert one(memory, "浇花").get("day") == 31
    late = write(memory, "schedule", "看牙", when="2026-02-06 09:00").record
    memory.replace(late.revised(0, announced=5))
    bench.clock.to("2026-02-06 10:00")
    change = correct(memory, late.id, "看牙医", when="2026-02-06 09:00", repeat="none")
    assert change.result == "UPDATED"
    record = one(memory, "看牙医")
    assert (record.get("when"), record.get("announced")) == ("2026-02-06 09:00", 5)


def test_a_corrected_date_is_checked_and_announced_anew():
    _, memory = device()
    record = write(memory, "schedule", "看牙", when="2026-02-06 09:00").record
    memory.replace(record.revised(0, announced=5))
    rejected("past", correct, memory, record.id, when="2026-02-01 09:00")
    assert one(memory, "看牙").get("announced") == 5
    correct(memory, record.id, when="2026-02-07 09:00")
    assert one(memory, "看牙").get("announced") is None
    correct(memory, record.id, repeat="weekly")
    assert one(memory, "看牙").get("repeat") == 2
    correct(memory, record.id, repeat="monthly", when="2026-01-31 09:00")
    found = one(memory, "看牙")
    assert (found.get("when"), found.get("day")) == ("2026-02-28 09:00", 31)
    correct(memory, record.id, repeat="none", when="2026-02-28 09:00")
    found = one(memory, "看牙")
    assert (found.get("repeat"), found.get("day")) == (None, None)


def test_the_end_of_the_calendar_stops_no_other_schedule():
    bench, memory = device()
    for repeat in ("none", "daily", "weekly", "monthly"):
        write(memory, "schedule", "last " + repeat, when="2099-12-31 23:00", repeat=repeat)
    for _ in range(3):
        for repeat in ("none", "daily", "weekly", "monthly"):
            if "last " + repeat in hot_contents(memory, "schedule"):
                complete(memory, "last " + repeat)
    assert write(memory, "schedule", "看牙", when="2026-02-06 09:00").result == "ADDED"
    assert complete(memory, "看牙").result == "UPDATED"
    memory = bench.start()
    assert write(memory, "schedule", "看书", when="2026-02-06 09:00").result == "ADDED"
    for year in (2100, 2135, 2136):
        rejected("bad_when", write, memory, "event", "x", when="%d-01-01" % year)


# -- correcting and deleting --------------------------------------------------------------------


def test_a_correction_changes_what_is_given_and_nothing_else():
    bench, memory = device()
    id = write(memory, "fact", "养了一只猫", topic="宠物", importance=4).record.id
    bench.clock.to("2026-02-06 10:00")
    change = correct(memory, id, "养了两只猫")
    assert (change.result, change.record.rev) == ("UPDATED", 2)
    record = one(memory, "养了两只猫")
    assert (record.id, record.get("topic"), record.get("importance")) == (id, "宠物", 80)
    assert record.get("updated") == bench.clock.now()
    assert record.created < record.get("updated")
    assert correct(memory, id, "养了两只猫").result == "NOOP"
    assert correct(memory, id).result == "NOOP"


def test_a_correction_of_another_kind_is_refused():
    _, memory = device()
    id = write(memory, "fact", "x").record.id
    error = rejected("other_kind", correct, memory, id, "y", "moment")
    assert error.details["kind"] == "fact"
    assert correct(memory, id, "y", "fact").result == "UPDATED"


def test_a_correction_is_held_to_the_rules_of_the_kind():
    _, memory = device()
    id = write(memory, "age", "30").record.id
    rejected("bad_age", correct, memory, id, "old")
    rejected("empty", correct, memory, id, " ")
    id = write(memory, "fact", "x").record.id
    rejected("too_long", correct, memory, id, "字" * 81)
    assert correct(memory, id, None, closeness=3).ignored == ["closeness"]
    assert one(memory, "x").rev == 1


def test_an_id_that_is_none_or_nobodys_is_said_to_be_so():
    _, memory = device()
    id = write(memory, "fact", "x").record.id
    for wrong in ("", "x", "../../etc", id + "x", "K3Z1", "k3z 1"):
        rejected("bad_id", correct, memory, wrong, "y")
        rejected("bad_id", delete, memory, id=wrong)
    for nobody in ("zzz1", id[:3] + "99999", id[:3] + "4294967295"):
        rejected("no_id", correct, memory, nobody, "y")
        assert delete(memory, id=nobody).result == "NOOP"
    for other_spelling in (id[:3] + "0" + id[3:], id[:3] + str(int(id[3:]) + 2**32)):
        rejected("bad_id", delete, memory, id=other_spelling)
    assert contents(memory) == ["x"]


def test_a_deletion_by_words_is_exact_first_then_a_part_only_one_has():
    _, memory = device()
    for text in ("茶", "红茶", "绿茶", "咖啡"):
        write(memory, "like", text)
    assert delete(memory, "茶").record.content == "茶"
    error = raised(NoMatch, delete, memory, "茶")
    assert sorted([words for _, _, words in error.candidates]) == ["红茶", "绿茶"]
    assert delete(memory, "咖").record.content == "咖啡"
    assert delete(memory, "啤酒").result == "NOOP"
    assert delete(memory, "红", "fact").result == "NOOP"
    assert sorted(contents(memory)) == ["红茶", "绿茶"]


def test_the_same_words_hot_and_archived_are_both_named_before_one_is_deleted():
    _, memory = device()
    write(memory, "fact", "养猫")
    for number in range(21):
        write(memory, "fact", "fact %d" % number)
    write(memory, "goal", "养猫的梦")
    assert "养猫" not in hot_contents(memory, "fact")
    assert delete(memory, "养猫").record.kind == "fact"
    assert contents(memory, None, "养猫") == ["养猫的梦"]


def test_a_profile_value_is_deleted_by_its_kind_alone():
    _, memory = device()
    write(memory, "name", "小明")
    assert delete(memory, kind="name").record.content == "小明"
    assert delete(memory, kind="name").result == "NOOP"
    rejected("no_words", delete, memory, None, "fact")
    rejected("no_words", delete, memory, "  ")


def test_a_family_member_is_deleted_by_name_or_relation():
    _, memory = device()
    write(memory, "family", "王芳", relation="妈妈")
    write(memory, "family", None, relation="爸爸")
    assert delete(memory, "爸爸", "family").result == "DELETED"
    assert delete(memory, "王芳", "family").result == "DELETED"
    assert memory.count("family") == 0


def test_what_is_archived_is_corrected_and_deleted_like_what_is_hot():
    bench, memory = device()
    for number in range(30):
        write(memory, "fact", "fact %02d" % number, topic="t")
    assert "fact 02" not in hot_contents(memory, "fact")
    id = by_content(memory, "fact 02")
    assert correct(memory, id, "第二", topic="u").record.rev == 2
    assert correct(memory, id, "第二").result == "NOOP"
    assert delete(memory, "fact 03").result == "DELETED"
    assert delete(memory, id=by_content(memory, "fact 04")).result == "DELETED"
    for _ in range(2):
        record = one(memory, "第二")
        assert (record.id, record.get("topic"), record.rev) == (id, "u", 2)
        assert len(contents(memory, "fact")) == 28
        memory = bench.start()
    assert delete(memory, id=id).result == "DELETED"
    assert delete(memory, id=id).result == "NOOP"
    rejected("no_id", correct, memory, id, "back again")
    assert len(contents(memory, "fact")) == 27


def test_coins_are_nobodys_to_delete():
    _, memory = device()
    from memory.records.record import Record

    memory.replace(Record("aaa1", "affection", 0, {"content": "", "coins": 42}))
    assert memory.coins() == 42
    assert delete(memory, id="aaa1").result == "NOOP"
    assert memory.coins() == 42


def test_newer_memory_stays_shut_and_untouched():
    bench, memory = device()
    write(memory, "fact", "x")
    memory.hot_store.set_number("format", 2)
    image = bytes(bench.image)
    raised(NewerFormat, bench.start)
    assert bytes(bench.image) == image


def test_a_second_start_of_a_settled_device_writes_nothing():
    bench, memory = device()
    for number in range(25):
        write(memory, "fact", "fact %d" % number)
    before = everything(memory)
    for archive in (True, False, True):
        memory = bench.start(archive=archive)
        assert bench.flash.operations == 0
    assert everything(memory) == before
