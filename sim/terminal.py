"""
Terminal: the serial terminal of the desk device (--repl), which mpremote connects to.

Runs on CPython as the parent of the device, standard library only. Owns two pseudo-terminals and
the bytes between them. The device has one as its stdin and stdout, set up as the chip's UART
driver treats its line: Ctrl-C interrupts the program, nothing else is touched. mpremote opens the
other. When the device ends (Ctrl-D at the prompt, machine.reset()) it is started again, as a board
does it. The device dies with this process, whatever ends that: this is the power cut.
"""

import contextlib
import ctypes
import fcntl
import os
import re
import select
import signal
import sys
import termios
import tty
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.launch import Device

from sim import launch, stage

_PR_SET_PDEATHSIG = 1
_INTERRUPTED = 128 + signal.SIGINT
_RAW_ON = b"raw REPL; CTRL-B to exit\r\n"
_RAW_OFF = b'Type "help()" for more information.\r\n'
_CTRL_A = b"\x01"
_CTRL_C = b"\x03"
# MicroPython for unix raises KeyboardInterrupt out of the signal's handler, wherever it is; in the
# middle of garbage collection that leaves the heap locked for good. So an interrupt waits until
# the device sleeps. A program that never sleeps is interrupted as it is, once it has computed for
# so long; time in which the host runs something else does not count.
_INTERRUPT_S = 1.0
_LOOK_AGAIN_S = 0.001
# With nobody at the other end output is dropped after so long, as USB serial drivers do, so that
# a program that prints does not stand still. Up to 4 KB stay and are read by who comes next.
_STALL_S = 0.5


def run(device: "Device") -> int:
    """Start the device on a terminal, and again at each reset; the exit status in the end."""
    line = _Line()
    device.settings["repl"] = line.path
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    # The handler raises nothing: code that it interrupts might catch it, and nothing would end.
    signal.signal(signal.SIGINT, lambda *_: line.interrupt())
    cause = launch.PWRON_RESET
    at_prompt = False
    while True:
        status = _run_once(device, line, cause, at_prompt)
        if line.interrupted:
            return _INTERRUPTED
        # Between the end of a program and the prompt a Ctrl-C kills MicroPython for unix. A board
        # would be at its prompt then.
        at_prompt = status == _INTERRUPTED
        if status is None:
            launch.say("the device ended before boot.py")
            return 1
        if status == launch.STATUS_CUT or (status > 128 and not at_prompt):
            return status
        if status in (launch.STATUS_RESET, launch.STATUS_WATCHDOG):
            watchdog = status == launch.STATUS_WATCHDOG
            cause, line.raw = launch.WDT_RESET if watchdog else launch.HARD_RESET, False
        else:
            cause = launch.SOFT_RESET
            if not at_prompt:
                line.write(b"MPY: soft reboot\r\n")


def _run_once(device: "Device", line: "_Line", cause: int, at_prompt: bool) -> "int | None":
    """
    One start of the device until it ends: its status, or None if boot.py did not run. main.py does
    not run in raw mode or with `at_prompt`.
    """
    started, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(started)
        _be_device(device, line, cause, tell, at_prompt)
    os.close(tell)
    try:
        booted = line.relay(pid, started)
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        raise
    finally:
        os.close(started)
    _, result = os.waitpid(pid, 0)
    status = os.waitstatus_to_exitcode(result)
    if not booted:
        return None
    return 128 - status if status < 0 else status


def _be_device(device: "Device", line: "_Line", cause: int, tell: int, at_prompt: bool) -> None:
    """The child: die with the parent, take the terminal, become MicroPython. Never returns."""
    status = 1
    try:
        parent = os.getppid()
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(status)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # until MicroPython handles it
        line.take()
        os.set_inheritable(tell, True)
        status = device.become(cause, raw_repl=line.raw or at_prompt, up=tell)
    except stage.StageError as error:
        launch.say(str(error))
    finally:
        sys.stdout.flush()
        os._exit(status)


