"""
Own tools: the device's tools, called by its own agent without a network.

Owns what a model is shown of them, how much of a result it may read, and which calls the owner
has to confirm on the device before they run. That is decided by what is known to do no harm: a
tool or an action that nobody has thought of is asked about.
"""

import asyncio

from mcp.core.call import Call
from mcp.core.errors import ProtocolError, ResultError
from mcp.core.tool_result import ToolResult
from mcp.features import schema
from memory.text.folding import plain
from micropython import const
from net.json_text import DecodeError, LimitError, dumps, loads

from firmware.system import events
from firmware.words import agent as words
from firmware.words import messages

from . import framing

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from mcp.features.tools import Registry, Tool
    from mind.mind import Mind

CHANNEL = "agent"
_VERSION = "2025-11-25"
_NAME = "companion"  # as the agent calls itself
_MAX_ARGUMENTS = const(4096)  # characters
_SHOWN = const(60)  # characters of a text in a question to the owner
_CALL_SHOWN = const(90)  # of a call in it

# Actions that neither take away nor restart; of a write only one that is new, of an update only
# the look for one.
_HARMLESS = {
    "memory": ("read", "write", "recall", "complete_schedule", "trash", "restore", "history"),
    "todo": ("add", "list", "complete"),
    "attachment": ("add", "find"),
    "update": ("check",),
}
# What these keep was judged when it was written, and is marked where it is suspect.
_JUDGED = (
    "memory", "search_memory", "search_conversation_traces", "todo", "forget", "pet",
    "attachment", "memory_statistics", "self.get_device_status",
)  # fmt: skip
# Of hosts alone: what leaves this agent's history goes by its own hook.
_NOT_OURS = ("remember",)
_WHOLE = ("pet",)  # none of its actions does harm
_NEVER = ("forget",)  # each of its calls is asked about
# What a tool of somebody else may be called that is asked about whatever it says of itself.
_HARMFUL_WORDS = (
    "delete forget erase remove update restart reboot reset wipe format clear destroy purge drop "
    "shutdown power factory install"
)  # fmt: skip


class Outcome:
    """
    What came of a call: `text` for the model, in a frame; `message` for the owner; `asks` is the
    call that waits for the owner's word, else None.
    """

    def __init__(self, text: str, message: str = "", asks: "Pending | None" = None) -> None:
        self.text = text
        self.message = message
        self.asks = asks


class Pending:
    """A call that the owner is asked about; `what` is what their code is for, exactly."""

    def __init__(self, tool: "Tool", arguments: dict, words: str) -> None:
        self.tool = tool
        self.arguments = arguments
        self.words = words
        self.what = (CHANNEL, tool.name, dumps(_sorted(arguments)).decode())


