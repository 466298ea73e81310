"""
The device's side of a session with a XiaoZhi (小智) server, without I/O.

Owns the actions; `state_table` has the states, `messages` the form of messages. Has no socket and
no clock: a channel brings text, audio and the time that passes, and sends what it is given, over
WebSocket or over MQTT + UDP. MCP is answered in every state by an injected MCP, before the
server's hello too, since servers ask then.

Wire: https://github.com/78/xiaozhi-esp32 docs/websocket.md, mqtt-udp.md, mcp-protocol.md
"""

from collections import OrderedDict

from micropython import const
from net.json_text import DecodeError, LimitError, dumps, loads
from net.pieces import Body

from .callbacks import AudioSink, SessionCallbacks
from .mcp_envelope import MCPEnvelope
from .messages import TTS_EVENTS, TYPES, OnceLog, hello, is_repeated, positive, string, unreadable
from .state_table import GREETING, IDLE, Finder

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .callbacks import MCP

_HELLO_MS = const(10000)  # for the server's hello
_SILENCE_MS = const(120000)  # without any sign of life, after which the channel counts as dead
_MAX_TEXT = const(1000)  # characters of a text of the owner
_MAX_WAITING = const(4)  # texts that wait for an open session; the oldest is dropped first
_FRAME_MS = const(60)  # of a packet of the microphone
_BROKE = "the connection broke: %r"
_MAX_KIND = const(32)  # characters of the name of a type in the log


