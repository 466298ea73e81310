"""Main: hand the board, as boot.py left it, to the firmware."""

import asyncio
import gc

# Collect early while modules load, so that what stays lies close together and the rest in one
# piece.
gc.threshold(gc.mem_free() // 16)

from firmware import app  # noqa: E402

asyncio.run(app.main(globals().get("archive_problem", "boot.py did not run")))
