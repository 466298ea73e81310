"""
Matching: which record the caller means, by id or by words.

Looks among hot records handed in and in the archive's scan. Changes nothing. Words are compared
folded (`text.fold`): an exact match counts before a part, and a part only if it is the only one.
"""

import asyncio

from . import schedules
from .errors import NoMatch, Rejected
from .records import counter_of, is_id
from .text import fold

_CANDIDATES = 6  # as many are named in an error


def candidates(records: list) -> list:
    """[(id, kind, words)] of the first few records, for an error."""
    return [(r.id, r.kind, r.content or r.get("relation", "")) for r in records[:_CANDIDATES]]


async def by_id(
    hot: list, archive: "object", id: str, absent: bool = False
) -> "tuple | None":
    """
    (record, is hot) of the record `id`; None, if `absent` allows it, where there is none.
    Raises NoMatch, Rejected for what is no id.
    """
    if not is_id(id):
        raise Rejected("bad_id", "%r is not an id" % id, field="id", value=id)
    for record in hot:
        if record.id == id:
            return record, True
    needle = ('"id":"%s"' % id).encode()
    for record in archive.scan((needle,)):
        if record is None:
            await asyncio.sleep(0)
        elif record.id == id:
            return record, False
    if absent:
        return None
    raise NoMatch("no_id", "there is no record %s" % id, [], id=id)


def _names(record: "object") -> list:
    """The texts by which a record may be called."""
    names = [fold(record.content)] if record.content else []
    if record.kind == "family":
        names.append(fold(record.get("relation", "")))
    return names


def _contains(record: "object", wanted: str) -> bool:
    for name in _names(record):
        if wanted in name:
            return True
    return False


async def by_content(
    hot: list, archive: "object", kinds: tuple, content: "str | None"
) -> "tuple | None":
    """
    (record, is hot) of the one record that these words name, or None. Exact before part, hot and
    archive alike. Raises NoMatch when several answer, Rejected when there are no words.
    """
    if not content or not content.strip():
        raise Rejected("missing", "id or content is needed", field="content")
    wanted = fold(content.strip())
    exact = [(record, True) for record in hot if wanted in _names(record)]
    if len(exact) == 1:
        return exact[0]
    parts = [(record, True) for record in hot if _contains(record, wanted)]
    if not exact:
        for record in archive.scan():
            if record is None:
                await asyncio.sleep(0)
            elif record.kind in kinds:
                if wanted in _names(record):
                    exact.append((record, False))
                elif len(parts) <= _CANDIDATES and _contains(record, wanted):
                    parts.append((record, False))
    found = exact or parts
    if len(found) > 1:
        raise _several([record for record, _ in found], content)
    return found[0] if found else None


def _several(records: list, content: str) -> NoMatch:
    records.sort(key=lambda record: counter_of(record.id), reverse=True)
    text = "%d records answer to %r; name one by id" % (len(records), content)
    return NoMatch("several", text, candidates(records), value=content)


def schedule_by_content(hot: list, content: "str | None") -> "object":
    """
    The schedule that these words name: of several with exactly these words the latest announced,
    else the coming one. Raises NoMatch with the open schedules as candidates.
    """
    if not content or not content.strip():
        raise Rejected("missing", "id or content is needed", field="content")
    wanted = fold(content.strip())
    running = [record for record in hot if schedules.is_open(record)]
    exact = [record for record in running if wanted in _names(record)]
    if exact:
        return schedules.to_complete(exact)
    parts = [record for record in running if _contains(record, wanted)]
    if len(parts) == 1:
        return parts[0]
    if parts:
        raise _several(parts, content)
    for record in hot:
        if wanted in _names(record):
            return record  # completed already
    text = "no open schedule answers to %r" % content
    raise NoMatch("no_schedule", text, candidates(running), value=content)
