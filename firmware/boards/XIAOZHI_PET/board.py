"""The module `board` of the custom build, where it is frozen (firmware/manifest.py)."""

from firmware.boards.n16r8 import *  # noqa: F403  `board` has the same names
