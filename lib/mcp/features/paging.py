"""
Paging: a long list in pages of bounded size, and their cursors.

Tools, resources and prompts bring their lists. A cursor names a position and, by a CRC, its list.
So a cursor of another list, or of a list that has changed since, is refused; it would skip or
repeat items.
"""

from binascii import crc32

from micropython import const
from net.json_text import dumps, ordered

from mcp.core.errors import invalid_params

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.core.server import Session


def listed(member: str, rows: "list[tuple[str, dict]]", session: "Session", params: dict) -> dict:
    """
    The result of a request for a list: under `member` a page of the definitions, and `nextCursor`
    where more follow. `rows` are (name, definition); raises as page() does.
    """
    mark = crc32("\n".join([name for name, _ in rows]).encode())
    most = session.page_bytes - 1  # the brackets, less the comma that the last one does not need
    positions, following = page(
        len(rows),
        lambda at: len(dumps(rows[at][1])) + 1,  # with the comma after it
        params.get("cursor"),
        most,
        mark,
    )
    return ordered((member, [rows[at][1] for at in positions]), ("nextCursor", following))


def page(
    count: int, size: "Callable[[int], int]", cursor: object, most: int, mark: int
) -> "tuple[range, str | None]":
    """
    The positions of one page, and the cursor of the next page or None.

    count   how long the list is
    size    def size(at: int) -> int: bytes of JSON of the item at that position
    cursor  what the peer sent: None or "" for the first page, else what an earlier call gave
    most    bytes of a page; a single larger item is a page
    mark    fingerprint of the list (a CRC of its names): another list has another

    Raises ProtocolError(-32602) for a cursor that was not given for this very list.
    """
    first = position(cursor, count, mark)
    room = most
    for at in range(first, count):
        room -= size(at)
        if room < 0 and at > first:
            return range(first, at), cursor_at(at, mark)
    return range(first, count), None


def cursor_at(at: int, mark: int) -> str:
    """The cursor of the page that begins at that position."""
    return "%d-%08x" % (at, mark & 0xFFFFFFFF)


def position(cursor: object, count: int, mark: int) -> int:
    """The position that `cursor` names; see page()."""
    if cursor is None or cursor == "":
        return 0
    digits = cursor.partition("-")[0] if isinstance(cursor, str) else ""
    if digits.isdigit() and len(digits) < 10:
        at = int(digits)
        if 0 < at < count and cursor == cursor_at(at, mark):
            return at
    raise invalid_params("unknown cursor")
