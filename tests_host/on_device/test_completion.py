"""Completion of what prompts and templates take."""

from _offers import ask
from _raised import raised
from mcp.core.errors import ProtocolError, ResultError
from mcp.features.completion import Completion
from mcp.features.prompts import Argument, Prompts
from mcp.features.resources import Resources


async def months(value, others, call):
    return ["%s-%02d" % (others.get("year", "2025"), n) for n in range(12, 0, -1)]


async def many(value, others, call):
    return ["v%03d" % n for n in range(250)]


async def wrong(value, others, call):
    return [5]


async def read(*arguments):
    return "text"


def some():
    prompts = Prompts()
    arguments = [Argument("month", "d", complete=months), Argument("free", "d")]
    arguments += [Argument("many", "d", complete=many), Argument("wrong", "d", complete=wrong)]
    prompts.add("p", read, "d", arguments)
    resources = Resources()
    resources.add("m://now", read, "now", "d")
    resources.add_template("m://{month}", read, "m", "d", complete={"month": months})
    return Completion(prompts, resources)


def of_prompt(argument, value, **more):
    ref = {"type": "ref/prompt", "name": "p"}
    found = ask(some(), "completion/complete", ref=ref,
                argument={"name": argument, "value": value}, **more)  # fmt: skip
    return dict(found["completion"])


def test_values_that_begin_so_are_given_in_their_order():
    assert of_prompt("month", "2025-1") == {
        "values": ["2025-12", "2025-11", "2025-10"], "total": 3, "hasMore": False,
    }  # fmt: skip
    assert of_prompt("month", "x")["values"] == []
    assert of_prompt("free", "anything") == {"values": [], "total": 0, "hasMore": False}


def test_what_was_chosen_before_counts():
    context = {"arguments": {"year": "1999"}}
    assert of_prompt("month", "1999-03", context=context)["values"] == ["1999-03"]


def test_no_more_than_a_hundred_values_are_sent():
    found = of_prompt("many", "V")
    assert (len(found["values"]), found["total"], found["hasMore"]) == (100, 250, True)


def test_variables_of_templates_are_completed():
    for uri, values in (("m://{month}", ["2025-03"]), ("m://now", [])):
        ref = {"type": "ref/resource", "uri": uri}
        argument = {"name": "month", "value": "2025-03"}
        found = ask(some(), "completion/complete", ref=ref, argument=argument)
        assert found["completion"]["values"] == values


def test_what_is_wrong_with_a_request_is_said_and_what_is_allowed():
    ref, argument = {"type": "ref/prompt", "name": "p"}, {"name": "month", "value": ""}
    template = {"type": "ref/resource", "uri": "m://{month}"}
    for params, words in (
        ({}, "allowed: ref/prompt, ref/resource"),
        ({"ref": "p", "argument": argument}, "ref has a type"),
        ({"ref": {"type": "ref/tool"}, "argument": argument}, "allowed: ref/prompt"),
        ({"ref": {"type": []}, "argument": argument}, "allowed: ref/prompt"),
        ({"ref": {"type": "ref/prompt"}, "argument": argument}, "name is a string"),
        ({"ref": {"type": "ref/prompt", "name": "q"}, "argument": argument}, "allowed: p"),
        ({"ref": {"type": "ref/resource"}, "argument": argument}, "allowed: m://{month}"),
        ({"ref": template, "argument": {"name": "x", "value": ""}}, "allowed: month"),
        ({"ref": ref}, "argument is an object"),
        ({"ref": ref, "argument": {"name": "month"}}, "both strings"),
        ({"ref": ref, "argument": {"name": "month", "value": 5}}, "both strings"),
        ({"ref": ref, "argument": {"name": "x", "value": ""}}, "allowed: month, free"),
        ({"ref": ref, "argument": {"name": "month", "value": "x" * 257}}, "256 characters"),
        ({"ref": ref, "argument": argument, "context": []}, "context is an object"),
        ({"ref": ref, "argument": argument, "context": {"arguments": 5}}, "context is an object"),
        ({"ref": ref, "argument": argument, "context": {"arguments": {"a": 5}}}, "strings only"),
    ):  # fmt: skip
        error = raised(ProtocolError, ask, some(), "completion/complete", **params)
        assert error.code == -32602
        assert words in error.message, error.message
    raised(ResultError, of_prompt, "wrong", "")


def test_where_there_are_no_prompts_none_are_completed():
    error = raised(
        ProtocolError, ask, Completion(None, Resources()), "completion/complete",
        ref={"type": "ref/prompt", "name": "p"}, argument={"name": "a", "value": ""},
    )  # fmt: skip
    assert error.message.endswith("allowed: ref/resource")
