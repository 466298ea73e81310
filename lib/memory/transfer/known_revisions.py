"""Known revisions: the highest revision of every id that the log knows, for an import."""

from micropython import const

from memory.records.ids import counter_of

MANY = const(255)  # from this revision on the log must be read again
IDS = const(512)  # of a page


class KnownRevisions:
    """
    The highest revision of each id. A page holds 512 neighbouring ids, half a byte each, or a byte
    each once one of them has more than 15. MANY stands for so many or more, 0 for an unknown id.
    """

    def __init__(self) -> None:
        self._pages: "dict[bytes, bytearray]" = {}

    def get(self, id: str) -> int:
        """The highest rev that `raise_to` was given."""
        page = self._pages.get(page_of(id))
        if page is None:
            return 0
        at = counter_of(id) & IDS - 1
        return page[at] if len(page) == IDS else page[at >> 1] >> 4 * (at & 1) & 15

    def raise_to(self, id: str, rev: int) -> None:
        """Remember a rev (at least 1) of an id."""
        rev = min(max(rev, 1), MANY)
        if rev <= self.get(id):
            return
        name = page_of(id)
        page = self._pages.get(name)
        if page is None:
            page = self._pages[name] = bytearray(IDS // 2)
        if rev > 15 and len(page) < IDS:
            halves = page
            page = self._pages[name] = bytearray(IDS)
            for at in range(IDS):
                page[at] = halves[at >> 1] >> 4 * (at & 1) & 15
        at = counter_of(id) & IDS - 1
        if len(page) == IDS:
            page[at] = rev
        else:
            shift = 4 * (at & 1)
            page[at >> 1] = page[at >> 1] & (240 >> shift) | rev << shift


def page_of(id: str) -> bytes:
    """The name of the page of IDS neighbouring ids that has this one."""
    return id[:3].encode() + (counter_of(id) // IDS).to_bytes(3, "big")
