"""memory.text.phrase_tables: phrases of a packed table in a text."""

from memory.text.phrase_tables import (
    ending,
    entry,
    has,
    leading,
    meaning,
    padded,
    replaced,
    standing,
)

_DAYS = "|大前天=-3|前天=-2|今天=0| today =0|".encode()
_PLAIN = "|吗|呢|:|what|".encode()


def _all(find, table, text):
    found = []
    at = find(table, text.encode())
    while at >= 0:
        found.append(entry(table, at).decode())
        at = find(table, text.encode(), at)
    return found


def test_phrases_are_found_in_the_order_of_their_table():
    assert _all(standing, _DAYS, "今天和大前天") == ["大前天", "前天", "今天"]
    assert _all(standing, _DAYS, "and today i") == [" today "]


def test_a_phrase_is_found_at_either_end_and_nowhere_else():
    assert _all(standing, _PLAIN, "what吗呢") == ["吗", "呢", "what"]
    assert _all(leading, _PLAIN, "what吗呢") == ["what"]
    assert _all(ending, _PLAIN, "what吗呢") == ["呢"]
    assert _all(leading, _PLAIN, "吗") == _all(ending, _PLAIN, "吗") == ["吗"]


def test_nothing_is_found_in_a_text_shorter_than_every_phrase():
    for find in (standing, leading, ending):
        assert find(_PLAIN, b"") == -1
        assert find(_DAYS, b"to") == -1


def test_a_phrase_has_its_meaning_and_what_it_means_is_not_searched():
    at = standing(_DAYS, "前天".encode())
    assert (entry(_DAYS, at), meaning(_DAYS, at)) == ("前天".encode(), b"-2")
    assert standing(_DAYS, b"-3") == -1
    assert meaning(_PLAIN, standing(_PLAIN, b"what")) == b""


def test_a_whole_entry_is_told_from_a_part_of_one():
    assert has(_PLAIN, b"what")
    assert not has(_PLAIN, b"wha")
    assert not has(_PLAIN, b"")
    assert not has(_PLAIN, b":|what")


def test_each_phrase_is_replaced_by_what_it_means_in_the_order_of_the_table():
    table = "|can't=can not|n't= not|呢=|啥=什么|ab=b|b=c|".encode()
    for text, expected in (
        ("I can't and don't", "I can not and do not"),
        ("啥时候呢", "什么时候"),
        ("aab", "ac"),
        ("nothing", "nothing"),
        ("", ""),
    ):
        assert replaced(table, text) == expected, text
    assert replaced(b"|", "as it was") == "as it was"


def test_words_stand_between_blanks_with_marks_for_blanks_too():
    for text, wide, narrow in (
        ("hello,  world", b" hello world ", b" hello world "),
        ("住在北京，good!", " 住在北京，good ".encode(), b" good "),
        ("  ", b" ", b" "),
        ("", b" ", b" "),
        ("a\tb\n", b" a b ", b" a b "),
    ):
        assert padded(text.encode(), b",!") == wide, text
        assert padded(text.encode(), b",!", False) == narrow, text
