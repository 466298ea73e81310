"""For device-side tests: the companion's own agent over a bench with a mind."""

import gc

from _bench import run
from _minded import Minded

from firmware.agent.device import Device
from firmware.agent.offline import OfflineBrain
from firmware.companion import conversation
from firmware.companion.pet import Pet
from firmware.system import events


class Owner:
    """Somebody who talks with the offline brain on one chip; what memory was told stays."""

    def __init__(self, bench=None):
        events._subscribers = []  # those of an earlier owner hold its chip
        gc.collect()
        self.bench = bench or Minded()
        self.bench.clock.to("2026-02-05 14:00")
        self.start()

    def start(self):
        self.memory = self.bench.start()
        self.pet = Pet(self.memory, self.bench.clock)
        self.talk = conversation.Conversation(
            self.memory, self.bench.clock, lambda: 0, "hear", self.pet
        )
        run(self.talk.start())
        self.device = Device(self.bench.mind, self.bench.clock, self.pet, self.talk)
        self.brain = OfflineBrain(self.device)

    def say(self, text):
        """What is answered."""
        done = run(self.brain.listen(text))
        return run(self.brain.answer(text, done))
