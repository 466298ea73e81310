"""
Microphone: reads frames of 60 ms, tells how loud they are, and has them encoded while wanted.

Owns the port, which is open while somebody talks with the device. Buffers are made once. Who wants
to be heard, and until when, is decided by talk.py.
"""

import asyncio
import time
from array import array

import uctypes
from micropython import const

from .samples import narrowed

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .uplink import Uplink

RATE = const(16000)
_FRAME_MS = const(60)
_SAMPLES = const(960)
IBUF = const(16000)  # bytes of DMA: 250 ms of 32-bit samples


class Microphone:
    """
    open_port  def open_port(rate, ibuf) -> machine.I2S, with 32-bit samples (board.microphone)
    encoder    opus.Encoder
    uplink     where packets go
    heard      def heard(level, size): a frame was encoded, its mean and the bytes of its packet
    """

    def __init__(self, open_port: "Callable", encoder: "Any", uplink: "Uplink", heard: "Callable"):
        self._open_port = open_port
        self._encoder = encoder
        self._uplink = uplink
        self._heard = heard
        self._wide = array("H", bytes(4 * _SAMPLES))
        self._pcm = array("H", bytes(2 * _SAMPLES))
        # The same memory as bytes, for the port.
        self._bytes = memoryview(
            uctypes.bytearray_at(uctypes.addressof(self._wide), 4 * _SAMPLES)  # type: ignore[arg-type]
        )
        self._wanted = asyncio.Event()
        self.capturing = False
        self.frames = 0

    def capture(self, on: bool) -> None:
        """Have frames encoded or not; the port opens, and stays open until close()."""
        if on and not self.capturing:
            self._encoder.reset()
        self.capturing = on
        if on:
            self._wanted.set()

    def close(self) -> None:
        """Nobody talks with the device any more."""
        self.capturing = False
        self._wanted.clear()

    async def run(self) -> None:
        """Started by firmware/speaking.py; until cancelled."""
        while True:
            await self._wanted.wait()
            port = self._open_port(RATE, IBUF)
            try:
                # From its first poll on the port gives what is there, and waits for nothing.
                at = await asyncio.StreamReader(port).readinto(self._bytes) or 0
                await self._listen(port, at)
            finally:
                port.deinit()

    async def _listen(self, port: "Any", at: int) -> None:
        """Frame by frame; `at` bytes of the first one are there."""
        whole = 4 * _SAMPLES
        due: "Any" = time.ticks_ms()  # when the frame will be there
        while self._wanted.is_set():
            while at < whole:  # polling would wake for each piece of DMA
                due = time.ticks_add(time.ticks_ms(), (whole - at) * _FRAME_MS // whole + 1)
                await self._until(due)
                at += port.readinto(self._bytes[at:]) or 0
            at = 0
            if self.capturing:
                self._encode()
            # A little early, so that it does not fall behind a port whose clock is faster.
            due = time.ticks_add(due, _FRAME_MS - 1)
            await self._until(due)
            at = port.readinto(self._bytes) or 0

    async def _until(self, due: "Any") -> None:
        await asyncio.sleep_ms(max(0, time.ticks_diff(due, time.ticks_ms())))

    def _encode(self) -> None:
        self.frames += 1
        level = narrowed(self._wide, self._pcm, _SAMPLES) // _SAMPLES
        uplink = self._uplink
        if not uplink.has_room:
            uplink.dropped += 1
            self._heard(level, 0)
            return
        size = self._encoder.encode(self._pcm, uplink.place())
        uplink.add(size)
        self._heard(level, size)
