"""
Checking the archive: its files as they lie there, against docs/FORMAT.md sections 4, 5 and 7.

Looks at the bytes before any start mends them. Every line is read, every block of every pack is
inflated, every figure of the manifest is counted again.
"""

import binascii
import gzip
import io
import json
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .device import module
from .findings import DAMAGE, NOTE, Finding

_LINE_MOST = 4096
_OPEN_MOST = 65536
_SEGMENT = re.compile(r"life/([1-9][0-9]{0,8})(b?)\.jsonl(\.gz)?")
_PART = re.compile(r"life/([1-9][0-9]*)\.idx")
_PAGES = {  # of the mind: JSON and its CRC-32; and what is lost with them
    "scratchpad": "the companion begins a new one",
    "learned": "what a model found is looked for once more",
}
_FILES = ("manifest", "snapshot", "index", "wiping", "notebook", "vectors", *_PAGES)
_NOTEBOOK_HEAD = "<4sBBHIHH"  # magic, version, hashes of a row, rows, segment, bytes of a row, 0
_SWEPT = "the next start removes it"
_AGAIN = "the companion makes it anew by itself"
_SALVAGE = "export saves what is left"


def notebook_checks(data: bytes) -> bool:
    """Whether a notebook's bytes are as they were written (docs/FORMAT.md section 18)."""
    size = struct.calcsize(_NOTEBOOK_HEAD)
    if len(data) < size or data[:4] != b"XPNB":
        return False
    _, _, hashes, rows, _, row, _ = struct.unpack_from(_NOTEBOOK_HEAD, data)
    end = size + rows * (row + 2 * hashes)
    crc = zlib.crc32(data[:end])
    if data[end : end + 4] != crc.to_bytes(4, "little"):
        return False
    rest = zlib.crc32(data[end + 4 : -4], crc).to_bytes(4, "little")  # version 1 has none
    return len(data) == end + 4 or (len(data) >= end + 8 and data[-4:] == rest)


def _page_checks(data: bytes) -> bool:
    """Whether JSON has its CRC-32 behind it."""
    text, _, crc = data.partition(b"\n")
    return crc.strip() == b"%08x" % zlib.crc32(text)


