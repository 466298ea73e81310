"""
Episodes: what a part of a talk was about, kept when its words go.

Owns `compressing`: before a context is shortened, rules read what goes, as they read what is
heard, and it becomes a record of kind `episode`, with a summary of its own until a better one
comes (`fill`). What goes are messages {"role", "text" or "content"}; of tools also "name",
"arguments", "result". What a program hands over is its claim: marked with its name, nothing of it
is core (an allergy is nearly so, until the owner says it), nothing is crossed off, and what the
owner has told of themselves stays as it is.
"""

import json

from memory.changes.change import NOOP, Change
from memory.changes.near_duplicates import near
from memory.errors import MemoryFault, NoMatch, Rejected
from memory.guard.masked_json import masked_json
from memory.guard.prompt_injection import is_injection
from memory.guard.screening import is_harmless
from memory.guard.secrets import masked
from memory.records.kinds import PROFILE
from memory.records.kinds import row_of as row_of_kind
from memory.records.record import add_texts
from memory.search.query import Query
from memory.text import dates
from memory.text.folding import cut, fold, has_half, plain
from micropython import const

from . import heard
from .scores import scores
from .todos import KIND as TODO

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.extract.utterance import Found

    from .mind import Mind

KIND = "episode"
SOURCE = "compress"
OWNER_ROLES = ("owner", "user")
COMPANION_ROLES = ("companion", "assistant")
TOOL_ROLES = ("tool",)
ROLES = OWNER_ROLES + COMPANION_ROLES + TOOL_ROLES
MESSAGES_MOST = 50
TEXT_MOST = 2000  # characters of one message
_READ_MOST = const(400)  # characters of a message that rules read, as of what is heard
_LEARNED_MOST = const(10)
_ACTIONS_MOST = const(16)
_ACTIONS_BYTES = const(1500)
_SHORT = const(120)  # bytes of an action's texts, and of one sentence in a summary
_NAME = const(60)  # bytes of a tool's name
_PARAMS = const(300)  # bytes of what an action was told, and of what it answered
_MEMBERS, _DEPTH = const(8), const(3)  # of objects and lists in it
_ENTITIES_MOST = const(8)
_LATELY = const(5)  # episodes that a new one may be the same as


class Compressed:
    """`change` of the episode (NOOP where it was there already), and the records learned."""

    def __init__(self, change: "Change") -> None:
        self.change = change
        self.learned: "list[Change]" = []


async def compressing(
    mind: "Mind",
    messages: "list[dict]",
    summary: "str | None" = None,
    client: "str | None" = None,
    session: str = "",
) -> Compressed:
    """
    Keep what goes. With a `client` it is that program's claim. Raises Rejected for messages that
    are none, and then nothing is changed; Secret for such a summary, ArchiveUnavailable,
    StoreFull, Broken.
    """
    said = _checked(messages)
    content = _summary_of(said) if summary is None else _fitting(summary)
    if not content:
        raise Rejected("missing", "there are neither words nor a summary", field="messages")
    found = Compressed(await _episode(mind, said, content, client, session))
    if found.change.result != NOOP:
        found.learned = await _learn(mind, said, client, found.change.record.id)
    return found


async def fill(mind: "Mind", id: str, summary: str, client: "str | None" = None) -> "Change":
    """
    Give an episode the summary that came later. Raises NoMatch where there is none, or it is not
    this client's; Rejected, Secret, StoreFull, Broken.
    """
    known = await mind.memory.record(id)
    if known is None or known[0].kind != KIND or known[0].get("client") != client:
        raise NoMatch("no_id", "there is no episode %s" % id, [], id=id)
    content = _fitting(summary)
    if content == known[0].content:
        return Change(NOOP, known[0])
    return await mind.memory.correct(id, KIND, content, {}, SOURCE, client)


# -- what goes -----------------------------------------------------------------------------------


class _Said:
    """One message that goes."""

    def __init__(self, role: str, text: str, message: dict) -> None:
        self.role = role
        self.text = text
        self.message = message


