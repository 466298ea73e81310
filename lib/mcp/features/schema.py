"""
Checks values against a subset of JSON Schema 2020-12, and describes what does not fit.

Owns the meaning of each keyword. `tool_definition.define` refuses a schema with any other keyword,
so none is ignored. Pure; the values are those of a JSON parser.

    any value   type (a name or a list of names), enum, const, true and false as schemas
    numbers     minimum, maximum             (3.0 is an integer, true is not a number)
    strings     minLength, maxLength         (counted in characters, as the standard says)
    arrays      items, minItems, maxItems
    objects     properties, required, additionalProperties
    unchecked   title, description, default, examples, $comment, $schema

Not supported: `pattern` (MicroPython's `re` compiles counted repeats and then never matches them),
`format` (an annotation that looks like a check), references and combinations.
"""

import json

from micropython import const

_MAX_PROBLEMS = const(8)
_MAX_QUOTED = const(40)  # characters of a wrong name or value that a problem repeats
_LIMITS = const(("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"))


def check(schema: "dict | bool", value: object) -> "list[tuple[str, str, str]]":
    """
    What is wrong with `value`: (path, what is wrong, what is allowed), at most 8; [] if nothing.

    `path` is like `items[2].name`, "" for the value itself. The schema has passed
    `tool_definition.define`.
    """
    problems: "list[tuple[str, str, str]]" = []
    _check(schema, value, "", problems)
    return problems[:_MAX_PROBLEMS]


def _check(
    schema: "dict | bool", value: object, path: str, problems: "list[tuple[str, str, str]]"
) -> None:
    if schema is True or len(problems) >= _MAX_PROBLEMS:
        return
    if not isinstance(schema, dict):
        problems.append((path, "is not allowed here", "nothing"))
    elif not _fits(schema, value):
        problems.append((path, "is " + _quoted(value), allowed(schema)))
    elif isinstance(value, dict):
        _check_object(schema, value, path, problems)
    elif isinstance(value, list) and "items" in schema:
        for at, one in enumerate(value):
            _check(schema["items"], one, "%s[%d]" % (path, at), problems)
            if len(problems) >= _MAX_PROBLEMS:
                return


def _check_object(
    schema: dict, value: dict, path: str, problems: "list[tuple[str, str, str]]"
) -> None:
    known = schema.get("properties", {})
    dot = path + "." if path else ""
    for name in schema.get("required", ()):
        if name not in value:
            problems.append((dot + name, "is missing", allowed(known.get(name, True))))
    others = schema.get("additionalProperties", True)
    for name, one in value.items():
        if name in known:
            _check(known[name], one, dot + name, problems)
        elif others is False:
            names = ", ".join(sorted(known)) or "no property at all"
            problems.append((dot + name[:_MAX_QUOTED], "is not a known property", names))
        else:
            _check(others, one, dot + name[:_MAX_QUOTED], problems)
        if len(problems) >= _MAX_PROBLEMS:
            return


def _fits(schema: dict, value: object) -> bool:
    """Whether `value` fits, the members of objects and arrays apart."""
    types = schema.get("type", [])
    if not isinstance(types, list):
        types = [types]
    if types and not any(is_type(name, value) for name in types):
        return False
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        return False
    if "const" in schema and not _same(value, schema["const"]):
        return False
    if isinstance(value, str):
        return _between(schema, "minLength", len(value), "maxLength")
    if isinstance(value, list):
        return _between(schema, "minItems", len(value), "maxItems")
    if is_type("number", value):
        return _between(schema, "minimum", value, "maximum")
    return True


def _between(schema: dict, low: str, value: object, high: str) -> bool:
    return schema.get(low, value) <= value <= schema.get(high, value)


def is_type(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value % 1 == 0)
    if name == "number":
        return isinstance(value, (int, float))
    if name == "string":
        return isinstance(value, str)
    if name == "object":
        return isinstance(value, dict)
    if name == "array":
        return isinstance(value, list)
    return name == "null" and value is None


def _same(a: object, b: object) -> bool:
    """Equality of JSON: 1 is 1.0, and true is not 1. Recurses along `b`, which is ours."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(b, dict):
        if not isinstance(a, dict) or len(a) != len(b):
            return False
        return all(name in a and _same(a[name], b[name]) for name in b)
    if isinstance(b, list):
        if not isinstance(a, list) or len(a) != len(b):
            return False
        return all(_same(a[at], b[at]) for at in range(len(b)))
    return a == b


def sentence(problems: "list[tuple[str, str, str]]") -> str:
    """Problems in words: `priority is 9, allowed: integer, maximum 5; ..`."""
    parts = []
    for path, wrong, right in problems:
        parts.append("%s %s, allowed: %s" % (path or "the value", wrong, right))
    return "; ".join(parts)


def allowed(schema: "dict | bool") -> str:
    """What `schema` admits, in words and keywords, without what is inside objects and arrays."""
    if isinstance(schema, bool):
        return "any JSON value" if schema else "nothing"
    if "const" in schema:
        return _quoted(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join([_quoted(one) for one in schema["enum"]])
    types = schema.get("type", [])
    words = [" or ".join(types if isinstance(types, list) else [types]) or "any JSON value"]
    words += [word + " " + str(schema[word]) for word in _LIMITS if word in schema]
    return ", ".join(words)


def _quoted(value: object) -> str:
    """A wrong value in a few words."""
    if isinstance(value, str):
        return '"%s"' % (value if len(value) <= _MAX_QUOTED else value[:_MAX_QUOTED] + "..")
    if isinstance(value, dict):
        return "a JSON object"
    return "a JSON array" if isinstance(value, list) else json.dumps(value)
