"""
Makes the table in lib/memory/text/script.py, the traditional characters of the words that the
rules of lib/ and firmware/ know, from the package that tools/words.py has its script from:
python tools/script.py.

Runs on CPython. Owns the writing of that table alone.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import words  # noqa: E402

MODULE = ROOT / "lib" / "memory" / "text" / "script.py"
_PRONOUNS = {"妳": "你", "牠": "它", "祂": "他"}  # of one sound and sense
_BOTH = "乾"  # of simplified texts, too: 乾隆; script.py reads it where others are traditional
_WIDE = 3  # bytes of a character; the device reads no longer ones
_WIDTH = 44  # pairs of a line
_BEGIN, _END = "_PAIRS = (\n", ").encode()\n"


def used() -> "set[str]":
    """The Chinese characters that stand in the sources of the device."""
    found: set[str] = set()
    for folder in ("lib", "firmware"):
        for path in (ROOT / folder).rglob("*.py"):
            if path != MODULE:
                found.update(path.read_text("utf-8"))
    return {one for one in found if "\u4e00" <= one <= "\u9fff"}


def pairs(known: "set[str]") -> "dict[str, str]":
    """{traditional: simplified} of the simplified characters that are known."""
    dictionary = Path(words.package("opencc").__file__).parent / "dictionary"
    simple: dict[str, str] = {}
    for line in (dictionary / "TSCharacters.txt").read_text("utf-8").splitlines():
        written, _, others = line.partition("\t")
        simple[written] = others.split(" ")[0]
    found = dict(simple)
    for name in ("TWVariantsRev.txt", "HKVariantsRev.txt"):  # to what is usual elsewhere
        for line in (dictionary / name).read_text("utf-8").splitlines():
            written, _, others = line.partition("\t")
            usual = others.split(" ")[0]
            if not _is_simplified(written):  # 么 is a variant of 幺 there
                found.setdefault(written, simple.get(usual, usual))
    found |= _PRONOUNS
    return {
        one: found[one]
        for one in sorted(found)
        if found[one] in known and one != _BOTH and len(one.encode()) == _WIDE
    }


def _is_simplified(character: str) -> bool:
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


def module(source: str, found: "dict[str, str]") -> str:
    """The source of the module with this table."""
    rows = [one + simple for one, simple in found.items()]
    lines = ["".join(rows[at : at + _WIDTH // 2]) for at in range(0, len(rows), _WIDTH // 2)]
    before, _, rest = source.partition(_BEGIN)
    _, _, behind = rest.partition(_END)
    return before + _BEGIN + "".join(f'    "{line}"\n' for line in lines) + _END + behind


def main() -> None:
    source = MODULE.read_text("utf-8")
    MODULE.write_text(module(source, pairs(used())), "utf-8")


if __name__ == "__main__":
    main()
