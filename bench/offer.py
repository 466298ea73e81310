"""
What is offered unasked: precision, recall and false offers on a labelled set.

All sets are memories of imagined owners in Chinese and English, and what people say to a
companion. `offer_held.jsonl`, the usual one, is of four hands that knew neither rules nor weights,
and was not read by those who made them: lives that change over two years, half of the questions
without an answer, a third for what is so now or was so then. `offer_plain.jsonl` is as unread:
lives in which nothing changes, plainly told and asked, as is `offer_worded.jsonl`, in many
wordings; so are `offer_direct.jsonl`, short questions of lives in which little changes,
`offer_near.jsonl`, where what has no answer is asked of the very people, pets and things that
memories name, and `offer_everyday.jsonl`, lives told over two years, half of whose sentences are
everyday ones that share words with what is plainly told and change nothing of it. The weights
were made of `offer_train.jsonl` and `offer_set.jsonl`, the rules with the latter, some also with
two of the six sets of `offer_everyday_train.jsonl` (everyday1 and everyday2; the weights know none
of these); figures of these say nothing of what is new. What was measured when is in
docs/decisions/offering.md and reranking.md.

A question is asked as a prompt asks, for at most 5 memories:
- precision: of all memories offered, those that fit (`fits`, or `may`: true, beside the answer)
- recall: of the questions with an answer, those that were offered a memory that fits
- false_offers: of the questions without an answer, those that were offered anything
- now_answered_with_past: questions for what is so now that were offered what is over (`over`)
- plain_recall, plain_precision: the first result of a search by words, which never abstains
"""

import json
from pathlib import Path

import _host

_SET = _host.ROOT / "bench" / "offer_held.jsonl"
_WORDS = _host.ROOT / "tools" / "flashing" / "words.bin"
_ANSWERS = _host.ROOT / "tools" / "flashing" / "answers.bin"


def figures(asked: "list[dict]", answers: "list[dict]") -> dict:
    """What the answers to these questions are worth."""
    given = fitting = found = false = past = first = plain = 0
    for row, answer in zip(asked, answers, strict=True):
        ids = [one[0] for one in answer["offered"]]
        good = [one for one in ids if one in row["fits"] or one in row.get("may", ())]
        given += len(ids)
        fitting += len(good)
        past += any(one in row.get("over", ()) for one in ids)
        first += len(answer["first"])
        if row["fits"]:
            found += any(one in row["fits"] for one in ids)
            plain += any(one in row["fits"] for one in answer["first"])
        else:
            false += bool(ids)
    answerable = sum(bool(row["fits"]) for row in asked)
    return {
        "precision": round(fitting / given, 4) if given else None,
        "recall": round(found / answerable, 4),
        "false_offers": round(false / (len(asked) - answerable), 4),
        "now_answered_with_past": past,
        "questions": len(asked),
        "without_answer": len(asked) - answerable,
        "plain_recall": round(plain / answerable, 4),
        "plain_precision": round(plain / first, 4) if first else None,
    }


def is_right(row: dict, answer: dict) -> bool:
    """Whether nothing is missing and nothing too much."""
    ids = [one[0] for one in answer["offered"]]
    wrong = [one for one in ids if one not in row["fits"] and one not in row.get("may", ())]
    return not wrong and (not row["fits"] or any(one in row["fits"] for one in ids))


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--set", type=Path, default=_SET, help="another labelled set")
    options.add_argument("--show", action="store_true", help="print what was missed or wrong")
    options.add_argument("--curve", action="store_true", help="at thresholds from 10 to 90")
    options.add_argument(
        "--among", type=int, default=0, metavar="N", help="besides N memories of the corpus"
    )
    options.add_argument(
        "--answers", default=_ANSWERS, help="the weights of the reranker; - for the rules alone"
    )
    given = options.parse_args()
    rows = [json.loads(line) for line in given.set.read_text("utf-8").splitlines() if line]
    asked = [row for row in rows if "question" in row]
    told = {(row["owner"], row["id"]): row["content"] for row in rows if "content" in row}
    thresholds = [0, *range(10, 95, 10)] if given.curve else [0]  # 0: as the settings have it
    answers = _host.on_device(
        given.micropython,
        "offer",
        given.set,
        _WORDS,
        given.answers,
        given.among,
        *thresholds,
        heap="48M",
    )
    for at, threshold in enumerate(thresholds):
        chosen = answers[at :: len(thresholds)]
        for name in [None] if given.curve else [None, *sorted({row["set"] for row in asked})]:
            pairs = [
                (row, answer)
                for row, answer in zip(asked, chosen, strict=True)
                if name is None or row["set"] == name
            ]
            more = {"threshold": threshold} if threshold else {}
            if name is not None:
                more["set"] = name
            _host.emit("offer", **figures(*map(list, zip(*pairs, strict=True))), **more)
    if given.show:
        for row, answer in zip(asked, answers[:: len(thresholds)], strict=True):
            if not is_right(row, answer):
                wanted = [told[row["owner"], one] for one in row["fits"]]
                got = [
                    f"{told.get((row['owner'], one[0]), one[0])} ({one[1]} {one[2]})"
                    for one in answer["offered"]
                ]
                print(
                    row["set"][0], row["owner"], row["question"], "| wanted", wanted, "| got", got
                )


if __name__ == "__main__":
    main()