class Cold:
    """
    `lines` [(place, records.Line)] of all that parse, the oldest first; `open` of them those of
    the open segment; `manifest` as memory code reads it, or None; `findings`.
    """

    def __init__(self, files: "dict[str, bytes]", folder: Path) -> None:
        self.findings: list[Finding] = []
        self.lines: list[tuple[str, Any]] = []
        self.open_from = 0  # where in `lines` those of the open segment begin
        self._files = files
        self._named: set[str] = set()
        self._manifest_text = files.get("manifest")
        self.manifest = self._read_manifest(folder)
        if self.manifest is not None:
            for row in self.manifest.sealed:
                self._check_row(row)
            self._check_open()
            self._check_names()
        elif any(_SEGMENT.fullmatch(path) for path in files):
            self._read_all()
        self._check_snapshot()
        self._check_index()
        self._check_notebook()
        self._check_wiping(folder)

    def _damage(self, where: str, what: str, advice: str = "") -> None:
        self.findings.append(Finding(DAMAGE, where, what, advice))

    def _note(self, where: str, what: str, advice: str = "") -> None:
        self.findings.append(Finding(NOTE, where, what, advice))

    # -- manifest and segments -------------------------------------------------------------------

    def _read_manifest(self, folder: Path) -> Any:
        if self._manifest_text is None:
            if any(_SEGMENT.fullmatch(path) for path in self._files):
                self._damage("/memory/manifest", "is missing", "it is made from the segments")
            return None
        # The folder's own may be made anew already: this one is read as it was.
        (folder / "manifest").write_bytes(self._manifest_text)
        manifest = module("log.manifest").Manifest(str(folder))
        try:
            known = manifest.load()
        except module("errors").NewerFormat as error:
            self._damage("/memory/manifest", str(error), "a newer version has written it")
            return None
        if not known:
            what = "does not check"
            self._damage("/memory/manifest", what, "it is made from the segments")
            return None
        if manifest.untidy:
            self._note("/memory/manifest", "files that a pack replaced may be left", _SWEPT)
        return manifest

    def _check_row(self, row: list) -> None:
        manifest = module("log.manifest")
        packed = manifest.is_pack(row)
        second = "b" if len(row) > manifest.SECOND_FILE and row[manifest.SECOND_FILE] else ""
        path = f"life/{row[manifest.NUMBER]}{second}.jsonl{'.gz' if packed else ''}"
        where = f"/memory/{path}"
        self._named.add(path)
        data = self._files.get(path)
        if data is None:
            self._damage(where, f"is missing, and {row[manifest.LINES]} lines with it", _SALVAGE)
            return
        if f"{zlib.crc32(data):08x}" != row[manifest.CRC]:
            self._damage(where, "its bytes do not check against the manifest", _SALVAGE)
        if len(data) != row[manifest.BYTES]:
            what = f"has {len(data)} bytes, the manifest says {row[manifest.BYTES]}"
            self._damage(where, what, _SALVAGE)
        text = self._pack(where, data, row) if packed else data
        self._check_counts(where, row, self._take_lines(where, text), packed)

    def _check_counts(self, where: str, row: list, lines: list, packed: bool) -> None:
        """The figures of a row, where they are of this segment as it was sealed."""
        manifest = module("log.manifest")
        if len(lines) != row[manifest.LINES]:
            what = f"has {len(lines)} lines, the manifest says {row[manifest.LINES]}"
            self._damage(where, what)
        alive = [line for line in lines if line is not None]
        revisions = sum(line.rev > 1 for line in alive)
        if revisions > row[manifest.REVISIONS]:
            what = f"{revisions} lines revise others, the manifest says {row[manifest.REVISIONS]}"
            self._damage(where, what, "recall may show an older state")
        highest = max([module("records.ids").counter_of(line.id) for line in alive], default=0)
        if 0 < row[manifest.COUNTER] < highest:
            what = f"has the id counter {highest}, the manifest says {row[manifest.COUNTER]}"
            self._damage(where, what)
        days = [
            module("text.dates").iso(line.record.created)[:10]
            for line in alive
            if line.record is not None and not line.keep
        ]
        first, last = row[manifest.FIRST], row[manifest.LAST]
        if days and first and not packed and not first <= min(days) <= max(days) <= last:
            what = f"has days from {min(days)} to {max(days)}, the manifest says {first} to {last}"
            self._damage(where, what)

    def _pack(self, where: str, data: bytes, row: list) -> bytes:
        """The lines of a pack; says which of its blocks do not check, and if a gunzip stumbles."""
        pack = module("log.pack")
        try:
            found = pack.Pack(io.BytesIO(data), len(data), row[module("log.manifest").COUNTER])
        except module("errors").CorruptRecord as error:
            self._damage(where, f"{error}: the companion passes over it", _SALVAGE)
            return b""
        manifest = module("log.manifest")
        if (found.first, found.last) != (row[manifest.FIRST_SEGMENT], row[manifest.NUMBER]):
            what = f"its table says segments {found.first} to {found.last}, the manifest others"
            self._damage(where, what)
        text = b""
        for number in range(len(found)):
            block = found.read(number)
            _, _, lines, _, counter = found.row(number)
            if block.startswith(pack.DAMAGED):
                self._damage(where, f"block {number} with {lines} lines does not check", _SALVAGE)
            if _half_bytes(block) > 2 * pack.BLOCK_BYTES or lines > pack.PLACES_MOST:
                self._damage(
                    where, f"block {number} has {len(block)} bytes, {lines} lines: too many"
                )
            if found.counts:
                for at in re.finditer(rb'^\{"id":"[0-9a-z]{3}([0-9]+)"', block, re.MULTILINE):
                    if int(at[1]) > counter:
                        self._damage(
                            where, f"block {number} has an id above its counter {counter}"
                        )
                        break
            text += block
        try:
            if gzip.decompress(data) != text:
                self._damage(where, "another gunzip reads other lines than its table says")
        except (OSError, EOFError, zlib.error):
            self._damage(where, "no gunzip reads it to its end", _SALVAGE)
        return text

    def _take_lines(self, where: str, text: bytes) -> list:
        """A records.Line for each line, or None where it was dropped or does not parse."""
        check_line = module("archive.record_lines").parse_line
        dropped = module("log.lines").DROPPED
        found = []
        bad = 0
        for raw in text.split(b"\n"):
            if not raw:
                continue
            line = None
            try:
                if len(raw) > _LINE_MOST:
                    bad += 1
                elif raw != dropped:
                    line = check_line(raw)
                    self.lines.append((where, line))
            except module("errors").CorruptRecord:
                bad += 1
            found.append(line)
        if bad:
            self._damage(where, f"{bad} of its {len(found)} lines do not parse", _SALVAGE)
        return found

    def _check_open(self) -> None:
        path = f"life/{self.manifest.open}.jsonl"
        self._named.add(path)
        data = self._files.get(path, b"")
        where = f"/memory/{path}"
        self.open_from = len(self.lines)
        self._take_lines(where, data)
        if data and not data.endswith(b"\n"):
            self._note(where, "ends in the middle of a line", "the next line begins after it")
        if len(data) > _OPEN_MOST:
            self._note(where, f"has {len(data)} bytes", "the next start seals it")

    def _read_all(self) -> None:
        """No manifest: every segment there is, by number."""
        numbered = []
        for path in self._files:
            match = _SEGMENT.fullmatch(path)
            if match:
                numbered.append((int(match[1]), path))
        for _, path in sorted(numbered):
            data = self._files[path]
            if path.endswith(".gz"):
                try:
                    data = gzip.decompress(data)
                except (OSError, EOFError, zlib.error):
                    self._damage(f"/memory/{path}", "no gunzip reads it to its end", _SALVAGE)
                    continue
            self.open_from = len(self.lines)
            self._take_lines(f"/memory/{path}", data)

    def _check_names(self) -> None:
        for path in sorted(self._files):
            if path in _FILES or path in self._named:
                continue
            if path.startswith("turns/"):
                continue  # checking_turns
            if path.endswith(".new"):
                self._note(f"/memory/{path}", "was being written", _SWEPT)
            elif _SEGMENT.fullmatch(path):
                level = self.manifest.untidy or "manifest.new" in self._files
                tell = self._note if level else self._damage
                tell(f"/memory/{path}", "the manifest does not name it: nothing in it counts", "")
            elif not _PART.fullmatch(path):
                self._note(f"/memory/{path}", "is none of the companion's files")

    # -- notebook, snapshot and index ------------------------------------------------------------

    def _check_notebook(self) -> None:
        data = self._files.get("notebook")
        if data is not None and not notebook_checks(data):
            advice = "the companion makes a new one; how often memories were used is lost"
            self._damage("/memory/notebook", "does not check", advice)
        for name, advice in _PAGES.items():
            page = self._files.get(name)
            if page is not None and not _page_checks(page):
                self._damage("/memory/" + name, "does not check", advice)

    def _check_snapshot(self) -> None:
        data = self._files.get("snapshot")
        if data is None:
            return
        where = "/memory/snapshot"
        lines = data.split(b"\n")
        try:
            head, last = json.loads(lines[0]), json.loads(lines[-2])
            body = data[: data.rindex(lines[-2])]
            sound = last["crc"] == f"{zlib.crc32(body):08x}" and last["count"] == len(lines) - 3
            known = head["format"] <= module("archive.snapshot").FORMAT
        except (ValueError, KeyError, TypeError, IndexError):
            sound, known = False, True
        if not sound:
            self._damage(
                where, "does not check: as good as none", "the companion writes a new one"
            )
        elif not known:
            self._damage(where, f"has format {head['format']}: written by a newer version")
        else:
            self._check_snapshot_lines(where, lines[1:-2])

    def _check_snapshot_lines(self, where: str, lines: "list[bytes]") -> None:
        for raw in lines:
            try:
                module("archive.record_lines").parse_line(raw)
            except module("errors").CorruptRecord as error:
                self._damage(where, str(error))

    def _check_index(self) -> None:
        raw = self._files.get("index")
        if raw is None:
            return
        where = "/memory/index"
        text, _, crc = raw.partition(b"\n")
        try:
            found = json.loads(text)
            sound = crc.strip() == b"%08x" % zlib.crc32(text)
            named = [row[0] for row in found["main"] + found["deltas"]]
            docs, through, gone = found["docs"], found["through"], found["gone"]
            if found["format"] != module("index.index").FORMAT:
                self._note(where, f"has format {found['format']}: it is dropped", _AGAIN)
                return
            lost = self._lost_documents(found)
        except (ValueError, KeyError, TypeError, IndexError):
            sound = False
        if not sound:
            self._damage(where, "does not check: it is dropped", _AGAIN)
            return
        if self.manifest is not None:
            manifest = module("log.manifest")
            rows = [row for row in self.manifest.sealed if row[manifest.NUMBER] <= through]
            if sum(row[manifest.LINES] for row in rows) + lost != docs:
                self._note(where, "is not of this archive as it is: it is dropped", _AGAIN)
        for number in named:
            if number:
                self._check_part(f"life/{number}.idx")
        for path in sorted(self._files):
            match = _PART.fullmatch(path)
            if match and int(match[1]) not in {*named, *gone}:
                self._note(f"/memory/{path}", "the index does not name it", _SWEPT)

    def _lost_documents(self, found: dict) -> int:
        """How many documents of the index have lines that packing has dropped."""
        lost = found["lost"]
        if found["pending"] and self.manifest is not None:
            manifest = module("log.manifest")
            packed = [[row[manifest.NUMBER], row[manifest.CRC]] for row in self.manifest.sealed]
            lost = found["pending"][2] if found["pending"][:2] in packed else lost
        postings = binascii.a2b_base64(lost)
        return module("index.postings").count(postings, 0, len(postings))

    def _check_wiping(self, folder: Path) -> None:
        raw = self._files.get("wiping")
        if raw is None:
            return
        (folder / "wiping").write_bytes(raw)
        listed = module("erase.erasure_journal").ErasureJournal(str(folder))
        try:
            listed.load()
        except (module("errors").MemoryFault, ValueError, KeyError, TypeError, AttributeError):
            what = "what is being forgotten cannot be told: the archive is not read for it"
            self._damage(
                "/memory/wiping", what, "export --salvage shows what is there all the same"
            )
            return
        what = f"{listed.count} records are forgotten and not yet cleaned off the flash"
        self._note("/memory/wiping", what, "the companion goes on with it")

    def _check_part(self, path: str) -> None:
        where = f"/memory/{path}"
        data = self._files.get(path)
        if data is None:
            self._damage(where, "is missing", _AGAIN)
            return
        for what in _wrong_in_part(data):
            self._damage(where, what, _AGAIN)
            return


def _half_bytes(block: bytes) -> int:
    """Twice the bytes of a block of a pack, of lines in the short form once (FORMAT section 4)."""
    short = module("log.lines").SHORT
    lines = [line + b"\n" for line in block.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return sum(len(line) * (1 if short in line else 2) for line in lines)


def _wrong_in_part(data: bytes) -> "Iterator[str]":
    """What is wrong with a part of the index: its trailer, its table, its blocks."""
    if len(data) < 20 or data[-20:-16] != b"MIX1":
        yield "has no trailer"
        return
    blocks, _, at, table_crc, crc = struct.unpack("<HHIII", data[-16:])
    table = data[at:-20]
    if crc != zlib.crc32(data[-20:-4]) or table_crc != zlib.crc32(table):
        yield "its table does not check"
        return
    if len(table) != 11 * blocks:
        yield "its table has another length"
        return
    begins = [
        int.from_bytes(table[row + 8 : row + 11], "little") for row in range(0, len(table), 11)
    ]
    for begin, end in zip(begins, [*begins[1:], at], strict=True):
        block = data[begin:end]
        if len(block) < 4 or struct.unpack_from("<I", block)[0] != zlib.crc32(block[4:]):
            yield f"its block at {begin} does not check"
