"""
Fuzz target: the firmware's tools over a memory on a chip in RAM, by MCP messages.

An input is a message, `new` for an erased chip, or `restart`. The answer is the reply.
"""

import asyncio

from _bench import Bench
from mcp import Registry, Server, Session

from firmware.companion.pet import Pet
from firmware.tools import registration
from firmware.tools.tool_context import ToolContext


def start():
    global _blank, _bench
    _bench = Bench(disk_kb=512)
    _blank = bytes(_bench.image)
    one(b"new")


def one(data):
    if data in (b"new", b"restart"):
        if _bench.memory is not None:
            _bench.memory.close()
            _bench.memory = None
        if data == b"new":
            _bench.image[:] = _blank
            _bench.rng.state = 1
        serve(_bench.start())
        return b""
    return asyncio.run(_session.handle(data)) or b""


def serve(memory):
    global _session
    registry = Registry()
    clock = _bench.clock
    registration.register_tools(registry, ToolContext(memory, clock, "en", Pet(memory, clock)))
    server = Server({"name": "fuzz", "version": "1"}, registry, log=log)
    _session = Session(server, "fuzz")
    _session.version = "2025-11-25"


def log(level, text):
    if level == "error":
        raise AssertionError(text)
