"""
Forget: the `forget` tool, which takes memories away for good.

Owns the tool's answers and what of it the owner must confirm; what is done is in
lib/memory/erase/erasure.py, the code in `confirming`. Loaded for a call.
"""

from collections import OrderedDict

from mcp.core.tool_result import ToolResult
from memory.erase import erasure
from memory.errors import NoMatch, Rejected
from memory.text.folding import fold
from micropython import const

from firmware.words import forget_en, forget_zh
from firmware.words.messages import say

from .owner_code import EXPIRED, RIGHT, Confirming

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_TARGETS = ("id", "content", "topic", "everything")
_SHOWN = 6  # records that are named
_ECHO = 40  # characters of them


class _Asking:
    """One call: what it is for, and what came of its confirmation."""

    def __init__(self, confirming: Confirming, language: str, given: dict) -> None:
        self._confirming = confirming
        self._language = language
        self._given = given
        self.refused = ""  # the sentence to answer with where it may not be done

    def sure(self, found: "Any") -> bool:
        """
        True where it may be done: one record by itself, a few in a day; all else when the owner
        confirmed.
        """
        single = not found.everything and found.count == 1
        if single and self._given.get("confirmation") is None and self._confirming.goes_free():
            return True
        if single:
            id = found.records[0].id if found.records else self._given["id"]
            what, words = ("one", id), self._text("what_one", id=id)
        elif found.everything:
            what, words = ("everything", ""), self._text("what_all")
        else:
            topic = self._given["topic"].strip()
            what = ("topic", fold(topic))
            words = self._text("what_topic", topic=topic[:_ECHO], count=found.count)
        code = self._given.get("confirmation")
        if code is None:
            wait = self._confirming.ask(what, words)
            self.refused = self._text("confirm", what=words)
            if wait:
                self.refused = self._text("often", seconds=wait)
            self.asked = not wait
            return False
        verdict = self._confirming.check(what, str(code))
        if verdict == EXPIRED:
            self.refused = self._text("expired")
        elif verdict != RIGHT:
            self.refused = self._text("wrong", left=self._confirming.left)
        return verdict == RIGHT

    asked = False  # True where a code was shown

    def _text(self, code: str, **details: object) -> str:
        return _text(self._language, code, **details)


async def answer(
    arguments: dict, call: "Any", memory: "Any", language: str, kept: list, talk: "Any"
) -> ToolResult:
    """
    The tool's result. `kept` holds what it must know of the calls before; `talk` is the running
    conversation or None. Raises Refused, Broken.
    """
    given = {
        name: arguments[name] for name in arguments if arguments[name] not in ("", None, False)
    }
    wanted = {name: given[name] for name in _TARGETS if name in given}
    if len(wanted) != 1:
        return ToolResult(structured=_error(_text(language, "target")), is_error=True)
    # Elsewhere the owner's confirmation is enough; a key goes around.
    if "everything" in wanted and call.channel == "http" and not call.may("admin"):
        message = say("scope", what="everything", needs="admin", has=call.scope)
        return ToolResult(structured=_error(message), is_error=True)
    if not kept:
        kept.append(Confirming())
    asking = _Asking(kept[0], language, given)
    try:
        found = await erasure.forget(memory, wanted, asking.sure, talk)
    except Rejected as e:
        return ToolResult(structured=_rejected(e), is_error=True)
    except MemoryError:
        return ToolResult(structured=_error(_text(language, "ram")))
    done = _done(found, language) if found.done else _not_done(found, asking, language)
    return ToolResult(structured=done)


def _done(found: "Any", language: str) -> "OrderedDict":
    message = _text(language, "all" if found.everything else "done", count=found.count)
    if found.also:
        message += _text(language, "also", also=found.also)
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


def _not_done(found: "Any", asking: _Asking, language: str) -> "OrderedDict":
    if not asking.refused:
        return _ok(_text(language, "none"), "NOOP")
    if not asking.asked:
        return _error(asking.refused)
    out = _ok(asking.refused, "CONFIRM")
    if not found.everything:
        out["count"] = found.count
        out["preview"] = [_shape(one.id, one.kind, one.content) for one in found.records]
    return out


def _rejected(e: Rejected) -> "OrderedDict":
    """As the memory tool words it."""
    details: "dict[str, Any]" = dict(e.details)
    for name in ("value", "id"):
        if isinstance(details.get(name), str):
            details[name] = details[name][:_ECHO]
    candidates = e.candidates if isinstance(e, NoMatch) else []
    details["names"] = ", ".join(["%s %s" % (id, words[:_ECHO]) for id, _, words in candidates])
    details.setdefault("hint", "")
    out = _error(say(e.code, **details))
    if candidates:
        out["candidates"] = [_shape(*one) for one in candidates]
    return out


def _text(language: str, code: str, **details: object) -> str:
    """The sentence of a code."""
    texts = forget_en.TEXTS if language == "en" else forget_zh.TEXTS
    begin = texts.find("\n%s\t" % code) + len(code) + 2
    return texts[begin : texts.find("\n", begin)].format(**details)


def _shape(id: str, kind: str, content: str) -> "OrderedDict":
    return OrderedDict((("id", id), ("type", kind), ("content", content[:_ECHO])))


def _ok(message: str, result: str) -> "OrderedDict":
    return OrderedDict((("status", "ok"), ("message", message), ("result", result)))


def _error(message: str) -> "OrderedDict":
    return OrderedDict((("status", "error"), ("message", message)))
