"""
Events: what the companion says of itself, one a line on stderr.

`json` style is one JSON object a line with the event's name in `event`; `text` is for a person at
a terminal. `ring` is where they are kept too (ring.Ring), or None. Owns the style, and the lines
that wait while another line is under way on the console (there stderr is the same wire as stdout).
"""

import io
import json
import sys
from collections import OrderedDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_HELD = 16

ring: "Any" = None
_style = "json"
_held: "list[str] | None" = None  # None: a line may be written now


def use(style: str) -> None:
    """Choose `json` or `text` for all that follows."""
    global _style
    _style = style


def emit(event: str, **fields: object) -> None:
    """Write one event. Field order is by name, since keyword arguments have none here."""
    if ring is not None:
        ring.event(event, fields)
    if _style == "text":
        words = ["%s=%s" % (name, fields[name]) for name in sorted(fields)]
        _write("%s: %s\n" % (event, " ".join(words)))
        return
    out: "OrderedDict[str, object]" = OrderedDict((("event", event),))
    for name in sorted(fields):
        out[name] = fields[name]
    _write(json.dumps(out) + "\n")


def log(level: str, module: str, text: str) -> None:
    """An event `log`: level is `debug`, `info`, `warning` or `error`."""
    emit("log", level=level, module=module, text=text)


def trace(error: BaseException) -> None:
    """Write where an exception came from, in MicroPython's own lines."""
    text = io.StringIO()
    sys.print_exception(error, text)  # type: ignore[arg-type]
    if ring is not None:
        ring.add(text.getvalue())
    _write(text.getvalue())


def hold() -> None:
    """Keep what is said from now on until release(), at most 16 lines of it."""
    global _held
    if _held is None:
        _held = []


def release() -> None:
    """Write what was kept."""
    global _held
    lines, _held = _held, None
    for line in lines or ():
        sys.stderr.write(line)


def _write(line: str) -> None:
    if _held is None:
        sys.stderr.write(line)
    elif len(_held) < _MOST_HELD:
        _held.append(line)
