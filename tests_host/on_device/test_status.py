"""self.get_device_status: of a network, after a reset, and without memory."""

import asyncio
import json

import machine
import network
from _bench import Bench
from esp32 import NVS

from firmware.system import events
from firmware.system.clock import Clock
from firmware.system.settings import Privacy
from firmware.system.supervisor import ALWAYS, NEVER, Supervisor
from firmware.tools import status_tool
from firmware.words import messages

messages.use("en")


class Settings:
    def __init__(self, wifi):
        self.wifi = wifi

    def get(self, name):
        return {"wifi": self.wifi, "tls_verify": True}[name]


class Companion:
    memory = mind = None
    memory_problem = "flash does not answer"
    memory_trouble = "memory"

    def __init__(self, wifi=""):
        self.settings = Settings(wifi)
        self.privacy = Privacy()
        self.llm = self.model_usage = self.voice = None
        self.clock = Clock()
        self.supervisor = Supervisor(lambda count: bytes(count))


async def test_of_the_network_it_tells_name_strength_and_address():
    Bench(disk_kb=0).power_on(0, 0)
    radio = network.WLAN(network.STA_IF)
    radio.active(True)
    companion = Companion("home")
    said = (await status_tool.answer(companion))["network"]
    assert dict(said) == {"type": "wifi", "connected": False}
    network.AIR["home"] = "secret key"
    network.JOINING_MS = 0
    radio.connect("home", "secret key")
    said = await status_tool.answer(companion)
    assert dict(said["network"]) == {
        "type": "wifi",
        "connected": True,
        "ssid": "home",
        "signal": "strong",
        "rssi": -54,
        "address": "127.0.0.1",
    }
    assert "secret" not in repr(said)


async def test_it_names_what_ended_the_start_before_and_counts_failed_ones():
    Bench(disk_kb=0).power_on(0, 0)
    NVS("boot").set_i32("failed", 2)
    words = []
    for cause in (1, 2, 3, 4, 5, 0):
        machine.start(cause, b"\x02abcde")
        said = (await status_tool.answer(Companion()))["firmware"]
        assert said["failed_starts"] == 2
        words.append(said["reset"])
    assert words == ["power", "reset", "watchdog", "sleep", "soft", "unknown"]


async def test_without_memory_it_tells_the_rest():
    Bench(disk_kb=0).power_on(0, 0)
    said = await status_tool.answer(Companion())
    assert dict(said["memory"]) == {"problem": "memory"}
    assert said["heap"]["free_bytes"] > 0
    assert said["firmware"]["boots"] == 0


async def test_each_task_has_a_line_those_with_a_problem_first():
    Bench(disk_kb=0).power_on(0, 0)
    events.log = events.trace = lambda *words: None
    companion = Companion()

    async def stay():
        await asyncio.Event().wait()

    async def fail():
        raise ValueError("what somebody said")

    start = companion.supervisor.start
    start("scheduler", "companion", ALWAYS, stay)
    start("aiorepl", "system", NEVER, fail)
    await asyncio.sleep_ms(1)
    whole = await status_tool.answer(companion)
    said = whole["tasks"]
    assert whole["message"].startswith("A part of the device failed"), whole
    assert "(aiorepl)" in whole["message"]
    assert [line["name"] for line in said] == ["aiorepl", "scheduler"]
    error = said[0].pop("error")
    assert error.startswith("ValueError ") and "somebody" not in error
    assert dict(said[0]) == {
        "name": "aiorepl",
        "owner": "system",
        "policy": "never",
        "state": "failed",
    }
    assert dict(said[1]) == {
        "name": "scheduler",
        "owner": "companion",
        "policy": "always",
        "state": "running",
    }


async def test_with_every_task_failing_it_still_fits_one_message_of_a_xiaozhi_session():
    """7,500 bytes, where the answer is JSON within a string of JSON."""
    Bench(disk_kb=0).power_on(0, 0)
    events.log = events.trace = lambda *words: None
    companion = Companion()

    async def fail():
        raise ValueError("no")

    for number in range(40):
        one = companion.supervisor.start("task number %d" % number, "companion", ALWAYS, fail)
        one.restarts = 1000
    await asyncio.sleep_ms(1)
    for one in companion.supervisor.tasks:
        one.error = "e" * 60
    said = await status_tool.answer(companion)
    assert len(said["tasks"]) == 24
    assert len(json.dumps(json.dumps(said))) < 7000
    await companion.supervisor.stop()


def test_uptime_is_exact_and_grows():
    Bench(disk_kb=0).power_on(0, 0)
    clock = Clock()
    passed = [3, 0, 4]
    clock._passed = lambda: passed.pop(0)
    assert [clock.uptime() for _ in range(3)] == [3, 3, 7]
