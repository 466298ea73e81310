"""
Damage of every kind to the NVS partition: what hot memory lives in.

What is asked of each start on such a chip is in on_device/_fuzz_nvs.py, beside what it reads.
"""

import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import Target


def damage(rng: Random) -> bytes:
    """Edits as _fuzz_nvs.py reads them."""
    out = bytearray([rng.randrange(3)])
    for _ in range(rng.choice([1, 1, 1, 2, 4, 8])):
        length = rng.choice([1, 4, 12, 13, 14, 31, 32, 64, 255, rng.randrange(256)])
        byte = rng.choice([0, 1, 0xFF, 0xFE, 0x80, rng.randrange(256)])
        edit = (rng.randrange(256), rng.randrange(65536), length, byte, rng.randrange(256))
        out += struct.pack("<BHBBB", *edit)
    return bytes(out)


def test_hot_memory_opens_from_a_damaged_nvs_and_what_was_lost_there_comes_back(
    micropython: Path, figure: Callable
) -> None:
    def check(data: bytes, answer: Any) -> None:
        """All is checked where it is known."""

    with Target(micropython, "_fuzz_nvs") as target:
        target.run(40, damage, check)
        figure("fuzz_nvs", target.inputs)
