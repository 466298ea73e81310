"""
Checks of an HTTP request before it reaches MCP: Host, Origin, key, rate and media types.

Reads and writes nothing. A request that fails a check raises Refusal.
"""

from micropython import const

from mcp.core import access

from .connection_limiter import FailedKeyLimiter, RateLimiter
from .http_messages import Head, Refusal

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

CHALLENGE = "WWW-Authenticate"
BEARER = 'Bearer realm="mcp"'
RETRY_AFTER = "Retry-After"

_BURST_S = const(10)  # requests of so many seconds may come at once
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")  # names that nobody else can have
_JSON = ("application/json", "application/*", "*/*")
_EVENTS = "text/event-stream"


class RequestChecks:
    """
    token, allowed_hosts, allowed_origins, rate  as HTTPTransport has them
    name   the name of the address that is listened at, "" where that is any address
    ticks  time.ticks_ms, or another clock of the same kind
    """

    def __init__(
        self,
        token: "str | Collection | Callable[[], str | Collection] | None",
        allowed_hosts: "Collection[str] | Callable[[], Collection[str]]",
        name: str,
        allowed_origins: "Collection[str]",
        rate: int,
        ticks: "Callable[[], Any]",
    ):
        self._token = token
        self._allowed_hosts = allowed_hosts
        self._name = name
        self._allowed_origins = allowed_origins
        self._rate = rate
        self._ticks = ticks
        self._failures = FailedKeyLimiter()
        self._rates: "dict[str, RateLimiter]" = {}  # by the name of the key

    def sender(self, head: Head) -> None:
        """Refuse a Host that is not ours, and an Origin that is not allowed."""
        host = head.get("Host")
        if not host:
            raise Refusal(400, "no Host")
        allowed = self._allowed_hosts
        if callable(allowed):
            allowed = allowed()
        name = _without_port(host)
        if not name or (name not in _LOOPBACK and name != self._name and name not in allowed):
            raise Refusal(403, "this Host is not served here")
        origin = head.get("Origin")
        # Only browsers send an Origin. The Host is ours, so an Origin that repeats it is our page.
        if origin is None or origin in ("http://" + host, "https://" + host):
            return
        if origin not in self._allowed_origins:
            raise Refusal(403, "this Origin is not welcome")

    def key(self, head: Head, peer: object) -> "tuple[str, str]":
        """(name, scope) of the key that was shown."""
        token = self._token() if callable(self._token) else self._token
        if token is None:
            return "", "admin"
        given = head.get("Authorization")
        found = access.shown(given or "", access.rows(token))
        if found is not None:
            return found
        if given:  # some clients find out by a request without a key whether one is needed
            wait_ms = self._failures.wait_ms(peer, self._ticks())
            if wait_ms:
                raise _too_often("too many wrong tokens", wait_ms)
            self._failures.count(peer, self._ticks())
        raise Refusal(401, "a bearer token is needed", CHALLENGE, BEARER)

    def rate(self, key: str) -> None:
        """Count a request with the key of that name."""
        if not self._rate or self._token is None:
            return
        if key not in self._rates:
            self._rates[key] = RateLimiter(max(1000 // self._rate, 1), self._rate * _BURST_S)
        now = self._ticks()
        wait_ms = self._rates[key].wait_ms(now)
        if wait_ms:
            raise _too_often("too many requests", wait_ms)
        self._rates[key].count(now)

    def types(self, head: Head) -> "tuple[bool, bool]":
        """Whether the client takes JSON, and whether it takes a stream of events."""
        # A page of another site would need CORS to send this type, which is not offered.
        if _media_type(head.get("Content-Type") or "") != "application/json":
            raise Refusal(415, "Content-Type must be application/json")
        accept = head.get("Accept") or "*/*"
        types = [_media_type(one) for one in accept.split(",")]
        # Events only for a client that names them: `*/*` may not mean them.
        takes_events = _EVENTS in types
        takes_json = any(one in _JSON for one in types)
        if not takes_json and not takes_events:
            raise Refusal(406, "answers are application/json or text/event-stream")
        return takes_json, takes_events


def _too_often(why: str, wait_ms: int) -> Refusal:
    return Refusal(429, why, RETRY_AFTER, str((wait_ms + 999) // 1000))


def _without_port(host: str) -> str:
    """The name in a Host; "" where what follows it is no port."""
    end = host.find("]") + 1 if host.startswith("[") else host.find(":")
    if end <= 0:
        return host.lower()
    port = host[end:]
    right = not port or (port.startswith(":") and not port[1:].strip("0123456789"))
    return host[:end].lower() if right else ""


def _media_type(value: str) -> str:
    """A media type without its parameters; "" for one that is refused (q=0)."""
    kind, _, parameters = value.lower().partition(";")
    refused = parameters.replace(" ", "") in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return "" if refused else kind.strip()
