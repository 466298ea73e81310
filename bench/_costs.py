"""Runs on_device/costs.py in one of its modes, on a chip that is thrown away, and prints."""

import os

import _host


def main(about: str, mode: str, *arguments: object) -> None:
    """Parse the common options, run, print. Figures are counted, not timed, unless they say ms."""
    given = _host.options(about).parse_args()
    _host.BUILD.mkdir(parents=True, exist_ok=True)
    flash = _host.BUILD / f"{mode}.{os.getpid()}.flash"
    try:
        for figures in _host.on_device(
            given.micropython, "costs", flash, mode, *arguments, heap="1M"
        ):
            _host.emit(figures.pop("bench"), **figures)
    finally:
        flash.unlink(missing_ok=True)
