"""Runs on_device/costs.py in one of its modes, on a chip that is thrown away, and prints."""

import os

import _host


def main(about: str, mode: str, days: int = 0) -> None:
    """
    Parse the options, run, print. Figures are counted, not timed, unless they say ms. `days`: how
    many, of a benchmark that runs for days.
    """
    options = _host.options(about)
    if days:
        options.add_argument("--days", type=int, default=days, help="instead of %(default)s")
    given = options.parse_args()
    arguments = [given.days] if days else []
    _host.BUILD.mkdir(parents=True, exist_ok=True)
    flash = _host.BUILD / f"{mode}.{os.getpid()}.flash"
    try:
        for figures in _host.on_device(
            given.micropython, "costs", flash, mode, *arguments, heap="8M"
        ):
            _host.emit(figures.pop("bench"), **figures)
    finally:
        flash.unlink(missing_ok=True)
