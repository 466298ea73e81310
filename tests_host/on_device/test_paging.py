"""Pages of a list by a budget of bytes, and cursors that only we can have made."""

from _raised import raised
from mcp.core.errors import ProtocolError
from mcp.features.paging import page


def pages(sizes, most, mark=7):
    """All pages, by following the cursors."""
    found = []
    cursor = None
    while True:
        part, cursor = page(len(sizes), lambda at: sizes[at], cursor, most, mark)
        found.append(list(part))
        if cursor is None:
            return found


def test_pages_hold_what_fits_and_at_least_one_item():
    assert pages([10, 10, 10], 30) == [[0, 1, 2]]
    assert pages([10, 10, 10], 29) == [[0, 1], [2]]
    assert pages([99, 10, 99], 30) == [[0], [1], [2]]
    assert pages([], 30) == [[]]


def test_an_empty_cursor_is_the_first_page():
    for cursor in ("", None):
        found, following = page(3, lambda at: 10, cursor, 10, 7)
        assert (list(found), following) == ([0], "1-00000007")


def test_a_cursor_that_was_not_given_for_this_list_is_refused():
    _, good = page(3, lambda at: 10, None, 10, 7)
    assert list(page(3, lambda at: 10, good, 10, 7)[0]) == [1]
    other = page(3, lambda at: 10, None, 10, 8)[1]
    last = page(9, lambda at: 10, None, 80, 7)[1]
    wrong = [
        other, last, "x", "1", "-", good + "0", good.upper() + " ", "0" + good,
        0, 1, True, [], {}, "١-00000007", "9" * 5000, "0-00000007", "3-00000007",
    ]  # fmt: skip
    for cursor in wrong:
        error = raised(ProtocolError, page, 3, lambda at: 10, cursor, 10, 7)
        assert error.code == -32602, cursor
