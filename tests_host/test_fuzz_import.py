"""Hostile files to import: lines of an export with anything in them, and no lines at all."""

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from device import ROOT
from fuzzing import Target, edited

sys.path[:0] = [str(ROOT / "lib"), str(ROOT / "tools" / "cpython")]

fields: Any = import_module("memory.records.fields")

_KINDS = ["fact", "moment", "event", "schedule", "name", "age", "family", "like", "trait", "goal"]
_ODD: "list[Any]" = [
    None, True, -1, 0, 1, 2, 255, 256, 2**31, 2**40, 1.5, "", "x", "猫" * 100, [], {}, [[[]]],
    "2026-02-05T09:00:00", "2026-13-01", "0001-01-01T00:00:00", "99999", "k3z4294967295", "\x00",
]  # fmt: skip
_MARKS = ["id", "rev", "kind", "created", "approx", "keep", "next", "hot", "deleted_at"]
_UNKNOWN = ["#37", "#137", "future", "suspect", "trusted"]
_NAMES = [*_MARKS, *_UNKNOWN, *(row.name for row in fields.TABLE)]
_STORES = ["0123456789abcdef" * 2, "f" * 32]


def _line(rng: Random) -> bytes:
    id = rng.choice(["k3z", "169", "abc"]) + str(
        rng.choice([1, 5, 8, 24, 999, rng.randrange(3000)])
    )
    kind = rng.choice(_KINDS)
    line: "dict[str, Any]" = {"id": id, "rev": rng.choice([1, 1, 2, 3, 255]), "kind": kind}
    line.update({"created": "2026-01-05T09:00:00", "content": rng.choice(["猫", "18", "内容"])})
    if kind in ("event", "schedule"):
        line["when"] = rng.choice(["2026-02-06 10:00", "2026-03-01", "02-29"])
    if kind == "family":
        line["relation"] = "妈妈"
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        line[rng.choice(_NAMES)] = rng.choice(_ODD)
    if rng.randrange(3) == 0:
        line["store"] = rng.choice(_STORES)
        if rng.randrange(2) == 0:
            states = [f"{store}:{rng.randrange(5)}" for store in _STORES]
            line["seen"] = rng.sample(states, rng.randint(1, 2))
        if rng.randrange(4) == 0:
            line["deleted_at"] = "2026-02-01T09:00:00"
    if rng.randrange(12) == 0:
        line["next"] = dict(line, id="abc77")
    return json.dumps(line, ensure_ascii=bool(rng.randrange(2))).encode()


def made(rng: Random) -> bytes:
    """A file."""
    data = b"\n".join([_line(rng) for _ in range(rng.randint(1, 8))])
    return edited(rng, data, 4) if rng.randrange(3) == 0 else data


def check(data: bytes, answer: Any) -> None:
    """All is checked where it is known."""


def test_a_hostile_file_to_import_takes_nothing_away(micropython: Path, figure: Callable) -> None:
    with Target(micropython, "_fuzz_import") as target:
        target.run(60, made, check)
        figure("fuzz_imports", target.inputs)
