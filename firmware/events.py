"""
Events: what the companion says of itself, one a line on stderr.

`json` style is one JSON object a line with the event's name in `event`; `text` is for a person at
a terminal. Owns nothing but the style.
"""

import json
import sys
from collections import OrderedDict

_style = "json"


def use(style: str) -> None:
    """Choose `json` or `text` for all that follows."""
    global _style
    _style = style


def emit(event: str, **fields: object) -> None:
    """Write one event. Field order is by name, since keyword arguments have none here."""
    if _style == "text":
        words = ["%s=%s" % (name, fields[name]) for name in sorted(fields)]
        sys.stderr.write("%s: %s\n" % (event, " ".join(words)))
        return
    out: "OrderedDict[str, object]" = OrderedDict((("event", event),))
    for name in sorted(fields):
        out[name] = fields[name]
    sys.stderr.write(json.dumps(out) + "\n")


def log(level: str, module: str, text: str) -> None:
    """An event `log`: level is `debug`, `info`, `warning` or `error`."""
    emit("log", level=level, module=module, text=text)
