"""For device-side tests of the stream of turns: a device that has a partition for them."""

from _bench import Bench, run
from _forget import Pet
from memory.log.streams import Stream
from memory.turns import turns as turns_module
from memory.turns.turn import Turn


class Talker(Pet):
    """A Pet whose chip has the partition `turns`, of 128 KB."""

    turns_kb = 128

    def prepare(self, memory):
        Pet.prepare(self, memory)
        memory.mount_turns = self.mount_turns

    def copy(self):
        return Bench.copy(self)


class small:
    """Segments of so few bytes, and a cap, within a `with`."""

    def __init__(self, segment=600, cap=262144, reserve=8):
        self._stream = Stream("turns", "", segment, 30, cap, reserve)

    def __enter__(self):
        self._before = turns_module.TURNS
        turns_module.TURNS = self._stream

    def __exit__(self, *exception):
        turns_module.TURNS = self._before


def turn(bench, session, index, text, role="owner", **fields):
    return Turn(session, index, bench.clock.now(), role, text, **fields)


def talk(bench, session, first, *texts):
    """Append these texts as one group, owner and companion in turn."""
    group = []
    for at, text in enumerate(texts):
        role = "companion" if (first + at) % 2 else "owner"
        group.append(turn(bench, session, first + at, text, role))
    run(bench.memory.turns.append(group))
    return [one.text for one in group]


def all_texts(bench):
    """The texts of all turns, oldest first."""
    found = run(bench.memory.turns.day("2000-01-01", "2099-12-31", limit=100000))
    return [one.text for one in found]


def said(bench, session, **more):
    return [one.text for one in run(bench.memory.turns.session(session, **more))]
