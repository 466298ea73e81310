"""
Emotions: the names that XiaoZhi servers send, and which of the six of a record each is.

A record keeps the number of the six in `emotion_type`, and the name, being finer, beside it in
`emotion_name`. A name that does not fit the number was told before it and counts no more.
"""

from micropython import const

from .fields import EMOTIONS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .record import Record

# The 21 names of the servers, each with one of the six and its intensity, 1 to 5.
NAMES = {
    "neutral": ("neutral", 1),
    "happy": ("happy", 3),
    "laughing": ("happy", 4),
    "funny": ("happy", 3),
    "sad": ("sad", 3),
    "angry": ("worried", 4),
    "crying": ("sad", 5),
    "loving": ("touched", 4),
    "embarrassed": ("worried", 2),
    "surprised": ("excited", 3),
    "shocked": ("worried", 4),
    "thinking": ("neutral", 1),
    "winking": ("happy", 2),
    "cool": ("happy", 2),
    "relaxed": ("happy", 2),
    "delicious": ("happy", 3),
    "kissy": ("touched", 4),
    "confident": ("happy", 3),
    "sleepy": ("neutral", 1),
    "silly": ("happy", 2),
    "confused": ("worried", 2),
}


def number_of(word: str) -> "int | None":
    """The number of one of the six, by its own word or by a server's name; None for neither."""
    if word in EMOTIONS:
        return EMOTIONS.index(word)
    row = NAMES.get(word)
    return None if row is None else EMOTIONS.index(row[0])


def allowed() -> "tuple[str, ...]":
    """All that may be told: the six, the other names of the servers, the numbers of the six."""
    others = sorted([name for name in NAMES if name not in EMOTIONS])
    return EMOTIONS + tuple(others) + ("0-%d" % (len(EMOTIONS) - 1),)


def name_of(record: "Record") -> "str | None":
    """The server's name of what was felt, where one was told and no other emotion since."""
    name: "str | None" = record.get("emotion_name")
    if name is None:
        return None
    number = record.get("emotion_type")
    return name if number is None or number == number_of(name) else None
