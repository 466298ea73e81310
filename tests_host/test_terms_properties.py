"""
memory.text.folding and memory.text.terms, which read bytes of UTF-8, against the same rules
written character by character: the way that MicroPython cannot afford (it keeps every character so
taken for ever).
"""

import json
import re
import sys
from importlib import import_module
from itertools import pairwise
from typing import Any

import device
from hypothesis import example, given
from hypothesis import strategies as st

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

memory_text: Any = import_module("memory.text.folding")
memory_terms: Any = import_module("memory.text.terms")
term_dates: Any = import_module("memory.text.date_terms")
stem: Any = import_module("memory.text.stemming").stem
Query: Any = import_module("memory.search.query").Query
records: Any = import_module("memory.records.codec")
Record: Any = import_module("memory.records.record").Record
ids: Any = import_module("memory.records.ids")
line_filter: Any = import_module("memory.text.line_filter").line_filter
alike: Any = import_module("memory.search.alike").alike

# Characters at both sides of every border there is, and what people write.
_BORDERS = (
    0x2F, 0x30, 0x39, 0x3A, 0x60, 0x61, 0x7A, 0x7F, 0xBF, 0xC0, 0xD6, 0xD7, 0xD8, 0xDE, 0xDF, 0xE9,
    0xF6, 0xF7, 0xF8, 0xFF, 0x100, 0x142, 0x17F, 0x180, 0x2FF, 0x300, 0x301, 0x36F, 0x370, 0x390,
    0x391, 0x39F, 0x3A0, 0x3A1, 0x3A3, 0x3A9, 0x3AA, 0x3BF, 0x3C2, 0x3C3, 0x3FF, 0x400, 0x40F,
    0x410, 0x41F, 0x420, 0x42F, 0x430, 0x44F, 0x450, 0x7FF, 0x800, 0xE01, 0x1FFF, 0x2000, 0x2014,
    0x2E7F, 0x2E80, 0x3000, 0x3002, 0x3005, 0x3041, 0x30A2, 0x30FB, 0x30FC, 0x3400, 0x3FFF, 0x4000,
    0x4E00, 0x5E74, 0x6708, 0x9FFF, 0xA000, 0xABFF, 0xAC00, 0xD7A3, 0xD7A4, 0xE000, 0xF8FF, 0xF900,
    0xFAFF, 0xFB00, 0xFEFF, 0xFF00, 0xFF01, 0xFF11, 0xFF21, 0xFF3A, 0xFF41, 0xFF5A, 0xFF5E, 0xFF5F,
    0xFF60, 0xFFFD, 0x10000, 0x1F2FF, 0x1F300, 0x1F382, 0x20BB7, 0x10FFFF,
)  # fmt: skip
_PIECES = (
    "2023年5月8日",
    "8 May 2023",
    "May 8th, 2023",
    "camping",
    "don't",
    "３０號",
    "我喜欢 tea",
)
_CHARACTERS = st.sampled_from([chr(code) for code in _BORDERS]) | st.characters(
    # U+03A2 is no character; folded it would become one.
    exclude_categories=["Cs"],
    exclude_characters="\u03a2",
)
TEXTS = st.lists(_CHARACTERS | st.sampled_from(_PIECES)).map("".join)


def _folded(letter: str) -> str:
    code = ord(letter)
    if code < 0x80:
        return letter.lower()
    if 0xFF01 <= code <= 0xFF5E:
        return chr(code - 0xFEE0).lower()
    if code == 0x3000:
        return " "
    if 0xC0 <= code <= 0xDE and code != 0xD7:
        return chr(code + 32)
    if 0x391 <= code <= 0x3A9 or 0x410 <= code <= 0x42F:
        return chr(code + 32)
    if 0x400 <= code <= 0x40F:
        return chr(code + 80)
    return "\u03c3" if code == 0x3C2 else letter


