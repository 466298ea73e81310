"""The registry of tools: definitions, pages, calls and results."""

import asyncio
import json
from collections import OrderedDict

from _raised import raised
from mcp.core.call import Call
from mcp.core.errors import DefinitionError, ProtocolError, ResultError
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry, Tool
from net.json_text import EncodeError
from net.pieces import Body

ANY = {"type": "object"}
NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


async def echo(arguments, call):
    return ToolResult(structured=arguments)


def context(**params):
    return Call("test", "2025-06-18", {}, 1, params)


def called(registry, name, arguments):
    return asyncio.run(registry.call(name, arguments, context()))


def registry_of(*names):
    registry = Registry()
    for name in names:
        registry.add(name, echo, "Echoes.", ANY)
    return registry


def test_a_definition_grows_with_the_protocol():
    registry = Registry()
    schema = OrderedDict([("type", "object"), ("properties", OrderedDict())])
    hints = {"readOnlyHint": True}
    registry.add("t", echo, "d", schema, "T", ANY, hints)
    for version, members in (
        ("2024-11-05", ["name", "description", "inputSchema"]),
        ("2025-03-26", ["name", "description", "inputSchema", "annotations"]),
        (
            "2025-06-18",
            ["name", "title", "description", "inputSchema", "outputSchema", "annotations"],
        ),
    ):
        (definition,), cursor = registry.page(None, 1000, version)
        assert list(definition) == members
        assert cursor is None
    assert definition["inputSchema"] == schema


def test_a_wrong_definition_is_refused_when_it_is_added():
    good = ("t", echo, "d", ANY)
    for at, value in (
        (0, ""), (0, "a b"), (0, "猫"), (0, "a" * 65), (0, 5), (0, "a/b"),
        (1, None), (2, ""), (2, None),
        (3, None), (3, {}), (3, {"type": "array"}), (3, {"type": "object", "anyOf": []}),
        (3, {"type": "object", "properties": {"a": {"default": b"x"}}}),
    ):  # fmt: skip
        wrong = list(good)
        wrong[at] = value
        raised(DefinitionError, Registry().add, *wrong)
    raised(DefinitionError, Registry().add, *good, output_schema={"type": "string"})
    raised(DefinitionError, Registry().add, *good, annotations={"readonly": True})
    raised(DefinitionError, Registry().add, *good, annotations={"readOnlyHint": 1})
    raised(DefinitionError, registry_of("t").add, *good)


def test_pages_hold_every_tool_once_in_order():
    names = ["tool%d" % n for n in range(10)]
    registry = registry_of(*names)
    for size in (1, 100, 200, 250, 10000):
        seen, cursor, pages = [], None, 0
        while True:
            tools, cursor = registry.page(cursor, size, "2025-06-18")
            assert len(json.dumps(tools, separators=(",", ":"))) <= size or len(tools) == 1
            seen += [tool["name"] for tool in tools]
            pages += 1
            if cursor is None:
                break
        assert seen == names
        assert pages > 1 or size == 10000


def test_a_cursor_that_was_never_given_is_refused():
    registry = registry_of("a", "b", "c")
    _, cursor = registry.page(None, 1, "2025-06-18")
    other, _ = registry.page("", 1, "2025-06-18")
    assert other[0]["name"] == "a"
    for wrong in ("x", cursor + "0", cursor[1:], 1, 0, True, False, [], {}, "0", "9-" + cursor):
        error = raised(ProtocolError, registry.page, wrong, 1, "2025-06-18")
        assert error.code == -32602
    # Nor does a cursor outlive the set of tools that it was given for.
    registry.add("d", echo, "d", ANY)
    raised(ProtocolError, registry.page, cursor, 1, "2025-06-18")


def test_arguments_reach_the_handler_only_when_they_fit():
    registry = Registry()
    seen = []

    async def handler(arguments, call):
        seen.append((arguments, call.channel))
        return ToolResult("done")

    registry.add("t", handler, "d", NUMBER)
    assert called(registry, "t", {"n": 1}).text == "done"
    result = called(registry, "t", {"n": "x"})
    assert result.is_error
    assert result.text == 'Invalid arguments for t: n is "x", allowed: integer'
    assert seen == [({"n": 1}, "test")]


