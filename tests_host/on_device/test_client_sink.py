"""The client sink: what the MCP client on stdio is told of reminders and of the log."""

import asyncio

from mcp.core.server import Session

from firmware.service import client_sink
from firmware.system import events

REMINDER = {"id": "k1", "mark": "due", "late": False, "message": "该吃药了"}


class Transport:
    """A StdioTransport that keeps what would be written; nobody reads where it is `gone`."""

    def __init__(self, level=None):
        class Server:
            page_bytes = 8000

        self.session = Session(Server, "stdio")
        self.session.version = "2025-11-25"
        self.sent = []
        self.gone = False
        if level is not None:
            self.session.log_level = level
            self.session.level_asked = True

    async def log(self, level, data, logger):
        if not self.gone:
            self.sent.append((level, data))
        return not self.gone


async def settled():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_reminder_goes_with_its_fields_as_a_notice():
    transport = Transport()
    sink = client_sink.start(transport, lambda: None)
    assert await sink.offer(REMINDER)
    ((level, data),) = transport.sent
    assert level == "notice"
    assert data == dict(REMINDER, event="reminder")
    transport.gone = True
    assert not await sink.offer(REMINDER)


async def test_the_log_goes_to_a_client_that_has_asked_for_a_level_and_to_no_other():
    for level, lines in ((None, []), ("debug", [("warning", {"module": "wifi", "text": "x"})])):
        transport = Transport(level)
        sink = client_sink.start(transport, lambda: None)
        task = asyncio.create_task(sink.run())
        events.log("warning", "wifi", "x")
        events.emit("extracted", id="k2", kind="fact", content="对花生过敏")
        await settled()
        task.cancel()
        assert transport.sent == lines


async def test_of_a_flood_the_last_lines_go():
    transport = Transport("debug")
    sink = client_sink.start(transport, lambda: None)
    for number in range(100):
        events.log("info", "flood", str(number))
    task = asyncio.create_task(sink.run())
    await settled()
    task.cancel()
    assert [data["text"] for _, data in transport.sent] == [str(n) for n in range(84, 100)]


async def test_a_client_that_ends_its_handshake_is_a_chance():
    chances = []
    transport = Transport()
    client_sink.start(transport, lambda: chances.append(True))
    transport.session.begin()
    transport.session.begin()
    assert len(chances) == 1


async def test_what_the_owners_words_have_done_goes_as_a_notice_too():
    transport = Transport()
    sink = client_sink.start(transport, lambda: None)
    acted = {"what": "review", "ids": ["k1"], "message": "今天记住了 1 件事：你喜欢喝茶"}
    await sink.tell(acted)
    assert transport.sent == [("notice", dict(acted, event="acted"))]
