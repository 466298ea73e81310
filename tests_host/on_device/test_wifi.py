"""The station joins, is told why it cannot, and comes back whatever the router does."""

import asyncio

import network

from firmware.network.wifi import WiFi


class Station:
    """A WiFi that is under way, and what it has told."""

    def __init__(self, name="home", key="secret", lost=5):
        self.told = []
        self._came = asyncio.Event()
        # Quick looks at the radio: no test waits for what a router takes.
        quick = {"poll_ms": 5, "watch_ms": 5, "missed_max": lost}
        self.wifi = WiFi(name, key, self._hear, lambda count: bytes(count), **quick)
        self.wifi._backoff.wait_ms = self._wait_ms
        self.waits = []
        self._real_wait = type(self.wifi._backoff).wait_ms
        self._task = asyncio.create_task(self.wifi.run())

    def _wait_ms(self):
        self.waits.append(self._real_wait(self.wifi._backoff))
        return 1

    def _hear(self, connected, words):
        self.told.append((connected, words))
        self._came.set()

    async def hears(self, connected, words):
        """Wait until this is told."""
        while (connected, words) not in self.told:
            self._came.clear()
            await asyncio.wait_for(self._came.wait(), 10)

    async def stop(self):
        self._task.cancel()
        try:
            await self._task
        except asyncio.CancelledError:
            pass


def _fresh(**air):
    network.JOINING_MS = 2
    network.AIR.clear()
    network.AIR.update(air)
    network.MUTE.clear()
    network.ADDRESS[0] = "127.0.0.1"


async def test_it_joins_says_its_address_and_leaves_the_radio_off_in_the_end():
    _fresh(home="secret")
    station = Station()
    await station.hears(True, "127.0.0.1")
    assert station.wifi.up.is_set()
    assert network.hostname() == "xiaozhi-pet"
    await station.stop()
    assert not network.WLAN(network.STA_IF).active()
    assert not station.wifi.up.is_set()
    assert station.told == [(True, "127.0.0.1")]


async def test_an_open_network_needs_no_key():
    _fresh(cafe="")
    station = Station("cafe", "")
    await station.hears(True, "127.0.0.1")
    await station.stop()


async def test_a_wrong_password_is_said_once_and_not_tried_in_a_hurry():
    _fresh(home="other")
    station = Station()
    await station.hears(False, "the password is wrong")
    while len(station.waits) < 3:
        await asyncio.sleep_ms(5)
    assert min(station.waits) >= 450000, station.waits
    assert len(station.told) == 1
    network.AIR["home"] = "secret"  # the owner has put it right at the router
    await station.hears(True, "127.0.0.1")
    await station.stop()


async def test_a_router_that_comes_later_is_found_and_waited_for_longer_each_time():
    _fresh()
    station = Station()
    await station.hears(False, "no such network is in reach")
    while len(station.waits) < 4:
        await asyncio.sleep_ms(5)
    assert station.waits[:4] == [1000, 2000, 4000, 8000]
    network.AIR["home"] = "secret"
    await station.hears(True, "127.0.0.1")
    await station.stop()


async def test_a_router_that_restarts_is_joined_again_and_the_waits_begin_anew():
    _fresh(home="secret")
    station = Station()
    await station.hears(True, "127.0.0.1")
    del network.AIR["home"]
    await station.hears(False, "the connection is lost")
    await station.hears(False, "no such network is in reach")
    assert not station.wifi.up.is_set()
    station.told.clear()
    network.AIR["home"] = "secret"
    await station.hears(True, "127.0.0.1")
    await station.stop()


async def test_a_gap_that_ends_by_itself_is_no_loss():
    _fresh(home="secret")
    station = Station(lost=1000)
    await station.hears(True, "127.0.0.1")
    del network.AIR["home"]
    while station.wifi.up.is_set():
        await asyncio.sleep_ms(1)
    network.AIR["home"] = "secret"
    await asyncio.wait_for(station.wifi.up.wait(), 10)
    await station.stop()
    assert station.told == [(True, "127.0.0.1")]


async def test_a_radio_that_fails_is_switched_off_and_on():
    _fresh(home="secret")
    radio = type(network.WLAN(network.STA_IF))
    real = radio.connect
    fails = [OSError("Wifi Internal Error"), OSError("Wifi Internal Error")]

    def connect(self, *given):
        if fails:
            raise fails.pop()
        real(self, *given)

    radio.connect = connect
    station = Station()
    await station.hears(False, "the radio fails: Wifi Internal Error")
    await station.hears(True, "127.0.0.1")
    await station.stop()


async def test_a_router_that_gives_no_address_is_told_as_such():
    _fresh(home="secret")
    network.MUTE.add("home")
    station = Station()
    await station.hears(False, "the router does not answer, or gives no address")
    assert not station.wifi.up.is_set() and not station.wifi.was_up
    network.MUTE.clear()
    await station.hears(True, "127.0.0.1")
    assert station.wifi.was_up
    await station.stop()


async def test_another_address_of_the_same_router_is_told_without_a_loss():
    _fresh(home="secret")
    station = Station(lost=1000)
    await station.hears(True, "127.0.0.1")
    network.ADDRESS[0] = "127.0.0.77"
    await station.hears(True, "127.0.0.77")
    assert station.told == [(True, "127.0.0.1"), (True, "127.0.0.77")]
    await station.stop()


async def test_a_router_that_comes_back_with_another_network_is_joined_there():
    _fresh(home="secret")
    station = Station()
    await station.hears(True, "127.0.0.1")
    del network.AIR["home"]
    await station.hears(False, "the connection is lost")
    network.ADDRESS[0] = "10.0.0.5"
    network.AIR["home"] = "secret"
    await station.hears(True, "10.0.0.5")
    await station.stop()


async def test_the_network_stack_is_there_before_the_station_runs():
    """A socket before it ends a real chip; whoever makes a WiFi may open one right after."""
    _fresh(home="secret")
    made = []
    real = network.WLAN

    def counted(interface):
        made.append(interface)
        return real(interface)

    network.WLAN = counted
    station = Station()
    assert made == [network.STA_IF]
    await station.stop()
