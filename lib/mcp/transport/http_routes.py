"""
Pages: routes served over HTTP beside MCP, by microdot.

Owns the microdot application, and which routes need a key: all but those that are added as open.
It is given requests whose head was read and whose sender was checked, and returns responses, as in
its own asgi.py. Its start_server is not used: it reads heads and bodies without limits of size or
time, and prints. This is the only module of the package that needs microdot, so no other imports
it: whoever has routes makes a Pages and gives it to the transport.

    pages = Pages(server.max_message)
    transport.pages = pages
    pages.add("/page", show)                                        # needs any key
    pages.add("/keys", change, methods=("POST",), scope="admin")
    pages.add("/", welcome, open=True)                              # needs none
"""

from microdot import Microdot, Request, Response
from net.url import URLError, unquoted

from mcp.core.call import SCOPES
from mcp.core.errors import DefinitionError

from .http_messages import Answer, Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Collection
    from typing import Any

    from . import http_messages


class Pages:
    """
    The routes. A route reads the body of its request by `await request.g.inbound.body()`; it has
    at most `max_body` bytes. `request.g.key` and `request.g.scope` are the name and the scope of
    the key that was shown, "" and "read" on an open route. It returns what microdot takes, or an
    http_messages.Answer.
    """

    def __init__(self, max_body: int) -> None:
        self._app = Microdot()
        # OPTIONS is answered by routes, or by `_not_allowed` with their methods.
        self._app.options_handler = None  # type: ignore[assignment]
        self._app.errorhandler(404)(self._not_found)
        self._app.errorhandler(405)(self._not_allowed)
        #: def worded(path, refusal) -> Answer, or None where it is to be JSON-RPC's.
        self.worded: "Callable[[str, Refusal], Answer | None]" = lambda path, refusal: None
        self._max_body = max_body
        self._scopes: "list[str | None]" = []  # of each row of microdot's url_map; None: open

    def add(
        self,
        path: str,
        handler: "Callable",
        methods: "Collection[str]" = ("GET",),
        scope: str = "read",
        open: bool = False,  # noqa: A002  the word of the documentation
    ) -> None:
        """
        Serve `path`, in microdot's notation, by `async def handler(request, ..)`. Its requests
        show a key with at least `scope` (mcp.core.call.SCOPES), as those to MCP do, unless it is
        `open`. Raises DefinitionError for an unknown scope.
        """
        if scope not in SCOPES:
            raise DefinitionError("no such scope: %s" % scope)
        self._app.route(path, methods=list(methods))(handler)
        self._scopes.append(None if open else scope)

    def request(
        self,
        head: "http_messages.Head",
        inbound: "http_messages.Inbound",
        writer: "asyncio.StreamWriter",
        peer: "Any",
    ) -> "Any":
        """
        The microdot.Request of a head. Its `g.needs` is the scope that its route needs: None for
        an open one, and where there is none, which answers 404 to everyone.
        """
        headers = Response(headers=dict(head.items())).headers  # microdot's own type of dict
        ends: "Any" = (inbound, writer)
        try:
            request: "Any" = Request(
                self._app, peer, head.method, head.target, head.version, headers, sock=ends
            )
        except ValueError:  # UnicodeError too
            raise Refusal(400, "the query is not percent-encoded UTF-8")
        request.path = _decoded(head.path)
        request.max_content_length = self._max_body
        request.g.inbound = inbound
        request.g.writer = writer
        request.g.needs = self._needed(request)
        return request

    def _needed(self, request: "Any") -> "str | None":
        """As microdot's find_route looks for the route: the first row of this path and method."""
        method = "GET" if request.method == "HEAD" else request.method
        needed = None  # by the routes of this path with other methods, which answer 405
        for row, scope in zip(self._app.url_map, self._scopes):
            if row[1].match(request.path) is not None:
                if method in row[0]:
                    return scope
                needed = needed or scope
        return needed

    async def answer(self, request: "Any") -> "Any":
        """The microdot.Response or Answer, or None where a route has written it itself."""
        response = await self._app.dispatch_request(request)
        if response is Response.already_handled:
            return None
        return response.body if isinstance(response.body, Answer) else response

    def refused(self, path: str, refusal: Refusal) -> Answer:
        """The answer to a refused request, in the words that its path has for it."""
        return self.worded(path, refusal) or refusal.answer()

    async def _not_found(self, request: "Any") -> Answer:
        refusal = Refusal(404, "nothing is served at this path")
        return self.refused(request.path, refusal)

    async def _not_allowed(self, request: "Any") -> Answer:
        methods: "list[str]" = []
        for row in request.app.url_map:
            if row[1].match(request.path) is not None:
                methods += row[0]
        if "GET" in methods and "HEAD" not in methods:
            methods.append("HEAD")  # as of GET, without the body
        allowed = ", ".join(methods + ["OPTIONS"])
        if request.method == "OPTIONS":
            found = Answer(204)
            found.headers["Allow"] = allowed
            return found
        refusal = Refusal(405, "this path has other methods", "Allow", allowed)
        return self.refused(request.path, refusal)


def _decoded(path: str) -> str:
    """A path with its percent-encoded characters; one that stands for no name stays as it is."""
    try:
        found = unquoted(path)
    except URLError:
        return path
    return path if found.count("/") != path.count("/") else found
