"""
In the network the device learns the time, and asks again until it does; without one, or where it
was not to be had, it opens its own.
"""

import asyncio
import socket
import struct

import board
import network

from firmware import startup
from firmware.network import online
from firmware.setup.first_setup import Setup
from firmware.system import events

ALONE = True

THOROUGH = (
    "test_a_server_that_is_silent_and_then_wrong_is_told_of_once_and_asked_again",
    "test_a_network_that_was_there_is_waited_for_without_asking_anybody",
)

NTP_TO_1970 = 2208988800
NOON = 1770120000  # 2026-02-03 12:00 UTC


class Settings:
    def __init__(self, port, **changed):
        self._kept = {"wifi": "home", "wifi_key": "secret", "zone": "UTC", "setup": "auto"}
        self._kept.update(time_server="127.0.0.1", time_port=port, language="zh", owner="")
        self._kept.update(cloud="", http=False)
        self._kept.update(changed)

    def get(self, name):
        return self._kept[name]


class Clock:
    def __init__(self):
        self.told = []
        self.came = asyncio.Event()

    def set(self, utc_ms):
        self.told.append(utc_ms)
        right = utc_ms >= NOON * 1000
        if right:
            self.came.set()
        return right


class TimeServer:
    """Answers each question with the seconds (since 1970) that are next, or not at all (None)."""

    def __init__(self, seconds):
        self.seconds = seconds
        for self.port in range(41123, 41999):
            self._sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            try:
                self._sock.bind(socket.getaddrinfo("127.0.0.1", self.port)[0][-1])
                break
            except OSError:
                self._sock.close()
        self._sock.setblocking(False)

    async def serve(self):
        try:
            while True:
                try:
                    question, peer = self._sock.recvfrom(100)
                except OSError:
                    await asyncio.sleep_ms(1)
                    continue
                answer = bytes((0x24, 2)) + bytes(22) + question[40:48] + bytes(8)
                seconds = self.seconds.pop(0)
                if seconds is None:
                    continue
                seconds += NTP_TO_1970
                self._sock.sendto(answer + struct.pack(">II", seconds, 0), peer)
        finally:
            self._sock.close()


async def test_the_time_is_set_as_the_server_says_it_after_one_that_was_wrong():
    network.AIR["home"] = "secret"
    network.JOINING_MS = 2
    logged = []
    events.log = lambda *row: logged.append(row)
    server = TimeServer([1000, NOON])
    serving = asyncio.create_task(server.serve())
    clock = Clock()
    running = asyncio.create_task(
        online.Online(Settings(server.port), clock, lambda count: bytes(count)).run()
    )
    await asyncio.wait_for(clock.came.wait(), 20)
    for task in (running, serving):
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass
    assert 0 <= clock.told[-1] - NOON * 1000 < 1000
    assert ("info", "wifi", "connected, address 127.0.0.1") in logged
    wrong = [row for row in logged if row[1] == "time"]
    assert wrong == [("warning", "time", "127.0.0.1: a time that cannot be")]
    assert not network.WLAN(network.STA_IF).active()


async def test_the_next_time_server_is_asked_at_once_and_nothing_is_told_of_the_first():
    network.AIR["home"] = "secret"
    network.JOINING_MS = 2
    logged = []
    events.log = lambda *row: logged.append(row)
    server = TimeServer([1000, NOON])
    serving = asyncio.create_task(server.serve())
    clock = Clock()
    settings = Settings(server.port, time_server="127.0.0.1 localhost")
    running = asyncio.create_task(online.Online(settings, clock, bytes).run())
    await asyncio.wait_for(clock.came.wait(), 20)
    for task in (running, serving):
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass
    assert len(clock.told) == 2
    assert [row for row in logged if row[1] == "time"] == []


def radio(**air):
    network.JOINING_MS = 2
    network.AIR.clear()
    network.AIR.update(air)
    logged = []
    events.log = lambda *row: logged.append(row)
    return logged


def told():
    """Events from now on, but the log and changes of state."""
    found = []

    def emit(event, **fields):
        if event != "state":
            found.append((event, fields))

    events.emit = emit
    return found


async def stopped(*tasks):
    for task in tasks:
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass


async def until(there):
    """Wait for a condition that other tasks bring about; the test's own limit ends it."""
    while not there():
        await asyncio.sleep_ms(5)


