"""boot.py: what it mounts, formats and leaves alone, on chips that fail."""

import os
import sys

import vfs
from _bench import MOUNT, unmount
from _raised import raised
from esp32 import NVS

from sim import chip
from sim.faults import Faults, FaultyFlash
from sim.nor import PowerCut

ALONE = True

_NVS = 0x9000
_AT = 0x15000
_BLOCKS = 48
_TABLE = [("nvs", 1, 2, _NVS, 0x3000), ("memory", 1, 0x83, _AT, _BLOCKS * 4096)]
_TURNS_AT = _AT + _BLOCKS * 4096
_TURNS_BLOCKS = 16
_WITH_TURNS = _TABLE + [("turns", 1, 0x83, _TURNS_AT, _TURNS_BLOCKS * 4096)]
_SOURCE = open("boot.py").read()


def boot(image, faults=None, cut_at=0, seed=1, table=_TABLE):
    """Start the chip and run boot.py; its names. May raise PowerCut."""
    unmount()
    unmount("/turns")
    flash = FaultyFlash(image, len(image), faults or Faults(), cut_at, seed)
    chip.power_on(flash, table)
    names = {"__name__": "boot"}
    exec(compile(_SOURCE, "boot.py", "exec"), names)
    return names


def put(name, data, mode="wb"):
    with open(MOUNT + "/" + name, mode) as f:
        f.write(data)


def content(name):
    with open(MOUNT + "/" + name, "rb") as f:
        return f.read()


def formatted():
    image = chip.blank(_TABLE)
    assert boot(image)["archive_problem"] is None
    return image


def test_a_blank_chip_gets_an_archive_and_boots_are_counted():
    image = formatted()
    put("a", b"kept")
    for count in (2, 3):
        assert boot(image)["boots"] == count
        assert content("a") == b"kept"
    assert NVS("sys").get_i32("mkfs") == 0


def test_the_current_folder_hides_nothing_and_the_firmware_is_found_whichever_that_is():
    """In / there is /memory beside /lib/memory; mpremote mount makes /remote the current one."""
    before = [path for path in sys.path if path not in ("", "/")]
    sys.path[:] = [""] + before
    for _ in range(2):
        boot(chip.blank(_TABLE))
        assert sys.path == before + ["", "/"]


def test_what_mounts_is_not_formatted_though_a_format_seems_cut():
    """The mark may be old: a start that could not clear it must not cost the archive."""
    image = formatted()
    put("a", b"kept")
    NVS("sys").set_i32("mkfs", 1)
    assert boot(image)["archive_problem"] is None
    assert content("a") == b"kept"
    assert NVS("sys").get_i32("mkfs") == 0
    for at in range(_AT, _AT + 8192):
        image[at] = 0  # now it does not mount, and no format was cut
    assert "left as it is" in boot(image)["archive_problem"]
    assert image[_AT : _AT + 8192] == bytes(8192)


def test_an_archive_whose_superblocks_are_erased_is_not_taken_for_a_blank_partition():
    image = formatted()
    put("a", b"kept" * 2000)
    for at in range(_AT, _AT + 8192):
        image[at] = 0xFF
    before = bytes(image[_AT:])
    for _ in range(2):
        assert "left as it is" in boot(image)["archive_problem"]
    assert image[_AT:] == before


def test_one_copy_of_the_superblock_is_enough():
    for block in (0, 1):
        image = formatted()
        put("a", b"kept")
        for at in range(_AT + block * 4096, _AT + (block + 1) * 4096):
            image[at] = at * 7 & 0xFF
        assert boot(image)["archive_problem"] is None, block
        put("b", b"new")
        assert boot(image)["archive_problem"] is None
        assert content("b") == b"new"


def test_starting_afresh_on_purpose_is_finished_or_never_begun_at_every_cut():
    image = formatted()
    put("a", b"old")
    outcomes = set()
    cut_at = 0
    while "done" not in outcomes:
        cut_at += 1
        ram = bytearray(image)
        names = boot(ram, None)
        unmount()
        chip.flash().cut_at = chip.flash().operations + cut_at
        try:
            names["format_memory"]()
            outcomes.add("done")
        except PowerCut:
            pass
        assert boot(ram)["archive_problem"] is None, cut_at
        there = os.listdir(MOUNT)
        assert there in ([], ["a"]), (cut_at, there)
        outcomes.add("old" if there else "new")
        put("b", b"after")
        NVS("boot").set_i32("failed", 0)  # as the firmware does at `ready`
        boot(ram)
        assert content("b") == b"after"
    assert outcomes == {"done", "old", "new"}
    print("cuts", cut_at - 1)


def test_the_partition_of_the_turns_is_mounted_when_it_is_wanted_and_formatted_if_blank():
    image = chip.blank(_WITH_TURNS)
    names = boot(image, table=_WITH_TURNS)
    assert image[_TURNS_AT:].count(b"\xff") == _TURNS_BLOCKS * 4096  # a start leaves it alone
    for _ in range(2):
        assert names["mount_turns"]() == "/turns"
    with open("/turns/a", "wb") as f:
        f.write(b"kept")
    names = boot(image, table=_WITH_TURNS)
    reads = chip.flash().read_bytes
    assert names["mount_turns"]() == "/turns"
    print("mounting reads", chip.flash().read_bytes - reads)
    assert os.listdir("/turns") == ["a"]
    assert NVS("sys").get_i32("mkfs_turns") == 0
    assert boot(formatted())["mount_turns"]() is None  # a table without it


