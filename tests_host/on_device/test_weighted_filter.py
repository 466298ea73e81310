"""memory.text.weighted_filter: which lines share enough with a question to be parsed."""

from memory.text.weighted_filter import weighted_filter

RUNS_ON = ("micropython", "cpython")

_WEIGHTS = (("海边", 5), ("上海", 7), ("海", 2), ("jaz", 4), ("b2", 3), ("冬", 1))
_LETTERS = "海 边 上 京 的 冬 天 J a z Z b 2 \n".split(" ")


def texts(letters, count=200):
    """Texts of these letters, always the same."""
    state = 20261126
    print("seed", state)
    for _ in range(count):
        text = ""
        for _ in range(40):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            text += letters[(state >> 12) % len(letters)]
        yield text


def filters(least):
    return weighted_filter([(text.encode(), weight) for text, weight in _WEIGHTS], least)


def weighed(text):
    return sum([weight for piece, weight in _WEIGHTS if piece in text.lower()])


def test_a_text_passes_where_its_pieces_weigh_enough_together_each_of_them_once():
    for least in (1, 3, 6, 9, 12, 17, 22):
        asked = filters(least)
        for text in texts(_LETTERS):
            assert asked.passes(text.encode()) == (weighed(text) >= least), (least, text)


def test_the_last_line_whose_pieces_weigh_enough_is_found():
    for least in (3, 7, 11):
        asked = filters(least)
        for text in texts(_LETTERS + ["\n", "\n"]):
            raw = ("\n" + text).encode()
            end = len(raw)
            lines = raw.split(b"\n")[1:]
            while lines:
                begin = end - len(lines[-1])
                wanted = weighed(lines[-1].decode()) >= least
                at = asked.last(raw, end)
                assert (at >= begin) == wanted, (least, text, at, begin)
                if not wanted:  # else it is in an earlier line that is heavy enough, or in none
                    heavy = [one for one in lines if weighed(one.decode()) >= least]
                    assert (at >= 0) == bool(heavy)
                end = begin - 1
                lines.pop()


def test_a_line_with_letters_of_full_width_is_always_parsed():
    asked = weighted_filter([(b"jaz", 4), ("海边".encode(), 4)], 8)
    assert asked.passes("听Ｊazz".encode()) and not asked.passes("听，jazz".encode())
    assert not weighted_filter([("海边".encode(), 4)], 4).passes("听Ｊazz".encode())


def test_what_cannot_be_told_from_bytes_counts_as_if_it_were_there():
    unsure = [(b"x", 5), ("é".encode(), 3), (b"", 2)]
    asked = weighted_filter(unsure + [("海边".encode(), 4)], 14)
    assert asked.passes("去海边".encode()) and not asked.passes("去上海".encode())
    assert weighted_filter(unsure, 10) is None
    assert weighted_filter([("海边".encode(), 4)], 0) is None


def test_many_pieces_are_told_apart():
    rows = [("一%s" % chr(0x4E01 + number), 1) for number in range(400)]
    asked = weighted_filter([(text.encode(), weight) for text, weight in rows], 400)
    assert asked.passes("".join([text for text, _ in rows]).encode())
    assert not asked.passes("".join([text for text, _ in rows[1:]]).encode())


def test_what_a_text_weighs_beyond_sixteen_bits_counts_too():
    asked = weighted_filter([(b"202", 60000)] * 2 + [("海边".encode(), 40000)], 150000)
    assert asked.passes("202，海边".encode())
    assert not weighted_filter([(b"202", 60000), (b"303", 40000)], 90000).passes(b"303")
