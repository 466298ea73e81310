"""For device-side tests: a conversation that a test holds, and what came of it."""

from _bench import Bench, run
from esp32 import NVS

from firmware.companion import conversation
from firmware.companion.chat_history import ChatHistory
from firmware.companion.pet import Pet
from firmware.system import events


class World:
    """A bench that is spoken to; what it says is collected, time passes as a test wants."""

    def __init__(self, bench=None, cut_at=0):
        self.bench = bench or Bench()
        self.bench.clock.to("2026-02-05 14:00")
        self.said = []
        self.start(cut_at)

    def start(self, cut_at=0):
        self.memory = self.bench.start(cut_at)
        events.emit = self._emit
        self.pet = Pet(self.memory, self.bench.clock)
        self.talk = conversation.Conversation(
            self.memory, self.bench.clock, lambda: 0, "hear", self.pet
        )
        run(self.talk.start())

    def _emit(self, event, **fields):
        self.said.append((event, fields))

    def say(self, *said):
        for role, text in said:
            self.talk.hear(role, text)
            run(self.talk.tick(0))

    def pass_time(self, seconds):
        self.bench.clock.seconds += seconds
        run(self.talk.tick(seconds))

    def heard(self, name):
        return [fields for event, fields in self.said if event == name]

    def extracted(self):
        return [(fields["kind"], fields["content"]) for fields in self.heard("extracted")]

    def kept(self):
        return [(one.role, one.text) for one in ChatHistory(NVS("talk")).messages()]


def refusing(error, tries):
    """Stands for Memory.write: raises, and notes that it was asked."""

    async def write(*arguments, **named):
        tries.append(arguments)
        raise error

    return write
