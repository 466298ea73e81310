"""
Any bytes as WebSocket frames to the device's client, held against the `websockets` package.

The client is stricter in one thing, which RFC 6455 asks for: a length has its shortest form.
"""

import struct
from binascii import unhexlify
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import Target, edited
from websockets.exceptions import PayloadTooBig
from websockets.frames import Opcode
from websockets.protocol import Protocol, Side, State

_MOST = 300  # as in _fuzz_websocket.py
_BAD_REASON = 0  # no code: of a close frame whose reason is not UTF-8
_TEXTS = [b"", b"a", "猫😀".encode(), b"\xe7\x8c", b"\xab", b"\xff", b"\xed\xa0\x80", b"x" * 125]
_TEXTS += [b"y" * 126, b"z" * 300, b"w" * 301, b"v" * 100]
_CLOSES = [
    b"",
    b"\x03",
    *[struct.pack(">H", code) for code in (999, 1000, 1001, 1004, 1005, 1006)],
]
_CLOSES += [
    struct.pack(">H", code) + b"bye" for code in (1007, 1014, 1015, 2999, 3000, 4999, 5000)
]
_CLOSES += [struct.pack(">H", 1000) + b"\xff", struct.pack(">H", 1011) + "再见".encode()]


def _frame(rng: Random) -> bytes:
    opcode = rng.choice([0, 0, 1, 1, 2, 8, 9, 9, 10, rng.randrange(16)])
    body = rng.choice(_CLOSES if opcode == 8 else _TEXTS)
    head = opcode | (0x80 if opcode > 7 or rng.randrange(3) else 0)
    if rng.randrange(30) == 0:
        head |= rng.choice([0x10, 0x20, 0x40])
    size, mask = len(body), 0x80 if rng.randrange(30) == 0 else 0
    wrong = rng.randrange(30) == 0
    if size < 126 and not wrong:
        data = bytes([head, mask | size])
    elif size < 65536 and (not wrong or rng.randrange(2)):
        data = struct.pack(">BBH", head, mask | 126, size)
    else:
        data = struct.pack(
            ">BBQ", head, mask | 127, size | (1 << 63 if rng.randrange(4) == 0 else 0)
        )
    return data + (b"\x01\x02\x03\x04" if mask else b"") + body


def made(rng: Random) -> bytes:
    """The size of pieces, then frames, perhaps damaged."""
    data = b"".join([_frame(rng) for _ in range(rng.randint(1, 7))])
    if rng.randrange(3) == 0:
        data = edited(rng, data, 3)
    return bytes([rng.choice([0, 1, 6, 255])]) + data


def _shortest(data: bytes) -> bool:
    """Whether all lengths have their shortest form, as far as frames can be told apart."""
    while len(data) > 1:
        size, at = data[1] & 127, 2
        if size == 126:
            if len(data) < 4:
                return True
            size, at = struct.unpack_from(">H", data, 2)[0], 4
            if size < 126:
                return False
        elif size == 127:
            if len(data) < 10:
                return True
            size, at = struct.unpack_from(">Q", data, 2)[0], 10
            if size < 65536 or size >> 63:
                return False
        data = data[at + size :]
    return True


def _expected(data: bytes) -> "tuple[list, int | None, list]":
    """What the package makes of it: messages, the code it fails with, pongs."""
    protocol = Protocol(Side.CLIENT, state=State.OPEN, max_size=_MOST)
    protocol.receive_data(data)
    messages: "list[tuple[int, bytes]]" = []
    pongs, parts, kind = [], b"", 0
    frames: "list[Any]" = protocol.events_received()
    for frame in frames:
        if frame.opcode is Opcode.PING:
            pongs.append(frame.data)
        elif frame.opcode is Opcode.CLOSE:
            return messages, None, pongs
        elif frame.opcode in (Opcode.CONT, Opcode.TEXT, Opcode.BINARY):
            kind = frame.opcode or kind
            parts += frame.data
            if frame.fin:
                if kind == Opcode.TEXT:
                    try:
                        parts.decode()
                    except UnicodeDecodeError:
                        return messages, 1007, pongs
                messages.append((kind, bytes(parts)))
                parts = b""
    if isinstance(protocol.parser_exc, PayloadTooBig):
        return messages, 1009, pongs
    if isinstance(protocol.parser_exc, UnicodeDecodeError):
        return messages, _BAD_REASON, pongs
    if str(protocol.parser_exc) == "incomplete fragmented message":
        return messages, None, pongs  # a close frame amid a message, which the RFC lets be
    return messages, 1002 if protocol.parser_exc else 1006, pongs


def check(data: bytes, answer: Any) -> None:
    """Raise AssertionError unless the client took the frames as the package does."""
    messages, code, sent = answer
    found = [(kind, unhexlify(body)) for kind, body in messages]
    wanted, failure, pongs = _expected(data[1:])
    replies = [unhexlify(body) for opcode, body in sent if opcode == 10]
    closes = [unhexlify(body) for opcode, body in sent if opcode == 8]
    assert len(closes) <= 1
    assert all(sent[at][0] != 8 for at in range(len(sent) - 1)), "something followed the close"
    if not _shortest(data[1:]):
        assert found == wanted[: len(found)]
        return
    if failure == 1009:
        # The package counts control frames amid a message with it, and looks at sizes first.
        assert found[: len(wanted)] == wanted
        assert all(len(body) <= _MOST for _, body in found)
        return
    assert found == wanted
    assert replies == pongs
    if failure is None:
        assert code == 1005 or 1000 <= code < 5000
        assert len(closes) == 1
    elif failure == 1006:  # a frame that is not whole: its head may say already that it is wrong
        assert code in (1006, 1002, 1009)
        assert len(closes) == (code != 1006)
    else:
        # A close frame may have a wrong code besides a wrong reason.
        assert code == failure or (failure == _BAD_REASON and code in (1002, 1007))
        assert closes
        assert struct.unpack_from(">H", closes[0])[0] == code


def test_any_bytes_of_a_server_are_the_messages_that_the_rfc_makes_of_them(
    micropython: Path, figure: Callable
) -> None:
    with Target(micropython, "_fuzz_websocket") as target:
        target.run(2000, made, check)
        figure("fuzz_frames", target.inputs)
