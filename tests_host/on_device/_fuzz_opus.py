"""
Fuzz target: the codec of the voice, given packets and sound of any kind.

An input is [what][rate][room (2)] and then, with what even, packets for a decoder, each a byte of
length and its bytes (length 255: a packet of 255 bytes and 5 times as many from the same place, 0:
a lost one); with what odd [application][complexity][bitrate / 100 (2)][frame] and sound for an
encoder. The answer is what each call returned, or the words of its error.

Asked of every input: nothing beyond `out` is written, no more is returned than it holds, the heap
has no more in use than before, and after reset() a codec does exactly what a new one does.
"""

import gc

import opus

RATES = (8000, 12000, 16000, 24000, 48000)
_APPLICATIONS = (opus.AUDIO, opus.VOIP, opus.LOWDELAY)
_GUARD = b"\xa5" * 64
_MOST = 2 * 5760 + 2 * 700


def start():
    global _buffer, _decoders, _known, _decoded
    _buffer = bytearray(_MOST + 128)
    _decoders = [opus.Decoder(rate) for rate in RATES]
    sound = bytes((n * n >> 5 & 0xFF) if n & 1 else 0 for n in range(1920))
    packet = bytearray(600)
    size = opus.Encoder(bitrate=32000).encode(sound, packet)
    _known = bytes(packet[:size])
    _decoded = [_first(decoder) for decoder in _decoders]


def _first(decoder):
    out = bytearray(5760)
    return bytes(memoryview(out)[: 2 * decoder.decode(_known, out)])


def _room(size):
    """So many bytes to write into, and a check that nothing after them was written."""
    for at in range(len(_buffer)):
        _buffer[at] = 0xA5
    return memoryview(_buffer)[64 : 64 + size]


def _is_whole(size):
    return _buffer[:64] == _GUARD and _buffer[64 + size : 128 + size] == _GUARD


def one(data):
    data += bytes(9)
    rate = data[1] % len(RATES)
    room = int.from_bytes(data[2:4], "big")
    answers = []
    if data[0] & 1:
        _encode(data, RATES[rate], room % 1600, answers)
        return answers
    room = room % (_MOST // 2) * 2
    decoder = _decoders[rate]
    decoder.reset()
    out = _room(room)
    at = 4
    while at < len(data) - 9:
        length = data[at]
        at += 1
        packet = data[at : at + length] * (6 if length == 255 else 1)
        at += length
        try:
            got = decoder.decode(packet or None, out)
            assert 0 < got <= room // 2, got
        except ValueError as error:
            got = str(error)
        answers.append(got)
        assert _is_whole(room), "written beyond"
    decoder.reset()
    assert _first(decoder) == _decoded[rate], "it is not as new"
    return answers


def _encode(data, rate, room, answers):
    try:
        encoder = opus.Encoder(
            rate,
            int.from_bytes(data[6:8], "big") * 100,
            data[5] % 12,
            bool(data[4] & 8),
            _APPLICATIONS[data[4] % 3],
        )
    except ValueError as error:
        answers.append(str(error))
        return
    step = 2 * rate // 400  # 2.5 ms
    size = step * (1, 2, 4, 8, 16, 24, 32, 40, 48, 3)[data[8] % 10] + 2 * (data[8] == 255)
    sound = data[9:] * (size // (len(data) - 9) + 1)
    sound = memoryview(bytearray(sound))[:size]
    out = _room(room)
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(3):
        try:
            got = encoder.encode(sound, out)
        except ValueError as error:
            answers.append(str(error))
            return
        assert 0 < got <= room, got
        assert _is_whole(room), "written beyond"
        out_packet = bytes(out[:got])
        back = _decoders[0].decode(out_packet, _back())
        assert back == size * 8000 // rate // 2, (back, size)
        answers.append(got)
    out_packet = None
    gc.collect()
    assert gc.mem_alloc() - before < 20000, "the heap has grown"


def _back():
    return bytearray(2 * 960)
