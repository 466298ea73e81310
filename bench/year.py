"""
A heavy year at speed: the firmware's tools, ear, scheduler and upkeep on a simulated chip, day
after day (each with 150 corrections, 50 things told and so many archived, deletions, completions,
questions, a conversation, a restart; in every ninth a power cut), compared with what was
acknowledged.

A line each month: heap in use after a collection, without what index and packs keep in RAM to be
fast, which has a figure of its own; its largest free piece; interned names; what
a start reads; files; erases of the sectors of NVS and of the archive, [least, median, most]; the
records there should be and those found, each once and as it was told last. The last line says what
has drifted. `wear_nvs`, `wear_archive`: the most-erased sector by the mean of its partition, 1 is
even. `years`: until some sector was erased 100,000 times.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import _host

_SEED = 20260205
_BLOCK = 32  # bytes of a piece of the 64-bit heap
_ERASES = 100000

# What a year may add, from the end of the first month to that of the last. The archive has more
# files then (40 at most): 300 bytes of RAM are the row of each in the manifest, which a start
# reads too. The simulated flash counts what it does, 850 bytes for each 256 KB it touches.
_MOST = {
    "heap_drift_bytes": 24576,
    # At the end: the index with 24 KB of blocks of each of its files, packs that are open, 16 of
    # their blocks, 24 KB of segments, a byte and four bits for each document.
    "caches_bytes": 393216,
    "qstr_drift": 64,
    "boot_growth_bytes": 32768,
    "wear_nvs": 1.5,
    "wear_archive": 4,
    "lost_or_twice": 0,
    "not_answered": 0,
}


def rows(lines: "Iterable[str]") -> "Iterator[dict]":
    """What year.py prints a month, with what MicroPython says of its heap before it."""
    piece = names = 0
    for line in lines:
        found = re.search(r"max free sz: (\d+)", line)
        piece = int(found[1]) * _BLOCK if found else piece
        found = re.search(r"n_qstr=(\d+)", line)
        names = int(found[1]) if found else names
        if line.startswith("{"):
            row = json.loads(line)
            yield {"day": row.pop("day"), "heap_bytes": row.pop("heap_bytes"),
                   "largest_free_bytes": piece, "qstrs": names, **row}  # fmt: skip


def months(interpreter: Path, flash: Path, *numbers: int) -> "Iterator[dict]":
    """
    Live it on a new chip in the file `flash`: days, of which a month has so many, a power cut in
    so many, the seed. A row each month, as it ends.
    """
    arguments = (flash, *numbers)
    yield from rows(_host.lines_of(interpreter, "year", *arguments, heap="8M"))


def verdict(first: dict, last: dict, days: int) -> dict:
    """What has changed from the first month to the last, and whether it is within bounds."""
    worst = max(last["nvs_erases"][2], last["memory_erases"][2])
    found = {
        "heap_drift_bytes": last["heap_bytes"] - first["heap_bytes"],
        "caches_bytes": last["heap_caches_bytes"],
        "qstr_drift": last["qstrs"] - first["qstrs"],
        "boot_growth_bytes": last["boot_read_bytes"] - first["boot_read_bytes"],
        "wear_nvs": round(last["nvs_erases"][2] / last["nvs_erases_mean"], 2),
        "wear_archive": round(last["memory_erases"][2] / last["memory_erases_mean"], 2),
        "lost_or_twice": abs(last["expected"] - last["found"]),
        "not_answered": last["asked"] - last["answered"],
    }
    drifted = sorted(name for name, most in _MOST.items() if found[name] > most)
    return {
        "verdict": "drifts: " + ", ".join(drifted) if drifted else "steady",
        **found,
        "years": round(_ERASES * days / 365 / worst, 1) if worst else None,
        "hours": 24 * days,
        "year_calls": last["calls"],
        "year_cuts": last["cuts"],
        "year_records": last["found"],
    }


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--days", type=int, default=365, help="instead of %(default)s")
    options.add_argument("--month", type=int, default=30, help="days between two lines")
    options.add_argument("--cut-days", type=int, default=9, help="from one power cut to the next")
    options.add_argument("--seed", type=int, default=_SEED, help="instead of %(default)s")
    given = options.parse_args()
    _host.BUILD.mkdir(parents=True, exist_ok=True)
    flash = _host.BUILD / f"year.{os.getpid()}.flash"
    seen = []
    numbers = (given.days, given.month, given.cut_days, given.seed)
    try:
        for row in months(given.micropython, flash, *numbers):
            _host.emit("year", **row)
            seen.append(row)
    finally:
        flash.unlink(missing_ok=True)
    said = verdict(seen[0], seen[-1], given.days)
    _host.emit("year", **said)
    sys.exit(said["verdict"] != "steady")


if __name__ == "__main__":
    main()
