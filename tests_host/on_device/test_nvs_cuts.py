"""
esp32.NVS through power cuts at every flash operation: what the chip keeps and what it loses.

Blob overwrite is the one call that can lose a value that was there: the rule of ESP-IDF's page
load which erases the older of two items does not look at the blob's version.
"""

import random

from _cuts import blank_chip, every_cut, restart, run
from esp32 import NVS

from sim import chip
from sim.nor import NorFlash

THOROUGH = (
    "test_a_fresh_blob_is_there_whole_or_not_at_all",
    "test_a_number_overwritten_across_a_page_turnover_never_goes_back",
    "test_many_keys_survive_a_cut_anywhere_in_a_page_turnover",
    "test_a_cut_in_the_repair_of_a_cut_loses_no_key_that_was_at_rest",
    "test_a_cut_in_the_repair_of_a_cut_can_cost_a_value_written_later",
    "test_random_work_with_random_cuts_keeps_what_was_acknowledged",
)

TABLE = [("nvs", 1, 2, 0, 4 * 4096)]
SMALL = [("nvs", 1, 2, 0, 3 * 4096)]
NOT_FOUND = (-0x1102, "ESP_ERR_NVS_NOT_FOUND")
STABLE = tuple(["s%d" % i for i in range(6)])


def blob(nvs, key):
    buf = bytearray(6000)
    try:
        return bytes(buf[: nvs.get_blob(key, buf)])
    except OSError as error:
        if error.args != NOT_FOUND:
            raise
        return None


def number(nvs, key):
    try:
        return nvs.get_i32(key)
    except OSError as error:
        if error.args != NOT_FOUND:
            raise
        return None


def number_and_blob(nvs, key):
    """Both kinds of value a key may have. Then the key is erased: nothing older comes back."""
    found = (number(nvs, key), blob(nvs, key))
    if found != (None, None):
        nvs.erase_key(key)
    assert (number(nvs, key), blob(nvs, key)) == (None, None), (key, found)
    return found


def pattern(size, seed):
    return bytes([(i * 31 + seed * 7 + (i >> 8)) & 0xFF for i in range(size)])


def stable_chip(table=TABLE):
    """A chip with keys that no scenario touches; its bytes."""
    image = blank_chip(table)
    nvs = NVS("mem")
    for i, key in enumerate(STABLE):
        if i % 2:
            nvs.set_i32(key, i)
        else:
            nvs.set_blob(key, pattern(40 * i, i))
    return image


def assert_stable(nvs, where):
    for i, key in enumerate(STABLE):
        if i % 2:
            assert number(nvs, key) == i, (where, key)
        else:
            assert blob(nvs, key) == pattern(40 * i, i), (where, key)


def fill_page(image, table):
    """Overwrite a number until a few more writes will turn a page over."""
    trial = bytearray(image)
    flash = restart(trial, table)
    nvs = NVS("mem")
    writes = 0
    while not flash.erases:
        nvs.set_i32("filler", writes)
        writes += 1
    restart(image, table)
    nvs = NVS("mem")
    for value in range(writes - 4):
        nvs.set_i32("filler", value)


def outcomes_of(image, table, scenario, look, seeds, again=(0,)):
    """The set of what look() sees after cuts at every operation; untouched keys must be there."""
    found = set()
    for seed in seeds:
        for second in again:
            for cut in every_cut(image, table, scenario, seed, second):
                nvs = NVS("mem")
                where = "cut %d seed %d again %d" % (cut.n, seed, second)
                assert not chip.nvs_was_erased(), where
                assert_stable(nvs, where)
                found.add(look(nvs))
                # What was repaired takes writes again.
                nvs.set_blob("after", where.encode())
                assert blob(nvs, "after") == where.encode(), where
    return found


def test_a_fresh_blob_is_there_whole_or_not_at_all():
    values = [pattern(size, 9) for size in (0, 10, 40, 700, 5000)]
    values.append(b"\xff" * 700)  # what is torn of it looks like erased flash
    for new in values:
        image = stable_chip()

        def write(new=new):
            NVS("mem").set_blob("k", new)

        found = outcomes_of(image, TABLE, write, lambda nvs: blob(nvs, "k"), range(3))
        assert found == {None, new}, (len(new), found)


