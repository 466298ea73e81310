"""
Lines without end: records told, corrected and deleted until 200,000 lines were ever appended to an
archive of which a few thousand records live, with all background work, over six simulated years.

`found` of `living` records are found by the index as they were told last, `superseded` are answers
that should not be there; `documents_most` is the highest number that the index gave, of 65,000.
`erases_most` is of the sector erased most; `years` until it has been erased 100,000 times.
"""

import os
import sys

import _host

_DAY = 91  # lines a day


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--lines", type=int, default=200000, help="instead of %(default)s")
    options.add_argument("--living", type=int, default=4000, help="instead of %(default)s")
    given = options.parse_args()
    _host.BUILD.mkdir(parents=True, exist_ok=True)
    beside = _host.BUILD / f"lines.{os.getpid()}"
    arguments = (beside, given.lines, given.living)
    (figures,) = _host.on_device(given.micropython, "lines", *arguments, heap="16M")
    years = given.lines / _DAY / 365
    lived = round(years * 100000 / max(1, figures["erases_most"]), 1)
    _host.emit("lines", **figures, simulated_years=round(years, 1), years=lived)
    well = figures["found"] == figures["living"] and not figures["superseded"]
    sys.exit(not (well and figures["covers"]))


if __name__ == "__main__":
    main()
