"""
Hearing: a conversation from a file, for --hear.

One JSON object a line, {"role": "owner" | "companion", "text": "..."}; `user` and `assistant`, as
language models call them, mean the same, so do `human` and `pet`. Empty lines are passed over. A
line that is none of this is told with its number, and the conversation goes on without it.
"""

import json
import sys

import vfs
from memory.text.folding import has_half

import sim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LONGEST = 4096  # bytes of a line
_PIECE = 256  # bytes of it that are read at once
_OWNER = ("owner", "user", "human")
_COMPANION = ("companion", "assistant", "pet")


def utterances(path: str, tell: "Callable[[str], None]") -> "Iterator[tuple[str, str]]":
    """(role, text) of each line, role being `owner` or `companion`; `tell` hears what is wrong."""
    number = 0
    try:
        with vfs.VfsPosix().open(path, "rb") as file:  # type: ignore[attr-defined]
            while True:
                line = _read(file)
                if not line:
                    break
                number += 1
                found = _whole(line, file)
                if found and found.strip() != b"":
                    try:
                        yield _parsed(found)
                    except ValueError as error:
                        tell("--hear: line %d: %s" % (number, error))
                elif not found:
                    tell("--hear: line %d: over %d bytes" % (number, _LONGEST))
    except OSError as error:
        tell("--hear: %s: %r" % (path, error))
    # Wanted once; the device's heap has better use for what it takes.
    if sys.modules.pop(__name__, None) is not None:
        del sim.hearing


def _read(file: "object") -> bytes:
    """A line, or what of it is too long; in pieces, since its room would be asked for at once."""
    line = b""
    while len(line) <= _LONGEST:
        piece = file.readline(_PIECE)  # type: ignore[attr-defined]
        line += piece
        if not piece or piece.endswith(b"\n"):
            break
    return line


def _whole(line: bytes, file: "object") -> bytes:
    """The line, or nothing where it is too long: then the rest of it is read over."""
    if len(line) <= _LONGEST:
        return line
    while line and not line.endswith(b"\n"):
        line = file.readline(_LONGEST)  # type: ignore[attr-defined]
    return b""


def _parsed(line: bytes) -> "tuple[str, str]":
    """Raises ValueError with what is wrong, for the person who wrote the file."""
    if line.startswith(b"\xef\xbb\xbf"):  # what editors on Windows begin a file with
        line = line[3:]
    try:
        said = json.loads(line.decode())
    except ValueError:
        raise ValueError("not JSON") from None
    if not isinstance(said, dict):
        raise ValueError("not a JSON object")
    role, text = said.get("role"), said.get("text")
    if role not in _OWNER + _COMPANION:
        raise ValueError("role must be owner or companion")
    if not isinstance(text, str):
        raise ValueError("text must be a string")
    if has_half(text):
        raise ValueError("text has half of a surrogate pair")
    return "owner" if role in _OWNER else "companion", text
