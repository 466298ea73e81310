"""
XiaoZhi: the device's side of a session with a XiaoZhi (小智) server.

Owns what is said when, and TABLE is the whole of it: what is not in it is ignored. Has no socket
and no clock: a channel brings text, audio and the time that passes, and takes what is to be sent;
the same machine serves WebSocket and MQTT + UDP. MCP is answered in every state, before the
server's hello too, as servers do ask then.

Wire: https://github.com/78/xiaozhi-esp32 docs/websocket.md, mqtt-udp.md, mcp-protocol.md
"""

from collections import OrderedDict

from micropython import const

from . import jsonrpc
from .answering import Answering, fitting
from .body import Body
from .errors import INVALID_REQUEST, ProtocolError
from .jsontext import dumps
from .server import Server, Session
from .xiaozhi_host import Codec, Host

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_HELLO_MS = const(10000)  # for the server's hello
_SILENCE_MS = const(120000)  # without any sign of life, after which the channel counts as dead
_ROOM = const(7500)  # bytes of a whole message of ours; servers and brokers cut at 8192
_ENVELOPE = const(200)  # of these for what is around an MCP message
_LONGEST_WORDS = const(1000)  # characters that are said at a time
_WAITING_WORDS = const(4)  # texts kept until the session is open; the oldest goes first
_LONGEST_SESSION = const(64)  # characters of a session_id that comes with a request
_SHOWN = const(96)  # bytes of what cannot be read, in the log
_KIND = const(32)  # characters of the name of a type, likewise
_TOLD = const(16)  # kinds of oddities that are told of, each once

IDLE = "idle"  # no session; over WebSocket no connection either
GREETING = "greeting"  # our hello is out
READY = "ready"  # the session is open, nobody speaks
LISTENING = "listening"  # the microphone goes to the server
SPEAKING = "speaking"  # the companion speaks

# state, event, action (a method of XiaoZhi with "_" before it), next state; "*" any state, "="
# the same. A row of the state itself comes before one of "*". Shown in docs/PROTOCOL.md.
TABLE = """
idle      wake        greet       greeting
idle      say         greet       greeting
greeting  hello       open        ready
greeting  refusal     fail        idle
greeting  late        fail        idle
greeting  goodbye     fail        idle
greeting  close       fail        idle
greeting  lost        fail        idle
ready     say         tell        ready
ready     listen      listen      listening
ready     tts_start   play        speaking
ready     refusal     part        idle
ready     goodbye     end         idle
ready     silent      part        idle
ready     close       part        idle
ready     lost        end         idle
listening say         tell        listening
listening stop        stop        ready
listening tts_start   play        speaking
listening goodbye     end         idle
listening silent      part        idle
listening close       part        idle
listening lost        end         idle
speaking  say         interrupt   ready
speaking  listen      barge_in    listening
speaking  abort       abort       ready
speaking  tts_stop    rest        ready
speaking  audio       decode      speaking
speaking  goodbye     end         idle
speaking  silent      part        idle
speaking  close       part        idle
speaking  lost        end         idle
*         mcp         answer      =
*         stt         hear        =
*         tts_text    follow      =
*         llm         feel        =
*         alert       warn        =
*         system      obey        =
*         audio       count       =
"""

# tts states that are events; servers have others, which are ignored.
_TTS = {"start": "tts_start", "stop": "tts_stop", "sentence_start": "tts_text"}
_TYPES = ("hello", "goodbye", "stt", "llm", "mcp", "alert", "system")


