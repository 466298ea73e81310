"""Record matching: finds the one record that a caller means, by id or by folded words."""

import asyncio

from micropython import const

from memory.archive.hot_records import find_key
from memory.errors import NoMatch, Rejected
from memory.records import marks, schedules
from memory.records.codec import decode
from memory.records.ids import is_id
from memory.records.kinds import BY_NAME, PROFILE, WRITABLE, row_of
from memory.text.folding import fold

from .query import Query

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.store import Store

_AFFECTION = b"$"  # changes by coins alone
ANY: tuple = ()  # kinds: all, those of newer versions too
_CANDIDATES = 6  # as many are named in an error


def candidates(records: list) -> list:
    """[(id, kind, words)] of the first few records, for an error; no words of a suspect one."""
    found = []
    for record in records[:_CANDIDATES]:
        words = record.content or record.get("relation", "")
        found.append((record.id, record.kind, "" if record.suspect else words))
    return found


def no_record(id: str) -> NoMatch:
    """The error for an id that nothing has."""
    return NoMatch("no_id", "there is no record %s" % id, [], id=id)


async def by_id(hot: "Any", archive: "Any", id: str, trashed: bool = False) -> "tuple | None":
    """
    (record, is hot) of the record `id`, or None; with `trashed` a deleted one that is in the
    trash too. Raises Rejected for what is no id.
    """
    if not is_id(id):
        raise Rejected("bad_id", "'%s' is not an id" % id, field="id", value=id)
    key = find_key(hot, id)
    if key is not None and not key.startswith(_AFFECTION):
        return decode(key, hot.get(key)), True
    for record in archive.by_id(id):
        if record is not None:
            return None if record.deleted and not trashed else (record, False)
        await asyncio.sleep(0)
    return None


def _names(record: "Any") -> list:
    """The texts by which a record may be called."""
    if record.kind not in BY_NAME:
        return [fold(part) for part in record.words().split("\n") if part]
    names = [fold(record.content)] if record.content else []
    if record.kind == "family":
        names.append(fold(record.get("relation", "")))
    return names


def _contains(record: "Any", wanted: str) -> bool:
    """True where these words stand in a record: 50 is no part of 500, nor Bo of Bosch."""
    raw = wanted.encode()
    for name in _names(record):
        text = name.encode()
        at = text.find(raw) if raw else 0
        while at >= 0:
            end = at + len(raw)
            is_inside = _goes_on(text[at - 1 : at], raw[:1]) if at else False
            if not is_inside and not _goes_on(raw[-1:], text[end : end + 1]):
                return True
            at = text.find(raw, at + 1)
    return False


def _goes_on(one: bytes, other: bytes) -> bool:
    """True for two letters of one word in Latin letters, or two digits of one number."""
    return (one.isalpha() and other.isalpha()) or (one.isdigit() and other.isdigit())


class _Matches:
    """The matches so far: the first few records and how many in all."""

    def __init__(self) -> None:
        self.few: "list[tuple]" = []  # (record, is hot)
        self.count = 0

    def add(self, record: "Any", is_hot: bool) -> None:
        self.count += 1
        if len(self.few) < _CANDIDATES:
            self.few.append((record, is_hot))


async def by_content(
    hot: "Any", archive: "Any", kinds: tuple, content: "str | None"
) -> "tuple | None":
    """
    (record, is hot) of the one record that these words name, or None. Exact matches count first,
    in hot memory and the archive alike, then a record with these words that was superseded, then
    partial matches, of what is so before what was. `hot` yields records. Raises NoMatch for
    several, Rejected without words.
    """
    wanted = _wanted(content)
    exact, parts, past = _Matches(), _Matches(), _Matches()
    former = None
    for record in hot:
        _compare(record, True, wanted, exact, parts)
    if not exact.count:
        query = Query(kinds, content)
        query.any_kind = query.trashed = not kinds
        for record in archive.matching(query):
            if record is None:
                await asyncio.sleep(0)
            elif record.get("superseded_by") is not None:
                if former is None and wanted in _names(record):
                    former = record
                elif not is_wording(record) and _contains(record, wanted):
                    past.add(record, False)
            else:
                _compare(record, False, wanted, exact, parts)
    if former is not None and not exact.count:
        return former, False
    found = exact if exact.count else parts if parts.count else past
    if found.count > 1:
        raise _several([record for record, _ in found.few], found.count, content or "")
    return found.few[0] if found.few else None


async def find(
    store: "Store",
    id: "str | None",
    kind: "str | None",
    content: "str | None",
    any_kind: bool = False,
) -> "tuple | None":
    """
    (record, is hot) of the one record that is named by its id, else by its words; None for none.
    The one record of a kind of the profile needs no words. The earlier words of a record name it;
    what is over names itself. With `any_kind` and without a kind, those of newer versions count
    too. Raises as `by_id` and `by_content` do.
    """
    hot, archive = store.hot_store, store.archive
    if id is not None:
        return await by_id(hot, archive, id, any_kind)
    if kind in PROFILE and not content:
        for record in store.each(kind):
            return record, True
        return None
    kinds = (ANY if any_kind else WRITABLE) if kind is None else (row_of(kind).name,)
    hot_records = store.at_hand() if not kinds else store.every(kinds)
    found = await by_content(hot_records, archive, kinds, content)
    if found is not None and is_wording(found[0]):
        found = await by_id(hot, archive, found[0].get("superseded_by")) or found
    return found


def is_wording(record: "Any") -> bool:
    """True for the earlier words of a record; what was true until a day is a record of its own."""
    is_over = record.get("valid_to") is not None or record.kind in PROFILE
    return record.get("superseded_by") is not None and not is_over


def _compare(record: "Any", is_hot: bool, wanted: str, exact: _Matches, parts: _Matches) -> None:
    if wanted in _names(record):
        exact.add(record, is_hot)
    elif _contains(record, wanted):
        parts.add(record, is_hot)


def _several(records: list, count: int, content: str) -> NoMatch:
    text = "%d records answer to '%s'; name one by id" % (count, content)
    return NoMatch("several", text, candidates(records), value=content)


def _wanted(content: "str | None") -> str:
    """The folded words that are to name a record. Raises Rejected where there are none."""
    wanted: str = fold(content or "").strip()
    if not wanted:
        raise Rejected("no_words", "id or content is needed", field="content")
    return wanted


def open_by_content(hot: list, content: "str | None", kind: str) -> "Any":
    """
    The schedule or todo that these words name: of several with exactly these words the latest
    announced, else the coming one. Raises NoMatch with the open ones as candidates.
    """
    wanted = _wanted(content)
    running = [record for record in hot if schedules.is_open(record)]
    exact = [record for record in running if wanted in _names(record)]
    if exact:
        return marks.to_complete(exact)
    for record in hot:
        if wanted in _names(record):
            return record  # completed already
    parts = [record for record in running if _contains(record, wanted)]
    if len(parts) == 1:
        return parts[0]
    if parts:
        raise _several(parts, len(parts), content or "")
    text = "no open %s answers to '%s'" % (kind, content)
    raise NoMatch("no_" + kind, text, candidates(running), value=content)
