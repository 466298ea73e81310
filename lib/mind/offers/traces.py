"""
Traces: what was said and what tools did, as the stream of turns has it, found for a model or for
the owner's programs.

Owns which turns a search may show and how one looks in tools and REST. Left out are turns that
read like an instruction to a model, and those with the words of a memory that is in the trash:
of the owner what was said before it was deleted, of the companion and tools also what repeats it
since, which the companion does in words of its own. What was erased or is off the record is not
there any more.
"""

import asyncio
from collections import OrderedDict

from memory.errors import Rejected
from memory.extract.scan import head
from memory.guard.prompt_injection import is_injection
from memory.records.fields import ROLES
from memory.search.trash_query import TrashQuery
from memory.text import dates
from memory.text.folding import fold
from memory.text.line_filter import line_filter
from memory.text.terms import is_cjk, singles, terms
from micropython import const

from .items import iso

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.turns.turn import Turn

    from ..mind import Mind

_DELETED_MOST = const(64)  # memories in the trash that are looked for in turns
_WORDS_LEAST = const(2)  # characters of such a memory
_OWNERS = "|用户|主人|我|俺|the user |the user's |user |the owner |the owner's |"
_SHOWN = ("calls", "results", "tokens", "episode", "approx", "cut")


class Asked:
    """
    What is looked for: turns that have each word of `keyword`, said on the days `start` to `end`
    (YYYY-MM-DD, inclusive, "" for open), by one of `roles`; at most `limit` of them, and no more
    once their words have `room` characters. `after` is a cursor, "" for the newest.
    """

    def __init__(
        self,
        keyword: str = "",
        start: str = "",
        end: str = "",
        limit: int = 10,
        after: str = "",
        room: int = 16384,
        roles: tuple = (),
    ) -> None:
        self.words = [word for word in fold(keyword).split() if word]
        self.start = start
        self.end = end
        self.limit = limit
        self.after = after
        self.room = room
        self.roles = roles

    def fits(self, turn: "Turn") -> bool:
        if self.roles and turn.role not in self.roles:
            return False
        if (self.start and turn.day < self.start) or (self.end and turn.day > self.end):
            return False
        text = turn.words if self.words else ""
        return not [True for word in self.words if text.find(word) < 0]


class Traces:
    """`turns`, newest first; `more` is the cursor of the next page, "" at the end."""

    def __init__(self) -> None:
        self.turns: "list[Turn]" = []
        self.left_out = 0  # that may not be shown
        self.more = ""


async def search(mind: "Mind", asked: Asked) -> Traces:
    """
    The turns that fit. Raises Rejected for a cursor that was never given, ArchiveUnavailable,
    Broken.
    """
    after = _place(asked.after) if asked.after else None
    deleted = await _deleted(mind)
    found = Traces()
    if after is not None and not await _is_there(mind, asked, after):
        # It went meanwhile: what was said before it follows.
        await _collect(mind, asked, deleted, found, lambda turn: turn.at < after[0])
        return found
    begun = [after is None]

    def follows(turn: "Turn") -> bool:
        if not begun[0]:
            begun[0] = after is not None and (turn.session, turn.index) == after[1:]
            return False
        return True

    await _collect(mind, asked, deleted, found, follows)
    return found


async def _is_there(mind: "Mind", asked: Asked, after: tuple) -> bool:
    name = '"session":"%s","index":%d,' % after[1:]
    steps = _scan(mind, asked, name.encode())
    try:
        for turn in steps:
            if turn is not None:
                return True
            await asyncio.sleep(0)
    finally:
        steps.close()
    return False


async def _collect(
    mind: "Mind", asked: Asked, deleted: "list", found: Traces, follows: "Any"
) -> None:
    room = asked.room
    steps = _scan(mind, asked)
    try:
        for turn in steps:
            if turn is None:
                await asyncio.sleep(0)
            elif not follows(turn):
                continue
            elif _is_hidden(turn, deleted):
                found.left_out += 1
            elif len(found.turns) == asked.limit or (room <= 0 and found.turns):
                found.more = cursor_of(found.turns[-1])
                return
            else:
                found.turns.append(turn)
                room -= len(turn.words)
    finally:
        steps.close()


