"""
Segments: which files of the log there are, where the manifest does not say.

For the start after a cut in the middle of a change, and for a manifest that is lost. Not needed
otherwise.
"""

import os
from binascii import crc32

from micropython import const

from .log import LINE_BYTES, lines_forward
from .manifest import CRC, NUMBER, is_pack, wrong

_DIRECTORY = const(0x4000)  # type of a directory in a listing

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


def _files(root: str) -> list:
    """(number, is a pack) of all segments there are, ascending."""
    found = []
    try:
        for entry in os.ilistdir(root + "/life"):
            stem, _, ending = entry[0].partition(".")
            if ending not in ("jsonl", "jsonl.gz") or entry[1] == _DIRECTORY:
                continue
            if 0 < len(stem) < 10 and min(stem) >= "0" and max(stem) <= "9":
                found.append((int(stem), ending == "jsonl.gz"))
    except OSError as e:
        raise wrong(e, "listing the segments")
    return sorted(found)


def find(log: "Any", root: str, notify: "Any") -> None:
    """No manifest that checks: take every segment there is; the highest is the open one."""
    files = _files(root)
    if not files:
        return
    found: "list[list]" = []
    covered = files[-1][0] + 1  # what stands from here on is in a pack
    for number, packed in reversed(files):
        first = _first_of_pack(log, number) if packed else number
        if not 0 < first <= number < covered:
            continue
        covered = first
        # What only parsing would tell is left open: these never let a scan skip the segment.
        size, lines, crc = _measured(log, number, packed)
        row = [number, size, lines, lines, "", "", 0, "%08x" % crc]
        found.insert(0, row + [first] if packed else row)
    log.manifest.open = files[-1][0] + 1
    if found and not is_pack(found[-1]):
        log.manifest.open = found.pop()[NUMBER]
    log.manifest.sealed = found
    log.manifest.untidy = True
    notify("recovered", what="manifest", segments=len(found) + 1)


def _first_of_pack(log: "Any", number: int) -> int:
    """The first segment in a pack; 0 where it is no whole pack."""
    pack = log.packs.get(number)
    return pack.first if pack is not None and pack.last == number else 0


def _measured(log: "Any", number: int, packed: bool) -> "tuple[int, int, int]":
    """(bytes, lines, crc) of a segment."""
    size = lines = crc = 0
    for chunk in log.raw(log.path(number, packed)):
        size += len(chunk)
        crc = crc32(chunk, crc)
    chunks = log.packs.blocks(number) if packed else log.raw(log.path(number))
    for _ in lines_forward(chunks, LINE_BYTES):
        lines += 1
    return size, lines, crc


def sweep(log: "Any", root: str) -> None:
    """Remove what an interrupted change left and the manifest does not name."""
    manifest = log.manifest
    named = [(row[NUMBER], is_pack(row)) for row in manifest.sealed]
    named.append((manifest.open, False))
    for number, packed in _files(root):
        if (number, packed) not in named:
            if packed:
                log.packs.close(number)
            log.remove(log.path(number, packed))
    if manifest.interrupted():
        log.remove(root + "/manifest.new")
    if manifest.untidy:
        manifest.untidy = False
        manifest.save()


def damaged(log: "Any") -> list:
    """Numbers of the sealed segments whose bytes do not check against the manifest."""
    bad = []
    for row in log.manifest.sealed:
        crc = 0
        for chunk in log.raw(log.path(row[NUMBER], is_pack(row))):
            crc = crc32(chunk, crc)
        if "%08x" % crc != row[CRC]:
            bad.append(row[NUMBER])
    return bad
