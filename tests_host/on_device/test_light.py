"""What the light shows of how things are."""

import asyncio
import sys

import board
import machine
import network

from firmware.system import led, safe_mode

ALONE = True


class Settings:
    wifi = ""

    def get(self, name):
        return {"wifi": self.wifi}[name]


class Talk:
    speaking = False


class Companion:
    def __init__(self):
        self.settings = Settings()
        self.memory_problem = self.archive_problem = None
        self.conversation = None
        self.setting_up = False


async def test_every_state_is_shown_once_when_it_comes():
    companion = Companion()
    looks = led.StatusLED(companion, board.led)

    async def settle():
        for _ in range(3):
            looks._show(looks._state())

    assert board.LIGHTS == ["starting"]
    await settle()
    looks.ready = True
    await settle()
    companion.settings.wifi = "home"
    await settle()
    network.AIR["home"] = "secret"
    network.JOINING_MS = 0
    radio = network.WLAN(network.STA_IF)
    radio.active(True)
    radio.connect("home", "secret")
    await settle()
    companion.conversation = Talk()
    await settle()
    Talk.speaking = True
    await settle()
    companion.setting_up = True
    await settle()
    companion.setting_up = False
    companion.archive_problem = "gone"
    await settle()
    assert board.LIGHTS == [
        "starting",
        "online",
        "offline",
        "online",
        "talking",
        "set-up",
        "error",
    ]
    assert set(board.LIGHTS) | {"safe"} == set(led.COLOURS)


async def test_the_task_looks_by_itself_and_ends_when_cancelled():
    looks = led.StatusLED(Companion(), board.led)
    looks.ready = True
    task = asyncio.create_task(looks.run())
    while len(board.LIGHTS) < 2:
        await asyncio.sleep_ms(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        assert board.LIGHTS == ["starting", "online"]


def test_safe_mode_is_shown_where_the_board_s_light_is_on():
    safe_mode.time = machine  # no wait: it has no sleep_ms
    machine.sleep_ms = lambda ms: None
    for on, shown in ((False, []), (True, ["safe"])):
        board.SETTINGS["led"] = on
        safe_mode.stay("button")
        assert shown == board.LIGHTS


def test_a_light_that_cannot_be_shown_costs_a_line_of_the_log_and_nothing_else():
    said = []
    led.events.log = lambda level, module, text: said.append((level, text))
    safe_mode.time = machine
    machine.sleep_ms = lambda ms: None

    def broken(state):
        raise ImportError("no module named 'neopixel'")

    led.StatusLED(Companion(), broken)._show("online")
    board.SETTINGS["led"] = True
    board.led = broken
    safe_mode.stay("button")
    why = " cannot be shown: ImportError(\"no module named 'neopixel'\",)"
    assert said == [("warning", state + why) for state in ("starting", "online", "safe")], said


class Pixel:
    """As neopixel.NeoPixel; what was written."""

    def __init__(self, pin, count):
        self.kept = [None] * count
        Pixel.pin = pin

    def __setitem__(self, at, colour):
        self.kept[at] = colour

    def write(self):
        Pixel.written = self.kept[:]


class Pin:
    OUT = 3

    def __init__(self, number, mode):
        self.number = number


def test_on_an_addressable_led_each_state_is_a_dim_colour_of_its_own():
    class Module:
        NeoPixel = Pixel

    sys.modules["neopixel"] = Module
    machine.Pin = Pin
    seen = set()
    for state in led.COLOURS:
        led.show_on_pixel(48, state)
        assert Pixel.pin.number == 48
        (colour,) = Pixel.written
        assert 0 < max(colour) <= 16
        seen.add(colour)
    assert len(seen) == len(led.COLOURS)


def test_the_boards_show_it_at_the_pin_of_their_kits():
    class Module:
        NeoPixel = Pixel

    sys.modules["neopixel"] = Module
    machine.Pin = Pin
    sys.path.insert(0, "firmware/boards")
    for name in ("n16r8", "devkit"):
        kit = __import__(name)
        led.of_board(kit)("safe")
        assert (Pixel.pin.number, Pixel.written) == (48, [led.COLOURS["safe"]])
        assert kit.SETTINGS["watchdog_s"] == 60
        assert bool(kit.SETTINGS.get("led")) == (name == "n16r8")
