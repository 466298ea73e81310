"""
Settings: the value of a setting, from NVS, else from the board, else the default.

For the names in _BOARD_FIRST the board comes before NVS: those are on the command line of a desk
device. Values that an older firmware wrote unchecked go through setting_rules.py first.
"""

from . import setting_rules
from .nvs import namespace
from .setting_defaults import DEFAULTS, VERSION, read, read_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BOARD_FIRST = (
    "http", "http_port", "http_open", "stdio", "stdio_step", "stdout_step", "console",
    "console_quiet_s", "event_style", "repl", "typed", "chat", "chat_waits", "cloud",
    "llm_url", "llm_key", "llm_model", "llm_url_2", "llm_url_3", "voice",
)  # fmt: skip


class Settings:
    """Reads and writes settings; `board` is board.SETTINGS."""

    def __init__(self, board: dict) -> None:
        self._kv = namespace("cfg")
        self._board = board
        self._checked = False

    def get(self, name: str) -> "Any":
        """The value of a setting, of its default's type."""
        default = DEFAULTS[name]
        if name in self._board and name in _BOARD_FIRST:
            return self._board[name]
        value = read(self._kv, name)
        if value is None:
            return self._board.get(name, default)
        if not self._checked:
            self._checked = True
            if (read_number(self._kv, "v") or 0) < VERSION:
                setting_rules.migrate(self._kv)
                return self.get(name)
        return value

    def chosen(self, name: str) -> bool:
        """Whether the owner or the board has set it; else `get` gives the default."""
        self.get(name)  # an old value that cannot be is removed
        return name in self._board or read(self._kv, name) is not None

    def set(self, name: str, value: "Any") -> None:
        """Write a setting. Raises setting_rules.SettingError (a ValueError), or OSError of NVS."""
        setting_rules.write(self._kv, name, value)


class Privacy:
    """
    What the owner lets be kept of a talk, by the settings as they are at that moment; everything
    without settings.
    """

    def __init__(self, settings: "Settings | None" = None) -> None:
        self._settings = settings

    @property
    def remembers(self) -> bool:
        """False while remembering is paused."""
        return self._settings is None or bool(self._settings.get("remembering"))

    @property
    def keeps_turns(self) -> bool:
        """Whether what is said is kept word by word."""
        kept = self._settings is None or bool(self._settings.get("keep_turns"))
        return kept and self.remembers
