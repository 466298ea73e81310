"""esp32.NVS: values, errors and limits of the port. Power cuts are in test_nvs_cuts.py."""

import random
from binascii import crc32
from struct import pack_into

from _cuts import blank_chip, restart
from _raised import raised
from esp32 import NVS

from sim import chip
from sim.nor import NorFlash

PAGES = 12
TABLE = [("nvs", 1, 2, 0, PAGES * 4096)]
SMALL = [("nvs", 1, 2, 0, 3 * 4096)]
BASE = 0x9000
MOVED = [("nvs", 1, 2, BASE, 4 * 4096)]
SEEDS = (1, 2, 3)
NOT_FOUND = (-0x1102, "ESP_ERR_NVS_NOT_FOUND")
NO_SPACE = (-0x1105, "ESP_ERR_NVS_NOT_ENOUGH_SPACE")
KEY_TOO_LONG = (-0x1109, "ESP_ERR_NVS_KEY_TOO_LONG")


def blob(nvs, key, size=50000):
    """The blob of a key, None if there is none."""
    buf = bytearray(size)
    try:
        return bytes(buf[: nvs.get_blob(key, buf)])
    except OSError as error:
        if error.args != NOT_FOUND:
            raise
        return None


def pattern(size, seed):
    return bytes([(i * 31 + seed * 7 + (i >> 8)) & 0xFF for i in range(size)])


class WatchedFlash(NorFlash):
    """Writes down each operation: ("program", offset, size) or ("erase", offset, 4096)."""

    def __init__(self, store, size):
        super().__init__(store, size)
        self.log = []

    def _program_page(self, offset, data, strict):
        self.log.append(("program", offset, len(data)))
        super()._program_page(offset, data, strict)

    def erase(self, offset):
        self.log.append(("erase", offset, 4096))
        super().erase(offset)


def test_values_of_every_size_outlive_a_restart():
    image = blank_chip(TABLE)
    nvs = NVS("mem")
    sizes = (0, 1, 31, 32, 33, 300, 3999, 4000, 4001, 9000)
    for size in sizes:
        nvs.set_blob("b%d" % size, pattern(size, size))
    numbers = (0, 1, -1, 0x7FFFFFFF, -0x80000000)
    for number in numbers:
        nvs.set_i32("i%d" % number, number)
    nvs.commit()
    for _ in range(2):
        for size in sizes:
            assert blob(nvs, "b%d" % size) == pattern(size, size), size
        for number in numbers:
            assert nvs.get_i32("i%d" % number) == number
        restart(image, TABLE)
        nvs = NVS("mem")


def test_namespaces_do_not_see_each_other():
    image = blank_chip(TABLE)
    one, two = NVS("one"), NVS("two")
    one.set_i32("key", 1)
    two.set_i32("key", 2)
    two.set_blob("blob", b"two")
    restart(image, TABLE)
    two, one = NVS("two"), NVS("one")
    assert (one.get_i32("key"), two.get_i32("key")) == (1, 2)
    assert (blob(one, "blob"), blob(two, "blob")) == (None, b"two")


def test_what_is_not_there_is_not_found():
    blank_chip(TABLE)
    nvs = NVS("mem")
    assert raised(OSError, nvs.get_i32, "none").args == NOT_FOUND
    assert raised(OSError, nvs.get_blob, "none", bytearray(8)).args == NOT_FOUND
    assert raised(OSError, nvs.erase_key, "none").args == NOT_FOUND
    nvs.set_i32("gone", 1)
    nvs.erase_key("gone")
    assert raised(OSError, nvs.get_i32, "gone").args == NOT_FOUND


def test_a_value_of_another_type_is_not_found_and_is_replaced_by_set():
    image = blank_chip(TABLE)
    nvs = NVS("mem")
    nvs.set_i32("number", 5)
    nvs.set_blob("blob", b"data")
    assert raised(OSError, nvs.get_blob, "number", bytearray(8)).args == NOT_FOUND
    assert raised(OSError, nvs.get_i32, "blob").args == NOT_FOUND
    nvs.set_blob("number", b"now a blob")
    nvs.set_i32("blob", 6)
    for _ in range(2):
        assert blob(nvs, "number") == b"now a blob"
        assert raised(OSError, nvs.get_i32, "number").args == NOT_FOUND
        assert nvs.get_i32("blob") == 6
        assert blob(nvs, "blob") is None
        restart(image, TABLE)
        nvs = NVS("mem")


