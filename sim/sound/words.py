"""Words: what the process that plays the sound says on the device's stderr."""

import json
import os


def say(level: str, text: str) -> None:
    """One `log` event on stderr: a JSON line, or readable on a terminal."""
    emit({"event": "log", "level": level, "module": "sound", "text": text}, text)


def emit(event: dict, text: str) -> None:
    """An event: a JSON line, or the text on a terminal."""
    line = f"sound: {text}" if os.isatty(2) else json.dumps(event, ensure_ascii=False)
    os.write(2, line.encode() + b"\n")
