"""Keys from outside: made and taken back with ./tools/keys.sh, and what a server then lets do."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk
from device import ROOT

_NEW = "2026-07-28"
_META = "io.modelcontextprotocol/"


def keys(*arguments: object, status: int = 0) -> str:
    """What ./tools/keys.sh says on stdout, or on stderr if it fails as it should."""
    ran = subprocess.run(
        [ROOT / "tools" / "keys.sh", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert ran.returncode == status, ran.stderr
    return (ran.stderr if status else ran.stdout).strip()


def called(desk: Desk, secret: str, method: str, **params: object) -> "tuple[int, dict, dict]":
    """(status, headers in lower case, answer) of a request with that key, of both eras."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    bearer = f"Bearer {secret}"
    status, headers, body = desk.post(
        message, MCP_Protocol_Version="2025-11-25", Authorization=bearer
    )
    params["_meta"] = {_META + "protocolVersion": _NEW, _META + "clientCapabilities": {}}
    again, _, later = desk.post(
        message,
        MCP_Protocol_Version=_NEW,
        Authorization=bearer,
        Mcp_Method=method,
        Mcp_Name=str(params.get("name", "")),
    )
    assert again == status, later
    return status, {name.lower(): value for name, value in headers.items()}, json.loads(body)


def test_keys_are_made_listed_rotated_and_revoked(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    flash = tmp_path / "desk.flash"
    first = desk()
    assert "in use" in keys("list", "--flash", flash, status=73)
    token = first.token
    first.stop()
    reader = keys("add", "phone", "--flash", flash)
    writer = keys("add", "laptop", "--scope", "write", "--flash", flash)
    shown = keys("list", "--flash", flash)
    assert [line.split() for line in shown.splitlines()] == [
        ["laptop", "write"],
        ["owner", "admin"],
        ["phone", "read"],
    ]
    for secret in (reader, writer):
        assert secret not in shown
        assert secret.encode() not in flash.read_bytes()
    assert "rotate it" in keys("add", "phone", "--flash", flash, status=1)
    second = desk()
    assert second.token == token
    for secret, names in (
        (reader, {"memory", "pet", "memory_statistics"}),
        (token, {"memory", "pet", "memory_statistics"}),
    ):
        status, _, answer = called(second, secret, "tools/list")
        assert status == 200
        assert names <= {tool["name"] for tool in answer["result"]["tools"]}
    write = {"action": "write", "type": "goal", "content": "学游泳"}
    status, _, answer = called(second, reader, "tools/call", name="memory", arguments=write)
    assert (status, answer["result"]["isError"]) == (200, True)
    assert "write" in answer["result"]["content"][0]["text"]
    _, _, answer = called(second, writer, "tools/call", name="memory", arguments=write)
    assert answer["result"]["isError"] is False
    read = {"action": "read"}
    _, _, answer = called(second, reader, "tools/call", name="memory", arguments=read)
    assert "学游泳" in answer["result"]["content"][0]["text"]
    said = second.transcript()
    second.stop()
    new = keys("rotate", "laptop", "--flash", flash)
    keys("revoke", "phone", "--flash", flash)
    third = desk()
    assert called(third, new, "tools/list")[0] == 200
    for secret in (writer, reader):
        status, headers, _ = called(third, secret, "tools/list")
        assert (status, headers["www-authenticate"]) == (401, 'Bearer realm="mcp"')
        assert secret not in said + third.transcript()


def test_the_owner_may_do_without_a_key_on_the_chip(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    flash = tmp_path / "desk.flash"
    first = desk()
    token = first.token
    first.stop()
    mine = keys("add", "mine", "--scope", "admin", "--flash", flash)
    keys("revoke", "owner", "--flash", flash)
    second = desk()
    assert second.ready["token"] is None
    assert called(second, mine, "tools/list")[0] == 200
    assert called(second, token, "tools/list")[0] == 401
    assert second.post({"jsonrpc": "2.0", "id": 1, "method": "ping"})[0] == 401


@pytest.mark.thorough
def test_keys_may_be_changed_at_the_prompt_of_a_board(desk: Callable[..., Desk]) -> None:
    board = desk("--repl")
    port = board.ready["repl"]
    secret = keys("add", "bench", "--connect", port)
    assert len(secret) == 32
    board.wait_event("ready", 2)
    assert called_again(board, secret)
    assert "bench" in keys("list", "--connect", port)


def called_again(board: Desk, secret: str) -> bool:
    board.ready = board.wait_event("ready", 2)
    return called(board, secret, "tools/list")[0] == 200


@pytest.mark.parametrize(
    "arguments",
    [("add",), ("add", "x", "--scope", "root"), ("forge", "x"), ("list", "x")],
    ids=" ".join,
)
def test_what_cannot_be_is_said_before_the_chip_is_touched(arguments: "tuple[str, ...]") -> None:
    assert "usage" in keys(*arguments, status=2)


def test_no_chip_is_made_for_a_key(tmp_path: Path) -> None:
    assert "no such file" in keys("add", "x", "--flash", tmp_path / "none.flash", status=66)
    assert not (tmp_path / "none.flash").exists()
