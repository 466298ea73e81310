"""firmware.definitions: not checked at the start on the device, so they are here."""

import sys

from mcp.tools import Registry

from firmware import arguments, definitions

NAMES = ("memory", "pet", "memory_statistics", "forget")


async def handler(arguments, call):
    raise NotImplementedError


def test_every_definition_is_one_that_a_registry_takes():
    registry = Registry()
    for name in NAMES:
        tool = definitions.of(name, False)
        registry.add(
            name, handler, tool.description, tool.input_schema, tool.title, tool.output_schema,
            tool.annotations,
        )  # fmt: skip
    assert len(registry) == 4


def test_a_small_heap_keeps_neither_definitions_nor_arguments():
    for name in NAMES:
        from firmware import arguments, definitions

        small = definitions.of(name, True)
        assert "firmware.definitions" not in sys.modules
        from firmware import definitions

        assert small.wire("9999") == definitions.of(name, False).wire("9999")
        assert arguments.of(name, True) == small.input_schema
        assert "firmware.arguments" not in sys.modules


def test_what_the_tools_take_is_the_same_each_time():
    for name in NAMES:
        assert arguments.of(name, False) == definitions.of(name, False).input_schema
