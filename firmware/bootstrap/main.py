"""
Main of a board: run the main.py of the slot that boot.py has mounted.

An app on trial that fails counts its starts down by resets, so that the one before it comes back
without anybody's help; any other ends at the prompt, as it would without this.
"""

import sys

import machine
import slots

try:
    with open("/app/main.py") as main:
        main = compile(main.read(), "main.py", "exec")  # type: ignore[assignment]
    exec(main)  # type: ignore[arg-type]  # noqa: S102  starting a program
except Exception as e:
    if not slots.on_trial():
        raise
    sys.print_exception(e)  # type: ignore[attr-defined]
    machine.reset()
