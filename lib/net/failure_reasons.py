"""
Why a connection could not be made or has ended, in words: what the owner reads in the log.

Owns the meaning of the numbers that MicroPython leaves in an OSError, on unix and on the ESP32.
"""

from micropython import const

_LAST_EAI = const(-300)

# What OSErrors of a connection mean, by number (unix and ESP32). Names that are not found have
# negative ones: EAI_ of unix from -2 on, of the ESP32 from -200 on. Those of TLS are far below.
_REASONS = {
    104: "the connection was reset",
    110: "no answer in time",
    111: "nobody answers there",
    113: "it cannot be reached",
    101: "there is no network",
    118: "it cannot be reached",
    116: "no answer in time",
    128: "there is no network",
}


def reason(error: Exception) -> str:
    """Why, in words: ours for the numbers of the network, else what the error says last."""
    args = error.args
    if isinstance(error, OSError) and args and isinstance(args[0], int):
        if args[0] in _REASONS:
            return _REASONS[args[0]]
        if _LAST_EAI < args[0] < 0:
            return "the name is not found"
        if args[0] < 0 and len(args) > 1:
            return "TLS failed: %s" % args[1]
    return str(args[-1]) if len(args) > 1 else str(error) or repr(error)
