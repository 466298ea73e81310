"""
The handshake up to 2025-11-25: which version is agreed on, and who speaks to whom.

Owns what happens once in a session; loaded for that moment only.
"""

from collections import OrderedDict

from micropython import const

from .errors import INVALID_PARAMS, ProtocolError
from .legacy import LATEST

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .server import Session

_OLDEST = const("2024-11-05")
_MAX_CLIENT_NAME = const(64)  # characters kept of what a client says of itself


def answer(session: "Session", params: dict) -> dict:
    """The result of `initialize`; the session has what was agreed on."""
    server = session.server
    version = agreed(params.get("protocolVersion"), server.legacy.versions)
    declared = params.get("capabilities")
    session.greet(
        version,
        named(params.get("clientInfo")),
        declared if isinstance(declared, dict) else None,
    )
    found: "OrderedDict[str, object]" = OrderedDict()
    found["protocolVersion"] = version
    found["capabilities"] = server.capabilities
    info: "OrderedDict[str, object]" = OrderedDict()
    for member in ("name", "version", "title"):
        if member in server.info and (member != "title" or version >= "2025-06-18"):
            info[member] = server.info[member]
    found["serverInfo"] = info
    if server.instructions is not None:
        found["instructions"] = server.instructions
    return found


def agreed(asked: object, versions: "tuple[str, ...]") -> str:
    """
    The version to answer `asked` with: the same if we speak it, else our latest.

    A peer that names none (XiaoZhi servers do) gets the oldest, which promises least.
    """
    if asked is None:
        return _OLDEST
    if not isinstance(asked, str):
        raise ProtocolError(INVALID_PARAMS, "Invalid params: protocolVersion is a string")
    return asked if asked in versions else LATEST


def named(said: object) -> dict:
    """{"name": .., "version": ..} of a clientInfo, cut to a length that is safe to keep."""
    found = {}
    if isinstance(said, dict):
        for member in ("name", "version"):
            if isinstance(said.get(member), str):
                found[member] = said[member][:_MAX_CLIENT_NAME]
    return found
