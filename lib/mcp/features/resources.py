"""
Resources: contents that a client can read, each named by a URI.

Owns the definitions (single resources, templates, and listings that are made on request), the
answers to resources/list, resources/templates/list and resources/read, and the form of contents.
A feature of `core.server.Server`.
"""

from binascii import b2a_base64

from micropython import const
from net.json_text import ordered

from mcp.core.errors import (
    INVALID_PARAMS,
    DefinitionError,
    ProtocolError,
    ResultError,
    invalid_params,
)

from .paging import listed
from .uri_templates import Template, check_uri

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.core.call import Call
    from mcp.core.jsonrpc import Message
    from mcp.core.server import Session

_NOT_FOUND = const(-32002)  # until 2025-11-25; later revisions have no code of their own for it
_STATELESS = "2026-07-28"
_TITLED = "2025-06-18"  # the first revision with `title`
_MAX_URI = const(2048)  # characters
_MAX_QUOTED = const(128)  # characters of the peer's own text that an error repeats
_ROLES = ("user", "assistant")


class Resource:
    """One resource or template as it was added; see Resources.add."""

    def __init__(self, uri: str, read: "Callable", name: str, description: str):
        self.uri = uri
        self.read = read
        self.name = name
        self.description = description
        self.title: "str | None" = None
        self.mime_type: "str | None" = None
        self.size: "int | None" = None
        self.shown = True
        self.annotations: "dict | None" = None
        self.template: "Template | None" = None
        self.complete: "dict[str, Callable]" = {}

    def wire(self, version: str) -> dict:
        """The definition in the form of that protocol version, in an order for readers."""
        return ordered(
            ("uri" if self.template is None else "uriTemplate", self.uri),
            ("name", self.name),
            ("title", self.title if version >= _TITLED else None),
            ("description", self.description),
            ("mimeType", self.mime_type),
            ("size", self.size),
            ("annotations", self.annotations),
        )


class Resources:
    """
    The resources of a server, listed in the order in which they were added; `scope` is what a
    peer needs for them (call.SCOPES).
    """

    def __init__(self, scope: str = "read") -> None:
        self.scope = scope
        self._single: "list[Resource]" = []
        self._templates: "list[Resource]" = []
        self._listings: "list[Callable]" = []
        self.capability: "tuple[str, dict]" = ("resources", {})
        self.requests = {
            "resources/list": self._list,
            "resources/templates/list": self._list_templates,
            "resources/read": self._read,
        }

    # -- definitions ---------------------------------------------------------------------------

    def add(
        self,
        uri: str,
        read: "Callable",
        name: str,
        description: str,
        title: "str | None" = None,
        mime_type: "str | None" = None,
        size: "int | None" = None,
        annotations: "dict | None" = None,
        shown: bool = True,
    ) -> None:
        """
        Add a resource. Raises DefinitionError where MCP or this package does not allow it.

        read         async def read(uri: str, values: dict[str, str], call: Call) -> the contents:
                     a str, bytes (sent in base64), or a list of contents as dicts, each with its
                     own "uri"; it raises what `not_found` returns where there is nothing
        description  what is in it, for people and models
        size         bytes before any encoding, where that is known
        annotations  audience (list of "user", "assistant"), priority (0 to 1), lastModified
        shown        False: it can be read, but is in no list
        """
        if self._find(uri) is not None:
            raise DefinitionError("resource %s is there already" % uri)
        check_uri(uri, "resource %s" % uri)
        one = _defined(uri, read, name, description, title, mime_type, annotations)
        if size is not None and (not isinstance(size, int) or size < 0):
            raise DefinitionError("resource %s: the size is a number of bytes" % uri)
        one.size = size
        one.shown = shown
        self._single.append(one)

    def add_template(
        self,
        template: str,
        read: "Callable",
        name: str,
        description: str,
        title: "str | None" = None,
        mime_type: "str | None" = None,
        annotations: "dict | None" = None,
        complete: "dict[str, Callable] | None" = None,
    ) -> None:
        """
        Add all resources of a template (see uri_templates.Template). As add(); `read` gets the
        values of the variables. `complete` has functions that complete some of them, as in
        completion.Completion.
        """
        one = _defined(template, read, name, description, title, mime_type, annotations)
        one.template = Template(template)
        one.complete = complete or {}
        for variable, completer in one.complete.items():
            if variable not in one.template.variables or not callable(completer):
                raise DefinitionError("template %s: completion of %r" % (template, variable))
        if [True for other in self._templates if other.uri == template]:
            raise DefinitionError("template %s is there already" % template)
        self._templates.append(one)

    def add_listing(self, rows: "Callable") -> None:
        """
        Add resources to the list that are known only when it is asked for. They are read through
        a resource or template that was added.

        rows   def rows() -> list of (uri, name, description, mime_type), the same as long as
               nothing has changed; called for every page
        """
        if not callable(rows):
            raise DefinitionError("a listing is a function")
        self._listings.append(rows)

    def _find(self, uri: object) -> "Resource | None":
        for one in self._single:
            if one.uri == uri:
                return one
        return None

    def completer(self, ref: dict, variable: str) -> "Callable | None":
        """
        The function that completes a variable of the template `ref["uri"]`; None without one.
        Raises ProtocolError(-32602) for an unknown template or variable.
        """
        for one in self._templates:
            if one.template is not None and one.uri == ref.get("uri"):
                if variable not in one.template.variables:
                    names = ", ".join(one.template.variables)
                    raise _wrong("%s has no variable %s, allowed: %s", one.uri, variable, names)
                return one.complete.get(variable)
        if self._find(ref.get("uri")) is not None:
            return None  # legal, and there is nothing to complete
        uris = ", ".join([one.uri for one in self._templates]) or "none"
        raise _wrong("no template %s, allowed: %s", ref.get("uri"), uris)

    # -- requests ------------------------------------------------------------------------------

    async def _list(self, session: "Session", message: "Message", call: "Call") -> dict:
        call.need(self.scope, message.method)
        rows: list = [(one.uri, one) for one in self._single if one.shown]
        for listing in self._listings:
            rows += [(row[0], row) for row in listing()]
        shaped = [(uri, _shape(one, call.version)) for uri, one in rows]
        return listed("resources", shaped, session, message.params)

    async def _list_templates(self, session: "Session", message: "Message", call: "Call") -> dict:
        call.need(self.scope, message.method)
        shaped = [(one.uri, one.wire(call.version)) for one in self._templates]
        return listed("resourceTemplates", shaped, session, message.params)

    async def _read(self, session: "Session", message: "Message", call: "Call") -> object:
        call.need(self.scope, message.method)
        uri = _uri(message)
        one, values = self._resolved(uri, call)
        found = await one.read(uri, values, call)
        if not isinstance(found, (str, bytes, list)):
            return found  # an InputRequired, which the protocol revision handles
        return {"contents": _contents(uri, one, found)}

    def _resolved(self, uri: str, call: "Call") -> "tuple[Resource, dict[str, str]]":
        one = self._find(uri)
        if one is not None:
            return one, {}
        for one in self._templates:
            values = one.template.match(uri) if one.template is not None else None
            if values is not None:
                return one, values
        raise not_found(uri, call, "no such resource")


