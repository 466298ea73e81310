"""Main: hand the board, as boot.py left it, to the firmware."""

import asyncio

from firmware import app

asyncio.run(app.main(globals().get("archive_problem", "boot.py did not run")))
