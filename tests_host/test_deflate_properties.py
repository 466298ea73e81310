"""
memory.gzip.writer under hypothesis on CPython, read by zlib; and the same bytes from MicroPython,
as machine code and as byte code.
"""

import gzip
import random
import shutil
import subprocess
import sys
import zlib
from array import array
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import device
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

deflate: Any = import_module("memory.gzip.writer")
huffman: Any = import_module("memory.gzip.huffman")

_SYNC = b"\x00\x00\xff\xff"
_WORDS = ["主人", "喜欢", "桂花糕", "tea", '{"id":"k3z', '","kind":"fact"', "2026-02-05", "。"]


def compress(blocks: "list[bytes]", window_bits: int = 12) -> "tuple[bytes, list]":
    """The file and (offset, length) of each block."""
    out = bytearray()
    made = deflate.Gzip(out.extend, window_bits, 8192)
    places = []
    for data in blocks:
        made.add(data)
        places.append(made.end_block())
    assert made.finish() == len(out)
    return bytes(out), places


def check(blocks: "list[bytes]", window_bits: int = 12) -> bytes:
    """Compress, and read the whole and each block alone with nothing larger than the window."""
    file, places = compress(blocks, window_bits)
    assert gzip.decompress(file) == b"".join(blocks)
    assert [offset for offset, _ in places] == [
        10 + sum(length for _, length in places[:at]) for at in range(len(places))
    ]
    for data, (offset, length) in zip(blocks, places, strict=True):
        reader = zlib.decompressobj(-max(window_bits, 9))  # zlib reads none with 8
        block = file[offset : offset + length]
        assert reader.decompress(block) == data
        assert block.endswith(_SYNC) or not block or block[0] == 0  # 0: stored
        assert length <= len(data) + 5
    return file


def pieces(data: bytes, borders: "list[int]") -> "list[bytes]":
    cuts = sorted({0, len(data), *(border % (len(data) + 1) for border in borders)})
    return [data[start:end] for start, end in pairwise(cuts)]


