"""What the extractor finds in an utterance, as rows that a test can write down."""

from memory.extract.extractor import extract
from memory.text import dates

NOW = dates.parse("2026-02-05 14:00")  # a Thursday


def found(text):
    """[(kind, content)] of an utterance, family with its relation, plans with their date."""
    shown = []
    for one in extract(text, NOW):
        names = ("relation", "when", "repeat", "duration")
        values = [one.fields[name] for name in names if name in one.fields]
        shown.append((one.kind, one.content) + tuple(values))
    return shown


def check(rows):
    wrong = []
    for text, *expected in rows:
        if found(text) != expected:
            wrong.append((text, expected, found(text)))
    assert wrong == [], wrong


def check_nothing(*texts):
    check([(text,) for text in texts])
