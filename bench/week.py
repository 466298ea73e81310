"""
A week of life in simulated time: the firmware as it is composed; its owner tells, asks,
corrects and plans, while tasks of the supervisor are cancelled at any moment, the network to the
cloud comes and goes, and single operations of NVS and of the archive fail.

A line each day, then what memory holds against what it acknowledged, then the same after a start.
The last line is the verdict: nothing that was acknowledged is lost, twice or changed; every
reminder was told at its minute, once for each mark, and none was taken for told that nobody has
said; every task runs; the heap is flat.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import _host

_SEED = 20260205
_VIRTUAL = _host.ROOT / "sim" / "virtual"
_TASKS = 6  # of those that the firmware runs here
_HEAP_DRIFT = 24576  # bytes; from the end of the first day


def rows(interpreter: Path, flash: Path, hours: int, seed: int) -> "Iterator[dict]":
    """Live it on a new chip in the file `flash`, then start that again; what both print."""
    for arguments in ((flash, hours, seed), (flash,)):
        for line in _host.lines_of(interpreter, "week", *arguments, heap="8M", first=[_VIRTUAL]):
            if line.startswith("{"):
                yield json.loads(line)


def verdict(seen: "list[dict]", hours: int, seed: int) -> dict:
    """One line of it all."""
    days = [row for row in seen if "day" in row]
    held, again = (next(row for row in seen if name in row) for name in ("found", "found_again"))
    last = days[-1]
    wrong = [name for name in ("lost", "twice", "changed", "unknown") if held[name] or again[name]]
    wrong += [] if last["sessions"] else ["no session with the cloud"]
    wrong += ["errors"] if last["errors"] else []
    wrong += ["tasks down"] if held["down"] else []
    wrong += ["tasks never killed"] if len(last["killed"]) < _TASKS else []
    wrong += ["reminders"] if last["reminders_delivered"] != last["reminders_due"] else []
    wrong += ["unsaid"] if last["reminders_unsaid"] else []
    wrong += ["doubled"] if last["reminders_doubled"] else []
    # Told, and the restart came before the mark was durable: one each time at most.
    wrong += ["repeated"] if last["reminders_repeated"] > last["restarts"] else []
    drift = last["heap_bytes"] - days[min(1, len(days) - 1)]["heap_bytes"]
    wrong += ["heap"] if drift > _HEAP_DRIFT else []
    return {
        "verdict": "fails: " + ", ".join(wrong) if wrong else "holds",
        "seed": seed,
        "week_hours": hours,
        "week_kills": last["kills"],
        "least_kills": min(last["killed"].values()),
        "outages": last["outages"],
        "sessions": last["sessions"],
        "week_faults": last["faults"],
        "failed_changes": last["failed_changes"],
        "calls": last["calls"],
        "week_records": held["found"],
        "records_expected": held["expected"],
        "found_again": again["found_again"],
        "week_reminders": last["reminders_due"],
        "reminders_delivered": last["reminders_delivered"],
        "reminders_ahead": last["reminders_ahead"],
        "reminders_repeated": last["reminders_repeated"],
        "restarts": last["restarts"],
        "reminders_doubled": last["reminders_doubled"],
        "heap_first": days[0]["heap_bytes"],
        "heap_last": last["heap_bytes"],
    }


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--hours", type=int, default=168, help="instead of %(default)s")
    options.add_argument("--seed", type=int, default=_SEED, help="instead of %(default)s")
    given = options.parse_args()
    _host.BUILD.mkdir(parents=True, exist_ok=True)
    flash = _host.BUILD / f"week.{os.getpid()}.flash"
    seen = []
    try:
        for row in rows(given.micropython, flash, given.hours, given.seed):
            _host.emit("week", **row)
            seen.append(row)
    finally:
        flash.unlink(missing_ok=True)
        flash.with_suffix(".flash.known").unlink(missing_ok=True)
    said = verdict(seen, given.hours, given.seed)
    _host.emit("week", **said)
    sys.exit(said["verdict"] != "holds")


if __name__ == "__main__":
    main()
