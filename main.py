"""Main: hand the board, as boot.py left it, to the firmware; in safe mode not before a while."""

import asyncio
import gc

# Collect early while modules load, so that what stays lies close together and the rest in one
# piece.
gc.threshold(gc.mem_free() // 16)

if globals().get("safe_mode"):
    from memory.unload import unload

    from firmware import safe

    safe.stay(globals()["safe_mode"])  # Ctrl-C leaves it for the prompt
    del safe
    unload("firmware.safe")
    globals()["mount_memory"]()

from firmware import app  # noqa: E402

try:
    asyncio.run(app.main(globals().get("archive_problem", "boot.py did not run")))
except Exception as e:
    gc.collect()
    from firmware import crash

    crash.keep(e)
    raise
except KeyboardInterrupt:
    import sys

    from firmware import starts

    if "firmware.watchdog" in sys.modules:
        sys.modules["firmware.watchdog"].rest()

    starts.clear()  # it did not fail: somebody wants the prompt
    raise
