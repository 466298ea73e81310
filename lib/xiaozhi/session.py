"""
XiaoZhi: the device's side of a session with a XiaoZhi (小智) server.

Owns what is said when; `xiaozhi_table` has the states, `xiaozhi_messages` what messages look like.
Has no socket and no clock: a channel brings text, audio and the time that passes, and takes what
is to be sent; the same machine serves WebSocket and MQTT + UDP. MCP is answered in every state,
before the server's hello too, as servers do ask then; who answers it is handed in.

Wire: https://github.com/78/xiaozhi-esp32 docs/websocket.md, mqtt-udp.md, mcp-protocol.md
"""

from collections import OrderedDict

from micropython import const
from net.json_text import DecodeError, LimitError, dumps, loads
from net.pieces import Body

from .callbacks import Codec, Host
from .messages import TTS_EVENTS, TYPES, beginning, hello, positive, string
from .state_table import GREETING, IDLE, find

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .callbacks import MCP

_HELLO_MS = const(10000)  # for the server's hello
_SILENCE_MS = const(120000)  # without any sign of life, after which the channel counts as dead
_ROOM = const(7500)  # bytes of a whole message of ours; servers and brokers cut at 8192
_ENVELOPE = const(200)  # of these for what is around an MCP message
_PAGE_ENVELOPE = const(200)  # and what is around the tools of a page
_LONGEST_WORDS = const(1000)  # characters that are said at a time
_WAITING_WORDS = const(4)  # texts kept until the session is open; the oldest goes first
_LONGEST_SESSION = const(64)  # characters of a session_id that comes with a request
_KIND = const(32)  # characters of the name of a type, likewise
_TOLD = const(16)  # kinds of oddities that are told of, each once


