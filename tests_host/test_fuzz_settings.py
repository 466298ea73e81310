"""
Settings told with any value, and any bytes where they are kept.

What is asked of each step is in on_device/_fuzz_settings.py, beside what it does.
"""

import ast
import json
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from device import ROOT, tries
from fuzzing import Target


def _defaults() -> "dict[str, Any]":
    """Every setting with its default."""
    tree = ast.parse((ROOT / "firmware" / "system" / "setting_defaults.py").read_text("utf-8"))
    tables = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    found: "dict[str, Any]" = ast.literal_eval(next(n for n in tables if isinstance(n, ast.Dict)))
    return found


_DEFAULTS = {**_defaults(), "nothing": ""}
_VALUES: "list[Any]" = [
    True, False, 0, 1, -1, 80, 8720, 65536, 2**31 - 1, 2**31, -(2**31) - 1, 10**20, 1.5, "", "zh",
    "en", "json", "on", "0.0.0.0", "127.0.0.1", "256.1.1.1", "1.2.3", "a", "secret99", "x" * 63,
    "f" * 64, "x" * 65, "x" * 129, "x" * 1024, "x" * 1025, "猫" * 20, "猫" * 21, "a\nb", "\x00",
    "wss://a.example/ws", "wss://", "http://u:p@h/x mqtts://b:8883", "ftp://c", "😀", [], {}, None,
    ["wss://a"], {"a": 1}, "pool.ntp.org", " ", "小明",
]  # fmt: skip
_KEYS = [
    ("cfg", "v"), ("cfg", "token"), ("cfg", "k0"), ("cfg", "k9"), ("cfg", "no_owner"),
    ("cfg", "owner"), ("cfg", "owner'"), ("cfg", "cloud"), ("cfg", "cloud'"), ("cfg", "http"),
    ("cfg", "http_port"), ("cfg", "language"), ("cfg", "wifi_key'"), ("cfg", "tls_verify"),
    ("cloud", "uuid"), ("cloud", "p0"), ("cloud", "p1"), ("talk", "c0"), ("talk", "c1"),
    ("talk", "q0"), ("talk", "q1"), ("talk", "done"), ("sys", "clock"), ("sys", "boots"),
]  # fmt: skip


def _raw(rng: Random) -> str:
    """Edits as _fuzz_nvs.raw reads them."""
    out = b""
    for _ in range(rng.choice([1, 1, 2, 6])):
        length = rng.choice([1, 4, 31, 32, 64, 255])
        byte = rng.choice([0, 0xFF, 0x80, rng.randrange(256)])
        edit = (rng.randrange(256), rng.randrange(65536), length, byte, rng.randrange(256))
        out += struct.pack("<BHBBB", *edit)
    return out.hex()


def _told(rng: Random) -> "list[Any]":
    """A setting and a value, mostly of the type that it has."""
    name = rng.choice(sorted(_DEFAULTS))
    right = [value for value in _VALUES if type(value) is type(_DEFAULTS[name])]
    return [name, rng.choice(right if right and rng.random() < 0.8 else _VALUES)]


def made(rng: Random) -> bytes:
    """Some steps."""
    steps: "list[list]" = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(["set", "set", "set", "blob", "blob", "number", "raw"])
        if kind == "set":
            steps.append([kind, *_told(rng)])
        elif kind == "raw":
            steps.append([kind, _raw(rng)])
        elif kind == "blob":
            size = rng.choice([0, 1, 4, 8, 13, 36, 37, 38, 60, 300, 700])
            steps.append([kind, *rng.choice(_KEYS), rng.randbytes(size).hex()])
        else:
            value = rng.choice([0, 1, -1, 2, 65536, 2**31 - 1, -(2**31), rng.randrange(1 << 20)])
            steps.append([kind, *rng.choice(_KEYS), value])
    return json.dumps(steps).encode()


def test_whatever_is_told_or_lies_there_settings_are_what_they_may_be(
    micropython: Path, figure: Callable
) -> None:
    taken = []

    def check(data: bytes, answer: Any) -> None:
        """All else is checked where it is known."""
        assert answer <= 3
        taken.append(answer)

    with Target(micropython, "_fuzz_settings") as target:
        target.run(150, made, check)
        assert sum(taken) > tries(5)
        figure("fuzz_settings", target.inputs)
