"""The desk device's machine, time and board modules, as the firmware sees them."""

import time

import board
import machine
import utime

from sim import clock

_DAY_S = 86400


def _at(*date):
    """Set the clock to a date and time of the day."""
    year, month, day = date[:3]
    machine.RTC().datetime((year, month, day, 0) + (date[3:] + (0, 0, 0))[:3] + (0,))


def test_clock_reads_what_was_set_and_the_weekday_with_it():
    _at(2026, 11, 21, 8, 30, 15)
    assert machine.RTC().datetime()[:7] == (2026, 11, 21, 5, 8, 30, 15)


def test_clock_keeps_milliseconds():
    machine.RTC().datetime((2026, 1, 1, 0, 0, 0, 0, 990000))
    assert machine.RTC().datetime()[7] >= 990000 or machine.RTC().datetime()[6] == 1


def test_clock_runs_between_two_looks():
    _at(2026, 12, 31, 23, 59, 59)
    machine.RTC().datetime((2026, 12, 31, 0, 23, 59, 59, 980000))
    while machine.RTC().datetime()[0] == 2026:
        utime.sleep_ms(5)
    assert machine.RTC().datetime()[:3] == (2027, 1, 1)


def test_clock_can_be_set_back():
    _at(2026, 5, 5)
    _at(2025, 5, 5)
    assert machine.RTC().datetime()[0] == 2025


def test_init_sets_as_datetime_does():
    machine.RTC().init((2024, 2, 29, 0, 1, 2, 3, 0))
    assert machine.RTC().datetime()[:7] == (2024, 2, 29, 3, 1, 2, 3)


def test_time_follows_the_clock_and_counts_from_2000():
    _at(2000, 1, 2, 3, 4, 5)
    assert time.time() == _DAY_S + 3 * 3600 + 4 * 60 + 5
    assert time.time_ns() // 1000000000 == 946684800 + time.time()
    assert time.localtime() == (2000, 1, 2, 3, 4, 5, 6, 2)
    assert time.gmtime() == time.localtime()


def test_gmtime_and_mktime_undo_each_other_on_every_day_of_a_century():
    seconds = 0
    while seconds < 100 * 366 * _DAY_S:
        date = time.gmtime(seconds)
        assert time.mktime(date) == seconds, date
        seconds += _DAY_S + 3599


def test_mktime_carries_over_what_is_past_its_range():
    assert time.mktime((2026, 13, 1, 0, 0, 0, 0, 0)) == time.mktime((2027, 1, 1, 0, 0, 0, 0, 0))
    assert time.mktime((2026, 1, 32, 0, 0, 0, 0, 0)) == time.mktime((2026, 2, 1, 0, 0, 0, 0, 0))
    assert time.mktime((2026, 1, 1, 0, 0, 86400, 0, 0)) == time.mktime((2026, 1, 2) + (0,) * 5)


def test_ticks_are_the_interpreter_s_own():
    assert time.ticks_ms is utime.ticks_ms
    assert time.sleep_ms is utime.sleep_ms


def test_speed_multiplies_what_passes():
    clock.start(0, utime.ticks_ms() - 1000, 60)
    assert 60000 <= clock.utc_ms() < 90000
    clock.set_utc_ms(5)
    clock.start(clock.utc_ms(), utime.ticks_ms() - 1000, 0.5)
    assert 500 <= clock.utc_ms() < 700


def test_cause_and_identity_are_what_the_start_said():
    assert machine.reset_cause() == machine.PWRON_RESET
    machine.start(machine.SOFT_RESET, b"\x02abcde")
    assert machine.reset_cause() == machine.SOFT_RESET
    assert machine.unique_id() == b"\x02abcde"


def test_reset_passes_every_handler_of_exceptions():
    for reset in (machine.reset, machine.soft_reset):
        try:
            try:
                reset()
            except Exception:
                raise AssertionError("a reset is no error that a program may handle")
        except machine.Reset as ended:
            assert ended.args[0] in (76, 77)
        else:
            raise AssertionError("it came back")


def test_board_is_the_desk_and_overrides_nothing_by_itself():
    assert board.NAME == "desk"
    assert board.SETTINGS == {}
