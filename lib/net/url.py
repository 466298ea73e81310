"""
URLs of services: their parts, and a form for logs without secrets.

Owns the accepted syntax (part of RFC 3986, and RFC 6455 section 3): scheme, host, port, path and
query, in ASCII without spaces.
"""

from micropython import const

_MAX_URL = const(2048)  # tokens in a query take some hundred
_HEX = b"0123456789abcdefABCDEF"


class URLError(ValueError):
    """Not the URL of a service; the text says what is wrong, without the URL."""


class URL:
    """Parts of `scheme://user:password@host:port/path?query`; user and password decoded."""

    def __init__(self, text: str, ports: "dict[str, int]"):
        """`ports` has the accepted schemes and their default ports. Raises URLError."""
        if len(text) > _MAX_URL:
            raise URLError("longer than %d characters" % _MAX_URL)
        for byte in text.encode():
            if not 0x21 <= byte <= 0x7E:
                raise URLError("a character that no URL has")
        scheme, mark, tail = text.partition("://")
        self.scheme = scheme.lower()
        if not mark or self.scheme not in ports:
            raise URLError(
                "it must begin with %s" % " or ".join([s + "://" for s in sorted(ports)])
            )
        tail = tail.partition("#")[0]
        authority, self.target = _split(tail)
        login, mark, address = authority.rpartition("@")
        user, _, password = login.partition(":")
        self.user = unquoted(user)
        self.password = unquoted(password)
        self.host, port = _host_and_port(address)
        if not self.host:
            raise URLError("no host")
        self.port = ports[self.scheme]
        if port:
            if not port.isdigit() or not 0 < int(port) < 65536:
                raise URLError("the port is no number from 1 to 65535")
            self.port = int(port)
        self.authority = address  # as in a Host header

    @property
    def path(self) -> str:
        """What is before the query, with its first slash."""
        return self.target.partition("?")[0]

    def query(self, name: str) -> "str | None":
        """
        The first value of a name in the query, decoded; None where it is not there. Raises
        URLError as `unquoted` does.
        """
        for pair in self.target.partition("?")[2].split("&"):
            key, _, value = pair.partition("=")
            if key == name:
                return unquoted(value)
        return None

    def __str__(self) -> str:
        """Without user, password and query (it may have a token), for logs."""
        return "%s://%s%s" % (self.scheme, self.authority, self.path)


def _split(rest: str) -> "tuple[str, str]":
    """(authority, path and query beginning with a slash)"""
    for at in range(len(rest)):
        if rest[at] in "/?":
            target = rest[at:]
            return rest[:at], target if target[0] == "/" else "/" + target
    return rest, "/"


def _host_and_port(text: str) -> "tuple[str, str]":
    """(host, port or "") of `host`, `host:port`, `[v6]`, `[v6]:port`."""
    if text[:1] == "[":
        host, mark, rest = text[1:].partition("]")
        if not mark or (rest and rest[0] != ":"):
            raise URLError("no host")
        return host, rest[1:]
    host, _, port = text.partition(":")
    return host, port


def unquoted(text: str) -> str:
    """%XX decoded. Raises URLError for malformed escapes and invalid UTF-8."""
    if "%" not in text:
        return text
    pieces = text.encode().split(b"%")
    out = [pieces[0]]
    for piece in pieces[1:]:
        if len(piece) < 2 or piece[0] not in _HEX or piece[1] not in _HEX:
            raise URLError("a % without two digits")
        out.append(bytes((int(piece[:2], 16),)))
        out.append(piece[2:])
    try:
        return b"".join(out).decode()
    except UnicodeError:
        raise URLError("% digits that are no UTF-8")
