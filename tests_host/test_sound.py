"""The desk's ears and mouth: I2S ports to a process that plays WAV files in real time."""

import signal
import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import wav_file
from desk import Desk
from hypothesis import given
from hypothesis import strategies as st

from sim import sound
from sim.sound import card, wav

Program = Callable[..., Desk]
RATE = 16000

_PORTS = """
import asyncio, json, sys
from machine import I2S, Pin, reset, reset_cause
def event(name, **more):
    sys.stderr.write(json.dumps(dict(event=name, **more)) + "\\n")
def microphone(bits=16, ibuf=8192, rate=16000):
    return I2S(0, sck=Pin(5), ws=Pin(4), sd=Pin(6), mode=I2S.RX, bits=bits, format=I2S.MONO,
               rate=rate, ibuf=ibuf)
def speaker(rate=16000, ibuf=8192):
    return I2S(1, sck=Pin(15), ws=Pin(16), sd=Pin(7), mode=I2S.TX, bits=16, format=I2S.MONO,
               rate=rate, ibuf=ibuf)
"""

_LOOP = (
    _PORTS
    + """
async def main():
    heard, played = microphone(), speaker()
    reader, writer = asyncio.StreamReader(heard), asyncio.StreamWriter(played, {})
    event("ready")
    frame = bytearray(1920)
    for _ in range(30):
        size = await reader.readinto(frame)
        writer.write(frame[:size])
        await writer.drain()
    heard.deinit()
    await asyncio.sleep(0.6)
    event("over")
asyncio.run(main())
"""
)


def ramp(count: int) -> "array[int]":
    """Samples of which each says its place."""
    return array("h", [number % 30000 + 1 for number in range(count)])


def read(path: Path) -> "array[int]":
    """The samples that the header of a WAV names; it names all that are there."""
    with wave.open(str(path), "rb") as file:
        samples = array("h", file.readframes(file.getnframes()))
        assert file.getnframes() == len(samples)
    assert path.stat().st_size == 44 + 2 * len(samples)
    return samples


def counts(desk: Desk) -> "dict[str, Any]":
    """The event `sound`, which ends what the sound's process says."""
    return desk.wait_event("sound")


def test_what_the_microphone_hears_comes_out_of_the_speaker_sample_by_sample(
    program: Program, tmp_path: Path
) -> None:
    said, heard = ramp(60000), tmp_path / "out.wav"
    desk = program(_LOOP, "--mic", wav_file.write(tmp_path / "in.wav", said), "--speaker", heard)
    desk.wait_event("over")
    found = counts(desk)
    played = read(heard)
    sounding = array("h", [sample for sample in played if sample])
    assert len(sounding) > RATE // 4
    assert sounding == said[: len(sounding)]
    assert (found["lost"], found["played"]) == (0, len(sounding))


def test_a_microphone_of_32_bits_has_its_voice_in_the_upper_ones(
    program: Program, tmp_path: Path
) -> None:
    main = (
        _PORTS
        + """
port = microphone(bits=32)
frame = bytearray(400)
port.readinto(frame)
import struct
event("ready", samples=[sample >> 12 for sample in struct.unpack("<100i", frame)])
"""
    )
    desk = program(main, "--mic", wav_file.write(tmp_path / "in.wav", ramp(1000)))
    assert desk.ready["samples"] == ramp(100).tolist()


def test_what_nobody_reads_in_time_is_lost_and_counted(program: Program, tmp_path: Path) -> None:
    main = (
        _PORTS
        + """
import time
port = microphone(ibuf=8000)
time.sleep(1)
frame = bytearray(8000)
port.readinto(frame)
event("ready", first=frame[0] | frame[1] << 8, last=frame[7998] | frame[7999] << 8)
port.deinit()
"""
    )
    desk = program(main, "--mic", wav_file.write(tmp_path / "in.wav", ramp(60000)))
    assert (desk.ready["first"], desk.ready["last"]) == (1, 4000)
    found = counts(desk)
    assert found["lost"] > RATE // 2
    assert found["read"] < found["lost"]


def test_silence_amid_speech_is_counted_as_a_gap(program: Program, tmp_path: Path) -> None:
    main = (
        _PORTS
        + """
import time
port = speaker()
for _ in range(3):
    port.write(b"\\1\\1" * 3200)
    time.sleep(0.5)
event("ready")
"""
    )
    desk = program(main, "--speaker", tmp_path / "out.wav")
    found = counts(desk)
    assert found["gaps"] == 2
    assert found["silent"] >= 2 * RATE // 5
    assert found["played"] == 3 * 3200


def test_an_array_of_samples_is_played_whole(program: Program, tmp_path: Path) -> None:
    main = (
        _PORTS
        + """
from array import array
import time
port = speaker()
assert port.write(array("H", range(1, 12001))) == 24000
time.sleep(0.6)
event("ready")
"""
    )
    out = tmp_path / "out.wav"
    counts(program(main, "--speaker", out))
    played = read(out)
    start = played.index(1)
    assert list(played[start : start + 12000]) == list(range(1, 12001))


