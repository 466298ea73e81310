"""
App: the composition root.

Builds everything from the board's parts, owns the list of tasks, and stops them in order: the ways
in first, so that nothing new arrives, then what serves them, memory last. Every other module gets
what it needs from here and knows nobody above it.
"""

import asyncio
import gc
import os
import sys

import board
from memory.engine import Memory
from memory.errors import MemoryFault
from memory.unload import unload
from micropython import const

from . import VERSION, events
from .clock import Clock, Stopwatch
from .namespace import namespace
from .settings import Settings

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from mcp.server import Server

_MOUNT = "/memory"
_MARK_SECONDS = 600
_NOT_FOUND = const(-0x1102)
_SMALL_HEAP = 262144  # bytes free at the start


def _notify(event: str, **fields: object) -> None:
    """What memory says of itself, as events of the device."""
    if event == "recovered":
        fields.setdefault("lost_since", None)
    events.emit(event, **fields)


def _reach(what: str) -> "Any":
    from . import flash  # only forgetting for good wants it

    return flash.reach(what)


def _log(level: str, text: str) -> None:
    events.log(level, "mcp", text)


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


def _task_failed(loop: "Any", context: dict) -> None:
    """The last stop for an exception nobody awaited: logged, and the device goes on."""
    events.log("error", "task", "%s: %r" % (context["message"], context.get("exception")))
    events.trace(context["exception"])