class _Line:
    """The two pseudo-terminals and what goes between them."""

    def __init__(self):
        self.raw = False  # whether the REPL is in raw mode, from what it says
        self._inner, self._inner_end = os.openpty()  # the device's
        self._outer, self._outer_end = os.openpty()  # mpremote's
        # Both far ends stay open here, so that the line outlives the processes that use it.
        self.path = os.ttyname(self._outer_end)
        tty.setraw(self._outer_end)
        tty.setraw(self._inner_end)
        mode = termios.tcgetattr(self._inner_end)
        mode[3] |= termios.ISIG | termios.NOFLSH
        mode[6][termios.VINTR] = b"\x03"
        for key in (termios.VQUIT, termios.VSUSP):
            mode[6][key] = b"\x00"
        termios.tcsetattr(self._inner_end, termios.TCSANOW, mode)
        self._device_mode = mode
        for end in (self._inner, self._outer):
            os.set_blocking(end, False)
        self._tail = b""
        self._pid = 0  # of the device that is running
        self.interrupted = False
        self._cr = b""  # the carriage return that the last bytes ended with

    def take(self) -> None:
        """Make the device's end stdin, stdout and controlling terminal of this process."""
        os.setsid()
        fcntl.ioctl(self._inner_end, termios.TIOCSCTTY, 0)
        os.dup2(self._inner_end, 0)
        os.dup2(self._inner_end, 1)
        for end in (self._inner, self._inner_end, self._outer, self._outer_end):
            os.close(end)

    def write(self, data: bytes) -> None:
        """Send to mpremote's end; drop what nobody reads for a while."""
        while data:
            try:
                data = data[os.write(self._outer, data) :]
            except BlockingIOError:
                if not select.select([], [self._outer], [], _STALL_S)[1]:
                    return

    def interrupt(self) -> None:
        """Signal handler: end the device, then the launcher."""
        self.interrupted = True
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def relay(self, pid: int, started: int) -> bool:
        """
        Carry bytes both ways until the device has ended; True if it ran boot.py.

        Nothing is sent to the device before boot.py: a Ctrl-C would be lost or end it.
        """
        self._pid = pid
        if self.interrupted:
            os.kill(pid, signal.SIGKILL)
        # An interrupted REPL leaves the terminal in its own mode.
        termios.tcsetattr(self._inner_end, termios.TCSANOW, self._device_mode)
        watched = select.poll()
        watched.register(started, select.POLLIN)
        watched.register(self._inner, select.POLLIN)
        exited = os.pidfd_open(pid)
        watched.register(exited, select.POLLIN)
        booted = False
        try:
            while True:
                ready = [end for end, _ in watched.poll()]
                if started in ready:
                    booted = os.read(started, 1) != b""
                    watched.unregister(started)
                    if booted:
                        if self.raw:
                            self._to_device(_CTRL_A)
                        watched.register(self._outer, select.POLLIN)
                if self._inner in ready:
                    self._from_device()
                elif exited in ready:
                    return booted
                if self._outer in ready:
                    self._to_device(os.read(self._outer, 4096))
        finally:
            self._pid = 0
            os.close(exited)

    def _from_device(self) -> None:
        data = os.read(self._inner, 4096)
        self._tail += data
        on, off = self._tail.rfind(_RAW_ON), self._tail.rfind(_RAW_OFF)
        if on != off:
            self.raw = on > off
        self._tail = self._tail[-max(len(_RAW_ON), len(_RAW_OFF)) :]
        if not self.raw:
            # A board ends the lines that a program prints with both; MicroPython for unix leaves
            # that to the terminal. In raw mode the bytes may be a protocol's and stay as they are.
            data = re.sub(rb"(?<!\r)\n", b"\r\n", self._cr + data)[len(self._cr) :]
        self._cr = data[-1:] if data.endswith(b"\r") else b""
        self.write(data)

    def _to_device(self, data: bytes) -> None:
        first, *others = data.split(_CTRL_C)
        self._write_to_device(first)
        for part in others:
            self._wait_until_it_sleeps()
            self._write_to_device(_CTRL_C + part)

    def _wait_until_it_sleeps(self) -> None:
        limit = None
        while True:
            try:
                with open(f"/proc/{self._pid}/stat", "rb") as file:
                    state, *numbers = file.read().rpartition(b")")[2].split()
            except FileNotFoundError:
                return
            computed = sum(int(ticks) for ticks in numbers[10:12]) / os.sysconf("SC_CLK_TCK")
            limit = limit or computed + _INTERRUPT_S
            if state != b"R" or computed >= limit:
                return
            if select.select([self._inner], [], [], _LOOK_AGAIN_S)[0]:
                self._from_device()  # or it would wait for us

    def _write_to_device(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._inner, data) :]
            except BlockingIOError:
                # Its input is full: let it write meanwhile, or both sides wait for each other.
                for end in select.select([self._inner], [self._inner], [])[0]:
                    if end == self._inner:
                        self._from_device()
