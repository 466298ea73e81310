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
from .findings import DAMAGE, NOTE, Finding, is_damaged
from .image import Image, Partition
from .metadata import BLOCK, Disk

MEMORY_NAMESPACE = "mem"
_DOUBT = "its power was cut while it was written, or its newest state is lost"


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
        self.memory_bytes = 0  # of the whole file system, also where the dump was cut short
        self.file_findings: list[Finding] = []  # of the file system alone
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
        if self.image.memory is None or not self.image.memory.data:
            what = "is not in the file: hot memory alone is there"
            self.findings.append(Finding(NOTE, "memory", what))
            return
        before = len(self.findings)
        self._read_files(self.image.memory)
        self.file_findings = self.findings[before:]

    def _read_files(self, part: Partition) -> None:
        """The files, by LittleFS where it can; what it cannot read, by the blocks that check."""
        disk = Disk(part.data)
        self.memory_bytes = max(part.size, disk.block_count() * BLOCK)
        missing = self.memory_bytes - len(part.data)
        if missing > 0 and self.image.alone:
            what = f"the file ends {missing // 1024} KB before the file system does"
            self.findings.append(Finding(DAMAGE, "memory", what, "read the chip again if you can"))
        self.files = filesystem.read(part.data + b"\xff" * max(missing, 0))
        if self.files.blank:
            self.findings.append(Finding(NOTE, "memory", "is blank, as before the first start"))
            return
        for path, why in self.files.problems:
            where = f"/memory/{path}" if path else "memory"
            self.findings.append(Finding(DAMAGE, where, why))
        for what in disk.doubts():
            self.findings.append(Finding(DAMAGE, "memory", what, _DOUBT))
        if self.files.problems or not self.files.mounted:
            self._read_without(disk, self.files)
        for path, data in self.files.files.items():
            self._put(path, data)

    def _read_without(self, disk: Disk, files: filesystem.Files) -> None:
        broken = {path for path, _ in files.problems}
        for path, data in disk.files().items():
            if path not in files.files or path in broken:
                files.files[path] = data
                what = "was read without the file system, by blocks that check"
                self.findings.append(Finding(NOTE, f"/memory/{path}", what))

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
            if self.nvs is not None and is_damaged(self.nvs.findings):
                self._restore(self.memory)
        except fault as error:
            self.findings.append(Finding(DAMAGE, "memory", str(error)))
            return
        for event, fields in self.memory.heard:
            if event == "recovered":
                self.findings.append(self._told(fields))
        for row in self.memory.damaged():
            what = "its bytes do not check against the manifest"
            path = self.memory.store.log.path_of(row).rpartition("/")[2]
            self.findings.append(Finding(DAMAGE, f"/memory/life/{path}", what))

    def _restore(self, memory: Memory) -> None:
        """A page of NVS that does not count leaves no trace of its slots."""
        count = memory.restore()
        if count:
            what = f"{count} records of hot memory were put back from it"
            self.findings.append(Finding(DAMAGE, "/memory/snapshot", what))

    def _told(self, fields: dict) -> Finding:
        """What memory code says of itself while it starts."""
        what = str(fields.get("what", ""))
        detail = str(fields.get("detail", ""))
        level = DAMAGE
        if fields.get("lost_since"):
            detail = f"as of {fields['lost_since']}"
            level = DAMAGE if self.image.nvs is not None else NOTE
        return Finding(level, what, detail or "was missing or damaged, and is made anew")

    def turn_files(self) -> "dict[str, bytes]":
        """Files of the turns by their names: of their partition, else of the archive's folder."""
        if self.image.turns is not None:
            own = filesystem.read(self.image.turns.data).files
            if own:
                return own
        files = {} if self.files is None else self.files.files
        return {
            path.removeprefix("turns/"): data
            for path, data in files.items()
            if path.startswith("turns/")
        }

    def records(self) -> "list[tuple[Any, bool]]":
        """(record, is hot) of everything there is."""
        return [] if self.memory is None else list(self.memory.records())
