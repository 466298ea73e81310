"""
Api: the routes below /api/v1: memories, todos, episodes, attachments, the trash, turns, the
scratchpad, and the context for a prompt.

Owns the paths and methods, which scope each needs, and what each does. The mind shows a memory
(mind.offers.items), memory changes it; the body of a request is read by requests and fields,
errors are worded by answers. What is refused before a route is reached is worded here too, for
these paths. docs/PROTOCOL.md section 11 is what clients are told.
"""

from collections import OrderedDict

from mcp.transport.http_messages import Disconnected, Refusal
from mcp.transport.http_routes import Pages
from memory.erase.purge import purge
from memory.errors import CapReached, MemoryFault
from memory.records.ids import is_id
from memory.records.validation import REMOVED
from memory.search.list_query import ListQuery
from memory.search.trash_query import TrashQuery
from micropython import const
from mind import attachments
from mind.offers import context as offers
from mind.offers.items import item
from mind.scores.categories import CATEGORIES, kinds_of
from net import json_text

from firmware.system import events

from . import answers, fields, requests, scratchpad_page, turn_list
from .answers import Problem

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.transport.http_messages import Answer
    from memory.records.record import Record
    from mind.mind import Mind

    from firmware.app import Companion

BASE = "/api/v1"
_ROOM = const(32768)  # bytes of the texts of a page
_CHANNEL = "http"  # the source of what is written here
_LEAST, _MOST = const(50), const(4000)  # characters of a context
_LANGUAGES = ("zh", "en")
_ANY = (-1,)  # of requests.revs: `*`
# What takes parameters, by GET; nothing else does.
_ASKED = ("/memories", "/todos", "/attachments", "/episodes", "/trash", "/context", "/turns")


