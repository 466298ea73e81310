"""
Refusals: the error that a status, or what a server tells amid its answer, stands for.

A server's own words are shown cut short, as one line and without the key; those of a refused key
are not shown at all, since servers repeat parts of it.
"""

from micropython import const

from .errors import KeyRefused, LlmError, NotFound, RateLimited, Refused, ServerError

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from net.http_client import Response

    from .servers import Server

_SHOWN = const(160)  # characters of a server's own words

# What servers call their errors, in `code` or `type`.
_NAMES = (
    ("api_key", 401),
    ("authentication", 401),
    ("permission", 403),
    ("quota", 429),
    ("rate_limit", 429),
    ("not_found", 404),
    ("context_length", 400),
    ("invalid_request", 400),
)


def by_status(
    server: "Server", status: int, told: "list[str]", wait: "int | None" = None
) -> LlmError:
    """The error of an answer with this status; `told` is message, code and type of its body."""
    message, code, kind = told
    shown = server.without_key(message)[:_SHOWN]
    said = "%s answers %d%s" % (server.name, status, ": " + shown if shown else "")
    if status in (401, 403):
        return KeyRefused("%s answers %d: it does not take the key" % (server.name, status))
    if status in (404, 410):
        return NotFound(said)
    if status == 429:
        limited = RateLimited(said, wait)
        limited.retriable = "quota" not in code + kind  # there is no more of it in a moment
        return limited
    if status in (408, 409, 425) or status >= 500:
        return ServerError(said, wait)
    return Refused(said)


def by_words(server: "Server", told: "list[str]") -> LlmError:
    """The error that was told where an answer was due."""
    code = told[1]
    status = int(code) if code.isdigit() and len(code) == 3 else 0
    if not status:
        status = 500
        for name, meant in _NAMES:
            if name in code or name in told[2]:
                status = meant
                break
    return by_status(server, status, told)


def moved(server: "Server", answer: "Response") -> LlmError:
    """A redirect, which is not followed: the request has a key and words of the owner."""
    place = answer.headers.get("location", "").partition("?")[0].rpartition("@")[2]
    shown = " to " + place[:_SHOWN] if place else ""
    return NotFound("%s answers %d: it has moved%s" % (server.name, answer.status, shown))
