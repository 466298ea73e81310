"""
Checks the definitions of tools and schemas when they are added, so that a mistake of ours shows at
the start and not in a call.
"""

from micropython import const

from mcp.core.call import SCOPES
from mcp.core.errors import DefinitionError

from .schema import is_type

_MAX_NAME = const(64)
_NAME_CHARACTERS = const(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-")
_HINTS = const(("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"))
_MAX_DEPTH = const(8)  # of a schema; the check recurses along the schema, never along the data
_TYPES = const(("null", "boolean", "object", "array", "number", "string", "integer"))
_LIMITS = const(("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"))
_UNCHECKED = const(("title", "description", "default", "examples", "$comment", "$schema"))


def check_tool(
    name: object,
    handler: object,
    description: object,
    input_schema: object,
    output_schema: object,
    annotations: dict,
    scope: str,
) -> None:
    """Raise DefinitionError where MCP or this package does not allow such a tool."""
    if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME:
        raise DefinitionError("a tool's name is a string of 1 to %d characters" % _MAX_NAME)
    for c in name.encode():
        if c not in _NAME_CHARACTERS:
            raise DefinitionError("tool %s: only A-Z a-z 0-9 _ . - in a name" % name)
    for what, value in (("input schema", input_schema), ("output schema", output_schema)):
        if value is not None or what == "input schema":
            if not isinstance(value, dict) or value.get("type") != "object":
                raise DefinitionError('tool %s: the %s must have "type": "object"' % (name, what))
            define(value, "tool %s: %s" % (name, what))
    for hint, value in annotations.items():
        if hint not in _HINTS or not isinstance(value, bool):
            raise DefinitionError("tool %s: annotation %s=%r" % (name, hint, value))
    if scope not in SCOPES:
        raise DefinitionError("tool %s: scope %r" % (name, scope))
    if not callable(handler):
        raise DefinitionError("tool %s: the handler cannot be called" % name)
    if not isinstance(description, str) or not description:
        raise DefinitionError("tool %s: a description is what a model chooses by" % name)


def define(schema: object, path: str = "schema", depth: int = 0) -> None:
    """
    Raise DefinitionError, naming the place, unless every keyword of `schema` is checked here.

    `schema` is a dict or a bool; `path` is how messages call it.
    """
    if isinstance(schema, bool):
        return
    if not isinstance(schema, dict):
        raise DefinitionError("%s: a schema is a dict or a bool" % path)
    if depth == _MAX_DEPTH:
        raise DefinitionError("%s: nested more than %d deep" % (path, _MAX_DEPTH))
    for keyword, value in schema.items():
        _define_keyword(keyword, value, path)
    for name, inner in schema.get("properties", {}).items():
        define(inner, "%s.properties.%s" % (path, name), depth + 1)
    for keyword in ("items", "additionalProperties"):
        if keyword in schema:
            define(schema[keyword], path + "." + keyword, depth + 1)


def _define_keyword(name: str, value: object, path: str) -> None:
    if name == "type":
        names = value if isinstance(value, list) else [value]
        right = bool(names) and all(one in _TYPES for one in names)
    elif name == "enum":
        right = isinstance(value, list) and bool(value)
    elif name in ("minimum", "maximum"):
        right = is_type("number", value)
    elif name in _LIMITS:
        right = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    elif name == "required":
        right = isinstance(value, list) and all(isinstance(one, str) for one in value)
    elif name == "properties":
        right = isinstance(value, dict) and all(isinstance(one, str) for one in value)
    else:
        right = name in ("const", "items", "additionalProperties") or name in _UNCHECKED
        if not right:
            raise DefinitionError("%s: keyword %r is not checked here" % (path, name))
    if not right:
        raise DefinitionError("%s: wrong value for %r: %r" % (path, name, value))
