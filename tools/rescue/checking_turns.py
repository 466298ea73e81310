"""Checking turns: the rules of docs/FORMAT.md section 15 for the files of the turns."""

import re
import zlib
from pathlib import Path

from .device import module
from .findings import DAMAGE, NOTE, Finding

_SEGMENT = re.compile(r"([1-9][0-9]{0,8})\.jsonl")
_WHERE = "turns"


def check(files: "dict[str, bytes]", folder: Path) -> "list[Finding]":
    """What is wrong with these files, by name; `folder` is an empty one to work in."""
    segments = sorted(int(found[1]) for found in map(_SEGMENT.fullmatch, files) if found)
    if "manifest" not in files:
        what = "the manifest is missing"
        advice = "it is made from the segments"
        return [Finding(DAMAGE, _WHERE, what, advice)] if segments else []
    (folder / "manifest").write_bytes(files["manifest"])
    manifest = module("log.manifest").Manifest(str(folder), "turns")
    try:
        known = manifest.load()
    except module("errors").NewerFormat as error:
        return [Finding(DAMAGE, _WHERE, str(error), "a newer version has written it")]
    if not known:
        what = "the manifest does not check"
        return [Finding(DAMAGE, _WHERE, what, "it is made from the segments")]
    found = []
    rows = {row[0]: row for row in manifest.sealed}
    for number, row in rows.items():
        data = files.get(f"{number}.jsonl")
        if data is None:
            found.append(Finding(DAMAGE, _WHERE, f"segment {number} is missing"))
        elif f"{zlib.crc32(data):08x}" != row[7]:
            what = f"segment {number} does not check against the manifest"
            found.append(Finding(DAMAGE, _WHERE, what))
    for number in segments:
        if number not in rows and number != manifest.open:
            what = f"segment {number} is named by nothing"
            found.append(Finding(NOTE, _WHERE, what, "the next use removes it"))
    parsed = module("turns.turn").parsed
    for number in segments:
        lines = [line for line in files[f"{number}.jsonl"].split(b"\n") if line]
        wrong = sum(line != b"{}" and parsed(line) is None for line in lines)
        if wrong:
            what = f"{wrong} lines of segment {number} do not parse"
            found.append(Finding(DAMAGE, _WHERE, what))
    return found
