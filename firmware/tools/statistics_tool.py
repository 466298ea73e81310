"""
The `memory_statistics` tool: how much is remembered.

Owns the tool's answer; its definition is in tool_definitions.py, the counting in
lib/memory/archive/statistics.py.
"""

from firmware.words.messages import say

from .tool_results import ok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import OrderedDict
    from collections.abc import Callable
    from typing import Any

    from memory.engine import Memory

    from firmware.system.settings import Privacy


async def answer(
    memory: "Memory", counted: list, progress: "Callable | None", privacy: "Privacy"
) -> "OrderedDict[str, Any]":
    """The figures, most also in words; `counted` as `memory.statistics` has it. Raises Broken."""
    statistics = memory.statistics(counted)
    statistics.progress = progress
    figures = await statistics.figures()
    message = say("statistics" if figures["total"] else "statistics_none", **figures)
    if "first" in figures:
        message += say("statistics_days", first=figures["first"], last=figures["last"])
    if memory.archive_unavailable:
        message += say("statistics_away")
    if not privacy.remembers:
        message += say("is_paused")
    out = ok(message)
    out.update(figures)
    return out
