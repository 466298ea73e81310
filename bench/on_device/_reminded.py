"""
What an owner should be told in a week of life (week.py), and what was told, by which sink.

Owns the expectations, the sink of a phone, and the watch over the sink of the cloud: what the
stand-in server has really said (_cloud.py), against what the firmware took for said.
"""

import asyncio
from binascii import crc32

from memory.text import dates

from firmware.companion import reminders

_GRACE_S = 18000  # within which all is told: the longest outage, and the longest pause after it
_LATENCY_MS = 3000
_FAILS = 12  # one offer in so many breaks off
_RESET = 104


class Reminded:
    """
    due, delivered  that should have been told at their minute by now, and were, by either sink
    ahead           told before their minute
    doubled         told by a sink that had told the same mark
    repeated        the same, where a restart came before the mark was durable
    unsaid          taken for told, and nobody has said it
    to_complete     ids of what was told at its minute
    """

    def __init__(self):
        self.due = self.delivered = self.ahead = self.doubled = self.repeated = self.unsaid = 0
        self.to_complete = []
        self._expected = {}  # check sum of content and time: (seconds, both)
        self._told = set()  # check sums of content, time and mark
        self._by = set()  # the same and the sink
        self._unmarked = set()  # of these, told before a restart and not durably delivered
        self._sinks = []

    def expect(self, content, seconds):
        """A schedule was acknowledged that begins then."""
        when = dates.minute(seconds)
        self._expected[crc32((content + when).encode())] = (seconds, when + " " + content)

    def restarted(self, memory):
        """What was told and is not marked may be told again."""
        for record, mark in reminders.undelivered(memory):
            about = record.content + record.get("when") + mark
            for sink in self._sinks:
                key = crc32((about + sink).encode())
                if key in self._by:
                    self._unmarked.add(key)

    def told(self, sink, reminder):
        """The sink has told it, and the firmware knows."""
        if sink not in self._sinks:
            self._sinks.append(sink)
        about = reminder["content"] + reminder["due"]
        key = crc32((about + reminder["mark"] + sink).encode())
        if key in self._unmarked:
            self._unmarked.remove(key)
            self.repeated += 1
        else:
            self.doubled += key in self._by
        self._by.add(key)
        self._first(about, reminder)

    def _first(self, about, reminder):
        key = crc32((about + reminder["mark"]).encode())
        if key in self._told:
            return
        self._told.add(key)
        if reminder["mark"] == "due":
            self._told.add(crc32(about.encode()))
            self.to_complete.append(reminder["id"])
        else:
            self.ahead += 1

    def settle(self, now):
        """Count what should have been told by now; what was not."""
        missing = []
        for key, row in list(self._expected.items()):
            if row[0] <= now - _GRACE_S:
                del self._expected[key]
                self.due += 1
                self.delivered += key in self._told
                if key not in self._told:
                    missing.append(row[1])
        return missing


class Phone:
    """A sink of reminders, while the network is there."""

    name = "phone"

    def __init__(self, cloud, rng, reminded):
        self._cloud = cloud
        self._rng = rng
        self._reminded = reminded

    async def offer(self, reminder):
        await asyncio.sleep_ms(self._rng.below(_LATENCY_MS))
        if not self._cloud.up:
            return False
        if not self._rng.below(_FAILS):
            raise OSError(_RESET)
        self._reminded.told(self.name, reminder)
        return True


class Watched:
    """The sink of the cloud, and whether its server has said what it says was noticed."""

    name = "cloud"

    def __init__(self, sink, cloud, reminded):
        self._sink = sink
        self._cloud = cloud
        self._reminded = reminded

    async def offer(self, reminder):
        self._cloud.said = ""
        noticed = await self._sink.offer(reminder)
        if noticed and reminder["message"] in self._cloud.said:
            self._reminded.told(self.name, reminder)
        elif noticed:
            self._reminded.unsaid += 1
        return noticed
