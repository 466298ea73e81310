"""
Makes tools/flashing/answers.bin, the asset `answers`, from labelled questions: by which weights a
memory near a question is one that answers it. ./tools/answers.sh installs what it needs and runs
it; with `--check` it tells instead how good it is on questions that it did not see.

Runs on CPython. Owns the fitting and the writing of docs/FORMAT.md section 13.2, which
lib/mind/reranking/reranker.py reads. The pairs come from the device's own code
(bench/on_device/answer_pairs.py). bench/offer_set.jsonl and two sets of
bench/offer_everyday_train.jsonl have questions that the rules were made with: what the rules say
of them is left out, or it would be trusted too much.
"""

import argparse
import json
import os
import struct
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import answer_shapes, endings, words  # noqa: E402

SEEN = ROOT / "bench" / "offer_set.jsonl"  # by those who made the rules
SETS = ROOT / "bench" / "offer_train.jsonl"
EVERYDAY = ROOT / "bench" / "offer_everyday_train.jsonl"  # lives of which little changes anything
_READ = ("everyday1", "everyday2")  # sets of these that the rules were made with, too
TABLE = ROOT / "tools" / "flashing" / "answers.bin"
VERSION = 2
SHAPES = endings.SHAPES
STANDING = 23
ROW_PART = 1500  # bytes of a table in one row
_RULES = range(6, 13)  # of the standing, what the rules say
_UNKNOWN = 20  # and from where on what counts tokens without weights
_TOKEN_LEAST = 6  # questions that have it, other lives counted
_STRENGTH = 0.5  # inverse of the L2 penalty
_FOLDS = 6
_OVER = 8.0  # what an answer that is over counts against others that are wrong
_FALSE = 0.0105  # of the unanswered questions, that may be offered something
_AT_THRESHOLD = 0.405465  # the logit of 0.6
# Other memories beside those of a life, since an owner has hundreds: some share words by chance.
_FEW, _MANY = 200, 300

Pairs = list[tuple[dict, dict]]


class Device:
    """The device's own code, on this host: what it counts of questions and lives."""

    def __init__(self, interpreter: Path) -> None:
        self._host = import_module("_host")
        self._interpreter = interpreter
        folder: Path = self._host.BUILD
        folder.mkdir(parents=True, exist_ok=True)
        self._shapes = folder / "shapes"
        self._shapes.write_bytes(b"\n".join(answer_shapes.tables()))
        self._folder, self._endings = folder, folder / "endings"

    def _told(
        self, script: str, rows: "list[dict]", among: int, *files: Path
    ) -> "list[tuple[list[dict], list[dict]]]":
        """
        [(rows of some owners, what a script prints of them)], the owners dealt out to the cores.
        """
        owners = list(dict.fromkeys(row["owner"] for row in rows))
        cores = min(os.cpu_count() or 1, len(owners))
        core = {owner: at % cores for at, owner in enumerate(owners)}
        parts = [[row for row in rows if core[row["owner"]] == at] for at in range(cores)]

        def told(number: int) -> "list[dict]":
            path = self._folder / f"rows{number}.jsonl"
            path.write_text("".join([json.dumps(row) + "\n" for row in parts[number]]), "utf-8")
            table = ROOT / "tools" / "flashing" / "words.bin"
            given = (path, table, str(among), self._shapes, *files)
            found: list[dict] = self._host.on_device(self._interpreter, script, *given, heap="48M")
            return found

        with ThreadPoolExecutor(cores) as pool:
            return list(zip(parts, pool.map(told, range(cores)), strict=True))

    def lives(self, rows: "list[dict]") -> "list[dict]":
        """What it says of each memory of these lives and the later ones."""
        parts = self._told("ending_pairs", rows, _FEW)
        found = [one for _, told in parts for one in told]
        return _in_order(rows, found, lambda one: one["owner"])

    def pairs(self, rows: "list[dict]", ending: bytes, among: int = 0) -> Pairs:
        """
        [(a question of these rows, what it says of it)] with these weights of endings; each owner
        has so many other memories besides.
        """
        self._endings.write_bytes(ending)
        found: Pairs = []
        for part, told in self._told("answer_pairs", rows, among, self._endings):
            asked = [row for row in part if "question" in row]
            found += zip(asked, told, strict=True)
        return _in_order(rows, found, lambda one: one[0]["owner"])


