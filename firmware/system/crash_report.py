"""
Crash: what ended the companion, kept for the next start.

Owns the blob `boot/crash` in NVS: version, kind of error, places in the source. Never its words:
what somebody has said may be in them. main.py comes here when nobody caught an exception, the
watchdog before it lets the chip be reset. Once in a start, so that nothing wears out.
"""

import io
import sys

from firmware import VERSION

from .nvs import namespace

_KEY = "crash"
_MOST = 160  # bytes
_FRAMES = 4


def keep(error: BaseException) -> None:
    """An exception that nobody caught. NVS that fails changes nothing."""
    text = io.StringIO()
    sys.print_exception(error, text)  # type: ignore[arg-type]
    places = []
    for line in text.getvalue().split("\n"):
        if line.startswith("  File "):
            parts = line.split('"')
            number = parts[2].split(",")[1].split()[1]
            places.append("%s:%s" % (parts[1].split("/")[-1], number))
    kind = type(error).__name__
    if isinstance(error, OSError) and error.args and isinstance(error.args[0], int):
        kind += "(%d)" % error.args[0]
    keep_words(" ".join([kind] + places[-_FRAMES:]))


def keep_words(words: str) -> None:
    """Something else that ends it, in words of the firmware's own."""
    try:
        kv = namespace("boot")
        kv.set_blob(_KEY, (VERSION + " " + words).encode()[:_MOST])
        kv.commit()
    except OSError:
        return


def last() -> str:
    """What ended the companion when it last crashed, "" where it never did."""
    buffer = bytearray(_MOST)
    try:
        return buffer[: namespace("boot").get_blob(_KEY, buffer)].decode()
    except (OSError, UnicodeError):
        return ""
