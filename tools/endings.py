"""
Endings: by which weights a memory told later has likely ended what an earlier one says. A part of
the asset `answers`, for tools/answers.py.

Owns what is learned from: of each owner of a labelled set, which memories a question calls over,
and which ones answer it since. The numbers come from the device's own code
(bench/on_device/ending_pairs.py).
"""

import struct
from collections import defaultdict
from importlib import import_module

SHAPES = 64
NUMBERS = 3  # of words that both say
COUNT = 3 * SHAPES + NUMBERS + 1  # with what is always added
_STRENGTH = 1.0  # inverse of the L2 penalty
_LARGEST = 1000  # of the whole numbers that weights are packed as


def labels(rows: "list[dict]") -> "dict[tuple[str, str], set[str]]":
    """
    By (owner, id) which later memories ended what that one says: none of one that answers what is
    so. Left out is what nothing tells of.
    """
    place: dict[tuple[str, str], int] = {}
    ended: dict[tuple[str, str], set[str]] = defaultdict(set)
    true: set[tuple[str, str]] = set()
    for row in rows:
        owner = row["owner"]
        if "question" not in row:
            place[owner, row["id"]] = len(place)
            continue
        for id in row.get("over", ()):
            later = [one for one in row["fits"] if place[owner, one] > place[owner, id]]
            ended[owner, id].update(later)
        if row.get("when") != "then":
            true.update((owner, id) for id in row["fits"])
    found: dict[tuple[str, str], set[str]] = {one: set() for one in true}
    found.update({one: ids for one, ids in ended.items() if one not in true})
    return found


def learn(rows: "list[dict]", told: "list[dict]") -> "tuple[float, list[int]]":
    """(what a weight of 1 stands for, the weights) of these lives, `told` by the device."""
    sparse = import_module("scipy.sparse")
    ended = labels(rows)
    at, columns, labelled = [0], [], []
    values: list[float] = []
    for one in told:
        enders = ended.get((one["owner"], one["id"]))
        if enders is None:
            continue
        own = set(one["shapes"])
        for later, numbers, its in one["later"]:
            columns += [shape for shape in its if shape in own]
            columns += [SHAPES + shape for shape in its]
            columns += [2 * SHAPES + shape for shape in own]
            values += [1.0] * (len(columns) - len(values))
            columns += range(3 * SHAPES, 3 * SHAPES + NUMBERS)
            values += numbers
            at.append(len(columns))
            labelled.append(later in enders)
    matrix = sparse.csr_matrix((values, columns, at), shape=(len(labelled), COUNT - 1))
    regression = import_module("sklearn.linear_model").LogisticRegression(
        C=_STRENGTH, solver="liblinear", max_iter=500, random_state=1
    )
    regression.fit(matrix, labelled)
    weights = regression.coef_[0].tolist() + [float(regression.intercept_[0])]
    scale = max(map(abs, weights)) / _LARGEST
    return scale, [round(one / scale) for one in weights]


def packed(scale: float, weights: "list[int]") -> bytes:
    """The scale, then the row, as docs/FORMAT.md section 13.2 has them in `h` and `l`."""
    return struct.pack(f"<f{COUNT}h", scale, *weights)
