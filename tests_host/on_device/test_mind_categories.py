"""mind.scores.categories: what REST, other memory systems and the formulas know of each kind."""

from memory.records import kinds
from memory.records.fields import RETENTIONS
from mind.scores import categories, settings

NUMBERS = settings.numbers()


def test_categories_hold_the_kinds_of_the_design():
    assert {name: categories.kinds_of(name) for name in categories.CATEGORIES} == {
        "fact": ("fact", "trait", "habit", "goal") + kinds.PROFILE,
        "preference": ("like", "dislike", "preference"),
        "person": ("family", "person"),
        "event": ("event", "moment"),
        "rule": ("rule",),
        "skill": ("skill",),
        "lesson": ("lesson",),
        "todo": ("todo",),
    }


def test_every_kind_that_people_write_is_semantic_but_schedules():
    for kind in kinds.WRITABLE:
        assert categories.is_semantic(kind) == (kind != "schedule"), kind
    assert not categories.is_semantic("affection")
    assert not categories.is_semantic("episode")
    assert not categories.is_semantic("?z")


def test_what_is_not_semantic_has_no_category():
    assert categories.category_of("schedule") is None
    assert categories.category_of("trait") == "fact"
    assert categories.row_of("turn") is None


def test_an_unknown_category_is_told_all_that_there_are():
    try:
        categories.kinds_of("prefs")
        raise AssertionError
    except ValueError as e:
        assert e.args[0].endswith("fact, preference, person, event, rule, skill, lesson, todo")


def test_kinds_have_the_types_of_other_systems():
    found = {row.kind: row.sort for row in categories.TABLE}
    assert found["preference"] == found["like"] == found["dislike"] == "PREFERENCE"
    assert (found["trait"], found["rule"]) == ("PERSONA_TRAIT", "RULE")
    assert (found["skill"], found["lesson"]) == ("SKILL", "ERROR")
    assert found["family"] == found["person"] == found["event"] == found["name"] == "FACT"


def test_how_lasting_a_kind_is():
    found = {row.kind: categories.default_p(row.kind, NUMBERS) for row in categories.TABLE}
    for kind in ("rule", "trait", "preference", "like", "dislike", "family"):
        assert found[kind] == 90, kind
    assert found["person"] == 70
    for kind in ("fact", "skill", "goal", "habit") + kinds.PROFILE:
        assert found[kind] == 50, kind
    for kind in ("event", "moment", "lesson"):
        assert found[kind] == 30, kind
    assert categories.default_p("later", NUMBERS) == 50


def test_how_fast_a_kind_fades():
    found = {row.kind: categories.default_decay(row.kind, NUMBERS) for row in categories.TABLE}
    fading = {kind: rate for kind, rate in found.items() if rate}
    assert fading == {"lesson": 100, "event": 50, "fact": 10}
    assert categories.default_decay("schedule", NUMBERS) == 0


def test_durations_are_retentions_of_the_field_table():
    for row in categories.TABLE:
        assert row.duration in RETENTIONS
        assert (row.duration == "permanent") == (row.kind != "lesson"), row.kind
