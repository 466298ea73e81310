"""
How Chinese is read and written, for tools/words.py: the packages that know, and where they err.

Owns the access to the packages of tools/requirements-words.txt.
"""

import sys
from collections import defaultdict
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / ".venv" / "words"
# Words that the package reads otherwise, or that are typed in several ways.
_READ = {
    "还款": ["huan kuan"], "还帐": ["huan zhang"], "大夫": ["dai fu", "da fu"],
    "大王": ["da wang", "dai wang"], "六安": ["lu an", "liu an"], "六合": ["lu he", "liu he"],
    "朝阳": ["chao yang", "zhao yang"], "同行": ["tong xing", "tong hang"],
    "穿着": ["chuan zhuo", "chuan zhe"], "颈椎": ["jing zhui"], "腰椎": ["yao zhui"],
    "脊椎": ["ji zhui"], "鸡爪": ["ji zhua"], "囤货": ["tun huo"], "卡住": ["qia zhu", "ka zhu"],
    "台州": ["tai zhou"], "模样": ["mu yang", "mo yang"], "供给": ["gong ji", "gong gei"],
}  # fmt: skip
# Characters with a reading for talk and one for books, which take each other's place: 血, 主角.
EITHER = "血薄剥熟削露壳给谁落嚼角"


@cache
def package(name: str) -> Any:
    """A package by its name, or a module of lib/."""
    for path in (PACKAGES, ROOT / "lib", ROOT / "tools" / "cpython"):
        if str(path) not in sys.path:
            sys.path.insert(0, str(path))  # before this folder, which has a memory.py too
    return import_module(name)


@cache
def syllables(character: str) -> tuple[str, ...]:
    """All readings of a character, without tones; `v` stands for u with two dots."""
    known = package("pypinyin")
    found = known.pinyin(character, style=known.Style.NORMAL, heteronym=True)[0]
    return tuple(sorted({one for one in found if one.isascii() and one.isalpha()}))


@cache
def readings(word: str) -> list[tuple[str, ...]]:
    """The syllables of a word, in all ways in which it is read."""
    found = [tuple(package("pypinyin").lazy_pinyin(word))]
    for part, others in _READ.items():
        at = word.find(part)
        if at >= 0:
            before, after = found[0][:at], found[0][at + len(part) :]
            found = [(*before, *other.split(), *after) for other in others]
    return found


def characters(rows: range) -> list[str]:
    """Of these rows of GB 2312."""
    found = []
    for high in rows:
        for low in range(0xA1, 0xFF):
            found += list(bytes((high, low)).decode("gb2312", "ignore"))
    return found


def forms_of(folder: Path) -> dict[str, str]:
    """
    The other forms of a character, simplified or traditional, the one that Taiwan has first. What
    one is a form of is one of it: 面 of 麵, though the list has 麪 alone for it.
    """
    found: defaultdict[str, str] = defaultdict(str)
    taiwan = {one: others[0] for one, others in _listed(folder, "TWVariants")}
    simpler = _listed(folder, "TSCharacters")
    rows = [
        (one, [form for other in others for form in (taiwan.get(other, other), other)])
        for one, others in _listed(folder, "STCharacters")
    ]
    rows += simpler + [(others[0], [one]) for one, others in simpler]
    for one, others in rows:
        for other in others:
            if other != one and len(other) == 1 and max(one, other) <= "\uffff":
                found[one] += "" if other in found[one] else other
    return found


def _listed(folder: Path, name: str) -> list[tuple[str, list[str]]]:
    """[(character, others)] of a list of the package."""
    lines = (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    parted = [line.partition("\t") for line in lines]
    return [(one, others.split()) for one, _, others in parted]
