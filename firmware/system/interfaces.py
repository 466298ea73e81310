"""
Interfaces: what this room expects of the objects that it is given. For type checkers; no object
inherits from these.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Protocol

    class CountsTurns(Protocol):
        """A scheduler: `turns` grows by one each time that it has looked at its jobs."""

        turns: int