def test_get_blob_fills_the_start_and_refuses_a_buffer_that_is_too_small():
    blank_chip(TABLE)
    nvs = NVS("mem")
    nvs.set_blob("blob", b"12345")
    buf = bytearray(b"........")
    assert nvs.get_blob("blob", memoryview(buf)[1:]) == 5
    assert buf == b".12345.."
    small = bytearray(4)
    error = raised(OSError, nvs.get_blob, "blob", small)
    assert error.args == (-0x110C, "ESP_ERR_NVS_INVALID_LENGTH")
    assert small == bytes(4)
    assert raised(TypeError, nvs.get_blob, "blob", b"12345")


def test_arguments_are_checked_as_on_the_port():
    blank_chip(TABLE)
    nvs = NVS("mem")
    for key in (None, 5, [b"k"]):
        assert raised(TypeError, nvs.get_i32, key)
        assert raised(TypeError, nvs.set_blob, key, b"")
    assert raised(TypeError, NVS, 5)
    assert raised(TypeError, nvs.set_i32, "k", 1.5)
    assert raised(TypeError, nvs.set_i32, "k", "1")
    assert raised(OverflowError, nvs.set_i32, "k", 0x80000000)
    assert raised(OverflowError, nvs.set_i32, "k", -0x80000001)
    assert raised(TypeError, nvs.set_blob, "k", 5)
    nvs.set_i32(b"k", True)
    assert nvs.get_i32("k") == 1
    nvs.set_blob("text", "é")
    assert blob(nvs, "text") == "é".encode()


def test_a_key_of_16_bytes_is_not_written_but_finds_its_first_15():
    blank_chip(TABLE)
    nvs = NVS("mem")
    assert raised(OSError, nvs.set_i32, "k" * 16, 1).args == KEY_TOO_LONG
    assert raised(OSError, nvs.set_blob, "k" * 16, b"1").args == KEY_TOO_LONG
    assert raised(OSError, NVS, "n" * 16).args == KEY_TOO_LONG
    assert raised(OSError, nvs.get_i32, "k" * 16).args == NOT_FOUND
    nvs.set_i32("k" * 15, 7)
    # As on the chip, which looks no further than the key field of an entry reaches.
    assert nvs.get_i32("k" * 16) == 7


def test_a_blob_longer_than_the_partition_is_too_long():
    blank_chip(TABLE)
    nvs = NVS("mem")
    error = raised(OSError, nvs.set_blob, "big", bytes(44001))
    assert error.args == (-0x110E, "ESP_ERR_NVS_VALUE_TOO_LONG")
    assert chip.flash().programs == 3  # those of the namespace


def test_an_equal_value_is_not_written_again():
    blank_chip(TABLE)
    nvs = NVS("mem")
    nvs.set_blob("blob", pattern(5000, 1))
    nvs.set_i32("number", -3)
    before = chip.flash().operations
    nvs.set_blob("blob", pattern(5000, 1))
    nvs.set_i32("number", -3)
    nvs.commit()
    assert chip.flash().operations == before
    nvs.set_blob("blob", pattern(5000, 2))
    assert chip.flash().operations > before


def test_every_entry_and_every_word_of_states_is_written_on_its_own():
    image = blank_chip(TABLE)
    NVS("mem")
    flash = WatchedFlash(image, len(image))
    chip.power_on(flash, TABLE)
    nvs = NVS("mem")

    def entry(n):
        return 64 + n * 32

    def states(n):
        return 32 + n * 4

    nvs.set_blob("blob", pattern(500, 1))  # entries 1 to 17 and the index in 18
    assert flash.log == [
        ("program", entry(1), 32),
        ("program", states(0), 4),
        ("program", entry(2), 128),  # up to the end of a flash page
        ("program", 256, 256),
        ("program", 512, 96),
        ("program", states(1), 4),  # the last word first
        ("program", states(0), 4),
        ("program", entry(17), 32),  # the tail of 20 bytes
        ("program", states(1), 4),
        ("program", entry(18), 32),
        ("program", states(1), 4),
    ], flash.log
    del flash.log[:]
    nvs.set_blob("blob", b"new")  # entries 19, 20, 21; then the old index, then the old data
    assert flash.log == [
        ("program", entry(19), 32),
        ("program", states(1), 4),
        ("program", entry(20), 32),
        ("program", states(1), 4),
        ("program", entry(21), 32),
        ("program", states(1), 4),
        ("program", states(1), 4),
        ("program", states(1), 4),
        ("program", states(0), 4),
    ], flash.log
    del flash.log[:]
    nvs.set_i32("number", 5)
    nvs.set_i32("number", 6)
    assert flash.log == [
        ("program", entry(22), 32),
        ("program", states(1), 4),
        ("program", entry(23), 32),
        ("program", states(1), 4),
        ("program", states(1), 4),
    ], flash.log