def _fold(text: str) -> str:
    return "".join([_folded(letter) for letter in text])


def _class(letter: str) -> str:
    code = ord(letter)
    if code < 0x80:
        return "w" if re.match("[a-z0-9]", letter) else "."
    if code < 0x300:
        return "w" if code >= 0xDF and code != 0xF7 else "."
    if code < 0x2000:
        return "'" if code < 0x370 else "w"
    if code < 0x3040:
        return "c" if code == 0x3005 else "."
    if code <= 0x9FFF:
        return "." if code == 0x30FB else "c"
    if 0xAC00 <= code <= 0xD7A3 or 0xF900 <= code <= 0xFAFF or code >= 0x1F300:
        return "c"
    return "w" if code < 0xAC00 else "."


def _word(run: str) -> bytes:
    plain = memory_text._PLAIN.decode()
    run = "".join([plain[ord(c) - 0xDF] if 0xDF <= ord(c) <= 0x17F else c for c in run])
    if run.encode() in memory_terms.STOP.split():
        return b""
    if run.isascii() and run[0].isalpha() and run[-1].isalpha():
        run = stem(run.encode()).decode()
    while len(run.encode()) > 15:
        run = run[:-1]
    return run.encode()


def _terms(text: str) -> list[bytes]:
    text = _fold(text)
    found, runs = [], []
    shape = "".join([_class(letter) for letter in text])
    for match in re.finditer("w[w']*|c[c']*", shape):
        run = text[match.start() : match.end()]
        letters = [letter for letter in run if _class(letter) != "'"]
        if match.group()[0] == "c":
            found += [(one + two).encode() for one, two in pairwise(letters)]
            found.append(letters[-1].encode())
        elif _word("".join(letters)):
            found.append(_word("".join(letters)))
        runs.append("".join(letters).encode())
    return found + term_dates.date_terms(runs)


@given(TEXTS)
@example("ΑΒΓ ς Ёж ＡＢＣ～　ÀÖ×Ø")
def test_folding_goes_by_bytes_as_by_characters(text: str) -> None:
    assert memory_text.fold(text) == _fold(text)


@given(TEXTS)
@example("Ca\u0301fé des\u0301 2023年5月8日 々\u0301人 x\u0301")
def test_terms_are_cut_by_bytes_as_by_characters(text: str) -> None:
    assert memory_terms.terms(text) == _terms(text)


@given(st.text(_CHARACTERS, min_size=1, max_size=2))
def test_the_characters_of_a_term_are_those_of_its_text(text: str) -> None:
    term = text.encode()
    assert memory_terms.singles(term) == [letter.encode() for letter in text]
    is_cjk = term[0] > 0xE1 and _class(text[0]) == "c"
    assert memory_terms.is_cjk(term) == is_cjk


@given(TEXTS, st.integers(0, 40), st.integers(1, 12))
@example("住在２月的ＡBcd，", 2, 3)
@example('says "Hi\\there"\n下一行', 6, 9)
@example("，Jazz 和 JAZZ", 0, 40)
def test_a_filter_lets_every_line_pass_that_holds_what_is_looked_for(
    text: str, first: int, size: int
) -> None:
    record = Record("k3z1", "fact", 0, {"content": text, "topic": "话题"})
    keyword = memory_text.fold(text)[first : first + size].strip()
    query = Query(keyword=keyword)
    found = query.line_filter()
    if found is None:  # nothing in it is spelled in one way
        return
    assert query.matches(record)
    # As MicroPython spells it: without escapes where they are not needed.
    line = json.dumps(records.members(record), ensure_ascii=False).encode()
    assert found.passes(line)
    assert found.passes(records.encode(record))
    last = found.last(line, len(line))
    assert not found.passes(line[last + 1 :])


