"""
Samples: the loops over sound that have to be machine code (docs/decisions/viper.md).

Buffers are arrays of "H": samples of 16 bits, negative ones as 65536 more. Nothing here checks an
index: counts are at most the length of the buffer.
"""

import micropython
from memory.viper import ptr16


@micropython.viper
def narrowed(wide: object, out: object, count: int) -> int:
    """
    Samples of I2S microphones, 24 bits in 32, to 16 bits: a voice has its place in the lower ones,
    so 12 are cut and what is too loud is clipped. Returns the sum of their sizes.
    """
    source = ptr16(wide)
    pcm = ptr16(out)
    total = 0
    at = 0
    while at < count:
        high = int(source[2 * at + 1])
        if high >= 32768:
            high -= 65536
        value = high * 16 + (int(source[2 * at]) >> 12)
        if value > 32767:
            value = 32767
        if value < -32768:
            value = -32768
        total += value if value >= 0 else 0 - value
        pcm[at] = value & 65535
        at += 1
    return total


@micropython.viper
def faded(samples: object, count: int, first: int, last: int) -> int:
    """
    Multiply by a gain that goes from `first` to `last` within the first 256 samples and stays
    there; 256 is the sound as it is. Returns the sum of their sizes.
    """
    pcm = ptr16(samples)
    total = 0
    at = 0
    step = last - first
    while at < count:
        gain = last
        if at < 256:
            gain = first + ((step * at) >> 8)
        value = int(pcm[at])
        if value >= 32768:
            value -= 65536
        value = (value * gain) >> 8
        total += value if value >= 0 else 0 - value
        pcm[at] = value & 65535
        at += 1
    return total


@micropython.viper
def tone(out: object, count: int, wave: object, place: int, step: int, gain: int) -> int:
    """
    A tone from a table of 256 samples: `place` and `step` in 1/256 of its entries. The place after
    it is returned. `gain` as above.
    """
    pcm = ptr16(out)
    table = ptr16(wave)
    at = 0
    while at < count:
        value = int(table[(place >> 8) & 255])
        if value >= 32768:
            value -= 65536
        pcm[at] = ((value * gain) >> 8) & 65535
        place = (place + step) & 65535
        at += 1
    return place
