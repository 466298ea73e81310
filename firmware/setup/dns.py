"""
DNS: resolves every name to this device (RFC 1035).

Owns the UDP socket in the access point's network, and the form of an answer. A phone asks for
names of its maker to find out whether there is an Internet, and is so led to the page of the
set-up. No question is passed on.
"""

import asyncio
import os
import socket

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_HEAD = const(12)
_MAX_NAME = const(255)
_MAX_LABEL = const(63)
_MAX_QUESTION = const(512)  # bytes of a message over UDP
_TTL_S = const(10)  # the phone will be in another network soon
_A = const(1)
_ANY = const(255)
_INTERNET = const(1)
_OPCODE = const(0x78)
_RECURSION = const(0x01)
_FORMAT_ERROR = const(1)
_NOT_IMPLEMENTED = const(4)
_FIRST_PORT = const(49152)
_PORTS_TRIED = const(20)


def answer(question: bytes, address: bytes) -> "bytes | None":
    """
    The answer to a message: `address` (4 bytes) for an A record of any name, no record for any
    other type, an error for a malformed question. None for what must not be answered: answers, and
    messages shorter than a header.
    """
    if len(question) < _HEAD or question[2] & 0x80:
        return None
    if question[2] & _OPCODE:
        return _head(question, _NOT_IMPLEMENTED, 0, 0)
    end = _end_of_name(question)
    if question[4:6] != b"\0\1" or end is None or len(question) < end + 4:
        return _head(question, _FORMAT_ERROR, 0, 0)
    kind = question[end] << 8 | question[end + 1]
    family = question[end + 2] << 8 | question[end + 3]
    asked = question[_HEAD : end + 4]
    if kind not in (_A, _ANY) or family not in (_INTERNET, _ANY):
        return _head(question, 0, 1, 0) + asked
    # 0xC00C: the name is the one at byte 12.
    record = bytes((0xC0, _HEAD, 0, _A, 0, _INTERNET, 0, 0, 0, _TTL_S, 0, 4))
    return _head(question, 0, 1, 1) + asked + record + address


def _head(question: bytes, code: int, questions: int, answers: int) -> bytes:
    """The header of an answer: authoritative (0x84), recursion available (0x80)."""
    flags = bytes((0x84 | question[2] & (_OPCODE | _RECURSION), 0x80 | code))
    return question[:2] + flags + bytes((0, questions, 0, answers, 0, 0, 0, 0))


def _end_of_name(question: bytes) -> "int | None":
    """Where the name that begins at byte 12 ends; None where it is malformed or has a pointer."""
    at = _HEAD
    while at < len(question):
        size = question[at]
        at += 1 + size
        if not size:
            return at
        if size > _MAX_LABEL or at - _HEAD >= _MAX_NAME:
            return None
    return None


class DNS:
    """Answers with `host` at `host`:`port` (0: a free one, which `port` is once it is open)."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self.port = port
        self._address = bytes([int(part) for part in host.split(".")])
        self._socket: "Any" = None

    def open(self) -> None:
        """Raises OSError where the address cannot be bound."""
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.setblocking(False)
            self._bind()
        except OSError:
            self.close()
            raise

    def _bind(self) -> None:
        tries = 1 if self.port else _PORTS_TRIED
        port_tried = self.port
        while True:
            if not self.port:
                # MicroPython cannot tell which port the system chose, so one is chosen here.
                port_tried = int.from_bytes(os.urandom(2), "little") % (65536 - _FIRST_PORT)
                port_tried += _FIRST_PORT
            tries -= 1
            try:
                self._socket.bind(socket.getaddrinfo(self._host, port_tried)[0][-1])
                self.port = port_tried
                return
            except OSError:
                if not tries:
                    raise

    async def run(self) -> None:
        """Started by first_setup.py, which cancels it and calls close()."""
        reader = asyncio.StreamReader(self._socket)
        while True:
            await reader.read(0)  # waits until a message is there, without reading it
            try:
                question, peer = self._socket.recvfrom(_MAX_QUESTION)
                reply = answer(question, self._address)
                if reply is not None:
                    self._socket.sendto(reply, peer)
            except OSError:
                # No message after all, or it cannot be sent: the phone asks again.
                await asyncio.sleep_ms(10)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
