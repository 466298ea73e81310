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


def _features(own: "list[int]", its: "list[int]", numbers: "list[float]") -> "dict[int, float]":
    """What counts of a memory of these shapes and a later one, by the places of the weights."""
    both = set(own) & set(its)
    found = dict.fromkeys(both, 1.0)
    found.update({SHAPES + shape: 1.0 for shape in its})
    found.update({2 * SHAPES + shape: 1.0 for shape in own})
    found.update({3 * SHAPES + at: number for at, number in enumerate(numbers)})
    return found


def learn(rows: "list[dict]", told: "list[dict]") -> "tuple[float, list[int]]":
    """(what a weight of 1 stands for, the weights) of these lives, `told` by the device."""
    sparse = import_module("scipy.sparse")
    ended = labels(rows)
    at, labelled = [0], []
    columns: list[int] = []
    values: list[float] = []
    for one in told:
        enders = ended.get((one["owner"], one["id"]))
        for later, numbers, its in one["later"] if enders is not None else ():
            found = _features(one["shapes"], its, numbers)
            columns += found
            values += found.values()
            at.append(len(columns))
            labelled.append(later in (enders or ()))
    matrix = sparse.csr_matrix((values, columns, at), shape=(len(labelled), COUNT - 1))
    regression = import_module("sklearn.linear_model").LogisticRegression(
        C=_STRENGTH, solver="liblinear", max_iter=500, random_state=1
    )
    regression.fit(matrix, labelled)
    weights = regression.coef_[0].tolist() + [float(regression.intercept_[0])]
    scale = max(map(abs, weights)) / _LARGEST
    return scale, [round(one / scale) for one in weights]


def guessed(
    rows: "list[dict]", told: "list[dict]", weights: "list[int]"
) -> "list[tuple[int, bool]]":
    """[(the highest score of what may have ended it, whether something did)] of these lives."""
    ended = labels(rows)
    found = []
    for one in told:
        enders = ended.get((one["owner"], one["id"]))
        if enders is not None:
            scores = [-(10**9)]
            for _, numbers, its in one["later"]:
                values = _features(one["shapes"], its, numbers)
                scores.append(round(sum(weights[at] * values[at] for at in values)))
            found.append((max(scores), bool(enders)))
    return found


def figures(found: "list[tuple[int, bool]]") -> "dict[str, float]":
    """
    Of what is over and of what is not how many there are, and the share of the first found where
    one, two, five of a hundred of the others are taken for over.
    """
    so = sorted((score for score, is_over in found if not is_over), reverse=True)
    over = [score for score, is_over in found if is_over]
    told: dict[str, float] = {"over": len(over), "so": len(so)}
    for percent in (1, 2, 5):
        least = so[len(so) * percent // 100]
        told[f"found_at_{percent}"] = round(sum(score > least for score in over) / len(over), 3)
    return told


def packed(scale: float, weights: "list[int]") -> bytes:
    """The scale, then the row, as docs/FORMAT.md section 13.2 has them in `h` and `l`."""
    return struct.pack(f"<f{COUNT}h", scale, *weights)
