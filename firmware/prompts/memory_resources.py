"""
Memory resources: memory as MCP resources that a person attaches and a model reads.

Owns their URIs and what each reads, within the bytes of one answer and with a link to the next
page (docs/PROTOCOL.md). Shapes are those of memory_answers.py; nothing here changes memory.

    memory://core                  what matters most now, as the memory tool's `read`
    memory://month/{month}         YYYY-MM, listed for the months that have records
    memory://day/{date}            YYYY-MM-DD
    memory://type/{type}           one kind, the archive included
    memory://record/{id}           one record
"""

from collections import OrderedDict

from mcp.core.errors import INTERNAL_ERROR, ProtocolError
from mcp.features.resources import Resources, not_found
from memory.archive.record_days import days_of, months
from memory.errors import MemoryFault, Rejected
from memory.records.kinds import WRITABLE
from memory.search.query import Query
from memory.text import dates
from micropython import const

from firmware.tools import memory_answers
from firmware.tools.input_schemas import MAX_LIMIT, MAX_OFFSET
from firmware.tools.tool_results import progress_of
from firmware.words.resources import Words

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.call import Call

    from firmware.tools.tool_context import ToolContext

_JSON = "application/json"
_MAX_CHARACTERS = const(40)  # of the client's own text that an error repeats
_MAX_DAYS = const(100)  # suggested for a date
_CORE = {"audience": ["user", "assistant"], "priority": 1}


class MemoryResources:
    """What the resources read of one memory.engine.Memory; see `create`."""

    def __init__(self, context: "ToolContext") -> None:
        self._context = context
        self._memory = context.memory
        self._clock = context.clock
        self._say = Words(context.language).say

    def add_to(self, resources: Resources) -> None:
        say = self._say
        core = "memory://core"
        title = say("core_title")
        resources.add(core, self.core, "core", say("core"), title, _JSON, None, _CORE)
        resources.add_listing(self.months)
        for name, variable, words, read, complete in (
            ("month", "month", "months", self.month, self.complete_month),
            ("day", "date", "day", self.day, self.complete_day),
            ("type", "type", "type", self.type, self.complete_type),
        ):
            template, title = "memory://%s/{%s}{?offset}" % (name, variable), say(name + "_title")
            more = (title, _JSON, None, {variable: complete})
            resources.add_template(template, self._guarded(read), name, say(words), *more)
        record = self._guarded(self.record)
        title = say("record_title")
        template = "memory://record/{id}"
        resources.add_template(template, record, "record", say("record"), title, _JSON)

    def _guarded(self, read: "Callable") -> "Callable":
        """`read`, with what memory raises in words for the client."""

        async def guarded(uri: str, values: dict, call: "Call") -> str:
            try:
                found: str = await read(uri, values, call)
                return found
            except Rejected as e:
                raise not_found(uri, call, self._say(e.code, **_truncated(e.details)))
            except MemoryFault as e:
                raise ProtocolError(INTERNAL_ERROR, self._say("broken", detail=str(e)))

        return guarded

    # -- reading -------------------------------------------------------------------------------

    async def core(self, uri: str, values: dict, call: "Call") -> str:
        context, now = self._context, self._clock.now()
        pet, language = context.pet, context.language
        return _text(memory_answers.core_memory(self._memory, pet, now, language, _budget(call)))

    async def month(self, uri: str, values: dict, call: "Call") -> str:
        month = values["month"]
        try:
            first = dates.parse_day(month + "-01") if len(month) == 7 else None
        except ValueError:
            first = None
        if first is None:
            raise Rejected("bad_month", "no month", value=month)
        year, number, _ = dates.civil(first)
        last = "%s-%02d" % (month, dates.month_length(year, number))
        return await self._page(uri, values, call, None, month + "-01", last)

    async def day(self, uri: str, values: dict, call: "Call") -> str:
        day = values["date"]
        try:
            dates.parse_day(day)
        except ValueError:
            raise Rejected("bad_day", "no day", value=day)
        return await self._page(uri, values, call, None, day, day)

    async def type(self, uri: str, values: dict, call: "Call") -> str:
        kind = values["type"]
        if kind not in WRITABLE:
            raise Rejected("bad_type", "no type", value=kind, allowed=", ".join(WRITABLE))
        return await self._page(uri, values, call, (kind,), None, None)

    async def record(self, uri: str, values: dict, call: "Call") -> str:
        found = await self._memory.record(values["id"])
        if found is None:
            raise Rejected("no_id", "no such record", id=values["id"])
        shape = memory_answers.recall_shape(found[0], self._clock.now())
        shape.pop("match")
        shape["at_hand"] = found[1]
        return _text(shape)

    async def _page(
        self,
        uri: str,
        values: dict,
        call: "Call",
        kinds: "tuple | None",
        start: "str | None",
        end: "str | None",
    ) -> str:
        """One page of the records of these kinds and days."""
        offset = self._offset(values.get("offset", ""))
        query = Query(kinds, None, start, end, MAX_LIMIT, offset, memory_answers.MAX_BYTES)
        query.progress = progress_of(call)
        records, total = await self._memory.recall(query)
        shapes = memory_answers.recall_page(records, self._clock.now(), _budget(call))
        out: "OrderedDict[str, Any]" = OrderedDict((("uri", uri), ("total", total)))
        out["offset"] = offset
        out["count"] = len(shapes)
        out["items"] = shapes
        following = offset + len(shapes)
        if shapes and following < total:
            out["next"] = "%s?offset=%d" % (uri.partition("?")[0], following)
        return _text(out)

    def _offset(self, text: str) -> int:
        if not text:
            return 0
        if not text.isdigit() or len(text) > 5 or int(text) > MAX_OFFSET:
            raise Rejected("bad_offset", "no offset", value=text, most=MAX_OFFSET)
        return int(text)

    # -- listing and completion ----------------------------------------------------------------

    def months(self) -> list:
        """Rows for `Resources.add_listing`, the latest month first."""
        shown = self._say("month", month="{month}")
        return [
            ("memory://month/" + month, month, shown.format(month=month), _JSON)
            for month in months(self._memory.recorded_days())
        ]

    async def complete_month(self, value: str, others: dict, call: "Call") -> list:
        return months(self._memory.recorded_days())

    async def complete_day(self, value: str, others: dict, call: "Call") -> list:
        found: "list[str]" = []
        spans = self._memory.recorded_days()
        for month in months(spans):
            if month.startswith(value[:7]):
                found += [day for day in days_of(spans, month) if day.startswith(value)]
            if len(found) > _MAX_DAYS:
                break
        return found

    async def complete_type(self, value: str, others: dict, call: "Call") -> list:
        return list(WRITABLE)


def _text(value: "Any") -> str:
    """JSON of a value in which bytes are JSON already."""
    return b"".join(memory_answers.pieces(value)).decode()


def _budget(call: "Call") -> memory_answers.Budget:
    return memory_answers.Budget(call.max_reply, call.version)


def _truncated(details: dict) -> dict:
    """The details of an error, with the client's own text truncated."""
    out = dict(details)
    for name in ("value", "id"):
        if name in out:
            out[name] = str(out[name])[:_MAX_CHARACTERS]
    return out


def create(context: "ToolContext") -> Resources:
    """The resources over one memory, for mcp.core.server.Server."""
    resources = Resources()
    MemoryResources(context).add_to(resources)
    return resources
