"""
Scenarios that lose something on purpose, for ../test_replay.py: each prints the command that plays
its failure again. The collector passes this file over.
"""

from _bench import Bench
from _cutting import cut_everywhere
from esp32 import NVS
from test_random_days import Life, lives

HEAP = "16M"


class Keys(Bench):
    """A device of which only NVS is started."""

    def start(self, cut_at=0, seed=0, archive=False):
        self.power_on(cut_at, seed)


class Careless(Keys):
    """Takes back what was interrupted, as if power could not fail a second time."""

    def start(self, cut_at=0, seed=0, archive=False):
        self.power_on(cut_at, seed)
        nvs = NVS("k")
        if nvs.get_i32("busy") == 1:
            nvs.set_i32("busy", 2)
            erase("new")
            erase("old")
            nvs.set_blob("old", b"old")
            nvs.set_i32("busy", 0)


def erase(key):
    try:
        NVS("k").erase_key(key)
    except OSError:
        return


def kept(bench):
    found = None
    for key in ("old", "new"):
        buffer = bytearray(16)
        try:
            found = bytes(buffer[: NVS("k").get_blob(key, buffer)])
        except OSError:
            continue
    return [("k", found)]


def told(kind):
    """A device that has one value."""
    bench = kind(disk_kb=0)
    NVS("k").set_blob("old", b"old")
    NVS("k").set_i32("busy", 0)
    return bench


def test_a_cut_between_erasing_and_writing():
    def step(bench):
        erase("old")
        NVS("k").set_blob("old", b"new")

    cut_everywhere(told(Keys), [step], archive=False, shape=kept)


def test_a_cut_in_the_recovery():
    def step(bench):
        NVS("k").set_i32("busy", 1)
        NVS("k").set_blob("new", b"new")
        NVS("k").set_i32("busy", 0)

    cut_everywhere(told(Careless), [step], archive=False, shape=kept)


def test_a_life_that_forgets():
    taken = Life.take

    def take(life, change):
        taken(life, change)
        if life.steps > 20 and change is not None and change.result == "ADDED":
            life.told.pop(change.record.id)

    Life.take = take
    lives(5)
