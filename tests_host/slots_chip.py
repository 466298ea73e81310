"""
Chips whose `vfs` partition holds the app, as tools/flashing makes them and an update leaves them.

Owns putting slots and the file `slot` onto the file of a chip. Apps are the project's own, whole,
with files replaced; compiled once a process.
"""

import functools
import re
import struct
import zlib
from pathlib import Path

from littlefs import LittleFS
from littlefs.context import UserContext

from sim import stage
from tools.flashing import app_files, pack

FLASHED = ("boot.py", "main.py", "board.py", "slots.mpy", "a.app", "slot")

AT, SIZE = 0xA20000, 0x300000
_BLOCK = 4096


@functools.cache
def app() -> "dict[str, bytes]":
    """The app of the working tree, as a slot has it."""
    return dict(app_files.app(stage.board_sources("devkit")))


@functools.cache
def compiled(name: str, content: str) -> bytes:
    """The .mpy of a module for a slot."""
    return stage.shipped(name, content.encode(), "/app")[1]


def versioned(version: str, **replaced: str) -> "dict[str, bytes]":
    """
    The app with that VERSION; `replaced` has sources of modules, their dots as double underscores
    (firmware__app="raise OSError").
    """
    files = dict(app())
    sources = {"firmware.__init__": f'"""Firmware."""\n\nVERSION = "{version}"\n'}
    sources |= {name.replace("__", "."): source for name, source in replaced.items()}
    for module, source in sources.items():
        path = module.replace(".", "/")
        files[path + ".mpy"] = compiled(path + ".py", source)
    return files


def slot(files: "dict[str, bytes]") -> bytes:
    """The bytes of a slot, as flash.sh makes them."""
    return pack.slot(pack.deflated(sorted(files.items())))


def flashed(flash: Path, **files: bytes) -> None:
    """
    Put a board's files onto a chip, the app in slot A; `files` are put there besides, or in
    their place (a_app, b_app, slot, update_key).
    """
    content = bytearray(flash.read_bytes())
    content[AT : AT + SIZE] = app_files.image(SIZE, "devkit")
    flash.write_bytes(content)
    put(flash, **files)


def put(flash: Path, **files: bytes) -> None:
    """Write files onto the chip's own file system."""
    content = bytearray(flash.read_bytes())
    system, context = mounted(content)
    for name, data in files.items():
        with system.open(name.replace("_", "."), "wb") as file:
            file.write(data)
    system.unmount()
    content[AT : AT + SIZE] = context.buffer
    flash.write_bytes(content)


def mounted(content: "bytes | bytearray") -> "tuple[LittleFS, UserContext]":
    """The file system of a chip's bytes, and the copy that it is in."""
    context = UserContext(SIZE)
    context.buffer = bytearray(content[AT : AT + SIZE])
    return LittleFS(context=context, block_size=_BLOCK, block_count=SIZE // _BLOCK), context


def files_of(flash: Path) -> "dict[str, bytes]":
    """What is on the chip's own file system."""
    system, _ = mounted(flash.read_bytes())
    found = {}
    for name in system.listdir("/"):
        with system.open(name, "rb") as file:
            found[name] = file.read()
    return found


def version_of(slot_file: bytes) -> str:
    """The version that a module of a slot has."""
    (files,) = struct.unpack_from("<H", slot_file, 12)
    wanted = zlib.crc32(b"firmware/__init__.mpy")
    rows = [struct.unpack_from("<III", slot_file, 24 + 12 * at) for at in range(files)]
    (content,) = [slot_file[at : at + size] for crc, at, size in rows if crc == wanted]
    found = re.search(rb"\d+\.\d+\.\d+", zlib.decompress(content, -15))
    assert found is not None
    return found[0].decode()
