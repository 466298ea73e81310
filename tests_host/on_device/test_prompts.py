"""Prompts: definitions, lists, arguments."""

from _offers import Peer, ask, pages
from _raised import raised
from mcp.core.errors import DefinitionError, ProtocolError
from mcp.features.prompts import Argument, Prompts, invalid


async def greet(arguments, call):
    if arguments.get("name") == "nobody":
        raise invalid("name", "nobody", "the name of somebody")
    return "Greet %s." % arguments.get("name", "all")


def some():
    offer = Prompts()
    name = Argument("name", "Whom to greet", required=True, title="Name")
    offer.add("greet", greet, "Greets.", [name, Argument("how", "In which tone")], title="Greet")
    return offer


def test_a_definition_grows_with_the_protocol():
    (old,) = ask(some(), "prompts/list", "2025-03-26")["prompts"]
    (new,) = ask(some(), "prompts/list", "2025-06-18")["prompts"]
    assert list(old) == ["name", "description", "arguments"]
    assert list(new) == ["name", "title", "description", "arguments"]
    assert dict(new["arguments"][0]) == {
        "name": "name", "title": "Name", "description": "Whom to greet", "required": True,
    }  # fmt: skip
    assert "title" not in old["arguments"][0]
    assert new["arguments"][1]["required"] is False


def test_a_wrong_definition_is_refused_when_it_is_added():
    one, twin = Argument("a", "d"), Argument("a", "e")
    for wrong in (
        ("", greet, "d"), ("n" * 65, greet, "d"), (5, greet, "d"), ("n", None, "d"),
        ("n", greet, ""), ("n", greet, None), ("n", greet, "d", [one, twin]),
        ("n", greet, "d", [Argument("", "d")]), ("n", greet, "d", [Argument("a", b"d")]),
        ("n", greet, "d", [Argument("a%d" % n, "d") for n in range(17)]),
        ("n", greet, "d", [], 5),
    ):  # fmt: skip
        raised(DefinitionError, Prompts().add, *wrong)
    raised(DefinitionError, some().add, "greet", greet, "again")


def test_pages_hold_every_prompt_once_and_strange_cursors_are_refused():
    offer = Prompts()
    for n in range(9):
        offer.add("p%d" % n, greet, "d")
    for size in (1, 100, 8000):
        found = pages(offer, "prompts/list", "prompts", size)
        assert [one["name"] for page in found for one in page] == ["p%d" % n for n in range(9)]
    cursor = ask(offer, "prompts/list", peer=Peer(100))["nextCursor"]
    for wrong in ("1", cursor[:-1], 1, None or "0-0"):
        assert raised(ProtocolError, ask, offer, "prompts/list", cursor=wrong).code == -32602


def test_a_text_becomes_one_message_of_the_user():
    found = ask(some(), "prompts/get", name="greet", arguments={"name": "猫"})
    assert found["description"] == "Greets."
    (message,) = found["messages"]
    assert message == {"role": "user", "content": {"type": "text", "text": "Greet 猫."}}


def test_messages_are_sent_as_they_are():
    async def talk(arguments, call):
        return [
            {
                "role": "user",
                "content": {"type": "image", "data": "AA==", "mimeType": "image/png"},
            },
            {"role": "assistant", "content": {"type": "text", "text": "Nice."}},
        ]

    offer = Prompts()
    offer.add("talk", talk, "d")
    found = ask(offer, "prompts/get", name="talk")
    assert [one["role"] for one in found["messages"]] == ["user", "assistant"]


def test_what_is_wrong_with_a_request_is_said_and_what_is_allowed():
    for params, words in (
        ({}, "name is a string"),
        ({"name": 5}, "name is a string"),
        ({"name": "none"}, "allowed: greet"),
        ({"name": "greet"}, "argument name of greet is missing, allowed: Whom to greet"),
        ({"name": "greet", "arguments": []}, "arguments is an object"),
        ({"name": "greet", "arguments": {"name": 5}}, "argument name of greet is a string"),
        ({"name": "greet", "arguments": {"name": "a", "x": ""}}, "argument x, allowed: name, how"),
        ({"name": "greet", "arguments": {"name": "nobody"}}, 'is "nobody", allowed: the name'),
    ):  # fmt: skip
        error = raised(ProtocolError, ask, some(), "prompts/get", **params)
        assert error.code == -32602
        assert words in error.message, error.message
