"""
Main: runs the companion on the board that boot.py has prepared, after safe mode where boot.py has
decided on it. Where the heap is too small it ends, and the prompt comes.
"""

import asyncio
import gc

# Collect often while modules load, so that what stays lies close together. Set before the imports.
gc.threshold(gc.mem_free() // 16)
_safe = globals().get("safe_mode")  # boot.py's reason; the import below replaces that name

from firmware.system import boot_guard, crash_report, safe_mode, watchdog  # noqa: E402

if _safe:
    safe_mode.stay(_safe)  # Ctrl-C leaves it for the prompt
    globals()["mount_memory"]()

if not globals().get("no_companion"):
    try:
        # Imported here, so that an app that cannot be loaded leaves a crash report too.
        from firmware import startup

        asyncio.run(
            startup.main(
                globals().get("archive_problem", "boot.py did not run"),
                globals().get("mount_turns"),
            )
        )
    except Exception as e:
        gc.collect()
        crash_report.keep(e)
        raise
    except KeyboardInterrupt:
        watchdog.extend_for_prompt()
        boot_guard.clear()  # this start did not fail: somebody wants the prompt
        raise
