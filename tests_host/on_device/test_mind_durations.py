"""mind.scores.durations: how long a memory is kept, and what fades, expires or is unused."""

from memory.errors import Rejected
from memory.records.fields import REASONS, RETENTIONS
from memory.records.record import Record
from mind.scores import durations, settings

NUMBERS = settings.numbers()
HOUR = 3600
DAY = 86400
NOW = 9500 * DAY + 3 * HOUR  # of a day in 2026


def record(kind, content="x", age=0, **fields):
    """A record told so many days ago; its retention by its word."""
    fields["content"] = content
    if "retention" in fields:
        fields["retention"] = RETENTIONS.index(fields["retention"])
    return Record("aaa1", kind, NOW - age * DAY, fields)


def due(one, uses=0, last_used=None, now=NOW, numbers=NUMBERS):
    return durations.due(one, uses, last_used, now, numbers)


def demoted(one, found):
    """The record as whoever asks `due` leaves it."""
    retention, expires = found
    return one.revised(NOW, retention=RETENTIONS.index(retention), expires=expires)


# What is told


def test_words_mean_their_time():
    found = {word: durations.told(word, "like", NUMBERS) for word in durations.WORDS}
    assert found == {
        "permanent": ("permanent", None, 0),
        "30d": ("long", 30 * DAY, 0),
        "7d": ("short", 7 * DAY, 0),
        "24h": ("transient", DAY, 0),
        "session": ("transient", 2 * HOUR, 0),
        "transient": ("transient", DAY, 0),
        "short": ("short", 3 * DAY, 0),
        "long": ("long", 30 * DAY, 0),
    }


def test_what_is_told_for_a_time_fades_by_its_kind():
    assert durations.told("7d", "lesson", NUMBERS) == ("short", 7 * DAY, 100)
    assert durations.told("30d", "event", NUMBERS) == ("long", 30 * DAY, 50)
    assert durations.told("permanent", "fact", NUMBERS) == ("permanent", None, 0)


def test_an_unknown_word_is_told_all_that_there_are():
    for word in ("forever", "", None, 7, ["7d"], "7D"):
        try:
            durations.told(word, "fact", NUMBERS)
            raise AssertionError(word)
        except Rejected as e:
            assert e.details["field"] == "duration"
            assert e.details["allowed"] == ", ".join(durations.WORDS)


def test_what_nobody_told_goes_by_the_kind():
    for kind in ("preference", "like", "dislike", "trait", "habit", "skill", "family", "person"):
        assert durations.by_kind(kind, "x", NUMBERS) == ("permanent", None, 0), kind
    assert durations.by_kind("fact", "x", NUMBERS) == ("permanent", None, 10)
    assert durations.by_kind("event", "x", NUMBERS) == ("permanent", None, 50)
    assert durations.by_kind("lesson", "x", NUMBERS) == ("short", 7 * DAY, 100)
    assert durations.by_kind("name", "x", NUMBERS) == ("permanent", None, 0)


def test_a_rule_about_a_task_lives_a_day_and_others_for_good():
    assert durations.by_kind("rule", "回答要简短", NUMBERS) == ("permanent", None, 0)
    assert durations.by_kind("rule", "这次用英文回答", NUMBERS) == ("transient", DAY, 0)
    assert durations.by_kind("fact", "这次用英文回答", NUMBERS)[0] == "permanent"


def test_settings_change_what_words_mean():
    other = settings.numbers({"short_days": 5, "task_hours": 2, "lesson_days": 1})
    assert durations.told("short", "like", other)[1] == 5 * DAY
    assert durations.by_kind("rule", "just this once", other)[1] == 2 * HOUR
    assert durations.by_kind("lesson", "x", other)[1] == DAY


# Expiry


def test_what_is_over_goes_at_its_time_and_not_before():
    one = record("fact", retention="long", importance=90, expires=NOW)
    assert due(one, now=NOW - 1) is None
    assert due(one) == "expired"
    assert "expired" in REASONS