def test_an_erased_blob_is_there_whole_or_gone():
    old = pattern(600, 9)
    image = stable_chip()
    NVS("mem").set_blob("k", old)
    found = outcomes_of(
        image, TABLE, lambda: NVS("mem").erase_key("k"), lambda nvs: blob(nvs, "k"), range(4)
    )
    assert found == {old, None}


def test_an_overwritten_number_is_old_or_new():
    image = stable_chip()
    NVS("mem").set_i32("k", 1)
    found = outcomes_of(
        image,
        TABLE,
        lambda: NVS("mem").set_i32("k", 2),
        lambda nvs: number_and_blob(nvs, "k"),
        range(8),
    )
    assert found == {(1, None), (2, None)}


def test_a_number_overwritten_across_a_page_turnover_never_goes_back():
    image = stable_chip(SMALL)
    fill_page(image, SMALL)
    NVS("mem").set_i32("k", 0)
    done = [0]

    def count():
        nvs = NVS("mem")
        for value in range(1, 30):
            nvs.set_i32("k", value)
            done[0] = value

    repairs = 0
    for seed in range(3):
        done[0] = 0
        for cut in every_cut(image, SMALL, count, seed):
            nvs = NVS("mem")
            value, _ = number_and_blob(nvs, "k")
            assert value in (done[0], done[0] + 1), (cut.n, seed, value, done)
            assert_stable(nvs, cut.n)
            done[0] = 0
            repairs += cut.flash.erases
        assert value == 29, (value, cut.n)
    assert repairs > 30, repairs  # of the half-made copy, and of the half-erased page


def test_a_number_overwritten_into_a_fresh_page_never_goes_back():
    image = stable_chip()
    trial = bytearray(image)
    restart(trial, TABLE)
    nvs = NVS("mem")
    last = -1
    while trial[4096] == 0xFF:  # until the second page has its header
        last += 1
        nvs.set_i32("k", last)
    restart(image, TABLE)
    nvs = NVS("mem")
    for value in range(last):
        nvs.set_i32("k", value)
    found = outcomes_of(
        image,
        TABLE,
        lambda: NVS("mem").set_i32("k", last),
        lambda nvs: number_and_blob(nvs, "k"),
        range(4),
    )
    assert found == {(last - 1, None), (last, None)}, found


def test_overwriting_a_blob_can_lose_it_but_never_another_key():
    old, new = pattern(40, 8), pattern(40, 9)
    image = stable_chip()
    NVS("mem").set_blob("k", old)
    found = outcomes_of(
        image, TABLE, lambda: NVS("mem").set_blob("k", new), lambda nvs: blob(nvs, "k"), range(4)
    )
    # None is the loss: both versions in one page, power cut before the new index was written.
    assert found == {old, new, None}, found


def test_a_fresh_slot_and_then_erasing_the_old_one_loses_nothing():
    old, new = pattern(40, 8), pattern(40, 9)
    image = stable_chip()
    NVS("mem").set_blob("a", old)

    def replace():
        nvs = NVS("mem")
        nvs.set_blob("b", new)
        nvs.erase_key("a")

    found = outcomes_of(
        image, TABLE, replace, lambda nvs: (blob(nvs, "a"), blob(nvs, "b")), range(4)
    )
    assert found == {(old, None), (old, new), (None, new)}, found


def test_a_value_that_changes_its_type_is_old_or_new():
    new = pattern(300, 9)
    image = stable_chip()
    NVS("mem").set_i32("k", 1)
    found = outcomes_of(
        image,
        TABLE,
        lambda: NVS("mem").set_blob("k", new),
        lambda nvs: number_and_blob(nvs, "k"),
        range(4),
    )
    assert found == {(1, None), (None, new)}, found


