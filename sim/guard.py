"""
The watchdog of the desk device: starts it again when it is not fed in time.

Runs on CPython in the process in which MicroPython runs, standard library only. machine.WDT (in
sim/port) writes its timeout to a pipe whenever it is fed. That raises a signal here, which winds
up a timer; the timer's end is another. Both are handled in C's way, through ctypes: while
MicroPython runs, CPython's own handlers would wait for ever. Seconds are the host's, however fast
the simulated clock runs, since it is the host's work that they watch.
"""

import ctypes
import fcntl
import os
import signal
from collections.abc import Callable

_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_int)
_kept: "list[object]" = []  # what C calls must not be collected


def arm(expired: "Callable[[], None]") -> int:
    """The descriptor to which the device writes. `expired` must not return."""
    told, tell = os.pipe()

    def fed(_: int) -> None:
        said = os.read(told, 4096).split()
        signal.setitimer(signal.ITIMER_REAL, int(said[-1]) / 1000)

    def late(_: int) -> None:
        disarm()
        expired()

    libc = ctypes.CDLL(None)
    libc.signal.argtypes = (ctypes.c_int, _HANDLER)
    for number, handler in ((signal.SIGIO, fed), (signal.SIGALRM, late)):
        called = _HANDLER(handler)
        _kept.append(called)
        libc.signal(number, called)
    fcntl.fcntl(told, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(told, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    return tell


def disarm() -> None:
    """The device has ended. Leaves nothing that would outlive an exec."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGIO, signal.SIGALRM))
