"""Delivery: a reminder reaches somebody, once for each mark, and waits until it does."""

import asyncio

from _bench import Bench
from memory.errors import Broken
from memory.records import marks

from firmware.companion import reminders
from firmware.companion.delivery import Delivery
from firmware.companion.scheduler import Scheduler
from firmware.system import events
from sim.nor import PowerCut

HEAP = "8M"


class Sink:
    """Somebody who notices, or does not; `told` is (mark, late) of what was offered."""

    def __init__(self, name="sink", notices=True):
        self.name = name
        self.notices = notices
        self.told = []
        self.open = asyncio.Event()  # offers wait for it
        self.open.set()

    async def offer(self, reminder):
        await self.open.wait()
        self.told.append((reminder["mark"], reminder["late"]))
        if isinstance(self.notices, Exception):
            raise self.notices
        return self.notices


_present = []  # the World that hears, and no other: each holds a chip


def _hear(event, fields):
    _present[0].hear(event, fields)


class World:
    """A device with a scheduler and these sinks, and one appointment at 15:00."""

    def __init__(self, *sinks, bench=None, cut_at=0):
        self.bench = bench or Bench()
        self.logged = []
        self.start(*sinks, cut_at=cut_at)
        if bench is None:
            write_now(self.memory, "看牙", "2026-02-05 15:00")

    def start(self, *sinks, cut_at=0):
        self.memory = self.bench.start(cut_at=cut_at)
        self.scheduler = Scheduler(self.memory, self.bench.clock, lambda: 0)
        self.delivery = Delivery(self.memory)
        for sink in sinks:
            self.delivery.add(sink)
        _present[:] = [self]
        events.subscribe(_hear)

    def hear(self, event, fields):
        if event == "reminder":
            self.delivery.hear(event, fields)
        elif event == "log":
            self.logged.append(fields["text"])

    async def at(self, when):
        """The scheduler looks at the clock, and what waits is offered."""
        self.bench.clock.to(when)
        await self.scheduler.tick()
        await self.again()

    async def again(self):
        await self.delivery.attempt()
        await self.delivery.settled()


def write_now(memory, content, when):
    change = memory.write("schedule", content, {"when": when})
    while True:  # nothing in it waits
        try:
            change.send(None)
        except StopIteration as e:
            return e.value.record


async def test_it_is_told_within_the_hour_and_at_the_minute_once_each():
    sink = Sink()
    world = World(sink)
    for when in ("13:59", "14:00", "14:10", "14:59", "15:00", "15:01", "15:10", "18:00"):
        await world.at("2026-02-05 " + when)
    assert sink.told == [("ahead", False), ("due", False)]
    world.start(sink)
    await world.at("2026-02-05 18:10")
    assert len(sink.told) == 2


async def test_where_nobody_was_there_it_is_told_at_the_next_chance_marked_late():
    world = World()
    await world.at("2026-02-05 14:10")
    await world.at("2026-02-05 14:30")
    sink = Sink()
    world.delivery.add(sink)
    await world.again()
    assert sink.told == [("ahead", True)]
    await world.again()
    assert sink.told == [("ahead", True)]
    await world.at("2026-02-05 15:00")
    assert sink.told == [("ahead", True), ("due", False)]


async def test_a_start_delivers_late_what_waited():
    world = World()
    await world.at("2026-02-05 14:10")
    await world.at("2026-02-05 15:00")
    sink = Sink()
    world.start(sink)
    await world.at("2026-02-06 10:00")
    assert sink.told == [("due", True)]


async def test_who_does_not_notice_is_offered_it_again_and_then_no_more():
    sink = Sink(notices=False)
    world = World(sink)
    await world.at("2026-02-05 14:10")
    await world.again()
    sink.notices = True
    await world.again()
    await world.again()
    assert sink.told == [("ahead", False), ("ahead", True), ("ahead", True)]


async def test_all_who_are_there_are_told_and_the_first_who_notices_is_enough():
    one, other, away = Sink("one"), Sink("other"), Sink("away", notices=False)
    world = World(away, one, other)
    await world.at("2026-02-05 14:10")
    await world.again()
    assert one.told == other.told == away.told == [("ahead", False)]


async def test_a_sink_that_raises_is_logged_and_the_others_are_told():
    broken, good = Sink("broken", ValueError("no voice")), Sink("good")
    world = World(broken, good)
    await world.at("2026-02-05 14:10")
    assert good.told == [("ahead", False)]
    assert "broken: ValueError: no voice" in world.logged
    assert reminders.undelivered(world.memory) == []


async def test_a_sink_that_hangs_stops_no_other():
    slow, good = Sink("slow"), Sink("good")
    world = World(slow, good)
    slow.open.clear()
    world.bench.clock.to("2026-02-05 14:10")
    await world.scheduler.tick()
    for _ in range(3):
        await world.delivery.attempt()
        await asyncio.sleep(0)
    while not good.told:
        await asyncio.sleep(0)
    slow.open.set()
    await world.delivery.settled()
    assert slow.told == good.told == [("ahead", False)]