def _scan(mind: "Mind", asked: Asked, line: bytes = b"") -> "Any":
    longest = sorted(asked.words, key=lambda word: len(word.encode()))[-1:]
    days = None
    if asked.start or asked.end:
        days = (asked.start or "0000-00-00", asked.end or "9999-99-99")
    words = line_filter(longest) if longest else None
    return mind.memory.turns.scan(asked.fits, line, words, days)


async def _deleted(mind: "Mind") -> "list[tuple[str, int, list[bytes]]]":
    """
    (folded words, when it was deleted, its terms) of what was deleted last and can be restored.
    """
    now = mind.memory.clock.now()
    reasons = ("user_delete", "model_delete")
    page, _ = await mind.memory.recall(TrashQuery(now, _DELETED_MOST, reasons=reasons))
    rows = []
    for record in page:
        words = fold(record.content)
        if len(words) >= _WORDS_LEAST:
            rows.append((words, record.get("trashed_at"), _terms_of(words)))
    return rows


def _terms_of(words: str) -> "list[bytes]":
    """
    The terms of a memory behind the owner it begins with, whom the companion calls otherwise; of
    several characters, for each is in another term of its run.
    """
    found = terms(words[head(_OWNERS, words) :])
    return [term for term in found if not is_cjk(term) or len(singles(term)) > 1]


def _is_hidden(turn: "Turn", deleted: "list[tuple[str, int, list[bytes]]]") -> bool:
    texts = [turn.text]
    for name in ("calls", "results"):
        _add_texts(turn.fields.get(name), texts)
    text = "\n".join(texts)
    folded = fold(text)
    is_owner, is_companion = turn.role == ROLES[0], turn.role == ROLES[1]
    said = terms(turn.text) if deleted and is_companion else []
    for words, when, known in deleted:
        if is_owner and turn.at > when:
            continue  # told anew
        if folded.find(words) >= 0:
            return True
        if said and len(known) > 1 and not [True for term in known if term not in said]:
            return True
    return is_injection(text)


def _add_texts(value: "Any", to: "list[str]") -> None:
    """The texts in a JSON value, without the signs of JSON, which look like instructions."""
    if isinstance(value, str):
        to.append(value)
    elif isinstance(value, dict):
        for name in value:
            _add_texts(value[name], to)
    elif isinstance(value, list):
        for one in value:
            _add_texts(one, to)


def cursor_of(turn: "Turn") -> str:
    """What a page goes on after."""
    return "%d.%s.%d" % (turn.at, turn.session, turn.index)


def _place(cursor: str) -> "tuple[int, str, int]":
    at, _, rest = cursor.partition(".")
    session, _, index = rest.rpartition(".")
    if not session or not _is_number(at) or not _is_number(index):
        raise Rejected("bad_cursor", "no cursor of a page", field="cursor", value=cursor)
    return int(at), session, int(index)


def _is_number(text: str) -> bool:
    return 0 < len(text) <= 10 and not text.encode().strip(b"0123456789")


def day(text: str, field: str) -> str:
    """A day as YYYY-MM-DD, "" for none. Raises Rejected."""
    if not text.strip():
        return ""
    try:
        return dates.day_text(dates.parse(text.strip()))
    except ValueError:
        raise Rejected("bad_day", "%s is not a date" % field, field=field, value=text)


def check_days(start: str, end: str) -> None:
    """Raise Rejected where the first day is after the last one."""
    if start and end and start > end:
        raise Rejected("bad_range", "start_date is after end_date", start=start, end=end)


def item(mind: "Mind", turn: "Turn") -> "OrderedDict[str, Any]":
    """The JSON object of a turn."""
    out: "OrderedDict[str, Any]" = OrderedDict()
    out["session"] = turn.session
    out["index"] = turn.index
    out["at"] = iso(mind, turn.at)
    out["role"] = turn.role
    if turn.text:
        out["text"] = turn.text
    for name in _SHOWN:
        value = turn.fields.get(name)
        if value:
            out[name] = value
    return out