class XiaoZhi:
    """
    One device's session, open or not.

    server     the MCP server that the cloud may call
    host       a Host
    send       async def send(frame: Body): one text frame; OSError when nobody is there
    transport  "websocket" or "udp" (MQTT + UDP), as the hello names it
    codec      a Codec
    channel    what handlers of tools see as call.channel
    log        def log(level, text), in place of the server's

    Public methods raise nothing but what `send` raises other than OSError.
    """

    def __init__(
        self,
        server: Server,
        host: Host,
        send: "Callable",
        transport: str = "websocket",
        codec: "Codec | None" = None,
        channel: str = "xiaozhi",
        log: "Callable | None" = None,
    ):
        self.state = IDLE
        self.session_id = ""
        self.frames = 0  # of audio that came in
        self.dropped = 0  # of these, outside of the companion's speech
        self._server = server
        self._log = log or server.log
        self._host = host
        self._send = send
        self._transport = transport
        self._codec = codec or Codec()
        self._channel = channel
        self._words: "list[str]" = []  # to be said when the session is open
        self._typed = ""  # what we have said last, until the server has repeated it
        self._last = ("", "")  # what was heard last in this turn
        self._waited_ms = 0  # since our hello; later since the last sign of life
        self._told: "list[str]" = []
        self._answering = self._fresh()

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
        await self._answering.close()
        self._answering = self._fresh()

    async def lost(self, why: str) -> None:
        """The channel is gone. Calls under way are stopped."""
        await self._event("lost", why)
        await self._answering.close()

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
        try:
            message = jsonrpc.parse(frame, 2 * self._server.max_message)
        except ProtocolError as error:
            await self._unreadable(frame, error)
            return
        kind = message.get("type") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(kind, str):
            self._tell_once("untyped", "info", "a message without a type is ignored")
        elif kind == "tts":
            event = _TTS.get(str(message.get("state")))
            if event is not None:
                await self._event(event, message)
        elif kind == "hello" and message.get("transport", self._transport) != self._transport:
            await self._event("refusal", "a hello for another transport")
        elif kind not in _TYPES:
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
            await getattr(self, "_" + action)(given)
        except OSError as error:
            await self._event("lost", "the connection broke: %r" % error)
        if self.state != was and self.state == following:
            self._host.changed(following)

    async def _greet(self, given: object) -> None:
        self._waited_ms = 0
        self._last = ("", "")
        hello: "OrderedDict[str, object]" = OrderedDict()
        hello["type"] = "hello"
        hello["version"] = 3 if self._transport == "udp" else 1
        hello["features"] = {"mcp": True}
        hello["transport"] = self._transport
        audio = (("format", "opus"), ("sample_rate", 16000), ("channels", 1))
        hello["audio_params"] = OrderedDict(audio + (("frame_duration", 60),))
        await self._send(Body([dumps(hello)]))

    async def _open(self, hello: dict) -> None:
        self._waited_ms = 0
        self.session_id = _string(hello, "session_id")
        problem = await self._host.opened(hello)
        if problem is not None:
            await self._event("refusal", problem)
            return
        audio = hello.get("audio_params")
        rates = audio if isinstance(audio, dict) else {}
        rate = _positive(rates, "sample_rate", 24000)
        self._codec.opened(rate, _positive(rates, "frame_duration", 60))
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
        text = _string(message, "text").strip()
        if text.startswith("% "):
            return  # how a server tells that it calls a tool
        typed = self._typed
        self._typed = ""
        # What was typed comes back without the punctuation around it.
        if text not in typed or 2 * len(text) < len(typed):
            self._pass_on("owner", text)

    async def _follow(self, message: dict) -> None:
        self._pass_on("companion", _string(message, "text").strip())

    def _pass_on(self, role: str, text: str) -> None:
        if text and self._last != (role, text):
            self._last = (role, text)
            self._host.heard(role, text)

    async def _feel(self, message: dict) -> None:
        emotion = _string(message, "emotion")
        if emotion:
            self._host.felt(emotion[:32])

    async def _warn(self, message: dict) -> None:
        words = [message.get(name) for name in ("status", "message", "emotion")]
        if [word for word in words if isinstance(word, str)] == words:
            self._host.warned(*words)  # type: ignore[arg-type]

    async def _obey(self, message: dict) -> None:
        command = _string(message, "command")
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

    def _fresh(self) -> Answering:
        page = _ROOM - _ENVELOPE - 200  # what is around the tools of a page
        room = _ROOM - _ENVELOPE
        session = Session(self._server, self._channel, page_bytes=page, plain=True, room=room)
        # These servers may go on where an earlier connection has begun, without initialize.
        session.greet("2024-11-05", {})
        return Answering(session, self._reply, self._log)

    async def _answer(self, message: dict) -> None:
        payload = message.get("payload")
        if not isinstance(payload, dict):
            self._tell_once("payload", "warning", "an mcp message without a payload is ignored")
            return
        data = dumps(payload)
        most = self._server.max_message
        if len(data) > most and jsonrpc.is_id(payload.get("id")):
            why = "Invalid request: longer than %d bytes" % most
            error = ProtocolError(INVALID_REQUEST, why, None, payload["id"])
            await self._reply(Body([jsonrpc.error(error)]), message.get("session_id"))
            return
        await self._answering.start(data, message.get("session_id"))

    async def _reply(self, content: Body, given: object) -> None:
        theirs = isinstance(given, str) and len(given) <= _LONGEST_SESSION
        begin = b'{"session_id":' + dumps(given if theirs else self.session_id)
        begin += b',"type":"mcp","payload":'
        fits = fitting(content, _ROOM - len(begin) - 1)
        if fits is not content:
            self._log("warning", "an answer of %d bytes is too long here" % len(content))
        await self._send(Body([begin] + fits.parts + [b"}"]))

    async def _unreadable(self, frame: bytes, error: ProtocolError) -> None:
        """Text that is no JSON is what servers say to a person; JSON beyond limits may be MCP."""
        if error.code == INVALID_REQUEST and b'"mcp"' in frame:
            await self._reply(Body([jsonrpc.error(error)]), None)
            return
        self._tell_once("unreadable", "warning", "the server says: " + _words(frame))

    def _tell_once(self, what: str, level: str, text: str) -> None:
        if what not in self._told and len(self._told) < _TOLD:
            self._told.append(what)
            self._log(level, text)


def find(state: str, event: str) -> "tuple[str, str] | None":
    """(action, next state) of the row of TABLE that holds, None where there is none."""
    for name in (state, "*"):
        at = TABLE.find("\n%-10s%-12s" % (name, event))
        if at >= 0:
            _, _, action, following = TABLE[at + 1 : TABLE.find("\n", at + 1)].split()
            return action, following
    return None


def _words(frame: bytes) -> str:
    """The beginning of a text, for the log."""
    for size in range(_SHOWN, _SHOWN - 4, -1):  # not amid a character
        try:
            return bytes(frame[:size]).decode()
        except UnicodeError:
            continue
    return "(%d bytes)" % len(frame)


def _string(message: dict, name: str) -> str:
    value = message.get(name)
    return value if isinstance(value, str) else ""


def _positive(message: dict, name: str, default: int) -> int:
    value = message.get(name)
    right = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return value if right else default  # type: ignore[return-value]
