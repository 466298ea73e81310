"""memory.text.plain, the rule for characters, against Python's own Unicode tables."""

import json
import sys
import unicodedata
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import device
from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

text: Any = import_module("memory.text.folding")
characters: Any = import_module("memory.text.characters")
rules: Any = import_module("memory.records.validation")

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
# Texts that stay as they are.
WHOLE = (
    "主人喜欢喝茶，“不加糖”…… ——《红楼梦》　完",
    "Ｆｕｌｌ　ｗｉｄｔｈ ￥100",
    "café naïve Ζωή Привет ё",
    "卡尔·马克思 25°C ½ ©®™",
    "👨‍👩‍👧 👩🏽‍💻 🏳️‍🌈 🏴‍☠️ 👁️‍🗨️ ❤️‍🔥 🇨🇳",
    f"flags {ENGLAND} and {ENGLAND.replace('e', 'e')}",
    "1️⃣ #️⃣ ☎️ ☎\ufe0e",
    "می‌خواهم क्‍ष",
    "ที่นี่ น้ำ ガギグ が",
    "עִבְרִית مُحَمَّد",
    "Tiếng Việt: ế ộ, e\u0301\u0323",
    "한국어 日本語 ไทย",
    "one line\nand\tanother",
)
# Characters of which nobody sees anything, wherever they stand among letters.
HIDDEN = (
    "\0\x08\x1b\x7f\x80\x9f\xad\u034f\u061c\u115f\u180e\u200b\u200d\u200e\u200f\u202a\u202e"
    "\u2060\u2063\u2066\u2069\u206f\u3164\ue000\uf8ff\ufdd0\ufe00\ufe0e\ufe0f\ufeff\uffa0\ufffb"
    "\uffff\U0001d173\U000e0001\U000e0041\U000e007f\U000e0100\U000e01ef\U000f0000\U0010fffd"
)
_ODD = st.sampled_from(
    HIDDEN
    + "\t\n\r\x0b\x85\xa0\u2003\u2028\u2029\u3000 aé中👨👩❤🏴1#\u0301\u0e49\u20e3\u200c\u0645क"
)
_ANY = st.characters(exclude_categories=["Cs"])
_TEXTS = st.lists(_ODD | _ANY, max_size=40).map("".join) | st.lists(
    st.sampled_from([*WHOLE, *HIDDEN, "\U000e0067\U000e0062", ENGLAND[:-1]]), max_size=5
).map("".join)


@settings(max_examples=device.tries(500))
@given(_TEXTS)
@example("\U0001f3f4\u200d\U000e0067\U000e0062")
@example("👨\u200d\u200d\u200b\ufe0f👩")
def test_what_is_plain_stays_so_and_is_never_longer_than_it_was(said: str) -> None:
    found = text.plain(said)
    assert text.plain(found) == found
    assert len(found.encode()) <= len(said.encode())
    assert not text.has_half(found)
    run = 0
    for at, one in enumerate(found):
        category = unicodedata.category(one)
        assert one in "\t\n" or category not in ("Cc", "Co", "Cs", "Zl", "Zp"), hex(ord(one))
        assert category != "Zs" or one in " \u3000\u180e", hex(ord(one))
        joins = one in "\u200c\u200d"
        assert category != "Cf" or joins or _shows(one) or ENGLAND[0] in found[:at], hex(ord(one))
        run = run + 1 if characters._in(characters._COMBINING, ord(one)) else run * joins
        assert run <= 4


def _shows(one: str) -> bool:
    """True for signs of numbers and the like, which Unicode counts as format characters."""
    return 0x0600 <= ord(one) <= 0x08FF or 0x110BD <= ord(one) <= 0x1345F


def test_texts_of_all_kinds_of_writing_are_left_alone() -> None:
    for whole in WHOLE:
        assert text.plain(whole) == whole
        assert characters.cleaned(whole.encode()) == whole.encode()


@settings(max_examples=device.tries(120))
@given(st.text(st.characters(categories=["L", "N", "P", "S"], max_codepoint=0xFFFD)), st.data())
def test_a_text_with_hidden_characters_is_the_same_as_the_one_without(
    said: str, data: st.DataObject
) -> None:
    whole = text.plain("喜" + said + "x")
    hidden = "".join(
        one + data.draw(st.sampled_from(["", *HIDDEN.replace("\ufe0e\ufe0f\u200d", "")]))
        for one in whole
    )
    seen = text.plain(hidden.replace("\ufe0e", "").replace("\ufe0f", "").replace("\u200d", ""))
    assert seen == whole
    assert text.fold(seen) == text.fold(whole)


def test_of_every_character_the_quick_look_says_whether_the_rule_changes_it() -> None:
    codes = [
        *range(0x3200),
        *range(0xA000, 0xD800, 7),
        *range(0xE000, 0xE100),
        *range(0xF800, 0x10000),
    ]
    codes += [
        *range(0x10000, 0x20000, 3),
        *range(0xE0000, 0xE1000),
        *range(0x20000, 0x110000, 251),
    ]
    for plane in range(17):
        codes += [plane << 16 | 0xFFFE, plane << 16 | 0xFFFF]
    for code in codes:
        one = chr(code)
        raw = f"a{one}b".encode()
        cleaned = characters.cleaned(raw)
        assert text.plain(raw.decode()).encode() == cleaned, hex(code)
        category = unicodedata.category(one)
        if code in (0x09, 0x0A):
            assert cleaned == raw
        elif category in ("Zl", "Zp") or one in "\x0b\x0c\r\x85":
            assert cleaned == b"a\nb", hex(code)
        elif category in ("Cc", "Co") or _is_no_character(code):
            assert cleaned == b"ab", hex(code)
        elif category == "Zs":
            assert cleaned == (b"a b" if code != 0x3000 else raw), hex(code)
        elif category == "Cf" and not _shows(one) and not 0x1343 <= code >> 4 <= 0x1345:
            assert cleaned == b"ab", hex(code)
        elif category[0] in "LNPS" and code not in _BLANKS:
            assert cleaned == raw, hex(code)


_BLANKS = (0x115F, 0x1160, 0x3164, 0xFFA0, 0xFFFC)  # letters, for Unicode, that show nothing


def _is_no_character(code: int) -> bool:
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def test_all_marks_that_can_be_piled_up_are_marks() -> None:
    for first, last in characters._COMBINING:
        for code in range(first, last + 1):
            category = unicodedata.category(chr(code))
            assert category in ("Mn", "Me", "Mc", "Cn", "Lo"), hex(code)


def test_micropython_follows_the_same_rule(
    run_mpy: "Callable[..., device.Ran]", tmp_path: Path
) -> None:
    said = [*WHOLE, *(f"a{one}b{one}" for one in HIDDEN), "e" + "\u0301" * 9, ENGLAND[:-1]]
    said += [f"👨{one}👩{one}1{one}\u20e3" for one in HIDDEN + "\u200c\n\x85"]
    path = tmp_path / "said.json"
    path.write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")
    code = """
import sys, json
from memory.text.folding import plain, cut
with open(sys.argv[1]) as f:
    said = json.load(f)
print(json.dumps([[plain(one), cut(one, 7)] for one in said]))
"""
    found = json.loads(run_mpy(code, path).out)
    assert found == [[text.plain(one), text.cut(one, 7)] for one in said]
    assert all(len(cut.encode()) <= 7 for _, cut in found)
