"""The instructions of the MCP server, from the tools that it has."""

from firmware.words import instructions

BOTH = ("zh", "en")


def test_a_tool_that_is_not_there_is_not_named():
    for language in BOTH:
        told = instructions.text(language, ["memory", "self.get_device_status"])
        assert "recall" in told and "self.get_device_status" in told
        for absent in ("forget", "update", "memory_statistics", " pet"):
            assert absent not in told, absent
        assert "update" in instructions.text(language, ["memory", "update"])


def test_of_a_memory_that_cannot_be_opened_nothing_is_promised():
    for language in BOTH:
        told = instructions.text(language, ["memory", "self.get_device_status"], False)
        assert "memory" in told
        for action in ("recall", "write", "delete"):
            assert action not in told, action


def test_a_tool_without_a_sentence_is_left_to_its_description():
    for language in BOTH:
        assert instructions.text(language, ["x.y"]) == instructions.text(language, [])
