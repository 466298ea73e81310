"""Which board this is, where its file is frozen as part of the firmware (firmware/manifest.py)."""

from firmware.boards.n16r8 import *  # noqa: F403  every name of it is asked for here
