"""
The field table: number, name, sort, bounds and REST name of every field that a record may have.

`codec` makes and reads the bytes and the JSON from it, `validation` checks with it what people
write, and docs/FORMAT.md section 3 shows it (a test compares the two). A field that a chip may
hold keeps its number, its name and its sort for ever; words are added to a CHOICE at its end.
"""

from collections import namedtuple

from micropython import const

from memory.text.dates import REPEATS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# Sorts: what a value is in RAM, in the bytes of hot memory, and in JSON.
TEXT = 0  # str; UTF-8; a string. Bounds: most bytes, 0 where the kind says it
INT = 1  # int; little endian; a number. Bounds: (least, most)
TIME = 2  # seconds since 2000, as INT; "2026-02-05T14:00:00"
CHOICE = 3  # the place of a word in the bounds, as INT; the word
DAY = 4  # days since 1900-01-01, as INT; "2026-02-05"
LIST = 5  # tuple of str; of each its length and UTF-8; a list. Bounds: (most items, bytes of each)
JSON = 6  # what JSON can say, without None; as JSON. Bounds: most bytes of it

WORD = 0xFFFFFFFF
_SCORE = (0, 100)
_COUNT = (0, WORD)
EMOTIONS = ("neutral", "happy", "sad", "excited", "worried", "touched")
RETENTIONS = ("transient", "short", "long", "permanent")
REASONS = ("user_delete", "model_delete", "evicted", "faded", "expired", "unused")
GIVEN_UP = 2  # the first reason that is no deletion: as such it is found when asked for
OUTCOMES = ("success", "partial", "failed", "ongoing")
DIRECTIONS = ("in", "out")
ROLES = ("owner", "companion", "tool")
_IDS = (16, 16)  # ids of records

# rest: the name in REST answers; None where it is `name`, "" where REST does not show it
Field = namedtuple("Field", ("number", "name", "sort", "bounds", "rest"))

