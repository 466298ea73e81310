"""
Asking the client inside of results (2026-07-28): InputRequired and the state that comes back.

Owns the result that stands for a question, and the seal on its state. Loaded by handlers that ask
and by requests that bring answers; a server that asks nothing never pays for it.
https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""

import hashlib
from binascii import a2b_base64, b2a_base64
from collections import OrderedDict
from os import urandom

from micropython import const

from .errors import INVALID_PARAMS, NeedsCapability, ProtocolError, ResultError

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .call import Call

_SEAL = const(16)  # bytes of the HMAC that go along
_BLOCK = const(64)  # bytes of a block of SHA-256
_NEEDED = {
    "sampling/createMessage": "sampling",
    "elicitation/create": "elicitation",
    "roots/list": "roots",
}


class InputRequired:
    """
    What a handler of tools/call, prompts/get or resources/read returns to ask the client first.

    requests  {name: {"method": .., "params": {..}}}: elicitation/create, sampling/createMessage or
              roots/list; the answers come as call.inputs[name] when the client tries again
    state     what the handler wants to know again then, as call.state. It travels through the
              client, sealed: one that was changed, or belongs to another call or to a start of
              this server before the last, is refused before the handler sees it

    Raises ResultError where there is neither, or another request in it.
    """

    def __init__(self, requests: "dict | None" = None, state: "str | None" = None):
        self.requests = requests or {}
        self.state = state
        if not self.requests and state is None:
            raise ResultError("an InputRequired asks for something or has a state")
        for name, request in self.requests.items():
            if request.get("method") not in _NEEDED:
                raise ResultError("%s: %r cannot be asked" % (name, request.get("method")))

    def wire(self, call: "Call", key: bytes, subject: str) -> dict:
        """
        The InputRequiredResult without what every result has. Raises NeedsCapability for what the
        client has not declared.
        """
        lacking: "dict[str, dict]" = {}
        for request in self.requests.values():
            need = _NEEDED[request["method"]]
            if need not in call.capabilities:
                lacking[need] = {}
        if lacking:
            raise NeedsCapability(lacking)
        found: "OrderedDict[str, object]" = OrderedDict()
        found["resultType"] = "input_required"
        if self.requests:
            found["inputRequests"] = self.requests
        if self.state is not None:
            found["requestState"] = seal(key, subject, self.state)
        return found


def new_key() -> bytes:
    """A key for seals, good until the next start."""
    return urandom(32)


def seal(key: bytes, subject: str, state: str) -> str:
    """`state` in a form that only `opened` with the same key and subject takes back."""
    data = state.encode()
    return b2a_base64(_hmac(key, subject, data) + data).strip().decode()


def opened(key: bytes, subject: str, sealed: object) -> str:
    """The state in `sealed`. Raises ProtocolError(-32602) where it is not what seal() gave."""
    try:
        data = a2b_base64(sealed.encode()) if isinstance(sealed, str) else b""
    except ValueError:
        data = b""
    state = data[_SEAL:]
    differs = len(data) < _SEAL
    for ours, theirs in zip(_hmac(key, subject, state), data):
        differs |= ours != theirs
    if differs:
        raise ProtocolError(INVALID_PARAMS, "Invalid params: requestState is not as it was sent")
    return state.decode()


def _hmac(key: bytes, subject: str, data: bytes) -> bytes:
    """The first bytes of HMAC-SHA256 (RFC 2104) over subject and data; a key of 32 bytes."""
    name = subject.encode()
    inner = hashlib.sha256(_mixed(key, 0x36))
    inner.update(b"%d:" % len(name))
    inner.update(name)
    inner.update(data)
    outer = hashlib.sha256(_mixed(key, 0x5C))
    outer.update(inner.digest())
    return outer.digest()[:_SEAL]


def _mixed(key: bytes, with_: int) -> bytes:
    return bytes([byte ^ with_ for byte in key]) + bytes([with_]) * (_BLOCK - len(key))
