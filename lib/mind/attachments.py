"""
Attachments: what is known of a picture, a recording or a file, said or made in a talk.

Owns what may be told of one (never its bytes), what it is called, when it is past its time, and
that it leaves then: to the trash, and from there out of flash (`night`). What a program tells is
its claim, marked with its name. Every text of it is judged like a memory's (memory.guard), since a
picture's description or a recording's words may be anybody's.
"""

import json
from collections import OrderedDict

from memory.changes import trash
from memory.changes.change import NOOP, Change
from memory.errors import NoMatch, Rejected, Secret
from memory.records import validation
from memory.records.fields import RETENTIONS
from memory.records.ids import is_id
from memory.records.kinds import row_of as row_of_kind
from memory.records.values import public
from memory.search.query import Query
from memory.text import dates
from memory.text.folding import cut, plain
from memory.upkeep.retention import next_step
from micropython import const

from .scores import durations

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from memory.records.record import Record

    from .mind import Mind

KIND = "attachment"
# What may be told of one; a call has at least one of the first seven.
WORDS = ("description", "transcription", "text", "name", "original_name", "url", "path")
_ONE_OF = " / ".join(WORDS)  # as errors name them
TOLD = WORDS + ("mime", "size", "direction", "session", "episode", "memories", "tags")
_BYTES_MOST = const(3000)  # of all that is told, as JSON: a line of the archive has 4096
_SAID = ("description", "transcription", "text")
_SHOWN = const(120)  # characters of what was said, where it stands in one line
_SHORT = const(400)  # the same in a list
_LATELY = const(5)  # attachments that a new one may be the same as
_MIME = "/.+-_"
_SCRIPTS = ("javascript", "vbscript", "data")  # addresses that are programs
_PERMANENT = RETENTIONS.index("permanent")


async def add(
    mind: "Mind",
    given: "dict[str, Any]",
    source: "str | None" = None,
    client: "str | None" = None,
    duration: "str | None" = None,
) -> "Change":
    """
    Keep an attachment; NOOP for one that was told just now. It is kept as long as the `duration`
    (durations.WORDS) says, else as the settings have it. Raises Rejected, Secret,
    ArchiveUnavailable, StoreFull, Broken.
    """
    if not [name for name in WORDS if given.get(name)]:
        raise Rejected("missing", "nothing is told of it", field=_ONE_OF)
    given = dict(given)
    _check(given)
    given.update(_kept(mind, duration))
    content = _title(given)
    same = await _same(mind, content, given, client)
    if same is not None:
        return Change(NOOP, same)
    return await mind.memory.write(KIND, content, given, source=source, client=client)


async def describe(
    mind: "Mind",
    id: str,
    given: "dict[str, Any]",
    source: "str | None" = None,
    client: "str | None" = None,
    duration: "str | None" = None,
    revs: "tuple[int, ...] | None" = None,
) -> "Change":
    """
    Tell more of an attachment, or otherwise. Raises NoMatch where there is none, Outdated,
    Rejected, Secret, StoreFull, Broken.
    """
    known = await mind.memory.record(id) if is_id(id) else None
    if known is None or known[0].kind != KIND:
        raise NoMatch("no_id", "there is no attachment %s" % id[:40], [], id=id[:40])
    whole = {}
    for name in TOLD:
        value = known[0].get(name)
        if value is not None:
            whole[name] = public(name, value)
    whole.update(given)
    for name in list(whole):
        if whole[name] is validation.REMOVED:
            del whole[name]
    if not [name for name in WORDS if whole.get(name)]:
        raise Rejected("missing", "nothing would be known of it", field=_ONE_OF)
    _check(whole)
    given = dict(given)
    given.update(_kept(mind, duration))
    return await mind.memory.correct(id, KIND, _title(whole), given, source, client, revs)


# -- what is told --------------------------------------------------------------------------------


def _check(given: "dict[str, Any]") -> None:
    """Raise Rejected for values that their fields would take and an attachment does not have."""
    for name in ("url", "path", "mime", "session", "name", "original_name"):
        value = given.get(name)
        if isinstance(value, str) and ("\n" in value or "\t" in value):
            raise Rejected("bad_form", "one line", field=name, allowed="a-z 0-9")
    mime = given.get("mime")
    if isinstance(mime, str) and not _is_mime(mime):
        raise Rejected("bad_form", "no media type", field="mime", allowed="image/jpeg, …")
    url = given.get("url")
    if isinstance(url, str):
        _check_url(url)
    ids = [given.get("episode")] if given.get("episode") else []
    linked = given.get("memories")
    for one in ids + list(linked if isinstance(linked, (list, tuple)) else ()):
        if not isinstance(one, str) or not is_id(one):
            name = "episode" if one in ids else "memories"
            raise Rejected("bad_form", "no id", field=name, allowed="k3z42")
    validation.clean_fields(KIND, given)  # what is wrong with one of them comes first
    told = [name for name in TOLD if name in given]
    size = len(json.dumps([given[name] for name in told]).encode())
    if size > _BYTES_MOST:
        what = " + ".join(told) + " (JSON)"
        raise Rejected("too_long", "it is too long", field=what, size=size, cap=_BYTES_MOST)


def _is_mime(text: str) -> bool:
    kind, slash, rest = text.partition("/")
    if not (kind and slash and rest) or "/" in rest:
        return False
    return not [one for one in text if not (one.isalpha() or one.isdigit() or one in _MIME)]


