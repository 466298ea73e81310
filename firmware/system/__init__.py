"""System: settings, events, log, clock, NVS, LED, watchdog, crash report, safe mode."""
