"""What a key that may only read can do with the companion's tools, and what it is told else."""

import asyncio
import json

from _bench import Bench, write
from _raised import raised
from mcp.core.call import Call
from mcp.core.errors import ProtocolError
from mcp.features.tools import Registry

from firmware.companion.pet import Pet
from firmware.tools import access_scopes, registration
from firmware.tools.tool_context import ToolContext

HEAP = "16M"

READS = (("memory", "read"), ("memory", "recall"), ("pet", "status"), ("memory_statistics", None))
CHANGES = (
    ("memory", "write"), ("memory", "delete"), ("memory", "complete_schedule"), ("pet", "feed"),
    ("pet", "play"), ("pet", "gift"),
)  # fmt: skip


class World:
    """The companion's tools over a memory that knows one thing."""

    def __init__(self, language):
        self.bench = Bench()
        self.memory = self.bench.start()
        write(self.memory, "goal", "learn to swim")
        self.registry = Registry()
        clock = self.bench.clock
        context = ToolContext(self.memory, clock, language, Pet(self.memory, clock))
        registration.register_tools(self.registry, context)

    def call(self, scope, name, action):
        """(whether it is an error, the answer)"""
        call = Call("http", "2025-11-25", {}, 1, {})
        call.scope = scope
        arguments = {"action": action} if action else {}
        if name == "memory" and action in ("write", "delete", "complete_schedule"):
            arguments["content"] = "learn to swim"
        if action == "write":
            arguments = {"action": "write", "type": "like", "content": "tea"}
        result = asyncio.run(self.registry.call(name, arguments, call))
        parts = result.parts("2024-11-05")
        text = json.loads(b"".join([p if isinstance(p, bytes) else quoted(p) for p in parts]))
        return result.is_error, json.loads(text["content"][0]["text"])


def quoted(pieces):
    return b"".join([p.replace(b"\\", b"\\\\").replace(b'"', b'\\"') for p in pieces])


def test_a_key_that_may_read_reads():
    world = World("en")
    for scope in ("read", "write", "admin"):
        for name, action in READS:
            is_error, answer = world.call(scope, name, action)
            assert (is_error, answer["status"]) == (False, "ok"), (scope, name, action)


def test_a_key_that_may_read_changes_nothing_and_is_told_why():
    for language, words in (("en", "nothing was changed"), ("zh", "什么也没改")):
        world = World(language)
        before = world.bench.flash.operations
        for name, action in CHANGES:
            is_error, answer = world.call("read", name, action)
            assert (is_error, answer["status"]) == (True, "error"), (name, action)
            for word in (words, "write", action):
                assert word in answer["message"], answer
        assert world.bench.flash.operations == before
        assert [one.content for one in world.memory.each("goal")] == ["learn to swim"]


def test_a_guest_sees_nothing_of_memory_and_is_told_the_time():
    world = World("en")
    call = Call("http", "2025-11-25", {}, 1, {})
    call.scope = "guest"
    assert world.registry.page(None, 100000, call.version, call)[0] == []
    for name, action in READS + CHANGES + (("forget", None),):
        error = raised(ProtocolError, world.call, "guest", name, action)
        assert error.scope == access_scopes.TO_CALL[name]
    registration.register_status(world.registry, Device(world.bench.clock))
    listed = world.registry.page(None, 100000, call.version, call)[0]
    assert [tool["name"] for tool in listed] == ["self.get_device_status"]
    is_error, answer = world.call("guest", "self.get_device_status", None)
    assert (is_error, sorted(answer)) == (False, ["clock", "message", "status"])
    assert answer["clock"] == {"now": "2026-02-05 14:00", "set": True}


class Device:
    """Of a device what a guest is told of."""

    def __init__(self, clock):
        self.clock = clock


def test_a_key_that_may_write_changes():
    world = World("en")
    for name, action in CHANGES:
        if action != "complete_schedule":
            is_error, answer = world.call("write", name, action)
            assert (is_error, answer["status"]) == (False, "ok"), (name, action, answer)
    assert list(world.memory.each("goal")) == []
    assert [one.content for one in world.memory.each("like")] == ["tea"]
