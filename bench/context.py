"""
The text of memories for a prompt, with 800 in the notebook over three years of memory.

100 questions, each asked for the first time since the start: 60 of those of the labelled set for
offers, in both languages, half of them without an answer anywhere, and 40 whole questions around a
piece of a record. Milliseconds and bytes of flash of `context` in style `list`; `again_` where the
same is asked once more. `rebuild_` is making the notebook from all of memory, as at the first
start with a mind, `load_` reading it and what the log has since, `save_` writing its file, `core_`
a context of style `core`. `given` counts questions for which anything was given out.
"""

import json
import random

import _host
import recall

_SEED = 20260205
_NATURAL = 60
_WHOLE = 40
_SET = _host.ROOT / "bench" / "offer_set.jsonl"
_WORDS = _host.ROOT / "tools" / "flashing" / "words.bin"
_ANSWERS = _host.ROOT / "tools" / "flashing" / "answers.bin"


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--each", action="store_true", help="print every question as well")
    options.add_argument(
        "--answers", default=_ANSWERS, help="the weights of the reranker; - for the rules alone"
    )
    given = options.parse_args()
    path = _host.corpus(given.micropython)
    with open(path, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    rng = random.Random(_SEED)
    rows = [json.loads(line) for line in _SET.read_text("utf-8").splitlines()]
    asked = rng.sample([row["question"] for row in rows if "question" in row], _NATURAL)
    whole = recall.whole_questions(rng, records)
    asked += [next(whole) for _ in range(_WHOLE)]
    file = _host.BUILD / "context.jsonl"
    file.write_text(
        "".join([json.dumps({"question": one}, ensure_ascii=False) + "\n" for one in asked]),
        "utf-8",
    )
    tables = (_WORDS, given.answers)
    *answers, image = _host.on_device(
        given.micropython, "context", path, file, *tables, heap="16M"
    )
    if given.each:
        for row in answers:
            print(json.dumps(row, ensure_ascii=False))
    ms = [row["ms"] for row in answers]
    again = [row["again_ms"] for row in answers]
    _host.emit(
        "context",
        p50_ms=round(recall.at_percent(ms, 50), 2),
        p95_ms=round(recall.at_percent(ms, 95), 2),
        flash_read_bytes_p95=recall.at_percent([row["read_bytes"] for row in answers], 95),
        again_p50_ms=round(recall.at_percent(again, 50), 2),
        again_p95_ms=round(recall.at_percent(again, 95), 2),
        given=sum(bool(row["given"]) for row in answers),
        questions=len(answers),
        **{
            name: round(value, 2) if name.endswith("_ms") else value
            for name, value in image.items()
        },
        budget_p50_ms=6,
        budget_p95_ms=15,
    )


if __name__ == "__main__":
    main()
