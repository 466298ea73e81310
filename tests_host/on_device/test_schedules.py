"""memory.records.schedules: which occurrence comes next, what is over, and what collides."""

from memory.records import marks, schedules
from memory.records.record import Record
from memory.text import dates

_ids = [0]


class Clock:
    """Stands still, and is never moved."""

    def __init__(self, text):
        self.seconds = dates.parse(text)

    def utc(self):
        return self.seconds

    def instant(self, local):
        return local


def schedule(when, repeat=0, duration=60, kind="schedule", **fields):
    _ids[0] += 1
    fields.update({"content": "x", "when": when, "duration": duration})
    if repeat:
        fields["repeat"] = repeat
        fields.setdefault("day", int(when[8:10]))
    return Record("aaa%d" % _ids[0], kind, 0, fields)


def at(text):
    return dates.parse(text)


def colliding(one, *others):
    return [
        dates.minute(begin)
        for _, begin in schedules.conflicts(one, list(others), Clock("2026-02-05").instant)
    ]


def both_ways(one, other):
    found = colliding(one, other)
    assert bool(found) == bool(colliding(other, one))
    return found


def test_a_day_of_every_year_is_at_no_one_time():
    for when, time in (("05-20", None), ("2026-05-20", at("2026-05-20"))):
        assert marks.time(schedule(when, kind="event")) == time, when
    assert marks.begins(schedule("05-20", kind="event")) == 0


def test_a_completed_occurrence_opens_the_first_one_later_than_now():
    daily = schedule("2026-02-05 08:00", 1, announced=5, missed=3)
    for now, when in (
        ("2026-02-05 07:00", "2026-02-06 08:00"),  # completed early
        ("2026-02-05 08:30", "2026-02-06 08:00"),
        ("2026-02-09 08:00", "2026-02-10 08:00"),
    ):
        after = schedules.advanced(daily, at(now))
        assert after.get("when") == when, now
        assert after.get("announced") is None
        assert after.rev == daily.rev + 1
        assert after.id == daily.id
    assert daily.get("when") == "2026-02-05 08:00"


def test_a_monthly_series_of_the_31st_comes_back_after_short_months():
    series = schedule("2026-01-31 08:00", 3)
    seen = []
    for _ in range(4):
        series = schedules.advanced(series, at(series.get("when")))
        seen.append(series.get("when")[:10])
    assert seen == ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]


def test_what_comes_back_is_never_over():
    now = at("2030-01-01")
    for repeat in (1, 2, 3):
        assert not schedules.is_over(schedule("2026-02-05 08:00", repeat), now)
    assert not schedules.is_over(schedule("02-05", kind="event"), now)


def test_an_event_is_over_when_its_day_has_passed():
    for when in ("2026-02-05", "2026-02-05 23:00"):
        event = schedule(when, kind="event")
        assert not schedules.is_over(event, at("2026-02-05 23:59"))
        assert schedules.is_over(event, at("2026-02-06 00:00"))
    undated = Record("aaa1", "event", 0, {"content": "x"})
    assert schedules.is_over(undated, 0)


def test_a_one_off_is_over_when_completed_or_a_day_late():
    one_off = schedule("2026-02-05 08:00")
    assert not schedules.is_over(one_off, at("2026-02-05 09:00"))
    assert not schedules.is_over(one_off, at("2026-02-06 07:59"))
    assert schedules.is_over(one_off, at("2026-02-06 08:00"))
    assert schedules.is_over(one_off.revised(0, completed=5), at("2026-02-01"))


def test_overlapping_times_collide_and_touching_ones_do_not():
    one = schedule("2026-02-05 10:00", duration=60)
    for when, hit in (
        ("2026-02-05 10:00", True),
        ("2026-02-05 10:59", True),
        ("2026-02-05 11:00", False),
        ("2026-02-05 09:01", True),
        ("2026-02-05 09:00", False),
        ("2026-02-06 10:00", False),
    ):
        assert bool(both_ways(one, schedule(when))) == hit, when
    assert both_ways(one, schedule("2026-02-05 08:00", duration=121)) == ["2026-02-05 08:00"]
    assert both_ways(one, schedule("2026-02-04 10:01", duration=1440)) == ["2026-02-04 10:01"]


def test_a_later_occurrence_of_a_series_collides():
    one_off = schedule("2026-03-15 08:10")
    assert colliding(one_off, schedule("2026-02-05 08:00", 1)) == ["2026-03-15 08:00"]
    assert colliding(one_off, schedule("2026-02-01 08:00", 2)) == ["2026-03-15 08:00"]
    assert colliding(one_off, schedule("2026-01-15 08:00", 3)) == ["2026-03-15 08:00"]
    assert colliding(one_off, schedule("2026-02-02 08:00", 2)) == []
    assert colliding(one_off, schedule("2026-01-16 08:00", 3)) == []
    assert colliding(one_off, schedule("2026-03-16 08:00", 1)) == []  # begins after it


def test_a_new_series_collides_with_what_is_planned_later():
    daily = schedule("2026-02-05 08:00", 1)
    assert colliding(daily, schedule("2026-03-15 08:10")) == ["2026-03-15 08:10"]
    assert colliding(daily, schedule("2026-03-15 09:00")) == []
    assert colliding(schedule("2026-01-31 08:00", 3), schedule("2026-02-28 08:30")) == [
        "2026-02-28 08:30"
    ]


def test_two_series_of_the_same_hour_collide():
    assert both_ways(schedule("2026-02-05 08:00", 1), schedule("2026-02-09 08:30", 2))
    assert both_ways(schedule("2026-02-05 08:00", 1), schedule("2026-02-28 07:30", 3))


def test_what_is_completed_and_the_record_itself_do_not_collide():
    one = schedule("2026-02-05 10:00")
    done = schedule("2026-02-05 10:00").revised(0, completed=1)
    assert colliding(one, one, done) == []


def test_due_is_what_begins_soon_or_has_begun_soonest_first():
    clock = Clock("2026-02-05 10:00")
    late = schedule("2026-02-04 10:00")
    soon = schedule("2026-02-05 11:00")
    later = schedule("2026-02-05 11:01")
    done = schedule("2026-02-05 10:30").revised(0, completed=1)
    series = schedule("2026-02-05 10:15", 1)
    found = marks.due_within([soon, late, later, done, series], clock, 60)
    assert [r.id for r in found] == [late.id, series.id, soon.id]


def test_completed_is_the_latest_announced_else_the_coming_one():
    first = schedule("2026-02-05 08:00")
    second = schedule("2026-02-05 20:00")
    third = schedule("2026-02-06 08:00")
    assert marks.to_complete([]) is None
    assert marks.to_complete([third, second, first]).id == first.id
    told = second.revised(0, announced=1)
    assert marks.to_complete([third, told, first]).id == told.id
    told_first = first.revised(0, announced=2)
    assert marks.to_complete([told_first, told, third]).id == told.id
