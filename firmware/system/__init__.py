"""System: events, settings, clock, NVS, log, start guard, watchdog, LED."""
