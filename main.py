"""
Main: hand the board, as boot.py left it, to the companion; in safe mode not before a while.

Where boot.py has said that this board cannot run the companion, the prompt comes instead.
"""

import asyncio
import gc

# Collect early while modules load, so that what stays lies close together and the rest in one
# piece.
gc.threshold(gc.mem_free() // 16)
_safe = globals().get("safe_mode")  # why, from boot.py; "" or missing for a start as ever

from firmware.system import boot_guard, crash_report, safe_mode, watchdog  # noqa: E402

if _safe:
    safe_mode.stay(_safe)  # Ctrl-C leaves it for the prompt
    globals()["mount_memory"]()

if not globals().get("no_companion"):
    try:
        # Imported here: an app that cannot be loaded leaves a crash note like one that fails.
        from firmware import startup

        asyncio.run(startup.main(globals().get("archive_problem", "boot.py did not run")))
    except Exception as e:
        gc.collect()
        crash_report.keep(e)
        raise
    except KeyboardInterrupt:
        watchdog.extend_for_prompt()
        boot_guard.clear()  # it did not fail: somebody wants the prompt
        raise
