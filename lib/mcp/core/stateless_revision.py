"""
The revision without a handshake: 2026-07-28 (https://modelcontextprotocol.io).

Owns the checks of a request before it is worked on, what this revision adds to results, and its
HTTP statuses. Every request says in its `_meta` who asks and what the client can do; nothing is
kept between two requests. The other revisions are in `handshake_revisions`.

    request -> _meta complete -> headers as in the body -> version -> method -> handler
"""

import asyncio
from binascii import a2b_base64, b2a_base64
from collections import OrderedDict

from micropython import const
from net.json_text import dumps, ordered

from . import jsonrpc
from .call import Call
from .errors import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    ProtocolError,
    invalid_params,
    invalid_request,
)
from .handshake_revisions import client_info, tools_call, tools_list, unknown_method
from .input_required import new_key, opened
from .outgoing import level
from .reply import Reply
from .tool_result import ToolResult

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .jsonrpc import Message
    from .server import Server, Session

VERSIONS = ("2026-07-28",)

_HEADER_MISMATCH = const(-32020)
_MISSING_CAPABILITY = const(-32021)
_UNSUPPORTED_VERSION = const(-32022)
_META = "io.modelcontextprotocol/"
_VERSION = _META + "protocolVersion"  # by which the server knows a message of this revision
_CAPABILITIES = _META + "clientCapabilities"
_LONG_MS = const(300000)  # what cannot change before the next start
_MAX_QUOTED = const(64)  # characters of the peer's own text that an error repeats

# What may be kept by a client, how long (ms) and for whom. Lists of prompts and templates are the
# same for all; resources are the owner's own, and change.
_CACHED = {
    "server/discover": (_LONG_MS, "public"),
    "tools/list": (_LONG_MS, "private"),  # by the scope of who asks
    "prompts/list": (_LONG_MS, "public"),
    "resources/templates/list": (_LONG_MS, "public"),
    "resources/list": (0, "private"),
    "resources/read": (0, "private"),
}
# The member of params that the header Mcp-Name repeats.
_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
# Methods of features that this revision has no more.
_REMOVED = ("resources/subscribe", "resources/unsubscribe")
# Options that need a stream of subscriptions/listen, which is not offered.
_PUSHED = ("subscribe", "listChanged")
# HTTP statuses of errors; of all others and of results it is 200.
_STATUS = {
    PARSE_ERROR: 400,
    INVALID_REQUEST: 400,
    INVALID_PARAMS: 400,
    _HEADER_MISMATCH: 400,
    _MISSING_CAPABILITY: 400,
    _UNSUPPORTED_VERSION: 400,
    METHOD_NOT_FOUND: 404,
}


