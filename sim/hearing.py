"""
Hearing: reads a conversation from a file, for --hear.

One JSON object a line, {"role": "owner" | "companion", "text": "..."}; `user` and `assistant`, or
`human` and `pet`, mean the same. Empty lines are skipped. A line that is malformed is reported
with its number and skipped.
"""

import json

import vfs
from memory.text.folding import has_half

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MAX_LINE = 4096  # bytes of a line
_PIECE = 256  # bytes of a line that are read at once
_OWNER = ("owner", "user", "human")
_COMPANION = ("companion", "assistant", "pet")


def utterances(path: str, report: "Callable[[str], None]") -> "Iterator[tuple[str, str]]":
    """(role, text) of each line, role `owner` or `companion`; calls `report` for each error."""
    number = 0
    try:
        with vfs.VfsPosix().open(path, "rb") as file:  # type: ignore[attr-defined]
            while True:
                line = _read(file)
                if not line:
                    break
                number += 1
                found = _complete(line, file)
                if found and found.strip() != b"":
                    try:
                        yield _parsed(found)
                    except ValueError as error:
                        report("--hear: line %d: %s" % (number, error))
                elif not found:
                    report("--hear: line %d: over %d bytes" % (number, _MAX_LINE))
    except OSError as error:
        report("--hear: %s: %r" % (path, error))


def _read(file: "object") -> bytes:
    """A line, or its first bytes if it is too long; read in pieces, each a small allocation."""
    line = b""
    while len(line) <= _MAX_LINE:
        piece = file.readline(_PIECE)  # type: ignore[attr-defined]
        line += piece
        if not piece or piece.endswith(b"\n"):
            break
    return line


def _complete(line: bytes, file: "object") -> bytes:
    """The line, or b"" if it is too long; its remaining bytes are then skipped."""
    if len(line) <= _MAX_LINE:
        return line
    while line and not line.endswith(b"\n"):
        line = file.readline(_MAX_LINE)  # type: ignore[attr-defined]
    return b""


def _parsed(line: bytes) -> "tuple[str, str]":
    """Raises ValueError with what is wrong, for the person who wrote the file."""
    if line.startswith(b"\xef\xbb\xbf"):  # a byte order mark, as editors on Windows write it
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
