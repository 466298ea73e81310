"""
Settings: what the owner, the board, or nobody decided, in that order.

A setting is looked up in NVS, then in what the board says, then in `defaults`; for the names in
_BOARD the board comes first, where it says something: that is the command line of a desk device,
whose owner sits before it. What an older firmware kept unchecked goes through `rules` first.
"""

from micropython import const

from . import setting_rules
from .nvs import namespace
from .setting_defaults import DEFAULTS, VERSION, kept, number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_BOARD = (
    "http",
    "http_port",
    "http_open",
    "stdio",
    "stdio_step",
    "stdout_step",
    "console",
    "console_quiet_s",
    "event_style",
    "repl",
    "typed",
    "cloud",
)


class Settings:
    """Reads and keeps settings; `board` is a dict of what the board says."""

    def __init__(self, board: dict) -> None:
        self._kv = namespace("cfg")
        self._board = board
        self._checked = False

    def get(self, name: str) -> "Any":
        """The value of a known setting, of its default's type."""
        default = DEFAULTS[name]
        if name in self._board and name in _BOARD:
            return self._board[name]
        value = kept(self._kv, name)
        if value is None:
            return self._board.get(name, default)
        if not self._checked:
            self._checked = True
            if (number(self._kv, "v") or 0) < VERSION:
                setting_rules.migrate(self._kv)
                return self.get(name)
        return value

    def set(self, name: str, value: "Any") -> None:
        """Keep a setting. Raises rules.Wrong, a ValueError, for what cannot be."""
        setting_rules.keep(self._kv, name, value)
