"""
Startup: builds the companion's parts, once, and emits `ready`.

Builds in this order: device services, memory, what a power cut left of a conversation, the MCP
server, its transports and the channels to clouds; then, after `ready`, the scheduler and the
archive's maintenance. Every other module is handed here what it needs of another room.
"""

import gc
import os
import sys

import board
from mcp.core.server import Server
from mcp.features.tools import Registry
from memory.changes import succession
from memory.engine import Memory
from memory.errors import Broken, MemoryFault
from memory.search.expansion import Expander
from mind.mind import Mind
from mind.scores import settings as mind_settings

from firmware import VERSION, listening, speaking, stdio_server
from firmware.agent import model_client
from firmware.agent.model_usage import ModelUsage
from firmware.app import Companion
from firmware.cloud import channels, typed_input
from firmware.cloud.cloud_sink import CloudSink
from firmware.cloud.server_address import ChannelContext
from firmware.companion.delivery import Delivery
from firmware.companion.maintenance import Maintenance
from firmware.companion.memory_restart import MemoryRestart
from firmware.companion.pet import Pet
from firmware.companion.saved_conversation import SavedConversation
from firmware.companion.scheduler import Scheduler
from firmware.network import server_trust
from firmware.network.online import Online
from firmware.prompts import features as prompts
from firmware.rest import api
from firmware.service import http_service
from firmware.setup.first_setup import Setup
from firmware.system import (
    assets,
    boot_guard,
    crash_report,
    event_lines,
    events,
    flash_regions,
    log_ring,
    setting_rules,
)
from firmware.system.clock import Stopwatch
from firmware.system.device_services import DeviceServices
from firmware.system.nvs import namespace
from firmware.system.settings import Settings
from firmware.system.supervisor import ALWAYS, ON_FAILURE
from firmware.tools import registration, update_tool
from firmware.tools.tool_context import ToolContext
from firmware.update import update_request
from firmware.words import instructions, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MOUNT = "/memory"


async def main(
    archive_problem: "str | None", mount_turns: "Callable[[], str | None] | None" = None
) -> None:
    """
    Run the companion. `archive_problem` says in words why there is no archive, or is None;
    `mount_turns` is that of boot.py, None where an earlier boot.py has none.
    """
    await create(archive_problem, mount_turns).run(start)


def create(
    archive_problem: "str | None", mount_turns: "Callable[[], str | None] | None" = None
) -> Companion:
    """A companion with the settings of this board; nothing of it runs yet."""
    # Before the settings, since opening NVS may have something to say.
    event_lines.start(str(board.SETTINGS.get("event_style", "json")))
    settings = Settings(board.SETTINGS)
    event_lines.set_style(settings.get("event_style"))
    companion = Companion(settings, archive_problem)
    companion.mount_turns = mount_turns
    return companion


async def start(companion: Companion) -> None:
    """Build everything, emit `ready`, start what runs after it; nothing waits for the network."""
    settings = companion.settings
    messages.use(settings.get("language"))  # before anything is heard and answered
    if settings.get("log_kb"):
        ring = log_ring.start(settings.get("log_kb"), companion.clock)
        ring.add("start after: " + (crash_report.last() or "-"))
    if [True for name in ("watchdog_s", "led", "aiorepl") if settings.get(name)]:
        companion.device_services = DeviceServices(companion)
    server_trust.start(settings, companion.clock)
    companion.llm = model_client.create(settings, companion.clock)
    if companion.llm is not None:
        companion.model_usage = ModelUsage(companion.llm.usage, settings)
    _open_memory(companion)
    await _finish_change(companion)
    await _write_owner_name(companion)
    await listening.resume(companion)
    listening.start_model_reader(companion)
    if settings.get("embed") and companion.llm is not None:
        from firmware import meaning  # as the agent, for those who want it

        meaning.start(companion)
    companion.voice = speaking.create(companion)
    server = _server(companion)
    supervisor = companion.supervisor
    supervisor.start("mark_time", "app", ALWAYS, companion.mark_time)
    supervisor.start("memory restart", "companion", ALWAYS, MemoryRestart(companion).run)
    companion.online = _online(companion)
    await _open_transports(companion, server)
    if companion.online is not None:
        supervisor.start("online", "network", ON_FAILURE, companion.online.run)
    _start_scheduler(companion)


# -- memory and conversation ---------------------------------------------------------------------


