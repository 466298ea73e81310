"""
Button: tells presses apart by how long they last, looking at the button 25 times a second, and 40
times while it is down.

A press counts from when it is seen twice in a row, so that a contact that bounces is none.
"""

import asyncio

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Pressed(Protocol):
        """What happens; no method waits."""

        def pressed(self) -> None:
            """The button goes down."""

        def held(self) -> None:
            """It is down for longer than a tap lasts."""

        def released(self, was_held: bool) -> None:
            """It is up again: the end of a hold, else a tap."""


_LOOK_MS = const(25)  # while it is down
_UP_MS = const(40)
_HOLD_LOOKS = const(14)  # 350 ms


class Button:
    """is_down() as board.button."""

    def __init__(self, is_down: "Callable[[], bool]", owner: "Pressed"):
        self._is_down = is_down
        self._owner = owner
        self._looks = 0  # in a row that found it down

    async def run(self) -> None:
        """Started by firmware/speaking.py; until cancelled."""
        while True:
            self.look()
            await asyncio.sleep_ms(_LOOK_MS if self._looks else _UP_MS)

    def look(self) -> None:
        """One look."""
        looks = self._looks
        if self._is_down():
            self._looks = looks + 1
            if looks == 1:
                self._owner.pressed()
            elif looks == _HOLD_LOOKS:
                self._owner.held()
        elif looks:
            self._looks = 0
            if looks > 1:
                self._owner.released(looks > _HOLD_LOOKS)
