"""
memory.gzip.writer: what it writes, MicroPython's deflate module inflates, whole and in parts.
"""

import gc
import io
from array import array

from _raised import raised
from deflate import GZIP, RAW, DeflateIO
from memory.gzip.writer import Gzip


class File:
    """What a Gzip wrote, and where its blocks are."""

    def __init__(self, window_bits=12, block_bytes=8192):
        self.data = bytearray()
        self.bits = window_bits
        self.blocks = []
        self.gzip = Gzip(self.write, window_bits, block_bytes)

    def write(self, data):
        self.data.extend(data)

    def block(self, data):
        self.gzip.add(data)
        offset, length = self.gzip.end_block()
        self.blocks.append((offset, length, bytes(data)))
        return length

    def finish(self):
        assert self.gzip.finish() == len(self.data)
        return self

    def check(self):
        """Inflate the whole, then each block from its offset as a reader with an index would."""
        file = io.BytesIO(self.data)
        whole = b"".join([data for _, _, data in self.blocks])
        assert DeflateIO(file, GZIP).read() == whole
        file.seek(0)
        assert DeflateIO(file, GZIP, self.bits).read() == whole
        for offset, length, data in self.blocks:
            file.seek(offset)
            assert DeflateIO(file, RAW, self.bits).read(len(data)) == data
            # ... and without what comes after it: nothing in it waits for more.
            alone = io.BytesIO(self.data[offset : offset + length])
            assert DeflateIO(alone, RAW, self.bits).read(len(data)) == data


def compressed(*blocks, window_bits=12, block_bytes=8192):
    file = File(window_bits, block_bytes)
    for data in blocks:
        file.block(data)
    file.finish().check()
    return file


def noise(size, seed=1):
    """Bytes without any order."""
    out = bytearray(size)
    for at in range(size):
        seed ^= (seed << 13) & 0xFFFFFFFF
        seed ^= seed >> 17
        seed ^= (seed << 5) & 0xFFFFFFFF
        out[at] = seed >> 11 & 255
    return out


def lines(count):
    """Records as a segment of the archive has them."""
    names = ("小林", "王阿姨", "欧阳老师", "Emma")
    things = ("喜欢桂花糕", "对花生过敏", "周三去杭州出差", "lost the blue umbrella", "膝盖又疼了")
    text = '{"id":"k3z%d","rev":1,"kind":"fact","created":"2026-02-%02dT%02d:00:00",'
    text += '"content":"%s%s，%d次"}\n'
    out = ""
    for n in range(count):
        k = n * 7919 % 1009
        out += text % (n, k % 28 + 1, k % 24, names[k % 4], things[k % 5], k)
    return out.encode()


def test_a_file_without_blocks_inflates_to_nothing():
    file = compressed()
    assert len(file.data) == 20
    assert file.data[:4] == b"\x1f\x8b\x08\x00"
    assert file.data[4:8] == b"\x00\x00\x00\x00"


def test_a_block_without_bytes_takes_none():
    file = compressed(b"", b"a", b"")
    assert [length for _, length, _ in file.blocks][::2] == [0, 0]


def test_every_single_byte_comes_back():
    for value in range(256):
        compressed(bytes([value]))


def test_equal_bytes_of_any_number_come_back():
    for size in (1, 2, 3, 4, 256, 257, 258, 259, 260, 514, 515, 516, 517, 4096, 8192):
        file = compressed(b"\x00" * size, b"z" * size)
        assert size < 4000 or len(file.data) < 120


def test_disorder_is_stored_and_costs_five_bytes():
    for size in (1000, 8192):
        file = File()
        assert file.block(noise(size)) == size + 5
        assert file.block(noise(size, 2)) == size + 5
        file.finish().check()


def test_records_shrink_to_a_third():
    text = lines(70)[:8192]
    file = compressed(text, lines(30))
    assert file.blocks[0][1] < len(text) // 3


def test_a_few_bytes_take_the_fixed_codes():
    file = compressed(b"tea, more tea, and then tea", b"?")
    kinds = [file.data[offset] & 7 for offset, _, _ in file.blocks]
    assert kinds == [2, 0]  # a lone byte is stored


def test_blocks_are_read_alone_wherever_the_border_is():
    text = lines(3)
    for border in range(len(text) + 1):
        file = compressed(text[:border], text[border:])
        assert len(file.blocks) == 2


