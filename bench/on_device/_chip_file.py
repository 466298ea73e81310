"""
A flash chip in a file without a name: the image of a chip that a benchmark begins with.

Not in the heap: there each search for free blocks would go past the image, and every larger
allocation of what is measured would take as long as that (3 MB: 40 us instead of 5).
"""

import os

from sim.nor import NorFlash

_SECTOR = 4096


def erased(beside, size):
    """A NorFlash of so many bytes; its file, next to `beside`, ends with the process."""
    path = "%s.chip" % beside
    with open(path, "wb") as f:
        for _ in range(size // _SECTOR):
            f.write(b"\xff" * _SECTOR)
    image = open(path, "r+b")
    os.unlink(path)
    return NorFlash(image, size)
