"""memory.records.kinds: the table holds together and says what docs/FORMAT.md says."""

from memory.records import kinds

LETTERS = {
    "name": "N",
    "age": "A",
    "gender": "G",
    "location": "L",
    "birthday": "B",
    "family": "F",
    "like": "l",
    "dislike": "d",
    "event": "e",
    "schedule": "s",
    "fact": "f",
    "trait": "t",
    "habit": "h",
    "moment": "m",
    "goal": "g",
    "affection": "$",
    "preference": "p",
    "person": "P",
    "rule": "r",
    "skill": "k",
    "lesson": "n",
    "todo": "T",
    "episode": "E",
    "attachment": "a",
}

RUNS_ON = ("micropython", "cpython")


def test_every_kind_has_the_letter_of_the_format():
    assert {row.name: row.letter for row in kinds.BY_NAME.values()} == LETTERS
    assert {kinds.BY_LETTER[letter]: letter for letter in kinds.BY_LETTER} == LETTERS


def test_the_tool_writes_every_kind_but_the_coins_and_what_a_talk_was_about():
    others = ("affection", "episode", "attachment")
    assert sorted(kinds.WRITABLE) == sorted([name for name in LETTERS if name not in others])
    assert sorted(kinds.SEARCHED) == sorted([name for name in LETTERS if name != "affection"])


def test_caps_are_those_of_the_design():
    caps = {row.name: row.cap for row in kinds.BY_NAME.values() if row.cap != 1}
    assert caps == {
        "family": 8,
        "like": 8,
        "dislike": 8,
        "event": 16,
        "schedule": 16,
        "fact": 20,
        "trait": 10,
        "habit": 10,
        "moment": 10,
        "goal": 5,
        "todo": 16,
        "preference": 0,
        "person": 0,
        "rule": 0,
        "skill": 0,
        "lesson": 0,
        "episode": 0,
        "attachment": 0,
    }
    assert kinds.EVENTS_CAP == 16
    assert kinds.ROLLS == {"fact": 5, "moment": 3}


def test_what_rolls_always_finds_enough_that_may_leave():
    for kind in kinds.ROLLS:
        pinned = kinds.PINNED_FACTS if kind == "fact" else 0
        assert kinds.BY_NAME[kind].cap - pinned >= kinds.ROLLS[kind]
