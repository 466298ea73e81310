"""sim.faults: what a worn or broken chip does, and how NVS and Partition pass it on."""

from binascii import crc32
from struct import pack

from _raised import raised
from esp32 import NVS, Partition

from sim import chip
from sim.faults import Faults, FaultyFlash, FlashError

_TABLE = [("nvs", 1, 2, 0, 0x4000), ("memory", 1, 0x83, 0x4000, 0x4000)]
_OP_FAIL = -0x6001
_NOT_FOUND = -0x1102


def powered(image=None):
    faults = Faults()
    image = image or chip.blank(_TABLE)
    flash = FaultyFlash(image, len(image), faults)
    chip.power_on(flash, _TABLE)
    return image, flash, faults


def read(flash, offset, size):
    buf = bytearray(size)
    flash.read(offset, buf)
    return bytes(buf)


def test_worn_bits_stay_0_from_the_next_erase_on():
    _, flash, faults = powered()
    faults.wear(0x4010, 2, 0x81)
    assert read(flash, 0x4010, 2) == b"\xff\xff"
    flash.erase(0x4000)
    assert read(flash, 0x400F, 4) == b"\xff\x7e\x7e\xff"
    flash.program(0x4010, b"\xc3\x3c")  # no error: a chip does not look
    assert read(flash, 0x4010, 2) == b"\x42\x3c"
    assert faults.met["worn"] == 2
    faults.clear()
    flash.erase(0x4000)
    assert read(flash, 0x4010, 2) == b"\xff\xff"


def test_weak_bits_are_not_cleared_and_nobody_is_told():
    _, flash, faults = powered()
    faults.weaken(0x4011, 1, 0x0F)
    flash.program(0x4010, b"\x00\x00\x00")
    assert read(flash, 0x4010, 3) == b"\x00\x0f\x00"
    assert faults.met["weak"] == 1


def test_a_flipped_bit_reads_wrong_until_its_sector_is_erased():
    _, flash, faults = powered()
    flash.program(0x4010, b"\x55")
    faults.flip(0x4010, 0x41)
    assert read(flash, 0x400F, 3) == b"\xff\x14\xff"
    flash.erase(0x4000)
    assert read(flash, 0x4010, 1) == b"\xff"


def test_errors_come_once_or_always_and_say_where():
    image, flash, faults = powered()
    faults.fail_read(0x4100, 4, 1)
    error = raised(FlashError, flash.read, 0x40F0, bytearray(32))
    assert error.offset == 0x40F0
    assert read(flash, 0x40F0, 32) == b"\xff" * 32
    faults.fail_erase(0x5000, 1)
    flash.program(0x5000, b"\x00")
    for _ in range(2):
        raised(FlashError, flash.erase, 0x5000)
    assert image[0x5000] == 0
    faults.fail_program(0x4200, 4)
    raised(FlashError, flash.program, 0x4200, b"\x01\x02\x03\x04")
    assert image[0x4200:0x4204] == b"\x01\x02\xff\xff"  # a part of it was done
    assert (faults.met["read"], faults.met["program"], faults.met["erase"]) == (1, 1, 2)


def test_a_partition_raises_what_the_port_raises():
    _, _, faults = powered()
    partition = Partition("memory")
    faults.fail_read(0x4000, 1)
    faults.fail_program(0x5000, 1)
    faults.fail_erase(0x6000, 1)
    block = bytearray(64)
    for call in (
        lambda: partition.readblocks(0, block, 0),
        lambda: partition.writeblocks(1, block, 0),
        lambda: partition.ioctl(6, 2),
    ):
        error = raised(OSError, call)
        assert error.args == (_OP_FAIL, "ESP_ERR_FLASH_OP_FAIL"), error.args
    partition.readblocks(3, block, 0)


def test_a_program_that_fails_puts_its_nvs_page_out_of_use_until_a_restart():
    """As Page::writeEntry of ESP-IDF does: the page is invalid, all its keys seem not there."""
    image, _, faults = powered()
    kv = NVS("mem")
    kv.set_i32("known", 7)
    faults.fail_program(0x0000, 0x1000, 1)
    error = raised(OSError, kv.set_blob, "new", b"x" * 100)
    assert error.args == (_OP_FAIL, "ESP_ERR_FLASH_OP_FAIL")
    assert raised(OSError, kv.get_i32, "known").args[0] == _NOT_FOUND
    assert raised(OSError, kv.set_i32, "other", 1).args[1] == "ESP_ERR_NVS_INVALID_STATE"
    powered(image)
    kv = NVS("mem")
    assert kv.get_i32("known") == 7
    assert raised(OSError, kv.get_blob, "new", bytearray(100)).args[0] == _NOT_FOUND


def test_nvs_does_not_notice_a_worn_bit_until_it_reads():
    """It writes without reading back: set returns, the value is not there."""
    _, _, faults = powered()
    kv = NVS("mem")
    faults.weaken(0x0000 + 64, 4032, 0x10)
    kv.set_blob("new", b"\x00" * 100)
    assert raised(OSError, kv.get_blob, "new", bytearray(100)).args[0] == _NOT_FOUND


def test_nvs_that_cannot_be_read_or_erased_is_not_initialised():
    head = pack("<IIB", 0xFFFFFFFE, 0, 0xFD) + b"\xff" * 19
    older = head + pack("<I", crc32(head[4:], 0xFFFFFFFF))  # of another version: to be erased
    for fail in ("fail_read", "fail_erase"):
        image = chip.blank(_TABLE)
        image[: len(older)] = older
        faults = Faults()
        getattr(faults, fail)(0x2000, 1)
        chip.power_on(FaultyFlash(image, len(image), faults), _TABLE)
        assert raised(OSError, NVS, "mem").args[1] == "ESP_ERR_NVS_NOT_INITIALIZED"
