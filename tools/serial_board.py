"""
A companion on a serial port, as tools/mcp_serial.py sees it.

Runs on CPython with pyserial. Owns the port, the way into the companion's MCP mode and out of it,
and what goes over the line beside messages (docs/PROTOCOL.md, "On a serial console"). Knows no
JSON: it takes and gives lines.
"""

import asyncio
import contextlib
import errno
import os
import time
from collections.abc import Callable

import serial

STATUS_LOST = 1
STATUS_NO_PORT = 66
STATUS_BUSY = 73

# What the board runs in place of its main.py; boot.py has run.
_PROGRAM = b"""\
import board
board.SETTINGS.update(stdio=True,console=True)
exec(open('main.py').read())
print(end='\\x04')
import machine
machine.reset()
"""
_RAW_REPL = b"raw REPL; CTRL-B to exit\r\n>"
_END, _HERE, _GRANT = b"\x04", b"\x16", b"\x06"
_GRANTED = 64  # bytes that may be sent for each _GRANT
# The console acts on some control bytes; in JSON none may be, and NUL is as wrong as they are.
_NO_CONTROLS = bytes(0 if byte < 0x20 and byte not in b"\t\r" else byte for byte in range(256))

_BEAT_S = 1.0
_BOOT_S = 20.0
_END_S = 8.0
_RAW_REPL_S = 1.5
_RAW_REPL_TRIES = 4
_MAX_LINE = 1 << 20


class Failure(Exception):
    """It cannot go on; args are the exit status and a sentence for the user."""


class Lost(Exception):
    """The board is no longer there, or no longer as it was; args[0] says so in words."""


