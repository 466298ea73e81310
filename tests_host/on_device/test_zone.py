"""
firmware/system/zone.py on the device's interpreter: what it takes, what it refuses, and both
changes of the clock. tests_host/test_zones.py holds it against CPython's zoneinfo.
"""

from memory.text import dates

from firmware.system import zone

RUNS_ON = ("micropython", "cpython")

_REFUSED = """

Berlin
Europe/Berlin Paris
Asia/berlin
UTC+8
GMT-5
+8
+8:00
+08.00
+15:00
-12:01
+08:60
480
CET
CET-25
CET-1CEST
CET-1CEST,M3.5.0
CET-1CEST,M3.5.0,
CET-1CEST,M3.5.0,M10.5.0,
CET-1CEST,M13.5.0,M10.5.0
CET-1CEST,M3.6.0,M10.5.0
CET-1CEST,M3.5.7,M10.5.0
CET-1CEST,J0,J100
CET-1CEST,J366,J100
CET-1CEST,366,100
CET-1CEST,M3.5.0/168,M10.5.0
CET-1CEST,M3.5.0/1:60,M10.5.0
CE-1
<+03-3
<>-3
1234
CET-1CEST,M3.5.0,M10.5.0/3 x
"""


def local(name, utc):
    """The wall clock of a zone at `YYYY-MM-DD HH:MM` of UTC."""
    return dates.minute(zone.from_text(name).local(dates.parse(utc)))


def utc(name, text):
    return dates.minute(zone.from_text(name).utc(dates.parse(text)))


def refused(text):
    try:
        zone.from_text(text)
    except ValueError:
        return True
    return False


def test_names_strings_and_offsets_are_zones_and_nothing_else_is():
    assert local("Asia/Shanghai", "2026-07-01 00:00") == "2026-07-01 08:00"
    assert local("+08:00", "2026-07-01 00:00") == "2026-07-01 08:00"
    assert local("-03:30", "2026-07-01 00:00") == "2026-06-30 20:30"
    assert local("<+0330>-3:30", "2026-07-01 00:00") == "2026-07-01 03:30"
    assert local("Etc/GMT+5", "2026-07-01 06:00") == "2026-07-01 01:00"
    assert local("EST5EDT", "2026-07-01 06:00") == "2026-07-01 02:00"  # a name, with its rules
    for text in _REFUSED.split("\n"):
        if text != "CET":  # a name too
            assert refused(text), text
    assert refused("x" * 61)
    assert zone.offset_text(480) == "+08:00"
    assert zone.offset_text(-210) == "-03:30"


def test_a_time_that_is_missing_moves_on_and_one_that_occurs_twice_is_the_first():
    for name in ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"):
        assert local(name, "2026-03-29 00:59") == "2026-03-29 01:59"
        assert local(name, "2026-03-29 01:00") == "2026-03-29 03:00"
        assert utc(name, "2026-03-29 01:59") == "2026-03-29 00:59"
        assert utc(name, "2026-03-29 02:00") == "2026-03-29 01:00"
        assert utc(name, "2026-03-29 02:30") == "2026-03-29 01:30"  # 03:30
        assert utc(name, "2026-03-29 03:00") == "2026-03-29 01:00"
        assert local(name, "2026-10-25 00:59") == "2026-10-25 02:59"
        assert local(name, "2026-10-25 01:00") == "2026-10-25 02:00"
        assert utc(name, "2026-10-25 02:30") == "2026-10-25 00:30"
        assert utc(name, "2026-10-25 03:00") == "2026-10-25 02:00"


def test_summer_in_the_south_lasts_over_the_new_year():
    assert local("Australia/Sydney", "2026-12-31 13:00") == "2027-01-01 00:00"
    assert local("Australia/Sydney", "2026-07-01 00:00") == "2026-07-01 10:00"
    assert local("Australia/Lord_Howe", "2026-01-01 00:00") == "2026-01-01 11:00"
    assert local("Australia/Lord_Howe", "2026-07-01 00:00") == "2026-07-01 10:30"
    assert utc("Australia/Lord_Howe", "2026-10-04 02:10") == "2026-10-03 15:40"


def test_changes_may_be_before_midnight_or_days_later_and_winter_may_be_the_exception():
    nuuk = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"  # on the evening before
    assert local(nuuk, "2026-03-29 00:59") == "2026-03-28 22:59"
    assert local(nuuk, "2026-03-29 01:00") == "2026-03-29 00:00"
    gaza = "EET-2EEST,M3.4.4/50,M10.4.4/50"  # two days after the fourth Thursday
    assert local(gaza, "2026-03-27 23:59") == "2026-03-28 01:59"
    assert local(gaza, "2026-03-28 00:00") == "2026-03-28 03:00"
    assert local("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01 12:00") == "2026-01-01 12:00"
    assert local("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01 12:00") == "2026-07-01 13:00"
    always = "XXX3EST4,0/0,J365/23"  # summer time all year
    for month in range(1, 13):
        assert local(always, "2026-%02d-01 12:00" % month) == "2026-%02d-01 08:00" % month


def test_days_are_counted_with_and_without_leap_days():
    for text, day in (("J60", "03-01"), ("59", "02-29"), ("60", "03-01")):
        name = "AAA0BBB,%s/0,J300" % text
        assert local(name, "2028-%s 00:00" % day) == "2028-%s 01:00" % day
        assert local(name, "2028-02-28 23:59") == "2028-02-28 23:59"


def test_the_offset_is_looked_up_once_for_all_times_between_two_changes():
    there = zone.from_text("Europe/Berlin")
    at = dates.parse("2026-07-01 00:00")
    assert there.offset(at) == 7200
    there._look_up = None
    assert there.offset(dates.parse("2026-03-29 01:00")) == 7200
    assert there.offset(dates.parse("2026-10-25 00:59")) == 7200
