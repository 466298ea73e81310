"""
Ring: the last kilobytes of what the companion said of itself, with the time, in RAM.

Owns the bytes, all of them taken at the start, and what of an event goes there: a `log` whole, of
any other its name and figures. Not what somebody said, not the token: the log may be shown to who
helps (docs/DESIGN.md). Made where the heap has a megabyte and the setting `log_kb` is not 0. Read
at the prompt (`from firmware.system import log_ring as ring; ring.show()`) and as the resource
device://log, with a key of scope admin.
"""

import sys
import time

from micropython import const

from . import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

URI = "device://log"
_LINE = const(240)  # bytes of a line, at most
_SHOWN = const(6000)  # bytes of the resource, as of a tool's answer
_FIRST_YEAR = const(2024)
_TOLD = (
    "count",
    "free",
    "kind",
    "late",
    "operation",
    "priority",
    "seconds",
    "used",
    "what",
    "why",
)
_WORDS = "最近发生的事：启动、网络、错误；给修理的人看 / what happened last, for whoever helps"

_started = time.ticks_ms()
_rings: "list[Ring]" = []  # the one that is kept, for the prompt


class Ring:
    """`size` bytes of lines; the oldest make room."""

    def __init__(self, size: int) -> None:
        self._bytes = bytearray(size)
        self._at = 0
        self._full = False

    def event(self, event: str, fields: dict) -> None:
        """An event as events.emit has it."""
        if event == "log":
            words = "%(level)s %(module)s: %(text)s" % fields
        elif event == "confirm":  # `what` repeats what is to be forgotten
            words = event
        else:
            told = [" %s=%s" % (name, fields[name]) for name in _TOLD if name in fields]
            words = event + "".join(told)
        self.add(words)

    def add(self, words: str) -> None:
        """Lines of text, each with the time before it."""
        for line in words.encode().strip().split(b"\n"):
            self._put(_now() + line[:_LINE] + b"\n")

    def _put(self, line: bytes) -> None:
        room = len(self._bytes) - self._at
        first = line[:room]
        self._bytes[self._at : self._at + len(first)] = first
        self._at += len(first)
        if len(line) >= room:
            self._full = True
            rest = line[room:]
            self._bytes[: len(rest)] = rest
            self._at = len(rest)

    def read(self, most: int = 1 << 30) -> bytes:
        """The last whole lines, of `most` bytes together."""
        found = bytes(memoryview(self._bytes)[: self._at])
        if self._full:
            found = bytes(memoryview(self._bytes)[self._at :]) + found
        if self._full or len(found) > most:
            found = found[-most:]
            found = found[found.find(b"\n") + 1 :]
        return found


def _now() -> bytes:
    """The time, or the seconds since the start while nobody has told it."""
    now = time.localtime()
    if now[0] < _FIRST_YEAR:
        return b"+%d " % (time.ticks_diff(time.ticks_ms(), _started) // 1000)
    return b"%02d-%02d %02d:%02d:%02d " % now[1:6]


def keep(kilobytes: int) -> "Ring":
    """From now on, until the power goes."""
    ring = Ring(kilobytes * 1024)
    _rings[:] = [ring]
    events.ring = ring
    return ring


def show() -> None:
    """Print it, at the prompt."""
    for ring in _rings:
        sys.stdout.write(_text(ring.read()))


def offer(resources: "Any") -> None:
    """Add it to an mcp.features.resources.Resources."""
    title = "日志 / Log"
    # Not in the list: some clients attach all that is there, and a model has no use for it.
    resources.add(URI, _read, "log", _WORDS, title, "text/plain", shown=False)


async def _read(uri: str, values: dict, call: "Any") -> str:
    call.need("admin", uri)
    return "".join([_text(ring.read(min(_SHOWN, call.room or _SHOWN))) for ring in _rings])


def _text(data: bytes) -> str:
    """A line that was cut may end within a character."""
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
