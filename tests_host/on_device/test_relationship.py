"""firmware.companion.relationship: five stages by coins spent."""

from firmware.companion.relationship import describe, stage


def test_a_stage_begins_with_its_first_coin():
    for coins, expected in (
        (0, 0),
        (20, 0),
        (21, 1),
        (50, 1),
        (51, 2),
        (100, 2),
        (101, 3),
        (200, 3),
        (201, 4),
        (10**9, 4),
    ):
        assert stage(coins) == expected, coins


def test_every_stage_has_a_name_and_a_manner_in_both_languages():
    words = set()
    for coins in (0, 21, 51, 101, 201):
        for language in ("zh", "en"):
            key, name, manner = describe(coins, language)
            assert name
            assert manner
            words.add((key, language, name, manner))
            assert all(ord(letter) < 128 for letter in name + manner) == (language == "en")
    assert len(words) == 10
    assert describe(0, "zh")[0] == describe(0, "en")[0] == "stranger"
    assert describe(150, "en")[1] == "close friend"
