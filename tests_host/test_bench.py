"""The benchmarks' own ground: the script that starts them, and the corpus they measure with."""

import json
import subprocess
import sys
import zlib
from collections.abc import Callable
from datetime import date
from importlib import import_module
from typing import Any

import device
import pytest

sys.path[:0] = [
    str(device.ROOT / "lib"),
    str(device.ROOT / "tools" / "cpython"),
    str(device.ROOT / "bench"),
]

corpus: Any = import_module("corpus")
recall: Any = import_module("recall")

dates: Any = import_module("memory.text.dates")

# Prints the check sum of the first records, whole.
_FACES = """
import sys
sys.path.append('bench')
import corpus
from binascii import crc32
crc = 0
for record in corpus.records(900):
    crc = crc32(("%s %s %d" % (record.id, record.kind, record.created)).encode(), crc)
    for name in sorted(record.fields):
        crc = crc32((" %s %s" % (name, record.fields[name])).encode(), crc)
print(crc)
"""


def test_an_unknown_benchmark_is_answered_with_those_there_are() -> None:
    said = subprocess.run(
        [device.ROOT / "tools" / "bench.sh", "nonsense"], capture_output=True, text=True
    )
    assert said.returncode == 2
    assert said.stdout == ""
    for path in (device.ROOT / "bench").glob("[!_]*.py"):
        assert f" {path.stem}" in said.stderr


def test_a_percentile_is_the_lowest_value_that_so_many_do_not_exceed() -> None:
    """Of twenty times the 95th percentile is the 19th; the slowest is the 100th."""
    times = [float(one) for one in range(20, 0, -1)]
    assert [recall.at_percent(times, percent) for percent in (50, 95, 100)] == [10, 19, 20]
    assert recall.at_percent([7.0], 95) == 7


@pytest.mark.thorough
def test_the_corpus_is_what_the_budgets_are_written_for() -> None:
    """12,000 facts of about 30 characters, 6,000 moments of about 40 with a topic, three years."""
    said = subprocess.run(
        [device.ROOT / "tools" / "bench.sh", "corpus"], capture_output=True, text=True, check=True
    )
    figures = json.loads(said.stdout)
    assert figures["bench"] == "corpus"
    assert figures["records"] == {"fact": 12000, "moment": 6000}
    assert 28 < figures["mean_characters"]["fact"] < 33
    assert 38 < figures["mean_characters"]["moment"] < 43
    assert 3_500_000 < figures["raw_bytes"] < 4_500_000


@pytest.mark.thorough
@pytest.mark.needs("npm")
def test_the_heap_is_measured_with_everything_loaded_and_a_full_store() -> None:
    said = subprocess.run(
        [device.ROOT / "tools" / "bench.sh", "heap", "--rounds", "2"],
        capture_output=True,
        text=True,
        check=True,
    )
    figures = json.loads(said.stdout)
    assert figures["bench"] == "heap"
    assert (
        200_000
        < figures["code_bytes"]
        < figures["loaded_bytes"]
        <= figures["peak_bytes"]
        < 4 << 20
    )
    assert 0 < figures["gc_ms_max"] < 1000
    # Pointers are half as long, byte code and text are not.
    assert figures["code_bytes"] / 2 < figures["code_bytes_32"] < figures["code_bytes"]


@pytest.mark.thorough
@pytest.mark.needs("npm")
def test_tool_calls_are_measured_side_by_side_with_server_memory() -> None:
    options = ("--records", "30", "--rounds", "2", "--settle", "0")
    said = subprocess.run(
        [device.ROOT / "tools" / "bench.sh", "mcp", *options],
        capture_output=True,
        text=True,
        check=True,
    )
    figures = json.loads(said.stdout)
    assert (figures["bench"], figures["calls"], figures["heap"]) == ("mcp", 10, "8M")
    for prefix in ("", "peer_"):
        assert 5 < figures[prefix + "rss_mb"] < 500
        for sort in ("", "recall_", "write_", "read_", "list_"):
            name = prefix + sort
            assert 0 < figures[name + "p50_ms"] <= figures[name + "p95_ms"]
            assert figures[name + "bytes"] > 50