def test_a_tool_may_word_its_own_refusal():
    registry = Registry()

    def wording(problems):
        return ToolResult(structured={"status": "error", "where": problems[0][0]}, is_error=True)

    registry.add("t", echo, "d", NUMBER, on_invalid=wording)
    result = called(registry, "t", {})
    assert (result.structured, result.is_error) == ({"status": "error", "where": "n"}, True)


def test_an_unknown_tool_is_a_protocol_error():
    error = raised(ProtocolError, called, registry_of("a"), "b" * 500, {})
    assert error.code == -32602
    assert len(error.message) < 100


def test_a_result_keeps_the_promise_of_the_output_schema():
    registry = Registry()
    registry.add("t", echo, "d", ANY, output_schema=NUMBER)
    assert called(registry, "t", {"n": 1}).structured == {"n": 1}
    raised(ResultError, called, registry, "t", {"n": "x"})

    async def text(arguments, call):
        return ToolResult("only text")

    async def failed(arguments, call):
        return ToolResult("why", is_error=True)

    registry.add("text", text, "d", ANY, output_schema=NUMBER)
    registry.add("failed", failed, "d", ANY, output_schema=NUMBER)
    raised(ResultError, called, registry, "text", {})
    assert called(registry, "failed", {}).text == "why"


def test_a_handler_returns_a_tool_result_and_nothing_else():
    registry = Registry()

    async def careless(arguments, call):
        return "text"

    registry.add("t", careless, "d", ANY)
    raised(ResultError, called, registry, "t", {})


def test_what_a_handler_raises_comes_through():
    registry = Registry()

    async def broken(arguments, call):
        raise KeyError("k")

    registry.add("t", broken, "d", ANY)
    raised(KeyError, called, registry, "t", {})


def test_a_structured_result_is_one_text_and_from_2025_06_18_on_itself():
    value = OrderedDict([("b", "猫"), ("a", 1)])
    for version in ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"):
        wire = json.loads(Body(ToolResult(structured=value).parts(version)).joined())
        (item,) = wire["content"]
        assert item["type"] == "text"
        assert json.loads(item["text"]) == {"b": "猫", "a": 1}
        assert item["text"].startswith('{"b":')
        assert wire["isError"] is False
        assert ("structuredContent" in wire) == (version >= "2025-06-18")
    assert wire["structuredContent"] == {"b": "猫", "a": 1}


def test_a_text_result_is_one_text_and_an_empty_one_none():
    assert json.loads(Body(ToolResult("a", is_error=True).parts("2025-11-25")).joined()) == {
        "content": [{"type": "text", "text": "a"}],
        "isError": True,
    }
    found = json.loads(Body(ToolResult().parts("2025-11-25")).joined())
    assert found == {"content": [], "isError": False}


def test_a_result_is_a_text_or_a_dict():
    for text, structured in ((1, None), ("a", {}), (None, [1]), (None, "a")):
        raised(ResultError, ToolResult, text, structured)
    raised(EncodeError, ToolResult(structured={"a": object()}).parts, "2025-06-18")


def test_a_call_knows_its_progress_token():
    for meta, token in (
        (None, None),
        ({"progressToken": "a"}, "a"),
        ({"progressToken": 0}, 0),
        ({"progressToken": True}, None),
        ({"progressToken": [1]}, None),
        ([1], None),
    ):
        assert context(_meta=meta).progress_token == token
    assert context().progress_token is None


def test_a_tool_may_bring_its_own_definition():
    registry = Registry()
    registry.put(Tool("t", echo, "d", NUMBER))
    assert [tool["name"] for tool in registry.page(None, 8000, "2025-11-25")[0]] == ["t"]
    assert called(registry, "t", {}).is_error
    assert called(registry, "t", {"n": 1}).structured == {"n": 1}


def test_a_result_may_be_json_already():
    made = '{"b":"猫 \\"\\\\n\\n","a":[1]}'
    for version in ("2025-03-26", "2025-06-18"):
        result = ToolResult(encoded=[made[:9].encode(), made[9:].encode()])
        wire = json.loads(Body(result.parts(version)).joined())
        assert wire["content"] == [{"type": "text", "text": made}]
        assert ("structuredContent" in wire) == (version > "2025-03-26")
    assert wire["structuredContent"] == {"b": '猫 "\\n\n', "a": [1]}
    try:
        ToolResult(text="a", encoded=[b"{}"])
    except ResultError:
        return
    raise AssertionError("both a text and JSON")