class Line:
    """A serial port as asyncio sees it. Raises Lost where nothing is at its other end."""

    def __init__(self, path: str, baud: int):
        try:
            self._port = serial.Serial(path, baud, timeout=0, write_timeout=5, exclusive=True)
        except (OSError, ValueError) as error:
            raise _unopened(path, error) from error
        self.path = path
        self.heard = time.monotonic()
        self._came = asyncio.StreamReader(limit=_MAX_LINE)
        asyncio.get_running_loop().add_reader(self._port.fileno(), self._readable)

    def _readable(self) -> None:
        try:
            data = os.read(self._port.fileno(), 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.heard = time.monotonic()
            self._came.feed_data(data)
        else:
            asyncio.get_running_loop().remove_reader(self._port.fileno())
            self._came.feed_eof()

    async def read(self) -> bytes:
        """Bytes that have come, at least one."""
        data = await self._came.read(4096)
        if not data:
            raise Lost(f"{self.path} is gone")
        return data

    async def expect(self, text: bytes, limit_s: float) -> bool:
        """Whether `text` comes in time; all up to its end is taken."""
        try:
            await asyncio.wait_for(self._came.readuntil(text), limit_s)
        except TimeoutError:
            return False
        except asyncio.LimitOverrunError:
            raise Lost("the board says too much") from None
        except asyncio.IncompleteReadError:
            raise Lost(f"{self.path} is gone") from None
        return True

    def write(self, data: bytes) -> None:
        """Send now: little enough for the line's buffers."""
        try:
            self._port.write(data)
        except (OSError, serial.SerialException) as error:
            raise Lost(f"{self.path} takes nothing: {error}") from error

    def close(self) -> None:
        """Let go of the port."""
        if self._port.is_open:
            asyncio.get_running_loop().remove_reader(self._port.fileno())
            with contextlib.suppress(OSError):
                self._port.close()


def _unopened(path: str, error: Exception) -> Failure:
    code = getattr(error, "errno", None)
    if code in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return Failure(STATUS_NO_PORT, f"there is no port {path}: is the board plugged in?")
    if code in (errno.EWOULDBLOCK, errno.EBUSY):
        return Failure(STATUS_BUSY, f"{path} is in use by another program")
    if code in (errno.EACCES, errno.EPERM):
        return Failure(
            STATUS_NO_PORT, f"{path} may not be opened: add yourself to the group that owns it"
        )
    return Failure(STATUS_NO_PORT, f"{path} cannot be opened as a serial port: {error}")


class Board:
    """A companion at the end of a Line, from the moment it is stopped until it runs again."""

    def __init__(self, line: Line, take: "Callable[[bytes], None]", silence_s: float):
        self._line = line
        self._take = take  # gets each line that comes, without its end
        self._silence_s = silence_s
        self._rest = b""
        self._reading: "asyncio.Future[bytes] | None" = None
        self._granted = 0
        self._may_send = asyncio.Event()
        self._ended = False  # it said so itself
        self._stopped = False  # what ran when we came runs no more
        self._started = False

    async def start(self) -> None:
        """Stop the companion and start it again with MCP on this line."""
        await self._stop_program()
        self._line.write(b"\x04")  # a soft reset that runs boot.py only
        for said in (b"soft reboot\r\n", _RAW_REPL):
            if not await self._line.expect(said, _BOOT_S):
                raise Failure(STATUS_LOST, "the board did not come back from its reset")
        self._line.write(_PROGRAM + b"\x04")
        if not await self._line.expect(b"OK", _RAW_REPL_S):
            raise Failure(STATUS_LOST, "the board does not take a program")
        self._line.heard = time.monotonic() + _BOOT_S  # it is silent while it starts
        while not self._granted:
            await self._read()
            if self._ended:
                raise Failure(STATUS_LOST, "the companion does not start (its words are above)")
        self._started = True

    async def _stop_program(self) -> None:
        self._stopped = True
        for _ in range(_RAW_REPL_TRIES):
            self._line.write(b"\r\x03")
            self._line.write(b"\r\x01")
            if await self._line.expect(_RAW_REPL, _RAW_REPL_S):
                return
        self._stopped = False
        raise Failure(STATUS_LOST, f"nothing at {self._line.path} answers as MicroPython does")

    async def send(self, message: bytes) -> None:
        """Send a line, as fast as the board takes it; `relay` must be running."""
        data = message.translate(_NO_CONTROLS) + b"\n"
        while data:
            while not self._granted:
                self._may_send.clear()
                await self._may_send.wait()
            piece, data = data[: self._granted], data[self._granted :]
            self._granted -= len(piece)
            self._line.write(piece)

    async def relay(self) -> None:
        """Take what comes until the board has ended what it ran. Raises Lost."""
        while not self._ended:
            await self._read()

    async def _read(self) -> None:
        """Read once, and say that we are here while waiting."""
        # One read for as long as it takes: a cancelled one might take along what had come.
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._line.read())
            self._reading.add_done_callback(lambda done: done.cancelled() or done.exception())
        while not (await asyncio.wait((self._reading,), timeout=_BEAT_S))[0]:
            self._line.write(_HERE)
            if time.monotonic() - self._line.heard > self._silence_s:
                raise Lost("the board has fallen silent")
        reading, self._reading = self._reading, None
        self._split(reading.result())

    def _split(self, data: bytes) -> None:
        data, end, after = data.partition(_END)
        grants = data.count(_GRANT)
        if grants:
            self._granted += grants * _GRANTED
            self._may_send.set()
        self._rest += data.translate(None, _GRANT + _HERE)
        *lines, self._rest = self._rest.split(b"\n")
        for line in lines:
            self._take(line.rstrip(b"\r"))
        if len(self._rest) > _MAX_LINE or end:
            self._take(self._rest)
            self._rest = b""
        if end:
            self._ended = True
            if after.strip(_END + b">"):  # what MicroPython says of an exception
                for line in after.split(_END)[0].splitlines():
                    self._take(line)

    async def stop(self) -> None:
        """
        Have it answer what it was asked, end in order and start as ever, from whatever state.
        Raises Failure where it does not answer any more.

        What it says until then is still taken.
        """
        try:
            if self._started and not self._ended:
                self._line.write(_END)
                async with asyncio.timeout(_END_S):
                    await self.relay()
                return  # it resets itself
            if self._stopped:
                await self._start_as_ever()
        except TimeoutError:
            await self._start_as_ever()
        except Lost:
            return  # USB goes with the reset, before the last bytes are read

    async def _start_as_ever(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait((self._reading,))
        for _ in range(_RAW_REPL_TRIES):
            self._line.write(b"\r\x03")
            self._line.write(b"\r\x02\x04")
            if await self._line.expect(b"soft reboot", _RAW_REPL_S):
                return
        raise Failure(
            STATUS_LOST, "the companion does not start again: press the board's reset button"
        )
