"""
What three years of memory take in the background: processor time and steps of each kind of job.

Appends the corpus in groups of 5 lines to an erased partition and drives the jobs as the device
does, to their end after each sealed segment. The time is that of the process, simulating the flash
included. `digest` is a checksum over the index as each job leaves it: another one says that the
index has other bytes for the same records.
"""

import _host


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--records", type=int, default=18000, help="records of the corpus")
    options.add_argument("--heap", default="4M", help="of the interpreter")
    given = options.parse_args()
    path = _host.corpus(given.micropython)
    if given.records < 18000:
        lines = path.read_bytes().splitlines(keepends=True)[: given.records]
        path = path.with_name("corpus_begin.jsonl")
        path.write_bytes(b"".join(lines))
    (figures,) = _host.on_device(given.micropython, "indexing", path, heap=given.heap)
    _host.emit("indexing", **figures)


if __name__ == "__main__":
    main()
