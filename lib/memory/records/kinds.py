"""Kinds: what can be remembered, the caps of docs/DESIGN.md, the letters of docs/FORMAT.md."""

from collections import namedtuple

Kind = namedtuple("Kind", ("name", "letter", "cap", "content_cap", "fields"))
# name         as the tool says it
# letter       first byte of its keys in the hot store
# cap          records that stay hot (event and schedule share EVENTS_CAP)
# content_cap  bytes of UTF-8
# fields       optional fields that belong to it, beside those of ALL_KINDS

_MOOD = ("emotion_type", "emotion_intensity", "emotion_name")
# Fields that belong to every kind. Nothing computes them yet.
ALL_KINDS = (
    "importance", "e", "i", "p", "j", "retention", "expires", "decay", "subject", "predicate",
    "confidence", "valid_from", "valid_to", "evidence", "episode", "tags",
)  # fmt: skip

PROFILE = ("name", "age", "gender", "location", "birthday")
DATED = ("event", "schedule")
EVENTS_CAP = 16

_ROWS = (
    Kind("name", "N", 1, 60, ()),
    Kind("age", "A", 1, 60, ()),
    Kind("gender", "G", 1, 60, ()),
    Kind("location", "L", 1, 60, ()),
    Kind("birthday", "B", 1, 60, ()),
    Kind("family", "F", 8, 60, ("relation", "closeness")),
    Kind("like", "l", 8, 60, ()),
    Kind("dislike", "d", 8, 60, ()),
    Kind("event", "e", EVENTS_CAP, 180, ("when", "priority", "topic") + _MOOD),
    Kind("schedule", "s", EVENTS_CAP, 180, ("when", "repeat", "priority", "duration", "topic")),
    Kind("fact", "f", 20, 240, ("topic",) + _MOOD),
    Kind("trait", "t", 10, 120, ()),
    Kind("habit", "h", 10, 120, ()),
    Kind("moment", "m", 10, 300, ("topic",) + _MOOD),
    Kind("goal", "g", 5, 120, ("priority",)),
    Kind("affection", "$", 1, 60, ()),
)

BY_NAME = {row.name: row for row in _ROWS}
BY_LETTER = {row.letter: row.name for row in _ROWS}

# What the tool may write; affection changes by coins, not by words.
WRITABLE = tuple(row.name for row in _ROWS if row.name != "affection")

# Kinds of which a write past the cap evicts the oldest to the archive, and how many.
ROLLS = {"fact": 5, "moment": 3}
# So many facts of the highest importance stay hot however old they are, such as an allergy.
PINNED_FACTS = 10
PINNED_IMPORTANCE = 100

TEXTS = ("content", "topic", "relation")  # fields that a keyword is searched in
IMPORTED = "import"  # the source of records whose file says none
