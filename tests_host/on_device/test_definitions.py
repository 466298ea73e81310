"""firmware.tools.tool_definitions: not checked at the start on the device, so they are here."""

from mcp.features.tools import Registry

from firmware.tools import input_schemas, tool_definitions

NAMES = ("memory", "pet", "memory_statistics", "forget", "self.get_device_status")


async def handler(arguments, call):
    raise NotImplementedError


def test_every_definition_is_one_that_a_registry_takes():
    registry = Registry()
    for name in NAMES:
        tool = tool_definitions.of(name, handler)
        registry.add(
            name, handler, tool.description, tool.input_schema, tool.title, tool.shown_output,
            tool.annotations,
        )  # fmt: skip
    assert len(registry) == 5


def test_what_the_tools_take_is_the_same_each_time():
    for name in NAMES:
        assert input_schemas.of(name) == tool_definitions.of(name, handler).input_schema


def test_the_output_schema_is_shown_to_those_whose_version_has_one_and_is_not_checked():
    for name in NAMES:
        tool = tool_definitions.of(name, handler)
        assert tool.wire("2025-06-18")["outputSchema"] == tool.shown_output
        assert "outputSchema" not in tool.wire("2025-03-26")
        assert tool.output_schema is None
