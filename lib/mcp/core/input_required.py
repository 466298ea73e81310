"""
Asking the client inside of results (2026-07-28): InputRequired and the state that comes back.

Owns the result that asks the client, the seal on its state, and how clients of the handshake
revisions are asked the same.
https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""

import struct
import time
from binascii import a2b_base64, b2a_base64
from os import urandom

from micropython import const
from net.hmac import hmac_sha256
from net.json_text import ordered

from .access import same
from .errors import NeedsCapability, ResultError, invalid_params
from .outgoing import NEEDED

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .call import Call

_SEAL = const(16)  # bytes of the HMAC that go along
_MAX_ROUNDS = const(8)  # of asking within one request
_MAX_AGE_S = const(3600)  # of a state


class InputRequired:
    """
    What a handler of tools/call, prompts/get or resources/read returns to ask the client first.

    requests  {name: {"method": .., "params": {..}}}: elicitation/create, sampling/createMessage or
              roots/list; the answers come as call.inputs[name] when the client tries again
    state     what the handler gets back then as call.state. It travels through the client,
              sealed: a state that was changed, belongs to another call or an earlier start of
              this server, or is older than an hour, is refused before the handler sees it

    Raises ResultError where there is neither, or a request of another method.
    """

    def __init__(self, requests: "dict | None" = None, state: "str | None" = None):
        self.requests = requests or {}
        self.state = state
        if not self.requests and state is None:
            raise ResultError("an InputRequired asks for something or has a state")
        for name, request in self.requests.items():
            if request.get("method") not in NEEDED:
                raise ResultError("%s: %r cannot be asked" % (name, request.get("method")))

    def wire(self, call: "Call", key: bytes, subject: str) -> dict:
        """
        The InputRequiredResult without the members that every result has. Raises NeedsCapability
        for capabilities that the client has not declared.
        """
        lacking: "dict[str, dict]" = {}
        for request in self.requests.values():
            need = NEEDED[request["method"]]
            if need not in call.capabilities:
                lacking[need] = {}
        if lacking:
            raise NeedsCapability(lacking)
        return ordered(
            ("resultType", "input_required"),
            ("inputRequests", self.requests or None),
            ("requestState", None if self.state is None else seal(key, subject, self.state)),
        )


async def ask(required: "InputRequired", call: "Call") -> None:
    """
    Up to 2025-11-25: ask the client what `required` asks, by requests of our own, and give `call`
    the answers. The caller then runs the handler again.
    """
    if call.asked >= _MAX_ROUNDS:
        raise ResultError("a handler asks without end")
    call.asked += 1
    answers = {}
    for name, request in required.requests.items():
        answers[name] = await call.ask(request["method"], request.get("params") or {})
    call.inputs = answers
    call.state = required.state


def new_key() -> bytes:
    """A random key for seals."""
    return urandom(32)


def seal(key: bytes, subject: str, state: str) -> str:
    """`state` with its time and an HMAC; `opened` takes it with the same key and subject."""
    data = struct.pack("<Q", int(time.time())) + state.encode()
    return b2a_base64(_hmac(key, subject, data) + data).strip().decode()


def opened(key: bytes, subject: str, sealed: object) -> str:
    """The state in `sealed`. Raises ProtocolError(-32602) where it is not what seal() gave."""
    try:
        data = a2b_base64(sealed.encode()) if isinstance(sealed, str) else b""
        if b2a_base64(data).strip().decode() != sealed:
            data = b""  # a2b_base64 has ignored what is not base64
    except ValueError:
        data = b""
    body = data[_SEAL:]
    genuine = same(_hmac(key, subject, body), data[:_SEAL]) and len(body) >= 8
    if not genuine or abs(time.time() - struct.unpack("<Q", body[:8])[0]) > _MAX_AGE_S:
        raise invalid_params("requestState is not as it was sent")
    return body[8:].decode()


def _hmac(key: bytes, subject: str, data: bytes) -> bytes:
    name = subject.encode()
    return hmac_sha256(key, b"%d:" % len(name) + name + data)[:_SEAL]
