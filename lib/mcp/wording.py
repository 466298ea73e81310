"""
What does not fit a schema, in words: for people, for models, and for logs.

Owns the sentences about problems that `schema` finds; loaded by the first of them.
Words of up to ten characters are names to MicroPython, kept for ever in a pool whose growth costs
kilobytes, so there are few of those.
"""

import json

from micropython import const

_MAX_QUOTED = const(40)  # characters of a wrong value that a problem repeats
_LIMITS = const(("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"))


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
        return quoted(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join([quoted(one) for one in schema["enum"]])
    types = schema.get("type", [])
    words = [" or ".join(types if isinstance(types, list) else [types]) or "any JSON value"]
    words += [word + " " + str(schema[word]) for word in _LIMITS if word in schema]
    return ", ".join(words)


def quoted(value: object) -> str:
    """A wrong value in a few words."""
    if isinstance(value, str):
        return '"%s"' % (value if len(value) <= _MAX_QUOTED else value[:_MAX_QUOTED] + "..")
    if isinstance(value, dict):
        return "a JSON object"
    return "a JSON array" if isinstance(value, list) else json.dumps(value)
