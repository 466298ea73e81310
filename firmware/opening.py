"""
Opening: the second half of `starting`, the MCP server and the ways in.

Makes them as the settings want them, and says `ready` once they are open. Let go with `starting`.
"""

import gc
import os
import sys

import board

from . import VERSION, events
from .app import log
from .clock import Stopwatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp.server import Server

    from .app import Companion


async def opened(companion: "Companion") -> None:
    """Up to `ready`."""
    server = _server(companion)
    companion.spawn(companion.keep_time())
    online = _online(companion)
    await _open_ways(companion, server)
    if online is not None:
        companion.spawn(online.run())


def _server(companion: "Companion") -> "Server":
    from mcp.server import Server
    from mcp.tools import Registry

    from . import late, others, tools

    found: "list[Any]" = []
    registry = Registry()
    language = companion.settings.get("language")
    problem = companion.memory_problem
    small = companion.small_heap
    memory, clock, tidy = companion.memory, companion.clock, companion.tidy
    tools.register(registry, memory, clock, language, problem, tidy, small)
    if problem is None:
        others.register(registry, memory, clock, language, tidy, small, companion.spoken_to)
        found = late.made(memory=memory, clock=clock, language=language, tidy=tidy, small=small)
        if events.ring is not None:
            from . import ring

            found[0].world["more"].append(("resources", ring.offer))
    others.register_status(registry, companion)
    if companion.settings.get("update_url"):
        from . import update_tool  # only who is told where updates are pays for it

        update_tool.register(registry, companion)
    board.extend(registry, found)
    info = {"name": "xiaozhi-pet", "version": VERSION}
    return Server(info, registry, log=log, offers=found)


async def _open_ways(companion: "Companion", server: "Server") -> None:
    """Open what the settings ask for, say so in one `ready`, then let them serve."""
    found = []
    token = None
    if companion.settings.get("http"):
        address, token = await _open_http(companion, server)
        if address is not None:
            found.append(address)
    if companion.settings.get("cloud"):
        await _reach_out(companion, server)
    if companion.settings.get("stdio"):
        found.append("stdio")
        _open_stdio(companion, server)
    repl = companion.settings.get("repl")
    # What lives long is allocated among what does not: collecting early, whenever a quarter of
    # the free heap was used, packs the former together. Without it a full store left 110 KB
    # free in pieces under 2 KB.
    gc.collect()
    gc.threshold(gc.mem_free() // 4)
    _reached_ready(companion)
    events.emit("ready", mcp=found[0] if found else None, token=token, repl=repl)


def _reached_ready(companion: "Companion") -> None:
    """Before it is said: whoever cuts the power at the word `ready` meets a good start."""
    from . import starts

    more = starts.reached_ready()
    if more is not None:
        companion.spawn(more)
    if companion.living is not None:
        companion.living.ready()
    slots = sys.modules.get("slots")  # left by boot.py where an update is to be told of
    if slots is not None:
        from . import updated

        updated.reached_ready(slots)


async def _open_http(companion: "Companion", server: "Server") -> "tuple[str | None, str | None]":
    """
    Its address, None where it cannot be served as the settings want it and there is another
    way in; and the owner's key, where one is asked for and it is known. Leaves by SystemExit
    where who started it asked for this way in alone, as on a desk; a board would only start again
    and again, and has its reminders and its prompt without it.
    """
    from . import listening  # only who listens pays for a web server's memory

    host = companion.settings.get("http_host")
    port = companion.settings.get("http_port")
    token = None
    try:
        transport, token = listening.transport(server, companion.settings, board.addresses)
        port = await transport.start()
    except (OSError, ValueError) as e:
        why = "port %d of %s cannot be listened at: %s" % (port, host, e)
        if companion.settings.get("stdio") or "http" not in board.SETTINGS:
            events.log("error", "http", why)
            return None, token
        from . import starts

        starts.clear()  # it did not fail: it says what is wrong
        sys.exit(why)
    companion.transports.append(transport)
    scheme = "https" if companion.settings.get("http_tls") else "http"
    shown = listening.shown(host, board.addresses())
    return "%s://%s:%d/mcp" % (scheme, shown, port), token


async def _reach_out(companion: "Companion", server: "Server") -> None:
    """The ways in that connect to a server, and what is said over them."""
    from . import cloud, conversation  # only who has a cloud pays for it

    if companion.memory_problem is None and companion.conversation is None:
        talk = conversation.Conversation(
            companion.memory, companion.clock, Stopwatch(), companion.small_heap, "xiaozhi"
        )
        await talk.start()
        companion.conversation = talk
        companion.spawn(talk.run())
    if companion.conversation is not None:
        companion.conversation.channel = "xiaozhi"
    settings = companion.settings
    parts = cloud.Parts(server, settings, companion.conversation, companion.clock, os.urandom)
    ways = cloud.ways(settings.get("cloud"), parts)
    companion.transports += ways
    if ways and settings.get("typed"):
        from . import typed

        companion.spawn(typed.run(ways))


def _open_stdio(companion: "Companion", server: "Server") -> None:
    from mcp.stdio import PolledReader, PolledWriter, StdioTransport

    writer: "Any" = PolledWriter(sys.stdout.buffer, companion.settings.get("stdout_step"))
    reader: "Any" = PolledReader(sys.stdin.buffer, companion.settings.get("stdio_step"))
    if companion.settings.get("console"):
        from .console import Console

        silence_ms = 1000 * companion.settings.get("console_quiet_s")
        reader = writer = Console(reader, writer, silence_ms)
        companion.spawn(writer.beat())
    companion.transports.append(StdioTransport(server, reader, writer.write))


def _online(companion: "Companion") -> "Any":
    """
    What brings it into the owner's network, where the settings name one, or else into the set-up,
    where the board can open a network for it (`access_point`, its ports) and is not spoken with
    over its console; None where there is nothing of that.
    """
    if companion.settings.get("http") or companion.settings.get("cloud"):
        # A board that has Wi-Fi starts its network stack with it: a socket before that would end
        # the chip.
        board.addresses()
    ports = None if companion.settings.get("stdio") else board.SETTINGS.get("access_point")
    if not ports and not companion.settings.get("wifi"):
        return None
    from .online import Online  # only who has a network pays for it

    return Online(companion.settings, companion.clock, os.urandom, ports)
