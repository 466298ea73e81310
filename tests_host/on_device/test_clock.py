"""The clock: UTC on the chip, the wall clock of the owner's zone, and who decides which."""

import time

import machine
from _cuts import blank_chip
from esp32 import NVS
from memory.text import dates

from firmware.system import clock, events, zone
from firmware.system.clock import Clock
from firmware.system.settings import Settings

SAID = []


def fresh():
    """An empty chip whose clock nobody has set."""
    SAID.clear()
    events.log = lambda *row: SAID.append(row)
    blank_chip([("nvs", 1, 2, 0, 6 * 4096)])
    chip("2000-01-01 00:00")


def chip(text):
    """Set the chip's own clock."""
    seconds = dates.parse(text)
    date = dates.civil(seconds // dates.DAY)
    of_day = seconds % dates.DAY
    machine.RTC().datetime(date + (0, of_day // 3600, of_day // 60 % 60, of_day % 60, 0))


def ms(text):
    """Milliseconds since 1970 of a time of UTC."""
    return dates.parse(text) * 1000 + 946684800000


def shown(one):
    return dates.minute(one.now())


def in_berlin():
    return Clock(zone.from_text("Europe/Berlin"))


def test_the_chip_keeps_utc_and_the_wall_clock_follows_summer_time():
    fresh()
    one = in_berlin()
    assert one.set(ms("2026-03-29 00:59"))
    assert dates.minute(time.time()) == dates.minute(one.utc()) == "2026-03-29 00:59"
    assert shown(one) == "2026-03-29 01:59"
    for utc, local in (
        ("2026-03-29 01:00", "2026-03-29 03:00"),
        ("2026-10-25 00:59", "2026-10-25 02:59"),
        ("2026-10-25 01:00", "2026-10-25 02:00"),
    ):
        chip(utc)
        assert shown(one) == local


def test_a_time_that_is_no_year_of_today_is_not_taken():
    fresh()
    one = in_berlin()
    for wrong in (0, ms("2023-12-31 23:59"), ms("2099-12-31 23:59") + 60000):
        assert not one.set(wrong, 480)
        assert not one.is_set()
    assert one.set(ms("2024-01-01 00:00"))


def test_the_owner_s_zone_is_never_replaced_by_a_service_s_offset():
    fresh()
    one = in_berlin()
    one.set(ms("2026-07-01 10:00"), 480)
    assert shown(one) == "2026-07-01 12:00"
    one.set(ms("2026-07-01 10:00"))
    assert shown(one) == "2026-07-01 12:00"
    assert shown(in_berlin()) == "2026-07-01 12:00"


def test_where_the_owner_has_chosen_nothing_the_service_s_offset_counts_and_is_kept():
    fresh()
    one = Clock()
    one.set(ms("2026-07-01 10:00"))
    assert shown(one) == "2026-07-01 18:00"  # Asia/Shanghai
    one.set(ms("2026-07-01 10:00"), -300)
    assert shown(one) == "2026-07-01 05:00"
    one.set(ms("2026-07-01 10:00"))  # a time server's answer says nothing of zones
    assert shown(one) == "2026-07-01 05:00"
    one.mark()
    assert shown(Clock()) == "2026-07-01 05:00"  # after a restart
    one.set(ms("2026-07-01 10:00"), 540)
    assert shown(one) == "2026-07-01 19:00"
    assert shown(in_berlin()) == "2026-07-01 12:00"


def test_the_setting_decides_whether_the_owner_has_chosen():
    fresh()
    settings = Settings({})
    one = clock.of_owner(settings)
    one.set(ms("2026-07-01 10:00"), 0)
    assert shown(one) == "2026-07-01 10:00"
    settings.set("zone", "Asia/Shanghai")  # the default, but chosen
    one = clock.of_owner(settings)
    one.set(ms("2026-07-01 10:00"), 0)
    assert shown(one) == "2026-07-01 18:00"
    settings.set("zone", "CET-1CEST,M3.5.0,M10.5.0/3")
    assert shown(clock.of_owner(settings)) == "2026-07-01 12:00"
    NVS("cfg").set_blob("zone", b"Mars/Olympus")  # by a newer version that knows more
    NVS("cfg").set_i32("v", 99)
    one = clock.of_owner(settings)
    assert shown(one) == "2026-07-01 10:00"
    assert "zone" in SAID[-1][2]


def test_what_ntp_has_confirmed_is_a_cloud_s_word_alone_where_that_moves_it_far():
    for moved, stays in (
        ("2026-07-01 12:00", True),
        ("2026-07-01 12:04", True),
        ("2026-07-01 11:56", True),
        ("2026-07-01 12:06", False),
        ("2026-07-01 03:00", False),
        ("2031-07-01 12:00", False),
    ):
        fresh()
        one = in_berlin()
        one.set(ms("2026-06-01 12:00"), 480, False)
        assert not one.is_confirmed
        one.set(ms("2026-07-01 12:00"))
        assert one.is_confirmed and in_berlin().is_confirmed
        one.set(ms(moved), None, False)
        assert (one.is_confirmed, in_berlin().is_confirmed) == (stays, stays), moved
        one.set(ms(moved), None, False)  # saying it again makes it no surer
        assert one.is_confirmed == stays, moved
        one.set(ms("2026-07-01 12:00"))
        assert one.is_confirmed and in_berlin().is_confirmed


def test_what_a_cloud_says_after_the_power_was_off_is_confirmed_by_no_restart():
    fresh()
    assert in_berlin().set(ms("2026-07-01 12:00"))
    chip("2000-01-01 00:00")
    one = in_berlin()
    one.set(ms("2031-07-01 12:00"), None, False)
    assert not one.is_confirmed and not in_berlin().is_confirmed


def test_a_zone_that_the_owner_chooses_counts_at_once():
    fresh()
    one = Clock()
    one.set(ms("2026-07-01 10:00"), 480)
    one.choose(zone.from_text("Europe/Berlin"))
    assert shown(one) == "2026-07-01 12:00"
    one.set(ms("2026-07-01 10:00"), 480)
    assert shown(one) == "2026-07-01 12:00"


def test_an_offset_of_an_older_version_counts_as_the_owner_s():
    fresh()
    NVS("cfg").set_i32("zone_minutes", -210)
    one = clock.of_owner(Settings({}))
    one.set(ms("2026-07-01 10:00"), 480)
    assert shown(one) == "2026-07-01 06:30"


def test_an_instant_in_the_gap_is_later_and_what_occurs_twice_is_the_first_until_it_is_set_back():
    fresh()
    one = in_berlin()

    def instant(local):
        return dates.minute(one.instant(dates.parse(local)))

    one.set(ms("2026-03-29 00:30"))
    assert instant("2026-03-29 02:30") == "2026-03-29 01:30"
    chip("2026-03-29 01:10")
    assert instant("2026-03-29 02:30") == "2026-03-29 01:30"
    chip("2026-10-25 00:10")  # 02:10, the first
    assert instant("2026-10-25 02:30") == "2026-10-25 00:30"
    assert instant("2026-10-25 02:05") == "2026-10-25 00:05"
    chip("2026-10-25 01:10")  # 02:10 again
    assert instant("2026-10-25 02:30") == "2026-10-25 01:30"
    assert instant("2026-10-25 02:05") == "2026-10-25 01:05"
    assert instant("2026-10-25 03:00") == "2026-10-25 02:00"
    assert instant("2026-10-25 01:59") == "2026-10-24 23:59"


def test_without_the_time_it_goes_on_from_the_last_local_time_known():
    fresh()
    one = in_berlin()
    one.set(ms("2026-07-01 10:00"))
    chip("2000-01-01 00:00")  # the power was off
    one = in_berlin()
    assert not one.is_set()
    assert shown(one) == "2026-07-01 12:00"
    assert dates.minute(one.utc()) == "2026-07-01 10:00"


def test_a_chip_s_clock_that_an_older_version_has_set_to_local_time_is_set_to_utc_once():
    fresh()
    chip("2026-07-01 12:00")
    machine.start(machine.HARD_RESET, b"chip")
    one = in_berlin()
    assert shown(one) == "2026-07-01 12:00"
    assert dates.minute(one.utc()) == "2026-07-01 10:00"
    one.mark()
    assert shown(in_berlin()) == "2026-07-01 12:00"


def test_after_power_on_a_clock_that_is_set_is_in_utc():
    fresh()
    chip("2026-07-01 10:00")
    machine.start(machine.PWRON_RESET, b"chip")
    one = in_berlin()
    assert shown(one) == "2026-07-01 12:00"
    one.mark()
    machine.start(machine.SOFT_RESET, b"chip")
    assert shown(in_berlin()) == "2026-07-01 12:00"


def test_a_flash_that_fails_costs_the_mark_and_not_the_time():
    fresh()
    one = Clock()

    class Worn:
        def get_i32(self, key):
            raise OSError(5)

        def set_i32(self, key, value):
            raise OSError(5)

    one._kv = Worn()
    one.set(ms("2026-07-01 10:00"), 60)
    assert shown(one) == "2026-07-01 11:00"
    assert [row for row in SAID if "offset cannot be kept" in row[2]]
    assert [row for row in SAID if "clock cannot be kept" in row[2]]
