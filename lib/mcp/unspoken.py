"""
A version in the header that is none of ours (up to 2025-11-25).

Owns who is refused for it; loaded when one comes.
"""

from micropython import const

from .errors import INVALID_REQUEST, METHOD_NOT_FOUND, ProtocolError
from .jsonrpc import REQUEST, Message

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .legacy import Era


def refuse(era: "Era", message: Message, declared: str) -> None:
    """Raise ProtocolError for a version in the header that is none of ours, if it matters."""
    if message.method == "initialize":
        return  # it asks for a version itself
    if message.kind == REQUEST and message.method not in era.requests:
        # Said first, whatever else is wrong: peers find out by it which revision to speak.
        text = "Method not found: %s" % message.method[:64]
        raise ProtocolError(METHOD_NOT_FOUND, text, None, message.id)
    raise ProtocolError(
        INVALID_REQUEST,
        "Invalid request: protocol version %s is not spoken here" % declared[:32],
        {"supported": list(era.versions)},
        message.id,
    )