def test_a_filter_keeps_back_lines_by_chinese_and_by_letters() -> None:
    line = '{"id":"k3z1","rev":1,"content":"主人爱听Jazz，在北京"}'.encode()
    for texts, passes in (
        (["北京"], True),
        (["南京"], False),
        (["jazz"], True),
        (["blues"], False),
        (["南京", "jaz"], True),
        (["爱听jazz"], True),
        (["不听jazz"], False),
    ):
        found = line_filter(texts)
        assert found is not None
        assert found.passes(line) is passes, texts
    wide = '{"content":"ＪＡＺＺ"}'.encode()
    jazz, other = line_filter(["jazz"]), line_filter(["é"])
    assert other is None
    assert jazz is not None
    assert jazz.passes(wide)


def test_a_filter_finds_the_same_in_a_chunk_that_comes_again() -> None:
    chunk = '{"content":"海边"}\n{"content":"北京"}\n{"content":"海边"}\n'.encode()
    found = line_filter(["海边"])
    assert found is not None
    for _ in range(2):
        last = found.last(chunk, len(chunk))
        assert last == chunk.rfind("海边".encode())
        assert found.last(chunk, last) == chunk.find("海边".encode())
        assert found.last(chunk, 5) == -1


@given(st.text(st.characters(), max_size=4))
def test_half_a_surrogate_pair_is_seen_wherever_it_stands(text: str) -> None:
    assert memory_text.has_half(text) == any(0xD800 <= ord(letter) < 0xE000 for letter in text)


@given(st.text(st.sampled_from("0a1z9A٣é-"), max_size=5) | TEXTS)
def test_a_number_has_nothing_but_digits_of_ascii(text: str) -> None:
    assert memory_text.is_number(text) == (re.fullmatch("[0-9]+", text) is not None)


@given(st.text(st.sampled_from("0a1z9A٣é-"), max_size=14))
@example("k3z4294967295")
@example("k3z4294967296")
@example("k3z0")
@example("k3z01")
def test_an_id_has_one_spelling(text: str) -> None:
    spelled = re.fullmatch("[0-9a-z]{3}(0|[1-9][0-9]{0,9})", text)
    assert ids.is_id(text) == (spelled is not None and int(text[3:]) < 1 << 32)


_SPELLED = st.lists(
    st.sampled_from(
        "3 5 12 05 03 21 31 1,200 1200 000 1.75 30000 2012 13812345678 0571 88236655 三 五 十 "
        "二十 一千二 六千五百 三万 两 二零一二 千 万 月 日 号 年 点 公里 米 块 天 km m ml dogs "
        "$ % € may May December dec 3rd of the - / . ， t shirt T-shirt purple owl oconnor "
        "O'Connor covid 19 LH 452 koeln Köln straße ß zoë".split(" ")
    ),
    min_size=1,
    max_size=6,
)
_BETWEEN = st.sampled_from(["", "", " ", "-"])


@given(_SPELLED, _SPELLED, _BETWEEN, _BETWEEN)
@example(["3", "万"], ["三万", "块"], "", "")
@example(["t", "shirt"], ["T-shirt"], "", "")
@example(["December", "12"], ["12", "December"], " ", " ")
@example(["1200"], ["$", "1,200"], " ", "")
def test_what_another_spelling_is_found_in_passes_its_filter_and_has_its_terms(
    asked: "list[str]", told: "list[str]", inside: str, between: str
) -> None:
    text = between.join(told)
    found = set(memory_terms.terms(text))
    for group in alike(memory_text.fold(inside.join(asked)).strip()):
        for one in group:
            if not one.found_in(memory_text.fold(text).encode()):
                continue
            assert one.passes(text.encode()), (asked, text)
            for rows in one.both or [one.rows]:
                assert any(_satisfies(found, row) for row in rows), (asked, text, rows)


def _satisfies(found: "set[bytes]", row: "tuple[Any, ...]") -> bool:
    if len(row) == 1:
        return row[0] in found
    return any(row[0] <= term <= row[1] and row[2](term) for term in found)
