"""
Kinds: what can be remembered, the caps of docs/DESIGN.md, the letters of docs/FORMAT.md.

A kind that only a newer version knows is kept under its name, or under `?` and its letter where
hot memory has nothing but that.
"""

from collections import namedtuple

from memory.errors import Rejected

Kind = namedtuple("Kind", ("name", "letter", "cap", "content_cap", "fields"))
# name         as the tool says it
# letter       first byte of its keys in the hot store
# cap          records that stay hot (event and schedule share EVENTS_CAP); 0: all are archived
# content_cap  bytes of UTF-8
# fields       optional fields that belong to it, beside those of ALL_KINDS

_MOOD = ("emotion_type", "emotion_intensity", "emotion_name")
# Fields that belong to every kind. Nothing computes them yet.
ALL_KINDS = (
    "importance", "e", "i", "p", "j", "retention", "expires", "decay", "subject", "predicate",
    "confidence", "valid_from", "valid_to", "evidence", "episode", "tags",
)  # fmt: skip

_EPISODE = (
    "session", "goal", "outcome", "started", "ended", "actions", "entities", "tools", "memories",
)  # fmt: skip

_ATTACHMENT = (
    "session", "name", "original_name", "mime", "size", "path", "url", "direction",
    "description", "transcription", "text", "memories",
)  # fmt: skip

PROFILE = ("name", "age", "gender", "location", "birthday")
DATED = ("event", "schedule")
OPPOSITE = {"like": "dislike", "dislike": "like"}
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
    Kind("preference", "p", 0, 300, ("topic",)),
    Kind("person", "P", 0, 300, ("relation", "closeness", "topic")),
    Kind("rule", "r", 0, 300, ("topic",)),
    Kind("skill", "k", 0, 300, ("topic",)),
    Kind("lesson", "n", 0, 300, ("topic",)),
    Kind("todo", "T", 16, 120, ("due", "remind", "priority")),
    Kind("episode", "E", 0, 900, _EPISODE),
    Kind("attachment", "a", 0, 120, _ATTACHMENT),
)

BY_NAME = {row.name: row for row in _ROWS}
BY_LETTER = {row.letter: row.name for row in _ROWS}
# Kinds whose letter is a term of the index: those before "preference".
_FIRST = tuple([row.name for row in _ROWS[:16]])
_OTHER = "?"  # letter of kinds that have a name and no letter here
_NAME_MOST = 24  # bytes
_RESERVED = "x"  # letter of deletion marks

# What the tool may write, and what is recalled unless other kinds are asked for; affection changes
# by coins, not by words, and of episodes and attachments a talk tells nothing by itself.
_BESIDE = ("episode", "attachment")
WRITABLE = tuple(row.name for row in _ROWS if row.name not in ("affection",) + _BESIDE)
# What a search by meaning finds.
SEARCHED = WRITABLE + _BESIDE

# Kinds of which a write past the cap evicts the oldest to the archive, and how many.
ROLLS = {"fact": 5, "moment": 3}
# So many facts of the highest importance stay hot however old they are, such as an allergy.
PINNED_FACTS = 10
PINNED_IMPORTANCE = 100
IMPORTANCE = 50  # of what nobody told it
CORE = 100  # the field p of what must never be given up

TEXTS = ("content", "topic", "relation")  # fields that a keyword is searched in
# Of kinds that have others, in lists and JSON too.
MORE_TEXTS = {
    "episode": ("goal", "entities", "tools", "actions"),
    "attachment": (
        "name", "original_name", "description", "transcription", "text", "url", "path", "tags",
    ),
}  # fmt: skip
IMPORTED = "import"  # the source of records whose file says none


def row_of(kind: str) -> Kind:
    """The row of a kind. Raises Rejected for one that this version does not know."""
    row = BY_NAME.get(kind)
    if row is None:
        allowed = ", ".join(BY_NAME)
        text = "type must be one of %s" % allowed
        raise Rejected("not_allowed", text, field="type", value=str(kind), allowed=allowed)
    return row


def letter_of(kind: str) -> str:
    """The first byte of a kind's keys in the hot store, for kinds of newer versions too."""
    row = BY_NAME.get(kind)
    if row is not None:
        return row.letter
    return kind[1:] if len(kind) == 2 and kind.startswith(_OTHER) else _OTHER


def of_letter(letter: str) -> str:
    """The kind of a key's first byte; `?` and the letter for one that is not known."""
    return BY_LETTER.get(letter) or _OTHER + letter


def kind_in(text: object) -> str:
    """The kind that a line names. Raises ValueError for what is no name of a kind."""
    if not isinstance(text, str) or not 0 < len(text) <= _NAME_MOST:
        raise ValueError("no kind")
    if text in BY_NAME:
        return text
    if text.startswith(_OTHER) and len(text) == 2 and "!" <= text[1:] <= "~":
        if text[1:] != _RESERVED:
            return of_letter(text[1:])
    elif not [byte for byte in text.encode() if not (97 <= byte <= 122 or byte == 95)]:
        return text
    raise ValueError("no kind")


def index_term(kind: str) -> bytes:
    """What the index knows a kind by: its letter, of later kinds the name, known or not."""
    return BY_NAME[kind].letter.encode() if kind in _FIRST else kind.encode()
