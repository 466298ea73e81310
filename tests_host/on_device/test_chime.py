"""Reminders that ring where no server speaks them, and the button meanwhile."""

import asyncio

from firmware.voice.chime import ReminderChime

REMINDER = {"id": "e1", "due": "2026-02-05 15:00", "priority": 3}


class World:
    """Tones that are counted; a pause between two rings takes no time unless somebody presses."""

    def __init__(self, connected=False, snooze_s=0):
        self.rings = 0
        self.spoken = 0
        self.connected = connected
        self.agains = 0
        self.on_ring = None
        self.chime = ReminderChime(
            self, lambda: self.connected, lambda: self.spoken, self.again, snooze_s, 1
        )

    def play(self, notes):
        self.rings += 1
        assert self.chime.ringing
        if self.on_ring is not None:
            self.on_ring()

    def again(self):
        self.agains += 1


async def test_it_rings_to_its_end_and_longer_for_what_is_urgent():
    world = World()
    assert await world.chime.offer(REMINDER)
    few = world.rings
    assert await world.chime.offer(dict(REMINDER, priority=5))
    assert 1 < few < world.rings - few
    assert not world.chime.ringing


async def test_a_press_puts_it_off_and_it_is_offered_again():
    world = World()
    world.on_ring = lambda: world.chime.press(False)
    assert not await world.chime.offer(REMINDER)
    assert world.rings == 1
    assert not await world.chime.offer(REMINDER)  # not before its time
    assert world.rings == 1
    while not world.agains:
        await asyncio.sleep_ms(1)
    world.on_ring = None
    assert await world.chime.offer(REMINDER)


async def test_holding_the_button_ends_it():
    world = World()
    world.on_ring = lambda: world.chime.press(True)
    assert await world.chime.offer(REMINDER)
    assert world.rings == 1


async def test_a_server_that_comes_while_it_rings_and_speaks_ends_it():
    world = World()

    def speak():
        world.spoken = 1

    world.on_ring = speak
    assert not await world.chime.offer(dict(REMINDER, priority=5))
    assert world.rings == 1


async def test_where_a_server_says_it_nothing_rings():
    world = World(connected=True)
    offer = asyncio.create_task(world.chime.offer(REMINDER))
    await asyncio.sleep(0)
    world.spoken = 1
    assert not await offer
    assert world.rings == 0


async def test_where_the_connection_goes_before_it_was_said_it_rings_at_once():
    world = World(connected=True)
    offer = asyncio.create_task(world.chime.offer(REMINDER))
    await asyncio.sleep(0)
    world.connected = False
    assert await asyncio.wait_for(offer, 20)  # and not when nobody has said it for a minute
    assert world.rings > 1
