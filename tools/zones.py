"""
Makes firmware/system/zone_table.py from the package tzdata: python tools/zones.py.

Runs on CPython. tools/requirements-tzdata.txt pins the package by its hash; ./tools/setup.sh puts
it into .venv/tzdata. Of each name of the IANA database the table has the last line of its file, a
TZ string of POSIX for all times after the changes that the file lists (RFC 9636 section 3.3).
"""

import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATABASE = ROOT / ".venv" / "tzdata" / "tzdata"
TABLE = ROOT / "firmware" / "system" / "zone_table.py"
LEFT_OUT = ("Factory",)  # a clock that nobody has set up
_WIDTH = 90  # of a piece of text, so that a line has 99 characters at most
_MODULE = '''\
"""
Zone table: the TZ string of POSIX for each name of the IANA time zone database, version {version}.

Made by tools/zones.py, not by hand; zone.py reads it. A line has a TZ string and the names that
share it, each with a space after it; a word that ends in "/" goes before the names after it.
"""

TABLE = (
{lines}
)
'''


def names(database: Path) -> list[str]:
    """Every name that the table has."""
    found = (database / "zones").read_text(encoding="ascii").split()
    return sorted(name for name in found if name not in LEFT_OUT)


def footer(database: Path, name: str) -> str:
    """The TZ string at the end of a name's file."""
    data = (database / "zoneinfo" / name).read_bytes()
    return data.rstrip(b"\n").rpartition(b"\n")[2].decode("ascii")


def module(database: Path) -> str:
    """The source of zone_table.py."""
    sharing: defaultdict[str, list[str]] = defaultdict(list)
    for name in names(database):
        sharing[footer(database, name)].append(name)
    lines = [line for text in sorted(sharing) for line in _pieces(text, sharing[text])]
    version = (database / "zoneinfo" / "tzdata.zi").read_text().split("\n")[0].split()[-1]
    return _MODULE.format(version=version, lines="\n".join(lines))


def _pieces(text: str, sharing: list[str]) -> list[str]:
    """A line of the table as source, in pieces."""
    words = [text, *(name for name in sharing if "/" not in name)]
    region = ""
    for name in sharing:
        before, slash, city = name.partition("/")
        if slash and before != region:
            region = before
            words.append(region + "/")
        if slash:
            words.append(city)
    pieces = [""]
    for word in words:
        if len(pieces[-1]) + len(word) >= _WIDTH:
            pieces.append("")
        pieces[-1] += word + " "
    pieces[-1] += "\\n"
    return [f'    "{piece}"' for piece in pieces]


if __name__ == "__main__":
    if not DATABASE.is_dir():
        sys.exit("no .venv/tzdata: run `SETUP_FOR=tests bash tools/setup.sh` first")
    TABLE.write_text(module(DATABASE), encoding="ascii")