class OwnTools:
    """Over the server's registry; `mind` tells the owner what an id stands for."""

    def __init__(self, registry: "Registry", mind: "Mind | None", result_characters: int) -> None:
        self._registry = registry
        self._mind = mind
        self._most = result_characters
        self._calls = 0

    def definitions(self) -> "list[dict]":
        """The tools as a model is shown them."""
        return [
            {
                "name": _shown(tool.name),
                "description": tool.description,
                "parameters": tool.input_schema,
            }
            for tool in self._registry.tools
            if tool.name not in _NOT_OURS
        ]

    async def call(self, name: str, arguments: str) -> Outcome:
        """Run what a model asks for, unless the owner has to confirm it first."""
        language = messages.language()
        tool = self._find(name)
        if tool is None:
            return _said(words.say(language, "unknown_tool", tool=framing.closed(name)[:_SHOWN]))
        given = _arguments(arguments)
        if given is None:
            return _said(words.say(language, "bad_arguments"))
        problems = schema.check(tool.input_schema, given)
        if problems:
            return _said(_message(_text(tool.refusal(problems))))  # the schema's words alone
        if not is_harmless(tool, given):
            asked = await self._described(tool, given)
            return Outcome(
                _framed(words.say(language, "waiting")), "", Pending(tool, given, asked)
            )
        return await self._run(tool, given, False)

    async def confirmed(self, pending: Pending) -> Outcome:
        """Run a call that the owner has confirmed."""
        return await self._run(pending.tool, pending.arguments, True)

    def _find(self, name: str) -> "Tool | None":
        for tool in self._registry.tools:
            if name in (tool.name, _shown(tool.name)) and tool.name not in _NOT_OURS:
                return tool
        return None

    async def _run(self, tool: "Tool", given: dict, confirmed: bool) -> Outcome:
        self._calls += 1
        call = Call(CHANNEL, _VERSION, {"name": _NAME}, self._calls, {})
        call.confirmed = confirmed
        call.scope = "admin" if confirmed else "write"
        call.max_reply = 4 * self._most
        task = asyncio.create_task(self._registry.call(tool.name, given, call))
        try:
            result = await task
        except asyncio.CancelledError:
            if not call.steady:
                task.cancel()
            while not task.done():  # a change is finished before the new word is heard
                await asyncio.sleep(0)
            raise
        except (ProtocolError, ResultError) as e:
            return _said(str(e)[:_SHOWN])
        except Exception as e:  # noqa: BLE001  of a tool: the talk goes on
            events.log("error", "agent", "the tool %s failed: %r" % (tool.name, e))
            return _said(words.say(messages.language(), "no_result"))
        return self._outcome(tool.name, result)

    def _outcome(self, name: str, result: "Any") -> Outcome:
        """What a model may read of a result, as data."""
        language = messages.language()
        text = _text(result)
        kept, left_out = framing.trusted_json(text, name in _JUDGED)
        if left_out:
            kept += "\n" + words.say(language, "left_out", count=left_out)
        if len(kept) > self._most:
            kept = kept[: self._most] + words.say(language, "cut")
        message = _message(text)
        return Outcome(framing.framed("tool", kept) or _framed("{}"), message)

    async def _described(self, tool: "Tool", given: dict) -> str:
        """The call in words for its owner, who is to confirm it."""
        language = messages.language()
        text = framing.closed(words.call(language, tool.name, given))[:_CALL_SHOWN]
        id = given.get("id")
        known = None
        if self._mind is not None and isinstance(id, str):
            known = await self._mind.memory.record(id)
        if known is not None and not known[0].suspect:
            content = plain(known[0].content)[:_SHOWN]
            text += words.say(language, "about", what=framing.closed(content))
        return text


def is_harmless(tool: "Tool", given: dict) -> bool:
    """True for a call that neither destroys nor restarts nor changes what is kept already."""
    name = tool.name
    action = given.get("action")
    if name in _NEVER:
        return False
    if name in _WHOLE:
        return True
    if name in _HARMLESS:
        is_write = (name, action) in (("memory", "write"), ("attachment", "add"))
        is_change = is_write and given.get("id") not in (None, "")
        return action in _HARMLESS[name] and not is_change
    texts = [name.lower()] + [
        str(given[one]).lower() for one in ("action", "command", "op") if one in given
    ]
    for text in texts:
        for word in _HARMFUL_WORDS.split():
            if word in text:
                return False
    hints = tool.annotations or {}
    return bool(hints.get("readOnlyHint")) or hints.get("destructiveHint") is False


def _shown(name: str) -> str:
    """The name as models take it: letters, digits, - and _."""
    return name.replace(".", "_").replace("/", "_")


def _arguments(text: str) -> "dict | None":
    if not text.strip():
        return {}
    if len(text) > _MAX_ARGUMENTS:
        return None
    try:
        found = loads(text.encode())
    except (DecodeError, LimitError):
        return None
    return found if isinstance(found, dict) else None


def _sorted(value: "Any") -> "Any":
    """Objects as lists of their members, so that the same call is the same text."""
    if isinstance(value, dict):
        return [[name, _sorted(value[name])] for name in sorted(value)]
    if isinstance(value, list):
        return [_sorted(one) for one in value]
    return value


def _text(result: "Any") -> str:
    if not isinstance(result, ToolResult):
        return ""
    if result.encoded is not None:
        return b"".join(result.encoded).decode()
    if result.structured is not None:
        return dumps(result.structured).decode()
    if result.content is not None:
        return "\n".join([str(one.get("text", "")) for one in result.content])
    return result.text or ""


def _message(text: str) -> str:
    """The sentence of a result."""
    try:
        found = loads(text.encode())
    except (DecodeError, LimitError):
        return text[:_SHOWN]
    return str(found.get("message", "")) if isinstance(found, dict) else ""


def _framed(text: str) -> str:
    return framing.framed("tool", text)


def _said(text: str) -> Outcome:
    return Outcome(_framed(text), text)
