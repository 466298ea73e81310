"""
The power fails everywhere in what is kept in NVS beside hot memory: settings, the token, the
identity, places to connect to, the clock's mark, the words of a conversation; and in boot.py.

How a scenario is played, and how one cut is played again, is in _cutting.py.
"""

import sys

from _bench import MOUNT, Bench, everything, run, unmount, write
from _cutting import cut_everywhere
from esp32 import NVS
from memory.extract.extractor import extract

from firmware.cloud.endpoint_cache import EndpointCache
from firmware.companion.chat_history import COMPANION, OWNER, ChatHistory
from firmware.companion.extraction_queue import ExtractionQueue
from firmware.companion.scheduler import Scheduler
from firmware.service import keys
from firmware.system import boot_guard, events, identity
from firmware.system.settings import Settings
from sim import chip

ALONE = True
ONE = {"websocket": {"url": "wss://a.example/ws", "token": "t" * 300}}
OTHER = {"mqtt": {"endpoint": "b.example:8883", "password": "p", "keepalive": 240}}
SAID = ("我喜欢打篮球", "我叫王浩", "我住在杭州", "我喜欢喝茶")


class Keys(Bench):
    """A device of which only NVS is started."""

    def start(self, cut_at=0, seed=0, archive=False):
        self.power_on(cut_at, seed)


class Talking(Bench):
    """A device with what keeps a conversation: `chat`, `pending`."""

    def start(self, cut_at=0, seed=0, archive=True):
        memory = super().start(cut_at, seed, archive)
        self.chat = ChatHistory(NVS("talk"), self.notify)
        self.pending = ExtractionQueue(NVS("talk"), self.notify, extract)
        self.pending.open()
        return memory


class Whole(Bench):
    """An erased device that boot.py starts."""

    def start(self, cut_at=0, seed=0, archive=True):
        if self.memory is not None:
            self.memory.close()
        self.memory = None
        self.events = []
        unmount()
        self.power_on(cut_at, seed)
        sys.modules.pop("boot", None)
        boot = __import__("boot")
        assert boot.archive_problem is None, boot.archive_problem
        self.open(MOUNT)
        boot_guard.reached_ready()


def setting(name, value):
    return lambda bench: Settings({}).set(name, value)


def keys_cut(steps, shape, prepare=()):
    bench = Keys(disk_kb=0)
    for step in prepare:
        step(bench)
    cut_everywhere(bench, steps, archive=False, shape=shape, least=len(steps) * 2)


# -- the namespaces cfg, cloud and sys -----------------------------------------------------------


def test_settings_are_as_they_were_or_as_they_become():
    names = ("language", "cloud", "cloud_stay", "serial_number")

    def shape(bench):
        return [(name, Settings({}).get(name)) for name in names]

    steps = [
        setting("language", "en"),
        setting("cloud", "wss://a.example/" + "x" * 300),
        setting("cloud_stay", False),
        setting("cloud", "wss://b.example/"),
        setting("serial_number", "0123"),
        setting("language", "zh"),
        setting("cloud", "wss://c.example/" + "y" * 700),
    ]
    keys_cut(steps, shape)


def test_the_token_that_was_told_is_the_token():
    def shape(bench):
        try:
            return [("token", NVS("cfg").get_blob("token", bytearray(64)))]
        except OSError:
            return [("token", 0)]

    keys_cut([lambda bench: keys.Keys(bench.rng), setting("language", "en")], shape)


def test_the_identity_is_made_once():
    def shape(bench):
        try:
            return [("uuid", NVS("cloud").get_blob("uuid", bytearray(64)))]
        except OSError:
            return [("uuid", 0)]

    keys_cut([lambda bench: identity.client_id(bench.rng)], shape)


def test_places_are_the_old_or_the_new():
    def shape(bench):
        return [("places", EndpointCache().load())]

    steps = [
        lambda bench, places=places: EndpointCache().keep(places)
        for places in (ONE, OTHER, {}, ONE)
    ]
    keys_cut(steps, shape)


# -- the namespace talk --------------------------------------------------------------------------


def test_the_ring_of_what_was_said_is_the_old_or_the_new():
    def said(*texts):
        def say(bench):
            for number, text in enumerate(texts):
                bench.chat.hear((OWNER, COMPANION)[number % 2], text, 1000 + number)
            bench.chat.save(40)

        return say

    def shape(bench):
        return [("said", [one.text for one in bench.chat.messages()])]

    steps = [said("早", "你好"), said("再说一句"), said("长" * 90, "好" * 80), said("最后")]
    cut_everywhere(Talking(disk_kb=0), steps, archive=False, shape=shape, least=20)


def test_what_a_conversation_found_reaches_memory_once():
    """Each thing stays in the queue until it is in memory; told again there, it is nothing new."""

    def hear(bench):
        for text in SAID:
            bench.pending.hear(text, bench.clock.now())

    def flush(bench):
        def keep(kind, content, fields):
            return bench.memory.write(kind, content, fields)

        run(bench.pending.flush(keep))

    def shape(bench):
        found = [item.content for item in bench.pending._items]
        there = [record[4][0][1] for record in everything(bench.memory).values()]
        assert len(set(there)) == len(there), there
        return [(content, "") for content in set(found + there)]

    bench = Talking()
    bench.start()
    write(bench.memory, "trait", "耐心")
    cut_everywhere(bench, [hear, flush, flush], shape=shape, least=20)


# -- starting, and what is done by the clock -----------------------------------------------------


def test_an_erased_device_is_formatted_and_started_by_boot():
    bench = Whole(chip.blank(Bench()._table))

    def boots(bench):
        assert NVS("sys").get_i32("boots") > 0
        assert NVS("sys").get_i32("mkfs") == 0

    steps = [
        lambda bench: write(bench.memory, "name", "小明"),
        lambda bench: write(bench.memory, "fact", "养了一只猫"),
    ]
    cut_everywhere(bench, steps, boots, least=30, settles=False)


def test_an_archive_that_the_owner_formats_is_as_it_was_or_empty():
    bench = Whole(chip.blank(Bench()._table))
    bench.start()
    for number in range(26):
        write(bench.memory, "fact", "fact %d" % number)
    for _ in range(20):  # the older of its first two blocks is of another day
        run(bench.memory.save())
    write(bench.memory, "fact", "later")
    run(bench.memory.save())

    def emptied(bench):
        sys.modules["boot"].format_memory()
        bench.start()

    cut_everywhere(bench, [emptied], least=8, settles=False)


def test_a_night_and_a_sunday_by_the_clock():
    """What moves is hot or archived, never both; each night is marked when it is done."""

    def night(when):
        def pass_it(bench):
            bench.clock.to(when)
            run(Scheduler(bench.memory, bench.clock, lambda: 0).tick())

        return pass_it

    def shape(bench):
        return [(id, "") for id in everything(bench.memory)]

    bench = Bench()
    memory = bench.start()
    for number in range(3):
        write(memory, "fact", "fact %d" % number)
        write(memory, "event", "event %d" % number, when="2026-02-0%d" % (number + 1))
    write(memory, "moment", "moment")
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    events.emit = lambda event, **fields: None
    steps = [night("2026-03-20 03:00"), night("2026-03-22 03:20"), night("2026-03-23 03:00")]
    cut_everywhere(bench, steps, shape=shape, least=60)