async def test_what_is_over_while_it_waits_is_not_told():
    sink = Sink()
    world = World()
    await world.at("2026-02-05 14:10")
    await world.memory.complete(content="看牙")
    world.delivery.add(sink)
    await world.again()
    await world.at("2026-02-05 15:00")
    assert sink.told == []


async def test_an_offer_that_waited_past_the_minute_gives_way_to_that_of_the_minute():
    sink = Sink()
    world = World(sink)
    write_now(world.memory, "会议", "2026-02-05 14:55")
    sink.open.clear()
    world.bench.clock.to("2026-02-05 14:10")
    await world.scheduler.tick()
    await world.delivery.attempt()
    await asyncio.sleep(0)  # the first of the two is being told
    world.bench.clock.to("2026-02-05 15:00")
    await world.scheduler.tick()
    sink.open.set()
    await world.delivery.settled()
    await world.again()
    assert sorted(sink.told) == [("ahead", False), ("due", False), ("due", True)]


async def test_where_flash_does_not_take_the_mark_nobody_is_told_twice():
    sink, away = Sink("sink"), Sink("away", notices=False)
    world = World(sink, away)
    replace = world.memory.replace

    def broken(record, limited=True):
        if record.get("delivered"):
            raise Broken("nvs", "flash fails")
        replace(record, limited)

    world.memory.replace = broken
    await world.at("2026-02-05 14:10")
    for _ in range(3):
        await world.again()
    assert sink.told == away.told == [("ahead", False)]
    world.memory.replace = replace
    await world.again()
    (record,) = world.memory.hot("schedule")
    assert marks.to_deliver(record) is None and record.get("delivered")
    world.start(sink)
    await world.at("2026-02-05 14:20")
    assert sink.told == [("ahead", False)]


async def test_run_offers_at_each_chance_and_ends_what_is_under_way_when_cancelled():
    sink = Sink()
    world = World()
    task = asyncio.create_task(world.delivery.run())
    await world.at("2026-02-05 14:10")
    world.delivery.add(sink)
    while not sink.told:
        await asyncio.sleep(0)
    sink.open.clear()
    world.bench.clock.to("2026-02-05 15:00")
    await world.scheduler.tick()
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    sink.open.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert sink.told == [("ahead", True)]


async def test_the_network_or_a_session_that_comes_is_a_chance():
    world = World()
    sink = Sink(notices=False)
    world.delivery.add(sink)
    task = asyncio.create_task(world.delivery.run())
    await world.at("2026-02-05 14:10")
    while len(sink.told) < 1:
        await asyncio.sleep(0)
    sink.notices = True
    events.subscribe(world.delivery.hear, "state")
    events.emit("state", what="network", now="up")
    while len(sink.told) < 2:
        await asyncio.sleep(0)
    task.cancel()
    assert sink.told[1] == ("ahead", True)


def test_whatever_moment_power_fails_somebody_is_told_and_only_what_was_not_marked_is_repeated():
    prepared = World().bench
    cut = 0
    done = False
    while not done:
        cut += 1
        bench = prepared.copy()
        sink = Sink()
        bench.clock.to("2026-02-05 14:10")
        try:
            asyncio.run(life(bench, sink, cut))
            done = True
        except PowerCut:
            pass
        asyncio.new_event_loop()
        first = len(sink.told)
        asyncio.run(life(bench, sink, 0))
        assert 1 <= len(sink.told) <= 1 + first, (cut, sink.told)
        assert sink.told[1:] in ([], [("ahead", True)]), (cut, sink.told)
        assert reminders.undelivered(bench.memory) == [], cut
    assert cut > 3


async def life(bench, sink, cut):
    world = World(sink, bench=bench, cut_at=cut)
    await world.at("2026-02-05 14:20")
    await world.again()


ACTED = {"what": "review", "ids": [], "message": "今天还没有记住什么"}


class Teller(Sink):
    """A Sink that is also told what the owner's words have done."""

    def __init__(self, name="teller", fails=False):
        super().__init__(name)
        self.fails = fails
        self.heard = []

    async def tell(self, acted):
        self.heard.append(acted["what"])
        if self.fails:
            raise OSError("no connection")


async def test_what_the_owners_words_have_done_is_told_to_every_sink_once():
    tellers = [Teller("a", fails=True), Teller("b")]
    world = World(*tellers)
    for _ in range(2):
        world.delivery.hear("acted", ACTED)
    for _ in range(3):
        await world.again()
    assert [one.heard for one in tellers] == [["review", "review"]] * 2
    assert len([text for text in world.logged if "no connection" in text]) == 2


async def test_who_is_busy_with_a_reminder_is_told_after_it():
    teller = Teller()
    world = World(teller)
    teller.open.clear()
    world.bench.clock.to("2026-02-05 14:30")
    await world.scheduler.tick()
    await world.delivery.attempt()
    await asyncio.sleep(0)
    for _ in range(9):
        world.delivery.hear("acted", ACTED)
    await world.delivery.attempt()
    assert teller.heard == []
    teller.open.set()
    await world.delivery.settled()
    assert teller.told == [("ahead", False)] and len(teller.heard) == 4
