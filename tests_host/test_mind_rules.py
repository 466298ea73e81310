"""
The rules of lib/mind on labelled sentences: `tuned` (the rules were made with them) and `held`
(written afterwards and measured once before anything was changed for them; what came out then is
in docs/decisions/mind-rules.md). Half of each set, about, holds nothing.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import device
import pytest

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

predicates: Any = import_module("mind.predicates")

HERE = Path(__file__).parent


def _rows(name: str, chosen: str) -> "list[dict[str, Any]]":
    lines = (HERE / name).read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [row for row in rows if row["set"] == chosen]


def _score(name: str, rows: "list[dict[str, Any]]", found: "list[Any]", label: str) -> float:
    """Precision and recall are printed, with what is wrong; the precision."""
    pairs = [(row[label], one) for row, one in zip(rows, found, strict=True)]
    right = sum(1 for expected, one in pairs if one and one == expected)
    told = sum(1 for _, one in pairs if one)
    wanted = sum(1 for expected, _ in pairs if expected)
    for row, one in zip(rows, found, strict=True):
        if row[label] != one:
            print(json.dumps({**row, "found": one}, ensure_ascii=False))
    print(f"{name}: precision {right / told:.3f}, recall {right / wanted:.3f}, n {len(rows)}")
    assert right >= 0.95 * wanted
    return right / told


@pytest.mark.parametrize("chosen", ["tuned", "held"])
def test_claims_are_what_a_reader_would_say(chosen: str) -> None:
    rows = _rows("claims_set.jsonl", chosen)
    claims = [predicates.claim(row["text"]) for row in rows]
    found = [list(one[:4]) if one else None for one in claims]
    assert _score(f"claims {chosen}", rows, found, "claim") >= 0.98
