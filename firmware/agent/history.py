"""
History: what was said in this talk, as a model is given it again.

In RAM alone. When it is too long its oldest part goes through `compressing(messages)`, a hook that
makes of it what shall stay (and may give a summary), before it is let go. While the hook fails the
history stays as it is, up to twice its length.
"""

from micropython import const

from firmware.system import events

from . import framing

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

OWNER = "user"
COMPANION = "assistant"
_RECENT = const(5)
_MOST_OF_ONE = const(4000)  # characters


class History:
    """At most about `most` characters; `compressing` is a coroutine function, or None."""

    def __init__(self, most: int, compressing: "Callable | None" = None) -> None:
        self._most = most
        self._compressing = compressing
        self._messages: "list[dict]" = []
        self._summary = ""  # of what was let go, by somebody else's model

    def add(self, role: str, text: str) -> None:
        """Something was said by OWNER or COMPANION."""
        text = framing.spoken(text)[:_MOST_OF_ONE]
        if text:
            self._messages.append({"role": role, "content": text})

    def messages(self) -> "list[dict]":
        """What a model is given, oldest first; a summary of what was before stands in a frame."""
        if not self._summary:
            return list(self._messages)
        return [{"role": OWNER, "content": self._summary}] + self._messages

    def recent(self) -> "list[str]":
        """The owner's last sentences."""
        said = [one["content"] for one in self._messages if one["role"] == OWNER]
        return said[-_RECENT:]

    def texts(self) -> "list[str]":
        """All that it has."""
        return [one["content"] for one in self._messages] + (
            [self._summary] if self._summary else []
        )

    def remove(self, unwanted: "Callable[[str], bool]") -> None:
        """Let go of every text of which `unwanted(text)`."""
        self._messages = [one for one in self._messages if not unwanted(one["content"])]
        if self._summary and unwanted(self._summary):
            self._summary = ""

    def take_back(self) -> None:
        """Let go of the last thing that the owner said, and of all after it."""
        while self._messages:
            if self._messages.pop()["role"] == OWNER:
                return

    def clear(self) -> None:
        """Let go of everything."""
        self._messages = []
        self._summary = ""

    def size(self) -> int:
        """Its characters."""
        return sum([len(text) for text in self.texts()])

    async def shorten(self, head: str) -> None:
        """
        Let go of the oldest half where it is too long; `head` stands above the summary, where the
        hook gives one. Never between a question and its answer.
        """
        size = self.size()
        if size <= self._most:
            return
        count = 0
        left = size
        while count < len(self._messages) and left > self._most // 2:
            left -= len(self._messages[count]["content"])
            count += 1
        while count < len(self._messages) and self._messages[count]["role"] != OWNER:
            count += 1
        going = self._messages[:count]
        summary = await self._compressed(going)
        if summary is None and size <= 2 * self._most:
            return
        self._messages = self._messages[count:]
        kept, _ = framing.trusted_lines(summary or "")
        frame = framing.framed("summary", kept[: self._most // 8])
        self._summary = head + "\n" + frame if frame else ""

    async def _compressed(self, going: "list[dict]") -> "str | None":
        """What the hook makes of messages that go; None where it fails."""
        if self._compressing is None:
            return ""
        try:
            found: "Any" = await self._compressing(list(going))
        except Exception as e:  # noqa: BLE001  whatever it is: the talk goes on, and they stay
            events.log("error", "agent", "the talk is not shortened: %r" % e)
            return None
        return found if isinstance(found, str) else ""
