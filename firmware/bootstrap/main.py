"""
Main of a board with slots: runs the main.py of the slot that boot.py has mounted.

An app on trial that ends with an exception resets the chip, which uses up its starts, so that the
app before it comes back by itself. Any other app ends at the prompt.
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
