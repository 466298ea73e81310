"""
Events: what the companion reports, one event a line on stderr.

In style `json` a line is one JSON object with the event's name in `event`; style `text` is for a
person at a terminal. `ring` (log_ring.Ring), where it is set, gets every event too. Lines are held
back while a message is being written on the serial console, where stderr and stdout are one wire.
"""

import io
import json
import sys
from collections import OrderedDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .log_ring import Ring

_HELD_MAX = 16

ring: "Ring | None" = None
_style = "json"
_held: "list[str] | None" = None  # None: a line may be written now


def set_style(style: str) -> None:
    """Choose `json` or `text` for all that follows."""
    global _style
    _style = style


def emit(event: str, **fields: object) -> None:
    """Write one event. Fields are sorted by name: MicroPython does not keep their order."""
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
    """Write an event `log`; level is `debug`, `info`, `warning` or `error`."""
    emit("log", level=level, module=module, text=text)


def trace(error: BaseException) -> None:
    """Write the traceback of an exception."""
    text = traceback(error)
    if ring is not None:
        ring.add(text)
    _write(text)


def traceback(error: BaseException) -> str:
    """The lines that MicroPython prints for an exception."""
    text = io.StringIO()
    sys.print_exception(error, text)  # type: ignore[arg-type]
    return text.getvalue()


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
