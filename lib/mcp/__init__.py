"""
MCP server for MicroPython (https://modelcontextprotocol.io).

    Server, Session                            message in, reply out; no I/O
    Registry, ToolResult                       tools
    Resources, Prompts, Completion             what else is offered
    InputRequired                              asking the client inside of a result (2026-07-28)
    ProtocolError, NeedsCapability             what a handler may raise on purpose
    StdioTransport, PolledReader, PolledWriter one message a line over a stream
    HTTPTransport                              Streamable HTTP
    Endpoint                                   an MCP endpoint that is dialled out to
    MessageChannel                             MCP as a part of another protocol's session
"""

from mcp.core.concurrent_calls import MessageChannel
from mcp.core.errors import NeedsCapability, ProtocolError
from mcp.core.input_required import InputRequired
from mcp.core.server import Server, Session
from mcp.core.tool_result import ToolResult
from mcp.features.completion import Completion
from mcp.features.prompts import Prompts
from mcp.features.resources import Resources
from mcp.features.tools import Registry
from mcp.transport.endpoint import Endpoint
from mcp.transport.http import HTTPTransport
from mcp.transport.stdio import PolledReader, PolledWriter, StdioTransport

__all__ = (
    "Completion",
    "Endpoint",
    "HTTPTransport",
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
)
__version__ = "0.1.0"
