"""
The codec of the voice against another build of libopus: what one says the other understands, as
well as itself. Compared by signal to noise, since no two builds make the same bytes.
"""

import math
import random
import struct
from array import array
from collections.abc import Callable
from pathlib import Path

import device
import pytest
from opus_peer import Codec

pytestmark = [pytest.mark.needs("opus"), pytest.mark.needs("libopus0")]
RATES = (8000, 12000, 16000, 24000, 48000)
_DELAY_MS = 6.5  # of libopus, from the sound to the sound
_SECONDS = 1.2
_WARM_MS = 120  # it starts from nothing

# Files have a length of two bytes before each packet.
_ENCODE = """
import sys, opus
rate, frame, application, bitrate = [int(each) for each in sys.argv[1:5]]
encoder = opus.Encoder(rate, bitrate=bitrate, dtx=False, application=application)
sound, packet = bytearray(2 * frame), bytearray(1276)
with open(sys.argv[5], "rb") as source, open(sys.argv[6], "wb") as target:
    while source.readinto(sound):
        size = encoder.encode(sound, packet)
        target.write(bytes([size >> 8, size & 255]))
        target.write(memoryview(packet)[:size])
"""
_DECODE = """
import sys, opus
decoder = opus.Decoder(int(sys.argv[1]))
sound = bytearray(2 * 5760)
with open(sys.argv[2], "rb") as source, open(sys.argv[3], "wb") as target:
    while head := source.read(2):
        packet = source.read(head[0] << 8 | head[1])
        target.write(memoryview(sound)[: 2 * decoder.decode(packet or None, sound)])
"""
# For speech it filters what is deep away first, which moves the phase of all that is left.
_LEAST_DB = {"audio": 14, "voip": 2.5}
_APPLICATIONS = {"audio": 2049, "voip": 2048}


def speech(rate: int) -> bytes:
    """Something like vowels: tones above a pitch that moves, louder and softer, some breath."""
    rng = random.Random(rate)
    out, phase = array("h"), 0.0
    for n in range(int(_SECONDS * rate)):
        at = n / rate
        phase += 2 * math.pi * (140 + 40 * math.sin(5 * at)) / rate
        value = sum(math.sin(k * phase) / k for k in range(1, 9))
        out.append(int(5000 * (0.6 + 0.4 * math.sin(9 * at)) * value + rng.gauss(0, 60)))
    return out.tobytes()


def snr(sound: bytes, heard: bytes, rate: int, late: int) -> float:
    """dB of what is heard, so many samples late, in the middle of the sound."""
    wanted, got = array("h", sound), array("h", heard)
    start = rate * _WARM_MS // 1000
    stop = min(len(wanted), len(got) - late) - start // 2
    signal = sum(wanted[n] ** 2 for n in range(start, stop))
    noise = sum((wanted[n] - got[n + late]) ** 2 for n in range(start, stop))
    return 10 * math.log10(signal / max(noise, 1))


def frames(sound: bytes, size: int) -> "list[bytes]":
    return [sound[at : at + size] for at in range(0, len(sound) - size + 1, size)]


@pytest.fixture
def encoded(run_mpy: Callable[..., device.Ran], tmp_path: Path) -> "Callable[..., list[bytes]]":
    """Packets that the device makes of a sound."""

    def encode(
        sound: bytes, rate: int, samples: int, application: str, bitrate: int
    ) -> "list[bytes]":
        source, target = tmp_path / "sound", tmp_path / "packets"
        source.write_bytes(b"".join(frames(sound, 2 * samples)))
        kind = _APPLICATIONS[application]
        run_mpy(_ENCODE, rate, samples, kind, bitrate, source, target)
        data, found = target.read_bytes(), []
        while data:
            (size,) = struct.unpack_from(">H", data)
            found.append(data[2 : 2 + size])
            data = data[2 + size :]
        return found

    return encode


@pytest.fixture
def decoded(run_mpy: Callable[..., device.Ran], tmp_path: Path) -> "Callable[..., bytes]":
    """The sound that the device makes of packets; an empty one is lost."""

    def decode(packets: "list[bytes]", rate: int) -> bytes:
        source, target = tmp_path / "stream", tmp_path / "heard"
        source.write_bytes(b"".join(struct.pack(">H", len(each)) + each for each in packets))
        run_mpy(_DECODE, rate, source, target)
        return target.read_bytes()

    return decode


def _bitrate(rate: int) -> int:
    return {8000: 16000, 12000: 20000, 16000: 24000, 24000: 32000, 48000: 64000}[rate]


