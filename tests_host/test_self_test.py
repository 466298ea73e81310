"""The self-test that a person calls at a board's prompt, on the desk device by mpremote."""

import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk
from voice_peer import MIC_RATE, RATE, begins, voice
from wav_file import read, write

pytestmark = [pytest.mark.needs("libopus0")]

Start = Callable[..., Desk]


def prompt(companion: Desk, code: str) -> "list[str]":
    """The lines that this prints at the prompt of the companion, which is stopped for it."""
    connect = [sys.executable, "-m", "mpremote", "connect", companion.ready["repl"], "resume"]
    said = subprocess.run(
        [*connect, "exec", f"from firmware.voice import self_test; {code}"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout.splitlines()


def test_it_says_that_codec_loudspeaker_and_microphone_work(desk: Start, tmp_path: Path) -> None:
    heard = tmp_path / "out.wav"
    mic = write(tmp_path / "in.wav", voice(4, MIC_RATE))
    companion = desk("--repl", "--mic", mic, "--speaker", heard)
    lines = prompt(companion, "self_test.codec(); self_test.tone(); self_test.level(2)")
    assert lines[0].startswith("codec: ok, a frame of 60 ms in ")
    assert lines[0].endswith(" 1440 samples")
    assert lines[1] == "loudspeaker: a tone of 880 Hz for 1 s was written; did you hear it?"
    assert lines[2].startswith("microphone: second 1: ")
    assert lines[2].endswith("##")
    assert lines[4].startswith("microphone: ok, from ")
    assert len(lines) == 5
    companion.kill()
    played = array("h", read(heard)[0])
    at = begins(played)
    tone = played[at : at + RATE * 9 // 10]
    rises = [n for n in range(1, len(tone)) if tone[n] > 0 >= tone[n - 1]]
    assert abs(len(rises) / 0.9 - 880) < 3
    assert max(tone) > 7900


def test_it_says_what_does_not_work(desk: Start, tmp_path: Path) -> None:
    mic = write(tmp_path / "in.wav", array("h"))
    companion = desk("--repl", "--mic", mic, "--speaker", tmp_path / "out.wav")
    lines = prompt(companion, "self_test.level(1); self_test.button(1)")
    assert lines[1] == "microphone: nothing but zeros: is SD at its pin, and L/R at GND?"
    assert lines[2:] == ["button: press it within 1 s", "button: nobody pressed it"]


def test_it_says_how_long_the_button_was_down(desk: Start, tmp_path: Path) -> None:
    mic = write(tmp_path / "in.wav", array("h"))
    companion = desk("--repl", "--mic", mic, "--press", "0.1-6")
    lines = prompt(companion, "self_test.button(20)")
    assert lines[1].startswith("button: ok, it was down for about ")