def _check_url(url: str) -> None:
    scheme, colon, rest = url.partition("://")
    allowed = "https://…"
    blank = [one for one in url if one <= " "]
    letters = [one for one in scheme if not (one.isalpha() or one.isdigit() or one in "+.-")]
    if not (scheme and colon and rest) or blank or letters or scheme.lower() in _SCRIPTS:
        raise Rejected("bad_form", "no address", field="url", allowed=allowed)
    host = rest.split("/")[0]
    if "@" in host and ":" in host.split("@")[0]:
        raise Secret("secret", "an address with a password is not kept", what="password")


def _kept(mind: "Mind", duration: "str | None") -> "dict[str, Any]":
    """The fields that say how long."""
    if duration is None:
        return {}
    return durations.told_fields(duration, KIND, mind.clock.now(), mind.numbers)


def _title(given: "dict[str, Any]") -> str:
    """What it is called: its name, the last part of where it is, or how it begins."""
    named = [given.get("name"), given.get("original_name")]
    for name in ("path", "url"):
        place = given.get(name)
        if isinstance(place, str):
            named.append(place.split("?")[0].split("#")[0].rstrip("/").split("/")[-1])
    named += [given.get(name) for name in _SAID]
    most = row_of_kind(KIND).content_cap
    for one in named:
        if isinstance(one, str):
            text = cut(plain(one).replace("\n", " ").replace("\t", " ").strip(), most).strip()
            if text:
                return text
    return KIND


async def _same(
    mind: "Mind", content: str, given: "dict[str, Any]", client: "str | None"
) -> "Record | None":
    """One of the last attachments of which the same was told."""
    fields, _ = validation.clean_fields(KIND, given)
    for name in ("expires", "retention"):
        fields.pop(name, None)
    page, _ = await mind.memory.recall(Query((KIND,), None, limit=_LATELY))
    for record in page:
        if record.content != content or record.get("client") != client:
            continue
        if not [name for name in fields if record.get(name) != fields[name]]:
            return record
    return None


# -- how it is shown -----------------------------------------------------------------------------


def line(record: "Record") -> str:
    """What it is called and what is in it, in one line."""
    title = plain(record.content)
    for name in _SAID:
        words = plain(record.get(name, ""))
        if words and not words.startswith(title):
            return "%s: %s" % (title, _beginning(words, _SHOWN))
        if words:
            return _beginning(words, _SHOWN)
    return title


def shown(record: "Record", whole: bool = False) -> "OrderedDict[str, Any]":
    """What a model is told of it; texts that are long only `whole`."""
    out: "OrderedDict[str, Any]" = OrderedDict(
        (("id", record.id), ("name", plain(record.content)))
    )
    for name in ("original_name", "mime", "size", "direction", "url", "path"):
        if record.get(name) is not None:
            out[name] = public(name, record.get(name))
    for name in _SAID:
        words = plain(record.get(name, ""))
        if words:
            out[name] = words if whole else _beginning(words, _SHORT)
    for name in ("tags", "memories", "episode"):
        if record.get(name):
            out[name] = public(name, record.get(name))
    out["date"] = dates.day_text(record.created)
    return out


def _beginning(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


# -- past its time -------------------------------------------------------------------------------


def ends(record: "Record", numbers: "dict[str, Any]") -> "int | None":
    """When it is past its time; None where that never is, or nobody knows when it was told."""
    expires: "int | None" = record.get("expires")
    days = int(numbers["attachment_days"])
    lasts = record.get("retention") == _PERMANENT or record.approx or not days
    if expires is not None or lasts:
        return expires
    told: int = record.get("updated", record.created)
    return told + days * dates.DAY


class _Kept(Query):
    """Asks for attachments that may be shown unasked: not suspect, in time, not in the trash."""

    by_sketch = False

    def __init__(self, mind: "Mind", limit: int, past: bool = False) -> None:
        super().__init__((KIND,), None, limit=limit)
        self._mind = mind
        self._past = past

    def matches(self, record: "Record") -> bool:
        """As the class says; with `past` those whose time is over, suspect or not."""
        if not self.fits(record) or record.get("trashed_at") is not None:
            return False
        if self._past:
            return is_past(self._mind, record)
        return not record.suspect and not is_past(self._mind, record)


def is_past(mind: "Mind", record: "Record") -> bool:
    """True where its time is over."""
    end = ends(record, mind.numbers)
    return end is not None and end <= mind.clock.now()


async def latest(mind: "Mind", limit: int) -> "list[Record]":
    """The newest that may be shown. Raises Broken."""
    page, _ = await mind.memory.recall(_Kept(mind, limit))
    return list(page)


async def leave(mind: "Mind", step: "Callable[[], Awaitable[None]]" = next_step) -> "list[str]":
    """
    Put those that are past their time to the trash, as many as a night may always remove; their
    ids. Raises ArchiveUnavailable, StoreFull, Broken.
    """
    most = max(1, int(mind.numbers["guard_count"]))
    page, _ = await mind.memory.recall(_Kept(mind, most, True))
    left = []
    for record in list(page):
        async with mind.memory.lock:
            known = await mind.memory.record(record.id)
            if known is not None and is_past(mind, known[0]):
                trash.put(mind.memory, [known], "expired")
                left.append(record.id)
        await step()
    return left
