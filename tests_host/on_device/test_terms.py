"""memory.text.terms, stem, term_dates: under which words a text is found."""

from memory.text import dates
from memory.text.date_terms import date_terms
from memory.text.stemming import stem
from memory.text.terms import STOP, day_terms, is_cjk, singles, terms

RUNS_ON = ("micropython", "cpython")


def shown(text):
    return [term.decode() for term in terms(text)]


def test_chinese_gives_pairs_and_the_last_character():
    assert shown("我爱喝茶") == ["我爱", "爱喝", "喝茶", "茶"]
    assert shown("茶。") == ["茶"]
    assert shown("喝茶，下棋") == ["喝茶", "茶", "下棋", "棋"]


def test_every_character_of_a_run_begins_a_term():
    for text in ("主人对花生过敏", "ひらがなカタカナ", "한국어", "𠮷野家", "人々"):
        found = shown(text)
        for letter in text:
            assert [term for term in found if term.startswith(letter)], (letter, found)


def test_words_are_folded_stemmed_and_lose_their_accents():
    assert shown("Camping") == shown("camped") == shown("ＣＡＭＰＳ") == ["camp"]
    assert shown("Café") == shown("cafe\u0301s") == shown("CAFÉ") == ["cafe"]
    assert shown("Łódź, Žižek, naïve") == ["lodz", "zizek", "naiv"]
    assert shown("МОСКВА") == shown("москва")


def test_common_english_words_are_left_out():
    assert shown("What is it that you don't like?") == ["like"]
    assert not [word for word in STOP.split() if terms(word.decode())]


def test_numbers_and_mixed_text_keep_their_parts():
    assert shown("ESP32的Wi-Fi在3:30断了") == [
        "esp32",
        "的",
        "wi",
        "fi",
        "在",
        "3",
        "30",
        "断了",
        "了",
    ]


def test_nothing_but_marks_gives_nothing():
    for text in ("", "  ", "?!，。·・—\n\t", "\u0301", "÷×"):
        assert terms(text) == [], text


def test_long_words_are_cut_between_characters():
    for word in ("x" * 100, "ж" * 50, "xж" * 30):
        (term,) = terms(word)
        assert 13 < len(term) <= 15
        assert word.encode().startswith(term)
        assert len(term.decode()) > 0


def test_a_date_is_found_however_it_is_written():
    for text in (
        "8 May 2023",
        "8 May, 2023",
        "on the 8th May 2023",
        "May 8, 2023",
        "May 8th, 2023",
        "2023-05-08",
        "2023/5/8",
        "2023年5月8日",
        "２０２３年０５月０８号",
    ):
        assert b"2023-05-08" in terms(text), text
        assert b"2023-05" in terms(text), text


def test_a_month_of_a_year_is_found_without_a_day():
    for text in ("May 2023", "in May, 2023", "2023年5月", "2023-05", "sometime in may 2023"):
        assert terms(text)[-1] == b"2023-05", text


def test_what_is_no_date_gives_none():
    for runs in (
        ["may", "i"],
        ["2023"],
        ["2023", "13"],
        ["2023", "0"],
        ["may"],
        ["8", "may"],
        ["1899", "5", "8"],
        ["price", "2023", "500"],
    ):
        assert date_terms([run.encode() for run in runs]) == [], runs


def test_a_day_gives_the_same_terms_as_its_text():
    day = dates.days(2023, 5, 8) * dates.DAY + 3600
    for term in day_terms(day):
        assert term in terms("2023-05-08")


def test_stems_follow_the_published_rules():
    for group in (
        "caress caresses",
        "pony ponies",
        "agree agreed agreeing",
        "plaster plastered plastering",
        "hop hopped hopping",
        "fall falling falls",
        "file filing filed",
        "relate relational",
        "connect connected connecting connection connections",
        "hope hopeful hopefulness",
        "adopt adopted adopting adoption adoptions",
        "activate activation",
        "electric electrical electricity",
    ):
        assert len({stem(word) for word in group.encode().split()}) == 1, group
    for word, expected in (
        ("sky", "sky"),
        ("sing", "sing"),
        ("feed", "feed"),
        ("cats", "cat"),
        ("rate", "rate"),
        ("cease", "ceas"),
        ("controll", "control"),
        ("generalizations", "gener"),
        ("oscillators", "oscil"),
        ("vietnamization", "vietnam"),
        ("sensibiliti", "sensibl"),
        ("by", "by"),
    ):
        assert stem(word.encode()) == expected.encode(), word


def test_different_words_keep_different_stems():
    for one, other in (("paint", "pain"), ("universe", "unit"), ("tea", "team")):
        assert stem(one.encode()) != stem(other.encode()), (one, other)


def test_cjk_terms_are_told_from_words():
    assert is_cjk("茶".encode())
    assert is_cjk("喝茶".encode())
    assert is_cjk("🎂".encode())
    for word in ("tea", "3", "москва", "2023-05"):
        assert not is_cjk(word.encode()), word
    assert singles("喝茶".encode()) == ["喝".encode(), "茶".encode()]
