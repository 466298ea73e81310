"""
Servers: where a model is asked, and what was learned of each while it was.

Owns addresses and keys, what a server was found not to know, and when it is asked again after it
failed. A key leaves this module only in a request's head.
"""

import os
import time

from micropython import const
from net import http_client
from net.backoff import Backoff

from .errors import (
    CutOff,
    KeyRefused,
    LlmError,
    NotFound,
    NotJson,
    RateLimited,
    ServerError,
    TooSlow,
    Unreachable,
)
from .request import OPTIONAL

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from net.url import URL

CHAT_PATH = "/chat/completions"
EMBED_PATH = "/embeddings"

_FIRST_S = const(1)
_MOST_S = const(300)
_LONGEST_S = const(3600)  # that a server may ask for by Retry-After


class Server:
    """
    One OpenAI-compatible server and a model there.

    url          the base, like https://api.openai.com/v1; with or without the path
    key          "" for a server that wants none
    embed_model  "" where it makes no embeddings
    name         for logs, else the host

    Raises net.url.URLError for an address that is none.
    """

    def __init__(
        self,
        url: str,
        key: str = "",
        model: str = "",
        path: str = CHAT_PATH,
        embed_model: str = "",
        name: str = "",
        rng: "Callable[[int], bytes]" = os.urandom,
        ticks: "Callable[[], Any]" = time.ticks_ms,
    ):
        self.where: "URL" = http_client.url(url)
        self.model = model
        self.embed_model = embed_model
        self.name = name or self.where.authority.rpartition("@")[2]
        self.lacks: "set[str]" = set()  # members of a request that it does not know
        self._guessed: "set[str]" = set()  # of these, in a request that is tried without them
        self._path = path or CHAT_PATH
        self._key = key
        self._ticks = ticks
        self._backoff = Backoff(rng, _FIRST_S, _MOST_S)
        self._rests_since = 0
        self._rests_ms = 0
        # Not the error itself: an exception keeps what its traceback names alive.
        self._failure: "tuple[type, str]" = (Unreachable, "")

    def target(self, path: str = "") -> str:
        """What is asked for on the server: the chat, or the path given."""
        base = self.where.path.rstrip("/")
        chat = self._path.partition("?")[0]
        if base.endswith(chat):  # an owner gave the whole address
            base = base[: -len(chat)]
        return base + (path or self._path)

    def head(self, target: str, size: int, kind: str = "application/json") -> bytes:
        """The head of a request for a body of so many bytes and this media type."""
        lines = ["POST %s HTTP/1.1" % target, "Host: " + self.where.authority.rpartition("@")[2]]
        if self._key:
            lines.append("Authorization: Bearer " + self._key)
        lines.append("Content-Type: " + kind)
        lines.append("Accept: text/event-stream, application/json, audio/*")
        lines.append("User-Agent: xiaozhi-pet")
        lines.append("Content-Length: %d\r\nConnection: close\r\n\r\n" % size)
        return "\r\n".join(lines).encode()

    def without_key(self, text: str) -> str:
        """A text that this server wrote, for logs: one line, without the key."""
        if self._key:
            text = text.replace(self._key, "***")
        return " ".join(text.split())

    # -- what it does not know -------------------------------------------------------------------

    def learn(self, complaint: str, sent: "set[str]") -> bool:
        """
        It has refused a request with this complaint, in which `sent` were members that not every
        server knows. True where another try without some of them may succeed.
        """
        if self._guessed:  # it was something else
            self.lacks -= self._guessed
            self._guessed = set()
            return False
        named = {one for one in sent if one in complaint} - self.lacks
        if not named:
            named = self._guessed = {one for one in sent if one in OPTIONAL} - self.lacks
        self.lacks |= named
        return bool(named)

    # -- rest after a failure --------------------------------------------------------------------

    def succeeded(self) -> None:
        """It has answered."""
        self._backoff.succeeded()
        self._rests_ms = 0
        self._guessed = set()

    def failed(self, error: LlmError) -> int:
        """It has not; the milliseconds for which it is not to be asked, 0 where it is no worse."""
        if isinstance(error, (KeyRefused, NotFound, NotJson)):
            self._backoff.refused()
        elif not isinstance(error, (Unreachable, RateLimited, ServerError, CutOff, TooSlow)):
            return 0
        self._rests_ms = self._backoff.wait_ms()
        if error.retry_after is not None:
            self._rests_ms = max(1000, min(error.retry_after, _LONGEST_S) * 1000)
        self._rests_since = self._ticks()
        self._failure = (type(error), error.message)
        return self._rests_ms

    def rest_ms(self) -> int:
        """Milliseconds until it may be asked again, 0 for now."""
        if self._rests_ms:
            passed = time.ticks_diff(self._ticks(), self._rests_since)
            if 0 <= passed < self._rests_ms:
                return self._rests_ms - passed
            self._rests_ms = 0
        return 0

    def failure(self) -> LlmError:
        """Why it is left alone now."""
        kind, message = self._failure
        error: LlmError = kind(message, (self.rest_ms() + 999) // 1000)
        return error
