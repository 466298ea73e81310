"""
Errors of this package, by whose fault they are.

    MCPError
    +-- ProtocolError      the peer's: a message we must not act on; becomes a JSON-RPC error
    |   +-- NeedsCapability  the client has not declared what the call needs
    +-- DefinitionError    ours: a wrong definition of a tool, schema, token or server; at start-up
    +-- ResultError        ours: a tool's result that has no form on the wire; logged, and the
                           peer is told only that something failed

I/O errors (OSError) are not among them: the transports raise them or end the connection.
"""

from micropython import const

PARSE_ERROR = const(-32700)
INVALID_REQUEST = const(-32600)
METHOD_NOT_FOUND = const(-32601)
INVALID_PARAMS = const(-32602)
INTERNAL_ERROR = const(-32603)

_MISSING_CAPABILITY = const(-32021)  # since 2026-07-28


class MCPError(Exception):
    """Base of everything this package raises on purpose."""


class ProtocolError(MCPError):
    """
    The peer broke a rule. It is sent `code` and `message`, and `data` if given.

    `id` is the id of the request at fault, None where it has none. `scope` is the scope that the
    peer's key lacks, where that is the fault (HTTP has a status for it).
    """

    scope = ""

    def __init__(self, code: int, message: str, data: object = None, id: object = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
        self.id = id


class NeedsCapability(ProtocolError):
    """
    The call cannot be done for a client without `capabilities`, such as {"sampling": {}}.

    -32021 is of 2026-07-28; older clients are sent it too.
    """

    def __init__(self, capabilities: dict):
        names = ", ".join(sorted(capabilities))
        super().__init__(
            _MISSING_CAPABILITY,
            "Missing required client capability: " + names,
            {"requiredCapabilities": capabilities},
        )


def invalid_params(text: str, id: object = None) -> ProtocolError:
    return ProtocolError(INVALID_PARAMS, "Invalid params: " + text, None, id)


def invalid_request(text: str, id: object = None) -> ProtocolError:
    return ProtocolError(INVALID_REQUEST, "Invalid request: " + text, None, id)


class DefinitionError(MCPError):
    """A definition of ours breaks a rule. Raised while the server is put together."""


class ResultError(MCPError):
    """A result of ours cannot be sent: it is not JSON, or not what its schema promises."""