def _in_order(
    rows: "list[dict]", found: "list[Any]", owner: "Callable[[Any], str]"
) -> "list[Any]":
    """What was found, in the order of the owners of these rows, whatever core it was found by."""
    place = {name: at for at, name in enumerate(dict.fromkeys(row["owner"] for row in rows))}
    return sorted(found, key=lambda one: place[owner(one)])


def read(path: Path) -> "list[dict]":
    """The rows of a set."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def earlier(rows: "list[dict]") -> "list[dict]":
    """
    The rows of a set with other lives: those of each owner before anything changed, and a third of
    their memories. What a later memory made over is so again where that one is gone, so that the
    weights do not learn that what is told plainly is over.
    """
    owners: dict[str, tuple[list[dict], list[dict]]] = {}
    for row in rows:
        memories, asked = owners.setdefault(row["owner"], ([], []))
        (asked if "question" in row else memories).append(row)
    found = []
    for owner, (memories, asked) in owners.items():
        changes = {id for row in asked if row.get("over") for id in row["fits"]}
        rest = [row["id"] for row in memories if row["id"] not in changes]
        number = zlib.crc32(owner.encode()) % 3
        third = [row["id"] for row in memories[number::3]]
        for name, kept in (("before", rest), ("third", third)):
            more = {"owner": f"{owner}-{name}"}
            found += [row | more for row in memories if row["id"] in kept]
            for row in asked:
                fits = [id for id in row["fits"] if id in kept]
                over = [id for id in row.get("over", ()) if id in kept]
                may = [id for id in row.get("may", ()) if id in kept]
                if row["fits"] and not fits:
                    fits, over = over, []
                found.append(row | more | {"fits": fits, "over": over, "may": may})
    return found


def without_rules(found: Pairs) -> Pairs:
    """The same, as if the rules said nothing."""
    for _, answer in found:
        for pair in answer["pairs"]:
            pair["standing"] = [
                0 if at in _RULES else value for at, value in enumerate(pair["standing"])
            ]
    return found


class Model:
    """Weights, in the order of the features: tokens, then standing and shapes of each language."""

    def __init__(self, seen: Pairs, fresh: Pairs) -> None:
        self._numpy, self._sparse = import_module("numpy"), import_module("scipy.sparse")
        counts = Counter(key for _, one in seen + fresh for key in set(one["keys"]))
        self.tokens = {
            key: at
            for at, key in enumerate(
                sorted(key for key, count in counts.items() if count >= _TOKEN_LEAST)
            )
        }
        rows, labels = self._features(seen + fresh)
        is_seen = [[float(number < len(seen))] for number, _ in labels]
        rows = self._sparse.hstack([rows, self._sparse.csr_matrix(is_seen)]).tocsr()
        kept = [at for at, (_, label) in enumerate(labels) if label >= 0]
        regression = import_module("sklearn.linear_model").LogisticRegression(
            C=_STRENGTH, solver="liblinear", tol=1e-4, max_iter=500, random_state=1
        )
        over = [
            pair["id"] in row.get("over", ())
            for row, answer in seen + fresh
            for pair in answer["pairs"]
        ]
        regression.fit(
            rows[kept],
            [labels[at][1] for at in kept],
            sample_weight=[_OVER if over[at] else 1.0 for at in kept],
        )
        self.weights: list[float] = regression.coef_[0].tolist()
        self.bias = float(regression.intercept_[0])

    def _features(self, found: Pairs) -> "tuple[Any, list[tuple[int, int]]]":
        """(a row of features for each pair, [(number of the question, 1, 0, or -1 for may)])."""
        at, columns, values = [0], [], []
        labels = []
        base = len(self.tokens) * (2 + SHAPES)
        part = STANDING + SHAPES
        for number, (row, answer) in enumerate(found):
            keys = answer["keys"]
            scale = 2 / max(4, len(keys)) ** 0.5
            is_chinese = any("\u4e00" <= sign <= "\u9fff" for sign in row["question"])
            for pair in answer["pairs"]:
                says = set(pair["says"])
                for place, key in enumerate(keys):
                    if key in self.tokens:
                        begin = self.tokens[key] * (2 + SHAPES)
                        columns.append(begin + (0 if place in says else 1))
                        columns += [begin + 2 + shape for shape in pair["shapes"]]
                        values += [scale] * (1 + len(pair["shapes"]))
                unknown = [
                    place in says for place, key in enumerate(keys) if key not in self.tokens
                ]
                standing = pair["standing"][:_UNKNOWN]
                standing += [sum(unknown) / 4, unknown.count(False) / 8, float(any(unknown))]
                begin = base + (part if is_chinese else 0)
                for place, value in enumerate(standing):
                    if value:
                        columns.append(begin + place)
                        values.append(value)
                for shape in pair["shapes"]:
                    columns.append(begin + STANDING + shape)
                    values.append(0.5)
                at.append(len(columns))
                may = -1 if pair["id"] in row.get("may", ()) else 0
                labels.append((number, 1 if pair["id"] in row["fits"] else may))
        shape = (len(labels), base + 2 * part)
        return self._sparse.csr_matrix((values, columns, at), shape=shape), labels

    def scores(self, found: Pairs) -> "list[list[float]]":
        """The score of each pair, question by question."""
        rows, labels = self._features(found)
        given = self._numpy.array(self.weights[: rows.shape[1]])
        scores: list[list[float]] = [[] for _ in found]
        for (number, _), score in zip(labels, rows @ given + self.bias, strict=True):
            scores[number].append(float(score))
        return scores

    def table(self, offset: float, ending: bytes) -> bytes:
        """The asset; `offset` is added to each score, `ending` are the weights of endings."""
        width = 2 + SHAPES
        base = len(self.tokens) * width
        of_tokens = max(map(abs, self.weights[:base])) / 127
        rows = {}
        for key, number in self.tokens.items():
            some = self.weights[number * width : (number + 1) * width]
            rows[b"t" + key.encode()] = bytes([128 + round(one / of_tokens) for one in some])
        part = STANDING + SHAPES
        of_standing = max(map(abs, self.weights[base : base + 2 * part])) / 32000
        for number, language in enumerate((b"e", b"z")):
            some = self.weights[base + number * part :][:part]
            some = [
                one / 2 if place >= STANDING else one for place, one in enumerate(some)
            ]  # a shape counts a half
            packed = [round(one / of_standing) for one in some]
            rows[b"s" + language] = struct.pack(f"<{part}h", *packed)
        tables = answer_shapes.tables()
        for language, whole in zip((b"z", b"e"), tables, strict=True):
            for number, at in enumerate(range(0, len(whole), ROW_PART)):
                rows[language + b"%d" % number] = whole[at : at + ROW_PART]
        scales = (of_tokens, of_standing, self.bias + offset)
        rows[b"h"] = bytes((VERSION,)) + struct.pack("<fff", *scales) + ending[:4]
        rows[b"l"] = ending[4:]
        made: bytes = words.table(rows)
        return made


def curve(found: Pairs, scores: "list[list[float]]") -> "list[tuple[float, str, dict]]":
    """[(score, id, row)] of the best of each question that has one, the best first."""
    best = []
    for (row, answer), given in zip(found, scores, strict=True):
        if given:
            at = max(range(len(given)), key=given.__getitem__)
            best.append((given[at], answer["pairs"][at]["id"], row))
    return sorted(best, key=lambda one: -one[0])


def offset(found: Pairs, scores: "list[list[float]]") -> float:
    """What brings the score at which few enough get a false offer to that of the threshold."""
    unanswered = sum(not row["fits"] for row, _ in found)
    false = 0
    for score, _, row in curve(found, scores):
        false += not row["fits"]
        if false > _FALSE * unanswered:
            return _AT_THRESHOLD - score
    return 0.0


def folds(rows: "list[dict]") -> "list[set[str]]":
    """The names of the sets of these rows in as many parts as _FOLDS."""
    names = sorted({row["set"] for row in rows})
    return [set(names[at::_FOLDS]) for at in range(_FOLDS)]


def unseen(seen: Pairs, more: Pairs, fresh: Pairs) -> "list[list[float]]":
    """Scores of the fresh questions, each by weights made without its set; `more` are of these."""
    scores: dict[int, list[float]] = {}
    for out in folds([row for row, _ in fresh]):
        model = Model(seen, [one for one in more + fresh if one[0]["set"] not in out])
        chosen = [at for at, one in enumerate(fresh) if one[0]["set"] in out]
        scores.update(zip(chosen, model.scores([fresh[at] for at in chosen]), strict=True))
    return [scores[at] for at in range(len(fresh))]


def told(found: Pairs, scores: "list[list[float]]") -> None:
    """Print recall and precision of the best one at several shares of false offers."""
    answered = sum(bool(row["fits"]) for row, _ in found)
    wanted = [0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1]
    sums: dict[str, int] = defaultdict(int)
    for score, id, row in curve(found, scores):
        sums["offered"] += 1
        sums["right"] += id in row["fits"] or id in row.get("may", ())
        sums["found"] += id in row["fits"]
        sums["false"] += not row["fits"]
        sums["over"] += id in row.get("over", ())
        while wanted and sums["false"] > wanted[0] * (len(found) - answered):
            figures = {
                "score": round(score, 2),
                "false_offers": wanted.pop(0),
                "recall": round(sums["found"] / answered, 3),
                "precision": round(sums["right"] / sums["offered"], 3),
                "over": sums["over"],
            }
            print(json.dumps(figures))


def asked(
    rows: "list[dict]", more: "list[dict]", device: Device
) -> "tuple[bytes, Pairs, Pairs, list[tuple[int, bool]]]":
    """
    (weights of endings of all these lives, pairs of `rows`, pairs of `more`, which are of the same
    sets, what `endings.guessed` says), a set's with weights of endings made without it: on lives
    that were learned from these seem surer than they are.
    """
    guesses: list[tuple[int, bool]] = []
    lives = device.lives(rows)
    found: Pairs = []
    others: Pairs = []
    for out in folds(rows):
        part = [row for row in rows if row["set"] in out]
        beside = [row for row in more if row["set"] in out]
        rest = [row for row in rows if row["set"] not in out]
        owners = {row["owner"] for row in part}
        told = [one for one in lives if one["owner"] not in owners]
        scale, weights = endings.learn(rest, told)
        ending = endings.packed(scale, weights)
        own = [one for one in lives if one["owner"] in owners]
        guesses += endings.guessed(part, own, weights)
        found += device.pairs(part, ending)
        others += device.pairs(beside, ending) + device.pairs(part, ending, _MANY)
    return endings.packed(*endings.learn(rows, lives)), found, others, guesses


def main() -> None:
    sys.path[:0] = [str(ROOT / ".venv" / "answers"), str(ROOT / "bench")]
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("--check", action="store_true", help="write nothing, tell how good it is")
    options.add_argument(
        "--micropython", type=Path, default=ROOT / ".venv" / "bin" / "micropython", metavar="PATH"
    )
    given = options.parse_args()
    device = Device(given.micropython)
    everyday = read(EVERYDAY)
    rows = read(SETS) + [row for row in everyday if row["set"] not in _READ]
    ending, fresh, more, guesses = asked(rows, earlier(rows), device)
    read_ones = read(SEEN) + [row for row in everyday if row["set"] in _READ]
    seen = without_rules(device.pairs(read_ones, ending))
    scores = unseen(seen, more, fresh)
    if given.check:
        print(json.dumps(endings.figures(guesses)))
        told(fresh, scores)
        return
    TABLE.write_bytes(Model(seen, more + fresh).table(offset(fresh, scores), ending))


if __name__ == "__main__":
    main()
