"""
A board as far as a serial line shows it: MicroPython's prompt, and a program of the test's own.

Owns a pseudo-terminal and a thread that plays the REPL on it. The `program` is a function of this
object that runs in place of the companion when code was sent; what it may do is `say`, `grant` and
`line`. Every wait ends with the test's own limit.
"""

import os
import select
import threading
import tty
from collections.abc import Callable

_RAW = b"raw REPL; CTRL-B to exit\r\n>"
_FRIENDLY = b'MicroPython v1.28.0\r\nType "help()" for more information.\r\n>>> '


class Unplugged(Exception):
    """Nobody is at the line any more, or the test is over."""


class Interrupted(Exception):
    """Ctrl-C came."""


class FakeBoard:
    """`path` is the port. `codes` is what was run, `boots` counts starts of main.py."""

    def __init__(self, program: "Callable[[FakeBoard], None]", repl: bool = True):
        self.codes: list[bytes] = []
        self.boots = 0
        self.booted = threading.Condition()
        self.owed = 0  # bytes granted and not sent yet
        self.overrun = 0  # bytes sent that were not granted
        self._program = program
        self._repl = repl
        self._rest = b""
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self._pulled, self._pull = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    # What the program does.

    def say(self, data: bytes) -> None:
        """Write on the line, now."""
        while data:
            try:
                data = data[os.write(self._master, data) :]
            except OSError:
                raise Unplugged from None

    def grant(self, times: int = 1) -> None:
        """Let so many times 64 bytes come."""
        self.owed += 64 * times
        self.say(b"\x06" * times)

    def line(self, grant: bool = True) -> bytes:
        """
        The next line of the host, or b"\\x04" where it ends. Grants what it takes unless told not
        to, as the companion does. Ctrl-C raises.
        """
        said = b""
        while True:
            byte = self._byte()
            if byte in b"\x16":
                continue
            if byte == b"\x04":
                return byte
            if byte == b"\x03":
                raise Interrupted
            if self.owed <= 0:
                self.overrun += 1
            self.owed -= 1
            if grant and self.owed <= 128:
                self.grant()
            if byte == b"\n":
                return said
            said += byte

    # Its other life.

    def wait_boots(self, count: int, timeout: float = 30) -> None:
        """Until main.py was started `count` times."""
        with self.booted:
            assert self.booted.wait_for(lambda: self.boots >= count, timeout), self.boots

    def unplug(self) -> None:
        """
        Take the line away, as a USB port goes. The board stops before its line is closed: the
        number of a closed line is the next board's, whose bytes it would take.
        """
        if self._slave < 0:  # already
            return
        os.write(self._pull, b"x")
        if self._thread is not threading.current_thread():
            self._thread.join()
        for end in (self._slave, self._master, self._pull, self._pulled):
            os.close(end)
        self._slave = self._master = -1

    def _byte(self) -> bytes:
        if not self._rest:
            if self._pulled in select.select([self._master, self._pulled], [], [])[0]:
                raise Unplugged
            try:
                self._rest = os.read(self._master, 4096)
            except OSError:
                raise Unplugged from None
        byte, self._rest = self._rest[:1], self._rest[1:]
        return byte

    def _run(self) -> None:
        try:
            while True:
                self._play()
        except Unplugged:
            return

    def _play(self) -> None:
        """The prompt, from a start of main.py to the next; in raw mode it only starts boot.py."""
        with self.booted:
            self.boots += 1
            self.booted.notify_all()
        while self._byte() != b"\x03" or not self._repl:
            pass
        self.say(b"Traceback (most recent call last):\r\nKeyboardInterrupt: \r\n" + _FRIENDLY)
        raw, code = False, b""
        while True:
            byte = self._byte()
            if byte == b"\x01":
                raw, code = True, b""
                self.say(_RAW)
            elif byte == b"\x02":
                raw = False
                self.say(_FRIENDLY)
            elif byte == b"\x04" and not raw:
                self.say(b"\r\nMPY: soft reboot\r\n")
                return
            elif byte == b"\x04" and not code.strip():
                self.say(b"OK\r\nMPY: soft reboot\r\nboot.py says \xff\r\n" + _RAW)
            elif byte == b"\x04":
                self.codes.append(code)
                self.say(b"OK")
                self.owed = 0
                try:
                    self._program(self)
                    return  # it resets the board
                except Interrupted:
                    self.say(b"\x04Traceback:\r\nKeyboardInterrupt: \r\n\x04>")
                code = b""
            elif byte == b"\x03":
                code = b""
            elif raw:
                code += byte
