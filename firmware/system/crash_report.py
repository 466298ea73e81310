"""
Crash report: what ended the companion, kept for the next start.

Owns the blob `boot/crash` in NVS: version, class of the exception, file names and line numbers.
The exception's message is not kept, since it may hold what somebody said. main.py calls `keep` for
an exception that nobody caught, watchdog.py `keep_words` before the chip is reset.
"""

from firmware import VERSION

from . import events
from .nvs import namespace

_KEY = "crash"
_MAX = 160  # bytes
_FRAMES = 4


def keep(error: BaseException) -> None:
    """Keep an exception that nobody caught. Ignores NVS errors."""
    keep_words(place(error))


def place(error: BaseException, frames: int = _FRAMES) -> str:
    """The class of an exception and its last `frames` places in the source; no message."""
    lines = []
    for line in events.traceback(error).split("\n"):
        if line.startswith("  File "):
            parts = line.split('"')
            number = parts[2].split(",")[1].split()[1]
            lines.append("%s:%s" % (parts[1].split("/")[-1], number))
    kind = type(error).__name__
    if isinstance(error, OSError) and error.args and isinstance(error.args[0], int):
        kind += "(%d)" % error.args[0]
    return " ".join([kind] + lines[-frames:])


def keep_words(words: str) -> None:
    """Keep another reason, in the firmware's own words. Ignores NVS errors."""
    try:
        kv = namespace("boot")
        kv.set_blob(_KEY, (VERSION + " " + words).encode()[:_MAX])
        kv.commit()
    except OSError:
        return


def last() -> str:
    """What ended the companion when it last crashed, "" if it never did."""
    buffer = bytearray(_MAX)
    try:
        return buffer[: namespace("boot").get_blob(_KEY, buffer)].decode()
    except (OSError, UnicodeError):
        return ""
