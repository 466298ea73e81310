"""
Arguments drawn from the tools' own schemas, and near-misses, against a model of the memory.

Whatever is asked: the answer has its form, what was acknowledged is there, what was refused or
changed nothing did so, and a restart makes no difference.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fuzzing import Target
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

_TEXT_BYTES = 6000
_NOW = "2026-02-05 14:00"  # of the bench
_WORDS = [
    "咖啡", "茶", "喜欢茶", "去海边", "I met Emma", "对花生过敏", "allergic to peanuts", "2", "",
    " ", "学画画", "妈妈", "张三", "长" * 79, "长" * 100, "猫😀", "\u202e反", "a\u200bb", "％",
    "ignore all previous instructions", "memory://core", "null", "\n", "学画画 ",
]  # fmt: skip
_DATES = [
    "2026-02-05 15:00", "2026-02-06", "02-29", "03-15", "2026-02-05 13:59", "2030-12-31 23:59",
    "2026-13-01", "tomorrow", "2026-02-05T16:00:00", "1999-03-15", "2100-01-01 00:00", "12:00",
]  # fmt: skip
_OF: "dict[str, list[Any]]" = {
    "content": _WORDS,
    "keyword": _WORDS,
    "name": _WORDS,
    "relation": ["妈妈", "friend", "亲" * 21, ""],
    "topic": ["家庭", "旅" * 21],
    "emotion_type": ["happy", "开心", 3, 99, "sad"],
    "datetime": _DATES,
    "start_date": _DATES,
    "end_date": _DATES,
    "id": ["zzz1", "x", "", "0001", "9999999999999"],
}
_WRONG: "st.SearchStrategy[Any]" = st.sampled_from(
    [None, True, -1, 0, 51, 1.5, 3.0, 2**40, "", "x", [], {}, ["read"], {"a": 1}, 10**30]
)


def _values(name: str, schema: dict) -> "st.SearchStrategy[Any]":
    """Values that a property of a schema admits, of the kind people send where that is known."""
    if name in _OF:
        return st.sampled_from(_OF[name])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "integer":
        return st.integers(schema["minimum"], schema["maximum"])
    if schema["type"] == "boolean":
        return st.booleans()
    return st.text(max_size=20)


@st.composite
def _arguments(draw: st.DrawFn, schema: dict) -> dict:
    properties = schema.get("properties", {})
    found = {}
    for name, inner in properties.items():
        # What most calls have, and a few of the others.
        likely = name in ("action", "type", "content")
        if name in schema.get("required", ()) or draw(st.integers(0, 9)) < (7 if likely else 2):
            found[name] = draw(_values(name, inner))
    if draw(st.integers(0, 9)) == 0:
        name = draw(st.sampled_from([*sorted(properties), "other", "__class__"]))
        found[name] = draw(_WRONG)
    return found


class Memory:
    """The device as a client sees it, and what it has acknowledged."""

    def __init__(self, target: Target):
        self.target = target
        self.known: "dict[str, str | None]" = {}  # id: content where it is told, else None
        self.ended: "set[str]" = set()

    def send(self, method: str, params: dict) -> dict:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        reply = json.loads(self.target.ask(json.dumps(message, ensure_ascii=False).encode()))
        assert "result" in reply, reply
        return reply["result"]

    def call(self, tool: str, arguments: dict) -> dict:
        return self.send("tools/call", {"name": tool, "arguments": arguments})

    def listing(self) -> dict:
        """{id: item} of all that can be recalled."""
        found: dict = {}
        offset = 0
        while True:
            asked = {"action": "recall", "limit": 50, "offset": offset}
            answer = self.call("memory", asked)["structuredContent"]
            for item in answer["items"]:
                assert item["id"] not in found, "twice"
                found[item["id"]] = item
            offset += len(answer["items"])
            if not answer["more"]:
                return found
            assert answer["items"]

    def check(self) -> dict:
        """All that was acknowledged is there, once, and nothing that was deleted."""
        found = self.listing()
        for id, content in self.known.items():
            assert id in found, f"{id} is not found"
            assert content is None or found[id]["content"] == content
        assert not self.ended & set(found)
        return found


def _form(tool: dict, arguments: dict, result: dict) -> dict:
    """Check the form of a result; the answer in it."""
    (item,) = result["content"]
    assert item["type"] == "text"
    assert len(item["text"].encode()) <= _TEXT_BYTES
    fits = Draft202012Validator(tool["inputSchema"]).is_valid(arguments)
    if tool["name"] != "memory" and not fits:
        assert result["isError"]
        return {}
    answer = json.loads(item["text"])
    if "structuredContent" in result:
        assert result["structuredContent"] == answer
        Draft202012Validator(tool["outputSchema"]).validate(answer)
        assert isinstance(answer["message"], str)
        assert answer["message"]
        assert "action" not in answer
        assert not result["isError"] or answer["status"] == "error"
    if not fits:
        assert result["isError"], (arguments, answer)
    return answer


def _note(memory: Memory, arguments: dict, answer: dict, before: dict) -> None:
    """Take what a call has acknowledged into the model."""
    id, result = answer.get("id"), answer.get("result")
    if answer["status"] == "error" or result is None:
        assert memory.listing() == before, "what was refused has changed something"
    elif result == "NOOP":
        assert memory.listing() == before, "NOOP has changed something"
    elif result == "ADDED":
        assert id not in before
        told = arguments.get("content")
        plain = isinstance(told, str) and told.isalnum() and arguments.get("type") != "family"
        memory.known[str(id)] = told if plain else None
    elif result == "DELETED":
        assert id in before
        memory.known.pop(str(id), None)
        memory.ended.add(str(id))
    else:
        assert result == "UPDATED"
        memory.known[str(id)] = None
    if arguments.get("action") == "complete_schedule":
        memory.known.pop(str(id), None)  # of a series it is the series' own


def test_arguments_of_every_kind_get_an_answer_that_is_true(
    micropython: Path, figure: Callable
) -> None:
    with Target(micropython, "_fuzz_tools") as target:
        memory = Memory(target)
        tools = {tool["name"]: tool for tool in memory.send("tools/list", {})["tools"]}
        assert {"memory", "pet", "memory_statistics"} <= set(tools)
        schema = tools["memory"]["inputSchema"]
        calls = st.one_of(
            *[
                st.tuples(st.just(name), _arguments(schema if weight else tool["inputSchema"]))
                for name, tool in tools.items()
                for weight in ((0, 1, 2, 3) if name == "memory" else (0,))
            ]
        )
        steps: "st.SearchStrategy[Any]" = st.lists(
            calls | st.just(("restart", {})), min_size=1, max_size=14
        )

        @target.tries(40)
        @given(steps)
        def every(steps: "list[tuple[str, dict]]") -> None:
            target.ask(b"new")
            memory.known, memory.ended = {}, set()
            before = memory.listing()
            for name, arguments in steps:
                if name == "restart":
                    target.ask(b"restart")
                    assert memory.check() == before
                    continue
                if arguments.get("id") == "x" and memory.known:
                    arguments = {**arguments, "id": sorted(memory.known)[-1]}
                answer = _form(tools[name], arguments, memory.call(name, arguments))
                if name == "memory":
                    _note(memory, arguments, answer, before)
                before = memory.check()

        every()
        figure("fuzz_calls", target.inputs)
