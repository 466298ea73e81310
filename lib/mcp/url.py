"""
URL: what of a WebSocket URL a connection needs.

Owns the parsing of ws:// and wss:// (RFC 6455 section 3) with what a handshake must not let
through: spaces, controls, user names.
"""

from micropython import const

_MAX_URL = const(2048)
_PORTS = {"ws": 80, "wss": 443}


def split(url: str) -> "tuple[bool, str, int, str]":
    """
    (secure, host, port, path with query) of a URL; an IPv6 host without its brackets.

    Raises ValueError with a sentence that says what is wrong.
    """
    for c in url.encode():
        if not 0x20 < c < 0x7F:
            raise ValueError("a URL has ASCII characters and no spaces")
    if len(url) > _MAX_URL:
        raise ValueError("a URL of more than %d characters" % _MAX_URL)
    scheme, mark, rest = url.partition("://")
    usual = _PORTS.get(scheme.lower())
    if not mark or usual is None:
        raise ValueError("a URL begins with ws:// or wss://")
    rest = rest.partition("#")[0]
    end = len(rest)
    for sign in "/?":
        at = rest.find(sign)
        if 0 <= at < end:
            end = at
    place, path = rest[:end], rest[end:]
    host, port = _place(place)
    if not path.startswith("/"):
        path = "/" + path
    return scheme.lower() == "wss", host, usual if port is None else port, path


def _place(place: str) -> "tuple[str, int | None]":
    if "@" in place:
        raise ValueError("a URL with a user name in it")
    if place.startswith("["):
        host, mark, rest = place[1:].partition("]")
        if not mark or (rest and not rest.startswith(":")):
            raise ValueError("a URL with half of a bracket")
        digits = rest[1:]
    else:
        host, _, digits = place.partition(":")
    if not host:
        raise ValueError("a URL without a host")
    if not digits:
        return host, None
    if not digits.isdigit() or len(digits) > 5 or not 0 < int(digits) < 65536:
        raise ValueError("a port is a number from 1 to 65535")
    return host, int(digits)
