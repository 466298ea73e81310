"""tools/script.py: the traditional characters of the words that rules know."""

from tools import script


def test_the_table_made_anew_is_the_same() -> None:
    source = script.MODULE.read_text("utf-8")
    made = script.module(source, script.pairs(script.used()))
    assert source == made, "run .venv/bin/python tools/script.py"


def test_characters_of_both_scripts_stay_as_they_are() -> None:
    found = script.pairs(set("么后里着干台"))
    assert found["後"] == "后"
    assert found["裡"] == "里"
    assert not {"么", "后", "里", "著", "乾", "什"} & set(found)
