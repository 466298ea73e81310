"""
memory.gzip.huffman: lengths that fit the limit and are complete, codes as RFC 1951 numbers them.
"""

from array import array

from memory.gzip import huffman

RUNS_ON = ("micropython", "cpython")


def lengths_of(counts, longest, first=0):
    cells = array("H", [7] * first + counts)
    lengths = bytearray([99] * (first + len(counts)))
    scratch = array("H", bytes(2 * huffman.SCRATCH_SIZE))
    huffman.set_lengths(cells, first, len(counts), longest, lengths, scratch)
    assert list(lengths[:first]) == [99] * first
    return list(lengths[first:])


def kraft(lengths, longest):
    """Code space in use, in codes of the greatest length."""
    return sum([1 << (longest - n) for n in lengths if n])


def fibonacci(count):
    found = [1, 1]
    while len(found) < count:
        found.append(found[-1] + found[-2])
    return found[:count]


def test_common_symbols_get_the_short_codes():
    assert lengths_of([5, 0, 1, 2, 9, 0], 15) == [2, 0, 3, 3, 1, 0]
    assert lengths_of([8, 4, 2, 1, 1], 15) == [1, 2, 3, 4, 4]
    assert lengths_of([3, 3, 3, 3], 15) == [2, 2, 2, 2]


def test_symbols_before_the_first_are_left_alone():
    assert lengths_of([8, 4, 2, 1, 1], 15, 30) == [1, 2, 3, 4, 4]


def test_a_code_has_two_symbols_even_where_one_or_none_occurs():
    assert lengths_of([0, 0, 0], 15) == [1, 1, 0]
    assert lengths_of([6, 0, 0], 15) == [1, 1, 0]
    assert lengths_of([0, 0, 6], 15) == [1, 0, 1]
    assert lengths_of([2, 0, 6], 15) == [1, 0, 1]


def test_counts_that_ask_for_longer_codes_than_allowed_get_complete_ones_within_the_limit():
    for count, longest in ((19, 7), (12, 7), (9, 7), (22, 15), (18, 15)):
        counts = fibonacci(count)
        for shown in (counts, counts[::-1], counts[::2] + counts[1::2], [0] + counts[:-1]):
            lengths = lengths_of(shown, longest)
            assert max(lengths) == longest, (count, longest)
            assert kraft(lengths, longest) == 1 << longest
            assert [bool(n) for n in shown] == [bool(n) for n in lengths]


def test_a_full_tree_at_the_limit_is_even():
    assert lengths_of([1] * 127 + [9000], 7) == [7] * 128
    assert lengths_of([1, 2, 4, 8, 16, 32, 64, 128], 3) == [3] * 8


def test_all_286_symbols_fit_in_any_order():
    for step in (1, 7, 100, 285):
        counts = [1 + (at * step) % 286 for at in range(286)]
        lengths = lengths_of(counts, 15)
        assert kraft(lengths, 15) == 1 << 15
        common_first = sorted([(-n, size) for n, size in zip(counts, lengths)])
        assert [size for _, size in common_first] == sorted(lengths)


def test_codes_are_those_of_the_example_in_the_rfc():
    """RFC 1951 section 3.2.2: A to H with lengths 3, 3, 3, 3, 3, 2, 4, 4; sent first bit first."""
    codes = array("H", bytes(2 * 10))
    scratch = array("H", bytes(64))
    huffman.set_codes(bytearray([9, 9, 3, 3, 3, 3, 3, 2, 4, 4]), 2, 8, codes, scratch)
    wanted = ("010", "011", "100", "101", "110", "00", "1110", "1111")
    assert list(codes) == [0, 0] + [int("".join(reversed(code)), 2) for code in wanted]


def test_symbols_that_do_not_occur_take_no_code():
    codes = array("H", bytes(2 * 5))
    huffman.set_codes(bytearray([1, 0, 2, 0, 2]), 0, 5, codes, array("H", bytes(64)))
    assert list(codes) == [0, 0, 1, 0, 3]


def test_cost_is_the_sum_of_all_codes():
    assert huffman.cost(array("H", [5, 0, 60000]), 3, bytearray([1, 9, 15])) == 900005
