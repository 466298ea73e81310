"""
Any bytes as messages to the MCP core on MicroPython, over the firmware's tools, in every revision.

The oracle is CPython's json and the two pages of JSON-RPC: a request that can be read gets one
reply with its id, what cannot be read one error, a notification nothing.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fuzzing import Target, edited

_MODES = 9  # of _fuzz_mcp.py
_BATCHING = (2, 6)  # those that speak 2025-03-26
_MODERN = 8
_LEAKS = 12288  # bytes of heap that what is loaded on the way may take
_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"roots": {}, "elicitation": {}},
    "io.modelcontextprotocol/clientInfo": {"name": "猫", "version": "1"},
    "io.modelcontextprotocol/logLevel": "debug",
    "progressToken": "p",
}
_HELLO = {
    "protocolVersion": "2025-03-26",
    "capabilities": {"roots": {}},
    "clientInfo": {"name": "n", "version": "1"},
}
_REF = {"type": "ref/prompt", "name": "about_owner"}
_CALLS: "list[tuple[str, dict]]" = [
    ("initialize", _HELLO),
    ("ping", {}),
    ("server/discover", {}),
    ("logging/setLevel", {"level": "debug"}),
    ("tools/list", {"cursor": "1-0badcafe"}),
    ("tools/call", {"name": "memory", "arguments": {"action": "read"}}),
    (
        "tools/call",
        {
            "name": "memory",
            "arguments": {"action": "write", "type": "fact", "content": "我养了一只猫😀"},
        },
    ),
    ("tools/call", {"name": "memory", "arguments": {"action": "recall", "keyword": "猫"}}),
    ("tools/call", {"name": "memory", "arguments": {"action": "delete", "content": "猫"}}),
    ("tools/call", {"name": "pet", "arguments": {"action": "status"}}),
    ("tools/call", {"name": "memory_statistics", "arguments": {}}),
    ("tools/call", {"name": "asks", "arguments": {"ask": True}, "requestState": "AAAA"}),
    ("tools/call", {"name": "asks", "arguments": {}, "inputResponses": {"q": {"roots": []}}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "memory://core"}),
    ("resources/read", {"uri": "memory://day/2026-02-05"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "about_owner", "arguments": {"budget": "900", "language": "en"}}),
    ("completion/complete", {"ref": _REF, "argument": {"name": "language", "value": "e"}}),
    ("notifications/initialized", {}),
    ("notifications/cancelled", {"requestId": 1, "reason": "r"}),
    ("notifications/progress", {"progressToken": 1, "progress": 0.5}),
    ("resources/subscribe", {"uri": "memory://core"}),
    ("nobody/knows", {}),
]


def _traffic() -> "list[bytes]":
    found: "list[bytes]" = []
    for method, params in _CALLS:
        for given_ in (params, {**params, "_meta": _META}):
            message: "dict[str, Any]" = {"jsonrpc": "2.0", "method": method, "params": given_}
            if not method.startswith("notifications/"):
                message["id"] = len(found)
            found.append(json.dumps(message, ensure_ascii=len(found) % 3 == 0).encode())
    found.append(b'{"jsonrpc":"2.0","id":"ask-0123456789abcdef","result":{}}')
    found.append(b'{"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"m"}}')
    found.append(b"[" + b",".join(found[:4]) + b"]")
    found.append(b"[" + b",".join(found[-6:-1]) + b"]")
    return found


# -- JSON that is written by hand: keys twice, escapes where none are due, numbers of any size ----

_LETTERS = [
    "a", "id", "猫", "😀", "\\u732b", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\u0000", "\\/",
    "\\n", "\\ud800\\u0041", "é", "\u0301", "\u202e", "\ufeff", "\\u00e9", "0", " ", "/", "://",
]  # fmt: skip
_KEYS = [
    f'"{one}"'
    for one in "jsonrpc id method params name arguments cursor _meta uri level result error "
    "action type content progressToken requestId requestState inputResponses ref argument value "
    "io.modelcontextprotocol/protocolVersion protocolVersion \\u0069d __class__".split()
]
_NUMBERS = [
    "0", "-0", "1", "1.0", "1e5", "1E400", "-1e-400", "123456789012", "9" * 39, "9" * 41, "0.1",
    "1073741824", "-2147483649", "9223372036854775808", "01", "1.", ".5", "+1", "NaN", "1e",
]  # fmt: skip
_WORDS = ["true", "false", "null", '"2.0"', '"memory"', '""', "{}", "[]"]
_METHODS = [json.dumps(method) for method, _ in _CALLS]
_SPACES = ["", "", "", "", "", " ", "\n", "\t\r\n", "\u00a0", "\x00"]


def _string(rng: Random) -> str:
    return '"' + "".join(rng.choices(_LETTERS, k=rng.randrange(6))) + '"'


def _scalar(rng: Random) -> str:
    how = rng.randrange(4)
    return _string(rng) if how == 0 else rng.choice([_NUMBERS, _WORDS, _METHODS][how - 1])


def _value(rng: Random, depth: int = 0) -> str:
    how = rng.randrange(6 if depth < 4 else 4)
    if how < 4:
        return _scalar(rng)
    inner = [_value(rng, depth + 1) for _ in range(rng.randrange(5))]
    if how == 4:
        return "[" + ",".join(inner) + "]"
    return "{" + ",".join([_member(rng, one) for one in inner]) + "}"


def _member(rng: Random, value: str) -> str:
    key = _string(rng) if rng.randrange(4) == 0 else rng.choice(_KEYS)
    return f"{key}{rng.choice(_SPACES)}:{value}"


def _envelope(rng: Random) -> str:
    method = rng.choice(_METHODS) if rng.randrange(3) else _value(rng)
    members = ['"jsonrpc":"2.0"', f'"method":{method}']
    members += [f'"id":{_scalar(rng)}'] if rng.randrange(3) else []
    members += [f'"params":{_value(rng)}'] if rng.randrange(3) else []
    members += [_member(rng, _value(rng)) for _ in range(rng.randrange(6) // 3)]
    rng.shuffle(members)
    return "{" + ",".join(members) + "}"


def _nest(rng: Random) -> str:
    depth = rng.choice([28, 31, 32, 33, 40, 500, 2000, 8000])
    opening, closing = rng.choice([("[", "]"), ('{"a":', "}")])
    closed = depth if rng.randrange(3) else rng.randint(0, depth)
    return opening * depth + _value(rng) + closing * closed


def _batch(rng: Random) -> str:
    count = rng.choice([0, 1, 2, 3, 8, 31, 32, 33])
    members = [_envelope(rng) if rng.randrange(4) else _value(rng) for _ in range(count)]
    return "[" + ",".join(members) + "]"


def _swapped(rng: Random, message: bytes) -> bytes:
    """A real message with one of its values replaced, removed or said again."""
    found = json.loads(message)
    at = found
    while isinstance(at, list | dict) and at:
        keys = list(range(len(at))) if isinstance(at, list) else sorted(at)
        key = rng.choice(keys)
        if rng.randrange(3) == 0 or not (isinstance(at[key], list | dict) and at[key]):
            at[key] = "\x00here\x00"
            break
        at = at[key]
    text = json.dumps(found, ensure_ascii=bool(rng.randrange(2)))
    return text.replace('"\\u0000here\\u0000"', _value(rng)).encode()


_TRAFFIC = _traffic()


def made(rng: Random) -> bytes:
    """A way in and a message."""
    how = rng.randrange(10)
    if how < 3:
        message = edited(rng, rng.choice(_TRAFFIC), 4)
    elif how < 6:
        message = _swapped(rng, rng.choice(_TRAFFIC))
    else:
        text = rng.choice([_envelope, _envelope, _value, _batch, _nest])(rng)
        message = text.encode()
        if rng.randrange(4) == 0:
            message = edited(rng, message, 2)
    return bytes([rng.randrange(_MODES)]) + message


# -- the oracle ----------------------------------------------------------------------------------


class _Number(str):
    """A number as it is spelled."""


def _strict(data: bytes) -> Any:
    """What RFC 8259 has `data` for; numbers by their spelling. Raises ValueError."""

    def refuse(word: str) -> None:
        raise ValueError(word)

    def whole(pairs: "list[tuple[str, Any]]") -> dict:
        json.dumps(pairs, ensure_ascii=False).encode()  # halves of characters, also in lost ones
        return dict(pairs)

    found = json.loads(
        data.decode("utf-8"),
        parse_constant=refuse,
        parse_float=_Number,
        parse_int=_Number,
        object_pairs_hook=whole,
    )
    json.dumps(found, ensure_ascii=False).encode()
    return found


def _is_id(value: object) -> bool:
    return isinstance(value, str)


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _is_reply(reply: Any) -> bool:
    if not isinstance(reply, dict) or reply.get("jsonrpc") != "2.0" or "id" not in reply:
        return False
    if "result" in reply:
        return set(reply) == {"jsonrpc", "id", "result"} and isinstance(reply["result"], dict)
    error = reply["error"]
    right = set(error) <= {"code", "message", "data"} and isinstance(error["code"], _Number)
    return set(reply) == {"jsonrpc", "id", "error"} and right and isinstance(error["message"], str)


_NONE = object()  # no reply is due


def _due(value: Any) -> object:
    """The id that the reply to a message must bear, null where it names none, or _NONE."""
    if not isinstance(value, dict):
        return None
    id = value.get("id", _NONE)
    method = value.get("method", _NONE)
    plain = isinstance(method, str) and not isinstance(method, _Number)
    answers = ("result" in value) + ("error" in value)
    params = value.get("params")
    if value.get("jsonrpc") == "2.0" and not isinstance(value["jsonrpc"], _Number):
        if method is _NONE and answers == 1 and _is_id(id):
            return _NONE  # an answer to a question of ours
        if plain and not answers and id is _NONE and isinstance(params, dict | list | None):
            return _NONE
    return id if _is_id(id) else None


def check(data: bytes, reply: bytes) -> None:
    """Raise AssertionError unless `reply` (b"" for none) is what JSON-RPC has for the message."""
    mode, data = data[0] % _MODES, data[1:]
    assert b"\n" not in reply
    found: Any = _strict(reply) if reply else _NONE
    try:
        value = _strict(data)
    except (ValueError, RecursionError):
        assert _is_reply(found), found
        assert found["id"] is None
        assert found["error"]["code"] in ("-32700", "-32600")
        return
    limits = isinstance(found, dict) and found.get("error", {}).get("code") == "-32600"
    if limits and found["id"] is None and "error" in found:
        words = found["error"]["message"]
        if any(word in words for word in ("longer", "nested", "more than", "number too")):
            return
    modern = isinstance(value, dict) and _speaks_modern(mode, value)
    if isinstance(value, list) and value and mode in _BATCHING:
        owed: "list[Any]" = [id for id in map(_due, value) if id is not _NONE]
        given_: Any = [] if found is _NONE else found
        assert isinstance(given_, list), found
        assert all(map(_is_reply, given_)), given_
        assert len(owed) == len(given_)
        for one, answer in zip(owed, given_):
            # In batches a number may come back in another spelling.
            both = isinstance(one, _Number) and isinstance(answer["id"], _Number)
            assert _same(one, answer["id"]) or (both and float(one) == float(answer["id"]))
        return
    due = _due(value)
    if due is _NONE and modern and "method" not in value:
        due = None  # in 2026-07-28 nobody asks the client anything
    if due is _NONE:
        assert found is _NONE, found
        return
    assert _is_reply(found), found
    assert _same(found["id"], due), (found["id"], due)


def _speaks_modern(mode: int, value: dict) -> bool:
    params = value.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    if isinstance(meta, dict) and "io.modelcontextprotocol/protocolVersion" in meta:
        return True
    method = value.get("method")
    return method == "server/discover" or (mode == _MODERN and method != "initialize")


def test_any_bytes_get_the_replies_that_json_rpc_owes_and_leave_the_session_as_it_was(
    micropython: Path, figure: Callable
) -> None:
    with Target(micropython, "_fuzz_mcp") as target:
        for mode in range(_MODES):
            for message in _TRAFFIC:
                data = bytes([mode]) + message
                check(data, target.ask(data))
        before = target.heap()
        target.run(4000, made, check)
        grown = target.heap() - before
        # In the long run memory fills as well, the archive and its index: less than a byte each.
        assert grown < max(_LEAKS, target.inputs), f"{grown} bytes"
        figure("fuzz_messages", target.inputs)


@pytest.mark.thorough
def test_characters_that_were_never_seen_before_leave_nothing_in_the_heap(
    micropython: Path, figure: Callable
) -> None:
    """MicroPython keeps single characters for ever where they are taken one by one."""

    def strange(number: int) -> bytes:
        first = 0x20000 + number * 28 if number % 3 else 0x4E00 + number * 12
        word = "".join([chr(first + at) for at in range(40)])
        message = json.loads(_TRAFFIC[number * 7 % len(_TRAFFIC)])
        if isinstance(message, list):
            message = message[0]
        message[word] = word
        params = message.setdefault("params", {})
        for name in ("name", "cursor", "uri", "requestState", "level"):
            if name in params and number % 4 < 3:
                params[name] += word
        texts = {"content": word, "keyword": word} if number % 4 else {word: word}
        params.setdefault("arguments", {}).update(texts)
        if number % 5 == 0:
            message["method"] = message.get("method", "") + word
        elif number % 5 == 1:
            message["id"] = word
        return json.dumps(message, ensure_ascii=number % 2 == 0).encode()

    with Target(micropython, "_fuzz_mcp") as target:
        before = 0
        for number in range(1500):
            if number == 500:
                before = target.heap()
            data = bytes([number % 5 + 3]) + strange(number)
            check(data, target.ask(data))
        grown = target.heap() - before
        # Memory fills as well, by 12 bytes an input. What one in twenty would keep is 40 an input.
        assert grown < 16 * 1000, f"{grown} bytes"
        figure("fuzz_messages", target.inputs)
