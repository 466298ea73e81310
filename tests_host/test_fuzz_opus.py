"""Packets and sound of any kind for the codec of the voice (on_device/_fuzz_opus.py)."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from fuzzing import Target, edited
from opus_peer import Codec

pytestmark = pytest.mark.needs("opus")
_WORDS = {"corrupted stream", "buffer too small", "invalid argument"}
_SIZES = [0, 1, 2, 3, 8, 60, 180, 255]


def _room(rng: Random) -> bytes:
    samples = rng.choice([0, 1, 2, 59, 60, 61, 960, 1440, 2880, 5760, 6400, rng.randrange(6460)])
    return samples.to_bytes(2, "big")


def _check(data: bytes, answer: Any) -> None:
    """What must hold of every input is asked on the device; here its errors have known words."""
    assert {each for each in answer if isinstance(each, str)} <= _WORDS, answer


def _random_packets(rng: Random) -> bytes:
    packets = b""
    for _ in range(rng.randint(1, 12)):
        size = rng.choice([*_SIZES, rng.randrange(256)])
        packets += bytes([size]) + rng.randbytes(size)
    return bytes([0, rng.randrange(5)]) + _room(rng) + packets


@pytest.fixture(scope="module")
def real() -> "list[list[bytes]]":
    """Streams of every mode and bandwidth, from a codec that is not ours."""
    rng = Random(5)
    streams = []
    for rate in (8000, 16000, 24000, 48000):
        for application in ("audio", "voip", "restricted_lowdelay"):
            for channels in (1, 2):
                codec = Codec(
                    rate, application, channels, bitrate=rng.choice([8000, 24000, 40000])
                )
                sound = [rng.randbytes(rate // 50 * 2 * channels) for _ in range(2)]
                sound += [bytes(rate // 50 * 2 * channels)] * 2
                found = [codec.encode(sound[n % 4]) for n in range(8)]
                streams.append([packet for packet in found if len(packet) < 256])
    return streams


def test_random_bytes_as_packets_are_decoded_or_refused(micropython: Path) -> None:
    with Target(micropython, "_fuzz_opus") as target:
        target.run(1500, _random_packets, _check)


@pytest.mark.needs("libopus0")
def test_real_packets_with_a_few_bytes_changed_are_decoded_or_refused(
    micropython: Path, real: "list[list[bytes]]"
) -> None:
    def mutated(rng: Random) -> bytes:
        packets = b""
        for packet in rng.sample(rng.choice(real), 4) + rng.sample(rng.choice(real), 4):
            packet = packet if rng.randrange(3) == 0 else edited(rng, packet, 3)[:255]
            packets += bytes([len(packet)]) + packet
        return bytes([0, rng.randrange(5)]) + _room(rng) + packets

    with Target(micropython, "_fuzz_opus") as target:
        target.run(1500, mutated, _check)


def test_sound_of_any_kind_size_and_rate_is_encoded_or_refused(micropython: Path) -> None:
    def sound(rng: Random) -> bytes:
        head = bytes([1, rng.randrange(5)]) + _room(rng)
        bitrate = rng.choice([0, 5, 60, 160, 240, 640, 5100, rng.randrange(65536)])
        head += bytes([rng.randrange(256), rng.choice([0, 0, 5, 10, rng.randrange(12)])])
        head += bitrate.to_bytes(2, "big") + bytes([rng.randrange(256)])
        pattern = rng.choice([bytes(4), b"\xff\x7f\x00\x80", rng.randbytes(rng.randint(1, 4000))])
        return head + pattern

    with Target(micropython, "_fuzz_opus") as target:
        target.run(600, sound, _check)
