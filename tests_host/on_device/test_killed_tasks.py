"""
Each task of the companion is killed while it runs: by an exception inside it, and by a
cancellation that nobody meant. It is run again, or reported where its policy is "never"; the
others go on; the device status says so. Which tasks there are the supervisor says.
"""

import asyncio
import builtins
import sys

import board
import machine
import network
from _bench import Bench

from firmware import own_talk, startup, stdio_server
from firmware.cloud import typed_input
from firmware.system import events, watchdog
from firmware.system.supervisor import ALWAYS, FAILED, NEVER, RUNNING, Supervisor
from firmware.tools import status_tool

HEAP = "8M"  # the whole companion
ALONE = True

_NOT_HERE = "ws://127.0.0.1:1/"  # port 1: nobody listens there


class Silent:
    """In the place of PolledReader and PolledWriter: a peer that says nothing."""

    def __init__(self, stream, step=1):
        pass

    async def readinto(self, buffer):
        await asyncio.Event().wait()

    async def write(self, data):
        pass


class Food:
    """In the place of machine.WDT."""

    def __init__(self, timeout):
        pass

    def feed(self):
        pass


class Aiorepl:
    """In the place of the module of micropython-lib."""

    @staticmethod
    async def task():
        await asyncio.Event().wait()


class Opus:
    """In the place of the codec, which is in an image alone."""

    AUDIO = 1

    class Encoder:
        def __init__(self, **options):
            pass

    class Decoder(Encoder):
        pass


async def turns():
    """Let every task that is ready run until it waits for time or a peer."""
    for _ in range(50):
        await asyncio.sleep_ms(0)


async def until(condition):
    for _ in range(5000):
        if condition():
            return
        await asyncio.sleep_ms(1)
    raise AssertionError("it did not come to that")


class Device:
    """A companion that runs with these settings; pauses of its supervisor take no time."""

    def __init__(self, cause=machine.PWRON_RESET, **settings):
        Bench(disk_kb=0).power_on()
        machine.start(cause, b"\x02abcde")
        self.heard = []
        self.ready = asyncio.Event()
        events.subscribe(self.hear)
        watchdog.machine.WDT = Food
        stdio_server.PolledReader = stdio_server.PolledWriter = Silent
        typed_input.PolledReader = Silent
        own_talk.PolledReader = own_talk.PolledWriter = Silent
        startup.event_lines.start = lambda style: None
        board.SETTINGS.clear()
        board.SETTINGS.update(settings)
        self.companion = startup.create("no archive here")
        self.companion.supervisor = Supervisor(lambda n: bytes(n), self.pause)

    async def pause(self, ms):
        await asyncio.sleep_ms(0)

    def hear(self, event, fields):
        self.heard.append((event, fields))
        if event == "ready":
            self.ready.set()

    async def __aenter__(self):
        self.running = asyncio.create_task(self.companion.run(startup.start))
        await self.ready.wait()
        await turns()
        return self

    async def __aexit__(self, *error):
        self.running.cancel()
        try:
            await self.running
        except asyncio.CancelledError:
            pass
        for one in self.companion.supervisor.tasks:
            assert one.task.done(), one.name

    def tasks(self):
        return list(self.companion.supervisor.tasks)

    def pages(self):
        return len([event for event, _ in self.heard if event == "setup"])

    def traces(self):
        return len([event for event, _ in self.heard if event == "trace"])

    async def lines(self):
        """What the device status says, by name."""
        said = await status_tool.answer(self.companion)
        return {line["name"]: line for line in said["tasks"]}

    async def kill_each(self):
        """Kill each task twice; the names of those that were killed."""
        names = []
        for one in self.tasks():
            await self.kill(one, None)
            if one.policy != NEVER:
                await self.kill(one, MemoryError("killed"))
            names.append(one.name)
        return sorted(names)

    async def kill(self, one, error):
        """Raise `error` where the task waits, or cancel it; see that it alone was touched."""
        assert one.state == RUNNING, one.name
        before = {other.name: (other.state, other.restarts) for other in self.tasks()}
        traces = self.traces()
        task = one.task
        while isinstance(task.data, type(one.task)):
            task = task.data
        task.cancel()
        if error is not None:
            task.data = error
        restarts = 0 if one.policy == NEVER else before[one.name][1] + 1
        state = FAILED if one.policy == NEVER else RUNNING
        await until(lambda: one.restarts >= restarts and one.error and one.state == state)
        expected = dict(before)
        expected[one.name] = (state, restarts)
        found = {other.name: (other.state, other.restarts) for other in self.tasks()}
        assert found == expected, (one.name, found, expected, self.heard[-12:])
        line = (await self.lines())[one.name]
        assert line["state"] == found[one.name][0] and line.get("restarts", 0) == restarts
        kind = "cancelled" if error is None else type(error).__name__
        assert line["error"].startswith(kind), line
        await turns()  # it begins: an exception comes out of its work only
        assert self.traces() - traces == (0 if error is None else 1), one.name
        assert not self.running.done()


