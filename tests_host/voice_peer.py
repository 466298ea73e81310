"""
Speech for tests of the voice: a voice made of tones, the server's side of a talk, and comparison.

A Speaker is the sound of one connection of the stand-in server, made with another build of libopus
(opus_peer.py): what the device's microphone sent is decoded, and what the server says is encoded
and sent as servers do it, five packets at once and then one each 60 ms.
"""

import math
import queue
import random
import struct
import threading
import time
from array import array
from collections.abc import Callable, Iterable
from typing import Any

from gateway import LIMIT_S, Audio, Device
from opus_peer import Codec
from standin import Peer

MIC_RATE = 16000
RATE = 24000
_AHEAD = 5
_FRAME_S = 0.06


def voice(seconds: float, rate: int, seed: int = 1) -> "array[int]":
    """Syllables: a pitch that moves with its harmonics, between short pauses."""
    rng = random.Random(seed)
    out = array("h")
    phase, pitch = 0.0, 140.0
    while len(out) < seconds * rate:
        pitch = min(260.0, max(110.0, pitch + rng.uniform(-30, 30)))
        length = int(rate * rng.uniform(0.12, 0.2))
        for n in range(length):
            phase += 2 * math.pi * pitch / rate
            loud = 7000 * math.sin(math.pi * n / length)
            out.append(int(loud * sum(math.sin(phase * k) / k for k in (1, 2, 3, 5)) / 1.6))
        out.extend([0] * int(rate * 0.03))
    return out[: int(seconds * rate)]


def begins(samples: "array[int]", least: int = 200) -> int:
    """Where the first sound is."""
    return next((at for at, sample in enumerate(samples) if abs(sample) > least), len(samples))


def snr(wanted: "array[int]", heard: "array[int]", at: int, stop: "int | None" = None) -> float:
    """
    Signal to noise in dB of `heard` against `wanted`, near place `at`, at the best delay of 12 ms
    either way and the best gain.
    """
    wanted = wanted[:stop]
    step = max(1, len(wanted) // 4000)
    places = range(0, len(wanted) - 600, step)
    best = -99.0
    for late in range(max(-at, -300), 300):
        cross = own = other = 0
        for n in places:
            m = n + at + late
            if m >= len(heard):
                break
            cross += wanted[n] * heard[m]
            own += heard[m] * heard[m]
            other += wanted[n] * wanted[n]
        if cross > 0 and own:
            noise = other - cross * cross / own  # what is left with the best gain
            best = max(best, 10 * math.log10(other / max(noise, 1)))
    return best


def framed(version: int, packet: bytes) -> bytes:
    if version == 2:
        return struct.pack(">HHIII", 2, 0, 0, 0, len(packet)) + packet
    return struct.pack(">BBH", 0, 0, len(packet)) + packet if version == 3 else packet


def unframed(version: int, message: bytes) -> bytes:
    if version == 2:
        return message[16:]
    return message[4:] if version == 3 else message


class Speaker:
    """
    `send(packet)` sends audio, `tell(message)` JSON, `receive()` gives what comes of
    both, `lose(packet)` gets what the network loses.
    """

    def __init__(
        self,
        send: Callable[[bytes], object],
        tell: Callable[[dict], object],
        receive: Callable[[], Any],
        lose: "Callable[[bytes], object] | None" = None,
    ):
        self.speed = 1.0  # of the device's time
        self._lose = lose or (lambda packet: None)
        self._send = send
        self._tell = tell
        self._receive = receive
        self._ears = Codec(MIC_RATE)
        self._mouth = Codec(RATE)
        self.packets: list[bytes] = []  # of the microphone
        self.seen: list[Any] = []

    def wait_for(self, wanted: Callable[[Any], bool]) -> Any:
        """The next message that is wanted; packets before it are kept."""
        while True:
            message = self._receive()
            if isinstance(message, bytes):
                self.packets.append(message)
                continue
            if wanted(message):
                return message
            self.seen.append(message)

    def listen(self, state: str) -> Any:
        return self.wait_for(lambda one: one["type"] == "listen" and one["state"] == state)

    def hear(self, packets: int) -> None:
        """Until so many packets have come in all."""
        while len(self.packets) < packets:
            message = self._receive()
            (self.packets if isinstance(message, bytes) else self.seen).append(message)

    def heard(self) -> "array[int]":
        """What the microphone's packets sound like."""
        return array("h", b"".join(self._ears.decode(packet) for packet in self.packets))

    def say(
        self,
        samples: "array[int]",
        ends: bool = True,
        lost: Iterable[int] = (),
        stop: "threading.Event | None" = None,
        stalls: "tuple[int, float]" = (-1, 0.0),
        ahead: int = 0,
    ) -> "array[int]":
        """
        Say this; what a decoder makes of it. Packets of the numbers `lost` are not sent, with
        `stalls` (number, seconds) those from that one on come so much later, and `ahead` packets
        overtake the message that speech begins.
        """
        data, size = samples.tobytes(), 2 * RATE * 60 // 1000
        sounding = b""
        begun = time.monotonic()
        for number in range(len(data) // size):
            if number == ahead:
                self._tell({"type": "tts", "state": "start"})
            packet = self._mouth.encode(data[number * size : (number + 1) * size])
            sounding += self._mouth.decode(packet)
            if number == stalls[0]:
                begun += stalls[1]
            due = begun + max(0, number - _AHEAD) * _FRAME_S / self.speed
            time.sleep(max(0.0, due - time.monotonic()))  # the server's own pace
            if stop is not None and stop.is_set():
                break
            (self._lose if number in lost else self._send)(packet)
        if ends:
            self._tell({"type": "tts", "state": "stop"})
        return array("h", sounding)


def websocket_line(peer: Peer, version: int = 1) -> "tuple[Any, Any, Any]":
    """What a Speaker wants, over WebSocket, with frames of this version."""

    def receive() -> Any:
        message = peer.receive()
        return unframed(version, message) if isinstance(message, bytes) else message

    return lambda packet: peer.send(framed(version, packet)), peer.send, receive


def speaker(peer: Peer, version: int = 1) -> Speaker:
    return Speaker(*websocket_line(peer, version))


class Datagrams:
    """The UDP side of a session: sends in order, and receives with the MQTT messages."""

    def __init__(self, device: Device, audio: Audio):
        self.device, self.audio = device, audio
        self.inbox: queue.Queue[Any] = queue.Queue()
        self.address: Any = None
        for work in (self._hear, self._read):
            threading.Thread(target=work, daemon=True).start()

    def _hear(self) -> None:
        while True:
            try:
                datagram, self.address = self.audio.socket.recvfrom(2048)
            except TimeoutError:
                continue
            except OSError:
                return
            self.inbox.put(self.audio.open(datagram))

    def _read(self) -> None:
        while True:
            message = self.device.messages.get()
            if message is None:
                return
            if message != "ping":
                self.inbox.put(message[1])

    def send(self, payload: bytes) -> None:
        self.send_sealed(self.audio.seal(payload))

    def send_sealed(self, datagram: bytes) -> None:
        """One that was sealed before: again, or behind a later one."""
        self.audio.socket.sendto(datagram, self.address)

    def receive(self) -> Any:
        return self.inbox.get(timeout=LIMIT_S)
