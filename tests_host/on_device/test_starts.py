"""Which starts were good: after power-on those that are ready, after a crash those that last."""

import asyncio

import board
import machine
from esp32 import NVS
from test_boot import boot, formatted

from firmware.system import boot_guard


def restart(image, cause=machine.PWRON_RESET):
    """Start the chip; why it is in safe mode, or None, and whether the archive is mounted."""
    machine.start(cause, b"\x02abcde")
    names = boot(image)
    mounted = names["boots"] is not None
    assert mounted == (names["safe_mode"] is None)
    return names["safe_mode"]


class Slept:
    """In the place of asyncio: time passes at once."""

    def __init__(self):
        self.seconds = 0

    async def sleep(self, seconds):
        self.seconds += seconds


def test_three_starts_without_ready_make_the_fourth_safe_and_the_fifth_is_tried():
    image = formatted()
    assert [restart(image) for _ in range(7)] == [
        None,
        None,
        "starts",
        None,
        "starts",
        None,
        "starts",
    ]
    assert restart(image) is None
    assert boot_guard.reached_ready() is None
    assert [restart(image) for _ in range(4)] == [None, None, None, "starts"]


def test_a_reset_of_another_kind_counts_as_well_and_is_good_after_two_minutes():
    for cause in (machine.HARD_RESET, machine.WDT_RESET):
        image = formatted()
        boot_guard.clear()
        for _ in range(2):
            assert restart(image, cause) is None
            boot_guard.reached_ready()  # it crashes before its task has run to the end
        assert boot_guard.failed() == 2
        assert restart(image, cause) is None
        slept = boot_guard.asyncio = Slept()
        asyncio.run(boot_guard.reached_ready()())
        assert (slept.seconds, boot_guard.failed()) == (120, 0)


def test_a_watchdog_that_resets_it_again_and_again_after_ready_leads_to_safe_mode():
    image = formatted()
    boot_guard.clear()
    assert restart(image) is None
    assert boot_guard.reached_ready() is None
    for _ in range(3):
        assert restart(image, machine.WDT_RESET) is None
        boot_guard.reached_ready()
    assert restart(image, machine.WDT_RESET) == "starts"


def test_soft_resets_as_mpremote_makes_them_are_not_counted():
    image = formatted()
    for _ in range(5):
        assert restart(image, machine.SOFT_RESET) is None
    assert boot_guard.failed() == 1


def test_a_held_button_is_safe_mode_whatever_was_before():
    image = formatted()
    board.SETTINGS["held"] = True
    assert restart(image) == "button"
    assert restart(image, machine.SOFT_RESET) == "button"
    del board.SETTINGS["held"]
    assert restart(image) is None


def test_a_board_whose_button_fails_or_that_has_none_starts():
    image = formatted()
    button = board.button

    def broken():
        raise OSError("no such pin")

    board.button = broken
    assert restart(image) is None
    del board.button
    assert restart(image) is None
    board.button = button


def test_memory_is_mounted_when_safe_mode_has_ended():
    image = formatted()
    board.SETTINGS["held"] = True
    machine.start(machine.PWRON_RESET, b"\x02abcde")
    names = boot(image)
    boots = NVS("sys").get_i32("boots")
    names["mount_memory"]()
    assert (names["archive_problem"], names["boots"]) == (None, boots + 1)
