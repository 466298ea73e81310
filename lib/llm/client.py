"""
Client: asks the first of several servers that answers.

Owns the order of servers, tries and pauses, what is counted, and what of a reply is good enough to
be given back. docs/decisions/llm-client.md has the numbers and why they are so.
"""

import asyncio
import time

from micropython import const
from net.tcp import dial

from .content import Content
from .errors import LlmError, NotFound, Refused, TooSlow, Truncated, Unreachable
from .exchange import Exchange
from .limits import Limits, Watch
from .replies import Reply, ReplyReader
from .request import ChatBody, EmbedBody, again
from .servers import EMBED_PATH
from .vectors import VectorReader

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Coroutine, Iterable
    from typing import Any

    from .interfaces import Body, Dial, Job, Messages, Reader
    from .servers import Server

_TRIES = const(2)  # of one server for one request
_LONGEST_PAUSE_MS = const(5000)  # between the two; a server that wants more is left for the next
_UNKNOWN = const(4)  # times that a request is sent anew without what a server does not know
_KEEP = const(16384)


class Client:
    """
    servers  in the order in which they are preferred
    connect  as net.tcp.dial, which checks certificates
    limits   of a request with all of its tries, and of the waits in it
    now      seconds since 1970, or None where nobody knows; None where there is no clock
    log      told of a server that failed where another is asked next: log(level, text)
    """

    def __init__(
        self,
        servers: "list[Server]",
        connect: "Dial" = dial,
        limits: "Limits | None" = None,
        now: "Callable[[], int | None] | None" = None,
        log: "Callable[[str, str], object] | None" = None,
        ticks: "Callable[[], Any]" = time.ticks_ms,
        sleep_ms: "Callable[[int], Coroutine]" = asyncio.sleep_ms,
    ):
        self.servers = servers
        # By purpose: calls, tokens of prompts and of answers, characters of prompts, failures.
        self.usage: "dict[str, list[int]]" = {}
        self._connect = connect
        self._limits = limits or Limits()
        self._now = now
        self._log = log
        self._ticks = ticks
        self._sleep_ms = sleep_ms

    def available(self) -> bool:
        """Whether there is a server that may be asked now."""
        return bool([server for server in self.servers if not server.rest_ms()])

    async def chat(
        self,
        messages: "Messages",
        purpose: str,
        tools: "list[dict] | None" = None,
        json_answer: bool = False,
        max_tokens: "int | None" = None,
        on_text: "Callable[[str], object] | None" = None,
        keep: int = _KEEP,
    ) -> Reply:
        """
        What a model says to the messages: dictionaries of role, content and, where there are,
        tool_calls or tool_call_id. They are gone through at least twice; what can be gone through
        only once, as a generator, is put in a list first, a function that gives one is not.

        `purpose` is told to the server as the user "xiaozhi-pet:PURPOSE"; `tools` are dictionaries
        of name, description and parameters; `on_text` is called with each piece of text. `keep`
        characters of it stay in the reply. Raises LlmError: once on_text was given something, no
        other try is made.
        """
        chat = _Chat(again(messages), purpose, tools, json_answer, max_tokens, on_text, keep)
        reader: "Any" = await self.ask(chat, purpose)
        reply: Reply = reader.reply()
        reply.server = chat.answered
        reply.prompt_chars = chat.characters
        return reply

    async def embed(self, texts: "Iterable[str]", purpose: str = "embed") -> "list[array[float]]":
        """
        A vector for each text, of the first server with a model for it: vectors of two models
        cannot be compared. Raises LlmError.
        """
        listed = list(texts)
        servers = [server for server in self.servers if server.embed_model][:1]
        if not servers:
            raise NotFound("no model for embeddings is set")
        if not listed:
            return []
        reader: "Any" = await self.ask(_Embedding(listed, purpose), purpose, servers)
        vectors: "list[array[float]]" = reader.vectors()
        return vectors

    # -- servers, tries --------------------------------------------------------------------------

    async def ask(
        self, job: "Job", purpose: str, servers: "list[Server] | None" = None
    ) -> "Reader":
        """The reader of the first of these servers, or of all, that answers. Raises LlmError."""
        begun = self._ticks()
        servers = self.servers if servers is None else servers
        failure: "LlmError | None" = None
        for server in servers:
            if server.rest_ms():
                failure = failure or server.failure()
                continue
            try:
                reader = await self._tried(server, purpose, job, begun)
            except LlmError as e:
                if job.spoken:
                    raise
                failure = e
                if self._log is not None and server is not servers[-1]:
                    self._log("warning", "%s; another server is asked" % e)
                continue
            return reader
        raise failure or Unreachable("no server is set")

    async def _tried(self, server: "Server", purpose: str, job: "Job", begun: int) -> "Reader":
        """Ask one server, twice if that may help. Raises LlmError."""
        left = _TRIES
        while True:
            left -= 1
            try:
                reader = await self._asked(server, purpose, job, begun)
            except LlmError as e:
                pause_ms = server.failed(e)
                spent_ms = time.ticks_diff(self._ticks(), begun) + pause_ms
                if (
                    not left
                    or job.spoken
                    or not e.retriable
                    or isinstance(e, TooSlow)  # whoever waits has waited long enough
                    or pause_ms > _LONGEST_PAUSE_MS
                    or spent_ms >= self._limits.whole
                ):
                    raise
                await self._sleep_ms(pause_ms)
            else:
                server.succeeded()
                return reader

    async def _asked(self, server: "Server", purpose: str, job: "Job", begun: int) -> "Reader":
        """Ask one server once, with what it knows. Raises LlmError."""
        for _ in range(_UNKNOWN):
            body = job.body(server)
            reader = job.reader()
            counts = self.usage.setdefault(purpose, [0, 0, 0, 0, 0])
            counts[0] += 1
            counts[3] += body.characters
            good = False
            try:
                watch = Watch(self._limits, begun, self._ticks)
                exchange = Exchange(server, reader, watch, self._now, job.content)
                await exchange.run(self._connect, job.target(server), body)
                job.check(reader)
                good = True
                return reader
            except Refused as e:
                if not server.learn(e.message, job.sent(server)):
                    raise
            finally:
                counts[1] += reader.tokens[0]
                counts[2] += reader.tokens[1]
                counts[4] += 0 if good else 1
        raise Refused("%s knows too little of what is asked" % server.name)