class XiaoZhi:
    """
    One device's session, open or not.

    mcp        an MCP: answers what the cloud asks of the device's tools
    callbacks  a SessionCallbacks
    send       async def send(frame: Body): one text frame; OSError when nobody is there
    log        def log(level, text)
    transport  "websocket" or "udp" (MQTT + UDP), as the hello names it
    sink, send_audio  an AudioSink; async def send_audio(packet, timestamp), for the microphone's
    version    of the protocol, as the hello names it

    Public methods raise nothing of their own; an OSError of `send` ends the session.
    """

    def __init__(
        self,
        mcp: "MCP",
        callbacks: SessionCallbacks,
        send: "Callable",
        log: "Callable[[str, str], None]",
        transport: str = "websocket",
        sink: "AudioSink | None" = None,
        send_audio: "Callable | None" = None,
        version: int = 1,
    ):
        self.state = IDLE
        self.session_id = ""
        self.frames = 0  # of audio that came in
        self.dropped = 0  # of these, outside of the companion's speech
        self._mcp = mcp
        self._log = log
        self._callbacks = callbacks
        self._send = send
        self._transport = transport
        self._sink = sink or AudioSink()
        self._send_audio = send_audio
        self._version = version
        self._mode = ""  # of listening that waits for an open session
        self._sent_ms = 0  # of audio, in this session
        self._texts: "list[str]" = []  # wait for an open session
        self._reminder = ""  # waits for an open session in which nobody speaks
        self._reminding = False  # a reminder was sent, and the server has not spoken since
        self._typed = ""  # the last text sent, until the server has repeated it or speaks
        self._answering = False  # the owner spoke since the reminder: the next speech answers that
        self._last = ("", "")  # the last (role, text) reported in this turn
        self._waited_ms = 0  # since our hello; later since the last sign of life
        self._find = Finder().find
        self._log_once = OnceLog(log).add
        self._envelope = MCPEnvelope(mcp, send, log, lambda: self.session_id)
        self._actions: "dict[str, Callable]" = {
            "send_hello": self._send_hello,
            "open": self._open,
            "send_text": self._send_text,
            "send_reminder": self._send_reminder,
            "interrupt": self._interrupt,
            "listen": self._listen,
            "barge_in": self._barge_in,
            "stop": self._stop,
            "abort": self._abort,
            "begin_audio": self._begin_audio,
            "finish_audio": self._finish_audio,
            "report_owner": self._report_owner,
            "report_companion": self._report_companion,
            "report_emotion": self._report_emotion,
            "report_alert": self._report_alert,
            "report_command": self._report_command,
            "answer_mcp": self._answer_mcp,
            "fail": self._fail,
            "end": self._end,
            "send_goodbye": self._send_goodbye,
        }
        self._envelope.open()

    # -- what the owner does -------------------------------------------------------------------

    async def wake(self) -> None:
        """Begin a session. Over WebSocket the connection is there already."""
        await self._event("wake")

    async def say(self, text: str) -> None:
        """
        Send a text of the owner, at once or as soon as the session is open.

        It is reported to SessionCallbacks.heard when it is sent, and not again when the server
        repeats it.
        """
        text = text.strip()[:_MAX_TEXT]
        if text:
            self._texts = self._texts[1 - _MAX_WAITING :] + [text]
            await self._event("say")

    async def remind(self, text: str) -> None:
        """
        Have the server's model say this, once the session is open and nobody speaks; "" cancels
        it. SessionCallbacks.reminded is called when it speaks; these are no words of the owner.
        """
        self._reminder = text[:_MAX_TEXT]
        if text:
            await self._event("remind")

    @property
    def waits(self) -> bool:
        """True while a text waits for an open session."""
        return bool(self._texts or self._reminder)

    async def listen(self, mode: str = "auto") -> None:
        """The microphone is open: "auto", "manual" (stop() ends it) or "realtime"; begins one."""
        self._mode = mode
        await self._event("listen", mode)

    async def speak(self, packet: "bytes | memoryview") -> None:
        """A packet of the microphone, of 60 ms; dropped unless the session listens."""
        if self._find(self.state, "speak") is None or self._send_audio is None:
            return
        timestamp, self._sent_ms = self._sent_ms, self._sent_ms + _FRAME_MS
        try:
            await self._send_audio(packet, timestamp)
        except OSError as error:
            await self._event("lost", _BROKE % error)

    async def stop(self) -> None:
        """The microphone is closed."""
        self._mode = ""
        await self._event("stop")

    async def abort(self, reason: "str | None" = None) -> None:
        """Silence the companion; `reason` may be "wake_word_detected"."""
        await self._event("abort", reason)

    async def close(self, why: str) -> None:
        """End the session; SessionCallbacks.ended gets `why`."""
        await self._event("close", why)

    # -- what the channel does -----------------------------------------------------------------

    async def renew(self) -> None:
        """A new connection: cancel the calls of the one before, and begin MCP anew."""
        await self._mcp.close()
        self._envelope.open()

    async def lost(self, why: str) -> None:
        """The channel is gone: end the session and cancel the calls under way."""
        await self._event("lost", why)
        await self._mcp.close()

    def alive(self) -> None:
        """The peer has shown a sign of life other than a message, such as a pong."""
        if self.state != GREETING:
            self._waited_ms = 0

    async def tick(self, passed_ms: int) -> None:
        """So much time has passed; to be called about once a second."""
        self._waited_ms += passed_ms
        if self.state == GREETING and self._waited_ms >= _HELLO_MS:
            await self._event("late", "no hello in %d s" % (_HELLO_MS // 1000))
        elif self._waited_ms >= _SILENCE_MS:
            await self._event("silent", "nothing heard for %d s" % (_SILENCE_MS // 1000))

    def audio(self, packet: "bytes | memoryview", number: "int | None" = None) -> None:
        """One packet of audio has come in; `number` where the network may lose or swap some."""
        self.alive()
        self.frames += 1
        row = self._find(self.state, "audio")
        if row is not None and row[0] == "play_audio":
            self._sink.play(packet, self.frames if number is None else number)
            return
        self.dropped += 1
        if number is not None:  # the messages come another way, and may come after it
            self._sink.stray(packet, number)

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
                await self._envelope.reply(self._mcp.refusal(str(error), None), None)
            else:
                self._log_once(*unreadable(frame))
            return
        except DecodeError:
            self._log_once(*unreadable(frame))
            return
        kind = message.get("type") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(kind, str):
            self._log_once("untyped", "info", "a message without a type is ignored")
        elif kind == "tts":
            event = TTS_EVENTS.get(str(message.get("state")))
            if event is not None:
                await self._event(event, message)
        elif kind == "hello" and message.get("transport", self._transport) != self._transport:
            await self._event("refusal", "a hello for another transport")
        elif kind not in TYPES:
            kind = kind[:_MAX_KIND]
            self._log_once(kind, "info", "messages of type %s are ignored" % kind)
        elif kind != "goodbye" or message.get("session_id", self.session_id) == self.session_id:
            await self._event(kind, "goodbye" if kind == "goodbye" else message)

    # -- the machine ---------------------------------------------------------------------------

    async def _event(self, event: str, given: object = None) -> None:
        """
        Run the action of the row of TABLE. The next state is set first, so events that come while
        the action waits for the channel are handled in it.
        """
        row = self._find(self.state, event)
        if row is None:
            return
        action, following = row
        was = self.state
        if following != "=":
            self.state = following
        try:
            await self._actions[action](given)
        except OSError as error:
            await self._event("lost", _BROKE % error)
        if self.state != was and self.state == following:
            self._callbacks.changed(following)

    async def _send_hello(self, given: object) -> None:
        self._waited_ms = 0
        self._last = ("", "")
        await self._send(Body([dumps(hello(self._transport, self._version))]))

    async def _open(self, told: dict) -> None:
        self._waited_ms = 0
        self.session_id = string(told, "session_id")
        problem = await self._callbacks.opened(told)
        if problem is not None:
            await self._event("refusal", problem)
            return
        audio = told.get("audio_params")
        rates = audio if isinstance(audio, dict) else {}
        frame_ms = positive(rates, "frame_duration", 60)
        self._sink.opened(positive(rates, "sample_rate", 24000), frame_ms)
        if self._texts:
            await self._event("say")
        await self._event("remind")
        if self._mode:
            await self._event("listen", self._mode)

    async def _send_reminder(self, given: object) -> None:
        text, self._reminder = self._reminder, ""
        if text:
            self._reminding, self._answering = True, False
            self._typed = text
            await self._say("listen", ("state", "detect"), ("text", text))

    async def _send_text(self, given: object) -> None:
        while self._texts:
            text = self._texts.pop(0)
            self._typed = text
            self._last = ("", "")
            self._callbacks.heard("owner", text)
            await self._say("listen", ("state", "detect"), ("text", text))

    async def _interrupt(self, given: object) -> None:
        await self._abort(None)
        await self._send_text(None)

    async def _listen(self, mode: object) -> None:
        self._mode = ""
        await self._say("listen", ("state", "start"), ("mode", mode))

    async def _barge_in(self, mode: object) -> None:
        await self._abort("wake_word_detected")
        await self._listen(mode)

    async def _stop(self, given: object) -> None:
        await self._say("listen", ("state", "stop"))

    async def _abort(self, reason: object) -> None:
        self._sink.silence()
        if reason is None:
            await self._say("abort")
        else:
            await self._say("abort", ("reason", reason))

    async def _begin_audio(self, message: object) -> None:
        self._last = ("", "")
        self._sink.begin()
        if self._answering:
            self._answering = False
            return
        self._typed = ""
        if self._reminding:
            self._reminding = False
            self._callbacks.reminded()

    async def _finish_audio(self, message: object) -> None:
        self._last = ("", "")
        self._sink.finish()
        await self._event("remind")

    async def _report_owner(self, message: dict) -> None:
        text = string(message, "text").strip()
        if not text or text.startswith("% "):
            return  # "% ": the notice of a server that it calls a tool
        if is_repeated(self._typed, text):
            self._typed, self._answering = "", False
            return
        self._answering = self._reminding
        self._report_text("owner", text)

    async def _report_companion(self, message: dict) -> None:
        self._report_text("companion", string(message, "text").strip())

    def _report_text(self, role: str, text: str) -> None:
        if text and self._last != (role, text):
            self._last = (role, text)
            self._callbacks.heard(role, text)

    async def _report_emotion(self, message: dict) -> None:
        emotion = string(message, "emotion")
        if emotion:
            self._callbacks.felt(emotion[:32])

    async def _report_alert(self, message: dict) -> None:
        words = [message.get(name) for name in ("status", "message", "emotion")]
        if [word for word in words if isinstance(word, str)] == words:
            self._callbacks.warned(*words)  # type: ignore[arg-type]

    async def _report_command(self, message: dict) -> None:
        command = string(message, "command")
        if command:
            self._callbacks.commanded(command[:32])

    async def _fail(self, why: str) -> None:
        self._end_session(why)  # waiting texts are kept for another session

    async def _end(self, why: str) -> None:
        self._texts = []
        self._end_session(why)

    async def _send_goodbye(self, why: str) -> None:
        try:
            if self._transport == "udp":  # over WebSocket the connection is closed
                await self._say("goodbye")
        finally:
            self._texts = []
            self._end_session(why)

    def _end_session(self, why: str) -> None:
        self.session_id = self._typed = self._reminder = ""
        self._reminding = False
        self._sink.finish()  # what has come is played
        self._callbacks.ended(why)

    async def _answer_mcp(self, message: dict) -> None:
        await self._envelope.answer(message)

    # -- messages ------------------------------------------------------------------------------

    async def _say(self, kind: str, *members: tuple) -> None:
        message = OrderedDict((("session_id", self.session_id), ("type", kind)) + members)
        await self._send(Body([dumps(message)]))
