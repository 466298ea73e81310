"""The memory_statistics tool and ./tools/memory.sh stats, as people and clients see them."""

import json

import pytest
from test_memory import tool


def told(desk, *options):
    companion = desk("--stdio", "--now", "2026-02-05T14:00:00", *options)
    companion.initialize()
    for number in range(23):
        companion.tool("memory", action="write", type="fact", content=f"第{number}件事情")
    companion.tool("memory", action="write", type="goal", content="学游泳")
    return companion


@pytest.mark.parametrize(("language", "words"), [("zh", "一共记得 24"), ("en", "I remember 24")])
def test_the_tool_says_how_much_there_is_in_both_languages(desk, language, words):
    companion = told(desk, "--language", language)
    found = companion.tool("memory_statistics")
    assert found["status"] == "ok"
    assert words in found["message"]
    assert "2026-02-05" in found["message"]
    assert (found["total"], found["at_hand"], found["archived"]) == (24, 19, 5)
    rows = {row["type"]: (row["at_hand"], row["archived"]) for row in found["types"]}
    assert rows == {"fact": (18, 5), "goal": (1, 0)}
    companion.tool("memory", action="delete", content="第0件事情")
    assert companion.tool("memory_statistics")["total"] == 23


def test_the_definition_tells_a_model_when_to_call_it_and_that_it_changes_nothing(desk):
    companion = desk("--stdio")
    companion.initialize()
    tools = companion.request("tools/list")["result"]["tools"]
    (found,) = [each for each in tools if each["name"] == "memory_statistics"]
    assert found["annotations"]["readOnlyHint"] is True
    assert "owner asks" in found["description"]
    assert "主人问" in found["description"]
    answer = companion.request("tools/call", name="memory_statistics", arguments={})["result"]
    text = answer["content"][0]["text"]
    assert len(text.encode()) < 6000
    assert json.loads(text) == answer["structuredContent"]
    wrong = companion.request("tools/call", name="memory_statistics", arguments={"type": "fact"})
    assert wrong["result"]["isError"] is True


def test_the_command_prints_the_same_figures(desk, tmp_path):
    companion = told(desk)
    found = companion.tool("memory_statistics")
    companion.stop()
    chip = tmp_path / "desk.flash"
    said = json.loads(tool("stats", "--json", "--flash", chip)[0])
    for name in ("total", "at_hand", "archived", "types", "deleted"):
        assert said[name] == found[name], name
    lines = tool("stats", "--flash", chip)[0].splitlines()
    assert lines[1].split() == ["fact", "18", "5", "2026-02-05", "2026-02-05"]
    assert lines[3].split() == ["all", "19", "5", "2026-02-05", "2026-02-05"]
    assert "0 deleted" in lines
    assert lines[-1].startswith("archive: ")
    assert "no such file" in tool("stats", "--flash", tmp_path / "none", status=66)[1]


def test_a_board_is_asked_over_its_serial_line(desk):
    board = desk("--repl")
    board.tool("memory", action="write", type="goal", content="学游泳")
    said = json.loads(tool("stats", "--json", "--connect", board.ready["repl"])[0])
    assert said["total"] == 1
    board.wait_event("ready", 2)
