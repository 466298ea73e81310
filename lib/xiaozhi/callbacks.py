"""
What a XiaoZhi session needs of others: interfaces, to be overridden.

Owns the three of them as `xiaozhi` calls them: the owner, the loudspeaker, and who answers MCP.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from net.pieces import Body

    class MCP(Protocol):
        """
        Who answers the MCP messages of the server, such as
        mcp.core.concurrent_calls.MessageChannel.

        max_message  bytes of the longest message that is taken
        """

        max_message: int

        def open(self, send: "Callable", max_reply: int, page_bytes: int) -> None:
            """
            A connection begins; close() comes before the next one.

            send        async def send(content: Body, label): takes one reply; `label` is that
                        of the message it answers
            max_reply   most bytes that a reply may have
            page_bytes  of the tools in one page of them
            """

        async def start(self, message: bytes, label: object) -> None:
            """Answer a message; returns as soon as the next one may come."""

        async def close(self) -> None:
            """Stop what is under way; nobody is left to be answered."""

        def refusal(self, why: str, id: object) -> "Body":
            """The reply to a message that is not to be worked on."""

        def fitting(self, content: "Body", most: int) -> "Body":
            """`content`, or in its place the error that it has more than `most` bytes."""


class Host:
    """What a session tells its owner. Nothing here may wait or fail; to be overridden."""

    def heard(self, role: str, text: str) -> None:
        """Words of the conversation: `role` is "owner" or "companion". Each once."""

    def changed(self, state: str) -> None:
        """The session is in another state now."""

    def ended(self, why: str) -> None:
        """The session is over, or could not begin. Over WebSocket the connection goes too."""

    def felt(self, emotion: str) -> None:
        """What the companion's face should show: a name, such as "happy"."""

    def warned(self, status: str, message: str, emotion: str) -> None:
        """An alert of the server, for the owner to see."""

    def commanded(self, command: str) -> None:
        """A power over the device that the server asks for, such as "reboot"."""

    async def opened(self, hello: dict) -> "str | None":
        """The server's hello, whole. A channel that cannot go on with it returns why not."""
        return None


class Codec:
    """
    Where the audio of the server goes. This one lets it go; one with a loudspeaker overrides it.

    A packet is one frame of Opus, mono; `play` must copy what it keeps. When `rest` was called
    and all has been heard, an open microphone is asked for by XiaoZhi.listen().
    """

    def opened(self, sample_rate: int, frame_ms: int) -> None:
        """A session is open. Servers may announce another rate than they send; Opus copes."""

    def speak(self) -> None:
        """The companion begins to speak: packets follow."""

    def play(self, packet: "bytes | memoryview") -> None:
        """The next packet; they come ahead of time, at most 2.4 s."""

    def rest(self) -> None:
        """No more packets for now; what was given is to be heard to its end."""

    def hush(self) -> None:
        """Silence at once, what was given and not heard is dropped: interrupted, or over."""
