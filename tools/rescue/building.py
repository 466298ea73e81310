"""
Building: a fresh image of a chip from an export, and the files that esptool writes to a board.

The records are taken in by the companion itself, on the desk device's chip: so an image holds
what the companion would have made of them, in its present format. Settings of an old image are
carried over key by key.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path

from tools import memory

from . import nvs
from .chip import Chip
from .findings import Unusable
from .image import Image

SIZES = {"16": 16 << 20, "8": 8 << 20}
# What makes a device the one that it is: settings with Wi-Fi and keys, and its name in the cloud.
_CARRIED = ("cfg", "cloud")
_SET = """
import binascii, esp32, json
with open("/remote/values") as f:
    rows = json.load(f)
for namespace, key, value in rows:
    kv = esp32.NVS(namespace)
    if isinstance(value, int):
        kv.set_i32(key, value)
    else:
        kv.set_blob(key, binascii.unhexlify(value))
    kv.commit()
print(json.dumps({"done": len(rows)}))
"""


def build(export: Path, target: Path, size: str, old: "Chip | None") -> int:
    """
    Make the image `target` of `size` MB from the JSON lines in `export`, with the settings of an
    old chip; 1 where lines were refused (which is said on stderr). Raises Unusable.
    """
    if target.exists():
        raise Unusable(1, f"{target} is there already: a fresh image takes another name")
    if not export.is_file():
        raise Unusable(1, f"{export}: no such file")
    if not target.parent.is_dir():
        raise Unusable(1, f"{target.parent}: no such folder")
    made = target.with_name(f".{target.name}-{os.getpid()}")
    try:
        made.write_bytes(b"\xff" * SIZES[size])
        status = memory.import_file(
            argparse.Namespace(flash=made, connect=None, file=str(export.absolute()))
        )
        if old is not None:
            _carry(old, made)
        os.link(made, target)
    except memory.Failure as failure:
        raise Unusable(failure.args[0], failure.args[1]) from failure
    except FileExistsError as error:
        raise Unusable(1, f"{target} is there already") from error
    finally:
        made.unlink(missing_ok=True)
    return status


def carried(old: Chip) -> "list[tuple[str, str, int | str]]":
    """(namespace, key, number or blob in hex) of what goes over to another chip."""
    rows: list[tuple[str, str, int | str]] = []
    for (namespace, key), value in sorted(old.values.items()):
        if namespace in _CARRIED and not isinstance(value, str):
            rows.append((namespace, key, _plain(value)))
    return rows


def _plain(value: "nvs.Value") -> "int | str":
    return value.hex() if isinstance(value, bytes) else value


def _carry(old: Chip, made: Path) -> None:
    rows = carried(old)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "values")
        path.touch(mode=0o600)
        path.write_text(json.dumps(rows), encoding="utf-8")
        said = list(memory.on_chip(made, _SET, Path(folder)))
    if not said or said[-1].get("done") != len(rows):
        raise Unusable(1, "the settings of the old image could not be carried over")


def parts(image: Image, folder: Path) -> str:
    """
    Write nvs.bin, memory.bin and turns.bin of an image into `folder`; the arguments of esptool
    that write them to a board with the same partition table. Raises Unusable.
    """
    words = []
    folder.mkdir(parents=True, exist_ok=True)
    for part in (image.nvs, image.memory, image.turns):
        if part is None or len(part.data) < part.size:
            continue
        path = folder / f"{part.label}.bin"
        try:
            with open(path, "xb") as file:
                file.write(part.data)
        except FileExistsError as error:
            raise Unusable(1, f"{path} is there already") from error
        words.append(f"0x{part.offset:x} {path}")
    if not words:
        raise Unusable(1, "there is no whole partition in this")
    return "write-flash " + " ".join(words)
