"""
firmware/system/zone.py and its table against CPython's zoneinfo with the pinned package tzdata.

The table has the last line of each file of the database, which counts after all changes that the
file lists. Where a rule was another one in 2020 to 2037, the two differ until a day in _UNTIL: an
owner of today meets those after today alone. They are Palestine, whose summer time follows Ramadan
and is listed year by year until 2086, and Havana until spring 2027.
"""

import io
import random
import re
import struct
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from typing import Any
from zoneinfo import ZoneInfo

import device
import pytest

from tools import zones

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]
zone: Any = import_module("firmware.system.zone")
zone_table: Any = import_module("firmware.system.zone_table")

_SEED = 20260329
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_DAY = 86400
_FIRST = (datetime(2020, 1, 1, tzinfo=UTC) - _EPOCH).days * _DAY
_LAST = (datetime(2038, 1, 1, tzinfo=UTC) - _EPOCH).days * _DAY
_STEP = 10 * _DAY  # no two changes in it: summer time rests for a month of Ramadan
_BESIDE = sorted(size + second for size in range(-7200, 7201, 1800) for second in (-1, 0))

# The day in UTC from which on a name and all that share its file are as the table has them.
_UNTIL = {
    "America/Dawson": "2020-03-09",
    "America/Whitehorse": "2020-03-09",
    "Europe/Volgograd": "2020-12-28",
    "Pacific/Fiji": "2021-01-18",
    "Africa/Juba": "2021-02-01",
    "Pacific/Apia": "2021-04-05",
    "Europe/Chisinau": "2021-11-01",
    "Asia/Amman": "2022-02-26",
    "Asia/Damascus": "2022-03-26",
    "America/Chihuahua": "2022-04-04",
    "America/Santiago": "2022-09-12",
    "Chile/EasterIsland": "2022-09-12",
    "Asia/Tehran": "2022-09-23",
    "Africa/Cairo": "2023-04-28",
    "America/Bahia_Banderas": "2022-10-31",
    "America/Merida": "2022-10-31",
    "America/Mexico_City": "2022-10-31",
    "America/Monterrey": "2022-10-31",
    "America/Mazatlan": "2022-10-31",
    "America/Ojinaga": "2022-12-01",
    "America/Ciudad_Juarez": "2022-12-01",
    "Antarctica/Casey": "2023-03-10",
    "America/Godthab": "2023-10-30",
    "Antarctica/Vostok": "2023-12-19",
    "Asia/Almaty": "2024-03-01",
    "Asia/Qostanay": "2024-03-01",
    "America/Scoresbysund": "2024-04-01",
    "America/Coyhaique": "2024-09-09",
    "America/Asuncion": "2024-10-07",
    "America/Rainy_River": "2026-03-09",
    "America/Edmonton": "2026-03-09",
    "America/Inuvik": "2026-03-09",
    "America/Vancouver": "2026-03-09",
    "Africa/Casablanca": "2026-09-21",
    "Africa/El_Aaiun": "2026-09-21",
    "America/Havana": "2027-03-15",
    "Asia/Gaza": "2038-01-01",
    "Asia/Hebron": "2038-01-01",
}


def at(utc: int) -> datetime:
    return _EPOCH + timedelta(seconds=utc)


def seconds(moment: datetime) -> int:
    """Since 2000, of UTC for a time with a zone, else of the wall clock."""
    given = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (given - _EPOCH) // timedelta(seconds=1)


def offset(there: ZoneInfo, utc: int) -> int:
    return seconds(at(utc).astimezone(there).replace(tzinfo=None)) - utc


def changes(there: ZoneInfo) -> Iterator[int]:
    """Every time of UTC at which the offset is another one than a second before."""
    before = offset(there, _FIRST)
    for begin in range(_FIRST, _LAST, _STEP):
        after = offset(there, begin + _STEP)
        if after != before:
            low, high = begin, begin + _STEP
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(there, middle) == before else (low, middle)
            yield high
        before = after


@cache
def files() -> dict[bytes, list[str]]:
    """Names by the content of their file, which many share."""
    found: dict[bytes, list[str]] = {}
    for name in zones.names(zones.DATABASE):
        found.setdefault((zones.DATABASE / "zoneinfo" / name).read_bytes(), []).append(name)
    return found


def check(ours: Any, there: ZoneInfo, utc: int) -> None:
    """Offset, wall clock and back at a time of UTC, in the gap and what occurs twice included."""
    assert ours.offset(utc) == offset(there, utc), at(utc)
    local = utc + offset(there, utc - _DAY)
    meant = seconds(datetime.fromisoformat(at(local).isoformat()[:19]).replace(tzinfo=there))
    assert ours.utc(local) == meant, at(local)
    assert ours.local(meant) - local in (0, offset(there, meant) - offset(there, meant - 7200))


def test_the_table_made_anew_is_the_same() -> None:
    assert zones.TABLE.read_text(encoding="ascii") == zones.module(zones.DATABASE)


