"""
Answer file: `/memory/learned`, what a model found and memory has not taken in yet.

Owns its bytes (docs/FORMAT.md section 19). What is in it is for `learning.taking_in`.
"""

import json

from memory.log import checked_file
from memory.log.manifest import remove_left, wrong
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.engine import Memory

_NAME = "/learned"
_FORMAT = const(1)
_MOST = const(24576)  # bytes


def save(memory: "Memory", task: "dict[str, Any]") -> None:
    """Write it, in place of one that is there. Raises StoreFull, Broken."""
    if memory.log is None:
        return
    data = json.dumps(dict(task, format=_FORMAT)).encode()
    try:
        for _ in checked_file.replace(memory.root + _NAME, data):
            pass
    except OSError as e:
        raise wrong(e, "writing what a model found")


def load(memory: "Memory") -> "dict[str, Any] | None":
    """
    What is there; None for nothing. What is damaged or of another version is removed: its turns
    are not marked as read, so the model is asked again. Raises Broken.
    """
    if memory.log is None or not checked_file.exists(memory.root + _NAME):
        return None
    try:
        raw = checked_file.read(memory.root + _NAME, _MOST)
    except OSError as e:
        raise wrong(e, "reading what a model found")
    task: "dict[str, Any] | None" = None if raw is None else json.loads(raw)
    if task is None or task.get("format") != _FORMAT:
        remove(memory)
        return None
    return task


def remove(memory: "Memory") -> None:
    """Let go of it, if it is there. Raises Broken."""
    if memory.log is not None:
        remove_left(memory.root + _NAME)