class StatelessRevision:
    """Answers messages of 2026-07-28."""

    def __init__(self, server: "Server"):
        self._key: "bytes | None" = None  # of the seals on states; see input_required.py
        info = [(m, server.info[m]) for m in ("name", "title", "version") if m in server.info]
        self._info = {_META + "serverInfo": OrderedDict(info)}
        self.capabilities: dict = {}
        for name, options in server.capabilities.items():
            self.capabilities[name] = {k: v for k, v in options.items() if k not in _PUSHED}
        self.requests: "dict[str, Callable]" = {
            "server/discover": self._discover,
            "tools/list": tools_list,
            "tools/call": tools_call,
        }
        for feature in server.features:
            for method, handler in feature.requests.items():
                if method not in _REMOVED:
                    self.requests[method] = handler

    async def exchange(
        self, session: "Session", value: object, declared: "str | None", requester: "Any"
    ) -> Reply:
        """The reply to a JSON value. Raises ProtocolError for what is no request of one."""
        if isinstance(value, list):
            raise invalid_request("one message at a time")
        message = jsonrpc.message(value)
        if message.kind == jsonrpc.RESPONSE:
            raise invalid_request("nothing was asked of you")
        headers = requester and requester.headers
        if message.kind == jsonrpc.NOTIFICATION:
            # Over HTTP closing the connection cancels: two clients may use the same id.
            if message.method == "notifications/cancelled" and headers is None:
                session.cancel(message.params.get("requestId"), requester and requester.peer)
            return Reply(None)
        if headers is not None:
            await requester.watch(asyncio.current_task())
        call = Call(session.channel, VERSIONS[0], {}, message.id, message.params)
        working = self._work(session, message, call, headers)
        reply = await session.work(message, call, working, requester)
        if not reply.scope:
            reply.status = _STATUS.get(reply.code, reply.status)
        return reply

    async def _work(
        self, session: "Session", message: "Message", call: Call, headers: "Any"
    ) -> "dict | list":
        """Check the request, have it handled, and give the result its form."""
        params = message.params
        meta = params.get("_meta")
        if not isinstance(meta, dict):
            raise _missing("_meta")
        for key in (_VERSION, _CAPABILITIES):
            if key not in meta:
                raise _missing(key)
        if headers is not None:
            _check_headers(headers, message, meta[_VERSION])
        _check_version(meta[_VERSION])
        if not isinstance(meta[_CAPABILITIES], dict):
            raise invalid_params("%s is an object" % _CAPABILITIES)
        call.client = client_info(meta.get(_META + "clientInfo"))
        call.capabilities = meta[_CAPABILITIES]
        if _META + "logLevel" in meta:
            call.log_level = level(meta[_META + "logLevel"])
        again = self._read_inputs(params, message, call)
        handler = self.requests.get(message.method, unknown_method)
        result = await handler(session, message, call)
        return self._formed(result, message, call, again, session.no_errors)

    def _read_inputs(self, params: dict, message: "Message", call: Call) -> bool:
        """Give `call` the answers to an InputRequired; False for a first request."""
        again = False
        if params.get("inputResponses") is not None:
            call.inputs = params["inputResponses"]
            if not isinstance(call.inputs, dict):
                raise invalid_params("inputResponses is an object")
            again = True
        if params.get("requestState") is not None:
            call.state = opened(self._seal(), _subject(message), params["requestState"])
            again = True
        return again

    def _formed(
        self, result: "Any", message: "Message", call: Call, again: bool, no_errors: bool
    ) -> "dict | list":
        if isinstance(result, ToolResult):
            parts = result.parts(call.version, no_errors)
            head = b'{"resultType":"complete","_meta":' + dumps(self._info) + b","
            parts[0] = head + parts[0][1:]
            return parts
        found: "OrderedDict[str, object]" = OrderedDict()
        if not isinstance(result, dict):
            found.update(result.wire(call, self._seal(), _subject(message)))
        else:
            found["resultType"] = "complete"
            found.update(result)
            if message.method in _CACHED:
                ttl, scope = _CACHED[message.method]
                found.setdefault("ttlMs", 0 if again else ttl)
                found.setdefault("cacheScope", scope)
        meta = dict(self._info)
        meta.update(found.get("_meta") or {})  # type: ignore[call-overload]
        found["_meta"] = meta
        return found

    def _seal(self) -> bytes:
        if self._key is None:
            self._key = new_key()
        return self._key

    async def _discover(self, session: "Session", message: "Message", call: Call) -> dict:
        server = session.server
        return ordered(
            ("supportedVersions", VERSIONS),
            ("capabilities", self.capabilities),
            ("instructions", server.instructions_for(call)),
            # As tools/list, where they name the tools that this peer may call.
            ("cacheScope", "private" if callable(server.instructions) else "public"),
        )


def _subject(message: "Message") -> str:
    """The method and name that a sealed state belongs to."""
    name = message.params.get(_NAMED.get(message.method, ""))
    return "%s %s" % (message.method, name)


def _missing(key: str) -> ProtocolError:
    return invalid_params("%s is missing" % key)


def _check_version(version: object) -> None:
    if not isinstance(version, str):
        raise invalid_params("%s is a string" % _VERSION)
    if version not in VERSIONS:
        raise ProtocolError(
            _UNSUPPORTED_VERSION,
            "Unsupported protocol version: " + version[:_MAX_QUOTED],
            {"supported": list(VERSIONS), "requested": version},
        )


def _check_headers(headers: "Any", message: "Message", version: object) -> None:
    """Raise ProtocolError(-32020) unless the headers say what the body says."""
    _same("MCP-Protocol-Version", headers.get("MCP-Protocol-Version"), version)
    _same("Mcp-Method", headers.get("Mcp-Method"), message.method)
    member = _NAMED.get(message.method)
    if member is not None and isinstance(message.params.get(member), str):
        _same("Mcp-Name", _decoded(headers.get("Mcp-Name")), message.params[member])


def _same(header: str, value: "str | None", expected: object) -> None:
    if value is None:
        raise ProtocolError(_HEADER_MISMATCH, "Header mismatch: %s is missing" % header)
    if value != expected:
        raise ProtocolError(_HEADER_MISMATCH, "Header mismatch: %s is not as in the body" % header)


def _decoded(value: "str | None") -> "str | None":
    """The value of a header that may be in base64; "" for one that is malformed."""
    if value is None:
        return None
    data = value.encode()
    if [True for byte in data if not (0x20 <= byte < 0x7F or byte == 0x09)]:
        return ""
    if not (data.startswith(b"=?base64?") and data.endswith(b"?=")) or len(data) < 11:
        return value
    try:
        text = a2b_base64(data[9:-2])
        # MicroPython ignores characters that are not base64, so the text is encoded again.
        return text.decode() if b2a_base64(text)[:-1] == data[9:-2] else ""
    except ValueError:
        return ""
