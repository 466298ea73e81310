"""The asset `words`: made anew it is the same, and a board recalls with it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools import words
from tools.flashing import assets

_AT, _SIZE = 0xD20000, 0x200000
_WORDS = (("words", words.TABLE.read_bytes()),)
_STATE = """
from firmware.system import assets
from memory.search.expansion import Expander
expander = Expander(assets.open_words)
print(expander.is_ready(), [group[0].how for group in expander.whole("doubao")])
print(expander.is_ready(), expander.problem)
"""


@pytest.mark.thorough
def test_the_table_made_anew_is_the_same_and_below_its_cap() -> None:
    made = words.made()
    assert words.TABLE.read_bytes() == made
    assert len(made) <= 1 << 20


def test_a_line_of_the_thesaurus_that_is_no_group_is_named() -> None:
    for line in ("alone", "head:", ": member", "结婚 结婚_了"):
        with pytest.raises(words.BadThesaurus):
            words.groups(line + "\n")


def test_a_verb_is_looked_up_with_its_particle_and_a_phrase_without_stop_words() -> None:
    assert words.key("giving up") == "give up"
    assert words.key("walk the dog") == "walk dog"
    heads, _, _ = words.groups("in_love give_up walk_the_dog\n")[0]
    assert heads == ["give up", "walk the dog"]


def test_a_line_says_beside_which_characters_a_word_is_part_of_another_in_both_scripts() -> None:
    rows = words.rows("!! 拿 手 机\n!! _ 苹果 手\n狗 犬\n!! a,the runs out\n")
    assert rows[b"hrun"] == b",a,the, ,out,"
    assert rows["h手".encode()].decode() == "拿 机機"
    assert rows["h苹果".encode()].decode() == rows["h蘋果".encode()].decode() == " 手"
    for line in ("!! 手 机", "!! 拿 手 phone"):
        with pytest.raises(words.BadThesaurus):
            words.rows(line + "\n")


def test_a_member_stands_once_for_a_name_though_two_lines_have_it() -> None:
    once = words.rows("猫 cat: 狸花\n猫 cat:: 狸花 三花\n")
    assert once == words.rows("猫 cat: 狸花\n猫 cat:: 三花\n")


def test_words_after_two_colons_are_synonyms_that_have_no_keys_of_pinyin_and_slips() -> None:
    rows = words.rows(":: 冰岛 iceland\n猫 cat:: 布偶猫\n")
    assert {b"wiceland", "w冰岛".encode(), b"wcat", b"ymao"} <= set(rows)
    assert not {b"miceland", b"ybingdao", b"jbd", b"ybuoumao"} & set(rows)


def _state(run_mpy: Callable, flash: Path, image: bytes) -> list[str]:
    with flash.open("r+b") as chip:
        chip.seek(_AT)
        chip.write(image)
    lines: list[str] = run_mpy(_STATE, flash=flash).out.splitlines()
    return lines


def test_a_board_reads_the_table_from_its_partition(run_mpy: Callable, flash: Path) -> None:
    image = assets.image(_WORDS, _SIZE)
    assert _state(run_mpy, flash, image) == ["True ['pinyin']", "True "]


@pytest.mark.parametrize("image", [b"", assets.image((), _SIZE)], ids=["erased", "empty"])
def test_a_board_without_the_table_knows_no_other_words(
    run_mpy: Callable, flash: Path, image: bytes
) -> None:
    assert _state(run_mpy, flash, image) == ["False []", "False "]


@pytest.mark.parametrize(
    ("at", "problem"),
    [
        (0, "the partition has no assets of this version"),
        (4096, "the words are no table of this version"),
        (4096 + 20, "the list of the words' blocks does not check"),
    ],
)
def test_a_table_whose_head_is_damaged_is_none_and_says_why(
    run_mpy: Callable, flash: Path, at: int, problem: str
) -> None:
    image = bytearray(assets.image(_WORDS, _SIZE))
    image[at] ^= 0x10
    assert _state(run_mpy, flash, bytes(image)) == ["False []", f"False {problem}"]