def _notify(event: str, **fields: object) -> None:
    """Emit what memory reports as an event of the device."""
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
    companion.memory.saved_conversation = SavedConversation()
    companion.memory.partitions = flash_regions.partitions
    companion.memory.expander = Expander(assets.open_words)
    companion.memory.mount_turns = companion.mount_turns
    companion.memory.use_ram(gc.mem_free())
    try:
        companion.memory.open()
    except MemoryFault as e:
        # Memory of a newer firmware, or flash that does not answer: the device goes on without
        # memory, and every call of the tool says why.
        events.log("error", "memory", str(e))
        companion.memory_problem = str(e)
        companion.memory_broken = isinstance(e, Broken)
        return
    kept = mind_settings.parse(companion.settings.get("mind"))
    companion.mind = Mind(companion.memory, companion.clock, kept)
    companion.mind.language = companion.settings.get("language")
    if assets.partition() is not None:
        from mind.reranking.reranker import Reranker  # whose room a board without it has free

        companion.mind.reranker = Reranker(assets.open_answers)
    companion.pet = Pet(companion.memory, companion.clock)
    companion.delivery = Delivery(companion.memory)
    events.subscribe(companion.delivery.hear, "reminder", "state", "acted")


async def _finish_change(companion: Companion) -> None:
    """Do what a power cut left of a change between two records."""
    if companion.memory is not None and companion.memory_problem is None:
        try:
            await succession.finish(companion.memory)
        except MemoryFault as e:  # both count as true until the next start
            events.log("error", "memory", "a change is not finished: %s" % e)


async def _write_owner_name(companion: Companion) -> None:
    """
    Move the owner's name from the setting `owner`, which the set-up has written, into memory,
    where it can be corrected and forgotten. If flash fails, the next start tries again.
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


# -- the server, its transports and channels -----------------------------------------------------


def _server(companion: Companion) -> Server:
    features: "list[Any]" = []
    registry = Registry()
    memory: "Any" = companion.memory
    context = ToolContext(
        memory,
        companion.clock,
        companion.settings.get("language"),
        companion.pet or Pet(memory, companion.clock),
        companion.memory_problem,
        companion.interrupt,
        lambda: companion.conversation,
        companion.mind,
        companion.privacy,
    )
    registry.told = companion.told
    registration.register_tools(registry, context)
    if context.problem is None:
        features = prompts.resources_and_prompts(context)
        if companion.settings.get("log_kb"):
            log_ring.offer(features[0])
    registration.register_status(registry, companion)
    if companion.voice is not None:
        speaking.register_volume(companion.voice, registry, companion.settings)
    if not companion.settings.get("few_tools"):
        registration.register_mind(registry, context)
    if companion.settings.get("update_url"):
        update_tool.register(registry, companion, update_request.answer)
    board.extend(registry, features)
    info = {"name": "xiaozhi-pet", "version": VERSION}

    def instruct(names: "list[str]") -> str:
        return instructions.text(context.language, names, context.problem is None)

    return Server(info, registry, instruct, log=_log, features=features)


def _log(level: str, text: str) -> None:
    """Log what the MCP server reports."""
    events.log(level, "mcp", text)


async def _open_transports(companion: Companion, server: Server) -> None:
    """Open what the settings ask for, then emit one `ready`; they serve after it."""
    addresses = []
    token = None
    if companion.settings.get("http"):
        address, token = await _open_http(companion, server)
        if address is not None:
            addresses.append(address)
    opened: "list[channels.Channel]" = []
    if companion.settings.get("cloud"):
        opened = await _open_channels(companion, server)
    if companion.settings.get("stdio"):
        addresses.append("stdio")
        stdio_server.open_stdio(companion, server)
    await _open_own_talk(companion, server)
    if companion.settings.get("typed") and (opened or companion.voice is not None):
        tap = None if companion.voice is None else companion.voice.tapped
        companion.supervisor.start(
            "typed", "cloud", ON_FAILURE, lambda: typed_input.run(opened, tap)
        )
    repl = companion.settings.get("repl")
    # Long-lived objects are allocated among short-lived ones: collecting before all of the heap
    # was used packs them together. Each collection marks 2 MB of live objects: at every quarter
    # of the free heap it took a sixth of the time of a call.
    if not companion.resting:  # else a talk has begun, whose end does the same
        gc.collect()
        gc.threshold(gc.mem_free() // 2)
    _reached_ready(companion)
    events.emit("ready", mcp=addresses[0] if addresses else None, token=token, repl=repl)


async def _open_own_talk(companion: Companion, server: Server) -> None:
    """The companion's own agent, where the owner may talk with it: by typing, by voice."""
    settings = companion.settings
    if not settings.get("chat") and not _has_own_voice(companion):
        return
    await listening.listen(companion, "hear")
    from firmware import own_talk  # its tables take room that a board without it has free

    talk = own_talk.create(companion, server.registry)
    if settings.get("chat"):
        own_talk.open_chat(companion, talk)
    if _has_own_voice(companion):
        from firmware import own_voice

        own_voice.open_line(companion, talk)


