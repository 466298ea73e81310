"""
Request: what of a talk a model is asked to read, and what its answer may speak of.

Owns the choice of turns and of memories that go along, within a number of characters. Only what is
in the request can be cited, updated or put to the trash by the answer (`answers`). Pure but for
the notebook that it looks into.
"""

import asyncio
import json

from memory.extract.scan import is_chinese
from memory.text import dates
from micropython import const

from ..notebook import word_hashes
from ..offers import items
from ..scratchpad import LISTS
from . import actions, texts

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record
    from memory.turns.turn import Turn

    from ..mind import Mind

OWNER, COMPANION = "owner", "companion"
READING, SESSION = "extract", "session"  # purposes
# What a model may find. Profile fields and family members have bounds of their own: rules read
# them, and facts of these align with them.
TYPES = (
    "fact", "preference", "like", "dislike", "person", "event", "moment", "trait", "habit", "goal",
    "rule", "skill", "lesson", "todo",
)  # fmt: skip
_KNOWN = {READING: 3, SESSION: 8}  # memories that go along
_KNOWN_CHARACTERS = const(50)  # of one
# Characters of a request without its instructions: five readings and the end of a session, with
# the instructions of each, are less than 15,000, which are 6,000 tokens.
CHARACTERS = {READING: 700, SESSION: 3600}
_TURN_CHARACTERS = const(300)  # of the owner's
_ASIDE_CHARACTERS = const(60)  # of the companion's, which only say what the owner speaks of
_ASIDES = const(4)  # of these one after another
_CLAUSE_ENDS = ("。", "！", "？", "；", "，", "!", "?", ";", ", ", ". ")
_PIECE = const(96)  # bytes: AskedTerms takes 32 terms
_FRAME = const(40)  # characters of JSON around a text
_DONE_CHARACTERS = const(200)  # of the names of tools that ran, and what is asked of them
_PAGE_CHARACTERS = const(500)  # of the scratchpad, at a session's end


class Request:
    """
    One request: `purpose`, the `turns` of one session that it is about, oldest first, `first` and
    `last` index of them, `known`: the records that go along, by id, and `page`: the parts of the
    scratchpad that do.
    """

    def __init__(self, purpose: str, turns: "list[Turn]", known: "dict[str, Record]", now: int):
        self.purpose = purpose
        self.turns = turns
        self.known = known
        self.session = turns[0].session
        self.first = turns[0].index
        self.last = turns[-1].index
        self.said_at = min([turn.at for turn in turns])
        self.ended_at = max([turn.at for turn in turns])
        self.page: "dict[str, Any]" = {}
        self.actions: "list[dict]" = []  # of tools, in a talk that is over
        self.erasures = 0  # of the memory when it was made
        self._now = now

    def page_lines(self) -> "list[str]":
        """The lines of the scratchpad that go along."""
        lines: "list[str]" = [self.page["focus"]] if "focus" in self.page else []
        for name in LISTS:
            lines += self.page.get(name, ())
        return lines

    def owner_texts(self, indexes: "tuple | list" = ()) -> "list[str]":
        """What the owner said, in the turns with these indexes or in all."""
        return [
            turn.text
            for turn in self.turns
            if turn.role == OWNER and (not indexes or turn.index in indexes)
        ]

    def messages(self) -> "list[dict]":
        """As chat completions take them."""
        words = "".join(self.owner_texts())
        talk = [{"n": turn.index, "who": turn.role, "said": _shown(turn)} for turn in self.turns]
        known = [
            {"id": id, "is": items.shown_content(record)[:_KNOWN_CHARACTERS]}
            for id, record in self.known.items()
        ]
        data: "dict[str, Any]" = {"today": dates.minute(self._now), "talk": talk, "known": known}
        if self.page:
            data["page"] = self.page
        done = []
        for action in self.actions:
            done += [] if action["tool"] in done else [action["tool"]]
        if done:
            data["done"] = done
        is_over = self.purpose == SESSION
        system = texts.instructions(is_chinese(words), TYPES, is_over, bool(done))
        return [
            {"role": "system", "content": system},
            {"role": "user", "content": json.dumps(data)},
        ]


