"""
Starts of the companion where NVS does not give single keys: it gets ready, says what is lost, and
is on time. A start that fails three times in a row would end in safe mode.
"""

import asyncio

import board
import machine
from _bench import Bench

from firmware import startup
from firmware.system import events, nvs
from firmware.system.settings import Settings

HEAP = "64M"  # one companion a key
THOROUGH = ("test_whatever_key_cannot_be_read_the_companion_starts",)

_MISMATCH = -0x1107  # what IDF answers where a key has a value of another type


class Rotten:
    """In the place of esp32: of each namespace, `bad` (name, key) fails to be read."""

    def __init__(self, real):
        self.real = real
        self.bad = None
        self.read = []

    def NVS(self, name):
        return Namespace(self, name, self.real.NVS(name))


class Namespace:
    def __init__(self, chip, name, real):
        self._chip = chip
        self._name = name
        self._real = real
        self.set_i32 = real.set_i32
        self.set_blob = real.set_blob
        self.erase_key = real.erase_key
        self.commit = real.commit

    def _look(self, key):
        pair = (self._name, key)
        if pair not in self._chip.read:
            self._chip.read.append(pair)
        if pair == self._chip.bad:
            raise OSError(_MISMATCH, "ESP_ERR_NVS_TYPE_MISMATCH")

    def get_i32(self, key):
        self._look(key)
        return self._real.get_i32(key)

    def get_blob(self, key, buffer):
        self._look(key)
        return self._real.get_blob(key, buffer)


def device():
    """A device with HTTP and a cloud that is not there, and its NVS as a Rotten."""
    Bench(disk_kb=0).power_on(0, 0)
    # Noon in UTC+8: before three in the morning the nightly job looks at no mark.
    machine.RTC().datetime((2026, 2, 5, 3, 4, 0, 0, 0))
    board.SETTINGS.pop("http", None)
    for name, value in (("cloud", "ws://127.0.0.1:9/"), ("http", True), ("http_port", 0)):
        Settings({}).set(name, value)
    chip = nvs.esp32 = Rotten(nvs.esp32)
    return chip


async def start():
    """Start the companion and end it after `ready`; the texts of its log."""
    texts = []
    ready = asyncio.Event()

    def hear(event, fields):
        if event == "ready":
            ready.set()
        elif event == "log":
            texts.append(fields["text"])

    events.subscribe(hear)
    companion = startup.create("no archive here")
    task = asyncio.create_task(companion.run(startup.start))
    await asyncio.wait_for(ready.wait(), 20)  # where the start fails the task says how
    for _ in range(20):
        await asyncio.sleep(0)
    assert not task.done()
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    return texts


async def test_whatever_key_cannot_be_read_the_companion_starts():
    chip = device()
    await start()
    chip.read = []
    await start()
    tried = 0
    for pair in list(chip.read):
        name, key = pair
        if name == "mem" and key[-1].isdigit() and key not in ("s000", "journal1"):
            continue  # one slot is as good as another
        chip.bad = pair
        await start()
        tried += 1
    assert tried > 50


async def test_where_a_mark_of_the_scheduler_or_a_setting_cannot_be_read_the_companion_starts():
    chip = device()
    for pair in (("sys", "nightly"), ("cfg", "http"), ("mem", "epoch"), ("mem", "restored")):
        chip.bad = pair
        chip.read = []
        texts = await start()
        assert [text for text in texts if "http" in text or "MISMATCH" in text], (pair, texts)
        assert pair in chip.read
