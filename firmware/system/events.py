"""
Events: the bus by which the parts of the companion hear of each other.

A part that has something to say emits an event, a name with fields, and knows nobody who hears it.
Who wants to hear subscribes: the lines on stderr (event_lines.py), the log ring, MCP clients, the
delivery of reminders. docs/DESIGN.md section 1 lists the events.
"""

import io
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    # def subscriber(event: str, fields: dict[str, object]); it may not wait
    Subscriber: TypeAlias = Callable[[str, dict], None]

# (subscriber, the names of the events that it gets, none for all), in the order of subscription
_subscribers: "list[tuple[Subscriber, tuple[str, ...]]]" = []


def subscribe(subscriber: "Subscriber", *names: str) -> None:
    """Have `subscriber` called with each event of these names, without names with every event."""
    global _subscribers
    others = [row for row in _subscribers if row[0] != subscriber]
    _subscribers = others + [(subscriber, names)]  # a new list: an emit may be under way


def emit(event: str, **fields: object) -> None:
    """Tell all who have subscribed, before this returns. Raises nothing that they raise."""
    _tell(event, fields, _subscribers)


def log(level: str, module: str, text: str) -> None:
    """Emit an event `log`; level is `debug`, `info`, `warning` or `error`."""
    emit("log", level=level, module=module, text=text)


def trace(error: BaseException) -> None:
    """Emit the traceback of an exception, as the event `trace` with its lines in `text`."""
    emit("trace", text=traceback(error))


def traceback(error: BaseException) -> str:
    """The lines that MicroPython prints for an exception."""
    text = io.StringIO()
    sys.print_exception(error, text)  # type: ignore[arg-type]
    return text.getvalue()


def _tell(event: str, fields: dict, subscribers: list) -> None:
    for row in subscribers:
        subscriber, names = row
        if names and event not in names:
            continue
        try:
            subscriber(event, fields)
        except Exception as e:  # noqa: BLE001  whatever it is, the others and the emitter go on
            text = "%s is not told: %s: %s" % (event, type(e).__name__, e)
            about = {"level": "error", "module": "events", "text": text}
            _tell("log", about, [other for other in subscribers if other is not row])
