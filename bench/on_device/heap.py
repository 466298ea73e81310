"""
Heap in use: heap.py FLASH ROUNDS NAMES; bench/heap.py says what the figures are.

The store is on a simulated chip in a file, so that flash takes no heap. NAMES
is a file with the names of the modules to import.
"""

import asyncio
import gc
import json
import os
import sys
import time

import vfs

# Modules lie where a board has them. Else each has one more name, by the place of this checkout:
# MicroPython keeps the path that a module was loaded from, and the one that it was compiled for.
(_TREE,) = [path for path in sys.path if path.endswith("/chip")]
for _folder in ("/lib", "/firmware"):
    vfs.mount(vfs.VfsPosix(_TREE + _folder), _folder)  # type: ignore[arg-type]
sys.path[:] = ["/lib"] + [path for path in sys.path if not path.startswith(_TREE)]

from _clock import Clock  # noqa: E402
from _device import Device  # noqa: E402

_BYTES = {"like": 60, "dislike": 60, "event": 180, "schedule": 180, "fact": 240}
_BYTES.update({"trait": 120, "habit": 120, "moment": 300, "goal": 120})
_CAPS = {"like": 8, "dislike": 8, "event": 8, "schedule": 8, "fact": 20}
_CAPS.update({"trait": 10, "habit": 10, "moment": 10, "goal": 5})
_ARCHIVED = 500


class Heap:
    """What is in use: now, at most since the last `settled`, and how long a collection took."""

    def __init__(self):
        self.peak = 0
        self.gc_ms = 0.0

    def look(self):
        self.peak = max(self.peak, gc.mem_alloc())

    def settled(self):
        """Bytes in use after a collection."""
        started = time.ticks_us()
        gc.collect()
        self.gc_ms = max(self.gc_ms, time.ticks_diff(time.ticks_us(), started) / 1000)
        return gc.mem_alloc()


def failed(level, text):
    """What goes wrong inside of a call is answered with an error, which `call` sees."""


async def call(session, tool="memory", **arguments):
    params = {"name": tool, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    reply = await session.handle(json.dumps(message))
    if "result" not in json.loads(reply):
        raise ValueError(reply)


async def fill(session):
    """Every kind at its cap and as long as it may be; then what the archive is to hold."""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}}
    hello["clientInfo"] = {"name": "heap", "version": "1"}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    await session.handle(json.dumps(message))
    more = {"action": "write", "force": True, "importance": 4, "topic": "题" * 20}
    for kind, size in _BYTES.items():
        for number in range(_CAPS[kind] + (_ARCHIVED if kind == "fact" else 0)):
            content = "%s%03d%s" % (kind[0], number, "长" * (size // 3 - 2))
            given = dict(more, type=kind, content=content)
            if kind in ("event", "schedule"):
                given["datetime"] = "2030-01-%02d 10:00" % (number + 1)
            await call(session, **given)


async def storm(session, heap, rounds):
    """Calls of every sort; between two the use is looked at, before anything is collected."""
    asked = (
        {"action": "read"},
        {"action": "recall", "keyword": "长长", "limit": 50},
        {"action": "recall", "keyword": "f017"},
        {"action": "write", "type": "trait", "content": "t03" + "长" * 36},
    )
    for number in range(rounds):
        for arguments in asked:
            await call(session, **arguments)
            heap.look()
        content = "又一件 %d " % number + "事" * 20
        await call(session, action="write", type="fact", content=content)
        await call(session, tool="memory_statistics")
        heap.look()
        if number % 10 == 9:
            heap.settled()


def main(path, rounds, names):
    heap = Heap()
    with open(names) as f:
        modules = f.read()
    device = Device(path, True)
    os.chdir("/")
    sys.path.extend(("", _TREE))  # the current folder, as boot.py has it; the last for `slots`
    before = heap.settled()
    for name in modules.split():
        __import__(name)
    code = heap.settled() - before

    from mcp.core.server import Server, Session
    from mcp.features.tools import Registry
    from memory.engine import Memory

    from firmware.companion.pet import Pet
    from firmware.tools import registration
    from firmware.tools.tool_context import ToolContext

    clock = Clock()
    memory = device.start(lambda kv, root: Memory(kv, root, clock, os.urandom))
    registry = Registry()
    pet = Pet(memory, clock)
    registration.register_tools(registry, ToolContext(memory, clock, "zh", pet))
    server = Server({"name": "heap", "version": "1"}, registry, log=failed)
    session = Session(server, "stdio")
    gc.threshold(gc.mem_free() // 4)  # oftener than firmware.startup has it
    asyncio.run(fill(session))
    loaded = heap.settled()
    heap.look()
    asyncio.run(storm(session, heap, rounds))
    heap.settled()
    out = {"loaded_bytes": loaded, "code_bytes": code, "peak_bytes": heap.peak}
    out["gc_ms_max"] = round(heap.gc_ms, 1)
    print(json.dumps(out))


main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
