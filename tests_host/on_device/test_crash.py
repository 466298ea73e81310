"""What ended the companion, kept for the next start."""

from _bench import Bench
from esp32 import NVS

from firmware import VERSION
from firmware.system import crash_report


def caught(what):
    try:
        what()
    except Exception as e:
        return e


def fails():
    raise ValueError("对花生过敏")


def test_it_has_the_kind_and_the_places_and_not_the_words():
    Bench(disk_kb=0).power_on(0, 0)
    assert crash_report.last() == ""
    crash_report.keep(caught(fails))
    said = crash_report.last().split()
    assert said[:2] == [VERSION, "ValueError"]
    assert [place.split(":")[0] for place in said[2:]] == ["test_crash.py"] * 2
    assert "花生" not in crash_report.last()


def test_of_an_error_of_the_system_it_has_the_number():
    Bench(disk_kb=0).power_on(0, 0)
    crash_report.keep(caught(lambda: open("/none/there")))
    assert " OSError(2) " in crash_report.last()


def test_it_is_one_short_blob_however_deep_the_error():
    Bench(disk_kb=0).power_on(0, 0)

    def deep(left):
        return deep(left - 1) if left else fails()

    crash_report.keep(caught(lambda: deep(1)))
    crash_report.keep(caught(lambda: deep(30)))
    assert len(crash_report.last().split()) == 6
    assert NVS("boot").get_blob("crash", bytearray(160)) <= 160
    crash_report.keep_words("y" * 500)
    assert len(crash_report.last()) == 160


def test_flash_that_fails_changes_nothing():
    bench = Bench(disk_kb=0)
    bench.power_on(0, 0)

    class Broken:
        def __init__(self, name):
            raise OSError(-0x1100, "ESP_ERR_NVS_BASE")

    crash_report.namespace = Broken
    crash_report.keep(caught(fails))
    assert crash_report.last() == ""
