"""memory.changes.eviction: which records leave hot memory, and which never do."""

from _raised import raised
from memory.changes import eviction
from memory.errors import CapReached
from memory.records.kinds import BY_NAME, PROFILE, WRITABLE
from memory.records.record import Record
from memory.text import dates

RUNS_ON = ("micropython", "cpython")

NOW = dates.parse("2026-02-05 14:00")


class Held:
    """What make_room asks of memory: records of each kind, oldest first here."""

    def __init__(self, **records):
        self._records = records

    def count(self, kind):
        return len(self._records.get(kind, ()))

    def each(self, kind):
        return reversed(self._records.get(kind, []))

    def weigh(self, record):
        return record.importance()

    def every(self, kinds):
        for kind in kinds:
            yield from self.each(kind)


def some(kind, count, first=1, **fields):
    made = []
    for number in range(first, first + count):
        record = Record("aaa%d" % number, kind, 0, dict(fields))
        record.fields["content"] = "%s %d" % (kind, number)
        made.append(record)
    return made


def leaving(kind, **records):
    return [int(record.id[3:]) for record in eviction.make_room(kind, Held(**records), NOW)]


def test_below_its_cap_nothing_leaves():
    for kind in WRITABLE:
        if kind not in PROFILE and BY_NAME[kind].cap:
            assert leaving(kind, **{kind: some(kind, BY_NAME[kind].cap - 1)}) == [], kind


def test_profile_values_never_need_room():
    for kind in PROFILE:
        assert leaving(kind, **{kind: some(kind, 1)}) == []


def test_the_21st_fact_moves_the_oldest_five_and_the_11th_moment_three():
    assert leaving("fact", fact=some("fact", 20)) == [1, 2, 3, 4, 5]
    assert leaving("moment", moment=some("moment", 10)) == [1, 2, 3]


ONE_BY_ONE = ("family", "like", "dislike", "trait", "habit", "goal")


def test_of_other_kinds_the_one_of_least_weight_moves_and_of_equal_ones_the_oldest():
    for kind in ONE_BY_ONE:
        records = some(kind, BY_NAME[kind].cap)
        assert leaving(kind, **{kind: records}) == [1]
        for record in records:
            record.fields["importance"] = 60
        records[2].fields["importance"] = 20
        assert leaving(kind, **{kind: records}) == [3]
        records[2].fields["p"] = 100
        assert leaving(kind, **{kind: records}) == [1]


def test_where_all_of_a_kind_are_core_the_new_one_is_archived():
    for kind in ONE_BY_ONE:
        held = Held(**{kind: some(kind, BY_NAME[kind].cap, p=100)})
        assert eviction.make_room(kind, held, NOW) is None


def test_kinds_without_room_at_hand_are_archived_at_once():
    for kind in ("preference", "person", "rule", "skill", "lesson"):
        assert eviction.make_room(kind, Held(), NOW) is None


def test_the_seventeenth_todo_is_refused():
    error = raised(CapReached, leaving, "todo", todo=some("todo", 16))
    assert error.details == {"kind": "todo", "cap": 16}


def test_facts_of_the_highest_importance_stay():
    facts = some("fact", 20)
    for record in facts[:3]:
        record.fields["importance"] = 100
    facts[3].fields["importance"] = 80
    assert leaving("fact", fact=facts) == [4, 5, 6, 7, 8]


def test_of_more_than_ten_important_facts_the_oldest_may_leave():
    facts = some("fact", 20, importance=100)
    assert leaving("fact", fact=facts) == [1, 2, 3, 4, 5]
    facts = some("fact", 12, importance=100) + some("fact", 8, 13)
    assert leaving("fact", fact=facts) == [1, 2, 13, 14, 15]


def test_importance_does_not_pin_a_moment():
    assert leaving("moment", moment=some("moment", 10, importance=100)) == [1, 2, 3]


def test_events_and_schedules_share_sixteen_and_what_is_over_leaves():
    past = some("event", 4, 1, when="2026-02-01")
    done = some("schedule", 3, 5, when="2026-02-06 08:00", completed=5)
    coming = some("event", 5, 8, when="2026-03-01")
    daily = some("schedule", 4, 13, when="2026-01-01 08:00", repeat=1)
    for kind in ("event", "schedule"):
        found = leaving(kind, event=past + coming, schedule=done + daily)
        assert sorted(found) == [1, 2, 3, 4, 5, 6, 7]
    assert leaving("event", event=past + coming, schedule=done + daily[1:]) == []


def test_sixteen_that_are_not_over_refuse_a_seventeenth():
    coming = some("event", 10, 1, when="02-05")
    daily = some("schedule", 6, 11, when="2026-01-01 08:00", repeat=1)
    error = raised(CapReached, leaving, "schedule", event=coming, schedule=daily)
    assert error.details["cap"] == 16
