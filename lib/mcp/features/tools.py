"""
Tools: their definitions and their calls.

Owns the registry, the check of arguments and results against their schemas, and the form that a
definition has in each protocol version. `core.tool_result` has the form of results, `schema` the
check, `tool_definition` the rules for definitions. Knows no JSON-RPC and no session.
"""

from binascii import crc32

from micropython import const
from net.json_text import EncodeError, dumps, ordered

from mcp.core.errors import INVALID_PARAMS, DefinitionError, ProtocolError, ResultError
from mcp.core.input_required import InputRequired
from mcp.core.tool_result import ToolResult

from . import schema, tool_definition
from .paging import page

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.call import Call

_MAX_NAME = const(64)  # characters of an unknown tool's name that an error repeats
_LATEST = const("9999")  # sorts after every protocol version: a definition with all its fields


class Tool:
    """One tool as it was added; see Registry.add."""

    # What few tools have.
    title: "str | None" = None
    output_schema: "dict | None" = None
    annotations: "dict | None" = None
    on_invalid: "Callable | None" = None
    scope = "write"

    def __init__(self, name: str, handler: "Callable", description: str, input_schema: dict):
        self.name = name
        self.handler = handler
        self.description = description
        self.input_schema = input_schema

    def wire(self, version: str) -> dict:
        """The definition in the form of that protocol version, in an order for readers."""
        later = version >= "2025-06-18"
        return ordered(
            ("name", self.name),
            ("title", self.title if later else None),
            ("description", self.description),
            ("inputSchema", self.input_schema),
            ("outputSchema", self.output_schema if later else None),
            ("annotations", self.annotations if version >= "2025-03-26" else None),
        )

    def refusal(self, problems: "list[tuple[str, str, str]]") -> ToolResult:
        """The result of a call whose arguments do not fit the input schema."""
        if self.on_invalid is not None:
            return self.on_invalid(problems)
        text = "Invalid arguments for %s: %s" % (self.name, schema.sentence(problems))
        return ToolResult(text, is_error=True)


class Registry:
    """The tools of a server, listed in the order in which they were added."""

    def __init__(self) -> None:
        self.tools: "list[Tool]" = []
        # told(name, arguments, call, result) of each call that a tool has answered; it may not
        # raise.
        self.told: "Callable | None" = None

    def __len__(self) -> int:
        return len(self.tools)

    def add(
        self,
        name: str,
        handler: "Callable",
        description: str,
        input_schema: dict,
        title: "str | None" = None,
        output_schema: "dict | None" = None,
        annotations: "dict | None" = None,
        on_invalid: "Callable | None" = None,
        scope: str = "write",
    ) -> None:
        """
        Add a tool. Raises DefinitionError where MCP or this package does not allow it.

        handler        async def handler(arguments: dict, call: Call) -> ToolResult (or
                       InputRequired), called only with arguments that fit the schema. Any
                       exception but ProtocolError and CancelledError is our bug (-32603)
        description    when to call the tool, for the model
        input_schema   {"type": "object", ..} in the subset of `schema`; OrderedDicts keep order
        output_schema  likewise, for results with `structured`, which are checked against it
        annotations    hints: readOnlyHint, destructiveHint, idempotentHint, openWorldHint
        on_invalid     def on_invalid(problems: list[tuple[path, wrong, allowed]]) -> ToolResult,
                       the tool's own result for arguments that do not fit
        scope          one of call.SCOPES: a peer without it neither sees nor calls it
        """
        if self.find(name) is not None:
            raise DefinitionError("tool %s is there already" % name)
        tool_definition.check_tool(
            name, handler, description, input_schema, output_schema, annotations or {}, scope
        )
        tool = Tool(name, handler, description, input_schema)
        if title is not None:
            tool.title = title
        if output_schema is not None:
            tool.output_schema = output_schema
        if annotations is not None:
            tool.annotations = annotations
        if on_invalid is not None:
            tool.on_invalid = on_invalid
        if scope != tool.scope:
            tool.scope = scope
        try:
            dumps(tool.wire(_LATEST))
        except EncodeError as error:
            raise DefinitionError("tool %s: %s" % (name, error))
        self.tools.append(tool)

    def put(self, tool: Tool) -> None:
        """Add a Tool without the checks of add(); the caller answers for its definition."""
        self.tools.append(tool)

    def find(self, name: object) -> "Tool | None":
        """The tool of that name."""
        for tool in self.tools:
            if tool.name == name:
                return tool
        return None

    def names(self, call: "Call | None" = None) -> "list[str]":
        """The names of all tools, with `call` of those that its peer may call."""
        return [tool.name for tool in self._listed(call)]

    def _listed(self, call: "Call | None") -> "list[Tool]":
        if call is None or call.scope == "admin":
            return self.tools
        return [tool for tool in self.tools if call.may(tool.scope)]

    def page(
        self, cursor: "str | None", page_bytes: int, version: str, call: "Call | None" = None
    ) -> "tuple[list, str | None]":
        """
        The definitions of one page, as many as fit in `page_bytes` of JSON but at least one, and
        the cursor of the next page or None. With `call`, only tools that its peer may call.

        `cursor` is one that an earlier call gave; None or "" for the first page. Raises
        ProtocolError(-32602) for any other, those of another set of tools included.
        """
        tools = self._listed(call)
        if len(tools) == 1 and not cursor:
            return [tools[0].wire(version)], None
        names = "\n".join([tool.name for tool in tools])
        found, following = page(
            len(tools),
            lambda at: len(dumps(tools[at].wire(version))) + 1,  # with the comma after it
            cursor,
            page_bytes,
            crc32(names.encode()),
        )
        return [tools[at].wire(version) for at in found], following

    async def call(
        self, name: object, arguments: dict, call: "Call"
    ) -> "ToolResult | InputRequired":
        """
        Check `arguments` and run the tool.

        Raises ProtocolError(-32602) for an unknown tool, -32600 for one that the peer may not
        call, ResultError where the handler returns no result or one that does not fit its output
        schema, and whatever the handler raises.
        """
        tool = self.find(name)
        if tool is None:
            raise ProtocolError(INVALID_PARAMS, "Unknown tool: %s" % str(name)[:_MAX_NAME])
        if call.scope != "admin":
            call.need(tool.scope, tool.name)
        problems = schema.check(tool.input_schema, arguments)
        result: "Any"
        if problems:
            result = tool.refusal(problems)
        else:
            result = await tool.handler(arguments, call)
        if not isinstance(result, ToolResult):
            if isinstance(result, InputRequired):
                return result
            raise ResultError("tool %s returned no ToolResult" % tool.name)
        unchecked = result.is_error or result.encoded is not None
        if tool.output_schema is not None and not unchecked:
            problems = schema.check(tool.output_schema, result.structured)
            if problems:
                raise ResultError("tool %s: %s" % (tool.name, schema.sentence(problems)))
        if self.told is not None:
            self.told(tool.name, arguments, call, result)
        return result
