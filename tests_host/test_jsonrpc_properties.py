"""
Properties of the message core and the schema check, against oracles of CPython.

The pure modules of lib/mcp run here on CPython; what they do on MicroPython is pinned by the same
cases in on_device/. Both lib/ and the stand-in for `micropython` go in front of the path: the
official SDK, which has the same import name, is only ever run in processes of its own.
"""

import asyncio
import json
import re
import sys
from importlib import import_module
from typing import Any

import device
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

jsonrpc: Any = import_module("mcp.core.jsonrpc")
jsontext: Any = import_module("net.json_text")
schema: Any = import_module("mcp.features.schema")
defining: Any = import_module("mcp.features.tool_definition")
errors: Any = import_module("mcp.core.errors")
server: Any = import_module("mcp.core.server")
tools: Any = import_module("mcp.features.tools")

texts = st.text(max_size=20)
numbers = st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5)
)
ids = texts | st.integers() | st.floats(allow_nan=False, allow_infinity=False)


def strict(data: bytes) -> Any:
    """What RFC 8259 has `data` for: CPython's json, less the words that it adds."""

    def refuse(word: str) -> None:
        raise ValueError(word)

    return json.loads(data.decode("utf-8"), parse_constant=refuse)


# --- JSON text


@given(values)
def test_every_value_comes_back_as_it_was(value: Any) -> None:
    assert jsontext.loads(jsontext.dumps(value)) == value
    assert jsontext.loads(json.dumps(value, indent=2).encode()) == value
    assert jsontext.loads(json.dumps(value, ensure_ascii=False).encode()) == value


def agrees_with_cpython(data: bytes) -> None:
    try:
        found = jsontext.loads(data)
    except jsontext.LimitError:
        return
    except jsontext.DecodeError:
        try:
            value = strict(data)
        except ValueError:
            return
        # CPython lets halves of surrogate pairs through.
        assert re.search("[\ud800-\udfff]", json.dumps(value, ensure_ascii=False))
    else:
        assert found == strict(data)


tokens = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        "0",
        "1",
        "-",
        ".",
        "e",
        "+",
        "true",
        "null",
        " ",
        "\n",
    ]
    + [
        '"a"',
        '"\\u00',
        "\\ud83d\\ude00",
        "\\ud83d",
        "\\ude00",
        "é",
        "😀",
        "\t",
        "\x00",
        "12",
        "fal",
    ]
)


@given(st.binary(max_size=40))
def test_any_bytes_are_taken_for_what_cpython_takes_them(data: bytes) -> None:
    agrees_with_cpython(data)


@given(st.lists(tokens, max_size=12))
@example(['"', "\\ud83d", "\\ude00", '"'])
def test_any_heap_of_tokens_is_taken_for_what_cpython_takes_it(parts: list[str]) -> None:
    agrees_with_cpython("".join(parts).encode())


@given(values, st.data())
def test_a_damaged_text_is_taken_for_what_cpython_takes_it(
    value: Any, data: st.DataObject
) -> None:
    text = bytearray(json.dumps(value, ensure_ascii=data.draw(st.booleans())).encode())
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(text)))
        if data.draw(st.booleans()):
            del text[at : at + 1]
        else:
            text.insert(at, data.draw(st.integers(0, 255)))
    agrees_with_cpython(bytes(text))


# --- Messages


def registry() -> Any:
    async def echo(arguments: dict, call: Any) -> Any:
        return tools.ToolResult(structured={"got": arguments})

    found = tools.Registry()
    found.add("echo", echo, "Echoes.", {"type": "object"})
    return found


SERVER = server.Server({"name": "n", "version": "1"}, registry(), log=lambda level, text: None)


def exchanged(data: bytes, version: "str | None") -> Any:
    session = server.Session(SERVER, "test")
    session.version = version
    return asyncio.run(session.handle(data))


def is_reply(reply: Any) -> bool:
    if not isinstance(reply, dict) or reply.get("jsonrpc") != "2.0":
        return False
    if "result" in reply:
        return set(reply) == {"jsonrpc", "id", "result"} and reply["id"] is not None
    error = reply["error"]
    fields = set(error) <= {"code", "message", "data"}
    return fields and isinstance(error["code"], int) and isinstance(error["message"], str)


versions = st.sampled_from([None, "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
members = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "1.0", 2.0, None]),
        "id": ids | values,
        "method": st.sampled_from(["ping", "initialize", "tools/list", "tools/call"]) | values,
        "params": st.fixed_dictionaries(
            {}, optional={"name": st.just("echo") | values, "arguments": values, "cursor": values}
        )
        | values,
        "result": values,
        "error": values,
    },
)
messages = members | st.lists(members, max_size=4)


