"""
Questions to three years of memory: 50 keywords of 2 to 4 characters or a word; 20 ranges of days,
weeks and months, some with a keyword or a type; 40 whole questions of 15 to 30 characters, and 10
of 164. The 10 newest that hold the keyword, then what else answers to it, as the memory tool asks.

`recall` are the keywords, and with `question_` the whole questions and `long_` the long ones, of
which `question_answered` and `long_answered` gave something; `recall_range` are the ranges,
`recall_first` a whole question that is the first one after a start. `found` and `missed` count the
records that reading every line gives for the same keywords or ranges, limit and order.
`linear_ms` is such a reading:
every segment inflated, every line parsed (median of five). A question is asked twice; the figures
are of the second time, when the files are open and the directories of the index known, `first_`
those of the first. Bytes are counted at the flash.

`fts5_ms` is SQLite's FTS5 in CPython on the same records, ten best by its rank: its unicode61
tokenizer over texts in which runs of Chinese are written as pairs of neighbouring characters, and
a keyword as the phrase of its pairs.
"""

import json
import random
import re
import sqlite3
import time
from collections.abc import Iterator

import _host

_SEED = 20260205
_KEYWORDS = 50
_RANGES = 20
_QUESTIONS = 40
_LONG = 10
_LONG_LETTERS = 164
_LIMIT = 10
_BUDGET_BYTES = 65536
_BUDGET_SPEEDUP = 25
_STRETCH_BYTES = 46080
_STRETCH_SPEEDUP = 40
_CJK = re.compile(r"[\u4e00-\u9fff]+")
_WORD = re.compile(r"[A-Za-z]{3,}")


def keyword_of(rng: random.Random, text: str) -> "str | None":
    """A piece of a record: 2 to 4 characters of one run of Chinese, or a word of a Latin text."""
    runs = [run for run in _CJK.findall(text) if len(run) > 1]
    words = _WORD.findall(text)
    if not runs or (words and rng.random() < 0.5):
        return rng.choice(words) if words else None
    run = rng.choice(runs)
    size = min(len(run), rng.choice((2, 2, 3, 4)))
    start = rng.randrange(len(run) - size + 1)
    return run[start : start + size]


def keywords(rng: random.Random, records: "list[dict]") -> "Iterator[str]":
    """Different ones without end, one in five from a record that is written in English."""
    english = [record for record in records if record["content"].isascii()]
    given = set()
    while True:
        record = rng.choice(english if len(given) % 5 == 4 else records)
        keyword = keyword_of(rng, record["content"])
        if keyword is not None and keyword not in given:
            given.add(keyword)
            yield keyword


# Around a piece of a record.
_ASKED = (
    "你还记得{}是怎么回事吗？",
    "我之前说过的{}，后来怎么样了？",
    "{}，这件事是什么时候的？",
    "帮我想想，{}是谁告诉我的？",
    "关于{}我都跟你说过什么？",
)


def whole_questions(rng: random.Random, records: "list[dict]") -> "Iterator[str]":
    """Questions of 15 to 30 characters without end, each around a piece of a Chinese record."""
    while True:
        run = max(_CJK.findall(rng.choice(records)["content"]) or [""], key=len)
        size = rng.randint(5, 12)
        if len(run) >= size:
            at = rng.randrange(len(run) - size + 1)
            asked = rng.choice(_ASKED).format(run[at : at + size])
            if 15 <= len(asked) <= 30:
                yield asked


def long_questions(rng: random.Random, records: "list[dict]") -> "Iterator[str]":
    """The same, of _LONG_LETTERS characters: a story of several pieces before the question."""
    short = whole_questions(rng, records)
    while True:
        story = ""
        while len(story) < _LONG_LETTERS:
            story += next(short).replace("？", "。")
        yield story[: _LONG_LETTERS - 1] + "？"


def questions(records: "list[dict]") -> "list[dict]":
    """All of them, the keywords first."""
    rng = random.Random(_SEED)
    words = keywords(rng, records)
    found: "list[dict]" = [{"keyword": next(words)} for _ in range(_KEYWORDS)]
    days = sorted({record["created"][:10] for record in records})
    for number in range(_RANGES):
        span = (1, 7, 31, 92)[number % 4]
        at = rng.randrange(len(days) - span)
        row = {"start": days[at], "end": days[at + span - 1]}
        if number % 5 in (1, 3):
            inside = [
                each for each in records if row["start"] <= each["created"][:10] <= row["end"]
            ]
            row["keyword"] = (keyword_of(rng, rng.choice(inside)["content"]) or "the")[:2]
        if number % 5 == 2:
            row["type"] = rng.choice(("fact", "moment"))
        found.append(row)
    short, long = whole_questions(rng, records), long_questions(rng, records)
    found += [{"keyword": next(short)} for _ in range(_QUESTIONS)]
    return found + [{"keyword": next(long)} for _ in range(_LONG)]


