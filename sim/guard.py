"""
Guard: the watchdog of the desk device, which starts it again when it is not fed in time.

Runs on CPython in the process in which MicroPython runs, standard library only. machine.WDT (in
sim/port) writes its timeout to a pipe whenever it is fed. That raises SIGIO here, whose handler
sets a timer; when the timer ends, SIGALRM's handler calls `expired`. Both handlers are installed
through ctypes: CPython's own would not run while MicroPython does. Seconds are the host's, however
fast the simulated clock runs, since the host's work is what is watched.
"""

import ctypes
import fcntl
import os
import signal
from collections.abc import Callable

_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_int)
_kept: "list[object]" = []  # the handlers, which must not be collected


def arm(expired: "Callable[[], None]") -> int:
    """Returns the descriptor to which the device writes. `expired` must not return."""
    read_end, write_end = os.pipe()

    def fed(_: int) -> None:
        timeouts = os.read(read_end, 4096).split()
        signal.setitimer(signal.ITIMER_REAL, int(timeouts[-1]) / 1000)

    def late(_: int) -> None:
        disarm()
        expired()

    libc = ctypes.CDLL(None)
    libc.signal.argtypes = (ctypes.c_int, _HANDLER)
    for number, handler in ((signal.SIGIO, fed), (signal.SIGALRM, late)):
        called = _HANDLER(handler)
        _kept.append(called)
        libc.signal(number, called)
    fcntl.fcntl(read_end, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(read_end, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    return write_end


def disarm() -> None:
    """Stop the timer once the device has ended, also for a program that exec starts next."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGIO, signal.SIGALRM))
