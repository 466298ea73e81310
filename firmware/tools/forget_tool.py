"""
The `forget` tool: memories are erased for good.

Owns the tool's answers and what of it the owner must confirm. The erasure itself is in
lib/memory/erase/erasure.py, the code that confirms it in owner_code.py, who may erase everything
in access_scopes.py, the sentences in firmware/words/forget.py.
"""

from collections import OrderedDict

from mcp.core.tool_result import ToolResult
from memory.erase import erasure
from memory.errors import NoMatch, Rejected
from memory.text.folding import fold

from firmware.words import forget as words
from firmware.words.messages import say

from . import access_scopes
from .owner_code import EXPIRED, RIGHT, OwnerCode
from .tool_results import error, ok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp.core.call import Call

    from .tool_context import ToolContext

_TARGETS = ("id", "content", "topic", "everything")
_MAX_CHARACTERS = 40  # of the caller's or a record's own text that an answer repeats


class _Confirmation:
    """One call: what it is for, and what came of its confirmation."""

    def __init__(self, code: OwnerCode, language: str, given: dict, confirmed: bool) -> None:
        self._code = code
        self._confirmed = confirmed  # by the owner, for this very call
        self._language = language
        self._given = given
        self.refused = ""  # the sentence to answer with where it may not be done
        self.asked = False  # True where a code was shown

    def allows(self, found: "Any") -> bool:
        """Whether `found` may be erased: a few single records a day, all else once confirmed."""
        if self._confirmed:
            return True
        single = not found.everything and found.count == 1
        given = self._given.get("confirmation")
        if single and given is None and self._code.allows_without_code():
            return True
        if single:
            id = found.records[0].id if found.records else self._given["id"]
            what, described = ("one", id), self._say("what_one", id=id)
        elif found.everything:
            what, described = ("everything", ""), self._say("what_all")
        else:
            topic = self._given["topic"].strip()
            what = ("topic", fold(topic))
            described = self._say("what_topic", topic=topic[:_MAX_CHARACTERS], count=found.count)
        if given is None:
            wait = self._code.show(what, described)
            self.asked = not wait
            often = self._say("often", seconds=wait)
            self.refused = often if wait else self._say("confirm", what=described)
            return False
        verdict = self._code.check(what, str(given))
        if verdict == EXPIRED:
            self.refused = self._say("expired")
        elif verdict != RIGHT:
            self.refused = self._say("wrong", left=self._code.tries_left)
        return verdict == RIGHT

    def _say(self, code: str, **details: object) -> str:
        return words.say(self._language, code, **details)


async def answer(
    arguments: dict, call: "Call", context: "ToolContext", code: OwnerCode
) -> ToolResult:
    """The tool's result. Raises Refused, Broken."""
    language = context.language
    given = {
        name: arguments[name] for name in arguments if arguments[name] not in ("", None, False)
    }
    wanted = {name: given[name] for name in _TARGETS if name in given}
    if len(wanted) != 1:
        return ToolResult(structured=error(words.say(language, "target")), is_error=True)
    refused = access_scopes.refused_forget_everything(call) if "everything" in wanted else None
    if refused is not None:
        return refused
    confirmation = _Confirmation(code, language, given, call.confirmed)
    try:
        conversation = context.conversation()
        found = await erasure.erase(context.memory, wanted, confirmation.allows, conversation)
    except Rejected as e:
        return ToolResult(structured=_rejected(e), is_error=True)
    except MemoryError:
        return ToolResult(structured=error(words.say(language, "ram")))
    if found.done:
        return ToolResult(structured=_done(found, language))
    return ToolResult(structured=_not_done(found, confirmation, language))


def _done(found: "Any", language: str) -> "OrderedDict":
    message = words.say(language, "all" if found.everything else "done", count=found.count)
    if found.also:
        message += words.say(language, "also", also=found.also)
    out = _ok(message, "FORGOTTEN")
    if not found.everything:
        out["count"] = found.count
    if found.count == 1 and found.records:
        out["id"] = found.records[0].id
    if found.also:
        out["also"] = [record.id for record in found.mentions]
        if found.also > len(found.mentions):
            out["more"] = found.also - len(found.mentions)
    return out


def _not_done(found: "Any", confirmation: _Confirmation, language: str) -> "OrderedDict":
    if not confirmation.refused:
        return _ok(words.say(language, "none"), "NOOP")
    if not confirmation.asked:
        return error(confirmation.refused)
    out = _ok(confirmation.refused, "CONFIRM")
    if not found.everything:
        out["count"] = found.count
        out["preview"] = [_shape(one.id, one.kind, one.content) for one in found.records]
    return out


def _rejected(e: Rejected) -> "OrderedDict":
    """The same sentences as of the memory tool."""
    details: "dict[str, Any]" = dict(e.details)
    for name in ("value", "id"):
        if isinstance(details.get(name), str):
            details[name] = details[name][:_MAX_CHARACTERS]
    candidates = e.candidates if isinstance(e, NoMatch) else []
    names = ["%s %s" % (id, text[:_MAX_CHARACTERS]) for id, _, text in candidates]
    details["names"] = ", ".join(names)
    details.setdefault("hint", "")
    out = error(say(e.code, **details))
    if candidates:
        out["candidates"] = [_shape(*one) for one in candidates]
    return out


def _shape(id: str, kind: str, content: str) -> "OrderedDict":
    return OrderedDict((("id", id), ("type", kind), ("content", content[:_MAX_CHARACTERS])))


def _ok(message: str, result: str) -> "OrderedDict":
    out = ok(message)
    out["result"] = result
    return out