def test_every_name_has_its_string_and_nothing_else_has_one() -> None:
    known = zones.names(zones.DATABASE)
    assert len(known) > 590
    for name in known:
        assert zone.find(name) == zones.footer(zones.DATABASE, name), name
    cities = [name.partition("/")[2] for name in known]
    for name in ["", "/", " ", "\n", "Factory", "Europe", "Europe/", "Asia/Berlin", *cities]:
        if name not in known:
            assert zone.find(name) is None, name
    rng = random.Random(_SEED)
    for _ in range(2000):
        words = zone_table.TABLE.split() + ["", " ", "\n", "/"]
        name = rng.choice(["/", "", " "]).join(rng.choices(words, k=2))
        assert (zone.find(name) is None) == (name not in known), name


def test_every_name_is_as_zoneinfo_has_it_at_every_change_and_at_random(
    figure: Callable[[str, float], None],
) -> None:
    rng = random.Random(_SEED)
    shared = list(files().items())
    if device.quick():
        shared = [row for row in shared if {"Europe/Berlin", "Asia/Gaza"} & {*row[1]}]
        shared += rng.sample(list(files().items()), 25)
    checked = 0
    for data, names in shared:
        there = ZoneInfo.from_file(io.BytesIO(data))
        ours = zone.from_text(names[0])
        since = [day for name, day in _UNTIL.items() if name in names]
        first = seconds(datetime.fromisoformat((since or ["2020-01-01"])[0]))
        for change in changes(there):
            for utc in (change + beside for beside in _BESIDE):
                if utc >= first:
                    check(ours, there, utc)
                    checked += 1
        for _ in range(20):
            utc = rng.randrange(_FIRST, _LAST)
            if utc >= first:
                check(ours, there, utc)
    assert checked > 1000
    figure("zone_times", checked)


@pytest.mark.thorough
def test_the_names_whose_rule_was_another_one_are_those_that_are_listed() -> None:
    differing = {}
    for data, names in files().items():
        there = ZoneInfo.from_file(io.BytesIO(data))
        ours = zone.from_text(names[0])
        moments = [change + beside for change in changes(there) for beside in (-1, 0)]
        moments += range(_FIRST, _LAST, _STEP)
        wrong = [utc for utc in moments if ours.offset(utc) != offset(there, utc)]
        if wrong:
            differing[names[0]] = max(wrong)
    listed = {names[0] for names in files().values() if {*names} & _UNTIL.keys()}
    assert differing.keys() == listed


def a_rule(rng: random.Random, month: int) -> str:
    form = rng.choice("MJn")
    day = (month - 1) * 30 + rng.randrange(1, 28)
    text = f"J{day}" if form == "J" else str(day)
    if form == "M":
        text = f"M{month}.{rng.randrange(1, 6)}.{rng.randrange(7)}"
    if rng.random() < 0.7:
        hours = rng.choice([rng.randrange(25), -rng.randrange(1, 168), rng.randrange(168)])
        text += f"/{hours}" + rng.choice(["", ":00", ":30", ":15:45"])
    return text


def a_string(rng: random.Random) -> str:
    """A TZ string whose two changes are well apart, in either half of the world."""
    hours = rng.randrange(-13, 13)
    minutes = rng.choice(["", ":30", ":45", ":00:20"])
    names = rng.choice([("CET", "CEST"), ("<+0330>", "<-04>"), ("ABCDEF", "<A1-+>")])
    text = f"{names[0]}{rng.choice(['', '+']) if hours >= 0 else ''}{hours}{minutes}"
    if rng.random() < 0.1:
        return text
    text += names[1]
    if rng.random() < 0.6:
        text += f"{hours - rng.choice([-1, 1, 2])}{minutes}"
    months = rng.choice([(3, 10), (10, 3), (5, 8), (9, 4)])
    return f"{text},{a_rule(rng, months[0])},{a_rule(rng, months[1])}"


def as_zoneinfo(text: str) -> ZoneInfo:
    """A file with no change before the TZ string at its end."""
    counts = struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    head = b"TZif2" + bytes(15) + counts
    return ZoneInfo.from_file(
        io.BytesIO((head + struct.pack(">lBB", 0, 0, 0) + b"ABC\0") * 2 + f"\n{text}\n".encode())
    )


def c_library_offset(utc: int) -> int:
    """With the zone of the environment."""
    return time.localtime(int(_EPOCH.timestamp()) + utc).tm_gmtoff


def test_any_string_of_posix_is_read_as_the_c_library_and_zoneinfo_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(_SEED)
    try:
        for _ in range(device.tries(400)):
            text = a_string(rng)
            monkeypatch.setenv("TZ", text)
            time.tzset()
            ours = zone.from_text(text)
            moments = [rng.randrange(_FIRST, _LAST) for _ in range(50)]
            assert [ours.offset(utc) for utc in moments] == [*map(c_library_offset, moments)], text
            # CPython 3.11 takes a day `n` for the one before, and J59 for February 29; its first
            # releases take no hours of three digits.
            if not re.search(r",(\d|J59)|/-?\d{3}", text):
                there = as_zoneinfo(text)
                for utc in moments:
                    check(ours, there, utc)
    finally:
        monkeypatch.undo()
        time.tzset()
