"""
Event lines: a subscriber that writes each event as one line on stderr.

In style `json` a line is one JSON object with the event's name in `event`; style `text` is for a
person at a terminal, `quiet` for one who talks with the companion there: codes and what went
wrong. A traceback is written as MicroPython prints it. Lines are held back while a message is
being written on the serial console, where stderr and stdout are one wire.
"""

import json
import sys
from collections import OrderedDict

from micropython import const

from . import events

_HELD_MAX = const(16)
# Not written: what somebody said, and what changes with every sentence or within it.
_UNWRITTEN = ("said", "state", "level")

_style = "json"
_held: "list[str] | None" = None  # None: a line may be written now


def start(style: str) -> None:
    """Write all events that follow, in one of the styles."""
    global _style
    _style = style
    events.subscribe(write)


def set_style(style: str) -> None:
    """`json`, `text` or `quiet`, from now on."""
    global _style
    _style = style


def write(event: str, fields: dict) -> None:
    """Write one event. Fields are sorted by name: MicroPython does not keep their order."""
    if event in _UNWRITTEN:
        return
    if event == "trace":
        _write(fields["text"])
        return
    if _style == "quiet" and not _is_needed(event, fields):
        return
    if _style != "json":
        words = ["%s=%s" % (name, fields[name]) for name in sorted(fields)]
        _write("%s: %s\n" % (event, " ".join(words)))
        return
    out: "OrderedDict[str, object]" = OrderedDict((("event", event),))
    for name in sorted(fields):
        out[name] = fields[name]
    _write(json.dumps(out) + "\n")


def _is_needed(event: str, fields: dict) -> bool:
    return event == "confirm" or (event == "log" and fields["level"] in ("warning", "error"))


def hold() -> None:
    """Hold back what is written until release(); lines beyond 16 are dropped."""
    global _held
    if _held is None:
        _held = []


def release() -> None:
    """Write what was held back."""
    global _held
    lines, _held = _held, None
    for line in lines or ():
        sys.stderr.write(line)


def _write(line: str) -> None:
    if _held is None:
        sys.stderr.write(line)
    elif len(_held) < _HELD_MAX:
        _held.append(line)
