"""The messages of XiaoZhi servers and devices, and how their members are read."""

from micropython import const
from net.json_text import ordered

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_LOGGED = const(16)  # kinds of odd messages that are logged
_SHOWN = const(96)  # bytes of what cannot be read, in the log

# tts states that are events; servers have others, which are ignored.
TTS_EVENTS = {"start": "tts_start", "stop": "tts_stop", "sentence_start": "tts_text"}
TYPES = ("hello", "goodbye", "stt", "llm", "mcp", "alert", "system")


def hello(transport: str, version: int = 1) -> dict:
    """The hello of a device."""
    audio = (("format", "opus"), ("sample_rate", 16000), ("channels", 1), ("frame_duration", 60))
    return ordered(
        ("type", "hello"),
        ("version", 3 if transport == "udp" else version),
        ("features", {"mcp": True}),
        ("transport", transport),
        ("audio_params", ordered(*audio)),
    )


def unreadable(frame: bytes) -> "tuple[str, str, str]":
    """What OnceLog.add gets of a text that is no JSON: servers send messages for people so."""
    return "unreadable", "warning", "the server says: " + _beginning(frame)


def is_repeated(typed: str, text: str) -> bool:
    """Whether a server repeats a typed text, without the punctuation around it."""
    return text in typed and 2 * len(text) >= len(typed)


def _beginning(frame: bytes) -> str:
    for size in range(_SHOWN, _SHOWN - 4, -1):  # not amid a character
        try:
            return bytes(frame[:size]).decode()
        except UnicodeError:
            continue
    return "(%d bytes)" % len(frame)


def string(message: dict, name: str) -> str:
    value = message.get(name)
    return value if isinstance(value, str) else ""


def positive(message: dict, name: str, default: int) -> int:
    value = message.get(name)
    right = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return value if right else default  # type: ignore[return-value]


class OnceLog:
    """Passes to `log` the first message of each kind."""

    def __init__(self, log: "Callable[[str, str], None]"):
        self._log = log
        self._kinds: "list[str]" = []

    def add(self, kind: str, level: str, text: str) -> None:
        if kind not in self._kinds and len(self._kinds) < _MAX_LOGGED:
            self._kinds.append(kind)
            self._log(level, text)
