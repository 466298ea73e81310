"""firmware.late: what is offered besides tools, where RAM is short."""

import asyncio

from _raised import raised
from mcp.errors import ProtocolError

from firmware import late, offers


class World:
    """A small heap on which so many readings meet RAM in pieces."""

    def __init__(self, failures, small=True):
        self.failures = failures
        self.tidied = 0
        self.asked = 0
        offers.answer = self._answer
        made = late.made(memory=None, clock=None, language="zh", tidy=self._tidy, small=small)
        (self.offer,) = [each for each in made if each.capability[0] == "resources"]

    def _tidy(self):
        self.tidied += 1

    async def _answer(self, name, world, session, message, call):
        self.asked += 1
        if self.asked <= self.failures:
            raise MemoryError
        return name

    def ask(self):
        return asyncio.run(self.offer.answer(None, None, None))


def test_a_reading_that_meets_ram_in_pieces_is_tried_once_more():
    world = World(1)
    assert world.ask() == "resources"
    assert (world.asked, world.tidied) == (2, 1)


def test_one_that_fails_twice_is_refused_in_words():
    world = World(5)
    assert "use the memory tool" in str(raised(ProtocolError, world.ask))
    assert world.asked == 2


def test_a_large_heap_that_is_full_is_not_asked_again():
    world = World(1, small=False)
    assert "use the memory tool" in str(raised(ProtocolError, world.ask))
    assert (world.asked, world.tidied) == (1, 0)
