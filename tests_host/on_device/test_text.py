"""memory.text.folding: which spellings are one word, and how long a text is."""

from memory.text.characters import cleaned
from memory.text.folding import fold, folded, has_half, plain, size

RUNS_ON = ("micropython", "cpython")


def test_case_and_width_do_not_tell_words_apart():
    for one, other in (
        ("Tea", "tEA"),
        ("ＡＢＣ", "abc"),
        ("ｘｙｚ１２３", "XYZ123"),
        ("ÀÉÎÕÜÞ", "àéîõüþ"),
        ("ΣΟΦΟΣ", "σοφος"),
        ("ΜΟΣΧΑ ЁЖ", "μοσχα ёж"),
        ("МОСКВА", "москва"),
        ("你　好", "你 好"),
        ("（？！）", "(?!)"),
    ):
        assert fold(one) == fold(other), one


def test_what_differs_stays_different():
    for one, other in (("茶", "荼"), ("×", "÷"), ("ß", "ss"), ("tea", "team"), ("あ", "ア")):
        assert fold(one) != fold(other), one


def test_folding_twice_changes_nothing_more_and_keeps_the_length():
    for text in ("", "Tea 茶", "ＡＢＣ～", "ÀΣЁ", "🎂🐱", 'a"b\\c\n', "한국어 ひらがな"):
        once = fold(text)
        assert fold(once) == once
        assert len(once) == len(text)


def test_a_text_folds_as_itself_whatever_was_folded_before_it():
    rows = [("主人住在，北京", "主人住在,北京"), ("主人住在，上海", "主人住在,上海"), ("茶", "茶")]
    rows += [("茶，" * 200, "茶," * 200), ("茶，" * 200 + "Ａ", "茶," * 200 + "a"), ("", "")]
    for one in rows:
        for other in rows:
            assert (fold(one[0]), fold(other[0])) == (one[1], other[1])
            assert folded(one[0].encode()) == one[1].encode()


def utf8(code):
    """A character, not by chr(), which MicroPython keeps for ever."""
    if code < 0x80:
        return bytes([code])
    out = [0x80 | code & 63]
    code >>= 6
    while code > (31, 15, 7)[len(out) - 1]:
        out.insert(0, 0x80 | code & 63)
        code >>= 6
    return bytes([(0xC0, 0xE0, 0xF0)[len(out) - 1] | code] + out)


def test_no_character_that_is_to_be_cleaned_away_is_passed_over():
    spans = ((0, 0x3400), (0xD780, 0xD800), (0xE000, 0x10000), (0x1BC80, 0x1BCC0))
    spans += ((0x1D140, 0x1D1B0), (0x1F300, 0x1F400), (0xE0000, 0xE0200), (0x10FFF0, 0x110000))
    for first, end in spans:
        for code in range(first, end):
            for raw in (utf8(code), "茶，".encode() + utf8(code) + b"x"):
                assert plain(raw.decode()) == cleaned(raw).decode(), hex(code)


def test_size_counts_bytes_of_utf8():
    assert size("") == 0
    assert size("tea") == 3
    assert size("茶") == 3
    assert size("🎂") == 4
    assert size("é") == 2


def test_half_a_surrogate_pair_is_no_text():
    assert has_half("a\ud83d")
    assert has_half("\udc00")
    for text in ("", "tea", "茶", "🎂", "힣 한국어", "\ud7ff\ue000"):
        assert not has_half(text), text
