"""The codec of the voice: what it takes, what it says, and what it leaves in the heap."""

import gc
import math
import random
import sys
from array import array
from binascii import crc32

import opus
from _quick import quick
from _raised import raised

NEEDS = ("opus",)
HEAP = "2M"
ALONE = True  # the heap is looked at
THOROUGH = ("test_an_hour_of_talk_leaves_nothing_in_the_heap",)
RATES = (8000, 12000, 16000, 24000, 48000)
FRAME_MS = 60
GOLDEN = 2524642490  # of the unix port with the module in it, linked with a C library


def tone(samples, rate=16000, pitch=220):
    """Sound like that of a voice: a tone with three more above it."""
    step = 2 * math.pi * pitch / rate
    return array(
        "h",
        (
            int(
                4000 * math.sin(n * step)
                + 2000 * math.sin(2.01 * n * step)
                + 900 * math.sin(9 * n * step)
            )
            for n in range(samples)
        ),
    )


def silence(samples):
    return array("h", bytes(2 * samples))


def loudness(samples):
    return sum(each * each for each in samples) / len(samples)


def used():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


def test_a_frame_goes_in_and_comes_out_at_any_rate():
    packet = bytearray(400)
    for rate in RATES:
        sound = tone(rate * FRAME_MS // 1000, rate)
        encoder = opus.Encoder(rate)
        for other in RATES:
            decoder = opus.Decoder(other)
            out = silence(5760)
            for _ in range(3):
                size = encoder.encode(sound, packet)
                assert decoder.decode(memoryview(packet)[:size], out) == other * FRAME_MS // 1000
            heard = loudness(out[: other * FRAME_MS // 1000])
            assert 0.5 < heard / loudness(sound) < 1.5, (rate, other, heard)


def test_it_is_what_the_servers_expect_unless_something_else_is_said():
    assert (opus.AUDIO, opus.VOIP, opus.LOWDELAY) == (2049, 2048, 2051)
    packet = bytearray(400)
    size = opus.Encoder().encode(tone(960), packet)
    # 24 kbit/s for 60 ms, and the first byte of RFC 6716, 3.1: CELT, wideband, 20 ms, more frames.
    assert size <= 180
    assert packet[0] >> 3 == 23 and packet[0] & 3 == 3, packet[0]
    assert opus.Decoder().decode(packet[:size], silence(1440)) == 1440


def test_each_kind_of_sound_has_its_way():
    sound, packet = tone(960), bytearray(400)
    for application, modes in ((opus.VOIP, (0, 16)), (opus.LOWDELAY, (16, 32))):
        opus.Encoder(application=application).encode(sound, packet)
        assert modes[0] <= packet[0] >> 3 < modes[1], (application, packet[0])


def test_frames_of_every_length_that_opus_has():
    packet = bytearray(1000)
    encoder, decoder = opus.Encoder(), opus.Decoder(16000)
    for samples in (40, 80, 160, 320, 640, 960, 1280, 1600, 1920):
        size = encoder.encode(tone(samples), packet)
        assert decoder.decode(packet[:size], silence(samples)) == samples


def test_speech_marks_its_silence_with_packets_of_a_byte():
    rng = random
    rng.seed(3)
    room = array("h", [rng.randrange(-30, 30) for _ in range(960)])
    packet = bytearray(400)
    # Sound, then an empty room: after half a second that is taken for silence.
    frames = [tone(960)] * 12 + [room] * 18 + [tone(960)]
    encoder = opus.Encoder(application=opus.VOIP)
    sizes = [encoder.encode(frame, packet) for frame in frames]
    assert min(sizes[:12]) > 40 and sizes[-1] > 40, sizes
    assert sum(size <= 2 for size in sizes[12:-1]) >= 6, sizes
    steady = opus.Encoder(application=opus.VOIP, dtx=False)
    assert min([steady.encode(frame, packet) for frame in frames]) > 2


def test_audio_marks_no_silence_but_spends_little_on_it():
    # Without floating point libopus looks for a voice in its SILK part alone.
    encoder, packet = opus.Encoder(), bytearray(400)
    assert [encoder.encode(silence(960), packet) for _ in range(30)][5:] == [8] * 25


def test_a_lower_bitrate_makes_smaller_packets():
    packet = bytearray(1276)
    sizes = []
    for bitrate in (8000, 16000, 24000, 48000):
        encoder = opus.Encoder(bitrate=bitrate, dtx=False)
        sizes.append(sum(encoder.encode(tone(960), packet) for _ in range(10)))
    assert sizes == sorted(sizes) and sizes[0] * 3 < sizes[3], sizes


def test_neither_way_takes_anything_from_the_heap():
    encoder, decoder = opus.Encoder(), opus.Decoder()
    sound, packet, out = tone(960), bytearray(400), silence(2880)
    views = [memoryview(packet)[:size] for size in range(401)]
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(100):
        decoder.decode(views[encoder.encode(sound, packet)], out)
        decoder.decode(None, out)
    encoder.reset()
    decoder.reset()
    after = gc.mem_alloc()
    gc.enable()
    assert after == before, after - before


def talk(frames):
    """Encode and decode so many frames, with a loss now and then, and collect now and then."""
    encoder, decoder = opus.Encoder(), opus.Decoder()
    sounds = [tone(960, pitch=pitch) for pitch in (110, 150, 220, 310)] + [silence(960)]
    packet, out = bytearray(400), silence(2880)
    before = used()
    for n in range(frames):
        size = encoder.encode(sounds[n // 7 % len(sounds)], packet)
        assert decoder.decode(None if n % 50 == 49 else memoryview(packet)[:size], out) == 1440
        if n % 1000 == 0:
            gc.collect()
    assert used() - before < 256, used() - before


def test_a_minute_of_talk_leaves_nothing_in_the_heap():
    talk(1000)


def test_an_hour_of_talk_leaves_nothing_in_the_heap():
    talk(60000)


def test_what_is_lost_is_concealed_as_long_as_the_last_packet_and_fades():
    encoder, decoder = opus.Encoder(), opus.Decoder(16000)
    sound, packet, out = tone(960), bytearray(400), silence(1920)
    for _ in range(5):
        size = encoder.encode(sound, packet)
        decoder.decode(packet[:size], out)
    levels = []
    for _ in range(20):
        assert decoder.decode(None, out) == 960
        levels.append(loudness(out[:960]))
    # What is left is the noise that the decoder takes to be behind the voice.
    assert levels[0] > 0.5 * loudness(sound), levels
    assert levels[-1] < 0.06 * levels[0], levels
    # The next packet is heard again, and no bytes are a lost packet too.
    size = encoder.encode(sound, packet)
    decoder.decode(packet[:size], out)
    assert decoder.decode(b"", out) == 960


def test_a_loss_before_the_first_packet_is_silence_as_long_as_there_is_room():
    for rate in RATES:
        for samples in (rate // 400, rate // 50, rate * 3 // 25):
            out = tone(samples)
            assert opus.Decoder(rate).decode(None, out) == samples
            assert not any(out)
    assert opus.Decoder(16000).decode(None, silence(50)) == 40
    assert opus.Decoder(16000).decode(None, silence(9000)) == 1920


def concealed_sum():
    """Check sum of speech with every third packet lost: fixed point has one right answer."""
    encoder, decoder = opus.Encoder(application=opus.VOIP), opus.Decoder(16000)
    rng = random
    rng.seed(1)
    packet, out, found = bytearray(400), silence(960), 0
    for n in range(60):
        sound = tone(960, pitch=60 + 50 * (n % 7))
        for at in range(960):
            sound[at] += rng.randrange(-600, 600)
        size = encoder.encode(sound, packet)
        decoder.decode(None if n % 3 == 2 else packet[:size], out)
        found = crc32(bytes(out), found)
    return found


def test_a_module_without_a_c_library_conceals_as_an_image_with_one():
    assert concealed_sum() == GOLDEN, concealed_sum()


def test_no_more_is_concealed_than_there_is_room_for():
    packet, out = bytearray(400), silence(960)
    size = opus.Encoder().encode(tone(960), packet)
    decoder = opus.Decoder(16000)
    decoder.decode(packet[:size], out)
    assert decoder.decode(None, memoryview(out)[:330]) == 320
    assert str(raised(ValueError, decoder.decode, None, silence(39))) == "buffer too small"


def test_after_a_reset_it_is_as_new():
    first, again = bytearray(400), bytearray(400)
    out, other = silence(960), silence(960)
    for application in (opus.AUDIO, opus.VOIP):
        encoder = opus.Encoder(application=application)
        size = encoder.encode(tone(960), first)
        for pitch in (90, 400):
            encoder.encode(tone(960, pitch=pitch), again)
        encoder.reset()
        assert encoder.encode(tone(960), again) == size
        assert first[:size] == again[:size]
        decoder = opus.Decoder(16000)
        decoder.decode(first[:size], out)
        decoder.decode(None, other)
        decoder.reset()
        decoder.decode(first[:size], other)
        assert out == other


def test_errors_are_in_words():
    encoder, decoder, packet = opus.Encoder(), opus.Decoder(), bytearray(400)
    size = encoder.encode(tone(960), packet)
    good = packet[:size]
    for words, function, arguments in (
        ("invalid argument", opus.Encoder, (11025,)),
        ("invalid argument", opus.Encoder, (16000, 0)),
        ("invalid argument", opus.Encoder, (16000, 24000, 11)),
        ("invalid argument", opus.Encoder, (16000, 24000, -1)),
        ("invalid argument", opus.Encoder, (16000, 24000, 0, True, 1)),
        ("invalid argument", opus.Decoder, (44100,)),
        ("invalid argument", opus.Decoder, (0,)),
        ("invalid argument", encoder.encode, (silence(961), packet)),
        ("invalid argument", encoder.encode, (b"", packet)),
        ("buffer too small", encoder.encode, (silence(960), bytearray())),
        ("16-bit samples at an even place wanted", encoder.encode, (bytes(1919), packet)),
        (
            "16-bit samples at an even place wanted",
            encoder.encode,
            (memoryview(bytes(1922))[1:1921], packet),
        ),
        ("corrupted stream", decoder.decode, (b"\xff\xff\xff", silence(2880))),
        ("buffer too small", decoder.decode, (good, silence(1439))),
        ("buffer too small", decoder.decode, (good, bytearray())),
        ("buffer too small", decoder.decode, (None, bytearray())),
        ("16-bit samples at an even place wanted", decoder.decode, (good, bytearray(2881))),
    ):
        assert str(raised(ValueError, function, *arguments)) == words, (words, arguments)
    # Nothing of that was their end.
    assert encoder.encode(tone(960), packet) > 40
    assert decoder.decode(good, silence(1440)) == 1440


def test_a_packet_is_made_to_fit_what_there_is_for_it():
    encoder = opus.Encoder(dtx=False)
    for room in (3, 20, 60, 150):
        packet = bytearray(room)
        size = encoder.encode(tone(960), packet)
        assert 0 < size <= room
        assert opus.Decoder(16000).decode(packet[:size], silence(960)) == 960


def test_what_is_no_sound_and_no_packet_is_refused():
    encoder, decoder, packet = opus.Encoder(), opus.Decoder(), bytearray(400)
    for function, arguments in (
        (encoder.encode, (None, packet)),
        (encoder.encode, (5, packet)),
        (encoder.encode, ("x" * 1920, packet)),
        (encoder.encode, ([0] * 960, packet)),
        (encoder.encode, (array("f", [0] * 960), packet)),
        (encoder.encode, (array("i", [0] * 960), packet)),
        (encoder.encode, (silence(960), None)),
        (encoder.encode, (silence(960), bytes(400))),
        (encoder.encode, (silence(960), "x" * 400)),
        (encoder.encode, (silence(960),)),
        (decoder.decode, ("packet", silence(2880))),
        (decoder.decode, (5, silence(2880))),
        (decoder.decode, (b"\0\0", None)),
        (decoder.decode, (b"\0\0", bytes(5760))),
        (decoder.decode, (b"\0\0", array("f", [0] * 2880))),
        (decoder.decode, (b"\0\0",)),
        (opus.Encoder, ("16000",)),
        (opus.Encoder, (16000, 24000, 0, True, opus.AUDIO, 1)),
        (opus.Decoder, (None,)),
        (opus.Encoder.encode, (decoder, silence(960), packet)),
        (opus.Decoder.decode, (encoder, b"\0\0", silence(2880))),
        (opus.Encoder.reset, (5,)),
    ):
        raised(TypeError, function, *arguments)
    raised(TypeError, opus.Encoder, volume=11)
    raised(TypeError, opus.Decoder, channels=2)


def test_a_class_of_ones_own_is_a_codec_too():
    class Counted(opus.Encoder):
        def __init__(self, rate):
            super().__init__(rate)
            self.count = 0

        def encode(self, pcm, out):
            self.count += 1
            return super().encode(pcm, out)

    one, packet = Counted(8000), bytearray(400)
    assert one.encode(silence(480), packet) > 0
    assert one.count == 1
    one.reset()


def test_two_talk_at_once_and_neither_hears_the_other():
    def packets(encoder, pitch):
        out = bytearray(400)
        while True:
            yield bytes(out[: encoder.encode(tone(960, pitch=pitch), out)])

    alone = packets(opus.Encoder(), 300)
    wanted = [next(alone) for _ in range(5)]
    one, other = packets(opus.Encoder(), 300), packets(opus.Encoder(application=opus.VOIP), 130)
    for each in wanted:
        next(other)
        assert next(one) == each


def test_what_the_collector_does_between_frames_is_not_heard():
    def heard(between):
        encoder = opus.Encoder(application=opus.VOIP)
        decoder = opus.Decoder()
        packet, out, all_of_it = bytearray(400), silence(1440), []
        for n in range(20):
            size = encoder.encode(tone(960, pitch=100 + 9 * n), packet)
            between()
            decoder.decode(memoryview(packet)[:size], out)
            between()
            all_of_it.append(hash(bytes(out)))
        return all_of_it

    rng = random
    rng.seed(17)

    def stress():
        # What is freed is written over at once.
        gc.collect()
        for _ in range(20):
            bytearray(b"\xff" * rng.randrange(1, 3000))

    assert heard(stress) == heard(lambda: None)


def test_codecs_made_and_dropped_leave_nothing():
    packet, out = bytearray(400), silence(1440)

    def make(count):
        for n in range(count):
            encoder, decoder = opus.Encoder(), opus.Decoder()
            size = encoder.encode(tone(160, pitch=100 + n), packet)
            decoder.decode(packet[:size], out)

    make(2)
    before = used()
    make(quick(100, 600))  # the heap holds sixty pairs
    assert used() - before < 256, used() - before


def test_where_the_heap_has_no_room_it_says_so_and_nothing_else_happens():
    kept = []
    try:
        while True:
            kept.append(opus.Encoder())
    except MemoryError:
        pass
    count = len(kept)
    packet, sound = bytearray(10), None
    kept = kept[:3]
    gc.collect()
    sound, packet = tone(960), bytearray(400)
    assert count > 20
    assert [each.encode(sound, packet) > 0 for each in kept] == [True] * 3


def test_a_codec_lives_on_when_its_module_is_forgotten():
    encoder, packet, sound = opus.Encoder(), bytearray(400), tone(960)
    wanted = opus.Encoder().encode(sound, packet)
    del sys.modules["opus"]
    globals().pop("opus")
    for _ in range(3):
        gc.collect()
        for _ in range(300):
            bytearray(b"\xff" * 4000)
    assert encoder.encode(sound, packet) == wanted
    again = __import__("opus")
    assert again.Encoder().encode(sound, packet) == wanted
