"""
memory.records.validation: what may be written, and the errors that say what is allowed instead.
"""

from _raised import raised
from memory.errors import Rejected
from memory.guard import secrets
from memory.records import emotions, validation
from memory.records.fields import EMOTIONS, bounds_of
from memory.records.kinds import BY_NAME, WRITABLE

RUNS_ON = ("micropython", "cpython")


def rejected(code, function, *arguments):
    error = raised(Rejected, function, *arguments)
    assert error.code == code, (error.code, str(error))
    return error


def test_content_is_kept_as_it_was_said_but_for_the_space_around_it():
    for kind in WRITABLE:
        if kind in ("age", "birthday"):
            continue
        for text in ("茶", "a", "🎂🐱", 'a"b\\c', "line\nbreak", "x" * BY_NAME[kind].content_cap):
            assert validation.clean_content(kind, "  " + text + "\n") == text


def test_content_is_counted_in_bytes_of_utf8():
    for kind in WRITABLE:
        cap = BY_NAME[kind].content_cap
        if kind in ("age", "birthday"):
            continue
        assert validation.clean_content(kind, "字" * (cap // 3)) == "字" * (cap // 3)
        error = rejected("too_long", validation.clean_content, kind, "字" * (cap // 3) + "é")
        assert error.details == {"field": "content", "size": cap + 2, "cap": cap}
        rejected("too_long", validation.clean_content, kind, "🎂" * (cap // 4 + 1))


def test_no_words_are_no_content():
    for kind in WRITABLE:
        for value in ("", "  ", "\n\t"):
            if kind != "family" or value:
                rejected("empty", validation.clean_content, kind, value)
        for value in (5, 1.5, True, [], {}, b"bytes"):
            rejected("not_text", validation.clean_content, kind, value)
    rejected("not_text", validation.clean_content, "fact", "half \ud83d")
    rejected("not_text", validation.clean_content, "fact", None)


def test_a_family_member_may_go_without_a_name():
    assert validation.clean_content("family", "") == ""
    assert validation.clean_content("family", None) == ""


def test_an_age_is_a_whole_number_of_years():
    for given, kept in (("30", "30"), (" 7 ", "7"), ("30岁", "30"), ("30 岁", "30"), ("007", "7")):
        assert validation.clean_content("age", given) == kept
    assert validation.clean_content("age", "0") == "0"
    assert validation.clean_content("age", "150") == "150"
    for text in ("151", "-1", "3.5", "三十", "thirty", "岁", "1e2", "30 years", "９", "0x1e"):
        error = rejected("bad_age", validation.clean_content, "age", text)
        assert (error.details["low"], error.details["high"]) == (0, 150)


def test_a_birthday_is_a_day_with_or_without_its_year():
    for given, kept in (
        ("1990-05-01", "1990-05-01"),
        ("1990/05/01", "1990-05-01"),
        ("05-01", "05-01"),
        ("02-29", "02-29"),
    ):
        assert validation.clean_content("birthday", given) == kept
    for text in ("1990-05-01 08:00", "1990-02-29", "May 1st", "5月1日", "1850-01-01", "13-01"):
        rejected("bad_birthday", validation.clean_content, "birthday", text)


def test_numbers_are_whole_and_in_range():
    for name in ("closeness", "priority", "importance", "emotion_intensity", "duration", "p"):
        low, high = (1, 5) if name == "importance" else bounds_of(name)
        assert validation.clean_number(name, low) == low
        assert validation.clean_number(name, high) == high
        for value in (low - 1, high + 1, "3", 2.0, True, [], -(2**70)):
            error = rejected("out_of_range", validation.clean_number, name, value)
            assert (error.details["low"], error.details["high"]) == (low, high)


def test_an_emotion_is_a_word_or_its_number():
    for number, word in enumerate(EMOTIONS):
        assert validation.clean_emotion(word) == number
        assert validation.clean_emotion(number) == number
    for value in ("ecstatic", "Happy", "", -1, 6, 1.0, True, []):
        error = rejected("not_allowed", validation.clean_emotion, value)
        allowed = error.details["allowed"]
        assert allowed[:6] == EMOTIONS and allowed[-1] == "0-5" and len(allowed) == 25
        for word in allowed[:-1]:
            assert emotions.number_of(word) is not None and word in str(error), word
        assert [word for word in emotions.NAMES if word not in allowed] == []


def test_a_servers_name_of_an_emotion_is_one_of_the_six_and_is_kept_beside_it():
    for word, number in (("crying", 2), ("angry", 4), ("kissy", 5), ("surprised", 3)):
        fields, _ = validation.clean_fields("moment", {"emotion_type": word})
        assert fields == {"emotion_type": number, "emotion_name": word}
    assert validation.clean_fields("moment", {"emotion_type": "sad"})[0] == {"emotion_type": 2}
    fields, ignored = validation.clean_fields("like", {"emotion_type": "crying"})
    assert fields == {} and ignored == ["emotion_type"]


def test_a_servers_name_alone_says_which_of_the_six_it_is():
    for name in emotions.NAMES:
        fields, _ = validation.clean_fields("moment", {"emotion_name": name})
        assert fields == {"emotion_type": emotions.number_of(name), "emotion_name": name}
    told = {"emotion_name": "crying", "emotion_type": "happy"}
    assert validation.clean_fields("moment", told)[0]["emotion_type"] == 1
    for value in ("bogus", "excited", "Happy", "", 2, []):
        error = rejected("not_allowed", validation.clean_fields, "fact", {"emotion_name": value})
        assert error.details["allowed"].split(", ") == sorted(emotions.NAMES)
    gone, _ = validation.clean_fields("moment", {"emotion_type": validation.REMOVED})
    assert gone == {"emotion_type": None, "emotion_name": None}


def test_a_repeat_is_one_of_its_words():
    assert [validation.clean_repeat(w) for w in ("none", "daily", "weekly", "monthly")] == [
        0,
        1,
        2,
        3,
    ]
    for value in ("yearly", "Daily", "", 1, True, []):
        rejected("not_allowed", validation.clean_repeat, value)


def test_an_event_has_a_day_and_a_schedule_a_time():
    assert validation.clean_when("event", "2026/02/05") == "2026-02-05"
    assert validation.clean_when("event", "02-05") == "02-05"
    assert validation.clean_when("event", "2026-02-05T14:00:30") == "2026-02-05 14:00"
    assert validation.clean_when("schedule", "2026-02-05 14:00") == "2026-02-05 14:00"
    for value in ("2026-02-05", "02-05", "tomorrow", "", 5, [], "2026-02-30 14:00"):
        error = rejected("bad_when", validation.clean_when, "schedule", value)
        assert error.details["allowed"] == "YYYY-MM-DD HH:MM"
        assert "YYYY-MM-DD HH:MM" in str(error)
    for value in ("tomorrow", 5, None, "2026-02-30"):
        rejected("bad_when", validation.clean_when, "event", value)


def test_fields_of_another_kind_are_named_and_left_out():
    fields, ignored = validation.clean_fields(
        "like", {"topic": "t", "importance": 3, "closeness": 9, "when": "nonsense"}
    )
    assert fields == {"importance": 60}
    assert ignored == ["closeness", "topic", "when"]


def test_fields_that_were_not_given_are_absent():
    assert validation.clean_fields("moment", {"topic": None, "emotion_type": None}) == ({}, [])


def test_every_field_of_a_kind_is_brought_into_its_stored_form():
    assert validation.clean_fields("moment", {"emotion_type": "sad", "emotion_intensity": 5}) == (
        {"emotion_type": 2, "emotion_intensity": 5},
        [],
    )
    given = {"when": "2026/02/05 08:00", "repeat": "weekly", "priority": 1, "duration": 1440}
    assert validation.clean_fields("schedule", given) == (
        {"when": "2026-02-05 08:00", "repeat": 2, "priority": 1, "duration": 1440},
        [],
    )
    assert validation.clean_fields("family", {"relation": " 妈妈 ", "closeness": 5}) == (
        {"relation": "妈妈", "closeness": 5},
        [],
    )
    assert [
        validation.clean_fields("fact", {"importance": n})[0]["importance"] for n in (1, 5)
    ] == [
        20,
        100,
    ]


def test_one_wrong_field_refuses_all():
    rejected("out_of_range", validation.clean_fields, "fact", {"topic": "t", "importance": 6})
    rejected("too_long", validation.clean_fields, "fact", {"topic": "字" * 21})
    rejected("not_text", validation.clean_fields, "family", {"relation": 5})
    rejected("empty", validation.clean_fields, "family", {"relation": "  "})


def test_a_key_of_every_service_is_found_from_its_fewest_letters_on():
    fewest = min([least for _, least in secrets._KEYS])
    for prefix, least in secrets._KEYS:
        for letters in ("aZ09-_./+=" * 4, "0123456789" * 4, "zA9=+/._-0" * 4):
            for before, after in (("", ""), ("主人的是", "，别说"), ("it is ", " ok")):
                key = prefix.decode() + letters[:least]
                assert secrets.detect(before + key + after) == "key", key
        short = prefix.decode() + "a" * (fewest - 2) + "1"
        assert secrets.detect(short) == "", short