async def test_a_server_that_is_silent_and_then_wrong_is_told_of_once_and_asked_again():
    logged = radio(home="secret")
    server = TimeServer([None, 1000, NOON])
    serving = asyncio.create_task(server.serve())
    clock = Clock()
    running = asyncio.create_task(
        online.Online(Settings(server.port), clock, lambda count: bytes(count)).run()
    )
    await asyncio.wait_for(clock.came.wait(), 40)
    await stopped(running, serving)
    assert [told // 1000 for told in clock.told] == [1000, NOON]
    assert len([row for row in logged if row[1] == "time"]) == 1, logged


def opened(settings, clock, **times):
    """An Online whose set-up is the real one, on free ports."""

    def rng(count):
        return bytes(count)

    def first_setup(idle_ms):
        return Setup(settings, clock, rng, (0, 0), idle_ms).run()

    return online.Online(settings, clock, rng, first_setup, **times)


async def test_a_device_without_a_network_opens_its_own_and_closes_it_when_nobody_comes():
    radio(home="secret")
    seen = told()
    one = opened(Settings(0, wifi=""), Clock(), idle_ms=300)
    running = asyncio.create_task(one.run())
    await until(lambda: seen)
    assert network.BEACONS["security"] == network.AUTH_WPA2_PSK
    assert len(network.BEACONS["key"]) >= 8
    assert network.BEACONS["ssid"] == seen[0][1]["network"]
    await asyncio.wait_for(running, 20)
    assert network.BEACONS is None
    assert not network.WLAN(network.STA_IF).active()
    assert not one.setting_up


async def test_a_network_that_was_never_there_has_the_owner_asked_and_is_tried_again():
    logged = radio(home="another one")
    seen = told()
    server = TimeServer([NOON])
    serving = asyncio.create_task(server.serve())
    clock = Clock()
    settings = Settings(server.port)

    one = opened(settings, clock, patient_ms=600, brief_ms=200)
    running = asyncio.create_task(one.run())
    await until(lambda: seen)
    assert ("warning", "wifi", "not connected: the password is wrong") in logged
    network.AIR["home"] = "secret"
    await asyncio.wait_for(clock.came.wait(), 40)
    assert network.BEACONS is None
    await stopped(running, serving)


async def test_a_network_that_was_there_is_waited_for_without_asking_anybody():
    radio(home="secret")
    seen = told()
    server = TimeServer([NOON])
    serving = asyncio.create_task(server.serve())
    clock = Clock()
    one = opened(Settings(server.port), clock, patient_ms=600000)
    running = asyncio.create_task(one.run())
    await asyncio.wait_for(clock.came.wait(), 20)
    assert one._wifi.was_up
    del network.AIR["home"]
    await until(lambda: not one._wifi.up.is_set())
    await stopped(running, serving)
    assert seen == []


async def test_switched_off_or_on_a_board_without_one_no_access_point_opens():
    radio()
    seen = told()
    await opened(Settings(0, wifi="", setup="off"), Clock()).run()
    await online.Online(Settings(0, wifi=""), Clock(), bytes).run()
    assert seen == [] and network.BEACONS is None


async def test_a_radio_that_gives_no_access_point_is_said_and_the_network_tried_all_the_same():
    logged = radio(home="secret")
    point = type(network.WLAN(network.AP_IF))

    def config(self, **values):
        raise OSError("Wifi Invalid Argument")

    point.config = config
    server = TimeServer([NOON])
    serving = asyncio.create_task(server.serve())
    clock = Clock()
    settings = Settings(server.port, setup="on")
    one = opened(settings, clock, brief_ms=10)
    running = asyncio.create_task(one.run())
    await asyncio.wait_for(clock.came.wait(), 20)
    await stopped(running, serving)
    assert ("error", "setup", "no set-up over the air: Wifi Invalid Argument") in logged


async def test_where_the_access_point_takes_a_password_only_once_it_is_active_it_gets_it_then():
    radio()
    seen = told()
    point = type(network.WLAN(network.AP_IF))
    real = point.config

    def config(self, **values):
        if not self.active():
            raise OSError("Wifi Invalid Mode")
        real(self, **values)
        network.BEACONS = dict(values)

    point.config = config
    settings = Settings(0, wifi="")
    one = opened(settings, Clock(), idle_ms=1000000)
    running = asyncio.create_task(one.run())
    await until(lambda: seen)
    assert network.BEACONS["security"] == network.AUTH_WPA2_PSK
    assert network.BEACONS["key"] == seen[0][1]["password"]
    await stopped(running)
    assert network.BEACONS is None


class Companion:
    """As much of one as its way into the network asks for."""

    clock = None

    def __init__(self, **changed):
        self.settings = Settings(0, **changed)
        self.settings._kept.update(stdio=False)
        self.settings._kept.update(changed)


def test_the_network_stack_is_there_before_anything_listens_or_connects():
    """On a board without it the first socket would end the chip; its addresses are the radio's."""
    asked = []
    board.addresses = lambda: asked.append(True) or []
    for changed, times in (
        ({"wifi": "", "http": True}, 1),
        ({"wifi": "", "cloud": "wss://a.example/"}, 1),
        ({"wifi": ""}, 0),
    ):
        assert startup._online(Companion(**changed)) is None
        assert len(asked) == times, changed
        asked.clear()
    board.SETTINGS["access_point"] = (80, 53)
    assert startup._online(Companion(wifi="", stdio=True)) is None
    assert isinstance(startup._online(Companion(wifi="")), online.Online)
    assert isinstance(startup._online(Companion(stdio=True)), online.Online)
