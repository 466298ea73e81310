"""
Framing: text that a model may read and must not obey.

Owns the frame around memories, results of tools, summaries and whatever else others have written:
its marks are of the device alone, since no frame's text has a `<`, and what reads like an
instruction stays outside. What a chat template would take for the marks of a role is taken apart
everywhere, in the owner's own words too.
"""

from memory.guard.prompt_injection import is_injection
from memory.guard.secrets import masked
from memory.text.folding import has_half, plain
from micropython import const
from net.json_text import DecodeError, LimitError, dumps, loads

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# Marks of roles in the templates of models, and what they become.
_TEMPLATE = (
    ("<|", "‹|"), ("|>", "|›"), ("<<SYS>>", "(SYS)"), ("<</SYS>>", "(/SYS)"), ("[INST]", "(INST)"),
    ("[/INST]", "(/INST)"), ("<s>", "‹s›"), ("</s>", "‹/s›"), ("<start_of_turn>", "‹turn›"),
    ("<end_of_turn>", "‹/turn›"), ("<data", "‹data"), ("</data", "‹/data"),
)  # fmt: skip
_OPENING = ("<", "＜", "﹤", "〈")  # in a frame
_CLOSING = (">", "＞", "﹥", "〉")
_DEPTH = const(8)  # of lists and objects in a result


def framed(kind: str, text: str) -> str:
    """The text as data of this kind (a word of the code); "" for a text of nothing."""
    inner = closed(text).strip()
    return '<data kind="%s">\n%s\n</data>' % (kind, inner) if inner else ""


def closed(text: str) -> str:
    """The text without anything that a mark could be made of, hidden characters included."""
    text = "" if has_half(text) else plain(text)
    for marks, mark in ((_OPENING, "‹"), (_CLOSING, "›")):
        for one in marks:
            text = text.replace(one, mark)
    return spoken(text)


def spoken(text: str) -> str:
    """Somebody's own words for a request: without marks of templates, and without secrets."""
    text = "" if has_half(text) else plain(text)
    for mark, shown in _TEMPLATE:
        low = text.lower()
        at = low.find(mark.lower())
        while at >= 0 and len(low) == len(text):
            text = text[:at] + shown + text[at + len(mark) :]
            low = text.lower()
            at = low.find(mark.lower(), at + len(shown))
    return masked(text)


def trusted_lines(text: str) -> "tuple[str, int]":
    """
    (the lines of a text that do not read like an instruction, how many were left out). Two lines
    that do so only together are left out both.
    """
    kept: "list[str]" = []
    left_out = 0
    for line in text.split("\n"):
        if is_injection(line):
            left_out += 1
        elif kept and line and is_injection(kept[-1] + " " + line):
            kept.pop()
            left_out += 2
        else:
            kept.append(line)
    return "\n".join(kept), left_out


def trusted_json(text: str, is_judged: bool) -> "tuple[str, int]":
    """
    As `trusted_lines`, of a result in JSON: items that are marked `suspect` leave their list, as
    do those with a text that reads like an instruction; other such texts are emptied. With
    `is_judged` (by whoever keeps them) the mark counts alone. What is no JSON is text.
    """
    try:
        value = loads(text.encode())
    except (DecodeError, LimitError):
        return trusted_lines(text)
    counted = [0]
    shown = _trusted(value, counted, 0, is_judged)
    return (dumps(shown).decode() if counted[0] else text), counted[0]


def _trusted(value: "Any", counted: "list[int]", depth: int, is_judged: bool) -> "Any":
    if depth > _DEPTH:
        counted[0] += 1
        return None
    if isinstance(value, str):
        if not is_judged and is_injection(value):
            counted[0] += 1
            return ""
        return value
    if isinstance(value, list):
        kept = []
        for one in value:
            before = counted[0]
            shown = _trusted(one, counted, depth + 1, is_judged)
            if counted[0] == before:  # of a poisoned item nothing stays
                kept.append(shown)
            else:
                counted[0] = before + 1
        return kept
    if isinstance(value, dict):
        if value.get("suspect"):
            counted[0] += 1
            return {}
        found = {}
        for name, one in value.items():
            if not is_judged and is_injection(name):
                counted[0] += 1
            else:
                found[name] = _trusted(one, counted, depth + 1, is_judged)
        return found
    return value
