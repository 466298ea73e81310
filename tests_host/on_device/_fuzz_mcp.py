"""
Fuzz target: messages to the MCP core, over the firmware's own tools and offers.

The first byte of an input says how it comes in (an index of MODES), the rest is the message. The
answer is what leaves, no bytes where nothing does. Raises when the session is not as it was: work
left behind, or another answer to a good request.
"""

import asyncio

from _bench import Bench
from mcp import InputRequired, Registry, Server, Session, ToolResult

from firmware.companion.pet import Pet
from firmware.prompts import features
from firmware.tools import registration
from firmware.tools.tool_context import ToolContext

# Version agreed on before, stateless, version that the transport declares, whether a line sends.
MODES = (
    (None, False, None, False),
    ("2024-11-05", False, None, False),
    ("2025-03-26", False, None, True),
    ("2025-06-18", False, None, True),
    ("2025-11-25", False, None, False),
    ("2025-11-25", False, None, True),
    (None, True, None, False),
    (None, True, "2025-06-18", True),
    (None, True, "2026-07-28", False),
)
_GOOD = b'{"jsonrpc":"2.0","id":"good","method":"ping"}'
_LIST = b'{"jsonrpc":"2.0","id":"good","method":"tools/list"}'


class Line:
    """The way back to a peer that answers every question with an error."""

    headers = None
    peer = None
    key = ""
    scope = "admin"
    session = None

    def __init__(self, sends):
        self.sends = sends

    async def send(self, body):
        message = body.joined()
        at = message.find(b'"id":"ask-')
        if at >= 0:
            id = message[at + 5 : message.find(b",", at)]
            await self.session.handle(
                b'{"jsonrpc":"2.0","id":%s,"error":{"code":1,"message":"no"}}' % id
            )
        return True


class Peer:
    def __init__(self, server, mode):
        version, stateless, self.declared, self.sends = mode
        self.session = Session(server, "fuzz", stateless)
        self.version = version
        self.reset()
        self.goods = {}

    def reset(self):
        self.session.version = self.version
        self.session.client = {}
        self.session.capabilities = {}
        self.session.log_level = "info"

    async def tell(self, data):
        line = Line(self.sends)
        line.session = self.session
        reply = await self.session.exchange(data, self.declared, line)
        return reply.body


def start():
    global _peers
    bench = Bench()
    memory = bench.start()
    registry = Registry()
    context = ToolContext(memory, bench.clock, "zh", Pet(memory, bench.clock))
    registration.register_tools(registry, context)
    registry.add("asks", asks, "Asks.", {"type": "object"})
    offers = features.resources_and_prompts(context)
    info = {"name": "fuzz", "version": "1"}
    server = Server(info, registry, log=log, features=offers)
    _peers = [Peer(server, mode) for mode in MODES]


async def asks(arguments, call):
    if call.state is None:
        need = {"q": {"method": "roots/list"}}
        return InputRequired(need if arguments.get("ask") else None, state="kept")
    return ToolResult(structured={"state": call.state, "inputs": call.inputs})


def log(level, text):
    if level == "error":
        raise AssertionError(text)


def one(data):
    return asyncio.run(_one(data))


async def _one(data):
    peer = _peers[data[0] % len(_peers)]
    peer.reset()
    reply = await peer.tell(data[1:])
    session = peer.session
    assert not session._works, "work is left behind"
    assert not session.asks, "a question is left behind"
    assert asyncio.core._task_queue.peek() is None, "a task is left behind"
    # What a good request gets depends on the version agreed on, and on nothing else.
    now = session.version
    good = await peer.tell(_GOOD)
    if len(data) % 16 == 0:
        good += await peer.tell(_LIST)
    key = (now, len(good) > 100)
    assert peer.goods.setdefault(key, good) == good, "a good request is answered differently"
    return reply or b""
