"""
For a firmware that is started again and again in one process (week.py): what a start leaves.
"""

import os

from firmware.system import events


class Seeded:
    """`os` with the same random bytes in every run."""

    def __init__(self, rng):
        self._rng = rng

    def urandom(self, count):
        return bytes([self._rng.below(256) for _ in range(count)])

    def __getattr__(self, name):
        return getattr(os, name)


class Gate:
    """In the place of events.subscribe: what a start has subscribed hears nothing after it."""

    def __init__(self):
        self._subscribe = events.subscribe
        self._open = []

    def subscribe(self, subscriber, *names):
        row = [subscriber]

        def hear(event, fields):
            if row:
                row[0](event, fields)

        self._open.append(row)
        self._subscribe(hear, *names)

    def close(self):
        for row in self._open:
            row.clear()
        self._open = []
