"""
Three years of memory in the 3 MB of the archive: appended, sealed, packed and indexed as they go.

Appends the corpus in groups of 5 lines to an erased partition, with the background work run to its
end after each sealed segment. `found` counts the records read back from the segments, each once
and as it was written. Bytes are those of whole blocks, `peak_bytes` the most that was in use.

With --fields every record has all that may be known of a memory: scores, duration, validity,
confidence, evidence, episode, subject, predicate and tags, in the short form of the archive. Where
the archive is full before the end, `full` is true and `records` were appended.

What finding things again takes on that image is in `recall`.
"""

import _host

_BUDGET_FREE_PERCENT = 15
_BUDGET_PEAK_PERCENT = 97


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--fields", action="store_true", help="fill them on every record")
    asked = options.parse_args()
    interpreter = asked.micropython
    more = ("fields",) if asked.fields else ()
    lines = _host.corpus(interpreter, *more)
    (figures,) = _host.on_device(interpreter, "capacity", lines, heap="16M")
    size = figures["size_bytes"]
    _host.emit(
        "capacity",
        **figures,
        fields=asked.fields,
        free_percent=round(100 * figures["free_bytes"] / size, 1),
        budget_free_percent=_BUDGET_FREE_PERCENT,
        peak_percent=round(100 * figures["peak_bytes"] / size, 1),
        budget_peak_percent=_BUDGET_PEAK_PERCENT,
    )


if __name__ == "__main__":
    main()
