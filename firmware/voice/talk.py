"""
Talk: who may speak when, from the button to the end of an answer.

Owns the state that the bus hears (`state` of `voice`: idle, connecting, listening, thinking,
speaking) and how loud it is (`level`, 0 to 9, of `microphone` or `speaker`). Holding the button
listens until it is released, a tap until the server has heard enough or it is tapped again; either
silences the companion first. After an answer to a tap it listens on for `follow_up_s` seconds.
The microphone is closed while the companion speaks: nothing here cancels its echo.

Speech goes to the Uplink from the press on, whatever the connection does. The channel that talks
sets `line` to itself (firmware/cloud, firmware/agent); awaited are its wake(), listen(mode),
stop_listening() and abort(); `reachable` says whether it is connected, and its `pause_ms` is the
silence that ends what was said after a tap, 0 where the server tells that end.
"""

import asyncio

from micropython import const
from xiaozhi.callbacks import AudioSink
from xiaozhi.state_table import IDLE as CLOSED
from xiaozhi.state_table import LISTENING as OPEN

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .chime import ReminderChime, Tones
    from .loudspeaker import Loudspeaker
    from .microphone import Microphone
    from .uplink import Uplink
    from .voice_detector import VoiceDetector

IDLE = "idle"
CONNECTING = "connecting"
LISTENING = "listening"
THINKING = "thinking"
SPEAKING = "speaking"

_FRAME_MS = const(60)
_UNHEARD_MS = const(15000)  # of listening after a tap in which nobody speaks
_LONGEST_MS = const(120000)  # of listening after a tap, where the server tells no end of it
_CONNECT_MS = const(12000)  # for a session to open, hello included
_THINK_MS = const(45000)  # for the server to begin its answer
_TRIES = const(3)  # to go on in another session where one is lost amid speech
_TICK_MS = const(500)
_FAILED = ((330, 160), (262, 260))  # the tone of no answer: Hz, ms
_WAKE = "wake"
_STOP = "stop"
_ABORT = "abort"
_LOUD = (30, 60, 120, 240, 480, 960, 1900, 3800, 7600)  # mean sizes of samples: levels 1 to 9


