"""memory.text.line_filter: what is worth parsing, by the bytes of a line."""

from memory.text.line_filter import LineFilter, line_filter

RUNS_ON = ("micropython", "cpython")


def test_several_pieces_are_found_where_each_of_them_is_found():
    pieces = ("海边", "上海", "jazz", "az", "b2", "北京的冬天")
    letters = (
        "海",
        "边",
        "上",
        "京",
        "北",
        "的",
        "冬",
        "天",
        "J",
        "a",
        "z",
        "Z",
        "b",
        "2",
        "\n",
        "Ｊ",
    )
    state = 20261126
    for _ in range(300):
        text = ""
        for _ in range(40):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            text += letters[(state >> 12) % len(letters)]
        raw = text.encode()
        alone = [line_filter([piece]) for piece in pieces]
        together = line_filter(pieces)
        end = len(raw)
        while end > 0:
            lasts = [one.last(raw, end) for one in alone]
            assert together.last(raw, end) == max(lasts), (text, end, lasts)
            end = raw.rfind(b"\n", 0, max(0, max(lasts)))  # lines are cut off, never within one
        assert together.passes(raw) == bool([1 for one in alone if one.passes(raw)])


def test_pieces_of_one_letter_or_with_capitals_are_found_with_others():
    assert line_filter(["a", "海边"]).last(b"xxA", 3) == 2
    told = LineFilter([b'"id":"A1"', b'"id":"b2"'])
    assert told.passes(b'{"id":"A1"}') and not told.passes(b'{"id":"a2"}')
    assert LineFilter(["长".encode() * 100, "短".encode() * 100]).passes("短".encode() * 100)