def test_many_keys_survive_a_cut_anywhere_in_a_page_turnover():
    image = stable_chip(SMALL)
    nvs = NVS("mem")
    for i in range(20):
        nvs.set_blob("m%d" % i, pattern(200, i))
    for i in range(0, 20, 3):
        nvs.erase_key("m%d" % i)
    kept = [i for i in range(20) if i % 3]
    fill_page(image, SMALL)

    def write():
        nvs = NVS("mem")
        for i in range(3):
            nvs.set_blob("n%d" % i, pattern(150, i))

    repairs = 0
    for seed in range(3):
        for cut in every_cut(image, SMALL, write, seed):
            nvs = NVS("mem")
            assert_stable(nvs, cut.n)
            for i in kept:
                assert blob(nvs, "m%d" % i) == pattern(200, i), (cut.n, seed, i)
            there = [blob(nvs, "n%d" % i) for i in range(3)]
            whole = [value for value in there if value is not None]
            assert whole == [pattern(150, i) for i in range(len(whole))], (cut.n, seed)
            assert there[len(whole) :] == [None] * (3 - len(whole)), (cut.n, seed)
            repairs += cut.flash.erases
    assert repairs > 100, repairs  # of the half-made copy, and of the half-erased page


def test_a_cut_in_the_repair_of_a_cut_loses_no_key_that_was_at_rest():
    image = stable_chip(SMALL)
    nvs = NVS("mem")
    for i in range(14):
        nvs.set_blob("m%d" % i, pattern(400, i % 5))
        nvs.erase_key("m%d" % i)

    def write():
        nvs = NVS("mem")
        nvs.set_blob("k", pattern(700, 1))
        nvs.erase_key("k")

    found = outcomes_of(
        image, SMALL, write, lambda nvs: blob(nvs, "k"), range(2), (1, 2, 3, 5, 8, 13, 40)
    )
    assert found == {None, pattern(700, 1)}, found


def test_a_cut_in_the_repair_of_a_cut_can_cost_a_value_written_later():
    """
    Entries of a torn item that the repair had marked in part look blank to the next start. What
    is written over them reads back until the chip starts again, and is whole or gone then.
    """
    image = stable_chip(SMALL)
    lost = 0
    for n in range(1, 40):
        for again in range(1, 40):
            ram = bytearray(image)
            run(NorFlash(ram, len(ram), n), SMALL, lambda: NVS("mem").set_blob("k", bytes(700)))
            if run(NorFlash(ram, len(ram), again, again), SMALL, None):
                break
            flash = restart(ram, SMALL)
            nvs = NVS("mem")
            for i in range(4):
                nvs.set_blob("n%d" % i, pattern(300, i))
            assert [blob(nvs, "n%d" % i) for i in range(4)] == [pattern(300, i) for i in range(4)]
            garbled = flash.garbled > 0
            restart(ram, SMALL)
            nvs = NVS("mem")
            gone = [i for i in range(4) if blob(nvs, "n%d" % i) != pattern(300, i)]
            assert [blob(nvs, "n%d" % i) for i in gone] == [None] * len(gone)
            assert (len(gone) > 0) == garbled, (n, again)
            assert_stable(nvs, (n, again))
            lost += len(gone)
    assert lost > 0


def test_random_work_with_random_cuts_keeps_what_was_acknowledged():
    for seed in range(1, 7):
        print("seed", seed)
        random.seed(seed)
        table = (SMALL, TABLE)[seed % 2]
        image = blank_chip(table)
        model = {}  # key -> values it may have: one, unless a cut fell into its change
        for turn in range(25):
            work = _Work(model)
            flash = NorFlash(image, len(image), 1 + random.getrandbits(9), seed * 100 + turn)
            run(flash, table, work.go)
            restart(image, table)
            assert not chip.nvs_was_erased(), (seed, turn)
            _settle(model, (seed, turn))


class _Work:
    """Random calls that keep note in `model` of what may be on the chip at each moment."""

    def __init__(self, model):
        self._model = model

    def go(self):
        nvs = NVS("mem")
        for _ in range(120):
            key = "k%d" % (random.getrandbits(8) % 10)
            before = self._model.get(key, (None,))
            size = (10, 60, 200)[random.getrandbits(8) % 3]
            value = pattern(size, random.getrandbits(7))
            if random.getrandbits(2) == 0:
                value = None
            if before == (None,) and value is None:
                continue
            # Overwriting may lose the key; writing a fresh one or erasing may not.
            lost = (None,) if None not in before and value is not None else ()
            self._model[key] = before + (value,) + lost
            if value is None:
                nvs.erase_key(key)
            else:
                nvs.set_blob(key, value)
            self._model[key] = (value,)


def _settle(model, where):
    nvs = NVS("mem")
    for key in model:
        value = blob(nvs, key)
        assert value in model[key], (where, key)
        model[key] = (value,)