def _checked(messages: "list[dict]") -> "list[_Said]":
    if not isinstance(messages, (list, tuple)) or len(messages) > MESSAGES_MOST:
        problem = "messages are a list of at most %d" % MESSAGES_MOST
        raise Rejected("out_of_range", problem, field="messages", low=0, high=MESSAGES_MOST)
    found = []
    for message in messages:
        role = message.get("role") if isinstance(message, dict) else None
        if role not in ROLES:
            raise Rejected("not_allowed", "no such role", field="role", allowed=ROLES)
        text: "Any" = message.get("text", message.get("content", ""))
        if not isinstance(text, str) or has_half(text):
            raise Rejected("not_text", "text must be text", field="text")
        if len(text) > TEXT_MOST:
            size = len(text.encode())
            raise Rejected("too_long", "it is too long", field="text", size=size, cap=TEXT_MOST)
        found.append(_Said(role, masked(plain(text).strip()), message))
    return found


def _fitting(text: str) -> str:
    return cut(plain(text).strip(), row_of_kind(KIND).content_cap).strip()


def _summary_of(said: "list[_Said]") -> str:
    """What the owner said, sentence by sentence, the first and the last where not all fits."""
    texts = [cut(one.text, _SHORT) for one in said if one.role in OWNER_ROLES and one.text]
    if not texts:
        texts = [cut(one.text, _SHORT) for one in said if one.text]
    most = row_of_kind(KIND).content_cap
    while len(texts) > 1 and len(" / ".join(texts).encode()) > most:
        texts.pop(len(texts) // 2)
    return " / ".join(texts)


async def _episode(
    mind: "Mind",
    said: "list[_Said]",
    content: str,
    client: "str | None",
    session: str,
) -> "Change":
    memory = mind.memory
    now = dates.iso(memory.clock.now())
    given: "dict[str, Any]" = {"started": now, "ended": now}
    if session:
        given["session"] = session
    actions = _actions(said)
    if actions:
        given["actions"] = actions
        given["tools"] = _different([action["tool"] for action in actions])
    entities = _entities(mind, said)
    if entities:
        given["entities"] = entities
    same = await _same(mind, content, client)
    if same is not None:
        return same
    return await memory.write(KIND, content, given, source=SOURCE, client=client)


async def _same(mind: "Mind", content: str, client: "str | None") -> "Change | None":
    """A NOOP where one of the last episodes is this one, handed over again."""
    page, _ = await mind.memory.recall(Query((KIND,), None, limit=_LATELY))
    for record in page:
        if record.content == content and record.get("client") == client:
            return Change(NOOP, record)
    return None


def _actions(said: "list[_Said]") -> "list[dict]":
    """What tools did, short."""
    found: "list[dict]" = []
    for one in said:
        if one.role in TOOL_ROLES:
            told = one.message
            result = told["result"] if told.get("result") is not None else one.text
            done = action(told.get("name") or "tool", told.get("arguments"), result, True)
            decision = told.get("decision")
            if done is not None and isinstance(decision, str) and decision:
                done["decision"] = _short(decision)
            found += [] if done is None else [done]
    return fitted(found)


def action(
    name: "Any", params: "Any", result: "Any", keeps_all: bool = False
) -> "dict[str, Any] | None":
    """
    One call of a tool, short: {tool, params, result}, or `error` where it failed, and `success`
    where that is known. What reads like an instruction is left out of it, but not with
    `keeps_all`; the call stays, unless its name is one.
    """
    tool = _short(name) if isinstance(name, str) else "tool"
    if not tool:
        return None
    done: "dict[str, Any]" = {"tool": cut(tool, _NAME)}
    said = result
    status = result.get("status") if isinstance(result, dict) else None
    if isinstance(status, str):
        said = {one: result[one] for one in result if one != "status"}
        done["success"] = status == "ok"
    if isinstance(said, dict) and said.get("message"):
        said = said["message"]
    answered = "result" if done.get("success", True) else "error"
    for shown in (_Shown(True), _Shown(False)):
        found = dict(done)
        for member, value in (("params", params), (answered, said)):
            shown.left = _PARAMS
            value = shown.of(masked_json(value)) if value else None
            if value:
                found[member] = value
        if keeps_all or _are_harmless(found):
            return found
    return done if _are_harmless(done) else None  # they are one together


def _are_harmless(done: "dict[str, Any]") -> bool:
    texts: "list[str]" = []
    add_texts(done, texts)
    return is_harmless("\n".join(texts))


def fitted(actions: "list[dict]") -> "list[dict]":
    """The last of them as they fit an episode; of the oldest what there is no room for goes."""
    found = actions[-_ACTIONS_MOST:]
    for one in found:
        for member in ("result", "error", "params"):
            if len(json.dumps(found).encode()) > _ACTIONS_BYTES:
                one.pop(member, None)
    while found and len(json.dumps(found).encode()) > _ACTIONS_BYTES:
        found.pop(0)
    return found


class _Shown:
    """A copy of JSON values with short texts, which stops where there is no room `left`."""

    def __init__(self, keeps_all: bool) -> None:
        self.left = _PARAMS
        self._keeps_all = keeps_all

    def of(self, value: "Any", depth: int = 0) -> "Any":
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, (dict, list, tuple)):
            if depth >= _DEPTH:
                return None
            if isinstance(value, dict):
                return self._object(value, depth + 1)
            found = [self.of(one, depth + 1) for one in value[:_MEMBERS]]
            return [one for one in found if one is not None]
        self.left -= 8
        return value

    def _text(self, value: str) -> "str | None":
        text = cut(_short(value), max(0, self.left))
        if not text or (not self._keeps_all and is_injection(text)):
            return None
        self.left -= len(text.encode()) + 3
        return text

    def _object(self, value: dict, depth: int) -> dict:
        found: "dict[str, Any]" = {}
        for name in value:
            if self.left <= 0 or len(found) == _MEMBERS:
                break
            shown = self._text(str(name))
            one = self.of(value[name], depth)
            if shown is not None and one is not None:
                found[shown] = one
        return found


