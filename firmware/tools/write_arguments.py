"""What a client has given to `memory` or `todo`, cleaned, and how long a memory is to matter."""

from memory.text.folding import has_half, plain
from mind.scores import durations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mind.mind import Mind


def given(arguments: dict) -> dict:
    """The arguments that are not empty: clean text, and whole numbers as int."""
    found = {}
    for name in arguments:
        value = arguments[name]
        if isinstance(value, str) and not has_half(value):
            value = plain(value)
        elif isinstance(value, float):
            value = int(value)  # 3.0, which the schema takes for an integer
        if value not in ("", None):
            found[name] = value
    return found


def duration(mind: "Mind | None", word: str, kind: str) -> dict:
    """The fields of a memory of this kind that say how long it matters. Raises Rejected."""
    if mind is None:
        return {}
    return durations.told_fields(word, kind, mind.clock.now(), mind.numbers)