def test_closing_a_port_silences_it_at_once(program: Program, tmp_path: Path) -> None:
    main = (
        _PORTS
        + """
port = speaker(ibuf=40000)
port.write(b"\\1\\1" * 16000)
port.deinit()
port = speaker()
port.write(b"\\2\\2" * 8000)
import time
time.sleep(0.6)
event("ready")
"""
    )
    out = tmp_path / "out.wav"
    counts(program(main, "--speaker", out))
    played = read(out)
    assert played.count(0x0101) < RATE // 2
    assert played.count(0x0202) == 8000


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_the_speakers_wav_is_whole_however_the_device_ends(
    program: Program, tmp_path: Path, end: signal.Signals
) -> None:
    main = (
        _PORTS
        + """
port = speaker()
number = 0
while True:
    port.write(b"\\1\\1" * 1600)
    number += 1
    if number == 5:
        event("ready")
"""
    )
    out = tmp_path / "out.wav"
    desk = program(main, "--speaker", out)
    desk.process.send_signal(end)
    counts(desk)
    played = read(out)
    assert played.count(0x0101) >= 1600


def test_the_wav_goes_on_after_a_reset(program: Program, tmp_path: Path) -> None:
    main = (
        _PORTS
        + """
import time
port = speaker()
again = reset_cause() != 1
port.write((b"\\2\\2" if again else b"\\1\\1") * 4000)
time.sleep(0.6)
event("ready")
again or reset()
"""
    )
    out = tmp_path / "out.wav"
    desk = program(main, "--speaker", out)
    desk.wait_event("sound", 2)
    played = read(out)
    assert (played.count(0x0101), played.count(0x0202)) == (4000, 4000)
    assert played.index(0x0202) > played.index(0x0101)


def test_the_button_is_held_and_tapped_from_ready_on(program: Program) -> None:
    main = (
        _PORTS
        + """
from firmware.system import events
import time
button = Pin(0, Pin.IN, Pin.PULL_UP)
assert button.value() == 1
event("ready")
events.emit("ready")
began, last, seen = time.ticks_ms(), 1, []
while len(seen) < 4:
    now = button.value()
    if now != last:
        seen.append([now, time.ticks_diff(time.ticks_ms(), began)])
        last = now
event("seen", edges=seen)
"""
    )
    desk = program(main, "--press", "0.3-0.8 1.2")
    edges = desk.wait_event("seen")["edges"]
    assert [level for level, _ in edges] == [0, 1, 0, 1]
    assert all(at >= due for (_, at), due in zip(edges, (300, 800, 1200, 1350), strict=True))


def test_without_a_microphone_there_is_no_port(program: Program) -> None:
    main = (
        _PORTS
        + """
try:
    microphone()
except OSError as e:
    event("ready", error=e.errno)
"""
    )
    assert program(main).ready["error"] == 19


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--mic", "/nowhere.wav", "cannot be read"),
        ("--speaker", "/nowhere/out.wav", "cannot be written"),
        ("--press", "5-3", "'5-3' is no press"),
        ("--press", "1-4 2", "'2' is no press"),
        ("--press", "now", "'now' is no press"),
    ],
)
def test_what_cannot_be_is_said(desk: Program, option: str, value: str, words: str) -> None:
    companion = desk(option, value, ready=False)
    assert words in companion.wait_event("log")["text"]
    assert companion.process.wait(20) == 2


def test_a_computer_without_a_sound_card_says_so(tmp_path: Path) -> None:
    with pytest.raises(sound.SoundError, match="no sound card can be used"):
        card.Card(tmp_path / "a" / "b" / "c" / "d")


samples = st.lists(st.integers(-32768, 32767), min_size=1, max_size=300)


@given(samples, st.sampled_from([8000, 16000, 22050, 24000, 44100, 48000]))
def test_another_rate_keeps_length_and_range(values: "list[int]", rate: int) -> None:
    out = wav.resampled(array("h", values), rate, RATE)
    assert len(out) == len(values) * RATE // rate
    assert not out or (min(values) <= min(out) and max(out) <= max(values))


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2])
def test_files_of_every_width_are_read(tmp_path: Path, width: int, channels: int) -> None:
    path = tmp_path / "in.wav"
    levels = [0, 64 << 8, -64 << 8, 127 << 8, -128 << 8]
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(RATE)
        for level in levels:
            one = (
                bytes([(level >> 8) + 128])
                if width == 1
                else (level << 8 * (width - 2)).to_bytes(width, "little", signed=True)
            )
            file.writeframes(one * channels)
    assert wav.read(path, RATE).tolist() == levels


def test_what_is_no_wav_is_said(tmp_path: Path) -> None:
    path = tmp_path / "in.wav"
    path.write_bytes(b"no sound at all")
    with pytest.raises(ValueError, match="in"):
        wav.read(path, RATE)