def test_a_time_of_its_end_counts_without_a_retention():
    assert due(record("event", expires=NOW - 1)) == "expired"
    assert due(record("attachment", expires=NOW - 1)) == "expired"


def test_a_retention_without_a_time_ends_too():
    assert due(record("like", age=2, retention="short")) is None
    assert due(record("like", age=3, retention="short")) == "expired"
    assert due(record("like", age=30, retention="long")) == "expired"
    assert due(record("like", age=1, retention="transient"), uses=99, last_used=NOW) == "expired"


def test_permanent_and_core_memories_are_left_alone():
    old = {"age": 4000, "importance": 0}
    assert due(record("lesson", retention="permanent", expires=NOW - DAY, **old)) is None
    assert due(record("lesson", p=100, retention="short", expires=NOW - DAY, **old)) is None
    allergy = record("fact", "对花生过敏", retention="transient", expires=NOW - DAY, **old)
    assert due(allergy) is None
    assert due(record("fact", "对花生不过敏", expires=NOW - DAY, **old)) == "expired"


def test_a_retention_of_a_newer_version_is_left_alone():
    one = record("like", age=4000, importance=0)
    one.fields["retention"] = len(RETENTIONS)
    assert due(one) is None


def test_history_and_trash_are_left_alone():
    old = {"age": 400, "importance": 0}
    assert due(record("fact", superseded_by="aaa2", expires=NOW - DAY, **old)) is None
    assert due(record("fact", trashed_at=NOW - DAY, expires=NOW - DAY, **old)) is None


def test_a_cancelled_rule_does_not_stay_active():
    """Trap: a cancelled rule stays active. What was for one task ends, however much it is used."""
    retention, lives, decay = durations.by_kind("rule", "这次先别提醒我", NUMBERS)
    rule = record("rule", "这次先别提醒我", importance=100, decay=decay, retention=retention)
    rule.fields["expires"] = NOW + lives
    assert due(rule, uses=500, last_used=NOW + lives - 1, now=NOW + lives - 1) is None
    assert due(rule, uses=500, last_used=NOW + lives, now=NOW + lives) == "expired"


# Fading


def lesson(age, importance=50, **fields):
    return record("lesson", age=age, importance=importance, retention="short", **fields)


def test_fading_follows_the_days_since_the_last_use():
    one = lesson(10, importance=80)
    assert durations.faded_to(one, 0, NUMBERS) == 80
    assert abs(durations.faded_to(one, 1, NUMBERS) - 72) < 1e-9
    assert abs(durations.faded_to(one, 10, NUMBERS) - 80 * 0.9**10) < 1e-9
    assert durations.faded_to(one, -4, NUMBERS) == 80
    assert durations.faded_to(record("like", importance=80), 1000, NUMBERS) == 80


def test_what_has_faded_lives_one_more_day():
    far = NOW + 90 * DAY
    assert due(lesson(4, expires=far)) is None  # 50 x .9^4 = 32.8
    assert due(lesson(5, expires=far)) == ("transient", NOW + DAY)  # 29.5


def test_what_has_faded_and_is_hardly_used_goes():
    far = NOW + 90 * DAY
    assert due(lesson(15, expires=far), uses=0) == ("transient", NOW + DAY)  # 10.3
    assert due(lesson(16, expires=far), uses=0) == "faded"  # 9.3
    assert due(lesson(16, expires=far), uses=1) == "faded"
    assert due(lesson(16, expires=far), uses=2) == ("transient", NOW + DAY)


def test_a_use_or_a_change_keeps_it_fresh():
    far = NOW + 90 * DAY
    assert due(lesson(16, expires=far), last_used=NOW - 2 * DAY) is None
    assert due(lesson(16, expires=far, updated=NOW - 2 * DAY)) is None


def test_nothing_fades_on_its_first_day():
    assert due(record("lesson", importance=5, retention="short")) is None
    assert due(lesson(0.9, importance=5)) is None
    assert due(lesson(1, importance=5)) == "faded"


def test_what_does_not_decay_does_not_fade():
    assert due(record("like", age=2, importance=5, retention="short")) is None
    assert due(lesson(2, importance=5, decay=0)) is None


