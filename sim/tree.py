"""
Gives the device's file tree a short name, wherever it lies on the host.

Imported first. MicroPython keeps the path of each module that it loads for ever, and the code its
own name beside it; under /tree both are the same few bytes, in a checkout of any depth. The folder
is the process's current one (launch.py, Device.become).
"""

import os
import sys

import vfs

import sim

_MOUNT = "/tree"

_tree = os.getcwd()
vfs.mount(vfs.VfsPosix(_tree), _MOUNT)  # type: ignore[attr-defined]
for _at, _path in enumerate(sys.path):
    if _path.startswith(_tree):
        sys.path[_at] = _MOUNT + _path[len(_tree) :]
sim.__path__ = _MOUNT + "/sim"  # type: ignore[assignment]
