"""
Whatever bytes come over HTTP: request lines, headers, lengths, chunks, several requests in a row,
halves of one. What is asked of each answer is here; a tool is called for nothing but a request
that can be read in one way.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from device import tries
from fuzzing import Target, edited

_TOKEN = b"correct-horse-battery"
_CALL = (
    b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"a":1}}}'
)
_PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
_NOTE = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
_STATUS = {200, 202, 400, 401, 403, 404, 405, 406, 408, 411, 413, 415, 429, 431, 505}
_LINES = [b"POST /mcp HTTP/1.1"] * 12 + [
    b"POST /mcp HTTP/1.0", b"GET /mcp HTTP/1.1", b"DELETE /mcp HTTP/1.1", b"HEAD / HTTP/1.1",
    b"OPTIONS * HTTP/1.1", b"POST /mcp?a=b HTTP/1.1", b"POST http://127.0.0.1/mcp HTTP/1.1",
    b"PRI * HTTP/2.0", b"POST /%6dcp HTTP/1.1", b"POST /mcp HTTP/9.9", b"POST /mcp", b"",
]  # fmt: skip
_MORE = [
    b"Transfer-Encoding: chunked", b"Transfer-Encoding : chunked", b"transfer-encoding: identity",
    b"Content-Length: 0", b"Content-Length: 94", b"Content-Length: -1", b"Content-Length: 1e2",
    b"Content-Length: 99999999999999999999", b"Content-Length: +94", b"Content-Length: 0x5e",
    b"Content-Length:", b"Host: evil.example", b"Host: 127.0.0.1:99999999", b"Host: [::1]",
    b"Host: pet.local", b"Host: pet.local:80:80", b"Origin: http://evil.example", b"Origin: null",
    b"Origin: http://127.0.0.1", b"Authorization: Basic x", b"Authorization: Bearer",
    b"Expect: 100-continue", b"Expect: 200-ok", b"Connection: keep-alive", b"Upgrade: h2c",
    b"Accept: text/event-stream", b"Accept: */*;q=0", b"Accept: " + b"a/b," * 300,
    b"Content-Type: text/plain", b"Content-Type: application/json; charset=utf-16",
    b"MCP-Protocol-Version: 2025-11-25", b"MCP-Protocol-Version: 1", b"MCP-Method: ping",
    b"X: " + b"y" * 3000, b" folded: 1", b"\tX: 1", b"X\x00: 1", b"X: \xff", b"X", b": 1",
    b"Trailer: X", b"TE: trailers", b"Cookie: " + b"c=1;" * 50, "X: 猫".encode(),
]  # fmt: skip
_PIECES = [b"\r\n", b"\r\n\r\n", b"\n\n", b"\r", b"\x00", b"0\r\n\r\n", b": ", b" ", b"HTTP"]
# One way to read it: between CRLF a name of tchars, a colon, and no control bytes each.
_STRICT = re.compile(
    rb"POST /mcp(\?[\x21-\x22\x24-\x7e]*)? HTTP/1\.[01]\r\n"
    rb"((?:[A-Za-z0-9!#$%&'*+.^_`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+)\r\n"
)
_HOST = re.compile(rb"(127\.0\.0\.1|\[::1\]|pet\.local|localhost)(:[0-9]*)?")


def _request(rng: Random) -> bytes:
    body = rng.choice([_CALL, _CALL, _CALL, _PING, _NOTE, b"", b"[]", b"{", _CALL * 30])
    headers = [
        b"Host: 127.0.0.1:5000",
        b"Authorization: Bearer " + (_TOKEN if rng.randrange(8) else b"wrong"),
        b"Content-Type: application/json",
        b"Accept: application/json, text/event-stream",
        b"Content-Length: %d" % len(body),
    ]
    for _ in range(rng.choice([0, 0, 0, 0, 1, 1, 2, 5])):
        how = rng.randrange(4)
        at = rng.randrange(len(headers) + 1)
        if how == 0 and at < len(headers):
            del headers[at]
        elif how == 1 and at < len(headers):
            headers[at] = rng.choice(_MORE)
        else:
            headers.insert(at, rng.choice(_MORE))
    if rng.randrange(12) == 0:
        cut = rng.randrange(len(body) + 1)
        body = b"".join(b"%x\r\n%s\r\n" % (len(one), one) for one in (body[:cut], body[cut:], b""))
    return b"\r\n".join([rng.choice(_LINES), *headers, b"", b""]) + body


def made(rng: Random) -> bytes:
    """How much arrives at once, then one or several requests, whole, half or spoilt."""
    data = b"".join(_request(rng) for _ in range(rng.choice([1, 1, 1, 1, 2, 3])))
    if rng.randrange(3) == 0:
        data = edited(rng, data, 3, _PIECES)
    if rng.randrange(8) == 0:
        data = data[: rng.randrange(len(data) + 1)]
    return bytes([rng.choice([8, 63, 255] if len(data) > 400 else [0, 1, 8, 255])]) + data


def _called_for(data: bytes) -> "list[Any]":
    """The arguments that these bytes may have a tool called with: none but of one sure request."""
    found = _STRICT.match(data)
    if not found:
        return []
    rows = [line.partition(b":") for line in found[2].split(b"\r\n")[:-1]]
    headers = [(name.lower(), value.strip(b" \t")) for name, _, value in rows]
    named = dict(headers)
    single = (b"host", b"authorization", b"content-length", b"transfer-encoding", b"origin")
    if any([name for name, _ in headers].count(one) > 1 for one in single):
        return []
    length = named.get(b"content-length", b"")
    if not re.fullmatch(rb"[0-9]{1,9}", length) or b"transfer-encoding" in named:
        return []
    if named.get(b"authorization") != b"Bearer " + _TOKEN:
        return []
    if not re.fullmatch(
        rb"(127\.0\.0\.1|\[::1\]|pet\.local|localhost)(:[0-9]*)?", named.get(b"host", b"").lower()
    ):
        return []
    body = data[found.end() : found.end() + int(length)]
    try:
        message = json.loads(body)
        return (
            [message["params"].get("arguments", {})] if message["params"]["name"] == "echo" else []
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        return []


def check(data: bytes, answer: Any) -> None:
    """Raise AssertionError for an answer that no such bytes may have."""
    sent, calls = answer
    assert [json.loads(one) for one in calls] in ([], _called_for(data[1:])), calls
    if not sent:
        assert not calls or len(data) < 2
        return
    if sent.startswith("HTTP/1.1 100 Continue\r\n\r\n"):
        sent = sent.partition("\r\n\r\n")[2]
        if not sent:
            return
    head, mark, body = sent.partition("\r\n\r\n")
    lines = head.split("\r\n")
    assert mark
    assert re.fullmatch(r"HTTP/1\.[01] [0-9]{3} [A-Za-z ]+", lines[0]), lines[0]
    status = int(lines[0].split(" ")[1])
    assert status in _STATUS, lines[0]
    named = {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in lines[1:]}
    assert len(named) == len(lines) - 1
    assert status == 200 or not calls
    if named.get("content-type") == "text/event-stream":
        return
    is_head = data[1:6] == b"HEAD "
    assert is_head or named["content-length"] == str(len(body.encode())), head
    if body:
        reply = json.loads(body)
        assert reply["jsonrpc"] == "2.0"
        assert status != 200 or reply["id"] in (1, 7, None)


def test_whatever_comes_over_http_is_one_sure_request_or_refused(
    micropython: Path, figure: Callable
) -> None:
    head = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n" % _TOKEN
    head += b"Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    called = []

    def counted(data: bytes, answer: Any) -> None:
        check(data, answer)
        called.append(len(answer[1]))

    whole = head + b"Content-Length: %d\r\n\r\n" % len(_CALL) + _CALL
    with Target(micropython, "_fuzz_http") as target:
        for piece in (0, 255):
            sent, calls = target.ask(bytes([piece]) + whole)
            assert sent.startswith("HTTP/1.0 200 OK"), sent
            assert calls == ['{"a": 1}']
            check(bytes([piece]) + whole, [sent, calls])
        before = target.heap()
        target.run(900, made, counted)
        assert sum(called) > tries(30)
        assert target.heap() - before < 16384
        figure("fuzz_http", target.inputs)
