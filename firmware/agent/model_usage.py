"""
Model usage: what models were asked, by purpose, over restarts, and what it cost.

Owns the key `llm` of the namespace `sys` (docs/FORMAT.md section 1). The client counts; this keeps
the counts, in the pause after a talk, so that a power cut loses those of one talk at most.
"""

import json
from collections import OrderedDict

from micropython import const

from firmware.system import events
from firmware.system.nvs import namespace, put, read_blob

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from firmware.system.settings import Settings

_KEY = "llm"
_FORMAT = const(1)
_MOST = const(512)  # bytes
_PURPOSES = const(8)
_COUNTS = ("calls", "prompt_tokens", "answer_tokens", "prompt_characters", "failures")
_BILLION = 1000000000  # a price is for a million tokens, in thousandths


class ModelUsage:
    """Over `usage` of a client, which goes on from what was kept."""

    def __init__(self, usage: "dict[str, list[int]]", settings: "Settings") -> None:
        self._usage = usage
        self._settings = settings
        self._kv = namespace("sys")
        kept = self._read()
        usage.update(kept)
        self._saved = self._calls()

    def _read(self) -> "dict[str, list[int]]":
        """What was kept; {} where that is none or damaged: counts begin anew."""
        buffer = bytearray(_MOST)
        try:
            size = read_blob(self._kv, _KEY, buffer)
            found = {} if size is None else json.loads(bytes(buffer[:size]))
            rows = found.get("usage", {}) if found.get("format") == _FORMAT else {}
            good = {name: [int(one) for one in row] for name, row in rows.items()}
            return {name: row for name, row in good.items() if len(row) == len(_COUNTS)}
        except (OSError, ValueError, TypeError, AttributeError) as e:
            events.log("warning", "llm", "what models were asked is counted anew: %r" % e)
            return {}

    def _calls(self) -> int:
        return sum([row[0] for row in self._usage.values()])

    def save(self) -> None:
        """Keep the counts, if there were calls since. A failure is logged and tried again."""
        calls = self._calls()
        if calls == self._saved:
            return
        names = sorted(self._usage)[:_PURPOSES]
        data = {"format": _FORMAT, "usage": {name: self._usage[name] for name in names}}
        try:
            put(self._kv, _KEY, json.dumps(data).encode())
            self._saved = calls
        except OSError as e:
            events.log("warning", "llm", "what models were asked is not kept yet: %r" % e)

    def answer(self) -> "OrderedDict[str, Any]":
        """For the device's status: counts by purpose; `cost` where prices are set."""
        prices = [self._settings.get(name) for name in ("llm_price_in", "llm_price_out")]
        out: "OrderedDict[str, Any]" = OrderedDict()
        for name in sorted(self._usage):
            row = self._usage[name]
            said: "OrderedDict[str, Any]" = OrderedDict(zip(_COUNTS, row))
            if prices[0] or prices[1]:
                cost = (row[1] * prices[0] + row[2] * prices[1]) / _BILLION
                said["cost"] = round(cost, 4)
            out[name] = said
        return out
