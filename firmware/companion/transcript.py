"""
Transcript: the turns of what is being said, until the stream of turns has them.

Owns the sessions of conversations and the indexes of their turns (docs/FORMAT.md section 15): what
owner and companion say, and the tools that are called meanwhile, with arguments and results cut to
a length. Turns wait in RAM and are written in groups, since each write is a flush of flash: a
group when so many wait, the rest when the conversation ends. What a power cut takes is what
waited. The newest ones stay in RAM while somebody speaks: 别记这个 is mostly about these.
"""

import os
from binascii import hexlify

from memory.erase.erasure import erase_turns
from memory.errors import ArchiveUnavailable, MemoryFault
from memory.turns.turn import Turn
from micropython import const

from firmware.system import events

from .call_extract import extract

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from mcp.core.tool_result import ToolResult
    from memory.engine import Memory

    from firmware.system.clock import Clock
    from firmware.system.settings import Privacy

_GROUP = const(16)  # turns that are written together while somebody speaks
_STAY = const(6)  # newest turns that wait on then
_MOST = const(64)  # that wait where flash takes none
_ROOM = const(16384)  # characters of them
_TEXT = const(2000)  # characters of a turn
_TOKENS = const(0x3FFFFFFF)  # that a turn may have
_TRIES = const(5)  # ends of conversations at which flash may refuse
_SESSION_BYTES = const(5)  # random: two of a month are the same once in a million years


class Transcript:
    """Over an open engine; `privacy` says whether turns are to be kept."""

    def __init__(self, memory: "Memory", clock: "Clock", privacy: "Privacy") -> None:
        self._memory = memory
        self._clock = clock
        self._privacy = privacy
        self._waiting: "list[Turn]" = []  # oldest first
        self._session = ""  # "" between conversations
        self._next = 0  # index of the next turn of the session
        self._failed = 0  # tries since flash took a group
        # Told which turns are not to be kept, as `session/index`.
        self.dropped: "Callable[[list[str]], None]" = lambda turns: None

    @property
    def idle(self) -> bool:
        """True where nothing waits to be written."""
        return not self._waiting

    # -- what happens --------------------------------------------------------------------------

    def heard(self, role: str, text: str, tokens: int = 0) -> "tuple[str, int] | None":
        """
        A message was said: the session and index of its turn, None where none is kept. Touches no
        flash.
        """
        fields: "dict[str, Any]" = {"cut": True} if len(text) > _TEXT else {}
        if 0 < tokens <= _TOKENS:
            fields["tokens"] = tokens
        return self._add(role, text[:_TEXT], fields)

    def called(self, name: str, arguments: dict, result: "ToolResult") -> "tuple[str, int] | None":
        """As `heard`, of a tool that was called."""
        return self._add("tool", "", extract(name, arguments, result))

    def _add(self, role: str, text: str, fields: dict) -> "tuple[str, int] | None":
        if not self._privacy.keeps_turns:
            return None
        if not self._session:
            self._session = hexlify(os.urandom(_SESSION_BYTES)).decode()
            self._next = 0
        if not self._clock.is_set():
            fields["approx"] = True
        turn = Turn(self._session, self._next, self._clock.now(), role, text, **fields)
        self._next += 1
        self._waiting.append(turn)
        room = _ROOM - sum([len(one.text) for one in self._waiting])
        while len(self._waiting) > _MOST or (room < 0 and len(self._waiting) > 1):
            room += len(self._waiting.pop(0).text)
            _log("warning", "a turn is not kept: too many wait to be written")
        return turn.session, turn.index

    # -- writing -------------------------------------------------------------------------------

    async def write(self) -> None:
        """While somebody speaks: write the oldest turns where enough wait."""
        if len(self._waiting) >= _GROUP + _STAY and not self._failed:
            await self._write(_STAY)

    async def write_all(self) -> None:
        """Write what waits, whoever speaks. What flash refuses is kept and logged."""
        while self._waiting:
            if not await self._write(0):
                return

    async def end(self) -> None:
        """The conversation is over: as `write_all`; what is said next is another session."""
        self._session = ""
        await self.write_all()

    async def _write(self, stay: int) -> bool:
        """Write a group of the oldest turns, but none of the newest `stay`; False on failure."""
        try:
            # What is forgotten while another change runs is no longer among those that wait.
            async with self._memory.lock:
                group = self._waiting[: min(_GROUP, len(self._waiting) - stay)]
                self._memory.turns.append_locked(group)
                self._waiting = self._waiting[len(group) :]
            self._failed = 0
            return True
        except ArchiveUnavailable as e:
            self._give_up(e)
        except (MemoryFault, OSError, MemoryError) as e:
            self._failed += 1
            if self._failed >= _TRIES:
                self._give_up(e)
            else:
                _log("warning", "what was said is not written yet: %r" % e)
        return False

    def _give_up(self, e: Exception) -> None:
        _log("warning", "%d turns are not kept: %s" % (len(self._waiting), e))
        self._waiting = []
        self._failed = 0

    # -- forgetting ----------------------------------------------------------------------------

    def texts(self) -> "Iterator[str]":
        """The texts of the turns that wait."""
        for turn in self._waiting:
            yield _text(turn)

    def remove(self, unwanted: "Callable[[str], bool]") -> None:
        """Let go of the turns that wait of whose text `unwanted(text)`."""
        self._waiting = [turn for turn in self._waiting if not unwanted(_text(turn))]

    async def drop(self, names: "list[tuple[str, int]]") -> None:
        """
        Keep none of the turns with these sessions and indexes; those that are written are erased
        for good. Raises ArchiveUnavailable, StoreFull, Broken: none of the latter is gone then.
        """
        self.dropped(["%s/%d" % name for name in names])
        waiting = [(turn.session, turn.index) for turn in self._waiting]
        written = [name for name in names if name not in waiting]
        self._waiting = [turn for turn in self._waiting if (turn.session, turn.index) not in names]
        if written:
            await erase_turns(self._memory, written)


def _text(turn: Turn) -> str:
    """What is compared with forgotten words: of a tool, what it was told and answered."""
    return turn.text or turn.words


def _log(level: str, text: str) -> None:
    events.log(level, "turns", text)