def test_many_small_blocks_make_one_file():
    text = lines(60)
    compressed(*[text[at : at + 211] for at in range(0, len(text), 211)])


def test_a_repeat_is_found_as_far_as_the_window_reaches_and_no_farther():
    for bits in (8, 9, 12):
        window = 1 << bits
        once = noise(window)
        near = compressed(once + once, window_bits=bits).blocks[0][1]
        assert near < window + window // 4, bits
        far = compressed(b"!" + once[1:] + b"!!" + once[1:-1], window_bits=bits).blocks[0][1]
        assert far > 2 * window, bits


def test_matches_of_every_length_come_back():
    once = noise(300)
    for size in (1, 2, 3, 4, 5, 10, 11, 12, 18, 19, 34, 35, 114, 115, 130, 131, 226, 227, 256):
        compressed(once + b"." + once[:size] + b"!" + once[1 : size + 2])
    for size in (257, 258, 259, 300):
        compressed(once + b"." + once[:size])
        compressed(once[:size] + once[:size])


def test_a_window_larger_than_the_block_is_as_good_as_the_block():
    text = lines(20)[:2048]
    large = compressed(text, window_bits=15, block_bytes=2048)
    assert bytes(compressed(text, window_bits=11, block_bytes=2048).data) == bytes(large.data)


def test_steps_write_what_end_block_writes():
    text = lines(80)[:8192]
    whole = compressed(text)
    file = File()
    file.gzip.add(text)
    steps = file.gzip.steps()
    count = 0
    while True:
        count += 1
        raised(ValueError, file.gzip.add, b"x")
        raised(ValueError, file.gzip.finish)
        try:
            next(steps)
        except StopIteration as stop:
            assert stop.value == (10, len(file.data) - 10)
            break
        if count == 2:
            raised(ValueError, file.gzip.end_block)
    assert count > 12
    file.finish()
    assert file.data == whole.data


def test_a_block_takes_what_it_has_room_for_and_no_more():
    file = File(block_bytes=100)
    file.gzip.add(b"a" * 60)
    assert file.gzip.room == 40
    raised(ValueError, file.gzip.add, b"b" * 41)
    raised(ValueError, file.gzip.finish)
    file.gzip.add(b"c" * 40)
    assert file.gzip.room == 0
    offset, length = file.gzip.end_block()
    assert file.gzip.room == 100
    file.blocks.append((offset, length, b"a" * 60 + b"c" * 40))
    file.finish().check()


def test_nothing_follows_the_end_of_a_file():
    file = compressed(b"all")
    raised(ValueError, file.gzip.add, b"x")
    raised(ValueError, file.gzip.end_block)
    raised(ValueError, file.gzip.finish)
    file.check()


def test_a_buffer_of_wider_items_is_no_bytes():
    """Its length is not its size, and nothing past the block's buffer may be written."""
    file = File(block_bytes=100)
    for wide in (array("H", [1] * 60), memoryview(array("I", [1] * 30)), "text"):
        raised((ValueError, NotImplementedError), file.gzip.add, wide)
    assert file.gzip.room == 100


def test_sizes_that_cannot_be_are_refused():
    for window_bits, block_bytes in ((7, 8192), (16, 8192), (12, 0), (12, 32769)):
        raised(ValueError, File, window_bits, block_bytes)


def test_an_error_of_the_file_comes_out_and_ends_it():
    full = OSError(28)
    written = []

    def write(data):
        if len(written) == 2:
            raise full
        written.append(len(data))

    gzip = Gzip(write)
    gzip.add(lines(60)[:8192])
    assert raised(OSError, gzip.end_block) is full
    raised(ValueError, gzip.end_block)
    raised(ValueError, gzip.finish)


def test_all_memory_is_taken_at_the_start():
    """36 KB, and then a few small objects for each block of 8 KB."""
    text = lines(80)[:8192]
    gc.collect()
    before = gc.mem_alloc()
    gzip = Gzip(len)
    gc.collect()
    assert gc.mem_alloc() - before < 37 * 1024
    gc.disable()
    for _ in range(3):
        before = gc.mem_alloc()
        gzip.add(text)
        gzip.end_block()
        assert gc.mem_alloc() - before < 3 * 1024
    gc.enable()
