"""
Shapes: the sorts of things that a text tells, and the words that show them.

Reads tools/answer_shapes.txt, and the tables of lib/mind/offers that two of the shapes share.
tools/answers.py puts them into the asset `answers`. Runs on CPython.
"""

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = ROOT / "tools" / "answer_shapes.txt"
_RULES = ROOT / "lib" / "mind" / "offers" / "tables"
_FIRST_SHAPE = ord("A")
# Shapes with words that lib/mind/offers has: what happens once, and what tells of a change that
# stays, which shares its shape with rules for the companion.
_TABLES = runpy.run_path(str(_RULES / "incident_tables.py"))
_ONCE = (("\\", _TABLES["SPANS"] + _TABLES["MISHAPS"]), ("]", _TABLES["CHANGES"]))
_TABLED = 40  # shapes that a table tells


class BadShapes(Exception):
    """A line of answer_shapes.txt that says no shape; the message names it."""


def tables(text: str | None = None) -> "tuple[bytes, bytes]":
    """
    The tables of words that show a shape, of Chinese and of English, by a text like that of WORDS,
    which is read where none is given. Raises BadShapes.
    """
    text = WORDS.read_text("utf-8") if text is None else text
    found: dict[str, list[str]] = {"zh": [], "en": []}
    known = set()
    letter = ""
    for line in text.splitlines():
        language, _, given = line.strip().partition(": ")
        if line.startswith("    ") and language in found and letter:
            for word in given.split():
                if (letter, word) in known:
                    raise BadShapes(f"{word} is said twice of {letter}")
                known.add((letter, word))
                found[language].append(f"{word.replace('_', ' ')}={letter}")
        elif line and line[0] != "#":
            letter = line[0]
            if not 0 <= ord(letter) - _FIRST_SHAPE < _TABLED or line[1:2] != " ":
                raise BadShapes(f"no shape: {line}")
    for letter, table in _ONCE:
        for word in table.decode().split("|"):
            if word:
                found["en" if word.isascii() else "zh"].append(f"{word}={letter}")
    chinese, english = [f"|{'|'.join(found[one])}|".encode() for one in ("zh", "en")]
    return chinese, english