TABLE = (
    Field(1, "content", TEXT, 0, None),
    Field(2, "updated", TIME, None, "updated_at"),
    Field(3, "source", TEXT, 16, None),
    Field(4, "importance", INT, _SCORE, None),
    Field(5, "topic", TEXT, 60, None),
    Field(6, "emotion_type", CHOICE, EMOTIONS, None),
    Field(7, "emotion_intensity", INT, (1, 5), None),
    Field(8, "relation", TEXT, 60, None),
    Field(9, "closeness", INT, (1, 5), None),
    Field(10, "when", TEXT, 16, None),
    Field(11, "repeat", CHOICE, REPEATS, None),
    Field(12, "priority", INT, (1, 5), None),
    Field(13, "duration", INT, (1, 1440), "duration_minutes"),
    Field(14, "announced", TIME, None, None),
    Field(15, "completed", TIME, None, None),
    Field(16, "day", INT, (1, 31), ""),
    Field(17, "series", TEXT, 13, None),
    Field(18, "coins", INT, _COUNT, ""),
    Field(19, "missed", INT, _COUNT, None),
    Field(20, "mood", INT, _SCORE, ""),
    Field(21, "spent", INT, _COUNT, ""),
    Field(22, "spent_day", INT, _COUNT, ""),
    Field(23, "superseded_by", TEXT, 13, None),
    Field(24, "supersedes", TEXT, 13, None),
    Field(25, "client", TEXT, 24, None),
    Field(26, "flags", INT, _COUNT, ""),
    Field(27, "delivered", TIME, None, None),
    Field(28, "due_announced", TIME, None, None),
    Field(29, "due_delivered", TIME, None, None),
    Field(30, "e", INT, _SCORE, None),
    Field(31, "i", INT, _SCORE, None),
    Field(32, "p", INT, _SCORE, None),
    Field(33, "j", INT, _SCORE, None),
    Field(34, "retention", CHOICE, RETENTIONS, None),
    Field(35, "expires", TIME, None, "expires_at"),
    Field(36, "decay", INT, (0, 1000), None),
    Field(37, "subject", TEXT, 60, None),
    Field(38, "predicate", TEXT, 60, None),
    Field(39, "confidence", INT, _SCORE, None),
    Field(40, "valid_from", DAY, None, None),
    Field(41, "valid_to", DAY, None, None),
    Field(42, "evidence", LIST, (8, 24), None),
    Field(43, "episode", TEXT, 13, None),
    Field(44, "tags", LIST, (8, 24), None),
    Field(45, "trashed_at", TIME, None, "deleted_at"),
    Field(46, "purge_at", TIME, None, None),
    Field(47, "reason", CHOICE, REASONS, None),
    Field(48, "by", TEXT, 24, None),
    Field(49, "store", TEXT, 32, ""),
    Field(50, "seen", LIST, (8, 48), ""),
    Field(51, "emotion_name", TEXT, 16, None),
    Field(52, "due", TIME, None, None),
    Field(53, "remind", TIME, None, None),
    Field(54, "session", TEXT, 36, None),
    Field(55, "index", INT, _COUNT, None),
    Field(56, "role", CHOICE, ROLES, None),
    Field(57, "text", TEXT, 2000, None),
    Field(58, "calls", JSON, 1000, None),
    Field(59, "results", JSON, 1000, None),
    Field(60, "tokens", INT, _COUNT, None),
    Field(61, "read", TIME, None, ""),
    Field(62, "goal", TEXT, 300, None),
    Field(63, "outcome", CHOICE, OUTCOMES, None),
    Field(64, "started", TIME, None, "started_at"),
    Field(65, "ended", TIME, None, "ended_at"),
    Field(66, "actions", JSON, 2000, None),
    Field(67, "entities", LIST, (16, 60), None),
    Field(68, "tools", LIST, (16, 60), None),
    Field(69, "memories", LIST, _IDS, None),
    Field(70, "name", TEXT, 60, None),
    Field(71, "original_name", TEXT, 120, None),
    Field(72, "mime", TEXT, 60, None),
    Field(73, "size", INT, _COUNT, None),
    Field(74, "path", TEXT, 120, None),
    Field(75, "url", TEXT, 240, None),
    Field(76, "direction", CHOICE, DIRECTIONS, None),
    Field(77, "description", TEXT, 600, None),
    Field(78, "transcription", TEXT, 2000, None),
    Field(79, "words_hash", TEXT, 16, ""),
    Field(80, "trashed_with", TEXT, 13, None),
    Field(81, "notebook", INT, (0, 1), None),
)

NUMBERS = {row.name: row.number for row in TABLE}
SORTS = bytes([row.sort for row in TABLE])  # by number - 1
# Fields of today's oldest chips: their values were always read strictly.
FIRST_OPEN = 27
FIRST_SCORED = 30  # the first of those that a mind fills, which lines have in short


def row_of(name: str) -> "Field":
    """The row of a field. Raises KeyError."""
    return TABLE[NUMBERS[name] - 1]


def bounds_of(name: str) -> "Any":
    """The bounds of a field, as its sort has them. Raises KeyError."""
    return TABLE[NUMBERS[name] - 1].bounds


def rest_name(name: str) -> str:
    """The name of a field in REST answers; "" where they do not show it. Raises KeyError."""
    rest = TABLE[NUMBERS[name] - 1].rest
    return name if rest is None else rest


def described(row: "Field") -> str:
    """A row's values in words, as docs/FORMAT.md has them and errors name what is allowed."""
    sort, bounds = row.sort, row.bounds
    if sort == INT:
        return "%d .. %d" % bounds if bounds != _COUNT else "whole number"
    if sort == TEXT:
        return "text, at most %d bytes" % bounds if bounds else "text"
    if sort == LIST:
        return "list of at most %d texts, at most %d bytes each" % bounds
    if sort == CHOICE:
        return ", ".join(["%d %s" % (at, word) for at, word in enumerate(bounds)])
    if sort == JSON:
        return "JSON, at most %d bytes" % bounds
    return "seconds, as `created`" if sort == TIME else "days since 1900-01-01"