class Talk(AudioSink):
    """
    uplink, detector    parts of this room; microphone, loudspeaker, tones and chime are set later
    rest         def rest(on: bool): somebody talks, and background work rests meanwhile
    follow_up_s  def follow_up_s() -> int
    """

    def __init__(
        self,
        uplink: "Uplink",
        detector: "VoiceDetector",
        rest: "Callable[[bool], None]",
        follow_up_s: "Callable[[], int]",
    ):
        self.source = uplink
        self.sink = self
        self.line: "Any" = None
        self.state = IDLE
        self.spoken = 0  # how often the server has begun to speak
        self.session = CLOSED  # the state of the line's session
        self._uplink = uplink
        self._detector = detector
        self._rest = rest
        self._follow_up_s = follow_up_s
        self.microphone: "Microphone" = None  # type: ignore[assignment]  # connect()
        self.loudspeaker: "Loudspeaker" = None  # type: ignore[assignment]
        self.tones: "Tones" = None  # type: ignore[assignment]
        self.chime: "ReminderChime | None" = None
        self._orders: "list[str]" = []  # for the line: the above, else a mode to listen in
        self._news = asyncio.Event()
        self._mode = ""  # of the listening under way, or of the last one
        self._quiet_ms = 0  # since somebody was heard
        self._most_quiet_ms = 0
        self._listened_ms = 0
        self._waited_ms = 0  # for the session, or for an answer
        self._tries = 0
        self._ignores = False  # the press that put a reminder off is no wish to talk
        self._stops = False  # a press while it listens ends that, if it is a tap
        self._level = 0

    # -- the button ----------------------------------------------------------------------------

    def pressed(self) -> None:
        """The owner wants to say something, or to have it silent."""
        self._ignores = self.chime is not None and self.chime.ringing
        if self._ignores or self.line is None:
            return
        self._stops = self.state in (CONNECTING, LISTENING)
        if self._stops:
            return
        if self.state in (SPEAKING, THINKING):
            self.loudspeaker.silence()
            self._order(_ABORT)
        self._begin("manual", 0)
        self._order(_WAKE)

    def held(self) -> None:
        """The owner talks while the button is down."""
        if self._ignores:
            if self.chime is not None:
                self.chime.press(True)
        elif self.line is not None:
            self._stops = False
            self._begin_mode("manual")

    def released(self, was_held: bool) -> None:
        """The end of what was said, or a tap."""
        if self._ignores:
            if self.chime is not None and not was_held:
                self.chime.press(False)
        elif self.line is None:
            return
        elif was_held:
            self._heard_all()
        elif self._stops:
            self.end()
        else:
            self._most_quiet_ms = _UNHEARD_MS
            self._begin_mode("auto")

    def tapped(self) -> None:
        """As a tap of the button."""
        self.pressed()
        self.released(False)

    # -- the session's audio: an AudioSink -----------------------------------------------------

    def opened(self, sample_rate: int, frame_ms: int) -> None:
        self.loudspeaker.opened(frame_ms)

    def begin(self) -> None:
        self.spoken += 1
        self.microphone.capture(False)
        self._uplink.begin()
        self.loudspeaker.begin()
        self._enter(SPEAKING)

    def play(self, packet: "bytes | memoryview", number: int) -> None:
        self.loudspeaker.put(packet, number)

    def stray(self, packet: "bytes | memoryview", number: int) -> None:
        self.loudspeaker.stray(packet, number)

    def finish(self) -> None:
        self.loudspeaker.finish()

    def silence(self) -> None:
        self.loudspeaker.silence()

    def changed(self, state: str) -> None:
        """The session of the line is in another state now."""
        self.session = state
        if state == OPEN:
            self._tries = 0
            if self.state == CONNECTING:
                self._enter(LISTENING)
        elif state == CLOSED and self.state in (CONNECTING, LISTENING):
            self._tries += 1
            if self._tries > _TRIES:
                self._fail()
            else:  # what is said waits meanwhile
                self._order(self._mode)
        elif state == CLOSED and self.state == THINKING:
            self._fail()

    # -- what the parts tell -------------------------------------------------------------------

    def heard(self, level: int, size: int) -> None:
        """The microphone has a frame; its mean, and the bytes of its packet."""
        self._show("microphone", level)
        self._listened_ms += _FRAME_MS
        if self._mode == "auto" and self._listened_ms >= _LONGEST_MS:
            self._heard_all()
            return
        if self._detector.hears(level, size):
            self._quiet_ms = self._most_quiet_ms = 0  # from now on the server tells the end
            return
        self._quiet_ms += _FRAME_MS
        if self._most_quiet_ms:
            if self._quiet_ms >= self._most_quiet_ms:
                self.end()
        elif self._mode == "auto" and 0 < self.line.pause_ms <= self._quiet_ms:
            self._heard_all()

    def sounded(self, level: int) -> None:
        """The loudspeaker plays a frame."""
        self._show("speaker", level)

    def played(self) -> None:
        """The companion has spoken, and all of it was heard."""
        follow_up_s = self._follow_up_s()
        if self._mode == "auto" and follow_up_s and self.session != CLOSED:
            self._begin("auto", follow_up_s * 1000)
            self._order("auto")
        else:
            self.end()

    @property
    def is_free(self) -> bool:
        """Whether nobody talks."""
        return self.state == IDLE

    @property
    def waiting(self) -> int:
        """Packets that wait to be played."""
        return self.loudspeaker.jitter.depth

    def counts(self) -> "tuple[tuple[str, Any], ...]":
        """What went wrong with sound since the start, for the device status."""
        loudspeaker, jitter = self.loudspeaker, self.loudspeaker.jitter
        return (
            ("state", self.state),
            ("frames_heard", self.microphone.frames),
            ("packets_unsent", self._uplink.dropped),
            ("underruns", loudspeaker.underruns),
            ("concealed", loudspeaker.concealed),
            ("lost", jitter.lost),
            ("late", jitter.late),
            ("dropped", jitter.dropped),
        )

    # -- the tasks -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Started by firmware/speaking.py: give the orders to the line; until cancelled."""
        while True:
            if self.state in (CONNECTING, THINKING):
                try:
                    await asyncio.wait_for_ms(self._news.wait(), _TICK_MS)
                except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                    self._tick()
            else:
                await self._news.wait()
            self._news.clear()
            while self._orders:
                order = self._orders.pop(0)
                if order == _ABORT:
                    await self.line.abort()
                elif order == _WAKE:
                    await self.line.wake()
                elif order == _STOP:
                    await self.line.stop_listening()
                else:
                    await self.line.listen(order)

    def _tick(self) -> None:
        """Half a second has passed while somebody else is waited for."""
        self._waited_ms += _TICK_MS
        if self._waited_ms >= (_CONNECT_MS if self.state == CONNECTING else _THINK_MS):
            self._fail()

    # -- turns ---------------------------------------------------------------------------------

    def _begin(self, mode: str, most_quiet_ms: int) -> None:
        """Listen from this moment on; the line hears of it by an order."""
        self._mode = mode
        self._quiet_ms, self._most_quiet_ms = 0, most_quiet_ms
        self._listened_ms = 0
        self._tries = 0
        self._uplink.begin()
        self.microphone.capture(True)
        self._enter(CONNECTING)

    def _begin_mode(self, mode: str) -> None:
        """How long the press lasts has told the mode of listening."""
        self._mode = mode
        self._order(mode)

    def _heard_all(self) -> None:
        """The owner has spoken."""
        self.microphone.capture(False)
        self._uplink.end()
        self._enter(THINKING)

    def end(self) -> None:
        """Nobody talks any more."""
        if self.state in (CONNECTING, LISTENING):
            self._order(_STOP)
        self.microphone.close()
        self._uplink.begin()
        self._enter(IDLE)

    def _fail(self) -> None:
        """No answer can be had now."""
        events.log("warning", "voice", "nobody answers")
        self.end()
        self.tones.play(_FAILED)

    def _order(self, order: str) -> None:
        self._orders.append(order)
        self._news.set()

    def _enter(self, state: str) -> None:
        if state == CONNECTING and self.session == OPEN:
            state = LISTENING
        before, self.state = self.state, state
        self._waited_ms = 0
        self._news.set()
        if state == before:
            return
        if IDLE in (before, state):
            self._rest(state != IDLE)
        self._level = 0
        events.emit("state", what="voice", now=state)

    def _show(self, what: str, size: int) -> None:
        level = 0
        while level < 9 and size >= _LOUD[level]:
            level += 1
        if level != self._level:
            self._level = level
            events.emit("level", what=what, now=level)
