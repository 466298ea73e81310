"""Clients that close their sending side with the request, and still want the answer."""

import json
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from desk import Desk

_NEW = "2026-07-28"
_META = "io.modelcontextprotocol/"


def posted(desk: Desk, message: dict, **headers: str) -> bytes:
    """A POST as bytes."""
    body = json.dumps(message).encode()
    lines = [
        "POST /mcp HTTP/1.1",
        f"Host: {urlsplit(desk.url).netloc}",
        f"Authorization: Bearer {desk.token}",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        f"Content-Length: {len(body)}",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def half_closed(desk: Desk, data: bytes) -> bytes:
    """What comes back for `data` from a client that says at once that nothing more will come."""
    url = urlsplit(desk.url)
    assert url.hostname is not None
    assert url.port is not None
    with socket.create_connection((url.hostname, url.port), 20) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        found = b""
        while more := connection.recv(65536):
            found += more
        return found


@pytest.mark.parametrize("new", [False, True], ids=["handshake", _NEW])
def test_a_request_is_answered(desk: Callable[..., Desk], new: bool) -> None:
    device = desk()
    params: dict = {"name": "memory", "arguments": {"action": "read"}}
    headers = {"MCP_Protocol_Version": "2025-11-25"}
    if new:
        params["_meta"] = {_META + "protocolVersion": _NEW, _META + "clientCapabilities": {}}
        headers = {"MCP_Protocol_Version": _NEW, "Mcp_Method": "tools/call", "Mcp_Name": "memory"}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    for _ in range(5):
        top, _, body = half_closed(device, posted(device, message, **headers)).partition(
            b"\r\n\r\n"
        )
        assert top.startswith(b"HTTP/1.0 200 "), top
        assert json.loads(body)["result"]["isError"] is False


def test_half_a_request_costs_its_connection_only(desk: Callable[..., Desk]) -> None:
    device = desk()
    data = posted(device, {"jsonrpc": "2.0", "id": 1, "method": "ping"})
    for size in (1, 30, len(data) // 2, len(data) - 1):
        assert half_closed(device, data[:size]) == b""
    assert device.request("ping")["result"] == {}