def _short(text: str) -> str:
    return cut(masked(plain(text)), _SHORT)


def _different(texts: "list[str]") -> "list[str]":
    found: "list[str]" = []
    for text in texts:
        text = cut(text, 60).strip()
        if text and text not in found:
            found.append(text)
    return found


def _entities(mind: "Mind", said: "list[_Said]") -> "list[str]":
    """Names that memory knows, of family and others, where they were said."""
    words = fold("\n".join([one.text for one in said]))
    names = []
    for record in mind.memory.each("family"):
        known = (record.content, record.get("relation", ""))
        names += [name for name in known if name and words.find(fold(name)) >= 0]
    return _different(names)[:_ENTITIES_MOST]


# -- what is learned -----------------------------------------------------------------------------


async def _learn(
    mind: "Mind", said: "list[_Said]", client: "str | None", episode: str
) -> "list[Change]":
    """What rules find in the owner's words. What memory does not take is in the episode."""
    now = mind.memory.clock.now()
    learned: "list[Change]" = []
    names = [record.content for record in mind.memory.each("family")]
    for one in said:
        if one.role not in OWNER_ROLES:
            continue
        for found in heard.read(one.text[:_READ_MOST], now, names):
            if len(learned) == _LEARNED_MOST:
                return learned
            if client is not None and not await _may_claim(mind, found):
                continue
            if found.kind == TODO and "done" in found.fields:
                continue
            try:
                fields = dict(found.fields, episode=episode)
                if client is not None and _would_be_core(mind, found):
                    fields["p"] = scores.FULL - 1
                change = await mind.memory.write(
                    found.kind, found.content, fields, source=SOURCE, client=client
                )
            except (MemoryFault, MemoryError):
                continue
            if found.kind == "family":
                names.append(found.content)
            if change.result != NOOP:
                learned.append(change)
    return learned


async def _may_claim(mind: "Mind", found: "Found") -> bool:
    """False for what the owner has told of themselves, of what lasts in other words too."""
    if found.kind in PROFILE and mind.memory.count(found.kind):
        return False
    query = Query((found.kind,), found.content, limit=_LATELY, ranked=True)
    query.words_alone = True
    page, _ = await mind.memory.recall(query)
    words = fold(found.content)
    lasts = _would_be_core(mind, found)
    for record in page:
        known = fold(record.content)
        if known == words or (lasts and near(words, known, True)):
            return False
    return True


def _would_be_core(mind: "Mind", found: "Found") -> bool:
    """True for what lasts, were it the owner's own word: an allergy, an illness."""
    return scores.p_of(found.kind, found.content, mind.numbers) >= scores.FULL
