"""
Stdio server: MCP over stdin and stdout, or over the serial line that they are.

Puts the transport together, and tells its client of reminders; startup.py calls it where the
setting `stdio` asks for it.
"""

import sys

from mcp.transport.stdio import PolledReader, PolledWriter, StdioTransport

from firmware.service import client_sink
from firmware.service.serial_console import Console
from firmware.system.supervisor import ALWAYS, ON_FAILURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp.core.server import Server

    from firmware.app import Companion


def open_stdio(companion: "Companion", server: "Server") -> None:
    """Serve whoever is at the other end."""
    writer: "Any" = PolledWriter(sys.stdout.buffer, companion.settings.get("stdout_step"))
    reader: "Any" = PolledReader(sys.stdin.buffer, companion.settings.get("stdio_step"))
    if companion.settings.get("console"):
        silence_ms = 1000 * companion.settings.get("console_quiet_s")
        reader = writer = Console(reader, writer, silence_ms)
        companion.supervisor.start("console", "service", ALWAYS, writer.beat)
    transport = StdioTransport(server, reader, writer.write)
    if companion.delivery is not None:
        sink = client_sink.start(transport, companion.delivery.chance)
        companion.supervisor.start("client log", "service", ALWAYS, sink.run)
        companion.delivery.add(sink)
    companion.transports.append(("stdio", "service", ON_FAILURE, transport))