class _Chat:
    """A chat as it is asked of one server after the other."""

    content = Content

    def __init__(
        self,
        messages: "Messages",
        purpose: str,
        tools: "list[dict] | None",
        json_answer: bool,
        max_tokens: "int | None",
        on_text: "Callable[[str], object] | None",
        keep: int,
    ):
        self._messages = messages
        self._purpose = purpose
        self._tools = tools
        self._json = json_answer
        self._max_tokens = max_tokens
        self._on_text = on_text
        self._keep = keep
        self._reader: "ReplyReader | None" = None
        self.characters = 0
        self.answered = ""  # the name of the server that was asked last

    @property
    def spoken(self) -> bool:
        """Whether on_text was given something: another try would say it again."""
        return self._reader is not None and self._reader.spoken

    def target(self, server: "Server") -> str:
        return server.target()

    def body(self, server: "Server") -> "Body":
        body = ChatBody(
            server.model,
            self._messages,
            self._purpose,
            self._tools,
            self._json,
            self._max_tokens,
            server.lacks,
        )
        self.characters = body.characters
        self.answered = server.name
        return body

    def sent(self, server: "Server") -> "set[str]":
        """Members of the request that a server may not know."""
        sent = {"stream_options", "user"}
        if self._json:
            sent.add("response_format")
        if self._max_tokens:
            sent.add("max_tokens")
        return sent

    def reader(self) -> "Reader":
        self._reader = ReplyReader(self._keep, self._on_text)
        return self._reader

    def check(self, reader: "Any") -> None:
        """Raises Truncated where a part of it would be worse than nothing."""
        if reader.finish == "length" and (self._json or reader.calls):
            raise Truncated("%s: the answer was longer than the model may write" % self.answered)
        if self._json and reader.cut:
            raise Truncated("%s: more JSON than is kept" % self.answered)


class _Embedding:
    """Vectors as they are asked of a server."""

    spoken = False
    content = Content

    def __init__(self, texts: "list[str]", purpose: str):
        self._texts = texts
        self._purpose = purpose

    def target(self, server: "Server") -> str:
        return server.target(EMBED_PATH)

    def body(self, server: "Server") -> "Body":
        return EmbedBody(server.embed_model, self._texts, self._purpose, server.lacks)

    def sent(self, server: "Server") -> "set[str]":
        """Members of the request that a server may not know."""
        return {"encoding_format", "user"}

    def reader(self) -> "Reader":
        return VectorReader(len(self._texts))

    def check(self, reader: "Any") -> None:
        """Vectors are checked as they come."""