def _has_own_voice(companion: Companion) -> bool:
    """Whether the owner has named servers for speech, and this board has a voice."""
    get = companion.settings.get
    is_reachable = get("llm_url") or (get("hear_url") and get("say_url"))
    named = bool(is_reachable and get("hear_model") and get("say_model"))
    return companion.voice is not None and named


def _reached_ready(companion: Companion) -> None:
    """Mark the start as good, before `ready` is emitted: power may be cut at that moment."""
    more = boot_guard.reached_ready()
    if more is not None:
        companion.supervisor.start("boot guard", "system", ON_FAILURE, more)
    if companion.device_services is not None:
        companion.device_services.ready()
    update_request.reached_ready()


async def _open_http(companion: Companion, server: Server) -> "tuple[str | None, str | None]":
    """
    (address, the owner's key where one is asked for and it is known). The address is None where
    HTTP cannot be served as the settings want it: a board goes on without it, with its reminders
    and its prompt. On a desk without stdio nothing else is served, so it exits by SystemExit.
    """
    host = companion.settings.get("http_host")
    port = companion.settings.get("http_port")
    token = None
    try:
        transport, token = http_service.transport(server, companion.settings, board.addresses)
        transport.pages = api.pages(companion, server.max_message)
        port = await transport.start()
    except (OSError, ValueError) as e:
        why = "port %d of %s cannot be listened at: %s" % (port, host, e)
        if companion.settings.get("stdio") or "http" not in board.SETTINGS:
            events.log("error", "http", why)
            return None, token
        boot_guard.clear()  # the start did not fail: it says what is wrong
        sys.exit(why)
    companion.transports.append(("http", "service", ALWAYS, transport))
    scheme = "https" if companion.settings.get("http_tls") else "http"
    shown = http_service.shown(host, board.addresses())
    return "%s://%s:%d/mcp" % (scheme, shown, port), token


async def _open_channels(companion: Companion, server: Server) -> "list[channels.Channel]":
    """The channels that connect to a cloud, and the conversation that is held over them."""
    await listening.listen(companion, "xiaozhi")
    if companion.conversation is not None:
        companion.conversation.channel = "xiaozhi"
    settings = companion.settings
    voice = None if _has_own_voice(companion) else companion.voice
    context = ChannelContext(
        server, settings, companion.conversation, companion.clock, os.urandom, voice
    )
    opened = channels.create(settings.get("cloud"), context)
    for number, channel in enumerate(opened):
        companion.transports.append(("cloud %d" % (number + 1), "cloud", ALWAYS, channel))
        if companion.delivery is not None:
            companion.delivery.add(CloudSink(channel))
    return opened


def _online(companion: Companion) -> "Online | None":
    """
    What joins the owner's network, where the settings name one; else what opens the set-up, where
    the board can open a network for it (`access_point`, its ports) and its console is not used by
    MCP; else None.
    """
    if companion.settings.get("http") or companion.settings.get("cloud"):
        # Starts the network stack of a board with Wi-Fi: a socket before that crashes the chip.
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
    """Start what runs by itself, after `ready`: clients need not wait until it has caught up."""
    if companion.memory is None or companion.memory_problem is not None:
        return
    memory, mind = companion.memory, companion.mind

    def resting() -> bool:
        return companion.resting

    scheduler = Scheduler(memory, companion.clock, Stopwatch(), mind, resting)
    companion.maintenance = Maintenance(memory, Stopwatch(), mind, resting)
    start = companion.supervisor.start
    jobs = [
        start("scheduler", "companion", ALWAYS, scheduler.run),
        start("maintenance", "companion", ALWAYS, companion.maintenance.run),
    ]
    if companion.delivery is not None:
        start("delivery", "companion", ALWAYS, companion.delivery.run)
    if companion.device_services is not None:
        companion.device_services.watch(scheduler, [one.task for one in jobs])
