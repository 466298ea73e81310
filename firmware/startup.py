"""
Startup: builds the companion's parts, once, and says `ready`.

Makes in this order: what looks after the device, memory, what a power cut left of a conversation,
the MCP server, the ways in; then, after `ready`, the scheduler and the archive's upkeep. Every
other module is handed what it needs from here and knows nobody above it.
"""

import gc
import os
import sys

import board
from mcp.core.server import Server
from mcp.features.tools import Registry
from mcp.transport.stdio import PolledReader, PolledWriter, StdioTransport
from memory.engine import Memory
from memory.errors import Broken, MemoryFault
from micropython import const

from firmware import VERSION
from firmware.app import Companion
from firmware.cloud import channels, typed_input
from firmware.cloud.server_address import Parts
from firmware.companion.conversation import Conversation
from firmware.companion.maintenance import Idle
from firmware.companion.scheduler import Scheduler
from firmware.network.online import Online
from firmware.service import http_service
from firmware.service.serial_console import Console
from firmware.setup.first_setup import Setup
from firmware.system import (
    boot_guard,
    crash_report,
    events,
    flash_regions,
    log_ring,
    setting_rules,
)
from firmware.system.clock import Stopwatch
from firmware.system.device_services import DeviceServices
from firmware.system.nvs import namespace
from firmware.system.settings import Settings
from firmware.tools import memory_tool, offers, registration, update_tool
from firmware.update import result

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_MOUNT = "/memory"
_NOT_FOUND = const(-0x1102)


async def main(archive_problem: "str | None") -> None:
    """Run the companion; `archive_problem` says in words why there is no archive, or is None."""
    await made(archive_problem).run(start)


def made(archive_problem: "str | None") -> Companion:
    """A companion with the settings of this board; nothing of it runs yet."""
    settings = Settings(board.SETTINGS)
    events.set_style(settings.get("event_style"))
    return Companion(settings, archive_problem)


async def start(companion: Companion) -> None:
    """Build everything, up to `ready` and what runs after it; nothing waits for the network."""
    settings = companion.settings
    if settings.get("log_kb"):
        log_ring.start(settings.get("log_kb")).add("start after: " + (crash_report.last() or "-"))
    if [True for name in ("watchdog_s", "led", "aiorepl") if settings.get(name)]:
        companion.device_services = DeviceServices(companion)
    _open_memory(companion)
    await _introduce(companion)
    await _listen(companion)
    server = _server(companion)
    companion.spawn(companion.keep_time())
    companion.online = _online(companion)
    await _open_ways(companion, server)
    if companion.online is not None:
        companion.spawn(companion.online.run())
    _start_scheduler(companion)


# -- memory and what was said --------------------------------------------------------------------


def _notify(event: str, **fields: object) -> None:
    """What memory says of itself, as events of the device."""
    if event == "recovered":
        fields.setdefault("lost_since", None)
    events.emit(event, **fields)


def _open_memory(companion: Companion) -> None:
    root: "str | None" = _MOUNT
    if companion.archive_problem is not None:
        events.log("error", "boot", companion.archive_problem)
        events.emit("recovered", what="archive away", lost_since=None)
        root = None
    companion.memory = Memory(namespace("mem"), root, companion.clock, os.urandom, _notify)
    companion.memory.reach = flash_regions.reach
    try:
        companion.memory.open()
    except MemoryFault as e:
        # A newer firmware's memory, or flash that does not answer: the device still talks,
        # touches nothing, and every call of the tool says why.
        events.log("error", "memory", str(e))
        companion.memory_problem = str(e)


async def _introduce(companion: Companion) -> None:
    """
    The owner's name, as the set-up was told it, becomes the one that memory has. The setting
    `owner` is gone after it, so that the name is in one place alone, where it can be corrected and
    forgotten. Where flash fails it is tried again at the next start.
    """
    owner = companion.settings.get("owner")
    if not owner or companion.memory is None or companion.memory_problem is not None:
        return
    try:
        await companion.memory.write("name", owner, {}, source="setup")
    except Broken as e:
        events.log("error", "setup", "the owner's name is not remembered yet: %s" % e)
        return
    except MemoryFault as e:
        events.log("warning", "setup", "the owner's name cannot be remembered: %s" % e)
    try:
        setting_rules.remove(namespace("cfg"), "owner")
    except OSError as e:
        events.log("error", "setup", "the owner's name stays in the settings: %r" % e)


def _was_cut() -> bool:
    """True where a power cut left something of a conversation (docs/FORMAT.md section 8)."""
    kv = namespace("talk")
    for key in ("q0", "q1"):
        try:
            kv.get_blob(key, bytearray(1))
        except OSError as e:
            if e.args[0] != _NOT_FOUND:  # too long for this buffer: it is there
                return True
    return False


async def _listen(companion: Companion) -> None:
    """
    Bring home what a power cut left of a conversation, then hear what is said at the start.
    Before the ways in are open, so that who comes finds it in memory.
    """
    speech = board.speech()
    if companion.memory_problem is not None or (speech is None and not _was_cut()):
        return
    # What a cut has left was said to the cloud, where there is one.
    channel = "xiaozhi" if speech is None and companion.settings.get("cloud") else "hear"
    talk = Conversation(companion.memory, companion.clock, Stopwatch(), channel)
    await talk.start()
    if speech is not None:
        await talk.play(speech)
    if not talk.idle:
        companion.conversation = talk
        companion.spawn(talk.run())


