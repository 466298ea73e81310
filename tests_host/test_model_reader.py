"""
What was said is read by a model over a real connection, and killed in the middle of its answer.

The server says what a test wants: this proves the way from talk to memory, not how well a model
understands it.
"""

import json
from collections.abc import Callable
from pathlib import Path

import llm_server
from desk import Desk
from llm_server import says, serving

TALK = (("owner", "我家阳台朝东，一早就晒得不行"), ("companion", "拉上窗帘吧"))
FOUND = {"memories": [{"type": "fact", "content": "用户家的阳台朝东", "importance": 6}]}
NOW = ("--now", "2026-02-05T10:00")


def spoken(folder: Path) -> Path:
    path = folder / "talk.jsonl"
    lines = [json.dumps({"role": role, "text": text}) for role, text in TALK]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def recalled(companion: Desk) -> "list[str]":
    found = companion.tool("memory", action="recall", keyword="阳台")
    return [item["content"] for item in found["items"]]


def test_what_a_model_finds_in_a_talk_is_remembered(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    with serving(says(json.dumps(FOUND, ensure_ascii=False))) as server:
        companion = desk("--hear", spoken(tmp_path), "--llm", server.url + "#m", "--stdio", *NOW)
        learned = companion.wait_event("learned")
        companion.initialize()
        assert len(learned["added"]) == 1
        assert recalled(companion) == ["用户家的阳台朝东"]
        (asked,) = server.asked
        assert asked.json["user"] == "xiaozhi-pet:session"
        sent = json.loads(asked.json["messages"][1]["content"])
        assert [one["said"] for one in sent["talk"]] == [text for _, text in TALK]


def test_what_it_cost_is_told_and_kept_over_restarts(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    with serving(says(json.dumps(FOUND, ensure_ascii=False))) as server:
        options = ("--llm", server.url + "#m", "--stdio", *NOW)
        companion = desk("--hear", spoken(tmp_path), *options)
        companion.wait_event("learned")
        companion.initialize()
        asked = companion.tool("self.get_device_status")["model"]["usage"]["session"]
        assert (asked["calls"], asked["failures"]) == (1, 0)
        assert (asked["prompt_tokens"], asked["answer_tokens"]) == (11, 7)
        assert asked["prompt_characters"] > 500
        assert "cost" not in asked
        companion.stop()
        again = desk(*options)
        again.initialize()
        assert again.tool("self.get_device_status")["model"]["usage"]["session"] == asked


def test_killed_in_the_middle_of_an_answer_it_asks_again(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    text = json.dumps(FOUND, ensure_ascii=False)
    begun: "list[Desk]" = []

    def half(asked: llm_server.Asked) -> None:
        asked.send(
            llm_server.head(), llm_server.stream(llm_server.chunk(content=text[:20]), done=False)
        )
        begun[0].kill()

    with serving(half, says(text)) as server:
        options = ("--llm", server.url + "#m", *NOW)
        first = desk("--hear", spoken(tmp_path), "--stdio", *options)
        begun.append(first)
        first.wait()
        companion = desk("--stdio", *options)
        companion.wait_event("learned")
        companion.initialize()
        assert recalled(companion) == ["用户家的阳台朝东"]


def test_without_a_server_nothing_is_asked_and_nothing_is_lost(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    companion = desk("--hear", spoken(tmp_path), "--stdio", *NOW)
    companion.initialize()
    said = companion.tool("search_conversation_traces", keyword="阳台")
    assert [item["text"] for item in said["items"]] == [TALK[0][1]]
