"""
The rules of lib/mind on labelled sentences: `tuned` (the rules were made with them) and `held`
(written afterwards and measured once before anything was changed for them; what came out then is
in docs/decisions/mind-rules.md). Half of each set, about, holds nothing.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import device
import pytest

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

dates: Any = import_module("memory.text.dates")
opposing: Any = import_module("mind.opposing")
owner_words: Any = import_module("mind.owner_words")
predicates: Any = import_module("mind.predicates")
todo_words: Any = import_module("mind.todo_words")

HERE = Path(__file__).parent
NOW = dates.parse("2026-02-05 14:00")  # a Thursday


def _rows(name: str, chosen: str) -> "list[dict[str, Any]]":
    lines = (HERE / name).read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [row for row in rows if row["set"] == chosen]


def _score(name: str, rows: "list[dict[str, Any]]", found: "list[Any]", label: str) -> float:
    """Precision and recall are printed, with what is wrong; the precision."""
    pairs = [(row[label], one) for row, one in zip(rows, found, strict=True)]
    right = sum(1 for expected, one in pairs if one and one == expected)
    told = sum(1 for _, one in pairs if one)
    wanted = sum(1 for expected, _ in pairs if expected)
    for row, one in zip(rows, found, strict=True):
        if row[label] != one:
            print(json.dumps({**row, "found": one}, ensure_ascii=False))
    print(f"{name}: precision {right / told:.3f}, recall {right / wanted:.3f}, n {len(rows)}")
    assert right >= 0.95 * wanted
    return right / told


@pytest.mark.parametrize("chosen", ["tuned", "held"])
def test_claims_are_what_a_reader_would_say(chosen: str) -> None:
    rows = _rows("claims_set.jsonl", chosen)
    claims = [predicates.claim(row["text"]) for row in rows]
    found = [list(one[:4]) if one else None for one in claims]
    assert _score(f"claims {chosen}", rows, found, "claim") >= 0.98


@pytest.mark.parametrize(
    ("text", "home"),
    [
        ("我回北京看爸妈", None),
        ("我回成都出差", None),
        ("我回南京待几天", None),
        ("I'm back in Porto for the holidays", None),
        ("我回北京了", "北京"),
        ("我回成都发展", "成都"),
        ("我调到北京工作了", "北京"),
        ("I'm back in Porto for good", "Porto"),
        ("I live in Leeds in a small flat with two cats", "Leeds"),
        ("We live in London on a houseboat", "London"),
        ("I live in Bristol near the docks", "Bristol"),
        ("I live in a flat near Bristol", None),
    ],
)
def test_a_visit_is_no_home_and_how_one_lives_no_part_of_where(
    text: str, home: "str | None"
) -> None:
    assert [one.object for one in predicates.claims(text)] == ([home] if home else [])


@pytest.mark.parametrize("chosen", ["tuned", "held"])
def test_todos_are_found_with_their_times(chosen: str) -> None:
    rows = _rows("todo_set.jsonl", chosen)
    found = [_todo(row["text"]) for row in rows]
    assert _score(f"todos {chosen}", rows, found, "todo") >= 0.98


def _todo(text: str) -> "dict[str, Any] | None":
    found = todo_words.todo(text, NOW)
    if found is not None:
        for name in ("due", "remind"):
            found[name] = "" if found[name] is None else dates.minute(found[name])
    return found


@pytest.mark.parametrize("chosen", ["tuned", "held"])
def test_words_of_the_owner_act_and_stories_do_not(chosen: str) -> None:
    rows = _rows("owner_words_set.jsonl", chosen)
    said = [owner_words.asked(row["text"]) for row in rows]
    found = [list(one) if one else None for one in said]
    assert _score(f"owner words {chosen}", rows, found, "action") >= 0.98


@pytest.mark.parametrize("chosen", ["tuned", "held"])
def test_what_goes_against_a_core_memory_is_told_from_what_does_not(chosen: str) -> None:
    rows = _rows("opposing_pairs.jsonl", chosen)
    found = [opposing.opposes(row["core"], row["statement"]) for row in rows]
    assert _score(f"opposing {chosen}", rows, found, "opposes") >= 0.98


def test_what_somebody_likes_says_nothing_of_what_else_is_told_of_them() -> None:
    for core, statement, is_against in (
        ("雅婷对花生过敏", "雅婷喜欢百合", False),
        ("我老婆对花生过敏", "我老婆喜欢百合", False),
        ("小明讨厌香菜", "小明喜欢足球", False),
        ("雅婷对花生过敏", "雅婷现在喜欢吃花生了", True),
        ("我老婆讨厌香菜", "我老婆现在喜欢香菜了", True),
        ("用户对花生过敏", "用户喜欢吃花生", True),
    ):
        assert opposing.opposes(core, statement) == is_against, (core, statement)


def test_what_people_tell_of_themselves_acts_on_nothing() -> None:
    """The utterances of the extractor's sets: hardly one of them is a word to the memory."""
    said = [
        json.loads(line)["text"]
        for line in (device.ROOT / "bench" / "extract_set.jsonl").read_text("utf-8").splitlines()
    ]
    acting = [text for text in said if owner_words.asked(text)]
    print(len(said), len(acting), acting)
    assert len(acting) * 250 <= len(said)


@pytest.mark.parametrize("part", range(4))
def test_no_utterance_nor_half_of_one_is_too_much_for_the_rules(part: int) -> None:
    lines = (device.ROOT / "bench" / "extract_set.jsonl").read_text("utf-8").splitlines()
    for line in lines[part::16]:  # of 7,300 a quarter: all of them take a quarter of an hour
        said = json.loads(line)["text"]
        for text in (said, said[: len(said) // 2], said[len(said) // 2 :], said.upper()):
            predicates.claims(text)
            predicates.when_asked(text)
            owner_words.asked(text)
            todo_words.todo(text, NOW)
            todo_words.done_words(text)
            opposing.opposes(said, text)


@pytest.mark.parametrize(
    "room",
    [
        "memory.extract",
        "memory.text",
        "mind",
        "mind.offers",
        "mind.reminders",
        "mind.rules",
        "mind.scores",
    ],
)
def test_no_table_of_phrases_has_an_entry_twice(room: str) -> None:
    folder = device.ROOT / "lib" / room.replace(".", "/")
    tables = 0
    for file in sorted(folder.glob("[!_]*.py")):
        for name, table in vars(import_module(f"{room}.{file.stem}")).items():
            phrases = table.decode("utf-8", "replace") if isinstance(table, bytes) else table
            if isinstance(phrases, str) and phrases[:1] == phrases[-1:] == "|":
                found = [one for one in phrases.split("|") if one]
                twice = {one for one in found if found.count(one) > 1}
                assert not twice, f"{file.stem}.{name}"
                tables += 1
    assert tables
