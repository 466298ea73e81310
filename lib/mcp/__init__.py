"""
MCP server for MicroPython (https://modelcontextprotocol.io).

    Server, Session                            message in, reply out; no I/O
    Registry, ToolResult                       tools
    Resources, Prompts, Completion             what else is offered
    InputRequired                              asking the client inside of a result (2026-07-28)
    ProtocolError, NeedsCapability             what a handler may raise on purpose
    StdioTransport, PolledReader, PolledWriter one message a line over a stream
    HTTPTransport                              Streamable HTTP
    XiaoZhi, Host, Codec                       a session with a XiaoZhi server; no I/O
    Endpoint                                   an MCP endpoint that is dialled out to
    MessageChannel                             MCP as a part of another protocol's session
"""

from .answering import MessageChannel
from .completion import Completion
from .endpoint import Endpoint
from .errors import NeedsCapability, ProtocolError
from .http import HTTPTransport
from .inputs import InputRequired
from .prompts import Prompts
from .resources import Resources
from .server import Server, Session
from .stdio import PolledReader, PolledWriter, StdioTransport
from .tools import Registry, ToolResult
from .xiaozhi import Codec, Host, XiaoZhi

__all__ = (
    "Codec",
    "Completion",
    "Endpoint",
    "HTTPTransport",
    "Host",
    "InputRequired",
    "MessageChannel",
    "NeedsCapability",
    "PolledReader",
    "PolledWriter",
    "Prompts",
    "ProtocolError",
    "Registry",
    "Resources",
    "Server",
    "Session",
    "StdioTransport",
    "ToolResult",
    "XiaoZhi",
)
__version__ = "0.1.0"
