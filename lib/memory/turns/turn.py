"""
Turn: one message of a conversation, and the lines that stand for it (docs/FORMAT.md section 15).
"""

import json
from binascii import crc32

from micropython import const

from memory.errors import Rejected
from memory.guard.masked_json import masked_json
from memory.guard.secrets import masked
from memory.log.lines import openings
from memory.text import dates
from memory.text.folding import fold, plain

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

ROLES = ("owner", "companion", "tool")
TEXT_BYTES = 2000  # a longer text is cut at a character
LINE_BYTES = 3900  # of a longer line the results go, then the calls
MARK_START = b'{"mark":"'
_SESSION = const(24)
_ALLOWED = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
_INDEX = const(0x3FFFFFFF)
_NESTS = const(64)  # lists and objects of a line
_CORE = ("session", "index", "at", "role", "text")
# Of the optional members that have a type: their order in a line.
_LISTS = ("calls", "results")
_FLAGS = ("read", "approx", "cut")
_OPTIONAL = ("calls", "results", "tokens", "episode", "read", "approx", "cut")


class Turn:
    """
    One message. `session` and `index` (from 0, rising) name it; `at` is local time in seconds
    since 2000. `fields` has what is optional: `calls` and `results` (lists of JSON values),
    `tokens` (what it cost), `episode` (id of the one that it belongs to), `read` (True once it was
    looked through for memories), `approx` (True where the clock was not set), `cut` (True where
    something was too long to be kept), and members that this version does not know.
    """

    def __init__(
        self, session: str, index: int, at: int, role: str, text: str, **fields: object
    ) -> None:
        self.session = session
        self.index = index
        self.at = at
        self.role = role
        self.text = text
        self.fields: "dict[str, Any]" = fields

    @property
    def day(self) -> str:
        """The day of `at`."""
        return dates.day_text(self.at)

    @property
    def words(self) -> str:
        """All its text, folded, for searching."""
        words = self.text
        for name in _LISTS:
            if self.fields.get(name):
                words += "\n" + json.dumps(self.fields[name])
        return fold(words)

    @property
    def name(self) -> int:
        """A number for it among all turns: the CRC-32 of session and index."""
        return name_of(self.session, self.index)

    def line(self) -> str:
        """
        The line of the log; secrets are masked, and what is too long is cut here, too. Raises
        Rejected.
        """
        _check_session(self.session)
        if not _is_index(self.index):
            raise Rejected("out_of_range", "a turn has an index from 0 on", field="index")
        if self.role not in ROLES:
            raise Rejected("not_allowed", "a turn is said by one of %r" % (ROLES,), field="role")
        if not isinstance(self.text, str):
            raise Rejected("not_text", "text must be text", field="text")
        self._cut_text(masked(plain(self.text)))
        self._fit()
        self.fields = masked_json(self.fields)
        self._fit()  # a number is shorter than what hides it
        return self._json()

    def _cut_text(self, text: str) -> None:
        raw = text.encode()
        self.text = text
        if len(raw) > TEXT_BYTES:
            end = TEXT_BYTES
            while raw[end] & 0xC0 == 0x80:
                end -= 1
            self.text = raw[:end].decode()
            self.fields["cut"] = True

    def _fit(self) -> None:
        """Leave out what is too long for a line, or would not be read back."""
        for name in ("results", "calls"):
            if not self._fits():
                self.fields.pop(name, None)
                self.fields["cut"] = True
        if not self._fits():
            text = "the optional members of a turn are too long"
            raise Rejected("too_long", text, field="fields", cap=LINE_BYTES)

    def _fits(self) -> bool:
        raw = self._json().encode()
        return len(raw) <= LINE_BYTES and openings(raw, _NESTS) <= _NESTS

    def _json(self) -> str:
        members: "list[tuple[str, Any]]" = [("session", self.session), ("index", self.index)]
        members += [("at", dates.iso(self.at)), ("role", self.role), ("text", self.text)]
        for name in _OPTIONAL:
            if self.fields.get(name):
                members.append((name, self.fields[name]))
        for name in sorted(self.fields):
            if name not in _OPTIONAL and name not in _CORE:
                members.append((name, self.fields[name]))
        return _object(members)


def name_of(session: str, index: int) -> int:
    """As Turn.name."""
    return crc32(b"%s %d" % (session.encode(), index))


def mark_line(session: str, first: int, last: int, read: bool, episode: str) -> str:
    """
    The line that marks these turns of a session as read, or as part of an episode, or both.
    Raises Rejected.
    """
    _check_session(session)
    if not _is_index(first) or not _is_index(last):
        raise Rejected("out_of_range", "a turn has an index from 0 on", field="index")
    members: "list[tuple[str, Any]]" = [("mark", session), ("first", first), ("last", last)]
    if read:
        members.append(("read", True))
    if episode:
        members.append(("episode", episode))
    return _object(members)


def _object(members: list) -> str:
    """A JSON object with its members in this order."""
    parts = [
        json.dumps(name) + ":" + json.dumps(value, separators=(",", ":"))
        for name, value in members
    ]
    return "{" + ",".join(parts) + "}"


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _INDEX


def _check_session(session: object) -> None:
    if isinstance(session, str) and 0 < len(session) <= _SESSION:
        raw = session.encode()
        if not [True for at in range(len(raw)) if _ALLOWED.find(raw[at : at + 1]) < 0]:
            return
    text = "a session is named by 1 to %d of A-Z a-z 0-9 . _ -" % _SESSION
    raise Rejected("not_allowed", text, field="session")


def parsed(text: bytes) -> "Turn | tuple | None":
    """
    What a line says: a Turn, or (session, first, last, read, episode) of a mark; None for what is
    neither.
    """
    if openings(text, _NESTS) > _NESTS:
        return None
    try:
        found = json.loads(text)
        return _mark(found) if text.startswith(MARK_START) else _turn(found)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, Rejected):
        return None


def _mark(found: dict) -> tuple:
    first, last, episode = found["first"], found["last"], found.get("episode", "")
    _check_session(found["mark"])
    if not _is_index(first) or not _is_index(last) or not isinstance(episode, str):
        raise ValueError("no mark")
    return found["mark"], first, last, bool(found.get("read")), episode


def _turn(found: dict) -> Turn:
    session, index, at, role, text = [found.pop(name) for name in _CORE]
    _check_session(session)
    if not _is_index(index) or role not in ROLES or not isinstance(text, str):
        raise ValueError("no turn")
    turn = Turn(session, index, dates.parse(at), role, plain(text))
    for name in _LISTS:
        if not isinstance(found.get(name, []), list):
            raise ValueError("no list")
    if not _is_index(found.get("tokens", 0)) or not isinstance(found.get("episode", ""), str):
        raise ValueError("no tokens or episode")
    for name in _FLAGS:
        if not isinstance(found.get(name, False), bool):
            raise ValueError("no flag")
    turn.fields = found
    return turn


def day_of(text: bytes) -> str:
    """The day of a line, "" for a mark or what is no turn."""
    found = parsed(text)
    return found.day if isinstance(found, Turn) else ""
