"""
Damage of every kind to the files of the archive, on a simulated chip.

What is asked of each start on such a chip is in on_device/_fuzz_archive.py, beside what it reads.
"""

import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import Target

_EDITS = 10  # kinds of them


def damage(rng: Random) -> bytes:
    """Flags and edits as _fuzz_archive.py reads them."""
    out = bytearray([rng.choice([0, 0, 0, 0, 1, 2, 2, 3])])
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        count = rng.randrange(4)
        out += bytes([rng.randrange(256), count])
        for _ in range(count + 1):
            much = rng.choice([1, 1, 2, 4, 16, 60, 255])
            what = rng.choice([0, 1, 0x0A, 0x7B, 0x80, 0xEE, 0xFF, rng.randrange(256)])
            where = rng.choice([rng.randrange(65536), rng.randrange(65536), 0, 65535])
            out += struct.pack("<BHBB", rng.randrange(_EDITS), where, much, what)
    return bytes(out)


def test_a_damaged_archive_opens_and_loses_nothing_that_was_not_damaged(
    micropython: Path, figure: Callable
) -> None:
    def check(data: bytes, answer: Any) -> None:
        """All is checked where it is known."""

    with Target(micropython, "_fuzz_archive") as target:
        target.run(20, damage, check)
        figure("fuzz_archives", target.inputs)
