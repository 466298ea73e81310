"""memory.text.dates against CPython's datetime, which shares no code with it."""

import random
import sys
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import device
import pytest

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

dates: Any = import_module("memory.text.dates")

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def test_every_day_has_the_number_and_name_that_datetime_gives() -> None:
    day = datetime(1900, 1, 1, tzinfo=UTC)
    while day.year < 2136:
        number = (day - _EPOCH).days
        assert dates.days(day.year, day.month, day.day) == number
        assert dates.civil(number) == (day.year, day.month, day.day)
        day += timedelta(days=1)


def test_seconds_are_spelled_as_datetime_spells_them() -> None:
    draw = random.Random(20260205)
    for _ in range(5000):
        seconds = draw.randrange(dates.days(2135, 12, 31) * 86400)
        moment = _EPOCH + timedelta(seconds=seconds)
        assert dates.iso(seconds) == moment.strftime("%Y-%m-%dT%H:%M:%S")
        assert dates.minute(seconds) == moment.strftime("%Y-%m-%d %H:%M")
        assert dates.parse(dates.iso(seconds)) == seconds


@pytest.mark.parametrize("year", [1900, 2000, 2023, 2024, 2100])
def test_a_date_is_refused_where_datetime_refuses_it(year: int) -> None:
    for month in range(14):
        for day in range(33):
            text = f"{year:04d}-{month:02d}-{day:02d}"
            try:
                real = (datetime(year, month, day, tzinfo=UTC) - _EPOCH).days
            except ValueError:
                with pytest.raises(ValueError, match="range"):
                    dates.parse_day(text)
            else:
                assert dates.parse_day(text) == real