def not_found(uri: str, call: "Call", why: str) -> ProtocolError:
    """The error for a URI without contents, with the code of the call's protocol revision."""
    code = INVALID_PARAMS if call.version >= _STATELESS else _NOT_FOUND
    return ProtocolError(code, "Resource not found: %s" % why, {"uri": uri[:_MAX_URI]})


def _uri(message: "Message") -> str:
    uri = message.params.get("uri")
    if not isinstance(uri, str) or not uri:
        raise _wrong("uri is a string, such as resources/list gives it")
    if len(uri) > _MAX_URI:
        raise _wrong("a uri has at most %d characters", _MAX_URI)
    return uri


def _wrong(text: str, *details: object) -> ProtocolError:
    shown = tuple([one[:_MAX_QUOTED] if isinstance(one, str) else one for one in details[:-1]])
    return invalid_params(text % (shown + details[-1:]))


def _shape(one: object, version: str) -> dict:
    if isinstance(one, Resource):
        return one.wire(version)
    row = Resource(one[0], _shape, one[1], one[2])  # type: ignore[index]
    row.mime_type = one[3]  # type: ignore[index]
    return row.wire(version)


def _contents(uri: str, one: Resource, found: "str | bytes | list") -> list:
    if isinstance(found, list):
        if not found or [True for part in found if not isinstance(part, dict)]:
            raise ResultError("resource %s: contents are a list of dicts" % one.uri)
        return found
    if isinstance(found, str):
        content: tuple = ("text", found)
    else:
        content = ("blob", b2a_base64(found)[:-1].decode())
    return [ordered(("uri", uri), ("mimeType", one.mime_type), content)]


def _defined(
    uri: str,
    read: object,
    name: object,
    description: object,
    title: object,
    mime_type: object,
    annotations: "dict | None",
) -> Resource:
    if not callable(read):
        raise DefinitionError("resource %s: read cannot be called" % uri)
    for what, value in (("name", name), ("description", description)):
        if not isinstance(value, str) or not value:
            raise DefinitionError("resource %s: a %s is a text" % (uri, what))
    for what, value in (("title", title), ("MIME type", mime_type)):
        if value is not None and (not isinstance(value, str) or not value):
            raise DefinitionError("resource %s: a %s is a text" % (uri, what))
    _check_annotations(uri, annotations or {})
    one = Resource(uri, read, name, description)  # type: ignore[arg-type]
    one.title = title  # type: ignore[assignment]
    one.mime_type = mime_type  # type: ignore[assignment]
    one.annotations = annotations
    return one


def _check_annotations(uri: str, annotations: dict) -> None:
    for name, value in annotations.items():
        if name == "audience":
            right = isinstance(value, list) and all(role in _ROLES for role in value)
        elif name == "priority":
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            right = number and 0 <= value <= 1
        else:
            right = name == "lastModified" and isinstance(value, str)
        if not right:
            raise DefinitionError("resource %s: annotation %s=%r" % (uri, name, value))
