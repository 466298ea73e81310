"""
Delivery: takes reminders to somebody, and again until a person has noticed them.

Owns who is told what. A sink is a way to a person: an MCP client, a session with a XiaoZhi server;
later sound, face, page. When a reminder is announced, every sink is offered it once. The first
that says a person has noticed makes it delivered, durably. Until one does, it is offered again,
marked late: when a sink asks for it, when the network or a session comes, and after 5 minutes,
then 10, 20, 40, 60. What is completed, closed or moved meanwhile is not told any more. A sink that
has told a mark is not offered it again; only a power cut before the mark is durable repeats it.

What the owner's words have done (owner_commands.py) is told to each sink once, now or not at all.
"""

import asyncio

from memory.errors import MemoryFault
from memory.records import marks, schedules
from micropython import const

from firmware.system import events

from . import reminders

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Protocol

    from memory.engine import Memory

    class Sink(Protocol):
        """A way to a person; `name` is for the log."""

        name: str

        async def offer(self, reminder: dict) -> bool:
            """
            Tell this reminder (the fields of reminders.fields). True once a person has noticed it
            as far as can be known, False where nobody can be told now.
            """

        async def tell(self, acted: dict) -> None:
            """Tell what the owner's words have done (the fields of the event `acted`)."""


_RETRY_S = const(300)
_RETRY_MAX_S = const(3600)
_UNTOLD_MAX = const(4)  # of what was done; the oldest is dropped
_CHANCES = ("up", "ready")  # of the network or a broker, and of a session


class Delivery:
    """Offers what was announced to the sinks; `run` is a task."""

    def __init__(self, memory: "Memory") -> None:
        self._memory = memory
        self._sinks: "list[_Line]" = []
        self._wake = asyncio.Event()
        self._wait_s = _RETRY_S
        # Keys are reminders.key.
        self._fresh: "list[tuple]" = []  # announced and not offered yet: these are not late
        self._unmarked: "list[tuple]" = []  # noticed, and flash has not taken the mark yet

    def add(self, sink: "Sink") -> None:
        """Offer reminders to this sink from now on, those that wait too."""
        self._sinks.append(_Line(sink))
        self.chance()

    def chance(self) -> None:
        """Somebody may be reached now: what waits is offered at once."""
        if True not in [line.busy for line in self._sinks]:  # else an offer may have caused this
            self._wait_s = _RETRY_S
        self._wake.set()

    def hear(self, event: str, fields: dict) -> None:
        """A subscriber of the events `reminder`, `state` and `acted`."""
        if event == "acted":
            for line in self._sinks:
                line.untold = line.untold[1 - _UNTOLD_MAX :] + [fields]
            self._wake.set()
            return
        if event == "reminder":
            self._fresh.append(reminders.key_of(fields))
        if event == "reminder" or fields["now"] in _CHANCES:
            self.chance()

    async def run(self) -> None:
        """Offer what waits, at each chance and from time to time; until cancelled."""
        try:
            while True:
                await self.attempt()
                try:
                    await asyncio.wait_for(self._wake.wait(), self._wait_s)
                except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                    self._wait_s = min(2 * self._wait_s, _RETRY_MAX_S)
                self._wake.clear()
        finally:
            for line in self._sinks:
                if line.task is not None:
                    line.task.cancel()

    async def attempt(self) -> None:
        """Begin to offer what waits to each sink that is not busy with earlier offers."""
        try:
            await self._mark_again()
            waiting = reminders.undelivered(self._memory)
        except Exception as e:  # noqa: BLE001  logged; tried again at the next chance
            _log("error", "what waits cannot be read: %s: %s" % (type(e).__name__, e))
            return
        rows = []
        for record, mark in waiting:
            key = reminders.key(record, mark)
            if key not in self._unmarked:
                late = marks.is_late(record, self._memory.clock, mark)
                rows.append((key, late or key not in self._fresh))
        self._fresh = []
        for line in self._sinks:
            line.told = [key for key in line.told if key in [row[0] for row in rows]]
            if (rows or line.untold) and not line.busy:
                line.task = asyncio.create_task(self._offer(line, rows))

    async def settled(self) -> None:
        """Wait until no sink is busy."""
        for line in self._sinks:
            if line.task is not None:
                await line.task

    async def _offer(self, line: "_Line", rows: "list[tuple]") -> None:
        """A task: offer these to one sink, one after the other."""
        await self._tell(line)
        for key, late in rows:
            try:
                reminder = self._still(key, late)
                if reminder is None or key in line.told or not await line.sink.offer(reminder):
                    continue
                line.told.append(key)
                if key not in self._unmarked:
                    self._unmarked.append(key)
                await self._mark_again()
            except Exception as e:  # noqa: BLE001  one sink or one record stops no other
                _log("error", "%s: %s: %s" % (line.sink.name, type(e).__name__, e))
        await self._tell(line)

    async def _tell(self, line: "_Line") -> None:
        """Tell one sink what was done; the owner has just asked for it."""
        while line.untold:
            fields = line.untold.pop(0)
            try:
                await line.sink.tell(fields)
            except Exception as e:  # noqa: BLE001  one sink stops no other
                _log("error", "%s: %s: %s" % (line.sink.name, type(e).__name__, e))

    def _still(self, key: tuple, late: bool) -> "dict | None":
        """The fields of a reminder, None where the occurrence is over meanwhile."""
        mark = key[2]
        for record in self._memory.hot(*marks.KINDS):
            if reminders.key(record, mark) != key or not schedules.is_open(record):
                continue
            if mark == marks.DUE or not marks.announced_at_minute(record):
                return reminders.fields(self._memory, record, mark, late)
        return None

    async def _mark_again(self) -> None:
        """Make durable what was noticed; what flash does not take waits for the next chance."""
        for key in list(self._unmarked):
            try:
                await reminders.mark_delivered(self._memory, *key)
            except MemoryFault as e:
                _log("error", "a delivered reminder cannot be marked: %s" % e)
                return
            if key in self._unmarked:  # another offer may have marked it meanwhile
                self._unmarked.remove(key)


class _Line:
    """A sink, what it has told, what it has yet to tell, and the task that offers to it."""

    def __init__(self, sink: "Sink") -> None:
        self.sink = sink
        self.told: "list[tuple]" = []
        self.untold: "list[dict]" = []  # what was done
        self.task: "asyncio.Task | None" = None

    @property
    def busy(self) -> bool:
        return self.task is not None and not self.task.done()


def _log(level: str, text: str) -> None:
    events.log(level, "reminders", text)
