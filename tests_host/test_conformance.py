"""
The official conformance suite against the desk device, in both eras, without exceptions.

The suite's own verdict (exit status) counts, and that every scenario that it scores was run and
none of its checks failed. Some of its checks pass with any text; what is behind them is looked at
here besides.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import device
import pytest
from desk import Desk

SUITE = device.NPM / "@modelcontextprotocol" / "conformance"
SCORED = {"2025-11-25": 30, "2026-07-28": 37}
# What a server without sessions and without subscriptions has no use for.
PASSED_OVER = {"server-sse-multiple-streams-session"} | {
    f"sep-2575-server-{what}"
    for what in (
        "sends-subscription-ack",
        "tags-subscription-id",
        "honors-notification-filter",
        "sends-prompts-list-changed-on-subscription",
        "sends-tools-list-changed-on-subscription",
    )
}

# Wants a session id where there are sessions; of one it says itself that it did nothing else.
UNTRIED = "server-sse-multiple-streams"


def scored(revision: str) -> list[str]:
    """The server scenarios that count for a revision, as the suite's own file lists them."""
    names = []
    part = ""
    for line in (SUITE / "requirements" / f"{revision}.yaml").read_text("utf-8").splitlines():
        if line and line[0] not in "# ":
            part = line
        elif part == "server:" and line.startswith("  - "):
            names.append(line[4:].strip())
    return names


@pytest.mark.sample(1)
@pytest.mark.needs("npm")
@pytest.mark.parametrize("revision", sorted(SCORED))
def test_every_scored_scenario_of_the_official_suite_passes(
    desk: Callable[..., Desk], tmp_path: Path, revision: str
) -> None:
    names = scored(revision)
    assert len(names) == len(set(names)) == SCORED[revision]
    companion = desk("--fixtures")
    assert companion.ready["token"] is None
    command = [device.NODE, SUITE / "dist" / "index.js", "server", "--url", companion.url]
    command += ["--requirements", revision, "-o", tmp_path / "out"]
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )
    said = ran.stdout[-6000:] + ran.stderr[-2000:]
    assert ran.returncode == 0, said
    for name in names:
        (folder,) = [
            path
            for path in (tmp_path / "out").glob(f"server-{name}-*")
            if path.name[len(f"server-{name}-") :][:4] == companion_year(path)
        ]
        checks = json.loads((folder / "checks.json").read_text("utf-8"))
        wrong = [
            check
            for check in checks
            if check["status"] not in ("SUCCESS", "INFO") and check["id"] not in PASSED_OVER
        ]
        assert not wrong, wrong
        assert [check for check in checks if check["status"] == "SUCCESS"] or name == UNTRIED, name
    problems = [event for event in companion.events if event.get("level") == "error"]
    assert not problems, problems


def companion_year(path: Path) -> str:
    """The year that a folder's name ends with, so that no name is taken for a longer one's."""
    return path.name[-24:-20]


# -- behind the suite's checks ----------------------------------------------------------------


def fixtures(desk: Callable[..., Desk]) -> Desk:
    companion = desk("--fixtures", "--stdio")
    companion.initialize()
    return companion


def called(desk: Desk, name: str, **arguments: object) -> dict[str, Any]:
    answer = desk.request("tools/call", name=name, arguments=arguments)
    assert "result" in answer, answer
    return answer["result"]


def test_tools_return_exactly_what_the_suite_describes(desk: Callable[..., Desk]) -> None:
    companion = fixtures(desk)
    said = called(companion, "test_simple_text")
    text = "This is a simple text response for testing."
    assert said == {"content": [{"type": "text", "text": text}], "isError": False}
    (image,) = called(companion, "test_image_content")["content"]
    assert (image["type"], image["mimeType"]) == ("image", "image/png")
    (audio,) = called(companion, "test_audio_content")["content"]
    assert (audio["type"], audio["mimeType"]) == ("audio", "audio/wav")
    (resource,) = called(companion, "test_embedded_resource")["content"]
    assert resource["resource"] == {
        "uri": "test://embedded-resource",
        "mimeType": "text/plain",
        "text": "This is an embedded resource content.",
    }
    several = called(companion, "test_multiple_content_types")["content"]
    assert [block["type"] for block in several] == ["text", "image", "resource"]
    assert json.loads(several[2]["resource"]["text"]) == {"test": "data", "value": 123}
    wrong = called(companion, "test_error_handling")
    assert wrong["isError"] is True
    assert wrong["content"][0]["text"] == "This tool intentionally returns an error for testing"


