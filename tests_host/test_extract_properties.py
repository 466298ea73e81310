"""memory.extract.extractor under hypothesis: it never raises, and all it finds may be written."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import device
from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

extract: Any = import_module("memory.extract.extractor").extract
rules: Any = import_module("memory.records.validation")
dates: Any = import_module("memory.text.dates")
tables: Any = [import_module("memory.extract.words_zh"), import_module("memory.extract.words_en")]
PROFILE: Any = import_module("memory.records.kinds").PROFILE

_SET = Path(device.ROOT / "bench" / "extract_set.jsonl")
# Rules take no date after 2099, and the farthest that is said lies a few years ahead.
_TIMES = st.integers(dates.parse("2024-01-01"), dates.parse("2090-12-31"))
_ROWS = [json.loads(line) for line in _SET.read_text("utf-8").splitlines()]


def _words() -> "list[str]":
    """Every entry of every table: what the grammar is made of."""
    found = set("0123456789一二三十百两，。？！、,.?! '")
    for table in tables:
        for name in dir(table):
            value = getattr(table, name)
            if name.isupper() and isinstance(value, str):
                found.update(part.partition(":")[0] for part in value.split("|"))
    return sorted(found - {""})


_SPEECH = st.lists(st.sampled_from(_words()), max_size=14).map("".join)
_SENTENCES = st.lists(st.sampled_from([row["text"] for row in _ROWS]), min_size=2, max_size=3)


def _check(text: str, now: int) -> None:
    seen = set()
    for found in extract(text, now):
        fields, ignored = rules.clean_fields(found.kind, found.fields)
        assert ignored == []
        content = rules.clean_content(found.kind, found.content)
        assert content == found.content
        assert 1 <= found.confidence <= 100
        if found.kind == "family":
            assert fields["relation"]
        if found.kind == "schedule":
            assert dates.has_time(fields["when"])
            assert dates.parse(fields["when"]) > now - now % 60
        if found.kind == "event":
            assert len(fields["when"]) in (5, 10)
            assert len(fields["when"]) == 5 or dates.parse(fields["when"]) >= now - now % dates.DAY
        key = found.kind if found.kind in PROFILE else (found.kind, content, repr(fields))
        assert key not in seen
        seen.add(key)


@settings(max_examples=device.tries(300))
@given(st.text(max_size=80), _TIMES)
@example("\ud800", 0)
@example("我叫" + "一" * 500, 0)
def test_any_text_is_read_without_an_error(text: str, now: int) -> None:
    _check(text, now)


@settings(max_examples=device.tries(700))
@given(_SPEECH, _TIMES)
def test_any_words_of_the_grammar_give_what_may_be_written(text: str, now: int) -> None:
    _check(text, now)


@settings(max_examples=device.tries(200))
@given(_SENTENCES, st.sampled_from(["", " ", "，", "。", "?"]), _TIMES)
def test_sentences_that_run_together_give_what_may_be_written(
    parts: "list[str]", between: str, now: int
) -> None:
    _check(between.join(parts), now)


@settings(max_examples=device.tries(200))
@given(st.sampled_from(_ROWS), st.data())
def test_a_sentence_cut_off_anywhere_gives_what_may_be_written(
    row: dict, data: st.DataObject
) -> None:
    text = row["text"]
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    _check(text[begin:end], dates.parse(row["now"]))


@settings(max_examples=device.tries(100))
@given(st.sampled_from(_ROWS))
def test_width_and_spaces_around_make_no_difference(row: dict) -> None:
    now = dates.parse(row["now"])
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in row["text"])
    assert extract(wide, now) == extract(row["text"], now)
    assert extract("  " + row["text"] + "\u3000", now) == extract(row["text"], now)


def test_the_labelled_set_is_sound() -> None:
    """Its labels may be written, half of it holds nothing, no utterance is there twice."""
    for row in _ROWS:
        assert row["set"] in ("dev", "heldout", "seen") or row["set"].startswith("fresh")
        now = dates.parse(row["now"])
        for expected in row["expect"]:
            given_fields = {k: v for k, v in expected.items() if k not in ("kind", "content")}
            rules.clean_fields(expected["kind"], given_fields)
            rules.clean_content(expected["kind"], expected["content"])
        assert now
    texts = [row["text"] for row in _ROWS]
    assert len(set(texts)) == len(texts) >= 320
    empty = sum(1 for row in _ROWS if not row["expect"])
    assert 0.45 < empty / len(_ROWS) < 0.55
