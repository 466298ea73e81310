"""
Answers in pieces: what goes to the peer, without ever lying in memory in one.

Owns the form, and the Reply that it goes out with; transports write the pieces. A long answer has
its JSON twice, as a value and quoted as text, and both come from the same pieces: a small heap
holds them once.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator


class Plain:
    """Pieces (a list of bytes) that leave as they are, among the parts of a Body."""

    def __init__(self, pieces: "list[bytes]"):
        self.pieces = pieces


class Body:
    """
    Parts in their order: bytes, Plain, or a list of pieces of JSON that leaves as the inside of a
    JSON string. Its length is that of the whole in bytes.
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
            elif isinstance(part, Plain):
                yield from part.pieces
            else:
                for piece in part:
                    # JSON has no other characters that would have to be escaped.
                    yield piece.replace(b"\\", b"\\\\").replace(b'"', b'\\"')

    def joined(self) -> bytes:
        """All of it in one piece, for who can afford it."""
        return b"".join(list(self.pieces()))


class Reply:
    """
    What goes back for one message of the peer.

    content    None where nothing does; `body` is all of it as bytes
    refused    the message as a whole was no good and nothing was done
    status     of HTTP, for the transport that has one
    code       of the error that it is, 0 for none
    cancelled  it was a request, and the peer has lost interest: nothing may be sent for it
    scope      what the peer's key lacks, where that is the error; else ""
    """

    scope = ""

    def __init__(
        self,
        content: "Body | bytes | None",
        refused: bool = False,
        code: int = 0,
        cancelled: bool = False,
    ):
        self.content = Body([content]) if isinstance(content, bytes) else content
        self.refused = refused
        self.status = 400 if refused else 202 if content is None else 200
        self.code = code
        self.cancelled = cancelled

    @property
    def body(self) -> "bytes | None":
        return None if self.content is None else self.content.joined()
