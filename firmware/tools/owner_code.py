"""
Owner code: a confirmation that only the owner can give, since the code is shown on the device.

Owns the code: six digits, shown by the event `confirm` on the device's own output and nowhere
else; valid for five minutes and three tries, for exactly the request that it was made for; one is
valid at a time. At most three are made in five minutes. After a code whose three tries were all
wrong, none is made for five minutes, then ten, up to a day: guessing for a year succeeds with a
chance of one in a thousand.
"""

import os
import time

from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = const(300)  # that a code is valid
_TRIES = const(3)
_MAX_CODES = const(3)  # in SECONDS
_DIGITS = "%06d"
_CODES = const(1000000)
_MAX_WAIT_S = const(86400)
_WITHOUT_CODE = const(8)  # single records a day
_DAY_S = const(86400)
_LONG_AGO_S = const(0x3FFFFFFF)  # where the ticks have come round

#: what `check` says
RIGHT, WRONG, EXPIRED = range(3)


class OwnerCode:
    """
    `ticks()` is time.ticks_ms, which setting the clock does not change; `seconds()` is time.time,
    which goes on when the ticks have come round (12 days). The larger of both ages counts.
    """

    def __init__(self, ticks: "Callable" = time.ticks_ms, seconds: "Callable" = time.time) -> None:
        self._ticks = ticks
        self._seconds = seconds
        self._valid: "tuple | None" = None  # (what, code, when made)
        self._made: "list[tuple]" = []  # when codes were made, of the last SECONDS
        self._used_up = 0  # codes in a row whose tries were all wrong
        self._last_used_up: "tuple | None" = None  # when the last of them was
        self.tries_left = 0
        self._without_code: "list[int]" = []  # ticks of single records of the last day

    def _age(self, when: tuple) -> int:
        """Seconds since then."""
        ticks = time.ticks_diff(self._ticks(), when[0])
        wall: int = abs(self._seconds() - when[1])
        return max(ticks // 1000, wall) if ticks >= 0 else _LONG_AGO_S

    def allows_without_code(self) -> bool:
        """Whether one more single record may go without a code; counts it, by ticks alone."""
        now = self._ticks()
        self._without_code = [
            one for one in self._without_code if 0 <= time.ticks_diff(now, one) < _DAY_S * 1000
        ]
        if len(self._without_code) >= _WITHOUT_CODE:
            return False
        self._without_code.append(now)
        return True

    def show(self, what: tuple, words: str) -> int:
        """Show a code for `what`, voiding the last; 0, or seconds until another may be made."""
        if self._last_used_up is not None:
            wait = min(SECONDS << min(self._used_up - 1, 9), _MAX_WAIT_S)
            wait -= self._age(self._last_used_up)
            if wait > 0:
                return wait
        self._made = [when for when in self._made if self._age(when) < SECONDS]
        if len(self._made) >= _MAX_CODES:
            return SECONDS - self._age(self._made[0])
        when = (self._ticks(), self._seconds())
        self._made.append(when)
        code = _DIGITS % (int.from_bytes(os.urandom(8), "big") % _CODES)
        self._valid = (what, code, when)
        self.tries_left = _TRIES
        events.emit("confirm", code=code, what=words, seconds=SECONDS)
        return 0

    def check(self, what: tuple, code: str) -> int:
        """RIGHT, and the code is used up; WRONG; EXPIRED where none is valid for this."""
        valid = self._valid
        if valid is None or valid[0] != what or self._age(valid[2]) >= SECONDS:
            return EXPIRED
        # People read numbers out with blanks or dashes in between.
        if code.replace(" ", "").replace("-", "") == valid[1]:
            self._valid = self._last_used_up = None
            self._used_up = 0
            return RIGHT
        self.tries_left -= 1
        if not self.tries_left:
            self._valid = None
            self._used_up += 1
            self._last_used_up = (self._ticks(), self._seconds())
            return EXPIRED
        return WRONG
