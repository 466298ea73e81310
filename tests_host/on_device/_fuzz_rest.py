"""
Fuzz target: whatever paths, queries, headers and bodies a client with the owner's key sends to
REST.

An input is [size of what arrives at once][bytes]. The answer: the bytes that were sent back. The
memory stays from one input to the next, so that what there is gets read, changed and deleted.
"""

import gc

from _rest import Client, Rest


def start():
    global _rest
    _rest = Rest()


def one(data):
    gc.collect()
    client = Client(bytes(data[1:]), 1 + (data[0] if data else 0) * 8)
    sent = _rest.meet(client)
    assert client.closed == 1
    assert not _rest.transport._tasks and not _rest.transport._limiter.authenticated
    wrong = [text for level, text in _rest.logged if level == "error"]
    assert not wrong, wrong
    return [sent.decode("utf-8")]
