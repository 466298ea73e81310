"""For device-side tests of what a server offers: requests to one offer, without a server."""

import asyncio

from mcp.core.call import Call
from mcp.core.jsonrpc import REQUEST, Message


class Peer:
    """What a handler sees of a session."""

    def __init__(self, page_bytes=8000, stateless=False):
        self.page_bytes = page_bytes
        self.stateless = stateless


def ask(offer, method, version="2025-06-18", peer=None, **params):
    """The result of a request; raises what the handler raises."""
    message = Message(REQUEST, 1, method, params)
    call = Call("test", version, {}, 1, params)
    return asyncio.run(offer.requests[method](peer or Peer(), message, call))


def pages(offer, method, member, page_bytes):
    """Everything that a list method gives, a page at a time."""
    found = []
    cursor = None
    while True:
        params = {} if cursor is None else {"cursor": cursor}
        page = ask(offer, method, peer=Peer(page_bytes), **params)
        found.append(page[member])
        cursor = page.get("nextCursor")
        if cursor is None:
            return found
