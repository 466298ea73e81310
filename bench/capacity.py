"""
Three years of memory in the 3 MB of the archive: appended, sealed, packed and indexed as they go.

Appends the corpus in groups of 5 lines to an erased partition, with the background work run to its
end after each sealed segment. `found` counts the records read back from the segments, each once
and as it was written. Bytes are those of whole blocks, `peak_bytes` the most that was in use.

Then keywords of 2 to 4 characters are sought on that image by the index (`seek`: top 10, ranked,
fetched and parsed) and by parsing every line (`linear_ms`).
"""

import _host

_BUDGET_FREE_PERCENT = 15
_BUDGET_PEAK_PERCENT = 97


def main() -> None:
    interpreter = _host.options(__doc__).parse_args().micropython
    figures, seeking = _host.on_device(
        interpreter, "capacity", _host.corpus(interpreter), heap="16M"
    )
    size = figures["size_bytes"]
    _host.emit(
        "capacity",
        **figures,
        free_percent=round(100 * figures["free_bytes"] / size, 1),
        budget_free_percent=_BUDGET_FREE_PERCENT,
        peak_percent=round(100 * figures["peak_bytes"] / size, 1),
        budget_peak_percent=_BUDGET_PEAK_PERCENT,
    )
    _host.emit("seek", **seeking, budget_flash_read_bytes_p95=65536, budget_speedup_vs_linear=25)


main()
