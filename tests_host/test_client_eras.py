"""
Official clients of both eras against the companion, over both ways in: the TypeScript client 2.x
and 1.x, the Python SDK 2.x with its own negotiation.

What an older Python SDK does is in test_clients.py. Each client runs in a process of its own; what
it does is a list of steps (clients/typescript.mjs says which).
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from device import NODE, NPM, ROOT

pytestmark = pytest.mark.sample(1)

_CLIENTS = ROOT / "tests_host" / "clients"
_LATEST = {"auto": "2026-07-28", "legacy": "2025-11-25"}

Client = Callable[..., dict[str, Any]]


def _plays(program: "list[object]", **always: object) -> Client:
    def play(plan: dict[str, object], steps: list[list[object]]) -> dict[str, Any]:
        ran = subprocess.run(
            list(map(str, program)),
            input=json.dumps({**always, **plan, "steps": steps}, ensure_ascii=False),
            capture_output=True,
            encoding="utf-8",
            env={"PATH": "/usr/bin:/bin", "PYTHONSAFEPATH": "1"},
            timeout=60,
        )
        assert ran.returncode == 0, ran.stderr
        said: dict[str, Any] = json.loads(ran.stdout)
        assert said["server"]["name"] == "xiaozhi-pet"
        assert said["protocol"] == _LATEST[str(always["mode"])]
        return said

    return play


def _client(name: str) -> Client:
    sdk, mode = name.split("-")
    if sdk == "python":
        return _plays([ROOT / ".venv" / "bin" / "python", _CLIENTS / "modern.py"], mode=mode)
    major = int(sdk[-1])
    return _plays([NODE, _CLIENTS / "typescript.mjs"], packages=str(NPM), major=major, mode=mode)


_NAMES = [
    "python-auto",
    "python-legacy",
    *(
        pytest.param(name, marks=pytest.mark.needs("npm"))
        for name in ("typescript2-auto", "typescript2-legacy", "typescript1-legacy")
    ),
]


@pytest.fixture(params=_NAMES)
def client(request: pytest.FixtureRequest) -> Client:
    """Plays steps in one session: client(plan, steps) -> what it printed."""
    return _client(request.param)


@pytest.fixture(params=["stdio", "http"])
def way(
    request: pytest.FixtureRequest, desk: Callable[..., Desk], tmp_path: Path, micropython: Path
) -> dict[str, object]:
    """How a client reaches a fresh companion."""
    if request.param == "http":
        running = desk("--now", "2026-02-05T14:00:00")
        return {"url": running.url, "token": running.token}
    command = [ROOT / "tools" / "sim.sh", "--stdio", "--flash", tmp_path / "desk.flash"]
    command += ["--micropython", micropython, "--now", "2026-02-05T14:00:00"]
    return {"command": [str(word) for word in command]}


def _memory(**arguments: object) -> list[object]:
    return ["call", "memory", arguments]


def test_client_finds_tools_resources_prompt_and_completion(
    client: Client, way: dict[str, object]
) -> None:
    template = {"type": "ref/resource", "uri": "memory://month/{month}{?offset}"}
    said = client(
        way,
        [
            ["tools"],
            _memory(action="write", type="fact", content="爱听Jazz🎷，住在“北京”"),
            _memory(action="recall", keyword="JAZZ🎷"),
            _memory(action="forget"),
            ["resources"],
            ["templates"],
            ["read", "memory://core"],
            ["prompts"],
            ["prompt", "about_owner", {}],
            ["complete", template, {"name": "month", "value": "2026"}],
        ],
    )
    results = said["results"]
    tools, written, again, wrong, listed, templates, core, prompts, prompt, months = results
    for tool in tools:
        assert tool["name"] in said["instructions"]
    assert "memory" in [tool["name"] for tool in tools]
    assert (written["error"], written["structured"]["result"]) == (False, "ADDED")
    (item,) = again["structured"]["items"]
    assert item["content"] == "爱听Jazz🎷，住在“北京”"
    assert json.loads(again["content"][0]["text"]) == again["structured"]
    assert wrong["error"] is True
    assert "memory://core" in [one["uri"] for one in listed]
    assert template["uri"] in [one["uriTemplate"] for one in templates]
    assert "爱听Jazz🎷，住在“北京”" in core[0]["text"]
    assert [one["name"] for one in prompts] == ["about_owner", "context"]
    assert "爱听Jazz🎷" in json.dumps(prompt, ensure_ascii=False)
    assert months["values"] == ["2026-02"]


def test_client_hears_how_far_a_call_is_and_may_give_it_up(
    client: Client, desk: Callable[..., Desk]
) -> None:
    running = desk("--fixtures")
    whole, given_up, after = client(
        {"url": running.url, "token": None},
        [
            ["call", "test_tool_with_progress", {}],
            ["cancel", "test_tool_with_progress", {}],
            ["call", "test_simple_text", {}],
        ],
    )["results"]
    assert [at for at, _ in whole["progress"]] == [0, 50, 100]
    assert {total for _, total in whole["progress"]} == {100}
    assert given_up is not None
    assert after["content"][0]["text"] == "This is a simple text response for testing."
    assert not [event for event in running.events if event.get("level") == "error"]