@given(
    st.binary(max_size=60) | messages.map(lambda one: json.dumps(one).encode()),
    versions,
)
@example(b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "2025-03-26")
@example(b'{"jsonrpc":"2.0","id":"\\ud83d","method":"ping"}', "2025-03-26")
def test_every_reply_is_one_line_of_valid_json_rpc(data: bytes, version: "str | None") -> None:
    reply = exchanged(data, version)
    if reply is None:
        return
    assert b"\n" not in reply
    found = strict(reply)
    if isinstance(found, list):
        assert version == "2025-03-26"
        assert found
    for one in found if isinstance(found, list) else [found]:
        assert is_reply(one), one


@given(ids, st.sampled_from(["ping", "tools/list", "none"]), versions)
def test_every_request_gets_one_reply_with_its_id(id: Any, method: str, version: Any) -> None:
    request = {"jsonrpc": "2.0", "id": id, "method": method}
    reply = strict(exchanged(json.dumps(request).encode(), version))
    assert type(reply["id"]) is type(id)
    assert reply["id"] == id


@given(values)
def test_arguments_reach_the_tool_as_they_were_sent(value: Any) -> None:
    request = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "echo", "arguments": {"value": value}},
    }
    reply = strict(exchanged(json.dumps(request).encode(), "2025-06-18"))
    assert reply["result"]["structuredContent"] == {"got": {"value": value}}


# --- Schemas

names = st.sampled_from(["a", "b", "c"])
small = st.integers(-3, 3) | st.floats(-3, 3).map(lambda one: round(one * 2) / 2)
types = st.sampled_from(["null", "boolean", "object", "array", "number", "string", "integer"])
instances = st.recursive(
    st.none() | st.booleans() | small | st.text("ab猫😀", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
keywords = {
    "type": types | st.lists(types, min_size=1, max_size=3, unique=True),
    "enum": st.lists(instances, min_size=1, max_size=3),
    "const": instances,
    "minimum": small,
    "maximum": small,
    "minLength": st.integers(0, 4),
    "maxLength": st.integers(0, 4),
    "minItems": st.integers(0, 3),
    "maxItems": st.integers(0, 3),
    "required": st.lists(names, max_size=2, unique=True),
    "title": st.just("t"),
    "default": instances,
}


def objects(inner: st.SearchStrategy) -> st.SearchStrategy:
    nested = {
        "properties": st.dictionaries(names, inner, max_size=3),
        "additionalProperties": inner,
        "items": inner,
    }
    return st.fixed_dictionaries({}, optional={**keywords, **nested})


schemas = st.recursive(
    st.booleans() | st.fixed_dictionaries({}, optional=keywords), objects, max_leaves=6
)


def depth(subject: Any) -> int:
    if isinstance(subject, bool):
        return 0
    inner = [subject[one] for one in ("items", "additionalProperties") if one in subject]
    inner += subject.get("properties", {}).values()
    return 1 + max(map(depth, inner), default=0)


@given(schemas, instances)
@example({"const": 1}, True)
@example({"enum": [0]}, False)
@example({"type": "integer"}, 3.0)
@example({"maxLength": 1}, "😀")
def test_the_subset_means_what_the_standard_says(subject: Any, value: Any) -> None:
    assume(depth(subject) <= 8)
    defining.define(subject)
    Draft202012Validator.check_schema(subject)
    problems = schema.check(subject, value)
    assert (problems == []) == Draft202012Validator(subject).is_valid(value)
    for path, wrong, right in problems:
        assert wrong
        assert right
        assert isinstance(path, str)


SUBSET = {*keywords, "properties", "additionalProperties", "items"} - {"title", "default"}


def test_the_subset_is_documented() -> None:
    text = (device.ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
    for keyword in SUBSET:
        assert f"`{keyword}`" in text


@pytest.mark.parametrize("keyword", sorted({*Draft202012Validator.VALIDATORS} - SUBSET))
def test_a_keyword_that_the_standard_checks_and_we_do_not_is_refused(keyword: str) -> None:
    with pytest.raises(errors.DefinitionError, match="is not checked here"):
        defining.define({"items": {keyword: {}}})


def test_an_id_is_a_string_or_a_number() -> None:
    cases: list[object] = ["", 0, 1.5, True, None, [], {}]
    assert [jsonrpc.is_id(one) for one in cases] == [
        True, True, True, False, False, False, False,
    ]  # fmt: skip