def test_a_full_page_is_turned_over_in_the_order_of_the_chip():
    image = blank_chip(SMALL)
    nvs = NVS("mem")
    nvs.set_i32("keep", 1)
    for value in range(250):
        nvs.set_i32("n", value)
    # 126 entries and 126 entries: pages 0 and 1 are full, one more needs a page.
    flash = WatchedFlash(image, len(image))
    chip.power_on(flash, SMALL)
    nvs = NVS("mem")
    nvs.set_i32("n", 1000)
    assert flash.log[:3] == [
        ("program", 4096, 4),  # page 1: full
        ("program", 4096, 4),  # the emptier one, page 1 itself: freeing
        ("program", 8192, 32),  # the header of page 2
    ], flash.log
    assert ("erase", 4096, 4096) in flash.log
    assert flash.log.index(("erase", 4096, 4096)) == 5, flash.log  # its one item was copied
    assert (nvs.get_i32("n"), nvs.get_i32("keep")) == (1000, 1)


def test_twelve_pages_hold_1386_entries_and_not_one_more():
    image = blank_chip(TABLE)
    nvs = NVS("mem")  # takes one itself
    for i in range(1385):
        nvs.set_i32("k%d" % i, i)
    assert raised(OSError, nvs.set_i32, "more", 1).args == NO_SPACE
    assert raised(OSError, nvs.set_blob, "more", b"").args == NO_SPACE
    assert raised(OSError, nvs.set_i32, "k5", 6).args == NO_SPACE  # needs room beside the old one
    assert raised(OSError, NVS, "another").args == NO_SPACE
    restart(image, TABLE)
    nvs = NVS("mem")
    assert not chip.nvs_was_erased()
    assert all(nvs.get_i32("k%d" % i) == i for i in range(1385))
    nvs.erase_key("k5")
    nvs.set_i32("more", 1)
    assert nvs.get_i32("more") == 1


def test_capacity_is_that_of_the_chip_for_each_blob_size():
    # Figures of the C code on 12 pages.
    for size, count in ((32, 461), (128, 230), (512, 76), (4000, 10)):
        image = blank_chip(TABLE)
        nvs = NVS("mem")
        stored = 0
        try:
            while stored < 1000:
                nvs.set_blob("k%d" % stored, pattern(size, stored))
                stored += 1
        except OSError as error:
            if error.args != NO_SPACE:
                raise
        assert stored == count, (size, stored)
        restart(image, TABLE)
        nvs = NVS("mem")
        for i in range(stored):
            assert blob(nvs, "k%d" % i, size) == pattern(size, i), (size, i)


def test_there_are_254_namespaces():
    image = blank_chip(TABLE)
    for i in range(254):
        NVS("n%d" % i).set_i32("k", i)
    assert raised(OSError, NVS, "n254").args == NO_SPACE
    restart(image, TABLE)
    assert all(NVS("n%d" % i).get_i32("k") == i for i in range(254))
    assert raised(OSError, NVS, "n254").args == NO_SPACE


def test_an_object_of_before_the_restart_is_dead():
    image = blank_chip(TABLE)
    nvs = NVS("mem")
    restart(image, TABLE)
    invalid = (-0x1107, "ESP_ERR_NVS_INVALID_HANDLE")
    assert raised(OSError, nvs.set_i32, "k", 1).args == invalid
    assert raised(OSError, nvs.get_blob, "k", bytearray(1)).args == invalid
    assert raised(OSError, nvs.commit).args == invalid


def test_without_a_partition_labelled_nvs_nothing_is_initialised():
    blank_chip([("nvs2", 1, 2, 0, 0x4000)])
    error = raised(OSError, NVS, "mem")
    assert error.args == (-0x1101, "ESP_ERR_NVS_NOT_INITIALIZED")


def test_the_partition_is_used_where_the_table_puts_it():
    image = blank_chip(MOVED)
    NVS("mem").set_i32("k", 9)
    assert image[:BASE] == b"\xff" * BASE
    assert image[BASE : BASE + 4] == b"\xfe\xff\xff\xff"
    restart(image, MOVED)
    assert NVS("mem").get_i32("k") == 9


def test_without_a_free_page_the_start_erases_everything():
    image = blank_chip(TABLE)
    nvs = NVS("mem")
    for i in range(300):
        nvs.set_i32("k%d" % i, i)
    restart(image, SMALL)  # the three pages that are in use, as if the partition had shrunk
    assert chip.nvs_was_erased()
    assert chip.flash().erases == 3
    assert raised(OSError, NVS("mem").get_i32, "k1").args == NOT_FOUND
    restart(image, SMALL)
    assert not chip.nvs_was_erased()


def test_a_page_of_another_format_version_makes_the_start_erase_everything():
    image = blank_chip(TABLE)
    NVS("mem").set_i32("k", 1)
    image[8] = 0xFD
    pack_into("<I", image, 28, crc32(image[4:28], 0xFFFFFFFF))
    restart(image, TABLE)
    assert chip.nvs_was_erased()