# Text that repeats itself near and far, between bytes that do not.
_REPEATING = st.lists(
    st.one_of(
        st.sampled_from([word.encode() for word in _WORDS]),
        st.binary(max_size=12),
        st.tuples(st.binary(min_size=1, max_size=3), st.integers(1, 700)).map(
            lambda pair: pair[0] * (pair[1] // len(pair[0]))
        ),
    ),
    max_size=60,
).map(lambda parts: b"".join(parts)[:8192])


@settings(max_examples=device.tries(300))
@given(st.binary(max_size=3000), st.lists(st.integers(0, 3000), max_size=4))
def test_zlib_reads_any_bytes_in_any_blocks(data: bytes, borders: "list[int]") -> None:
    check(pieces(data, borders))


@settings(max_examples=device.tries(400))
@given(_REPEATING, st.lists(st.integers(0, 8192), max_size=3), st.integers(8, 15))
@example(b"ab" * 4096, [], 12)
@example(b"\xff" * 8192, [1, 8191], 15)
def test_zlib_reads_repeating_text_in_any_blocks(
    data: bytes, borders: "list[int]", window_bits: int
) -> None:
    check(pieces(data, borders), window_bits)


@pytest.mark.parametrize("size", [*range(1, 12), *range(250, 270), *range(510, 522), 8192])
def test_runs_of_one_byte_are_read_whatever_their_length(size: int) -> None:
    check([b"a" * size, b"b" + b"a" * (size - 1), b"a" * (size - 1) + b"b"])


@pytest.mark.parametrize("gap", [1, 2, 3, 4, 5, 9, 10, 11, 12, 136, 137, 138, 139, 140, 200, 250])
def test_any_gap_between_the_symbols_in_use_can_be_told(gap: int) -> None:
    """The code lengths are sent as runs: 3 to 6 equal ones, 3 to 10 or 11 to 138 zeros."""
    draw = random.Random(gap)
    for many in (2, 5, 6, 7, 8, 9, 15):
        alphabet = [n % 256 for n in range(many)] + [(many + gap) % 256]
        data = bytes(draw.choice(alphabet) for _ in range(700))
        assert len(check([data])) < 700


def fibonacci(count: int) -> "list[int]":
    found = [1, 1]
    while len(found) < count:
        found.append(found[-1] + found[-2])
    return found[:count]


def test_bytes_as_rare_as_fibonacci_numbers_reach_the_longest_code() -> None:
    """Their tree is deeper than the 15 bits a code may have."""
    counts = fibonacci(18)
    data = bytearray(b"".join(bytes([40 + n]) * count for n, count in enumerate(counts)))
    random.Random(1).shuffle(data)
    lengths = bytearray(256)
    seen = array("H", [data.count(n) for n in range(256)])
    scratch = array("H", bytes(2 * huffman.SCRATCH_SIZE))
    huffman.set_lengths(seen, 0, 256, 15, lengths, scratch)
    assert max(lengths) == 15
    assert max(package_merge(list(seen), 17)) == 17
    check([bytes(data)])


def package_merge(counts: "list[int]", longest: int) -> "list[int]":
    """The best lengths there are within the limit (Larmore and Hirschberg), slowly."""
    leaves: list[tuple[int, tuple[int, ...]]] = sorted(
        (count, (symbol,)) for symbol, count in enumerate(counts) if count
    )
    row = leaves
    for _ in range(longest - 1):
        pairs = [
            (row[at][0] + row[at + 1][0], row[at][1] + row[at + 1][1])
            for at in range(0, len(row) - 1, 2)
        ]
        row = sorted(leaves + pairs)
    lengths = [0] * len(counts)
    for _, symbols in row[: 2 * len(leaves) - 2]:
        for symbol in symbols:
            lengths[symbol] += 1
    return lengths


_STEEP = st.tuples(st.integers(2, 40), st.floats(1.0, 2.2), st.randoms(use_true_random=False)).map(
    lambda drawn: [max(1, int(drawn[1] ** n)) for n in drawn[2].sample(range(drawn[0]), drawn[0])]
)


@settings(max_examples=device.tries(300))
@given(
    st.one_of(st.lists(st.integers(0, 200), min_size=2, max_size=286), _STEEP),
    st.sampled_from([7, 15]),
)
@example(fibonacci(19), 7)
@example(fibonacci(22), 15)
@example([1] * 286, 15)
@example([1] * 18 + [30000], 7)
def test_lengths_are_complete_within_the_limit_and_nearly_the_best(
    counts: "list[int]", longest: int
) -> None:
    counts = counts[: 19 if longest == 7 else 286]
    while sum(counts) > 60000:
        counts = [count // 2 for count in counts]
    size = len(counts)
    lengths = bytearray(size)
    scratch = array("H", bytes(2 * huffman.SCRATCH_SIZE))
    huffman.set_lengths(array("H", counts), 0, size, longest, lengths, scratch)
    assert sum(1 << (longest - length) for length in lengths if length) == 1 << longest
    if sum(1 for count in counts if count) < 2:
        return
    assert [bool(length) for length in lengths] == [bool(count) for count in counts]
    best = package_merge(counts, longest)
    cost, least = (
        sum(count * length for count, length in zip(counts, made, strict=True))
        for made in (lengths, best)
    )
    free = package_merge(counts, 30)
    if max(free) <= longest:
        assert cost == least
    else:
        assert least <= cost <= least * (1.002 if longest == 15 else 1.12)


# -- MicroPython --------------------------------------------------------------------------------

_WRITE = """
import sys
if sys.argv[2]:
    sys.path.insert(0, sys.argv[2])
from memory.gzip import lz77 as _lz, writer as deflate
print(_lz.search)  # machine code has no name
with open(sys.argv[1], 'rb') as f:
    everything = f.read()
at = 0
for size, bits in (SIZES):
    with open(sys.argv[3] + '/%d-%d.gz' % (size, bits), 'wb') as f:
        gzip = deflate.Gzip(f.write, bits, size)
        for start in range(0, len(everything), size):
            gzip.add(everything[start:start + size])
            print(size, bits, *gzip.end_block())
        gzip.finish()
"""
_SIZES = ((8192, 12), (700, 8), (16384, 15), (6144, 12), (97, 9))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bit of everything."""
    draw = random.Random(20260205)
    parts: list[bytes] = []
    for n in range(120):
        text = "".join(draw.choice(_WORDS) for _ in range(draw.randrange(30)))
        parts.append(f'{{"id":"k3z{n}","content":"{text}"}}\n'.encode())
    parts += [draw.randbytes(3000), b"\0" * 3000, b"abcabcab" * 500, bytes(range(256)) * 9]
    path = tmp_path_factory.mktemp("sample") / "everything"
    path.write_bytes(b"".join(parts)[:20001])
    return path


def _plain(folder: Path) -> Path:
    """lib/ as an interpreter without native code gets it."""
    shutil.copytree(device.ROOT / "lib" / "memory", folder / "memory")
    for path in (folder / "memory").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        path.write_text(
            source.replace("@micropython.viper\n", "@micropython.bytecode\n"), encoding="utf-8"
        )
    return folder


@pytest.mark.sample(1)
@pytest.mark.parametrize("plain", [False, True], ids=["viper", "plain"])
def test_micropython_writes_what_cpython_writes_and_gunzip_reads_it(
    run_mpy: Callable[..., device.Ran], sample: Path, tmp_path: Path, plain: bool
) -> None:
    lib = _plain(tmp_path / "plain") if plain else ""
    code = _WRITE.replace("SIZES", repr(_SIZES))
    ran = run_mpy(code, sample, lib, tmp_path)
    function, *rows = ran.out.splitlines()
    assert function.startswith("<function search" if plain else "<function>")
    said = [tuple(map(int, row.split())) for row in rows]
    everything = sample.read_bytes()
    for size, bits in _SIZES:
        path = tmp_path / f"{size}-{bits}.gz"
        assert gzip.decompress(path.read_bytes()) == everything
        unpacked = subprocess.run(["zcat", path], capture_output=True, check=True)
        assert unpacked.stdout == everything
        assert unpacked.stderr == b""
        out = bytearray()
        made = deflate.Gzip(out.extend, bits, size)
        places = []
        for start in range(0, len(everything), size):
            made.add(everything[start : start + size])
            places.append((size, bits, *made.end_block()))
        made.finish()
        assert out == path.read_bytes()
        assert [row for row in said if row[:2] == (size, bits)] == places
