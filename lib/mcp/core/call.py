"""
Call: what a handler may know of the request it works on, and what it can do besides answering.

Owns what a handler sees. Messages that leave before the reply are put together in `outgoing`.
"""

from micropython import const

from .errors import INVALID_REQUEST, ProtocolError
from .outgoing import Outgoing

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

#: What a peer may do, each more than the one before it.
SCOPES = ("read", "write", "admin")


class Call:
    """
    What a handler may know of the call besides its arguments.

    channel         where it came in: the name its transport gave the session, such as "stdio"
    version         protocol version in force, "2025-06-18" for instance
    client          {"name": .., "version": ..} as the peer calls itself; {} where it has not said
    id              the request's id
    progress_token  string or number if the peer asked for progress, else None
    capabilities    what the client declared, as it sent it; {} where that is unknown
    inputs, state   2026-07-28: the client's answers to an InputRequired, by name, and the state
                    that came with it; {} and None on a first request
    room            most bytes that the message of the reply may have on this channel; 0: no limit
    log_level       least level that log() sends; None: none at all
    scope           one of SCOPES: what the peer may do, by the key or the channel it came with
    key             name of the key that the peer has shown; "" where it has none of its own

    steady          a handler sets this where it must not end half way

    Cancelling reaches a handler as asyncio.CancelledError at its next await: it stops, may clean
    up, and lets it pass. Nothing that it says afterwards leaves. One that is `steady` goes on to
    its end, and only its reply is dropped.
    """

    # What few calls have is kept here for all others: an object of its own is made for each call.
    # Nobody may change these dicts.
    capabilities: dict = {}
    inputs: dict = {}
    state: "str | None" = None
    room = 0
    log_level: "str | None" = None
    scope = "write"
    key = ""
    steady = False
    asked = 0  # how often an InputRequired was turned into questions
    # Set by the session for the time of the request; what is None cannot be reached.
    session: "Any" = None
    work: "Any" = None
    line: "Any" = None
    outgoing: "Any" = None

    def __init__(self, channel: str, version: str, client: dict, id: object, params: dict):
        self.channel = channel
        self.version = version
        self.client = client
        self.id = id
        meta = params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        right = isinstance(token, (str, int, float)) and not isinstance(token, bool)
        self.progress_token = token if right else None

    def may(self, scope: str) -> bool:
        """Whether the peer has this scope, or one that includes it."""
        return SCOPES.index(scope) <= SCOPES.index(self.scope)

    def need(self, scope: str, what: str) -> None:
        """Raise ProtocolError unless the peer has this scope; `what` wants it."""
        if not self.may(scope):
            error = ProtocolError(
                INVALID_REQUEST,
                "Insufficient scope: %s needs %s, this key has %s" % (what, scope, self.scope),
            )
            error.scope = scope
            raise error

    @property
    def caller(self) -> str:
        """Who calls: the client as it calls itself, else the name of its key, else ""."""
        name: str = self.client.get("name", "")
        return name or self.key

    async def progress(
        self, progress: float, total: "float | None" = None, message: "str | None" = None
    ) -> None:
        """
        Tell how far it is, to a peer that asked for it.

        What does not exceed the last value is not sent (the protocol forbids it), nor what comes
        too fast; see `outgoing`.
        """
        if self.progress_token is not None and self.line is not None:
            await self._out().progress(progress, total, message)

    async def log(self, level: str, data: object, logger: "str | None" = None) -> None:
        """
        Say something to the peer's log: a level of syslog ("debug" to "emergency") and JSON.

        Nothing secret or personal. Not sent below the level that the peer wants, nor to one of
        2026-07-28 that has not asked for it.
        """
        if self.log_level is not None and self.line is not None:
            await self._out().log(level, data, logger)

    async def ask(self, method: str, params: dict, timeout_ms: int = 300000) -> dict:
        """
        The client's answer to a request of ours: sampling/createMessage, elicitation/create,
        roots/list. Up to 2025-11-25; since 2026-07-28 a handler returns an InputRequired.

        Raises ProtocolError where the channel cannot carry it, the client has not declared it, or
        answers with an error or not in time.
        """
        return await self._out().ask(method, params, timeout_ms)

    def _out(self) -> "Any":
        if self.outgoing is None:
            self.outgoing = Outgoing(self)
        return self.outgoing
