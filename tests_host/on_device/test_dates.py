"""
memory.text.dates: the calendar, the spellings of a date, and when a series comes next.

What CPython's datetime says of the same days is in tests_host/test_dates_reference.py.
"""

from _raised import raised
from memory.text import dates

RUNS_ON = ("micropython", "cpython")
THOROUGH = ("test_every_day_from_1900_to_2135_is_itself_again",)

_WHOLE_RANGE = (dates.days(1900, 1, 1), dates.days(2135, 12, 31))


def at(text):
    return dates.parse(text)


def test_every_day_from_1900_to_2135_is_itself_again():
    first, last = _WHOLE_RANGE
    year, month, day = 1900, 1, 1
    for number in range(first, last + 1):
        assert dates.civil(number) == (year, month, day), number
        assert dates.days(year, month, day) == number
        day += 1
        if day > dates.month_length(year, month):
            day, month = 1, month + 1
        if month > 12:
            month, year = 1, year + 1
    assert (year, month, day) == (2136, 1, 1)


def test_the_epoch_is_the_first_second_of_2000():
    assert dates.days(2000, 1, 1) == 0
    assert dates.iso(0) == "2000-01-01T00:00:00"
    assert dates.parse("2000-01-01") == 0
    assert dates.iso(-1) == "1999-12-31T23:59:59"


def test_only_every_fourth_century_has_a_leap_day():
    for year in (2000, 2004, 2024, 2104):
        assert dates.month_length(year, 2) == 29, year
    for year in (1900, 2001, 2023, 2100):
        assert dates.month_length(year, 2) == 28, year
    assert dates.civil(dates.days(2100, 2, 28) + 1) == (2100, 3, 1)
    assert dates.civil(dates.days(2024, 2, 28) + 1) == (2024, 2, 29)


def test_a_time_is_the_same_after_its_text_was_parsed():
    for seconds in (0, 1, 59, 3600, 86399, 86400, 824393041, 2**30, 2**31, 4291747199):
        assert dates.parse(dates.iso(seconds)) == seconds, seconds
    assert dates.parse("2026-02-05 14:00") == dates.parse("2026-02-05T14:00:00")
    assert dates.minute(at("2026-02-05T14:00:59")) == "2026-02-05 14:00"
    assert dates.day_text(at("2026-02-05T23:59:59")) == "2026-02-05"
    for day in ("2026-02-05", "2026-02-05", "2026-02-06", "2026-02-05", "1999-12-31"):
        assert dates.iso(at(day + "T23:59:59")) == day + "T23:59:59"


def test_what_is_no_date_is_refused():
    for text in (
        "",
        "2026",
        "2026-2-5",
        "26-02-05",
        "2026-02-30",
        "2026-00-10",
        "2026-13-01",
        "2026-02-00",
        "2026-02-05x",
        "2026-02-0５",
        "+026-02-05",
        "1899-12-31",
        "2136-01-01",
        "2026-02-05-01",
        " 2026-02-5",
    ):
        raised(ValueError, dates.parse_day, text)


def test_what_is_no_time_is_refused():
    for text in (
        "",
        "9:00",
        "24:00",
        "12:60",
        "12:00:60",
        "12",
        "12:0a",
        "-1:00",
        "12:00:00:00",
        "12:",
    ):
        raised(ValueError, dates.parse, "2026-02-05 " + text)
    for text in ("2026-02-05 ", "2026-02-05x14:00", "2026-02-05T14", "2026-02-05 14:00Z", "14:00"):
        raised(ValueError, dates.parse, text)


def test_a_when_has_one_spelling():
    for given, normal in (
        ("2026-02-05 14:00", "2026-02-05 14:00"),
        ("2026-02-05T14:00", "2026-02-05 14:00"),
        ("2026-02-05T14:00:59", "2026-02-05 14:00"),
        ("2026/02/05 14:00", "2026-02-05 14:00"),
        ("2026.02.05", "2026-02-05"),
        ("  2026-02-05\n", "2026-02-05"),
        ("02-29", "02-29"),
        ("12/31", "12-31"),
        ("1958-03-01", "1958-03-01"),
    ):
        assert dates.normal_when(given) == normal, given
        assert dates.normal_when(normal) == normal


def test_a_when_that_is_none_of_the_three_shapes_is_refused():
    for text in (
        "",
        "tomorrow",
        "明天",
        "02-30",
        "13-01",
        "2-5",
        "2026-02-29",
        "2026-02-05 24:00",
        "2026-02-05 14:00+08:00",
        "2026-02-05 14:00:00.5",
        "2026-02-05 14-00",
        "14:00",
        "00-00",
        "2100-01-01",
        "2135-12-31 08:00",
        "２０２６-02-05",
    ):
        raised(ValueError, dates.normal_when, text)


def test_only_a_when_with_hours_has_a_time():
    assert dates.has_time("2026-02-05 14:00")
    assert not dates.has_time("2026-02-05")
    assert not dates.has_time("02-05")


def test_daily_and_weekly_follow_by_days_over_every_border():
    assert dates.following(at("2025-12-31 23:30"), 1, 31) == at("2026-01-01 23:30")
    assert dates.following(at("2024-02-28 08:00"), 1, 28) == at("2024-02-29 08:00")
    assert dates.following(at("2026-02-26 08:00"), 2, 26) == at("2026-03-05 08:00")


def test_the_31st_is_the_last_day_of_short_months_and_comes_back():
    seen = []
    when = at("2027-12-31 09:15")
    for _ in range(6):
        when = dates.following(when, 3, 31)
        seen.append(dates.minute(when))
    assert seen == [
        "2028-01-31 09:15",
        "2028-02-29 09:15",
        "2028-03-31 09:15",
        "2028-04-30 09:15",
        "2028-05-31 09:15",
        "2028-06-30 09:15",
    ]


def test_the_first_after_now_is_later_than_now_and_not_before_the_first():
    begin = at("2026-01-31 08:00")
    assert dates.first_after(begin, 1, 31, begin - 1) == begin
    assert dates.first_after(begin, 1, 31, begin) == at("2026-02-01 08:00")
    assert dates.first_after(begin, 1, 31, at("2026-03-05 07:59")) == at("2026-03-05 08:00")
    assert dates.first_after(begin, 2, 31, at("2026-02-14 08:00")) == at("2026-02-21 08:00")
    assert dates.first_after(begin, 3, 31, begin) == at("2026-02-28 08:00")
    assert dates.first_after(begin, 3, 31, at("2026-02-28 08:00")) == at("2026-03-31 08:00")


def test_the_first_after_now_is_what_following_steps_reach():
    for repeat in (1, 2, 3):
        begin = at("2023-10-31 21:45")
        now = begin
        for step in range(60):
            now += 86400 * (step % 11) + 3600 * (step % 7)
            slow = begin
            while slow <= now:
                slow = dates.following(slow, repeat, 31)
            assert dates.first_after(begin, repeat, 31, now) == slow, (repeat, step)