def test_a_corrupt_page_is_set_aside_and_the_others_are_read():
    image = blank_chip(TABLE)
    nvs = NVS("mem")
    for i in range(200):
        nvs.set_i32("k%d" % i, i)
    image[4] ^= 1  # sequence number of page 0
    flash = restart(image, TABLE)
    assert not chip.nvs_was_erased()
    assert flash.operations == 0
    nvs = NVS("mem")
    assert raised(OSError, nvs.get_i32, "k0").args == NOT_FOUND
    assert nvs.get_i32("k199") == 199


def test_a_page_that_only_seems_blank_is_erased_before_its_use():
    image = blank_chip(SMALL)
    image[4096 + 2000] = 0
    image[8192 + 4095] = 0x7F
    flash = restart(image, SMALL)
    nvs = NVS("mem")
    assert flash.erases == 0
    for i in range(250):
        nvs.set_i32("k%d" % i, i)
    assert (flash.erases, flash.garbled) == (1, 0)
    restart(image, SMALL)
    nvs = NVS("mem")
    assert all(nvs.get_i32("k%d" % i) == i for i in range(250))


def test_a_rotten_bit_in_a_blob_costs_that_blob():
    image = blank_chip(TABLE)
    nvs = NVS("mem")
    nvs.set_blob("bad", pattern(100, 3))
    nvs.set_blob("good", pattern(100, 4))
    at = image.find(pattern(100, 3)[:32])
    image[at + 5] ^= 0x80
    buf = bytearray(100)
    # What the C code does: drops the chunk, then finds the blob without it, then has neither.
    assert raised(OSError, nvs.get_blob, "bad", buf).args == NOT_FOUND
    assert raised(OSError, nvs.get_blob, "bad", buf).args == (1, "ESP_FAIL")
    assert raised(OSError, nvs.get_blob, "bad", buf).args == NOT_FOUND
    assert blob(nvs, "good") == pattern(100, 4)


def test_a_refused_overwrite_can_cost_the_old_blob():
    """
    The clean-up of ESP-IDF v5.5 counts the chunks of a refused version from 0 and so erases
    those of the old version, where they are in the same page.
    """
    image = blank_chip(SMALL)
    nvs = NVS("mem")
    nvs.set_blob("k", pattern(100, 1))
    assert raised(OSError, nvs.set_blob, "k", pattern(8000, 2)).args == NO_SPACE
    assert raised(OSError, nvs.get_blob, "k", bytearray(100)).args == (1, "ESP_FAIL")
    restart(image, SMALL)
    nvs = NVS("mem")
    assert blob(nvs, "k") is None
    nvs.set_blob("k", pattern(100, 1))
    assert raised(OSError, nvs.set_blob, "fresh", pattern(8000, 2)).args == NO_SPACE
    assert (blob(nvs, "k"), blob(nvs, "fresh")) == (pattern(100, 1), None)


def test_random_work_agrees_with_a_dictionary():
    for seed in SEEDS:
        print("seed", seed)
        rng = random_of(seed)
        pages = (3, 6, 12)[seed % 3]
        table = [("nvs", 1, 2, 0, pages * 4096)]
        image = blank_chip(table)
        nvs = NVS("mem")
        model = {}
        for _ in range(600):
            key = "k%d" % (rng() % 12)
            action = rng() % 10
            if action < 5:
                value = pattern((0, 20, 40, 200, 500)[rng() % 5], rng() % 200)
            elif action < 8:
                value = rng() % 1000
            else:
                value = None
            apply(nvs, model, key, value)
            if rng() % 50 == 0:
                restart(image, table)
                nvs = NVS("mem")
                check(nvs, model, seed)
        check(nvs, model, seed)
        assert chip.flash().garbled == 0


def random_of(seed):
    random.seed(seed)
    return lambda: random.getrandbits(24)


def apply(nvs, model, key, value):
    """Set or erase; the model changes if the call was accepted."""
    try:
        if value is None:
            nvs.erase_key(key)
            del model[key]
        elif isinstance(value, int):
            nvs.set_i32(key, value)
            model[key] = value
        else:
            nvs.set_blob(key, value)
            model[key] = value
    except OSError as error:
        if error.args != (NOT_FOUND if value is None else NO_SPACE):
            raise
        assert value is not None or key not in model


def check(nvs, model, seed):
    for i in range(12):
        key = "k%d" % i
        value = model.get(key)
        if isinstance(value, int):
            assert nvs.get_i32(key) == value, (seed, key)
        else:
            assert blob(nvs, key, 600) == value, (seed, key)
