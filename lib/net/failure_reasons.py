"""
Why a connection failed or ended, in words for the log.

Owns the meaning of the numbers in an OSError of MicroPython, on unix and on the ESP32.
"""

from micropython import const

_LAST_EAI = const(-300)

# By errno, of unix and the ESP32. A name that is not found has a negative number: EAI_ of unix
# from -2 on, of the ESP32 from -200 on. The numbers of TLS are far below.
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
    """The reason in words: ours for the numbers of the network, else the error's last argument."""
    args = error.args
    if isinstance(error, OSError) and args and isinstance(args[0], int):
        if args[0] in _REASONS:
            return _REASONS[args[0]]
        if _LAST_EAI < args[0] < 0:
            return "the name is not found"
        if args[0] < 0 and len(args) > 1:
            return "TLS failed: %s" % args[1]
    return str(args[-1]) if len(args) > 1 else str(error) or repr(error)
