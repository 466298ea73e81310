"""
Known states: which store made the state of each id that the log has last, and whether that is the
end of the record, for an import. With the rev (known_revisions.py) this names the state, so that
most lines of an export for other stores are decided without a look into the archive.
"""

from micropython import const

from memory.records.ids import counter_of

from .known_revisions import IDS, page_of

_STORES = const(126)  # that are told apart: a byte has the store's place and the end
_UNKNOWN = const(127)


class KnownStates:
    """
    A byte for each id, in pages of 512 neighbouring ids that exist once one of them was made by
    another store, or was ended.
    """

    def __init__(self) -> None:
        self._stores: "list[str | None]" = [None]
        self._pages: "dict[bytes, bytearray]" = {}

    def get(self, id: str) -> "tuple[str | None, bool] | None":
        """(store as `put` was given it, whether it is the end), None where that is not known."""
        page = self._pages.get(page_of(id))
        found = 0 if page is None else page[counter_of(id) & IDS - 1]
        place = found >> 1
        return None if place == _UNKNOWN else (self._stores[place], bool(found & 1))

    def put(self, id: str, store: "str | None", ended: bool) -> None:
        """Note who made a state; None for this store."""
        self._put(id, self._place(store) << 1 | ended)

    def forget(self, id: str) -> None:
        """What `get` gives is None from now on."""
        self._put(id, _UNKNOWN << 1)

    def _put(self, id: str, value: int) -> None:
        name = page_of(id)
        page = self._pages.get(name)
        if page is None:
            if not value:
                return
            page = self._pages[name] = bytearray(IDS)
        page[counter_of(id) & IDS - 1] = value

    def _place(self, store: "str | None") -> int:
        if store is None:
            return 0
        for place, known in enumerate(self._stores):
            if known == store:
                return place
        if len(self._stores) > _STORES:
            return _UNKNOWN
        self._stores.append(store)
        return len(self._stores) - 1
