"""Segments: finds the files of the log where the manifest is lost or a change was interrupted."""

import os
from binascii import crc32

from micropython import const

from memory.errors import CorruptRecord

from .lines import LINE_BYTES, lines_forward
from .manifest import CRC, NUMBER, first_of, is_pack, wrong
from .pack import Pack

_DIRECTORY = const(0x4000)  # type of a directory in a listing

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


def _files(folder: str) -> list:
    """(number, is a pack, is its second file) of all segments there are, ascending."""
    found = []
    try:
        for entry in os.ilistdir(folder):
            stem, _, ending = entry[0].partition(".")
            packed = ending == "jsonl.gz"
            if not (packed or ending == "jsonl") or entry[1] == _DIRECTORY:
                continue
            second = packed and stem.endswith("b")
            digits = stem[:-1] if second else stem
            if 0 < len(digits) < 10 and min(digits) >= "0" and max(digits) <= "9":
                found.append((int(digits), packed, second))
    except OSError as e:
        raise wrong(e, "listing the segments")
    return sorted(found)


def find(log: "Any", notify: "Any") -> None:
    """Without a manifest: take every segment there is; the highest is the open one."""
    files = _files(log.folder)
    if not files:
        return
    found: "list[list]" = []
    covered = files[-1][0] + 1  # what stands from here on is in a pack
    for number, packed, second in reversed(files):
        if number < covered:
            row = _packed(log, number, second) if packed else _plain(log, number)
            if row and 0 < first_of(row) <= number:
                covered = first_of(row)
                found.insert(0, row)
    log.manifest.open = files[-1][0] + 1
    if found and not is_pack(found[-1]):
        log.manifest.open = found.pop()[NUMBER]
    log.manifest.sealed = found
    log.manifest.untidy = True
    notify("recovered", what="manifest", segments=len(found) + 1)


def _packed(log: "Any", number: int, second: bool) -> list:
    """The row of a pack; an empty list where it is no whole one."""
    path = log.path(number, True, second)
    size, crc = _measured(log, path)
    try:
        with open(path, "rb") as f:
            pack = Pack(f, size)
            if pack.last != number:
                return []
            lines = sum([pack.row(at)[2] for at in range(len(pack))])
            counter = pack.counter() if pack.counts else 0
    except CorruptRecord:
        return []
    except OSError as e:
        raise wrong(e, "reading the archive")
    # What only parsing would tell is left open: these never let a scan skip the segment.
    row = [number, size, lines, lines, "", "", counter, crc, pack.first]
    if pack.counts:
        row += [number, int(second)] + [1] * pack.checks_packed
    return row


def _plain(log: "Any", number: int) -> list:
    """The row of a segment as it was written."""
    size, crc = _measured(log, log.path(number))
    lines = 0
    for _ in lines_forward(log.raw(log.path(number)), LINE_BYTES):
        lines += 1
    return [number, size, lines, lines, "", "", 0, crc]


def _measured(log: "Any", path: str) -> "tuple[int, str]":
    """(bytes, crc) of a file."""
    size = crc = 0
    for chunk in log.raw(path):
        size += len(chunk)
        crc = crc32(chunk, crc)
    return size, "%08x" % crc


def sweep(log: "Any", root: str) -> None:
    """
    Remove what an interrupted change left and the manifest does not name. A pack that is damaged
    while the manifest is lost is named by nothing either, and the only one that holds its lines.
    """
    manifest = log.manifest
    named = [log.path_of(row) for row in manifest.sealed] + [log.path(manifest.open)]
    for number, packed, second in _files(log.folder):
        path = log.path(number, packed, second)
        known = [row for row in manifest.sealed if first_of(row) <= number <= row[NUMBER]]
        if path not in named and (known or number >= manifest.open):
            log.remove(path)
    if manifest.interrupted():
        log.remove(root + "/manifest.new")
    if manifest.untidy:
        manifest.untidy = False
        manifest.save()


def damaged(log: "Any") -> list:
    """Numbers of the sealed segments whose bytes do not check against the manifest."""
    rows = log.manifest.sealed
    return [row[NUMBER] for row in rows if _measured(log, log.path_of(row))[1] != row[CRC]]
