"""memory.extract.extractor on the heap: speech leaves nothing behind."""

import gc

from memory.extract.extractor import extract
from memory.text import dates

NOW = dates.parse("2026-02-05 14:00")
SHAPES = ("我叫%s", "我喜欢%s", "我住在%s", "明天下午三点%s", "%s", "I like %s", "我妈妈叫%s")


def used():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


def signs(first, count):
    """A text of so many Chinese characters; chr() would keep each of them for ever."""
    out = bytearray()
    for code in range(first, first + count):
        out += bytes([0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63])
    return out.decode()


def test_the_characters_of_speech_are_not_kept():
    for shape in SHAPES:
        extract(shape % signs(0x4E00, 3), NOW)
    before = used()
    for at in range(0x5000, 0x5A00, 4):
        extract(SHAPES[at // 4 % len(SHAPES)] % signs(at, 4), NOW)
    # 2,560 characters: they would be 60 KB.
    assert used() - before < 2000, used() - before
