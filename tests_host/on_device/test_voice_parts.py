"""The parts of the voice without a port: loops over sound, queues, jitter, the button, turns."""

import asyncio
import io
from array import array

from xiaozhi import audio_frames

from firmware.system import events
from firmware.voice import loudspeaker
from firmware.voice.button import Button
from firmware.voice.jitter_buffer import LOST, PLACES, JitterBuffer
from firmware.voice.loudspeaker import Loudspeaker
from firmware.voice.samples import faded, narrowed, tone
from firmware.voice.talk import Talk
from firmware.voice.uplink import Uplink
from firmware.voice.voice_detector import VoiceDetector


def pcm(*values):
    return array("H", [value & 0xFFFF for value in values])


def signed(samples):
    return [value - 65536 if value > 32767 else value for value in samples]


# -- loops over sound ----------------------------------------------------------------------------


def test_the_voice_of_a_microphone_of_24_bits_is_taken_from_its_lower_ones():
    values = [0, 1, -1, 1000, -1000, 32767, -32768, 40000, -40000, 500000, -500000]
    wide = array("H", bytes(4 * len(values)))
    for at, value in enumerate(values):
        word = (value << 12) & 0xFFFFFFFF
        wide[2 * at], wide[2 * at + 1] = word & 0xFFFF, word >> 16
    out = array("H", bytes(2 * len(values)))
    total = narrowed(wide, out, len(values))
    clipped = [max(-32768, min(32767, value)) for value in values]
    assert signed(out) == clipped
    assert total == sum([abs(value) for value in clipped])


def test_a_gain_is_reached_within_256_samples():
    samples = pcm(*([1000, -1000] * 300))
    faded(samples, 600, 0, 128)
    values = signed(samples)
    assert values[0] == 0 and abs(values[128]) < abs(values[250]) <= 500
    assert values[300] == 500 and values[301] == -500
    loud = pcm(32767, -32768)
    assert faded(loud, 2, 256, 256) == 65535
    assert signed(loud) == [32767, -32768]


def test_a_tone_has_its_pitch_and_goes_on_where_it_stopped():
    wave = pcm(*([8000] * 128 + [-8000] * 128))
    whole, parts = pcm(*([0] * 480)), pcm(*([0] * 240))
    step = 1000 * 65536 // 24000  # 24 samples a period
    tone(whole, 480, wave, 0, step, 256)
    rises = [n for n in range(1, 480) if signed(whole)[n] > 0 > signed(whole)[n - 1]]
    assert 18 <= len(rises) <= 20, rises
    place = tone(parts, 240, wave, 0, step, 256)
    assert list(parts) == list(whole[:240])
    tone(parts, 240, wave, place, step, 256)
    assert list(parts) == list(whole[240:])


# -- what waits to be sent -----------------------------------------------------------------------


def say(uplink, text):
    uplink.place()[: len(text)] = text
    uplink.add(len(text))


def test_the_first_words_stay_where_no_more_fits():
    uplink = Uplink()
    uplink.begin()
    for number in range(40):
        assert uplink.has_room
        say(uplink, b"%d" % number)
    assert not uplink.has_room
    assert [bytes(uplink.take()) for _ in range(40)] == [b"%d" % n for n in range(40)]
    assert uplink.take() is None