class Companion:
    """The running device: memory, MCP server, ways in, tasks."""

    def __init__(self, archive_problem: "str | None") -> None:
        self._settings = Settings(board.SETTINGS)
        events.use(self._settings.get("event_style"))
        self._clock = Clock()
        self._archive_problem = archive_problem
        gc.collect()
        self._small_heap = gc.mem_free() < _SMALL_HEAP
        self._memory: "Memory | None" = None
        self._memory_problem: "str | None" = None
        self._conversation: "Any" = None
        self._idle: "Any" = None
        self._transports: "list[Any]" = []
        self._tasks: "list[asyncio.Task]" = []

    async def run(self) -> None:
        """Start, serve until the ways in have ended or Ctrl-C, stop in order."""
        asyncio.get_event_loop().set_exception_handler(_task_failed)
        try:
            self._open_memory()
            await self._listen()
            server = self._server()
            self._tasks.append(asyncio.create_task(self._keep_time()))
            self._go_online()
            await self._open_ways(server)
            self._start_scheduler()
            await self._serve()
        finally:
            await self._stop()

    def _open_memory(self) -> None:
        root: "str | None" = _MOUNT
        if self._archive_problem is not None:
            events.log("error", "boot", self._archive_problem)
            events.emit("recovered", what="archive away", lost_since=None)
            root = None
        cached = not self._small_heap
        self._memory = Memory(namespace("mem"), root, self._clock, os.urandom, _notify, cached)
        self._memory.reach = _reach
        try:
            self._memory.open()
        except MemoryFault as e:
            # A newer firmware's memory, or flash that does not answer: the device still talks,
            # touches nothing, and every call of the tool says why.
            events.log("error", "memory", str(e))
            self._memory_problem = str(e)

    async def _listen(self) -> None:
        """
        Bring home what a power cut left of a conversation, then hear what is said at the start.
        Before the ways in are open: the heap is widest here, and who comes finds it in memory.
        """
        speech = board.speech()
        if self._memory_problem is not None or (speech is None and not _was_cut()):
            return
        from . import conversation  # only who is spoken to pays for it

        # What a cut has left was said to the cloud, where there is one.
        channel = "xiaozhi" if speech is None and self._settings.get("cloud") else "hear"
        talk = conversation.Conversation(
            self._memory, self._clock, Stopwatch(), self._small_heap, channel
        )
        await talk.start()
        if speech is not None:
            await talk.play(speech)
        if talk.idle:
            conversation.release()
            if self._memory is not None:
                self._memory.rest()
            gc.collect()
        else:
            self._conversation = talk
            self._tasks.append(asyncio.create_task(talk.run()))

    def _server(self) -> "Server":
        # Loaded after what is said at the start was heard: that takes much of a small heap.
        from mcp.server import Server
        from mcp.tools import Registry

        from . import late, others, tools

        found: "list[Any]" = []
        registry = Registry()
        language = self._settings.get("language")
        problem = self._memory_problem
        small = self._small_heap
        tools.register(registry, self._memory, self._clock, language, problem, self._tidy, small)
        if self._memory_problem is None:
            others.register(
                registry,
                self._memory,
                self._clock,
                language,
                self._tidy,
                small,
                lambda: self._conversation,
            )
            found = late.made(
                memory=self._memory,
                clock=self._clock,
                language=language,
                tidy=self._tidy,
                small=small,
            )
        board.extend(registry, found)
        return Server(
            {"name": "xiaozhi-pet", "version": VERSION}, registry, log=_log, offers=found
        )

    def _tidy(self) -> None:
        """
        Before a call: the archive's upkeep waits. Where the heap is small, the call then finds
        what is free in one piece; a board with PSRAM has no need of it, and collecting there
        takes long.
        """
        if self._idle is not None:
            self._idle.call()
        if self._small_heap:
            if self._memory is not None:
                self._memory.rest()
            gc.collect()

    async def _open_ways(self, server: "Server") -> None:
        """Open what the settings ask for, say so in one `ready`, then let them serve."""
        found = []
        token = None
        if self._settings.get("http"):
            address, token = await self._open_http(server)
            if address is not None:
                found.append(address)
        if self._settings.get("cloud"):
            await self._reach_out(server)
        if self._settings.get("stdio"):
            found.append("stdio")
            self._open_stdio(server)
        repl = self._settings.get("repl")
        # What lives long is allocated among what does not: collecting early, whenever a quarter of
        # the free heap was used, packs the former together. Without it a full store left 110 KB
        # free in pieces under 2 KB.
        gc.collect()
        gc.threshold(gc.mem_free() // 4)
        self._reached_ready()
        events.emit("ready", mcp=found[0] if found else None, token=token, repl=repl)

    def _reached_ready(self) -> None:
        """Before it is said: whoever cuts the power at the word `ready` meets a good start."""
        from . import starts

        more = starts.reached_ready()
        if more is not None:
            self._tasks.append(asyncio.create_task(more))
        unload("firmware.starts")

    async def _open_http(self, server: "Server") -> "tuple[str | None, str | None]":
        """
        Its address, None where it cannot be served as the settings want it and there is another
        way in; and the owner's key, where one is asked for and it is known. Leaves by SystemExit
        where there is no way in: nobody could ever reach this companion.
        """
        from . import listening  # only who listens pays for a web server's memory

        host = self._settings.get("http_host")
        port = self._settings.get("http_port")
        token = None
        try:
            transport, token = listening.transport(server, self._settings, board.addresses)
            port = await transport.start()
        except (OSError, ValueError) as e:
            why = "port %d of %s cannot be listened at: %s" % (port, host, e)
            if self._settings.get("stdio"):
                events.log("error", "http", why)
                return None, token
            from . import starts

            starts.clear()  # it did not fail: it says what is wrong
            sys.exit(why)
        self._transports.append(transport)
        scheme = "https" if self._settings.get("http_tls") else "http"
        shown = listening.shown(host, board.addresses())
        if self._small_heap:
            unload(("firmware.listening", "firmware.keys"))
        return "%s://%s:%d/mcp" % (scheme, shown, port), token

    async def _reach_out(self, server: "Server") -> None:
        """The ways in that connect to a server, and what is said over them."""
        from . import cloud, conversation  # only who has a cloud pays for it

        if self._memory_problem is None and self._conversation is None:
            talk = conversation.Conversation(
                self._memory, self._clock, Stopwatch(), self._small_heap, "xiaozhi"
            )
            await talk.start()
            self._conversation = talk
            self._tasks.append(asyncio.create_task(talk.run()))
        if self._conversation is not None:
            self._conversation.channel = "xiaozhi"
        parts = cloud.Parts(server, self._settings, self._conversation, self._clock, os.urandom)
        ways = cloud.ways(self._settings.get("cloud"), parts)
        self._transports += ways
        if ways and self._settings.get("typed"):
            self._tasks.append(asyncio.create_task(self._read_typed(ways)))

    async def _read_typed(self, ways: "list[Any]") -> None:
        """Started by _reach_out; what the owner types goes to every cloud; ends with stdin."""
        from mcp.stdio import PolledReader

        from . import typed

        async def say(text: str) -> None:
            for way in ways:
                await way.say(text)

        await typed.read(PolledReader(sys.stdin.buffer), say)

    def _open_stdio(self, server: "Server") -> None:
        from mcp.stdio import PolledReader, PolledWriter, StdioTransport

        writer: "Any" = PolledWriter(sys.stdout.buffer, self._settings.get("stdout_step"))
        reader: "Any" = PolledReader(sys.stdin.buffer, self._settings.get("stdio_step"))
        if self._settings.get("console"):
            from .console import Console

            silence_ms = 1000 * self._settings.get("console_quiet_s")
            reader = writer = Console(reader, writer, silence_ms)
            self._tasks.append(asyncio.create_task(writer.beat()))
        self._transports.append(StdioTransport(server, reader, writer.write))

    async def _serve(self) -> None:
        """Serve until the last way in has ended: where there is stdio, that stdin closes."""
        serving = [asyncio.create_task(way.serve()) for way in self._transports]
        self._tasks = serving + self._tasks
        if serving:
            await serving[-1]  # stdio is opened last
        else:
            await asyncio.Event().wait()

    def _go_online(self) -> None:
        """Into the owner's network, where the settings name one; nothing waits for it."""
        if self._settings.get("wifi"):
            from .online import Online  # only who has a network pays for it

            online = Online(self._settings, self._clock, os.urandom)
            self._tasks.append(asyncio.create_task(online.run()))

    def _start_scheduler(self) -> None:
        """After `ready`: catching up may take a while, and a client need not wait for it."""
        from .idle import Idle
        from .scheduler import Scheduler

        if self._memory_problem is None:
            scheduler = Scheduler(self._memory, self._clock, Stopwatch())
            self._tasks.append(asyncio.create_task(scheduler.run()))
            self._idle = Idle(self._memory, Stopwatch(), self._small_heap)
            self._tasks.append(asyncio.create_task(self._idle.run()))

    async def _keep_time(self) -> None:
        """Started by run; marks the time every ten minutes; ends when cancelled."""
        while True:
            self._clock.mark()
            await asyncio.sleep(_MARK_SECONDS)

    async def _stop(self) -> None:
        for way in self._transports:
            close = getattr(way, "close", None)
            if close is not None:
                await close()
        for task in self._tasks:
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                pass
        if self._memory is not None:
            if self._conversation is not None:
                await self._conversation.end()
            if self._memory_problem is None:
                await self._save(self._memory)
            self._memory.close()

    async def _save(self, memory: Memory) -> None:
        """The conversation is over, whoever ended it: keep a snapshot."""
        try:
            if memory.unsaved():
                await memory.save()
        except MemoryFault as e:
            events.log("error", "memory", "snapshot: %s" % e)


async def main(archive_problem: "str | None") -> None:
    """Run the companion; `archive_problem` says in words why there is no archive, or is None."""
    await Companion(archive_problem).run()
