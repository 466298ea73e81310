"""
Statistics: the `memory_statistics` tool, how much is remembered.

Owns the tool's answer; its definition is in `others`, the counting in
lib/memory/archive/statistics.py.
"""

from collections import OrderedDict

from micropython import const

from firmware.words.messages import say

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


async def answer(memory: "Any", counted: list, told: "Any") -> "OrderedDict":
    """
    The figures, and in words the most of them. `counted` and `told` as in lib/memory. Raises
    Broken.
    """
    statistics = memory.statistics(counted)
    statistics.told = told
    figures = await statistics.figures()
    words = say("statistics" if figures["total"] else "statistics_none", **figures)
    if "first" in figures:
        words += say("statistics_days", first=figures["first"], last=figures["last"])
    if memory.archive_unavailable:
        words += say("statistics_away")
    out: "OrderedDict[str, Any]" = OrderedDict((("status", "ok"), ("message", words)))
    out.update(figures)
    return out