async def test_a_board_in_the_network_with_a_cloud():
    network.AIR["home"] = "secret"
    network.JOINING_MS = 0
    device = Device(
        machine.WDT_RESET,
        http=True,
        http_port=0,
        cloud=_NOT_HERE,
        typed=True,
        wifi="home",
        wifi_key="secret",
        time_server="127.0.0.1",
        time_port=1,
        watchdog_s=60,
        led=True,
    )
    async with device:
        killed = await device.kill_each()
        assert killed == [
            "boot guard",
            "cloud 1",
            "conversation",
            "delivery",
            "http",
            "led",
            "maintenance",
            "mark_time",
            "memory restart",
            "online",
            "scheduler",
            "typed",
            "watchdog",
        ], killed
        (ready,) = [fields for event, fields in device.heard if event == "ready"]
        port = int(ready["mcp"].split(":")[2].split("/")[0])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)  # the same one
        writer.write(b"GET /mcp HTTP/1.0\r\n\r\n")
        await writer.drain()
        assert (await reader.readline()).startswith(b"HTTP/1.0 4")
        writer.close()
        await writer.wait_closed()
        for one in device.tasks():
            assert one.policy == ALWAYS or one.name in (
                "boot guard",
                "online",
                "typed",
                "watchdog",
            )


async def test_a_board_on_a_cable():
    async with Device(stdio=True, console=True) as device:
        killed = await device.kill_each()
        assert killed == [
            "client log",
            "console",
            "delivery",
            "maintenance",
            "mark_time",
            "memory restart",
            "scheduler",
            "stdio",
        ], killed


async def test_a_companion_that_talks_through_a_model():
    async with Device(chat=True, llm_url="http://127.0.0.1:1/v1", llm_model="m") as device:
        killed = await device.kill_each()
        assert killed == [
            "chat",
            "conversation",
            "delivery",
            "maintenance",
            "mark_time",
            "memory restart",
            "model reader",
            "scheduler",
        ], killed


async def test_a_companion_with_a_voice():
    sys.modules["opus"] = Opus
    async with Device(voice=True, cloud=_NOT_HERE) as device:
        killed = await device.kill_each()
        assert killed == [
            "button",
            "cloud 1",
            "conversation",
            "delivery",
            "loudspeaker",
            "maintenance",
            "mark_time",
            "memory restart",
            "microphone",
            "scheduler",
            "talk",
        ], killed


async def test_a_build_without_the_codec_is_one_of_text_and_says_so_once():
    load = builtins.__import__

    def without(name, *rest):
        if name == "opus":
            raise ImportError("no module named 'opus'")
        return load(name, *rest)

    builtins.__import__ = without
    try:
        async with Device(voice=True) as device:
            assert device.companion.voice is None
            assert "microphone" not in [one.name for one in device.tasks()]
            said = [fields["text"] for event, fields in device.heard if event == "log"]
            assert len([text for text in said if "Opus" in text]) == 1, said
    finally:
        builtins.__import__ = load


async def test_a_companion_that_searches_by_meaning():
    model = {"llm_url": "http://127.0.0.1:1/v1", "llm_embed_model": "e"}
    async with Device(embed=True, **model) as device:
        killed = await device.kill_each()
        assert killed == [
            "delivery",
            "maintenance",
            "mark_time",
            "memory restart",
            "model reader",
            "scheduler",
            "vectors",
        ], killed
        assert "embed" in backends(device)


async def test_nothing_is_searched_by_meaning_until_that_is_switched_on():
    url = "http://127.0.0.1:1/v1"
    for settings in (
        {"llm_url": url, "llm_embed_model": "e"},
        {"llm_url": url, "embed": True},
        {"llm_embed_model": "e", "embed": True},
    ):
        async with Device(**settings) as device:
            assert "embed" not in backends(device)
            assert "vectors" not in [one.name for one in device.tasks()]


def backends(device):
    return [one.name for one in device.companion.memory.backends._others]


async def test_a_prompt_beside_the_companion_is_reported_and_not_run_again():
    sys.modules["aiorepl"] = Aiorepl
    async with Device(aiorepl=True) as device:
        assert "aiorepl" in await device.kill_each()
        lines = await device.lines()
        assert lines["aiorepl"]["state"] == "failed"


async def test_the_set_up_is_opened_again():
    async with Device(access_point=(0, 0)) as device:
        (online,) = [one for one in device.tasks() if one.name == "online"]
        for number, error in ((1, None), (2, RuntimeError("killed"))):
            await until(lambda: device.pages() == number)  # noqa: B023  used up at once
            await device.kill(online, error)
        await until(lambda: device.pages() == 3)
        assert device.companion.setting_up


async def test_an_http_server_that_takes_no_connection_any_more_is_run_again():
    """asyncio accepts in a task of its own, which ends where RAM runs out."""
    async with Device(http=True, http_port=0) as device:
        (http,) = [one for one in device.tasks() if one.name == "http"]
        (transport,) = [row[3] for row in device.companion.transports]
        transport._listener.task.cancel()
        await until(lambda: http.restarts)
        await turns()
        assert (http.state, http.restarts, http.error) == (RUNNING, 1, "cancelled")
        assert not transport._listener.task.done()


async def test_the_end_of_stdin_ends_the_program_in_order():
    class Ends(Silent):
        async def readinto(self, buffer):
            return 0

    device = Device(stdio=True)
    stdio_server.PolledReader = Ends
    async with device:
        await asyncio.wait_for(device.running, 10)
        assert device.companion.supervisor.tasks
