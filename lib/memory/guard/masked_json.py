"""
Masked JSON: JSON values with HIDDEN in place of each secret that a text in them has, and of each
value whose name says that it is one (`"password": "..."`).
"""

from micropython import const

from memory.text.folding import HIDDEN

from .secrets import detect, masked

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_DEPTH = const(16)  # of lists and objects in each other; RAM of a board allows few calls in a row


def masked_json(value: "Any", depth: int = 0) -> "Any":
    """A copy of a JSON value without secrets. What lies more than 16 deep is hidden, too."""
    if depth > _DEPTH:
        return HIDDEN
    if isinstance(value, (list, tuple)):
        return [masked_json(one, depth + 1) for one in value]
    if isinstance(value, dict):
        return {masked(name): _member(name, value[name], depth) for name in value}
    if isinstance(value, str):
        return masked(value)
    return HIDDEN if _is_number(value) and detect(str(value)) else value


def _member(name: str, value: "Any", depth: int) -> "Any":
    found = masked_json(value, depth + 1)
    if found == value and (isinstance(value, str) or _is_number(value)):
        words = name.replace("_", " ").replace("-", " ")
        if detect("%s: %s" % (words, value)):
            return HIDDEN
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