def _shown(turn: "Turn") -> str:
    return turn.text[: _TURN_CHARACTERS if turn.role == OWNER else _ASIDE_CHARACTERS]


async def request(mind: "Mind", purpose: str, turns: "list[Turn]") -> "Request | None":
    """
    A request about these turns of one session, oldest first. What there is no room for is left for
    the next reading, of a session's end the oldest. None where the owner said nothing in them.
    Waits while the notebook is being loaded. Raises Broken.
    """
    await mind.settle()
    told = _told(turns, purpose)
    left = CHARACTERS[purpose] - _KNOWN[purpose] * (_KNOWN_CHARACTERS + _FRAME)
    page = mind.scratchpad.rewritable(_PAGE_CHARACTERS) if purpose == SESSION else {}
    left -= len(json.dumps(page)) if page else 0
    done = actions.of_turns(turns) if purpose == SESSION else []
    left -= _DONE_CHARACTERS if done else 0
    chosen: "list[Turn]" = []
    for turn in reversed(told) if purpose == SESSION else told:
        left -= len(_shown(turn)) + _FRAME
        if left < 0 and chosen:
            break
        chosen.append(turn)
    if purpose == SESSION:
        chosen.reverse()
    if not [turn for turn in chosen if turn.role == OWNER]:
        return None
    known = await _known(mind, chosen, _KNOWN[purpose])
    found = Request(purpose, chosen, known, mind.clock.now())
    found.page = page
    found.actions = done
    found.erasures = mind.memory.erasures
    return found


def _told(turns: "list[Turn]", purpose: str) -> "list[Turn]":
    """What the owner said; for a session also what the companion did, of a story the start."""
    told: "list[Turn]" = []
    asides = 0  # in a row
    for turn in turns:
        asides = asides + 1 if turn.role == COMPANION else 0
        if (turn.text and turn.role == OWNER) or (0 < asides <= _ASIDES and purpose == SESSION):
            told.append(turn)
    return told


async def _known(mind: "Mind", turns: "list[Turn]", most: int) -> "dict[str, Record]":
    """
    The memories that are nearest to what the owner says: sought for each piece of it, since a long
    talk has more words than can be sought at once; the next of one piece counts less than its
    first. What is said last comes before what is as near.
    """
    near: "dict[str, float]" = {}
    order: "list[str]" = []
    for text in [turn.text for turn in reversed(turns) if turn.role == OWNER]:
        for piece in reversed(_pieces(text[:_TURN_CHARACTERS])):
            members = mind.notebook.members  # another one, where all was erased meanwhile
            asked = word_hashes.AskedTerms(piece)
            found = word_hashes.relevances(asked, members.words, members.count)[:most]
            for rank in range(len(found)):
                id = members.get(found[rank][1]).id
                if id not in near:
                    order.append(id)
                near[id] = max(near.get(id, 0.0), found[rank][0] / (1 + rank))
            await asyncio.sleep(0)
    known: "dict[str, Record]" = {}
    for _, at in sorted([(-near[order[at]], at) for at in range(len(order))]):
        record = await mind.read(order[at])
        if record is not None and not record.suspect and record.get("superseded_by") is None:
            known[order[at]] = record
        if len(known) == most:
            break
    return known


def _pieces(text: str) -> "list[str]":
    """A text in parts of a few clauses each, as many as are sought at once."""
    for mark in _CLAUSE_ENDS:
        text = text.replace(mark, "\n")
    pieces = [""]
    for clause in text.split("\n"):
        if pieces[-1] and len((pieces[-1] + clause).encode()) > _PIECE:
            pieces.append("")
        pieces[-1] += ("\n" if pieces[-1] else "") + clause
    return [piece for piece in pieces if piece.strip()]
