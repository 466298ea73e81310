"""The start of the companion where what the settings want cannot be had."""

import asyncio

import board
from _bench import Bench
from mcp.core.call import Call

from firmware import startup
from firmware.system import events
from firmware.system.settings import Settings

HEAP = "8M"  # the whole companion

_NOT_OURS = "192.0.2.1"  # RFC 5737: no machine has it


def told():
    """A companion that was told to listen where it cannot."""
    Bench(disk_kb=0).power_on(0, 0)
    Settings({}).set("http", True)
    Settings({}).set("http_host", _NOT_OURS)
    return startup.create("no archive here")


async def test_a_board_that_cannot_listen_says_so_and_stays_for_reminders_and_the_prompt():
    """SystemExit ends main.py with a soft reset, and the next start would do the same."""
    said = []
    ready = asyncio.Event()

    def emit(event, **fields):
        said.append((event, fields))
        if event == "ready":
            ready.set()

    events.emit = emit
    board.SETTINGS.pop("http", None)
    task = asyncio.create_task(told().run(startup.start))
    await ready.wait()
    assert not task.done()
    logs = [fields for event, fields in said if event == "log"]
    (why,) = [fields["text"] for fields in logs if fields["module"] == "http"]
    assert why.startswith("port 8720 of %s cannot be listened at: " % _NOT_OURS), why
    assert said[-1][0] == "ready" and said[-1][1]["mcp"] is None, said
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass


async def test_who_asked_for_that_way_in_alone_is_told_at_the_end():
    board.SETTINGS["http"] = True
    try:
        await told().run(startup.start)
    except SystemExit as e:
        assert "cannot be listened at" in e.args[0]
    else:
        raise AssertionError("it goes on")


def offers(language, *few):
    """(names of tools, instructions) of the server of a companion with the setting `few_tools`."""
    Bench(disk_kb=0).power_on(0, 0)
    settings = Settings({})
    settings.set("language", language)
    for value in few:
        settings.set("few_tools", value)
    companion = startup.create("no archive here")
    startup._open_memory(companion)
    server = startup._server(companion)
    asked = Call("stdio", "2025-06-18", {}, 1, {})
    return server.registry.names(), server.instructions_for(asked)


def test_with_few_tools_those_of_the_mind_are_neither_announced_nor_told_of():
    mind = {"search_memory", "search_conversation_traces", "todo", "remember", "attachment"}
    for language in ("zh", "en"):
        names, told_of = offers(language)
        assert mind <= set(names) and offers(language, False)[0] == names
        few, told_of_few = offers(language, True)
        assert few == [name for name in names if name not in mind]
        assert {"memory", "forget", "memory_statistics", "self.get_device_status"} <= set(few)
        for name in ("search_memory", "search_conversation_traces", "attachment"):
            assert name in told_of and name not in told_of_few, (language, name)
        assert len(told_of_few) < len(told_of)
