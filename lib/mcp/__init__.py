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

Importing the package loads nothing; a name loads its module on first use, so that a server on
stdio never pays for HTTP.
"""

import gc
import sys

from micropython import const

__version__ = "0.1.0"

# Each module, then the names whose home it is. One string and not a table: what nobody asks for
# stays out of the heap, words of it included.
_HOMES = const("""
errors ProtocolError NeedsCapability
server Server Session
tools Registry ToolResult
resources Resources
prompts Prompts
completion Completion
inputs InputRequired
stdio StdioTransport PolledReader PolledWriter
http HTTPTransport
xiaozhi XiaoZhi Host Codec
endpoint Endpoint
access
answering
backoff
batch
body
call
caller
defining
digits
door
escapes
guard
held
hello
jsonrpc
jsontext
legacy
link
modern
outgoing
paging
schema
unspoken
url
websocket
wording
""")

# What every server needs, in the order in which it is needed.
_CORE = const("errors body jsontext jsonrpc schema call tools legacy server")


def __getattr__(name: str) -> object:
    # MicroPython asks for modules too, where `from . import jsonrpc` has yet to load one. Nothing
    # is cut up to find its home: the pieces would take 3 KB while that is loaded, which is when a
    # small heap has least to spare.
    at = _HOMES.find(name)
    while at >= 0 and not (_HOMES[at - 1] in " \n" and _HOMES[at + len(name)] in " \n"):
        at = _HOMES.find(name, at + 1)
    if at < 0 or not name:
        raise AttributeError(name)
    home = _HOMES[_HOMES.rfind("\n", 0, at) + 1 : _HOMES.find("\n", at)].partition(" ")[0]
    names = [home] if home in _CORE.split(" ") else (_CORE + " " + home).split(" ")
    for home in names:
        if __name__ + "." + home not in sys.modules:
            # A module stays, and what loading the one before it has left would lie between them
            # for ever: sweeping first makes some kilobytes of difference.
            gc.collect()
        value = __import__(__name__ + "." + home, None, None, ("*",))
    if name != home:
        value = getattr(value, name)
    globals()[name] = value
    return value


def forget(name: str) -> None:
    """Give back the memory of a module of this package that is seldom needed."""
    sys.modules.pop(__name__ + "." + name, None)
    globals().pop(name, None)
