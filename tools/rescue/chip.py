"""
Chip: what an image holds, read and put before the companion's own memory code.

Joins image, NVS, files and device. The files lie in a folder of this process while the chip is
open; what memory code mends there, as it does at every start, never reaches the image.
"""

import tempfile
from pathlib import Path, PurePosixPath
from typing import Any

from . import filesystem, nvs
from .device import Memory, module
from .findings import DAMAGE, NOTE, Finding
from .image import Image

MEMORY_NAMESPACE = "mem"


class Chip:
    """
    `values` as nvs.Store has them, `files` as filesystem.Files; `memory` is a device.Memory, or
    None where none could start; `findings` of all layers. A context manager.
    """

    def __init__(self, image: Image) -> None:
        self.image = image
        self.findings = list(image.findings)
        self.nvs: "nvs.Store | None" = None
        self.files: "filesystem.Files | None" = None
        self.memory: "Memory | None" = None
        self._folder = tempfile.TemporaryDirectory(prefix="chip-")
        try:
            self._read()
            self._start()
        except BaseException:
            self._folder.cleanup()
            raise

    def __enter__(self) -> "Chip":
        return self

    def __exit__(self, *exception: object) -> None:
        if self.memory is not None:
            self.memory.close()
        self._folder.cleanup()

    @property
    def values(self) -> "dict[tuple[str, str], nvs.Value]":
        return {} if self.nvs is None else self.nvs.values

    def namespace(self, name: str) -> "dict[str, nvs.Value]":
        """The keys of one namespace."""
        return {key: value for (of, key), value in self.values.items() if of == name}

    def _read(self) -> None:
        if self.image.nvs is not None:
            self.nvs = nvs.Store(self.image.nvs.data)
            self.findings += self.nvs.findings
            if not self.nvs.values:
                self.findings.append(
                    Finding(NOTE, "nvs", "is empty: hot memory is taken from the snapshot")
                )
        else:
            what = "is not in the file: hot memory is taken from the snapshot"
            self.findings.append(Finding(NOTE, "nvs", what))
        if self.image.memory is None:
            what = "is not in the file: hot memory alone is there"
            self.findings.append(Finding(NOTE, "memory", what))
            return
        self.files = filesystem.read(self.image.memory.data)
        if self.files.blank:
            self.findings.append(Finding(NOTE, "memory", "is blank, as before the first start"))
        for path, why in self.files.problems:
            where = f"/memory/{path}" if path else "memory"
            self.findings.append(Finding(DAMAGE, where, why, "--salvage looks for what is left"))
        for path, data in self.files.files.items():
            self._put(path, data)

    def _put(self, path: str, data: bytes) -> None:
        """A file of the chip into the folder; only names that memory code may ask for."""
        parts = PurePosixPath(path).parts
        if ".." in parts or "\0" in path or len(parts) > 2:
            return
        target = Path(self._folder.name, *parts)
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)

    def _start(self) -> None:
        fault = module("errors").MemoryFault
        try:
            self.memory = Memory(self.namespace(MEMORY_NAMESPACE), Path(self._folder.name))
        except fault as error:
            self.findings.append(Finding(DAMAGE, "memory", str(error)))
            return
        for event, fields in self.memory.heard:
            self.findings.append(_told(event, fields))

    def records(self) -> "list[tuple[Any, bool]]":
        """(record, is hot) of everything there is."""
        return [] if self.memory is None else list(self.memory.records())


def _told(event: str, fields: dict) -> Finding:
    """What memory code says of itself while it starts."""
    what = str(fields.get("what", event))
    detail = str(fields.get("detail", ""))
    if fields.get("lost_since"):
        detail = f"as of {fields['lost_since']}"
    return Finding(DAMAGE, what, detail or "was mended")