def test_a_tool_that_is_not_there_is_an_error_of_the_protocol(desk: Callable[..., Desk]) -> None:
    companion = fixtures(desk)
    error = companion.request("tools/call", name="test_no_such_tool", arguments={})["error"]
    assert error["code"] == -32602


def notified(desk: Desk, method: str, name: str, meta: "dict[str, Any] | None" = None) -> list:
    """The parameters of the notifications that come before the result of a call."""
    params: dict[str, Any] = {"name": name, "arguments": {}}
    if meta is not None:
        params["_meta"] = meta
    desk.send({"jsonrpc": "2.0", "id": "n", "method": "tools/call", "params": params})
    found: list[dict[str, Any]] = []
    while True:
        message = desk.receive()
        if message.get("id") == "n":
            assert message["result"]["isError"] is False
            return found
        assert message["method"] == method
        found.append(message["params"])


def test_progress_and_log_messages_come_before_the_result_and_when_asked_for(
    desk: Callable[..., Desk],
) -> None:
    companion = fixtures(desk)
    method = "notifications/progress"
    found = notified(companion, method, "test_tool_with_progress", {"progressToken": "p1"})
    assert [(one["progressToken"], one["progress"], one["total"]) for one in found] == [
        ("p1", 0, 100),
        ("p1", 50, 100),
        ("p1", 100, 100),
    ]
    assert notified(companion, method, "test_tool_with_progress") == []
    companion.request("logging/setLevel", level="info")
    method = "notifications/message"
    found = notified(companion, method, "test_tool_with_logging")
    assert [(one["level"], one["data"]) for one in found] == [
        ("info", "Tool execution started"),
        ("info", "Tool processing data"),
        ("info", "Tool execution completed"),
    ]
    companion.request("logging/setLevel", level="error")
    assert notified(companion, method, "test_tool_with_logging") == []


def test_resources_and_prompts_return_exactly_what_the_suite_describes(
    desk: Callable[..., Desk],
) -> None:
    companion = fixtures(desk)

    def read(uri: str) -> dict[str, Any]:
        (content,) = companion.request("resources/read", uri=uri)["result"]["contents"]
        return content

    assert read("test://static-text")["text"] == "This is the content of the static text resource."
    assert read("test://static-binary")["mimeType"] == "image/png"
    assert json.loads(read("test://template/123/data")["text"]) == {
        "id": "123",
        "templateTest": True,
        "data": "Data for ID: 123",
    }
    given = {"arg1": "hello", "arg2": "world"}
    answer = companion.request("prompts/get", name="test_prompt_with_arguments", arguments=given)[
        "result"
    ]
    assert answer["messages"][0]["content"]["text"] == (
        "Prompt with arguments: arg1='hello', arg2='world'"
    )
    found = companion.request(
        "completion/complete",
        ref={"type": "ref/prompt", "name": "test_prompt_with_arguments"},
        argument={"name": "arg1", "value": "test"},
    )["result"]["completion"]
    assert found == {"values": ["test", "testing"], "total": 2, "hasMore": False}


def test_an_ordinary_start_has_none_of_the_suites_tools(desk: Callable[..., Desk]) -> None:
    companion = desk()
    assert companion.ready["token"]
    assert companion.post({}, Authorization="Bearer none")[0] == 401
    tools = companion.request("tools/list")["result"]["tools"]
    names = ["memory", "pet", "memory_statistics", "forget", "self.get_device_status"]
    names += ["search_memory"]  # and todo on the second page
    assert [tool["name"] for tool in tools] == names
