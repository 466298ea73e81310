"""
Pages: routes served over HTTP beside MCP, by microdot.

Owns the microdot application. It is given requests whose head was read and whose sender was
checked, and returns responses, as in its own asgi.py. Its start_server is not used: it reads heads
and bodies without limits of size or time, and prints. This is the only module of the package that
needs microdot, so no other imports it: whoever has routes makes a Pages and gives it to the
transport.

    pages = Pages(server.max_message)
    transport.pages = pages
    @pages.app.get("/page")
"""

from microdot import Microdot, Request, Response

from .http_messages import Refusal, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    from typing import Any

    from . import http_messages


class Pages:
    """
    `app` is the microdot.Microdot whose routes are served. A route reads the body of its request
    by `await request.g.inbound.body()`; it has at most `max_body` bytes.
    """

    def __init__(self, max_body: int) -> None:
        self.app = Microdot()
        # OPTIONS is answered by routes alone.
        self.app.options_handler = None  # type: ignore[assignment]
        self.app.errorhandler(404)(_not_found)
        self.app.errorhandler(405)(_not_allowed)
        self._max_body = max_body

    async def answer(
        self,
        head: "http_messages.Head",
        inbound: "http_messages.Inbound",
        writer: "asyncio.StreamWriter",
        peer: "Any",
    ) -> "Any":
        """The microdot.Response, or None where a route has written it itself."""
        headers = Response(headers=dict(head.items())).headers  # microdot's own type of dict
        ends: "Any" = (inbound, writer)
        request: "Any" = Request(
            self.app, peer, head.method, head.target, head.version, headers, sock=ends
        )
        request.max_content_length = self._max_body
        request.g.inbound = inbound
        request.g.writer = writer
        response = await self.app.dispatch_request(request)
        return None if response is Response.already_handled else response


def _not_found(request: "Any") -> Response:
    return _refused(Refusal(404, "nothing is served at this path"))


def _not_allowed(request: "Any") -> Response:
    methods: "list[str]" = []
    for row in request.app.url_map:
        if row[1].match(request.path) is not None:
            methods += row[0]
    return _refused(Refusal(405, "this path has other methods", "Allow", ", ".join(methods)))


def _refused(refusal: Refusal) -> Response:
    answer = refusal.answer()
    words = reason(answer.status).partition(" ")[2]
    return Response(answer.content.joined(), answer.status, answer.headers, words)