# -- the server and the ways in ------------------------------------------------------------------


def _server(companion: Companion) -> Server:
    found: "list[Any]" = []
    registry = Registry()
    language = companion.settings.get("language")
    problem = companion.memory_problem
    memory, clock, interrupt = companion.memory, companion.clock, companion.interrupt
    memory_tool.register(registry, memory, clock, language, problem, interrupt)
    if problem is None:
        registration.register(registry, memory, clock, language, interrupt, companion.spoken_to)
        found = offers.made(memory, clock, language, interrupt)
        if events.ring is not None:
            log_ring.offer(found[0])
    registration.register_status(registry, companion)
    if companion.settings.get("update_url"):
        update_tool.register(registry, companion)
    board.extend(registry, found)
    info = {"name": "xiaozhi-pet", "version": VERSION}
    return Server(info, registry, log=_log, features=found)


def _log(level: str, text: str) -> None:
    """What the MCP server says of itself."""
    events.log(level, "mcp", text)


async def _open_ways(companion: Companion, server: Server) -> None:
    """Open what the settings ask for, say so in one `ready`, then let them serve."""
    found = []
    token = None
    if companion.settings.get("http"):
        address, token = await _open_http(companion, server)
        if address is not None:
            found.append(address)
    if companion.settings.get("cloud"):
        await _connect_out(companion, server)
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


def _reached_ready(companion: Companion) -> None:
    """Before it is said: whoever cuts the power at the word `ready` meets a good start."""
    more = boot_guard.reached_ready()
    if more is not None:
        companion.spawn(more)
    if companion.device_services is not None:
        companion.device_services.ready()
    result.reached_ready()


async def _open_http(companion: Companion, server: Server) -> "tuple[str | None, str | None]":
    """
    Its address, None where it cannot be served as the settings want it and there is another
    way in; and the owner's key, where one is asked for and it is known. Leaves by SystemExit
    where who started it asked for this way in alone, as on a desk; a board would only start again
    and again, and has its reminders and its prompt without it.
    """
    host = companion.settings.get("http_host")
    port = companion.settings.get("http_port")
    token = None
    try:
        transport, token = http_service.transport(server, companion.settings, board.addresses)
        port = await transport.start()
    except (OSError, ValueError) as e:
        why = "port %d of %s cannot be listened at: %s" % (port, host, e)
        if companion.settings.get("stdio") or "http" not in board.SETTINGS:
            events.log("error", "http", why)
            return None, token
        boot_guard.clear()  # it did not fail: it says what is wrong
        sys.exit(why)
    companion.transports.append(transport)
    scheme = "https" if companion.settings.get("http_tls") else "http"
    shown = http_service.shown(host, board.addresses())
    return "%s://%s:%d/mcp" % (scheme, shown, port), token


async def _connect_out(companion: Companion, server: Server) -> None:
    """The ways in that connect to a server, and what is said over them."""
    if companion.memory_problem is None and companion.conversation is None:
        talk = Conversation(companion.memory, companion.clock, Stopwatch(), "xiaozhi")
        await talk.start()
        companion.conversation = talk
        companion.spawn(talk.run())
    if companion.conversation is not None:
        companion.conversation.channel = "xiaozhi"
    settings = companion.settings
    parts = Parts(server, settings, companion.conversation, companion.clock, os.urandom)
    ways = channels.ways(settings.get("cloud"), parts)
    companion.transports += ways
    if ways and settings.get("typed"):
        companion.spawn(typed_input.run(ways))


def _open_stdio(companion: Companion, server: Server) -> None:
    writer: "Any" = PolledWriter(sys.stdout.buffer, companion.settings.get("stdout_step"))
    reader: "Any" = PolledReader(sys.stdin.buffer, companion.settings.get("stdio_step"))
    if companion.settings.get("console"):
        silence_ms = 1000 * companion.settings.get("console_quiet_s")
        reader = writer = Console(reader, writer, silence_ms)
        companion.spawn(writer.beat())
    companion.transports.append(StdioTransport(server, reader, writer.write))


def _online(companion: Companion) -> "Any":
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
    settings, clock = companion.settings, companion.clock
    if not ports:
        return Online(settings, clock, os.urandom)

    async def first_setup(idle_ms: int) -> bool:
        return await Setup(settings, clock, os.urandom, ports, idle_ms).run()

    return Online(settings, clock, os.urandom, first_setup)


def _start_scheduler(companion: Companion) -> None:
    """After `ready`: catching up may take a while, and a client need not wait for it."""
    if companion.memory_problem is not None:
        return
    scheduler = Scheduler(companion.memory, companion.clock, Stopwatch())
    companion.idle = Idle(companion.memory, Stopwatch())
    tasks = [companion.spawn(scheduler.run()), companion.spawn(companion.idle.run())]
    if companion.device_services is not None:
        companion.device_services.watch(scheduler, tasks)
