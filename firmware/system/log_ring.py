"""
Log ring: the last kilobytes of the companion's events, with the time, in RAM.

Owns the bytes, all allocated at the start, and which fields of an event are kept: a `log` event
whole, of any other its name and figures. What somebody said and the token are left out, since the
log may be shown to whoever helps. The setting `log_kb` is its size. Read it at the prompt
(`from firmware.system import log_ring; log_ring.show()`) or as the resource device://log, with a
key of scope admin.
"""

import sys
import time

from memory.text import dates
from micropython import const

from . import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import Clock

URI = "device://log"
_LINE = const(240)  # bytes of a line, at most
_SHOWN = const(6000)  # bytes of the resource, as of a tool's answer
_KEPT_FIELDS = (
    "count", "free", "kind", "late", "operation", "priority", "seconds", "used", "what", "why",
)  # fmt: skip
_UNKEPT = ("said", "state")  # what somebody said, and what changes with every sentence
_WORDS = "最近发生的事：启动、网络、错误；给修理的人看 / what happened last, for whoever helps"

_started = time.ticks_ms()
_rings: "list[Ring]" = []  # the one that is filled, if any


class Ring:
    """`size` bytes of lines with the time of `clock`; a new line overwrites the oldest."""

    def __init__(self, size: int, clock: "Clock") -> None:
        self._clock = clock
        self._bytes = bytearray(size)
        self._at = 0
        self._full = False

    def event(self, event: str, fields: dict) -> None:
        """Add an event, as a subscriber of events.py."""
        if event in _UNKEPT:
            return
        if event == "log":
            words = "%(level)s %(module)s: %(text)s" % fields
        elif event == "trace":
            words = fields["text"]
        elif event == "confirm":  # `what` repeats what somebody said
            words = event
        else:
            kept = [" %s=%s" % (name, fields[name]) for name in _KEPT_FIELDS if name in fields]
            words = event + "".join(kept)
        self.add(words)

    def add(self, words: str) -> None:
        """Add lines of text, each with the time before it."""
        for line in words.encode().strip().split(b"\n"):
            self._put(self._now() + line[:_LINE] + b"\n")

    def _now(self) -> bytes:
        """The time, or the seconds since the start while it is not set."""
        if not self._clock.is_set():
            return b"+%d " % (time.ticks_diff(time.ticks_ms(), _started) // 1000)
        return dates.iso(self._clock.now())[5:].replace("T", " ").encode() + b" "

    def _put(self, line: bytes) -> None:
        room = len(self._bytes) - self._at
        first = line[:room]
        self._bytes[self._at : self._at + len(first)] = first
        self._at += len(first)
        if len(line) >= room:
            self._full = True
            tail = line[room:]
            self._bytes[: len(tail)] = tail
            self._at = len(tail)

    def read(self, most: int = 1 << 30) -> bytes:
        """The last complete lines, at most `most` bytes."""
        lines = bytes(memoryview(self._bytes)[: self._at])
        if self._full:
            lines = bytes(memoryview(self._bytes)[self._at :]) + lines
        if self._full or len(lines) > most:
            lines = lines[-most:]
            lines = lines[lines.find(b"\n") + 1 :]
        return lines


def start(kilobytes: int, clock: "Clock") -> "Ring":
    """Keep events from now on, until the power goes."""
    ring = Ring(kilobytes * 1024, clock)
    _rings[:] = [ring]
    events.subscribe(_keep)
    return ring


def _keep(event: str, fields: dict) -> None:
    for ring in _rings:
        ring.event(event, fields)


def show() -> None:
    """Print the log, at the prompt."""
    for ring in _rings:
        sys.stdout.write(_text(ring.read()))


def offer(resources: "Any") -> None:
    """Add the log to an mcp.features.resources.Resources."""
    # Not listed: some clients give a model every resource of the list.
    resources.add(URI, _read, "log", _WORDS, "日志 / Log", "text/plain", shown=False)


async def _read(uri: str, values: dict, call: "Any") -> str:
    call.need("admin", uri)
    return "".join([_text(ring.read(min(_SHOWN, call.max_reply or _SHOWN))) for ring in _rings])


def _text(data: bytes) -> str:
    """The lines decoded; one that was truncated may end within a character, which is dropped."""
    lines = []
    for line in data.split(b"\n"):
        while line and not _is_text(line):
            line = line[:-1]
        lines.append(line.decode())
    return "\n".join(lines)


def _is_text(line: bytes) -> bool:
    try:
        return bool(line.decode())
    except UnicodeError:
        return False
