"""
Call: what a handler is told of the request it works on, and what it can do before it answers.

`outgoing` makes the messages that leave before the reply.
"""

from micropython import const

from .errors import INVALID_REQUEST, ProtocolError
from .outgoing import Outgoing

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .interfaces import Requester

#: What a peer may do, each more than the one before it; a guest only what a tool opens to all.
SCOPES = ("guest", "read", "write", "admin")


class Call:
    """
    What a handler is told of the call besides its arguments.

    channel         name that the transport gave the session, such as "stdio"
    version         protocol version in force, "2025-06-18" for instance
    client          {"name": .., "version": ..} as the peer calls itself; {} where unknown
    id              the request's id
    progress_token  string or number if the peer asked for progress, else None
    capabilities    what the client declared, as it sent it; {} where unknown
    inputs, state   2026-07-28: the client's answers to an InputRequired, by name, and the state
                    that came with it; {} and None on a first request
    max_reply       most bytes that the reply may have on this channel; 0: no limit
    log_level       least level that log() sends; None: none at all
    scope           one of SCOPES: what the peer may do, by its key or its transport
    key             name of the key that the peer has shown; "" where it has none of its own

    confirmed       True where the owner has confirmed this very call on the device: only an agent
                    of the device's own sets it, no transport does
    steady          a handler sets this True where it must not be interrupted

    A cancellation reaches a handler as asyncio.CancelledError at its next await: it cleans up and
    lets the error pass. Nothing that it sends afterwards leaves. A `steady` handler runs to its
    end, and only its reply is dropped.
    """

    # Defaults that most calls share. Nobody may change these dicts.
    capabilities: dict = {}
    inputs: dict = {}
    state: "str | None" = None
    max_reply = 0
    log_level: "str | None" = None
    scope = "write"
    key = ""
    steady = False
    confirmed = False
    asked = 0  # how often an InputRequired was turned into questions
    # Set by the session while the request is worked on.
    session: "Any" = None
    work: "Any" = None
    requester: "Requester | None" = None  # None: it cannot be sent anything
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
        """The client as it calls itself, else the name of its key, else ""."""
        name: str = self.client.get("name", "")
        return name or self.key

    async def progress(
        self, progress: float, total: "float | None" = None, message: "str | None" = None
    ) -> None:
        """
        Send progress to a peer that asked for it.

        A value that does not exceed the last one is not sent (the protocol forbids it), nor is one
        above the rate limit of `outgoing`.
        """
        if self.progress_token is not None and self.requester is not None:
            await self._out().progress(progress, total, message)

    async def log(self, level: str, data: object, logger: "str | None" = None) -> None:
        """
        Send a message to the peer's log: a level of syslog ("debug" to "emergency") and JSON,
        which may be nothing secret or personal. Not sent below the level that the peer wants, nor
        to a peer of 2026-07-28 that has not asked for log messages.
        """
        if self.log_level is not None and self.requester is not None:
            await self._out().log(level, data, logger)

    async def ask(self, method: str, params: dict, timeout_ms: int = 300000) -> dict:
        """
        The client's answer to a request of ours: sampling/createMessage, elicitation/create,
        roots/list. Up to 2025-11-25; since 2026-07-28 a handler returns an InputRequired.

        Raises ProtocolError where the transport cannot carry it, or the client has not declared
        it, answers with an error, or does not answer in time.
        """
        return await self._out().ask(method, params, timeout_ms)

    def _out(self) -> "Any":
        if self.outgoing is None:
            self.outgoing = Outgoing(self)
        return self.outgoing
