"""
The extractor: precision and recall on bench/extract_set.jsonl, time, heap.

The set was written by us: utterances of an owner, Chinese and English, half of them holding
nothing to remember. `dev` and `seen` were there while rules were made; each of the others was
written after the rules of its day, measured, and only then were rules changed for it. What was
measured first is in docs/decisions/extract.md; what is printed here says that nothing was lost
since, not how the rules do on speech that they have not seen.

A finding counts when an expected one of the same kind is left that matches it:
- the contents are equal after folding case and width, without spaces and punctuation, without
  particles at the end (了吧呢啊呀啦嘛哦的) and without one of 我 去 吃 喝, I I'm to the a an,
  going to, eating, drinking at the beginning;
- relation, when and repeat are equal, where they are expected.
precision = matched / found, recall = matched / expected, n = expected. Event and schedule are one
type, not one kind. Times are of one utterance, the best of three runs.
"""

import json
from collections import Counter
from pathlib import Path

import _host

_SET = _host.ROOT / "bench" / "extract_set.jsonl"
_TYPES = {
    "identity": ("name", "age", "gender", "location", "birthday"),
    "preference": ("like", "dislike"),
    "family": ("family",),
    "event": ("event", "schedule"),
    "fact": ("fact",),
    "habit": ("habit",),
}
_TYPE_OF = {kind: name for name, kinds in _TYPES.items() for kind in kinds}
_HEADS = ("i'm", "goingto", "eating", "drinking", "the", "to", "an", "a", "i", *"我去吃喝")
_TAILS = "了吧呢啊呀啦嘛哦的"
_PUNCTUATION = " ,.!?;:，。！？、；：\"'“”"


def folded(content: str) -> str:
    """A content as it is compared."""
    wide = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
    text = content.translate(wide).lower()
    text = "".join(letter for letter in text if letter not in _PUNCTUATION or letter == "'")
    for head in _HEADS:
        if text.startswith(head) and len(text) > len(head):
            text = text[len(head) :]
            break
    text = text.replace("'", "")
    return text.rstrip(_TAILS) or text


def same(expected: dict, found: dict) -> bool:
    """Whether a finding is the one that was expected."""
    if expected["kind"] != found["kind"]:
        return False
    if folded(expected["content"]) != folded(found["content"]):
        return False
    names = [name for name in expected if name not in ("kind", "content")]
    return all(folded(str(expected[name])) == folded(str(found.get(name, ""))) for name in names)


def score(rows: "list[dict]", results: "list[dict]", shown: bool) -> "dict[str, list[int]]":
    """[matched, found, expected] per type."""
    counts = {name: [0, 0, 0] for name in _TYPES}
    for row, result in zip(rows, results, strict=True):
        left = list(result["found"])
        missed = []
        for expected in row["expect"]:
            match = next((found for found in left if same(expected, found)), None)
            counts[_TYPE_OF[expected["kind"]]][2] += 1
            if match is None:
                missed.append(expected)
            else:
                left.remove(match)
                counts[_TYPE_OF[expected["kind"]]][0] += 1
        for found in result["found"]:
            counts[_TYPE_OF[found["kind"]]][1] += 1
        if shown and (missed or left):
            print(json.dumps({**row, "missed": missed, "wrong": left}, ensure_ascii=False))
    return counts


def emit(name: str, kind: str, counts: "list[int]", **more: object) -> None:
    matched, found, expected = counts
    _host.emit(
        "extract",
        set=name,
        type=kind,
        precision=round(matched / found, 4) if found else None,
        recall=round(matched / expected, 4) if expected else None,
        n=expected,
        **more,
    )


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--set", type=Path, default=_SET, help="another labelled set")
    options.add_argument("--show", action="store_true", help="print what was missed or wrong")
    given = options.parse_args()
    rows = [json.loads(line) for line in given.set.read_text("utf-8").splitlines() if line]
    *results, heap = _host.on_device(given.micropython, "extract", given.set, heap="1M")
    for name in Counter(row.get("set", "") for row in rows):
        chosen = [at for at, row in enumerate(rows) if row.get("set", "") == name]
        mine = [results[at] for at in chosen]
        counts = score([rows[at] for at in chosen], mine, given.show)
        for kind, figures in counts.items():
            emit(name, kind, figures)
        us = sorted(result["us"] for result in mine)
        total = [sum(column) for column in zip(*counts.values(), strict=True)]
        emit(
            name,
            "overall",
            total,
            utterances=len(us),
            us_median=us[len(us) // 2],
            us_p95=us[len(us) * 95 // 100],
            us_max=us[-1],
        )
    _host.emit("extract", **heap)


if __name__ == "__main__":
    main()
