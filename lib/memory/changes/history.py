"""History: the chain of records of which each took the place of the one before it."""

from micropython import const

from memory.search.record_matching import by_id, no_record

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record
    from memory.store import Store

_LINKS_MOST = const(32)  # in either direction


async def chain(store: "Store", id: str) -> "list[Record]":
    """
    The record `id`, those before it and those after it, the newest first; what was deleted is left
    out. Raises NoMatch where there is no such record.
    """
    found = await _by_id(store, id)
    if found is None:
        raise no_record(id)
    links = [found]
    await _follow(store, links, "superseded_by")
    links.reverse()
    await _follow(store, links, "supersedes")
    return [one for one in links if not one.deleted]


async def _by_id(store: "Store", id: str) -> "Record | None":
    found = await by_id(store.hot_store, store.archive, id)
    return None if found is None else found[0]


async def _follow(store: "Store", links: "list[Record]", name: str) -> None:
    """Append what the field `name` leads to from the last link."""
    known = [one.id for one in links]
    for _ in range(_LINKS_MOST):
        id = links[-1].get(name)
        if id is None or id in known:
            return
        row = await by_id(store.hot_store, store.archive, id, True)
        if row is None:
            return
        known.append(id)
        links.append(row[0])
