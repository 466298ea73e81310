"""
A board with nothing of ours but what is on its chip: / is the file system of the partition `vfs`,
and the path is the one that MicroPython for the ESP32 starts with.

For tests; where the desk device keeps the tree beside the chip, here a name is found, or hidden by
another one, as on a board. What stands for the chip's own modules is under /rom, what stock
MicroPython has frozen under /frozen.
"""

import subprocess
from pathlib import Path

import device

_START = """
import os, sys, vfs
import sim.desk
sim.desk.power_on({flash!r}, {table!r})
from esp32 import Partition
files = Partition.find(Partition.TYPE_DATA, label="vfs")[0]
if {new}:
    vfs.VfsLfs2.mkfs(files)
vfs.mount(vfs.VfsPosix({root!r}), "/rom")
vfs.umount("/")
vfs.mount(vfs.VfsLfs2(files), "/")
vfs.mount(vfs.VfsPosix({frozen!r}), "/frozen")
sys.path[:] = ["", ".frozen", "/lib", "/rom/sim/port", "/frozen"]
sim.__path__ = "/rom/sim"
del files, Partition
"""


class BareBoard:
    """The chip in the file `flash`, in this interpreter."""

    def __init__(self, micropython: Path, flash: Path):
        self._micropython = micropython
        self._flash = flash

    def run(self, code: str, new: bool = False, stdin: bytes = b"") -> str:
        """
        Power on, run `code` on a file system that is there or `new`, power off; what it said on
        stdout. Fails where it ends otherwise than well.
        """
        start = _START.format(
            flash=str(self._flash),
            table=str(device.PARTITIONS),
            new=new,
            root=str(device.ROOT),
            frozen=str(device.ROOT / ".venv" / "umqtt"),
        )
        path = f"{device.ROOT}:{device.ROOT / 'sim' / 'port'}:.frozen"
        done = subprocess.run(
            [str(self._micropython), "-X", "heapsize=2900K", "-c", start + code],
            input=stdin,
            env={"MICROPYPATH": path},
            capture_output=True,
            timeout=60,
            check=False,
        )
        said = done.stdout.decode()
        assert done.returncode == 0, said + done.stderr.decode()
        return said
