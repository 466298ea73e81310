"""
URI templates: whether a URI matches a template, and with which values of its variables.

Owns the subset of RFC 6570 that resources have here: `{name}` stands for one or more characters
without `/`, `?` and `#`, and `{?a,b}` at the end for a query of which any part may be absent.
Pure; knows nothing of resources.
"""

from micropython import const
from net.url import URLError, unquoted

from mcp.core.errors import DefinitionError

_MAX_VARIABLES = const(8)
_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
_SCHEME = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-."


class Template:
    """
    A parsed template: `variables` are its names in their order, those of the query too.

    Raises DefinitionError for a template outside of the subset.
    """

    def __init__(self, text: str):
        self.text = text
        self.literals: "list[str]" = []  # one more than there are variables in the path
        self._path: "list[str]" = []
        self._query: "list[str]" = []
        check_uri(text.partition("{")[0], "template " + text)
        tail = text
        while tail:
            literal, brace, tail = tail.partition("{")
            if literal.find("}") >= 0:
                raise DefinitionError("template %s: } without {" % text)
            self.literals.append(literal)
            if not brace:
                break
            inside, brace, tail = tail.partition("}")
            if not brace:
                raise DefinitionError("template %s: { without }" % text)
            if not inside.startswith("?"):
                self._path.append(inside)
            elif tail:
                raise DefinitionError("template %s: {?..} stands at the end" % text)
            else:
                self._query = inside[1:].split(",")
        if len(self.literals) == len(self._path):
            self.literals.append("")
        self.variables = self._path + self._query
        self._check()

    def _check(self) -> None:
        names = self.variables
        if not 0 < len(names) <= _MAX_VARIABLES or len(set(names)) < len(names):
            raise DefinitionError(
                "template %s: 1 to %d variables, each once" % (self.text, _MAX_VARIABLES)
            )
        for name in names:
            if not name or [c for c in name.encode() if chr(c & 127) not in _NAME or c > 127]:
                raise DefinitionError("template %s: %r is no name" % (self.text, name))
        for literal in self.literals[1 : len(self._path)]:
            if not literal:
                raise DefinitionError("template %s: text between two variables" % self.text)

    def match(self, uri: str) -> "dict[str, str] | None":
        """
        The decoded values of the variables in `uri`; None where it does not match. Each variable
        takes as few characters as it can. A query with other parts does not match.
        """
        path, mark, query = uri.partition("?")
        if mark and not self._query:
            return None
        found = self._match_path(path)
        if found is None or not mark:
            return found
        for part in query.split("&"):
            name, equals, value = part.partition("=")
            decoded = _decoded(value)
            if name not in self._query or name in found or not equals or decoded is None:
                return None
            found[name] = decoded
        return found

    def _match_path(self, path: str) -> "dict[str, str] | None":
        if not path.startswith(self.literals[0]):
            return None
        tail = path[len(self.literals[0]) :]
        found: "dict[str, str]" = {}
        for at, name in enumerate(self._path):
            literal = self.literals[at + 1]
            end = tail.find(literal, 1) if literal else len(tail)
            if at + 1 == len(self._path) and literal:
                # The last variable reaches as far as the literal at the end of the path.
                end = len(tail) - len(literal) if tail.endswith(literal) else -1
            value = _decoded(tail[:end]) if end > 0 else None
            if value is None or tail.find("/", 0, end) >= 0 or tail.find("#", 0, end) >= 0:
                return None
            found[name] = value
            tail = tail[end + len(literal) :]
        return None if tail else found


def check_uri(uri: object, what: str) -> None:
    """Raise DefinitionError, naming `what`, unless this begins as a URI does: `scheme:`."""
    scheme, colon, _ = uri.partition(":") if isinstance(uri, str) else ("", "", "")
    if not scheme or not colon or [c for c in scheme.encode() if c not in _SCHEME]:
        raise DefinitionError("%s: a URI begins with its scheme" % what)


def _decoded(text: str) -> "str | None":
    """Percent-encoded text, decoded; None where it is malformed or not UTF-8."""
    try:
        return unquoted(text)
    except URLError:
        return None
