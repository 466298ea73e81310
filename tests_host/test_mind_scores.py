"""
The golden vectors of mind.scores, worked out here by decimal arithmetic from the formulas as they
are stated, not by the code under test, which on_device/test_mind_scores.py holds to them.

    python tests_host/test_mind_scores.py     writes fixtures/mind_scores.json anew
"""

import json
from decimal import Decimal, getcontext
from pathlib import Path
from typing import Any

getcontext().prec = 40
_FILE = Path(__file__).parent / "fixtures" / "mind_scores.json"
_DIGITS = Decimal("1e-12")

_WEIGHT = {
    "weight_p": 60,
    "weight_j": 20,
    "weight_e": 15,
    "weight_i": 5,
    "weight_floor": 80,
    "weight_days": 30,
}
_RANK = {
    "rank_relevance": 40,
    "rank_recency": 25,
    "rank_weight": 20,
    "rank_access": 15,
    "recency_rate": 100,
    "access_full": 50,
    "favour": 120,
}

# e, i, p, j, days, uses, settings that differ
_WEIGHED: "list[tuple[Any, ...]]" = [
    (0, 0, 0, 0, 0, 0, {}),
    (100, 100, 100, 100, 0, 0, {}),
    (100, 100, 100, 100, 3650, 0, {}),
    (0, 0, 100, 0, 100, 0, {}),
    (50, 50, 90, 50, 0, 0, {}),
    (50, 50, 90, 50, 1, 0, {}),
    (50, 50, 90, 50, 30, 0, {}),
    (50, 50, 90, 50, 30, 1, {}),
    (50, 50, 90, 50, 30, 10, {}),
    (50, 50, 90, 50, 365, 0, {}),
    (50, 50, 90, 50, 365, 200, {}),
    (50, 50, 90, 50, 36500, 0, {}),
    (100, 0, 0, 0, 7, 3, {}),
    (0, 100, 0, 0, 7, 3, {}),
    (0, 0, 99, 0, 7, 3, {}),
    (0, 0, 0, 100, 7, 3, {}),
    (80, 20, 30, 70, "0.5", 0, {}),
    (80, 20, 30, 70, "12.25", 2, {}),
    (33, 67, 99, 1, 99, 99, {}),
    (33, 67, 100, 1, 99, 99, {}),
    (50, 50, 30, 50, 90, 0, {}),
    (50, 50, 50, 50, 90, 1, {}),
    (20, 20, 70, 20, 180, 5, {}),
    (10, 90, 50, 30, -5, 0, {}),
    (60, 40, 50, 30, 45, 4, {"weight_floor": 0}),
    (60, 40, 50, 30, 45, 4, {"weight_floor": 100}),
    (60, 40, 50, 30, 45, 4, {"weight_days": 1}),
    (60, 40, 50, 30, 45, 4, {"weight_p": 100, "weight_j": 100, "weight_e": 100, "weight_i": 100}),
    (60, 40, 50, 30, 45, 4, {"weight_j": 0, "weight_e": 0, "weight_i": 0}),
]
# relevance, days, weight, uses, favoured, settings that differ
_RANKED: "list[tuple[Any, ...]]" = [
    (0, 36500, 0, 0, False, {}),
    (1, 0, 1, 1000, False, {}),
    (1, 0, 1, 1000, True, {}),
    (1, 0, 1, 147, False, {}),
    (1, 0, 1, 148, False, {}),
    ("0.5", 0, "0.5", 0, False, {}),
    ("0.5", 0, "0.5", 0, True, {}),
    ("0.5", 7, "0.5", 0, False, {}),
    ("0.5", 7, "0.5", 3, False, {}),
    ("0.35", "0.25", "0.72", 12, False, {}),
    ("0.35", "0.25", "0.72", 12, True, {}),
    ("0.85", 30, "0.61", 1, False, {}),
    ("0.85", 365, "0.61", 1, True, {}),
    (0, 0, 0, 0, False, {}),
    (1, 10000, 0, 0, False, {}),
    (0, 10000, 1, 0, False, {}),
    (0, 10000, 0, 2, False, {}),
    ("0.9", -3, "0.4", 0, False, {}),
    ("0.6", 10, "0.3", 5, False, {"recency_rate": 1}),
    ("0.6", 10, "0.3", 5, False, {"recency_rate": 1000}),
    ("0.6", 10, "0.3", 5, True, {"favour": 150}),
    ("0.6", 10, "0.3", 5, True, {"favour": 100}),
    ("0.6", 10, "0.3", 5, False, {"access_full": 10}),
    ("0.6", 10, "0.3", 5, False, {"rank_recency": 0, "rank_weight": 0, "rank_access": 0}),
    ("0.6", 10, "0.3", 5, False, {"rank_relevance": 100, "rank_recency": 100}),
]


def _weight(row: "tuple[Any, ...]") -> Decimal:
    e, i, p, j, days, uses = [Decimal(value) for value in row[:6]]
    of = {name: Decimal(value) for name, value in (_WEIGHT | row[6]).items()}
    shares = of["weight_p"] + of["weight_j"] + of["weight_e"] + of["weight_i"]
    whole = of["weight_p"] * p + of["weight_j"] * j + of["weight_e"] * e + of["weight_i"] * i
    whole /= 100 * shares
    if p == 100:
        return whole
    floor = of["weight_floor"] / 100
    age = max(days, Decimal(0))
    return whole * (
        floor + (1 - floor) * (-age / (of["weight_days"] * (1 + (1 + uses).ln()))).exp()
    )


def _rank(row: "tuple[Any, ...]") -> Decimal:
    relevance, days, weight, uses = [Decimal(value) for value in row[:4]]
    of = {name: Decimal(value) for name, value in (_RANK | row[5]).items()}
    recency = (-max(days, Decimal(0)) * of["recency_rate"] / 1000).exp()
    access = min(Decimal(1), (1 + uses).ln() / (of["access_full"] / 10))
    found = of["rank_relevance"] * relevance + of["rank_recency"] * recency
    found += of["rank_weight"] * weight + of["rank_access"] * access
    found /= of["rank_relevance"] + of["rank_recency"] + of["rank_weight"] + of["rank_access"]
    return min(Decimal(1), found * (of["favour"] / 100 if row[4] else 1))


def _text() -> str:
    lists = []
    for name, rows, formula in (("weight", _WEIGHED, _weight), ("rank", _RANKED, _rank)):
        lines = []
        for row in rows:
            plain = [float(value) if isinstance(value, str) else value for value in row]
            lines.append(f"    {json.dumps([*plain, float(formula(row).quantize(_DIGITS))])}")
        lists.append(f'  "{name}": [\n' + ",\n".join(lines) + "\n  ]")
    return "{\n" + ",\n".join(lists) + "\n}\n"


def test_golden_vectors_are_what_decimal_arithmetic_gives() -> None:
    assert _FILE.read_text(encoding="utf-8") == _text()


def test_there_are_forty_vectors_of_both_formulas() -> None:
    found = json.loads(_FILE.read_text(encoding="utf-8"))
    assert len(found["weight"]) >= 20
    assert len(found["rank"]) >= 20
    assert len(found["weight"]) + len(found["rank"]) >= 40


if __name__ == "__main__":
    _FILE.write_text(_text(), encoding="utf-8")
