"""
MCP server for MicroPython (https://modelcontextprotocol.io).

    Server, Session                            message in, reply out; no I/O
    Registry, ToolResult                       tools
    Resources, Prompts, Completion             what else is offered
    InputRequired                              asking the client inside of a result (2026-07-28)
    ProtocolError, NeedsCapability             what a handler may raise on purpose
    StdioTransport, PolledReader, PolledWriter one message a line over a stream
    HTTPTransport                              Streamable HTTP; needs microdot
    XiaoZhi, Host, Codec                       a session with a XiaoZhi server; no I/O
    Endpoint                                   an MCP endpoint, where the server dials out

Importing the package loads nothing; a name loads its module on first use, so that a server on
stdio never pays for HTTP.
"""

__version__ = "0.1.0"

_HOME = {
    "Server": "server",
    "Session": "server",
    "Registry": "tools",
    "ToolResult": "tools",
    "Resources": "resources",
    "Prompts": "prompts",
    "Completion": "completion",
    "InputRequired": "inputs",
    "NeedsCapability": "errors",
    "ProtocolError": "errors",
    "StdioTransport": "stdio",
    "PolledReader": "stdio",
    "PolledWriter": "stdio",
    "HTTPTransport": "http",
    "XiaoZhi": "xiaozhi",
    "Host": "xiaozhi",
    "Codec": "xiaozhi",
    "Endpoint": "endpoint",
}


# MicroPython asks __getattr__ for these too, where `from . import jsonrpc` has yet to load one.
_MODULES = (
    "errors",
    "body",
    "jsontext",
    "jsonrpc",
    "schema",
    "paging",
    "call",
    "tools",
    "outgoing",
    "inputs",
    "legacy",
    "server",
    "stdio",
    "http",
    "answering",
    "xiaozhi",
    "url",
    "websocket",
    "backoff",
    "link",
    "caller",
    "endpoint",
)


def __getattr__(name: str) -> object:
    home = name if name in _MODULES else _HOME.get(name)
    if home is None:
        raise AttributeError(name)
    value = __import__(__name__ + "." + home, None, None, ("*",))
    if home != name:
        value = getattr(value, name)
    globals()[name] = value
    return value
