"""
Emotions: how strong they are, which of them hurt, and how the pet's mood follows what it hears.

A name of a XiaoZhi server stands for one of the six that records have, with an intensity where
nobody has told one; the table is `memory.records.emotions`. Which ones are negative is said by the
six: sad and worried.
"""

from memory.records.emotions import NAMES, name_of
from memory.records.fields import EMOTIONS
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

# Those of the six that no server sends.
_OWN = {"excited": ("excited", 4), "worried": ("worried", 3), "touched": ("touched", 4)}
_NEUTRAL = ("neutral", 1)
_NEGATIVE = ("sad", "worried")

# Where each of the six draws the pet's mood; neutral leaves it.
_DRAWS_TO = {"happy": 85, "excited": 95, "touched": 90, "sad": 20, "worried": 30}
_SLOWNESS = const(50)  # of the way to there, a step of intensity goes the 50th part
_MOST = const(5)
_MOOD_MOST = const(100)


def emotion_of(name: str) -> str:
    """One of the six for a server's name or one of the six itself; what is unknown is neutral."""
    return _row(name)[0]


def default_intensity(name: str) -> int:
    """How strong a name is, 1 to 5, where nobody has said."""
    return _row(name)[1]


def is_negative(name: str) -> bool:
    """Whether it hurts: what is sad or worried."""
    return _row(name)[0] in _NEGATIVE


def of_record(record: "Record") -> "tuple[str, int] | None":
    """
    (one of the six, intensity 1 to 5) of what was felt; None where nobody has said. The
    intensity is that of the server's name where there is one, it being finer.
    """
    name = name_of(record)
    if name is None:
        number = record.get("emotion_type")
        if number is None:
            return None
        name = EMOTIONS[number] if number < len(EMOTIONS) else "neutral"
    emotion, usual = _row(name)
    return emotion, _in_range(record.get("emotion_intensity", usual))


def mood_after(mood: int, name: str, intensity: int) -> int:
    """
    The pet's mood, 0 to 100, once it has heard something said in this emotion: a part of the way
    to where the emotion draws it, so it follows slowly and never passes that. At least one point,
    or what is whole would stop short.
    """
    mood = min(max(mood, 0), _MOOD_MOST)
    goal = _DRAWS_TO.get(_row(name)[0], mood)
    way = abs(goal - mood) * _in_range(intensity)
    step = (way + _SLOWNESS - 1) // _SLOWNESS
    return mood + step if goal > mood else mood - step


def _row(name: str) -> "tuple[str, int]":
    return NAMES.get(name) or _OWN.get(name) or _NEUTRAL


def _in_range(intensity: int) -> int:
    return min(max(intensity, 1), _MOST)
