"""What the server's `instructions` tell a model: when to call which of its tools."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk
from gateway import Gateway
from test_keys import called, keys

MOST = 1500  # bytes: clients put it into every conversation
ALL = {"memory", "pet", "memory_statistics", "forget", "self.get_device_status"}
ALL |= {"search_memory", "todo", "search_conversation_traces", "remember", "attachment"}
EVERY = {*ALL, "update"}


def named(told: str) -> set[str]:
    """The tools that a text names."""
    return EVERY & set(re.findall(r"[a-z_]+(?:\.[a-z_]+)*", told))


@pytest.mark.parametrize(("language", "word"), [("zh", "主人"), ("en", "owner")])
def test_the_tools_that_are_there_are_named_in_the_owners_language(
    desk: Callable[..., Desk], language: str, word: str
) -> None:
    companion = desk("--stdio", "--language", language)
    told = companion.initialize()["instructions"]
    assert word in told
    assert named(told) == ALL
    assert ("。" in told) == (language == "zh")
    assert len(json.dumps(told, ensure_ascii=False).encode()) <= MOST


def test_a_key_is_told_of_what_it_may_call(desk: Callable[..., Desk], tmp_path: Path) -> None:
    flash = tmp_path / "desk.flash"
    desk("--flash", flash).stop()
    reader = keys("add", "phone", "--flash", flash)
    companion = desk("--flash", flash)
    for secret in (reader, companion.token):
        page = called(companion, secret, "tools/list")[2]["result"]
        listed = page["tools"]
        while "nextCursor" in page:
            more = {"cursor": page["nextCursor"]}
            page = called(companion, secret, "tools/list", **more)[2]["result"]
            listed += page["tools"]
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
        _, _, body = companion.post(hello, Authorization=f"Bearer {secret}")
        told = json.loads(body)["result"]["instructions"]
        assert named(told) == {tool["name"] for tool in listed}


def test_over_xiaozhi_they_fit_into_one_message(desk: Callable[..., Desk]) -> None:
    with Gateway() as gateway:
        desk("--cloud", f"mqtt://127.0.0.1:{gateway.port}/device-server")
        answer = gateway.accept().rpc("initialize", {"protocolVersion": "2024-11-05"})
        assert named(answer["result"]["instructions"]) >= {"memory", "pet"}
        assert len(json.dumps(answer, ensure_ascii=False).encode()) <= 2000
