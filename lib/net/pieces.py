"""
Body: a message for the peer as pieces of bytes, which are never joined in memory.

Transports write the pieces one after the other. The result of a tool has its JSON twice, as a
value and quoted as text; both are made from the same pieces, which memory holds once.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def joined_pieces(pieces: "Iterable[bytes]", most: int) -> "Iterator[bytes]":
    """The same bytes with small pieces joined, as long as they have `most` bytes together."""
    held: "list[bytes]" = []
    size = 0
    for piece in pieces:
        if held and size + len(piece) > most:
            yield b"".join(held)
            held = []
            size = 0
        held.append(piece)
        size += len(piece)
    if size:
        yield b"".join(held)


class Raw:
    """Pieces (a list of bytes) that leave unquoted, among the parts of a Body."""

    def __init__(self, pieces: "list[bytes]"):
        self.pieces = pieces


class Body:
    """
    Parts in their order: bytes, Raw, or a list of pieces of JSON that leave quoted, as the inside
    of a JSON string. Its len() is the number of all bytes.
    """

    def __init__(self, parts: "list"):
        self.parts = parts

    def __len__(self) -> int:
        size = 0
        for piece in self.pieces():  # hundreds: a list of their sizes would be kilobytes
            size += len(piece)
        return size

    def pieces(self) -> "Iterator[bytes]":
        """The bytes as they leave, from a few to some hundred at a time."""
        for part in self.parts:
            if isinstance(part, bytes):
                yield part
            elif isinstance(part, Raw):
                yield from part.pieces
            else:
                for piece in part:
                    # JSON has no other characters that would have to be escaped.
                    yield piece.replace(b"\\", b"\\\\").replace(b'"', b'\\"')

    def joined(self) -> bytes:
        """All bytes in one piece."""
        return b"".join(list(self.pieces()))
