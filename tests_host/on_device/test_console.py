"""The console as a line of MCP: what is granted, how it ends, and events beside messages."""

import asyncio
import io
import sys

from firmware.service import serial_console
from firmware.system import event_lines, events


class Input:
    """Gives these pieces, then nothing for ever."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    async def readinto(self, buffer):
        while not self.pieces:
            await asyncio.sleep_ms(1)
        piece = self.pieces.pop(0)
        size = min(len(buffer), len(piece))
        buffer[:size] = piece[:size]
        if size < len(piece):
            self.pieces.insert(0, piece[size:])
        return size


class Screen:
    """stdout and stderr of a board: one wire."""

    def __init__(self):
        self.buffer = io.BytesIO()

    def write(self, text):
        self.buffer.write(text.encode())


class Wire:
    """The sys module that the console and events see, with a screen."""

    def __init__(self):
        self.stdout = self.stderr = Screen()
        self.print_exception = sys.print_exception
        serial_console.sys = event_lines.sys = self
        event_lines.start("json")

    def said(self):
        return self.stdout.buffer.getvalue()

    async def write(self, data):
        self.stdout.buffer.write(data)


async def everything(line, size=512):
    buffer = bytearray(size)
    read = b""
    while True:
        got = await line.readinto(memoryview(buffer))
        if not got:
            return read
        read += buffer[:got]


async def test_sixty_four_bytes_are_granted_for_each_that_were_taken():
    wire = Wire()
    line = serial_console.Console(Input(b"x" * 640, b"\x04"), wire, 1000)
    buffer = bytearray(512)
    await line.readinto(memoryview(buffer))
    assert wire.said() == b"\x06\x06\x06"
    assert len(await everything(line)) == 640 - 64
    assert wire.said() == b"\x06" * (3 + 10)


async def test_signs_of_life_are_no_input_and_need_no_grant():
    wire = Wire()
    line = serial_console.Console(
        Input(b"\x16", b"{\x16\x16}", b"\x16" * 500, b"\n", b"\x04"), wire, 1000
    )
    assert await everything(line) == b"{}\n"
    assert wire.said() == b"\x06\x06\x06"


async def test_it_ends_at_end_of_transmission_and_stays_so():
    line = serial_console.Console(Input(b"one\n\x04two\n"), Wire(), 1000)
    assert await everything(line) == b"one\n"
    assert await everything(line) == b""


async def test_it_ends_when_nobody_is_there():
    line = serial_console.Console(Input(b"one\n"), Wire(), 20)
    assert await everything(line) == b"one\n"


async def test_a_buffer_smaller_than_a_piece_gets_it_all():
    line = serial_console.Console(Input(b"abcdefghij" * 20 + b"\x04"), Wire(), 1000)
    assert await everything(line, 3) == b"abcdefghij" * 20


async def test_events_wait_for_the_end_of_the_line_under_way():
    wire = Wire()
    line = serial_console.Console(Input(), wire, 1000)
    await line.write(b'{"half"')
    events.emit("reminder", id="1")
    try:
        raise ValueError("x")
    except ValueError as error:
        events.trace(error)
    await line.write(b":1}")
    await line.write(b"\n")
    events.emit("ready")
    message, reminder, *trace, ready = wire.said().splitlines()
    assert message == b'{"half":1}'
    assert reminder == b'{"event": "reminder", "id": "1"}'
    assert trace[-1] == b"ValueError: x"
    assert ready == b'{"event": "ready"}'


async def test_events_that_wait_are_bounded():
    wire = Wire()
    line = serial_console.Console(Input(), wire, 1000)
    await line.write(b"{")
    for _ in range(100):
        events.emit("reminder")
    await line.write(b"}\n")
    assert wire.said().count(b"reminder") == 16


async def test_it_says_that_it_is_there():
    wire = Wire()
    beat = asyncio.create_task(serial_console.Console(Input(), wire, 1000).beat())
    await asyncio.sleep_ms(5)
    beat.cancel()
    assert wire.said() == b"\x16"