class XiaoZhi:
    """
    One device's session, open or not.

    mcp        an MCP: answers what the cloud asks of the device's tools
    host       a Host
    send       async def send(frame: Body): one text frame; OSError when nobody is there
    log        def log(level, text)
    transport  "websocket" or "udp" (MQTT + UDP), as the hello names it
    codec      a Codec

    Public methods raise nothing but what `send` raises other than OSError.
    """

    def __init__(
        self,
        mcp: "MCP",
        host: Host,
        send: "Callable",
        log: "Callable[[str, str], None]",
        transport: str = "websocket",
        codec: "Codec | None" = None,
    ):
        self.state = IDLE
        self.session_id = ""
        self.frames = 0  # of audio that came in
        self.dropped = 0  # of these, outside of the companion's speech
        self._mcp = mcp
        self._log = log
        self._host = host
        self._send = send
        self._transport = transport
        self._codec = codec or Codec()
        self._words: "list[str]" = []  # to be said when the session is open
        self._typed = ""  # what we have said last, until the server has repeated it
        self._last = ("", "")  # what was heard last in this turn
        self._waited_ms = 0  # since our hello; later since the last sign of life
        self._told: "list[str]" = []
        self._actions: "dict[str, Callable]" = {
            "greet": self._greet,
            "open": self._open,
            "tell": self._tell,
            "interrupt": self._interrupt,
            "listen": self._listen,
            "barge_in": self._barge_in,
            "stop": self._stop,
            "abort": self._abort,
            "play": self._play,
            "rest": self._rest,
            "decode": self._decode,
            "count": self._count,
            "hear": self._hear,
            "follow": self._follow,
            "feel": self._feel,
            "warn": self._warn,
            "obey": self._obey,
            "answer": self._answer,
            "fail": self._fail,
            "end": self._end,
            "part": self._part,
        }
        self._open_mcp()

    # -- what the owner does -------------------------------------------------------------------

    async def wake(self) -> None:
        """Begin a session. Over WebSocket the connection is there already."""
        await self._event("wake")

    async def say(self, text: str) -> None:
        """
        What the owner says, as text: at once or as soon as the session is open.

        It reaches Host.heard here, and not again when the server repeats it.
        """
        text = text.strip()[:_LONGEST_WORDS]
        if text:
            self._words = self._words[1 - _WAITING_WORDS :] + [text]
            await self._event("say")

    @property
    def waits(self) -> bool:
        """True while words wait for a session that opens."""
        return bool(self._words)

    async def listen(self, mode: str = "auto") -> None:
        """The microphone is open: "auto", "manual" (stop() ends it) or "realtime"."""
        await self._event("listen", mode)

    async def stop(self) -> None:
        """The owner has let go of the button."""
        await self._event("stop")

    async def abort(self, reason: "str | None" = None) -> None:
        """The companion is to be silent; "wake_word_detected" where that was why."""
        await self._event("abort", reason)

    async def close(self, why: str) -> None:
        """End the session. `why` in words; Host.ended has it."""
        await self._event("close", why)

    # -- what the channel does -----------------------------------------------------------------

    async def renew(self) -> None:
        """A new connection: calls of the one before are of no use, and MCP begins anew."""
        await self._mcp.close()
        self._open_mcp()

    async def lost(self, why: str) -> None:
        """The channel is gone. Calls under way are stopped."""
        await self._event("lost", why)
        await self._mcp.close()

    def alive(self) -> None:
        """A sign of life of the peer that is no message, such as a pong."""
        if self.state != GREETING:
            self._waited_ms = 0

    async def tick(self, passed_ms: int) -> None:
        """So much time has passed. Once a second is often enough."""
        self._waited_ms += passed_ms
        if self.state == GREETING and self._waited_ms >= _HELLO_MS:
            await self._event("late", "no hello in %d s" % (_HELLO_MS // 1000))
        elif self._waited_ms >= _SILENCE_MS:
            await self._event("silent", "nothing heard for %d s" % (_SILENCE_MS // 1000))

    async def audio(self, packet: "bytes | memoryview") -> None:
        """One packet of audio has come in."""
        self.alive()
        self.frames += 1
        await self._event("audio", packet)

    async def text(self, frame: bytes) -> None:
        """One text frame has come in."""
        self.alive()
        most = 2 * self._mcp.max_message
        try:
            if len(frame) > most:
                raise LimitError("longer than %d bytes" % most)
            message = loads(frame)
        except LimitError as error:
            if b'"mcp"' in frame:
                await self._reply(self._mcp.refusal(str(error), None), None)
            else:
                self._tell_unreadable(frame)
            return
        except DecodeError:
            self._tell_unreadable(frame)
            return
        kind = message.get("type") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(kind, str):
            self._tell_once("untyped", "info", "a message without a type is ignored")
        elif kind == "tts":
            event = TTS_EVENTS.get(str(message.get("state")))
            if event is not None:
                await self._event(event, message)
        elif kind == "hello" and message.get("transport", self._transport) != self._transport:
            await self._event("refusal", "a hello for another transport")
        elif kind not in TYPES:
            kind = kind[:_KIND]
            self._tell_once(kind, "info", "messages of type %s are ignored" % kind)
        elif kind != "goodbye" or message.get("session_id", self.session_id) == self.session_id:
            await self._event(kind, "goodbye" if kind == "goodbye" else message)

    # -- the machine ---------------------------------------------------------------------------

    async def _event(self, event: str, given: object = None) -> None:
        """
        Look the row up and act. The next state is taken first: while an action waits for the
        channel, what comes meanwhile already meets it.
        """
        row = find(self.state, event)
        if row is None:
            return
        action, following = row
        was = self.state
        if following != "=":
            self.state = following
        try:
            await self._actions[action](given)
        except OSError as error:
            await self._event("lost", "the connection broke: %r" % error)
        if self.state != was and self.state == following:
            self._host.changed(following)

    async def _greet(self, given: object) -> None:
        self._waited_ms = 0
        self._last = ("", "")
        await self._send(Body([dumps(hello(self._transport))]))

    async def _open(self, told: dict) -> None:
        self._waited_ms = 0
        self.session_id = string(told, "session_id")
        problem = await self._host.opened(told)
        if problem is not None:
            await self._event("refusal", problem)
            return
        audio = told.get("audio_params")
        rates = audio if isinstance(audio, dict) else {}
        rate = positive(rates, "sample_rate", 24000)
        self._codec.opened(rate, positive(rates, "frame_duration", 60))
        if self._words:
            await self._event("say")

    async def _tell(self, given: object) -> None:
        while self._words:
            text = self._words.pop(0)
            self._typed = text
            self._last = ("", "")
            self._host.heard("owner", text)
            await self._say("listen", ("state", "detect"), ("text", text))

    async def _interrupt(self, given: object) -> None:
        await self._abort(None)
        await self._tell(None)

    async def _listen(self, mode: object) -> None:
        await self._say("listen", ("state", "start"), ("mode", mode))

    async def _barge_in(self, mode: object) -> None:
        await self._abort("wake_word_detected")
        await self._listen(mode)

    async def _stop(self, given: object) -> None:
        await self._say("listen", ("state", "stop"))

    async def _abort(self, reason: object) -> None:
        self._codec.hush()
        if reason is None:
            await self._say("abort")
        else:
            await self._say("abort", ("reason", reason))

    async def _play(self, message: object) -> None:
        self._last = ("", "")
        self._typed = ""
        self._codec.speak()

    async def _rest(self, message: object) -> None:
        self._last = ("", "")
        self._codec.rest()

    async def _decode(self, packet: "bytes | memoryview") -> None:
        self._codec.play(packet)

    async def _count(self, packet: object) -> None:
        self.dropped += 1

    async def _hear(self, message: dict) -> None:
        text = string(message, "text").strip()
        if text.startswith("% "):
            return  # how a server tells that it calls a tool
        typed = self._typed
        self._typed = ""
        # What was typed comes back without the punctuation around it.
        if text not in typed or 2 * len(text) < len(typed):
            self._pass_on("owner", text)

    async def _follow(self, message: dict) -> None:
        self._pass_on("companion", string(message, "text").strip())

    def _pass_on(self, role: str, text: str) -> None:
        if text and self._last != (role, text):
            self._last = (role, text)
            self._host.heard(role, text)

    async def _feel(self, message: dict) -> None:
        emotion = string(message, "emotion")
        if emotion:
            self._host.felt(emotion[:32])

    async def _warn(self, message: dict) -> None:
        words = [message.get(name) for name in ("status", "message", "emotion")]
        if [word for word in words if isinstance(word, str)] == words:
            self._host.warned(*words)  # type: ignore[arg-type]

    async def _obey(self, message: dict) -> None:
        command = string(message, "command")
        if command:
            self._host.commanded(command[:32])

    async def _fail(self, why: str) -> None:
        self._over(why)  # what waits to be said may find another session

    async def _end(self, why: str) -> None:
        self._words = []
        self._over(why)

    async def _part(self, why: str) -> None:
        try:
            if self._transport == "udp":  # over WebSocket the closing says it
                await self._say("goodbye")
        finally:
            self._words = []
            self._over(why)

    def _over(self, why: str) -> None:
        self.session_id = ""
        self._typed = ""
        self._codec.hush()
        self._host.ended(why)

    # -- messages ------------------------------------------------------------------------------

    async def _say(self, kind: str, *members: tuple) -> None:
        message = OrderedDict((("session_id", self.session_id), ("type", kind)) + members)
        await self._send(Body([dumps(message)]))

    def _open_mcp(self) -> None:
        room = _ROOM - _ENVELOPE
        self._mcp.open(self._reply, room, room - _PAGE_ENVELOPE)

    async def _answer(self, message: dict) -> None:
        payload = message.get("payload")
        if not isinstance(payload, dict):
            self._tell_once("payload", "warning", "an mcp message without a payload is ignored")
            return
        data = dumps(payload)
        most = self._mcp.max_message
        if len(data) > most:
            refusal = self._mcp.refusal("longer than %d bytes" % most, payload.get("id"))
            await self._reply(refusal, message.get("session_id"))
            return
        await self._mcp.start(data, message.get("session_id"))

    async def _reply(self, content: Body, given: object) -> None:
        theirs = isinstance(given, str) and len(given) <= _LONGEST_SESSION
        begin = b'{"session_id":' + dumps(given if theirs else self.session_id)
        begin += b',"type":"mcp","payload":'
        fits = self._mcp.fitting(content, _ROOM - len(begin) - 1)
        if fits is not content:
            self._log("warning", "an answer of %d bytes is too long here" % len(content))
        await self._send(Body([begin] + fits.parts + [b"}"]))

    def _tell_unreadable(self, frame: bytes) -> None:
        """Text that is no JSON is what servers say to a person."""
        self._tell_once("unreadable", "warning", "the server says: " + beginning(frame))

    def _tell_once(self, what: str, level: str, text: str) -> None:
        if what not in self._told and len(self._told) < _TOLD:
            self._told.append(what)
            self._log(level, text)