@pytest.mark.sample(4)
@pytest.mark.parametrize("application", _APPLICATIONS)
@pytest.mark.parametrize("frame_ms", [60, 20])
@pytest.mark.parametrize("rate", RATES)
def test_what_is_encoded_here_another_decodes_as_well_as_what_it_encodes(
    encoded: "Callable[..., list[bytes]]", rate: int, frame_ms: int, application: str
) -> None:
    sound, samples, bitrate = speech(rate), rate * frame_ms // 1000, _bitrate(rate)
    ours = encoded(sound, rate, samples, application, bitrate)
    peer = Codec(rate, application, bitrate=bitrate)
    theirs = [peer.encode(each) for each in frames(sound, 2 * samples)]
    late = round(_DELAY_MS * rate / 1000)
    quality = []
    for packets in (ours, theirs):
        other = Codec(rate)
        heard = b"".join(map(other.decode, packets))
        assert len(heard) == 2 * samples * len(packets)
        quality.append(snr(sound, heard, rate, late))
    spent = [sum(map(len, packets)) for packets in (ours, theirs)]
    print(f"{quality[0]:.1f} dB in {spent[0]} bytes, theirs {quality[1]:.1f} dB in {spent[1]}")
    assert quality[0] > quality[1] - 1
    assert quality[0] > _LEAST_DB[application]
    assert spent[0] < 1.15 * spent[1]


@pytest.mark.sample(4)
@pytest.mark.parametrize("application", _APPLICATIONS)
@pytest.mark.parametrize("frame_ms", [60, 20])
@pytest.mark.parametrize("rate", RATES)
def test_what_another_encodes_is_heard_here_as_there(
    decoded: "Callable[..., bytes]", rate: int, frame_ms: int, application: str
) -> None:
    sound, samples = speech(rate), rate * frame_ms // 1000
    peer = Codec(rate, application, bitrate=_bitrate(rate))
    packets = [peer.encode(each) for each in frames(sound, 2 * samples)]
    here, there = decoded(packets, rate), b"".join(map(peer.decode, packets))
    assert len(here) == len(there)
    quality = snr(there, here, rate, 0)
    print(f"{quality:.1f} dB")
    assert quality > 40


@pytest.mark.sample(2)
@pytest.mark.parametrize("rate", RATES)
def test_the_decoder_makes_each_rate_of_any_stream(
    decoded: "Callable[..., bytes]", rate: int
) -> None:
    sound = speech(16000)
    peer = Codec(16000, decode_rate=rate)
    packets = [peer.encode(each) for each in frames(sound, 1920)]
    here, there = decoded(packets, rate), b"".join(map(peer.decode, packets))
    assert len(here) == len(there) == 2 * rate * 60 // 1000 * len(packets)
    assert snr(there, here, rate, 0) > 40


@pytest.mark.parametrize("application", _APPLICATIONS)
def test_two_channels_are_heard_as_one(decoded: "Callable[..., bytes]", application: str) -> None:
    left = array("h", speech(24000))
    both = array("h", [0]) * (2 * len(left))
    both[::2] = left
    both[1::2] = array("h", [each // 2 for each in left])
    peer = Codec(24000, application, channels=2, bitrate=48000)
    packets = [peer.encode(each) for each in frames(both.tobytes(), 4 * 1440)]
    here, there = decoded(packets, 24000), b"".join(map(peer.decode, packets))
    assert snr(there, here, 24000, 0) > 40


@pytest.mark.parametrize("application", _APPLICATIONS)
def test_a_lost_packet_is_concealed_as_there(
    decoded: "Callable[..., bytes]", application: str
) -> None:
    sound = speech(16000)
    peer = Codec(16000, application)
    packets = [peer.encode(each) for each in frames(sound, 1920)]
    whole = decoded(packets, 16000)
    packets = [b"" if n % 5 == 2 and n > 2 else each for n, each in enumerate(packets)]
    lossy = decoded(packets, 16000)
    quality = snr(b"".join(map(peer.decode, packets)), lossy, 16000, 0)
    print(f"{quality:.1f} dB")
    assert quality > 10  # how a loss is concealed has changed since that version
    assert len(lossy) == len(whole)
    before = slice(0, 7 * 1920)
    assert lossy[before] == whole[before]
    assert lossy != whole
    # What is concealed is louder than nothing.
    gap = array("h", lossy[7 * 1920 : 8 * 1920])
    assert sum(abs(each) for each in gap) / len(gap) > 100