def test_what_is_long_or_of_no_told_retention_does_not_fade():
    assert due(record("lesson", age=20, importance=40, retention="long")) is None
    assert due(record("event", age=80, importance=40)) is None


def test_fading_gives_no_more_time_than_there_was():
    soon = NOW + HOUR
    assert due(lesson(5, expires=soon)) == ("transient", soon)


def test_something_demoted_expires():
    """Trap: something demoted never expires."""
    one = lesson(5, expires=NOW + 90 * DAY)
    one = demoted(one, due(one))
    assert due(one) is None
    assert due(one, now=NOW + DAY) == "expired"
    assert due(one, uses=50, last_used=NOW + DAY, now=NOW + DAY) == "expired"


def test_something_demoted_is_not_demoted_anew_each_night():
    one = record("lesson", age=5, importance=50, retention="transient", expires=NOW + HOUR)
    assert due(one) is None
    assert due(one, now=NOW + HOUR) == "expired"
    long = record("lesson", age=5, importance=50, retention="transient", expires=NOW + 9 * DAY)
    assert due(long) == ("transient", NOW + DAY)


# Unused


def test_what_nobody_needs_is_unused():
    assert due(record("fact", age=90, importance=49)) == "unused"
    assert due(record("fact", age=89, importance=49)) is None
    assert due(record("fact", age=4000, importance=50)) is None
    assert due(record("fact", age=4000)) is None  # nobody told how much it matters


def test_what_was_used_or_changed_lately_is_not_unused():
    assert due(record("fact", age=900, importance=10), last_used=NOW - 89 * DAY) is None
    assert due(record("fact", age=900, importance=10, updated=NOW - 89 * DAY)) is None
    assert due(record("fact", age=900, importance=10), last_used=NOW - 90 * DAY) == "unused"


def test_what_is_to_come_is_not_unused():
    late = {"age": 200, "importance": 20}
    assert due(record("event", when="2099-01-01", **late)) is None
    assert due(record("event", when="05-17", **late)) is None
    assert due(record("event", when="2026-01-01", **late)) == "unused"
    assert due(record("event", **late)) == "unused"


def test_an_open_todo_and_the_profile_are_never_unused():
    late = {"age": 200, "importance": 20}
    assert due(record("todo", **late)) is None
    assert due(record("todo", completed=NOW - 150 * DAY, **late)) == "unused"
    assert due(record("name", **late)) is None


def test_what_is_no_memory_of_the_owner_is_never_unused():
    for kind in ("schedule", "affection", "episode", "turn", "?z"):
        assert due(record(kind, age=4000, importance=0)) is None, kind


def test_a_time_that_nobody_knows_lets_nothing_fade():
    one = record("lesson", age=9000, importance=5, retention="short", expires=NOW + DAY)
    one.approx = True
    assert due(one) is None
    assert due(one, last_used=NOW - 2 * DAY) == "faded"
    unknown = record("like", age=9000, retention="short")
    unknown.approx = True
    assert due(unknown) is None
    assert due(unknown, last_used=NOW - 3 * DAY) == "expired"


def test_a_clock_that_went_back_lets_nothing_fade():
    assert due(lesson(-30, importance=5, expires=NOW + 99 * DAY)) is None
    assert due(record("fact", age=900, importance=5), last_used=NOW + DAY) is None


# The guard of a night


def test_a_night_does_not_delete_most_of_memory():
    """Trap: a night that deletes most of memory."""
    assert durations.is_too_much(21, 83, NUMBERS)
    assert durations.is_too_much(201, 800, NUMBERS)
    assert not durations.is_too_much(200, 800, NUMBERS)
    assert not durations.is_too_much(21, 84, NUMBERS)


def test_a_small_set_can_be_cleaned():
    """Trap: a small set can never be cleaned."""
    assert not durations.is_too_much(20, 20, NUMBERS)
    assert not durations.is_too_much(1, 1, NUMBERS)
    assert not durations.is_too_much(0, 0, NUMBERS)
