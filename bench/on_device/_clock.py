"""A clock for benchmarks."""

from memory.text import dates


class Clock:
    """Stands still until it is moved; right, as the desk's is."""

    is_confirmed = True

    def __init__(self, text="2026-02-05 14:00"):
        self.seconds = dates.parse(text)

    def now(self):
        return self.seconds

    utc = now

    def instant(self, local):
        return local

    def is_set(self):
        return True
