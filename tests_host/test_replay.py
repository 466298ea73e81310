"""A failure of the runners on the device side prints one command that plays it again, alone."""

import re
import subprocess
from pathlib import Path

import device
import pytest

BROKEN = "tests_host/on_device/_broken.py"
COMMANDS = {
    "test_a_cut_between_erasing_and_writing": r'CUT="\d+"',
    "test_a_cut_in_the_recovery": r'CUT="\d+ \d+[.\d]*"',
    "test_a_life_that_forgets": r'SEED="\d+ \d+"',
}
WHY = re.compile(r"^(?:missing|too much|AssertionError).*$", re.MULTILINE)


def output_of_failing(command: str) -> str:
    """What a command said that must fail."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=device.ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.thorough
def test_the_command_of_a_failure_fails_in_the_same_way() -> None:
    said = output_of_failing(f"./tools/test.sh -n 0 {BROKEN}")
    found = []
    for test, setting in COMMANDS.items():
        pattern = rf"^{setting} \./tools/test\.sh {BROKEN}::{test}$"
        found += re.findall(pattern, said, re.MULTILINE)
    assert len(found) == len(COMMANDS), said
    for command in found[1:]:
        again = output_of_failing(command + " -n 0")
        assert command in again
        why = WHY.findall(again)
        assert why
        assert "\n".join(why) in "\n".join(WHY.findall(said))


def test_a_cut_that_does_no_harm_passes_when_it_is_played_again(
    micropython: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cut, status in (("2", 0), ("1", 0), ("1 1", 0)):
        monkeypatch.setenv("CUT", cut)
        file = device.ROOT / BROKEN
        ran = device.run_function(micropython, file, "test_a_cut_in_the_recovery", "16M", 60)
        assert ran.status == status, ran
        assert f"cut {cut} comes" in ran.out
