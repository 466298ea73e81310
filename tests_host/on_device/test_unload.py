"""Giving back what seldom needed modules take, again and again."""

import gc
import sys

from memory.unload import unload

_PARTS = ("memory.deflate", "memory._bits", "memory._huffman", "memory._lz", "memory.gather",
          "memory.postings", "memory.sieve", "memory.part", "memory.text")  # fmt: skip


def _load():
    for name in _PARTS:
        __import__(name)


def _used():
    gc.collect()
    return gc.mem_alloc()


def test_a_module_goes_and_comes_again():
    _load()
    before = sys.modules["memory.deflate"]
    unload("memory.deflate")
    assert "memory.deflate" not in sys.modules
    _load()
    assert sys.modules["memory.deflate"] is not before


def test_a_module_with_machine_code_is_loaded_once():
    _load()
    before = sys.modules["memory._lz"]
    unload(("memory._lz", "memory.deflate"))
    assert sys.modules["memory._lz"] is before


def test_the_heap_does_not_grow_with_the_number_of_times():
    for _ in range(3):
        _load()
        unload(_PARTS)
    used = _used()
    for _ in range(30):
        _load()
        unload(_PARTS)
    # Each time that machine code is loaded again costs 32 bytes a function here, to note where it
    # lies, besides the code itself.
    assert _used() - used < 500, _used() - used
