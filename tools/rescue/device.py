"""
Device: the companion's own memory code (lib/memory), run here over what an image has.

Owns what CPython lacks of MicroPython for that, and the NVS that only this process sees. So an
export says what the companion itself would say, with what a start mends after a power cut; files
are read from a folder of this process. Neither knows of the image.
"""

import asyncio
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
_DIRECTORY, _FILE = 0x4000, 0x8000
_ESCAPED = re.compile(r'["\\\x00-\x1f]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def module(name: str) -> Any:
    """A module of lib/memory, ready to be used."""
    if not hasattr(os, "ilistdir"):
        vars(os)["ilistdir"] = _ilistdir
        # In front: tools/ has a memory.py too. Last: what MicroPython has of its own.
        sys.path[:0] = [str(ROOT / "lib"), str(ROOT / "tools" / "cpython")]
        sys.path.append(str(ROOT / "sim" / "port"))
        for user in ("records.codec", "transfer.exporter"):
            import_module(f"memory.{user}").json = _JSON  # type: ignore[attr-defined]
    return import_module(f"memory.{name}")


def _ilistdir(folder: str) -> "list[tuple]":
    with os.scandir(folder) as entries:
        return [(e.name, _DIRECTORY if e.is_dir() else _FILE, e.inode()) for e in entries]


# -- JSON, to the byte as MicroPython writes it --------------------------------------------------


def _refuse(name: str) -> None:
    raise ValueError(name)


def _loads(text: "str | bytes") -> Any:
    if not isinstance(text, str):
        text = bytes(text).decode()
    return json.loads(text, strict=False, parse_constant=_refuse)


def _dumps(value: Any, separators: "tuple[str, str]" = (", ", ": ")) -> str:
    if isinstance(value, str):
        return f'"{_ESCAPED.sub(_escape, value)}"'
    if isinstance(value, dict):
        members = [
            f"{_dumps(str(name))}{separators[1]}{_dumps(value[name], separators)}"
            for name in value
        ]
        return f"{{{separators[0].join(members)}}}"
    if isinstance(value, list | tuple):
        return f"[{separators[0].join([_dumps(one, separators) for one in value])}]"
    return json.dumps(value)


def _escape(found: "re.Match[str]") -> str:
    return _ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04x}"


_JSON = SimpleNamespace(loads=_loads, dumps=_dumps)


# -- the world of a store ------------------------------------------------------------------------


class Namespace:
    """An NVS namespace as esp32.NVS is one, over a dictionary."""

    def __init__(self, values: "dict[str, int | bytes | str]") -> None:
        self.values = values

    def get_i32(self, key: str) -> int:
        value = self.values.get(key)
        if not isinstance(value, int):
            raise OSError(module("hot.nvs_errors").NOT_FOUND)
        return value

    def get_blob(self, key: str, buffer: bytearray) -> int:
        value = self.values.get(key)
        if not isinstance(value, bytes):
            raise OSError(module("hot.nvs_errors").NOT_FOUND)
        if len(value) > len(buffer):
            raise OSError(module("hot.nvs_errors").INVALID_LENGTH)
        buffer[: len(value)] = value
        return len(value)

    def set_i32(self, key: str, value: int) -> None:
        self.values[key] = value

    def set_blob(self, key: str, value: "bytes | bytearray | memoryview") -> None:
        self.values[key] = bytes(value)

    def erase_key(self, key: str) -> None:
        if key not in self.values:
            raise OSError(module("hot.nvs_errors").NOT_FOUND)
        del self.values[key]

    def commit(self) -> None:
        """Nothing waits."""


class _Clock:
    """Nobody asks it: what needs the time is no reading."""

    def now(self) -> int:
        return 0

    utc = now

    def instant(self, local: int) -> int:
        return local

    def is_set(self) -> bool:
        return False


class Memory:
    """
    A store of lib/memory that has started over `values` (of the namespace `mem`) and the files in
    `folder`. `heard` lists (event, fields) that it had to say. Raises its errors: MemoryFault.
    """

    def __init__(self, values: "dict[str, int | bytes | str]", folder: Path) -> None:
        self.heard: list[tuple[str, dict]] = []
        self.unread = 0  # what `records` could not read
        store = module("engine").Memory
        kv = Namespace(dict(values))
        self.store = store(kv, str(folder), _Clock(), os.urandom, self._notify)
        self.store.open()

    def _notify(self, event: str, **fields: object) -> None:
        self.heard.append((event, fields))

    def export(self, write: "Callable[[bytes], object]", form: str) -> Any:
        """As Store.export: an object with `archived`, `hot` and `unread`."""
        return asyncio.run(self.store.export(write, form))

    def restore(self) -> int:
        """Put back from the snapshot what hot memory lacks; how many records."""
        store = self.store
        if store.log is None:
            return 0
        found = store.snapshot().restore(store.archive)
        return 0 if found is None else int(found[0])

    def records(self) -> "Iterator[tuple[Any, bool]]":
        """(record, is hot) of everything that an export has, in its order."""
        export = module("transfer.exporter")
        store = self.store
        if store.log is None:
            readable = module("records.codec").readable
            for key in store.hot_store.keys():
                record = readable(key, store.hot_store.get(key))
                if record is not None:
                    yield record, True
            return
        counts = export.Exported()
        for found in export.everything(store.hot_store, store.archive, store.log, counts):
            if found is not None:
                yield found
        self.unread = counts.unread

    def ends(self) -> "Iterator[tuple[str, int]]":
        """(id, rev) of each deletion that the log or hot memory knows."""
        store = self.store
        if store.log is not None:
            latest = module("archive.latest_lines")
            for line in latest.lines(store.log, store.archive.parsed):
                if line is not None and line is not latest.DAMAGED and line.record is None:
                    yield line.id, line.rev
        for key in store.hot_store.keys(module("records.ids").DELETION_MARK):
            rev = int.from_bytes(store.hot_store.get(key)[1:5], "little")
            yield key[5:].decode() + str(int.from_bytes(key[1:5], "big")), rev

    def damaged(self) -> "list[list]":
        """The rows of the manifest whose files are missing or do not check."""
        log = self.store.log
        if log is None:
            return []
        wrong = set(log.verify())
        return [row for row in log.manifest.sealed if row[0] in wrong]

    @property
    def manifest(self) -> Any:
        """The manifest.Manifest in use; None where the archive cannot be read."""
        return None if self.store.log is None else self.store.log.manifest

    def close(self) -> None:
        """Close what it has open; packs stay so on a device."""
        log = self.store.log
        self.store.close()
        if log is not None:
            for row in log.manifest.sealed:
                log.packs.close(row[0])
