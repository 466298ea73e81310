"""
`machine.I2S` of the desk device: a port to the process that plays its sound (sim/sound.py).

As on the ESP32 a port has a buffer of `ibuf` bytes; reading and writing wait for all of it, until
asyncio has polled the port once: from then on they take what is there. It polls as a real
descriptor does, and costs nothing while nothing comes.
"""

import errno
import io
import select

import uctypes
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_GET_FILENO = const(10)
_CLOSE = const(4)

_ends: "dict[str, int]" = {}  # descriptors: control, answer, mic, speaker
_files: "dict[str, Any]" = {}  # the same, opened


def start(ends: "dict[str, int] | None") -> None:
    """The device's ends of the pipes; None where the desk has neither ears nor mouth."""
    _ends.clear()
    _ends.update(ends or {})


class I2S(io.IOBase):
    """Mode RX is the microphone, TX the speaker, whatever the pins."""

    RX = const(0)
    TX = const(1)
    MONO = const(0)
    STEREO = const(1)

    def __init__(
        self,
        id: int,
        *,
        sck: object,
        ws: object,
        sd: object,
        mck: object = None,
        mode: int,
        bits: int,
        format: int,
        rate: int,
        ibuf: int,
    ):
        if not _ends:
            raise OSError(errno.ENODEV)
        if bits not in (16, 32) or mode not in (0, 1) or format not in (0, 1):
            raise ValueError("invalid bits, mode or format")
        self._name = "speaker" if mode == 1 else "mic"
        self._open = False
        self._waits = True
        self._descriptor = _ends[self._name]
        self._pipe = _file(self._name, "wb" if mode == 1 else "rb")
        _tell("open %s %d %d %d %d\n" % (self._name, rate, bits, format + 1, ibuf))
        self._open = True

    def readinto(self, buffer: "bytearray | memoryview") -> "int | None":
        """The number of bytes that were read."""
        if not self._waits:
            return self._pipe.readinto(buffer) or 0
        return self._whole(self._pipe.readinto, buffer, select.POLLIN)

    def write(self, buffer: "bytes | bytearray | memoryview") -> "int | None":
        """The number of bytes that were taken."""
        if not self._waits:
            return self._pipe.write(buffer) or 0
        return self._whole(self._pipe.write, buffer, select.POLLOUT)

    def _whole(self, move: "Any", buffer: "Any", event: int) -> int:
        size = len(bytes(buffer))  # those of an array are more than its items
        rest = memoryview(uctypes.bytearray_at(uctypes.addressof(buffer), size))
        poll = select.poll()
        poll.register(self._pipe, event)
        while len(rest):
            moved = move(rest)
            if moved:
                rest = rest[moved:]
            else:
                poll.poll()
        return size

    def ioctl(self, request: int, argument: int) -> int:
        """Give the descriptor to poll."""
        if request == _GET_FILENO:
            self._waits = False
            return self._descriptor
        if request == _CLOSE:
            self.deinit()
            return 0
        return -errno.EINVAL

    def deinit(self) -> None:
        """Close the port: what is in its buffer is dropped."""
        if self._open:
            self._open = False
            _tell("close %s\n" % self._name)


def _tell(line: str) -> None:
    """Tell the process, and wait until it has done it."""
    _file("control", "wb").write(line)
    if not _file("answer", "rb").readline():
        raise OSError(errno.EIO)


def _file(name: str, mode: str) -> "Any":
    if name not in _files:
        _files[name] = open(_ends[name], mode)
    return _files[name]
