"""Reply: the answer to one message of the peer, and what its transport has to know of it."""

from net.pieces import Body


class Reply:
    """
    The answer to one message of the peer.

    content    None where there is none; `body` is all of it as bytes
    refused    the message was malformed as a whole, and nothing was done
    status     of HTTP, for the transport that has one
    code       of the error that it is, 0 for none
    cancelled  the peer has cancelled its request: nothing may be sent for it
    scope      scope that the peer's key lacks, where that is the error; else ""
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