# -- the comparison --------------------------------------------------------------------------


def _pairs(text: str) -> str:
    """The text with each run of Chinese as its pairs, 你好吗 as 你好 好吗."""

    def spaced(match: "re.Match[str]") -> str:
        run = match[0]
        return " " + " ".join([run[at : at + 2] for at in range(max(1, len(run) - 1))]) + " "

    return _CJK.sub(spaced, text)


def filled(records: "list[dict]") -> sqlite3.Connection:
    """A base in RAM with these records."""
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table memories using fts5(id unindexed, content, topic)")
    base.executemany(
        "insert into memories values (?, ?, ?)",
        [(row["id"], _pairs(row["content"]), _pairs(row.get("topic", ""))) for row in records],
    )
    base.commit()
    return base


def best(base: sqlite3.Connection, keyword: str) -> "list[tuple]":
    """(id, content) of the best by rank."""
    query = "select id, content from memories where memories match ? order by rank limit ?"
    return base.execute(query, ('"' + _pairs(keyword).strip() + '"', _LIMIT)).fetchall()


def fts5(records: "list[dict]", asked: "list[dict]") -> "list[float]":
    """Milliseconds of each question."""
    base = filled(records)
    times = []
    for row in asked:
        start = time.perf_counter()
        best(base, row["keyword"])
        times.append((time.perf_counter() - start) * 1000)
    return times


# -- figures ---------------------------------------------------------------------------------


def at_percent(values: "list[float]", percent: int) -> float:
    """The lowest value that so many percent of all do not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def figures(rows: "list[dict]", linear_ms: float) -> dict:
    """What a group of answered questions shows."""
    ms = [row["ms"] for row in rows]
    read = [row["read_bytes"] for row in rows]
    found = sum([len(set(row["wanted"]) & set(row["ids"])) for row in rows])
    wanted = sum([len(row["wanted"]) for row in rows])
    half = at_percent(ms, 50)
    return {
        "questions": len(rows),
        "p50_ms": round(half, 2),
        "p95_ms": round(at_percent(ms, 95), 2),
        "flash_read_bytes_p50": at_percent(read, 50),
        "flash_read_bytes_p95": at_percent(read, 95),
        "first_p95_ms": round(at_percent([row["first_ms"] for row in rows], 95), 2),
        "first_read_bytes_p95": at_percent([row["first_read_bytes"] for row in rows], 95),
        "linear_ms": round(linear_ms, 1),
        "speedup_vs_linear": round(linear_ms / half, 1),
        "found": found,
        "missed": wanted - found,
        "in_order": sum([row["ids"] == row["wanted"] for row in rows]),
        "totals_too_low": sum([row["total"] < row["wanted_total"] for row in rows]),
    }


def answered(rows: "list[dict]", prefix: str) -> dict:
    """The times and bytes of whole questions, which nothing contains."""
    ms = [row["ms"] for row in rows]
    return {
        prefix + "p50_ms": round(at_percent(ms, 50), 2),
        prefix + "p95_ms": round(at_percent(ms, 95), 2),
        prefix + "read_bytes_p50": at_percent([row["read_bytes"] for row in rows], 50),
        prefix + "read_bytes_p95": at_percent([row["read_bytes"] for row in rows], 95),
        prefix + "answered": sum([bool(row["others"] or row["ids"]) for row in rows]),
    }


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--each", action="store_true", help="print every question as well")
    given = options.parse_args()
    path = _host.corpus(given.micropython)
    with open(path, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    asked = questions(records)
    file = _host.BUILD / "questions.jsonl"
    file.write_text(
        "".join([json.dumps(row, ensure_ascii=False) + "\n" for row in asked]), "utf-8"
    )
    *rows, image = _host.on_device(given.micropython, "recall", path, file, heap="32M")
    if given.each:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
    linear_ms = at_percent(image["scan_ms"], 50)
    compared = fts5(records, asked[:_KEYWORDS])
    whole = _KEYWORDS + _RANGES
    _host.emit(
        "recall",
        **figures(rows[:_KEYWORDS], linear_ms),
        **answered(rows[whole : whole + _QUESTIONS], "question_"),
        **answered(rows[whole + _QUESTIONS :], "long_"),
        fts5_ms=round(at_percent(compared, 50), 3),
        fts5_p95_ms=round(at_percent(compared, 95), 3),
        records=image["records"],
        budget_flash_read_bytes_p95=_BUDGET_BYTES,
        budget_speedup_vs_linear=_BUDGET_SPEEDUP,
        stretch_flash_read_bytes_p95=_STRETCH_BYTES,
        stretch_speedup_vs_linear=_STRETCH_SPEEDUP,
    )
    _host.emit("recall_range", **figures(rows[_KEYWORDS:whole], linear_ms))
    _host.emit("recall_first", ms=round(image["first_ms"], 2), read_bytes=image["first_bytes"])


if __name__ == "__main__":
    main()
