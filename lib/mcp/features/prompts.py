"""
Prompts: messages for a model that a person chooses in the client.

Owns the definitions, the check of arguments against them, and the answers to prompts/list and
prompts/get. A feature of `core.server.Server`.
"""

from micropython import const
from net.json_text import EncodeError, dumps, ordered

from mcp.core.errors import DefinitionError, ProtocolError, invalid_params

from .paging import listed

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.core.call import Call
    from mcp.core.jsonrpc import Message
    from mcp.core.server import Session

_TITLED = "2025-06-18"  # the first revision with `title`
_MAX_NAME = const(64)
_MAX_ARGUMENTS = const(16)
_MAX_QUOTED = const(128)  # characters of the peer's own text that an error repeats


class Argument:
    """
    An argument of a prompt: always a text (as MCP has it).

    complete  as in completion.Completion; None where there are no suggestions
    """

    def __init__(
        self,
        name: str,
        description: str,
        required: bool = False,
        title: "str | None" = None,
        complete: "Callable | None" = None,
    ):
        self.name = name
        self.description = description
        self.required = required
        self.title = title
        self.complete = complete

    def wire(self, version: str) -> dict:
        """The definition in the form of that protocol version."""
        return ordered(
            ("name", self.name),
            ("title", self.title if version >= _TITLED else None),
            ("description", self.description),
            ("required", self.required),
        )


class Prompt:
    """One prompt as it was added; see Prompts.add."""

    def __init__(self, name: str, handler: "Callable", description: str):
        self.name = name
        self.handler = handler
        self.description = description
        self.title: "str | None" = None
        self.arguments: "list[Argument]" = []

    def wire(self, version: str) -> dict:
        """The definition in the form of that protocol version, in an order for readers."""
        return ordered(
            ("name", self.name),
            ("title", self.title if version >= _TITLED else None),
            ("description", self.description),
            ("arguments", [one.wire(version) for one in self.arguments] or None),
        )

    def names(self) -> str:
        """The names of its arguments, for an error."""
        return ", ".join([one.name for one in self.arguments]) or "none"


class Prompts:
    """
    The prompts of a server, listed in the order in which they were added; `scope` is what a peer
    needs for them (call.SCOPES).
    """

    def __init__(self, scope: str = "read") -> None:
        self.scope = scope
        self._prompts: "list[Prompt]" = []
        self.capability: "tuple[str, dict]" = ("prompts", {})
        self.requests = {"prompts/list": self._list, "prompts/get": self._get}

    def add(
        self,
        name: str,
        handler: "Callable",
        description: str,
        arguments: "list[Argument] | tuple" = (),
        title: "str | None" = None,
    ) -> None:
        """
        Add a prompt. Raises DefinitionError where MCP or this package does not allow it.

        handler      async def handler(arguments: dict[str, str], call: Call) -> the messages: a
                     str for one of the user, or a list of messages as MCP has them; it raises
                     what `invalid` returns for a wrong argument
        description  what it is for, for the person who chooses it
        """
        for what, value in (("name", name), ("description", description), ("title", title)):
            if not isinstance(value, str) and not (what == "title" and value is None):
                raise DefinitionError("prompt %s: a %s is a text" % (name, what))
        if not 0 < len(name) <= _MAX_NAME or not description:
            raise DefinitionError("a prompt has a name (1 to %d) and a description" % _MAX_NAME)
        if self._find(name) is not None:
            raise DefinitionError("prompt %s is there already" % name)
        if not callable(handler):
            raise DefinitionError("prompt %s: the handler cannot be called" % name)
        names = [one.name for one in arguments]
        if len(names) > _MAX_ARGUMENTS or len(set(names)) < len(names) or "" in names:
            raise DefinitionError("prompt %s: each argument has a name of its own" % name)
        prompt = Prompt(name, handler, description)
        prompt.title = title
        prompt.arguments = list(arguments)
        try:
            dumps(prompt.wire("9999"))
        except EncodeError as error:
            raise DefinitionError("prompt %s: %s" % (name, error))
        self._prompts.append(prompt)

    def _find(self, name: object) -> "Prompt | None":
        for one in self._prompts:
            if one.name == name:
                return one
        return None

    def completer(self, ref: dict, argument: str) -> "Callable | None":
        """
        The function that completes an argument of the prompt `ref["name"]`; None without one.
        Raises ProtocolError(-32602) for an unknown prompt or argument.
        """
        prompt = self._known(ref.get("name"))
        for one in prompt.arguments:
            if one.name == argument:
                return one.complete
        raise _unknown_argument(prompt, argument)

    def _known(self, name: object) -> Prompt:
        prompt = self._find(name)
        if prompt is None:
            if not isinstance(name, str):
                raise invalid_params("name is a string, such as prompts/list gives it")
            names = ", ".join([one.name for one in self._prompts]) or "none"
            raise invalid_params("no prompt %s, allowed: %s" % (name[:_MAX_NAME], names))
        return prompt

    # -- requests ------------------------------------------------------------------------------

    async def _list(self, session: "Session", message: "Message", call: "Call") -> dict:
        call.need(self.scope, message.method)
        rows = [(one.name, one.wire(call.version)) for one in self._prompts]
        return listed("prompts", rows, session, message.params)

    async def _get(self, session: "Session", message: "Message", call: "Call") -> object:
        call.need(self.scope, message.method)
        prompt = self._known(message.params.get("name"))
        given = _checked(prompt, message.params.get("arguments"))
        found = await prompt.handler(given, call)
        if isinstance(found, str):
            found = [{"role": "user", "content": {"type": "text", "text": found}}]
        if not isinstance(found, list):
            return found  # an InputRequired, which the protocol revision handles
        return ordered(("description", prompt.description), ("messages", found))


def invalid(argument: str, value: str, allowed: str) -> ProtocolError:
    """The error for an argument with a value that a prompt does not take."""
    return invalid_params(
        'argument %s is "%s", allowed: %s' % (argument, value[:_MAX_QUOTED], allowed)
    )


def _checked(prompt: Prompt, given: object) -> "dict[str, str]":
    """The arguments. Raises ProtocolError(-32602) where the prompt does not take them."""
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise invalid_params("arguments is an object")
    known = [one.name for one in prompt.arguments]
    for name, value in given.items():
        if name not in known:
            raise _unknown_argument(prompt, name)
        if not isinstance(value, str):
            raise invalid_params("argument %s of %s is a string" % (name, prompt.name))
    for one in prompt.arguments:
        if one.required and one.name not in given:
            text = "argument %s of %s is missing, allowed: %s"
            raise invalid_params(text % (one.name, prompt.name, one.description))
    return given


def _unknown_argument(prompt: Prompt, name: str) -> ProtocolError:
    text = "%s has no argument %s, allowed: %s"
    return invalid_params(text % (prompt.name, name[:_MAX_NAME], prompt.names()))
