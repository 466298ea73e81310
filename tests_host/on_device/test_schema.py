"""The JSON Schema subset: what is checked, how it is told, and what is refused beforehand."""

from _raised import raised
from mcp.core.errors import DefinitionError
from mcp.features.schema import allowed, check, sentence
from mcp.features.tool_definition import define

RUNS_ON = ("micropython", "cpython")


def fits(schema, value):
    define(schema)
    return check(schema, value) == []


def test_every_type_admits_its_values_and_no_others():
    values = {
        "null": [None],
        "boolean": [True, False],
        "integer": [0, -3, 3.0, 2**70],
        "string": ["", "a"],
        "array": [[], [1]],
        "object": [{}, {"a": 1}],
    }
    for name in values:
        for other in values:
            for value in values[other]:
                assert fits({"type": name}, value) == (name == other), (name, value)
    for value in (1, 3.5):
        assert fits({"type": "number"}, value)
    assert not fits({"type": "integer"}, 3.5)
    assert not fits({"type": "number"}, True)


def test_a_list_of_types_admits_each():
    schema = {"type": ["string", "null"]}
    assert fits(schema, "a")
    assert fits(schema, None)
    assert not fits(schema, 1)


def test_enum_and_const_compare_as_json_does():
    assert fits({"enum": [1, "a", None]}, 1.0)
    assert not fits({"enum": [1, "a", None]}, True)
    assert not fits({"const": 0}, False)
    assert fits({"const": {"a": [1, {"b": 2}]}}, {"a": [1.0, {"b": 2}]})
    assert not fits({"const": {"a": [1]}}, {"a": [1, 2]})
    assert not fits({"const": [True]}, [1])


def test_limits_include_their_ends():
    assert [fits({"minimum": 1, "maximum": 3}, n) for n in (0, 1, 3, 3.5)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert [fits({"minItems": 1, "maxItems": 2}, [0] * n) for n in range(4)] == [
        False, True, True, False,
    ]  # fmt: skip


def test_lengths_count_characters():
    schema = {"type": "string", "minLength": 2, "maxLength": 3}
    assert [fits(schema, text) for text in ("猫", "猫😀", "é猫😀", "猫猫猫猫")] == [
        False, True, True, False,
    ]  # fmt: skip


def test_a_keyword_says_nothing_of_other_types():
    assert fits({"minimum": 5, "minLength": 5, "minItems": 5, "required": ["a"]}, True)
    assert fits({"minimum": 5}, "a")
    assert fits({"properties": {"a": False}}, [1])


def test_objects_are_checked_member_by_member():
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"items": {"type": "string"}}},
        "required": ["a"],
        "additionalProperties": False,
    }
    assert fits(schema, {"a": 1, "b": ["x"]})
    assert check(schema, {}) == [("a", "is missing", "integer")]
    assert check(schema, {"a": 1, "b": ["x", 2]}) == [("b[1]", "is 2", "string")]
    assert check(schema, {"a": 1, "c": 2}) == [("c", "is not a known property", "a, b")]
    nested = {"properties": {"o": schema}}
    assert check(nested, {"o": {"a": "x"}}) == [("o.a", 'is "x"', "integer")]


def test_additional_properties_may_have_a_schema():
    schema = {"properties": {"a": True}, "additionalProperties": {"type": "integer"}}
    assert fits(schema, {"a": "x", "b": 1})
    assert not fits(schema, {"b": "x"})


def test_false_admits_nothing():
    assert fits(True, 1)
    assert not fits(False, 1)
    assert fits({"items": False}, [])
    assert not fits({"items": False}, [1])
    assert fits({"properties": {"a": False}}, {})


def test_a_problem_says_where_what_and_what_is_allowed():
    schema = {
        "type": "object",
        "properties": {"priority": {"type": "integer", "minimum": 1, "maximum": 5}},
    }
    problems = check(schema, {"priority": 9})
    assert problems == [("priority", "is 9", "integer, minimum 1, maximum 5")]
    assert sentence(problems) == "priority is 9, allowed: integer, minimum 1, maximum 5"
    assert sentence(check({"type": "object"}, 1)) == "the value is 1, allowed: object"


def test_what_is_allowed_is_told_in_words():
    assert allowed({"enum": ["read", "write", 1, None]}) == 'one of "read", "write", 1, null'
    assert allowed({"type": ["string", "null"], "maxLength": 9}) == ("string or null, maxLength 9")
    assert allowed({}) == "any JSON value"


def test_problems_are_few_and_short_whatever_the_value():
    schema = {"additionalProperties": False, "items": {"type": "null"}}
    many = {}
    for n in range(100):
        many["x" * 300 + str(n)] = 1
    for value in (many, list(range(1000)), ["y" * 9000]):
        problems = check(schema, value)
        assert 0 < len(problems) <= 8
        assert len(sentence(problems)) < 1000
    required = {"required": ["a%d" % n for n in range(50)]}
    assert len(check(required, {})) == 8


def test_a_keyword_that_is_not_checked_is_refused():
    for keyword in ("pattern", "format", "anyOf", "$ref", "uniqueItems", "minimun", "multipleOf"):
        error = raised(DefinitionError, define, {"properties": {"a": {keyword: 1}}}, "tool x")
        assert "tool x.properties.a" in str(error)
        assert keyword in str(error)


def test_a_keyword_with_a_wrong_value_is_refused():
    for schema in (
        {"type": "int"}, {"type": []}, {"type": ["string", 1]}, {"enum": []}, {"enum": "a"},
        {"minimum": "1"}, {"maximum": True}, {"minLength": -1}, {"maxItems": 1.5},
        {"required": "a"}, {"required": [1]}, {"properties": []}, {"properties": {"a": 1}},
        {"items": [True]},
        {"additionalProperties": "no"}, {"items": {"items": {"type": "x"}}}, 1, None,
    ):  # fmt: skip
        raised(DefinitionError, define, schema)


def test_a_schema_has_a_greatest_depth():
    schema = {"type": "null"}
    for _ in range(7):
        schema = {"items": schema}
    define(schema)
    raised(DefinitionError, define, {"items": schema})


def test_annotations_are_admitted_and_ignored():
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "t", "description": "d", "default": 1, "examples": [1], "$comment": "c",
    }  # fmt: skip
    assert fits(schema, "anything")
