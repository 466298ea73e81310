"""
Client sink: tells the MCP client on stdio or on the serial console of reminders, and of what the
owner's words have done.

Both go as `notifications/message` of level `notice`. Nothing else does, unless the client
has asked for a level with logging/setLevel: then it gets the device's log from that level on too.
A client that has asked for a level above `notice` is told of no reminder. Clients over HTTP cannot
be told: nothing reaches them outside of their requests.
"""

import asyncio

from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.transport.stdio import StdioTransport

_LOGGER = const("xiaozhi-pet")
_WAITING_MAX = const(16)  # lines of the log that wait to be sent; the oldest is dropped


class ClientSink:
    """A companion.delivery.Sink. `chance()` is called when a client is there to be told."""

    name = "mcp client"

    def __init__(self, transport: "StdioTransport", chance: "Callable[[], None]") -> None:
        self._transport = transport
        self._waiting: "list[dict]" = []
        self._wake = asyncio.Event()
        transport.session.on_initialized = chance

    async def offer(self, reminder: dict) -> bool:
        """Send the reminder with all its fields; True once it is written."""
        return await self._send("reminder", reminder)

    async def tell(self, acted: dict) -> None:
        """Send what the owner's words have done; a client that is not there misses it."""
        await self._send("acted", acted)

    async def _send(self, event: str, fields: dict) -> bool:
        data = dict(fields)
        data["event"] = event
        return await self._transport.log("notice", data, _LOGGER)

    def hear(self, event: str, fields: dict) -> None:
        """A subscriber of the event `log`."""
        if self._transport.session.level_asked:
            self._waiting = self._waiting[1 - _WAITING_MAX :] + [fields]
            self._wake.set()

    async def run(self) -> None:
        """Send the log to a client that has asked for it; until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                line = self._waiting.pop(0)
                data = {"module": line["module"], "text": line["text"]}
                await self._transport.log(line["level"], data, _LOGGER)


def start(transport: "StdioTransport", chance: "Callable[[], None]") -> ClientSink:
    """A sink that hears the log of the device."""
    sink = ClientSink(transport, chance)
    events.subscribe(sink.hear, "log")
    return sink
