"""What a XiaoZhi session calls: its events, its audio in both directions, and an MCP server."""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from net.pieces import Body

    class AudioSource(Protocol):
        """Packets of the microphone that wait for a session; one channel at a time takes them."""

        @property
        def ended(self) -> bool:
            """Whether what was said is over: behind the packets that wait none follows."""

        def take(self) -> "memoryview | None":
            """The oldest packet, valid until the next call; None while there is none."""

        async def wait(self) -> None:
            """Until there may be a packet, what was said is over, or wake() was called."""

        def wake(self) -> None:
            """Let wait() return."""

    class MCP(Protocol):
        """Answers the server's MCP messages; mcp.core.concurrent_calls.MessageChannel says how."""

        max_message: int

        def open(self, send: "Callable", max_reply: int, page_bytes: int) -> None: ...
        async def start(self, message: bytes, label: object) -> None: ...
        async def close(self) -> None: ...
        def refusal(self, why: str, id: object) -> "Body": ...
        def fitting(self, content: "Body", most: int) -> "Body": ...


class SessionCallbacks:
    """The events of a session, to be overridden. No method may block or raise."""

    def heard(self, role: str, text: str) -> None:
        """A text of the conversation, each once; `role` is "owner" or "companion"."""

    def changed(self, state: str) -> None:
        """The session is in another state now."""

    def reminded(self) -> None:
        """The server speaks after a reminder was sent."""

    def ended(self, why: str) -> None:
        """The session is over, or could not begin. Over WebSocket the connection goes too."""

    def felt(self, emotion: str) -> None:
        """What the companion's face should show: a name, such as "happy"."""

    def warned(self, status: str, message: str, emotion: str) -> None:
        """An alert of the server, for the owner to see."""

    def commanded(self, command: str) -> None:
        """The server asks the device to do something, such as "reboot"."""

    async def opened(self, hello: dict) -> "str | None":
        """The server's complete hello; a channel that cannot use it returns why."""
        return None


class AudioSink:
    """
    The output of the server's audio. This one drops it; one with a loudspeaker overrides it.

    A packet is one frame of Opus, mono; `play` must copy what it keeps. When `finish` was called
    and all has been played, the sink opens the microphone again by XiaoZhi.listen().
    """

    def opened(self, sample_rate: int, frame_ms: int) -> None:
        """A session is open. Servers may announce another rate than they send; Opus copes."""

    def begin(self) -> None:
        """The companion begins to speak: packets follow."""

    def play(self, packet: "bytes | memoryview", number: int) -> None:
        """
        A packet; they come ahead of time, at most 2.4 s. Numbers count up by one: over UDP one may
        be missing, or come after a later one.
        """

    def stray(self, packet: "bytes | memoryview", number: int) -> None:
        """
        As play(), outside of the companion's speech: over UDP the first packets may come before
        begin(), and the last ones after finish().
        """

    def finish(self) -> None:
        """No more packets for now; play what was given to its end."""

    def silence(self) -> None:
        """Stop at once and drop what was not played: the speech was interrupted."""
