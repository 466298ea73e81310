"""
./tools/transcript.sh: the picture of the demo that README shows, from a run of it.

Runs on CPython, standard library only. Owns which part is shown and how it is drawn: an SVG of a
terminal, its text as text. A test compares the words with what the demo says.
"""

import subprocess
import sys
import unicodedata
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_COLUMNS = 100  # what is longer is cut
_WIDTH, _HEIGHT, _EDGE = 8.4, 19, 16  # pixels of a letter and of a line at a size of 14
_COLOURS = {"→": "#7aa2f7", "←": "#9ece6a"}
_PLAIN, _TITLE, _BEHIND = "#c0caf5", "#e0af68", "#1a1b26"
_FIRST, _LAST = "kill -9", "/tmp/"


def shown(said: str) -> "list[str]":
    """The lines from the power cut on, without the last two, which tell what to do next."""
    lines = said.rstrip("\n").split("\n")
    (first,) = [at for at, line in enumerate(lines) if _FIRST in line]
    last = [at for at, line in enumerate(lines) if _LAST in line][-1]
    return [_cut(line) for line in lines[first : last - 1]]


def _cut(line: str) -> str:
    width, kept = 0, ""
    for letter in line:
        width += _width(letter)
        if width > _COLUMNS:
            return kept.rstrip() + "…"
        kept += letter
    return kept


def _width(letter: str) -> int:
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def drawn(lines: "list[str]") -> str:
    """The SVG."""
    columns = max(sum(map(_width, line)) for line in lines)
    wide, high = round(columns * _WIDTH + 2 * _EDGE), len(lines) * _HEIGHT + 2 * _EDGE
    rows = []
    for number, line in enumerate(lines):
        text = line.strip()
        if text:
            colour = _COLOURS.get(text[0], _PLAIN if line[0] == " " else _TITLE)
            along = round(_EDGE + line.index(text) * _WIDTH)
            place = f'x="{along}" y="{_EDGE + (number + 1) * _HEIGHT - 5}"'
            rows.append(f'<text {place} fill="{colour}">{escape(text, quote=False)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}"'
        ' font-family="monospace" font-size="14">\n'
        f'<rect width="{wide}" height="{high}" rx="8" fill="{_BEHIND}"/>\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


def main() -> int:
    """Run the demo in both languages and write docs/pictures; the exit status."""
    for language in ("en", "zh"):
        command = [ROOT / "tools" / "sim.sh", "--demo", language, "--no-pause"]
        done = subprocess.run(
            list(map(str, command)), stdout=subprocess.PIPE, encoding="utf-8", check=False
        )
        if done.returncode:
            return done.returncode
        target = ROOT / "docs" / "pictures" / f"demo-{language}.svg"
        target.write_text(drawn(shown(done.stdout)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
