"""
How long each kind of background work keeps everything else waiting, with three years archived.

`max_ms` is the processor time of the longest step on this machine, without what simulating the
flash takes; `modelled_s3_ms` what the chip would take for its worst step: 45 ms for each erase,
4 MB/s for what is read, the processor time by `cpu_factor`. One line for each kind of work, then
one for all that happens in the background. `seal` is part of a call, `measure` is made once after
a start.
"""

import _host

_BUDGET = {"budget_erases": 1, "budget_ms": 2}
_FACTOR = 40  # a step of byte code on an ESP32-S3 at 240 MHz against one here, about
_FOREGROUND = ("seal", "write", "measure")


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--records", type=int, default=18000, help="records of the corpus")
    given = options.parse_args()
    path = _host.corpus(given.micropython)
    rows = _host.on_device(given.micropython, "stall", path, given.records, heap="32M")
    for row in rows:
        _host.emit("stall", **row, **_BUDGET, cpu_factor=_FACTOR)
    rows = [row for row in rows if row["kind"] not in _FOREGROUND]
    worst = {name: max(row[name] for row in rows) for name in ("max_ms", "max_erases")}
    modelled = max(row["modelled_s3_ms"] for row in rows)
    _host.emit("stall", kind="all", **worst, modelled_s3_ms=modelled, **_BUDGET)


main()