def test_records_come_oldest_first_over_three_years_and_hardly_any_twice() -> None:
    records = list(corpus.records())
    created = [record.created for record in records]
    assert created == sorted(created)
    assert 1090 * 86400 < created[-1] - created[0] < 1096 * 86400
    assert len({record.id for record in records}) == 18000
    assert len({record.content for record in records}) > 17500
    assert all(record.get("topic") for record in records if record.kind == "moment")
    english = sum(1 for record in records if record.content.isascii())
    assert 900 < english < 2700


def test_the_corpus_is_no_easier_to_compress_than_talk_is() -> None:
    """8 KB of notes in Chinese and English, names and dates all different, shrink to a third."""
    text = "\n".join(record.content for record in corpus.records(2000)).encode()
    shares = []
    for at in range(0, len(text) - 8192, 8192):
        made = zlib.compressobj(9, zlib.DEFLATED, -12)
        block = text[at : at + 8192]
        shares.append(len(made.compress(block) + made.flush()) / len(block))
    assert 0.45 < sum(shares) / len(shares) < 0.7


def test_the_corpus_is_the_same_on_micropython_and_cpython(
    run_mpy: Callable[..., device.Ran],
) -> None:
    said = subprocess.run(
        [sys.executable, "-c", _FACES],
        cwd=device.ROOT,
        env={"PYTHONPATH": "lib:tools/cpython"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == run_mpy(_FACES, heap="8M").out


def test_questions_of_recall_are_always_the_same_and_of_every_sort() -> None:
    records = [
        {"created": dates.iso(one.created), "content": one.content} for one in corpus.records(3000)
    ]
    asked = recall.questions(records)
    assert asked == recall.questions(records)
    words, ranges, whole, long = asked[:50], asked[50:70], asked[70:110], asked[110:]
    assert len({row["keyword"] for row in words}) == 50
    assert len(ranges) == 20
    assert len(whole) == 40
    assert all(15 <= len(row["keyword"]) <= 30 for row in whole)
    assert [len(row["keyword"]) for row in long] == [164] * 10
    latin = [row["keyword"] for row in words if row["keyword"].isascii()]
    assert 10 <= len(latin) <= 20
    for row in words:
        keyword = row["keyword"]
        assert keyword in latin or 2 <= len(keyword) <= 4, keyword
        assert any(keyword in record["content"] for record in records)
    spans = {
        (date.fromisoformat(row["end"]) - date.fromisoformat(row["start"])).days for row in ranges
    }
    assert len(spans) == 4
    assert min(spans) == 0
    assert max(spans) > 80
    assert len([row for row in ranges if "keyword" in row]) == 8
    assert len([row for row in ranges if "type" in row]) == 4


def test_the_full_text_search_compared_with_finds_chinese_inside_a_run() -> None:
    records = [
        {"id": "a", "content": "我喜欢北京烤鸭", "topic": "美食"},
        {"id": "b", "content": "I like roast duck", "topic": "food"},
    ]
    assert recall.fts5(records, [{"keyword": "北京烤"}, {"keyword": "duck"}, {"keyword": "没有"}])
    base = recall.filled(records)
    for keyword, wanted in (("北京烤", ["a"]), ("京烤鸭", ["a"]), ("Duck", ["b"]), ("北烤", [])):
        assert [id for id, _ in recall.best(base, keyword)] == wanted


@pytest.mark.thorough
@pytest.mark.needs("libopus0")
def test_a_talk_by_voice_is_measured_from_mouth_to_ear() -> None:
    said = subprocess.run(
        [device.ROOT / "tools" / "bench.sh", "voice", "--minutes", "0.4"],
        capture_output=True,
        text=True,
        check=True,
    )
    figures = json.loads(said.stdout)
    assert figures["bench"] == "voice"
    assert figures["turns"] >= 3
    assert 20 < figures["mouth_to_ear_ms"] <= figures["mouth_to_ear_p95_ms"]
    assert 0 < figures["cpu_share"] < 1
    assert figures["cpu_share"] < figures["modelled_s3_cpu_share"]
    for name in ("underruns", "overruns", "collections", "garbage_kb_min", "gc_ms_max"):
        assert figures[name] >= 0