async def test_who_waits_for_a_packet_hears_of_the_end_too():
    uplink = Uplink()
    uplink.begin()
    for act in (lambda: say(uplink, b"x"), uplink.end, uplink.wake):
        waiting = asyncio.create_task(uplink.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        act()
        await waiting
    assert uplink.ended and bytes(uplink.take()) == b"x"


# -- jitter --------------------------------------------------------------------------------------


def taken(buffer):
    out = []
    while True:
        packet = buffer.take()
        if packet is None:
            return out
        out.append(b"lost" if packet is LOST else bytes(packet))


def test_packets_are_played_in_their_order_and_a_missing_one_is_known():
    buffer = JitterBuffer()
    buffer.begin()
    for number in (8, 7, 10, 9, 12):  # the network has swapped some, and lost 11
        assert buffer.put(number, b"%d" % number)
    assert taken(buffer) == [b"7", b"8", b"9", b"10", b"lost", b"12"]
    assert buffer.lost == 1


def test_what_comes_late_or_twice_is_dropped():
    buffer = JitterBuffer()
    buffer.begin()
    buffer.put(1, b"1")
    buffer.put(3, b"3")
    assert not buffer.put(3, b"3")
    assert taken(buffer) == [b"1", b"lost", b"3"]
    assert not buffer.put(2, b"2")
    assert (buffer.late, buffer.dropped) == (1, 1)


def test_it_never_holds_more_than_its_places():
    buffer = JitterBuffer()
    buffer.begin()
    kept = [number for number in range(1000) if buffer.put(number, b"x")]
    assert kept == list(range(PLACES))
    assert buffer.depth == PLACES
    assert not buffer.put(5, bytes(1277)) and not buffer.put(5, b"")


def test_more_is_collected_after_it_ran_out_and_less_after_it_did_not():
    buffer = JitterBuffer()
    least = buffer.target
    for _ in range(9):
        buffer.begin()
        buffer.starved()
    most = buffer.target
    assert least < most == 10
    buffer.begin()
    assert buffer.target == most
    for _ in range(20):
        buffer.begin()
    assert buffer.target == least


# -- the loudspeaker -----------------------------------------------------------------------------


class Port(io.IOBase):
    """A port that takes 1000 bytes at once, and waits with all that runs until it was polled."""

    def __init__(self):
        self.polled = self.closed = False
        self.size = 0
        self.written = asyncio.Event()

    def ioctl(self, request, flags):
        if request != 3:
            return -1
        self.polled = True
        return flags & 4

    def write(self, data):
        assert self.polled, "all that runs waits"
        assert not self.closed
        taken = min(1000, len(data))
        self.size += taken
        if self.size >= 3 * 2880:
            self.written.set()
        return taken

    def deinit(self):
        self.closed = True


class Decoder:
    def decode(self, packet, out):
        return 1440

    def reset(self):
        pass


async def test_a_port_is_polled_before_it_is_written_to_and_closed_at_once_by_silence():
    port = Port()
    levels = []
    speaker = Loudspeaker(lambda rate, ibuf: port, Decoder(), lambda: None, levels.append)
    running = asyncio.create_task(speaker.run())
    speaker.begin()
    for number in range(3):
        speaker.put(b"packet", number)
    await asyncio.wait_for(port.written.wait(), 10)
    assert port.size == 3 * 2880 and len(levels) == 3  # all of it, however little at once
    speaker.silence()
    assert port.closed and not speaker.busy
    running.cancel()


class Clock:
    """The time of the loudspeaker, as a test sets it."""

    now = 0

    def ticks_ms(self):
        return self.now

    def ticks_diff(self, later, earlier):
        return later - earlier


def test_speech_begins_with_the_packets_that_overtook_its_begin_and_with_no_older_ones():
    real, clock = loudspeaker.time, Clock()
    loudspeaker.time = clock
    try:
        speaker = Loudspeaker(lambda rate, ibuf: Port(), Decoder(), lambda: None, lambda level: 0)
        speaker.stray(b"old", 4)  # of an answer that was silenced
        clock.now += 300
        speaker.stray(b"one", 20)
        clock.now += 299
        speaker.stray(b"two", 21)
        speaker.begin()
        speaker.put(b"three", 22)
        speaker.finish()
        speaker.stray(b"four", 23)
        assert taken(speaker.jitter) == [b"one", b"two", b"three", b"four"]
        speaker.silence()
        for number in range(24, 80):  # the rest of it comes for a while, and an answer begins
            clock.now += 60
            speaker.stray(b"rest", number)
        speaker.begin()
        speaker.put(b"next", 80)
        assert taken(speaker.jitter) == [b"next"]
    finally:
        loudspeaker.time = real


# -- frames of WebSocket -------------------------------------------------------------------------


def test_frames_of_each_version_come_back():
    for version, size in ((1, 0), (2, 16), (3, 4)):
        for packet in (b"", b"x", bytes(range(200))):
            message = audio_frames.header(version, len(packet), 0x123456789) + packet
            assert len(message) == size + len(packet)
            assert bytes(audio_frames.packet(version, message)) == packet
    assert audio_frames.header(2, 5, 60) == b"\0\2\0\0\0\0\0\0\0\0\0\x3c\0\0\0\5"
    assert audio_frames.header(3, 5, 60) == b"\0\0\0\5"


def test_a_frame_that_does_not_fit_its_header_is_none():
    for version, message in ((2, bytes(15)), (2, bytes(17)), (3, b"\0\0\0"), (3, b"\0\0\0\5abcd")):
        assert audio_frames.packet(version, message) is None


# -- who is heard --------------------------------------------------------------------------------


def test_a_voice_is_told_from_the_room_however_loud_that_is():
    for room in (5, 40, 300):
        detector = VoiceDetector()
        for _ in range(3000):
            detector.hears(room, 60)
        assert not detector.hears(room, 60), room
        assert detector.hears(room * 6 + 100, 60), room
        assert not detector.hears(room * 6 + 100, 2), room  # silence to the encoder


# -- the button ----------------------------------------------------------------------------------


class Presses:
    def __init__(self, *looks):
        self.looks = list(looks)
        self.said = []
        button = Button(lambda: self.looks.pop(0), self)
        while self.looks:
            button.look()

    def pressed(self):
        self.said.append("pressed")

    def held(self):
        self.said.append("held")

    def released(self, was_held):
        self.said.append("released" if was_held else "tapped")


def test_a_tap_a_hold_and_a_contact_that_bounces():
    assert Presses(True, False, True, False, False).said == []
    assert Presses(*([True] * 5 + [False])).said == ["pressed", "tapped"]
    assert Presses(*([True] * 30 + [False] * 3)).said == ["pressed", "held", "released"]


# -- who may speak -------------------------------------------------------------------------------


class Parts:
    """A talk whose ports and channel only note what they are told."""

    pause_ms = 0  # the server tells when the owner has finished

    def __init__(self, follow_up_s=8):
        self.said = []
        self.rests = []
        self.states = []
        self.uplink = Uplink()
        self.talk = Talk(self.uplink, VoiceDetector(), self.rests.append, lambda: follow_up_s)
        self.talk.microphone = self.talk.loudspeaker = self.talk.tones = self.talk.line = self
        self.is_capturing = False
        events.subscribe(self.hear, "state")

    def hear(self, event, fields):
        if fields["what"] == "voice":
            self.states.append(fields["now"])

    def capture(self, on):
        self.is_capturing = on

    def close(self):
        self.is_capturing = False

    def begin(self):
        self.said.append("begin")

    def silence(self):
        self.said.append("silence")

    def play(self, notes):
        self.said.append("tone")

    async def wake(self):
        self.said.append("wake")

    async def listen(self, mode):
        self.said.append(mode)
        self.talk.changed("listening")

    async def stop_listening(self):
        self.said.append("stop")

    async def abort(self):
        self.said.append("abort")

    async def told(self):
        """What the channel and the ports were told since the last call."""
        task = asyncio.create_task(self.talk.run())
        for _ in range(20):
            await asyncio.sleep(0)
        task.cancel()
        said, self.said = self.said, []
        return said

    def quiet(self, seconds):
        for _ in range(int(seconds * 1000) // 60):
            self.talk.heard(1, 60)


async def test_a_hold_listens_from_the_press_to_the_release():
    parts = Parts()
    talk = parts.talk
    talk.pressed()
    assert parts.is_capturing and parts.rests == [True]
    assert await parts.told() == ["wake"]
    talk.held()
    assert await parts.told() == ["manual"]
    assert talk.state == "listening"
    talk.released(True)
    assert not parts.is_capturing and parts.uplink.ended
    assert talk.state == "thinking"
    talk.begin()
    assert talk.state == "speaking"
    talk.played()
    assert (talk.state, parts.rests) == ("idle", [True, False])
    assert parts.states == ["connecting", "listening", "thinking", "speaking", "idle"]


async def test_a_tap_listens_on_after_the_answer_until_nobody_says_anything():
    parts = Parts()
    talk = parts.talk
    talk.pressed()
    talk.released(False)
    assert await parts.told() == ["wake", "auto"]
    talk.heard(9000, 60)
    parts.quiet(60)  # the server tells when the owner has finished
    assert talk.state == "listening"
    talk.begin()
    assert not parts.is_capturing
    talk.played()
    assert parts.is_capturing and await parts.told() == ["begin", "auto"]
    parts.quiet(7.8)
    assert talk.state == "listening"
    parts.quiet(0.3)
    assert talk.state == "idle"
    assert await parts.told() == ["stop"]


async def test_without_follow_up_an_answer_is_the_end():
    parts = Parts(follow_up_s=0)
    parts.talk.pressed()
    parts.talk.released(False)
    await parts.told()
    parts.talk.begin()
    parts.talk.played()
    assert parts.talk.state == "idle"


async def test_it_does_not_listen_for_ever_where_a_server_tells_no_end():
    parts = Parts()
    parts.talk.pressed()
    parts.talk.released(False)
    await parts.told()
    for _ in range(3):
        parts.talk.heard(9000, 60)
        parts.quiet(30)
        assert parts.talk.state == "listening"
    parts.quiet(31)
    assert parts.talk.state == "thinking" and not parts.is_capturing


async def test_a_tap_while_it_listens_ends_that():
    parts = Parts()
    for _ in range(2):
        parts.talk.pressed()
        parts.talk.released(False)
        await parts.told()
    assert parts.talk.state == "idle" and not parts.is_capturing


async def test_a_press_while_it_speaks_or_thinks_silences_it_and_listens():
    parts = Parts()
    talk = parts.talk
    talk.begin()
    talk.pressed()
    assert parts.is_capturing
    assert await parts.told() == ["begin", "silence", "abort", "wake"]
    talk.held()
    talk.released(True)
    assert talk.state == "thinking"
    await parts.told()
    talk.pressed()
    assert (await parts.told())[:2] == ["silence", "abort"]


async def test_a_session_that_ends_amid_a_sentence_is_begun_again_three_times():
    parts = Parts()
    talk = parts.talk
    talk.pressed()
    talk.held()
    await parts.told()
    for _ in range(3):
        talk._enter("listening")
        talk.session = "idle"
        talk.changed("idle")
        assert talk._orders == ["manual"] and parts.is_capturing
        talk._orders = []
    talk.changed("idle")
    assert talk.state == "idle"
    assert await parts.told() == ["tone", "stop"]


async def test_it_does_not_wait_for_ever():
    for state in ("connecting", "thinking"):
        parts = Parts()
        parts.talk._enter(state)
        for _ in range(100):
            parts.talk._tick()
        assert parts.talk.state == "idle"
        assert "tone" in await parts.told()


def test_without_a_channel_the_button_does_nothing():
    parts = Parts()
    parts.talk.line = None
    parts.talk.pressed()
    parts.talk.held()
    parts.talk.released(True)
    assert parts.talk.state == "idle" and not parts.is_capturing