def test_turns_that_do_not_mount_are_left_as_they_are_until_the_owner_formats_them():
    image = chip.blank(_WITH_TURNS)
    boot(image, table=_WITH_TURNS)
    put("a", b"kept")
    for at in range(_TURNS_AT, _TURNS_AT + 8192):
        image[at] = 0x55
    before = bytes(image[_TURNS_AT:])
    names = boot(image, table=_WITH_TURNS)
    assert names["archive_problem"] is None  # the companion starts
    assert raised(OSError, names["mount_turns"])
    assert image[_TURNS_AT:] == before
    names["format_turns"]()
    assert names["mount_turns"]() == "/turns"
    assert content("a") == b"kept"


def test_a_format_of_the_turns_that_was_cut_is_done_again():
    image = chip.blank(_WITH_TURNS)
    cut_at = 0
    done = False
    while not done:
        cut_at += 1
        ram = bytearray(image)
        names = boot(ram, None, 0, cut_at, _WITH_TURNS)
        chip.flash().cut_at = chip.flash().operations + cut_at
        try:
            names["mount_turns"]()
            done = True
        except (PowerCut, OSError):
            pass
        names = boot(ram, table=_WITH_TURNS)
        assert names["mount_turns"]() == "/turns", cut_at
        assert NVS("sys").get_i32("mkfs_turns") == 0
        NVS("boot").set_i32("failed", 0)
    print("cuts", cut_at - 1)


def test_blocks_that_fail_to_program_or_erase_are_passed_over():
    """An exception through LittleFS would leave it in pieces; told of a bad block it moves on."""
    for fail in ("fail_program", "fail_erase"):
        image = formatted()
        faults = Faults()
        for block in range(2, _BLOCKS, 3):
            getattr(faults, fail)(_AT + block * 4096, 4096)
        boot(image, faults)
        expected = b""
        for turn in range(40):
            data = bytes([65 + turn % 26]) * 700
            put("log", data, "ab")
            put("other.new", data)
            os.rename(MOUNT + "/other.new", MOUNT + "/other")
            expected += data
        assert sum(faults.met.values()) > 0
        assert boot(image)["archive_problem"] is None  # on a chip that is sound again
        assert (content("log"), content("other")) == (expected, data)


def test_worn_bits_and_bits_that_do_not_program_are_passed_over():
    for wear in ("wear", "weaken"):
        image = formatted()
        faults = Faults()
        for block in range(2, _BLOCKS, 4):
            getattr(faults, wear)(_AT + block * 4096 + block * 8, 600, 0x24)
        boot(image, faults)
        expected = b""
        for turn in range(40):
            data = bytes([turn * 5 & 0xDB]) * 700
            put("log", data, "ab")
            expected += data
        assert faults.met["worn"] + faults.met["weak"] > 0
        boot(image, faults)
        assert content("log") == expected


def test_a_read_error_is_an_answer_and_nothing_is_lost_when_it_has_gone():
    image = formatted()
    data = bytes(range(256)) * 60
    put("a", data)
    put("b", b"other")
    faults = Faults()
    boot(image, faults)
    at = image.find(data[:4000], _AT + 8192)
    faults.fail_read(at, 1, 6)  # each is tried three times
    for _ in range(2):
        assert raised(OSError, content, "a").args[0] == 5
    assert content("a") == data
    put("b", b"more", "ab")
    assert content("b") == b"othermore"


def test_an_archive_that_cannot_be_read_at_all_is_left_as_it_is():
    image = formatted()
    put("a", b"kept")
    faults = Faults()
    faults.fail_read(_AT, 8192)
    names = boot(image, faults)
    assert "left as it is" in names["archive_problem"]
    assert names["boots"] == 2
    assert raised(OSError, vfs.umount, MOUNT).args[0] == 22  # nothing is mounted
    boot(image)
    assert content("a") == b"kept"


def test_nvs_that_is_full_or_gone_does_not_cost_the_archive():
    image = formatted()
    put("a", b"kept")
    other = NVS("foreign")
    size = 2000
    while size > 8:
        try:
            other.set_blob("k%d" % (size + chip.flash().programs), bytes(size))
        except OSError:
            size //= 2
    number = 0
    while number >= 0:
        try:
            other.set_i32("i%d" % number, number)
            number += 1
        except OSError:
            number = -1
    names = boot(image)
    assert (names["archive_problem"], names["boots"]) == (None, None)
    assert content("a") == b"kept"
    faults = Faults()
    faults.fail_read(_NVS, 32)
    names = boot(image, faults)
    assert (names["archive_problem"], names["boots"]) == (None, None)
    assert content("a") == b"kept"


def test_a_table_without_the_partition_is_said():
    image = chip.blank(_TABLE)
    unmount()
    flash = FaultyFlash(image, len(image), Faults())
    chip.power_on(flash, _TABLE[:1])
    names = {"__name__": "boot"}
    exec(compile(_SOURCE, "boot.py", "exec"), names)
    assert "no partition is labelled memory" in names["archive_problem"]


def test_a_read_that_fails_now_and_then_is_tried_again():
    """
    After a read that failed LittleFS takes what is in its cache for what was read: wrong bytes
    without an error, or an older state of a directory.
    """
    image = formatted()
    for number in range(12):
        put("a%d" % number, b"kept%02d" % number * 300)
    faults = Faults()
    boot(image, faults)
    for number in range(12):
        faults.fail_read(_AT, _BLOCKS * 4096, 2)
        assert content("a%d" % number) == b"kept%02d" % number * 300
    assert faults.met["read"] == 24
    at = image.find(b"kept07kept07")
    while at >= 0:
        faults.fail_read(at, 1)
        at = image.find(b"kept07kept07", at + 4)
    assert raised(OSError, content, "a7").args[0] == 5
    faults.clear()
    boot(image, faults)
    assert content("a7") == b"kept07" * 300