class Api:
    """
    mind          mind.mind.Mind; None where memory could not be opened, and `problem` says why
    language      the device's, `zh` or `en`
    interrupt     called before each request: background work on the archive waits
    conversation  returns the texts of the running conversation (memory.interfaces), or None
    """

    def __init__(
        self,
        mind: "Mind | None",
        problem: "str | None",
        language: str,
        interrupt: "Callable[[], None]",
        conversation: "Callable[[], Any]",
    ) -> None:
        self._mind: "Any" = mind
        self._problem = problem
        self._language = language
        self._interrupt = interrupt
        self._conversation = conversation

    def add_to(self, pages: "Pages", max_body: int) -> None:
        """Serve the routes; `max_body` is what a body may have."""
        served = (("/memories", None), ("/todos", "todo"), ("/attachments", attachments.KIND))
        for path, kind in served:
            place = _Place(path, kind)
            one = path + "/<id>"
            for method, route, work, scope in (
                ("GET", path, self._list, "read"),
                ("POST", path, self._add, "write"),
                ("GET", one, self._show, "read"),
                ("PATCH", one, self._change, "write"),
                ("DELETE", one, self._delete, "write"),
            ):
                self._serve(pages, method, route, work, place, scope)
        episodes = _Place("/episodes", "episode")
        self._serve(pages, "GET", "/episodes", self._list, episodes, "read")
        self._serve(pages, "GET", "/episodes/<id>", self._show, episodes, "read")
        trash = _Place("/trash", None)
        for method, route, work, scope in (
            ("GET", "/trash", self._list_trash, "read"),
            ("DELETE", "/trash/<id>", self._purge, "admin"),
            ("POST", "/trash/<id>/restore", self._restore, "write"),
            ("GET", "/context", self._context, "read"),
            ("GET", "/turns", self._turns, "read"),
            ("GET", "/pages/scratchpad", self._show_page, "read"),
            ("PUT", "/pages/scratchpad", self._put_page, "write"),
        ):
            self._serve(pages, method, route, work, trash, scope)

        def worded(path: str, refusal: Refusal) -> "Answer | None":
            is_ours = path == BASE or path.startswith(BASE + "/")
            return answers.of_refusal(refusal, max_body) if is_ours else None

        pages.worded = worded

    def _serve(
        self,
        pages: "Pages",
        method: str,
        route: str,
        work: "Callable",
        place: "_Place",
        scope: str,
    ) -> None:
        is_asked = method == "GET" and route in _ASKED
        pages.add(BASE + route, self._route(work, place, is_asked), (method,), scope)

    def _route(self, work: "Callable", place: "_Place", is_asked: bool) -> "Callable":
        async def handle(request: "Any", id: "str | None" = None) -> "Answer":
            try:
                self._interrupt()
                if self._mind is None:
                    raise Problem(503, "no_memory", detail=self._problem)
                if not is_asked:
                    requests.query(request, ())
                arguments = (request, place) if id is None else (request, place, id)
                done: Answer = await work(*arguments)
                return done
            except Problem as e:
                return e.answer()
            except CapReached as e:
                return self._full(e)
            except MemoryFault as e:
                return answers.of_fault(e)
            except Refusal as e:  # of a body that does not come
                return answers.of_refusal(e, 0)
            except (Disconnected, OSError):
                return Problem(400, "bad_request", why="").answer()  # nobody is there to read it
            except MemoryError:
                return Problem(503, "ram").answer()
            except Exception as e:  # noqa: BLE001  costs this request and no other
                events.log("error", "rest", "%s %s: %r" % (request.method, place.path, e))
                events.trace(e)
                return Problem(500, "internal").answer()

        return handle

    # -- memories and todos ----------------------------------------------------------------------

    async def _list(self, request: "Any", place: "_Place") -> "Answer":
        names: "tuple[str, ...]" = ("q", "limit", "cursor")
        if place.kind is None:
            names = ("category", "kind") + names
        given = requests.query(request, names)
        kind = requests.choice(given, "kind", fields.KINDS)
        category = requests.choice(given, "category", CATEGORIES)
        most = requests.limit(given)
        after = requests.cursor(given)
        kinds = kinds_of(category) if category else place.kinds
        if kind is not None:
            if kinds is not None and kind not in kinds:
                return answers.listed([], None)
            kinds = (kind,)
        listed = fields.KINDS if place.kind is None else (place.kind,)
        query = ListQuery(listed, kinds, given.get("q", ""), most + 1, after, _ROOM)
        return await self._page(query, most)

    async def _page(self, query: "Any", most: int) -> "Answer":
        """A page of what is asked for, with one more than it has."""
        records, total = await self._mind.memory.recall(query)
        shown = [records[at] for at in range(min(most, len(records)))]
        items = [json_text.dumps(item(self._mind, record)) for record in shown]
        more = total > len(shown) and len(shown) > 0
        return answers.listed(items, shown[-1].id if more else None)

    async def _add(self, request: "Any", place: "_Place") -> "Answer":
        body = await requests.body(request)
        memory, client = self._mind.memory, request.g.key or None
        if place.kind == attachments.KIND:
            given = fields.of_attachment(body, memory.clock, False)
            change = await attachments.add(self._mind, given, _CHANNEL, client)
        else:
            kind = fields.kind_of(body, place.kind)
            given = fields.given(body, kind, memory.clock, False)
            change = await memory.write(kind, body.get("content"), given, False, _CHANNEL, client)
        is_new = change.result == "ADDED"
        more = [("archived", change.archived), ("evicted", change.evicted)]
        more.append(("notes", change.notes))
        found = self._shown(change.record, 201 if is_new else 200, more)
        if is_new:
            found.headers["Location"] = "%s%s/%s" % (BASE, place.path, change.record.id)
        return found

    async def _show(self, request: "Any", place: "_Place", id: str) -> "Answer":
        record = await self._record(place, id)
        revs = requests.revs(request, "If-None-Match")
        if revs is not None and (revs == _ANY or record.rev in revs):
            found = answers.Answer(304)
            found.headers["ETag"] = '"%d"' % record.rev
            return found
        return self._shown(record, 200)

    async def _change(self, request: "Any", place: "_Place", id: str) -> "Answer":
        revs = requests.revs(request, "If-Match")
        if revs is None:
            raise Problem(428, "precondition")
        body = await requests.body(request)
        kind = (await self._record(place, id)).kind
        if kind == attachments.KIND:
            return await self._describe(request, body, id, None if revs == _ANY else revs)
        fields.check_category(body, kind)
        fields.check_stays(body, kind)
        memory = self._mind.memory
        completed = fields.taken_completed(body) if kind == "todo" else None
        given = fields.given(body, kind, memory.clock, True)
        if completed is False:
            given["completed"] = REMOVED
        change = await memory.correct(
            id,
            body.get("kind"),
            body.get("content"),
            given,
            _CHANNEL,
            request.g.key or None,
            None if revs == _ANY else revs,
        )
        if completed:
            change = await memory.complete(id, None, kind)
        return self._shown(change.record, 200, [("notes", change.notes)])

    async def _describe(
        self, request: "Any", body: "dict[str, Any]", id: str, revs: "tuple[int, ...] | None"
    ) -> "Answer":
        given = fields.of_attachment(body, self._mind.memory.clock, True)
        client = request.g.key or None
        change = await attachments.describe(self._mind, id, given, _CHANNEL, client, None, revs)
        return self._shown(change.record, 200)

    async def _delete(self, request: "Any", place: "_Place", id: str) -> "Answer":
        revs = requests.revs(request, "If-Match")
        await self._record(place, id)
        reason = "user_delete" if request.g.scope == "admin" else "model_delete"
        change = await self._mind.memory.delete(
            id, None, None, reason, request.g.key or None, None if revs == _ANY else revs
        )
        if change.record is None:  # another was faster
            raise Problem(404, "no_id", id=id)
        return answers.Answer(204)

    async def _record(self, place: "_Place", id: str) -> "Record":
        """The memory of that id. Raises Problem where this path has none."""
        found = await self._mind.memory.record(id) if is_id(id) else None
        if found is None or found[0].kind not in (place.kinds or fields.KINDS):
            raise Problem(404, "no_id", id=id[:40])
        record: Record = found[0]
        return record

    def _shown(self, record: "Record", status: int, more: "list | tuple" = ()) -> "Answer":
        """A memory with its ETag, and those of `more` that say something."""
        value = item(self._mind, record)
        for name, said in more:
            if said:
                value[name] = said
        found = answers.answer(status, value)
        found.headers["ETag"] = '"%d"' % record.rev
        return found

    def _full(self, fault: "CapReached") -> "Answer":
        """A cap is reached; of todos, which refuse a new one, with the list."""
        details = fault.details
        said: "OrderedDict[str, Any]" = OrderedDict((("code", fault.code),))
        kind = details.get("kind")
        said["message"] = answers.say("todo_full" if kind == "todo" else fault.code, **details)
        if kind == "todo":
            known = self._mind.memory.hot(kind)
            said["items"] = [
                OrderedDict((("id", one.id), ("content", one.content))) for one in known
            ]
        return answers.answer(409, {"error": said})

    # -- the trash -------------------------------------------------------------------------------

    async def _list_trash(self, request: "Any", place: "_Place") -> "Answer":
        given = requests.query(request, ("limit", "cursor"))
        most = requests.limit(given)
        after = requests.cursor(given)
        now = self._mind.memory.clock.now()
        return await self._page(TrashQuery(now, most + 1, after=after), most)

    async def _restore(self, request: "Any", place: "_Place", id: str) -> "Answer":
        self._check_id(id)
        await requests.no_body(request)
        change = await self._mind.memory.restore(id)
        return self._shown(change.record, 200)

    async def _purge(self, request: "Any", place: "_Place", id: str) -> "Answer":
        self._check_id(id)
        await purge(self._mind.memory, id, self._conversation())
        return answers.Answer(204)

    def _check_id(self, id: str) -> None:
        if not is_id(id):
            raise Problem(404, "not_in_trash", id=id[:40])

    async def _turns(self, request: "Any", place: "_Place") -> "Answer":
        return await turn_list.page(self._mind, request)

    # -- pages -----------------------------------------------------------------------------------

    async def _show_page(self, request: "Any", place: "_Place") -> "Answer":
        return scratchpad_page.show(self._mind, self._language)

    async def _put_page(self, request: "Any", place: "_Place") -> "Answer":
        return await scratchpad_page.put(self._mind, self._language, request)

    # -- the context -----------------------------------------------------------------------------

    async def _context(self, request: "Any", place: "_Place") -> "Answer":
        given = requests.query(request, ("q", "style", "budget", "language"))
        style = requests.choice(given, "style", offers.STYLES) or ""
        budget = requests.number(given, "budget", 0, _LEAST, _MOST)
        language = requests.choice(given, "language", _LANGUAGES) or self._language
        found = await offers.context(self._mind, given.get("q", ""), style, budget, language)
        items = []
        for one in found.offered:
            items.append(item(self._mind, one.record))
            items[-1]["why"] = one.why
        return answers.answer(200, OrderedDict((("text", found.text), ("items", items))))


def pages(device: "Companion", max_body: int) -> Pages:
    """What a device serves over HTTP beside MCP; `max_body` is what a body may have."""
    found = Pages(max_body)
    api = Api(
        device.mind,
        device.memory_problem,
        device.settings.get("language"),
        device.interrupt,
        lambda: device.conversation,
    )
    api.add_to(found, max_body)
    return found


class _Place:
    """Where memories of some kinds are served: `kind` is the only one, None for all."""

    def __init__(self, path: str, kind: "str | None") -> None:
        self.path = path
        self.kind = kind
        self.kinds = None if kind is None else (kind,)
