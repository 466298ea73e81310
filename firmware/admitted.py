"""
Admitted: the keys in force, for who is serving.

Owns one list and nothing else. `keys` keeps it as it should be and goes out of a small heap again;
a change at the prompt, for which it is loaded anew, reaches the server through here.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp.access import Row

rows: "list[Row]" = []


def now() -> "list[Row]":
    """As mcp.access wants them."""
    return rows
