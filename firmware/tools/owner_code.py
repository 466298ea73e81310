"""
Confirming: a question that only the owner can answer, since the answer stands on the device.

Owns the code: six digits, shown by the event `confirm` on the device's own output and nowhere
else; good for five minutes and three tries, for exactly what it was asked for; one waits at a
time. No more than three are given in five minutes, and after one that was guessed at three times
none for five minutes, then ten, up to a day: who guesses for a year has a chance of one in a
thousand. Its caller keeps it between two calls.
"""

import os
import time

from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

SECONDS = const(300)
_TRIES = const(3)
_CODES = const(3)  # of one span of SECONDS
_DIGITS = "%06d"
_MOST = const(1000000)
_LONGEST = const(86400)
_FREE = const(8)  # single records that go without a code in a day
_DAY = const(86400)
_AGES = const(0x3FFFFFFF)  # seconds: longer ago than ticks can tell

#: what `check` says
RIGHT, WRONG, EXPIRED = range(3)


class Confirming:
    """
    `ticks()` is time.ticks_ms, which no clock that is set changes; `seconds()` is time.time, which
    tells when the ticks have come round (12 days): whichever has gone further counts.
    """

    def __init__(self, ticks: "Any" = time.ticks_ms, seconds: "Any" = time.time) -> None:
        self._ticks = ticks
        self._seconds = seconds
        self._asked: "tuple | None" = None  # (what, code, when)
        self._given: "list[tuple]" = []  # when codes were given, of the last SECONDS
        self._guessed = 0  # codes in a row whose tries were used up
        self._last: "tuple | None" = None  # when the last of them was
        self.left = 0  # tries
        self._free: "list[int]" = []  # ticks at which a record went without a code, of a day

    def _age(self, when: tuple) -> int:
        """Seconds since then."""
        ticks = time.ticks_diff(self._ticks(), when[0])
        wall: int = abs(self._seconds() - when[1])
        return max(ticks // 1000, wall) if ticks >= 0 else _AGES

    def goes_free(self) -> bool:
        """
        True where one more single record may go without a code, which counts it. By ticks alone:
        who can set the clock has no more of them.
        """
        now = self._ticks()
        self._free = [one for one in self._free if 0 <= time.ticks_diff(now, one) < _DAY * 1000]
        if len(self._free) >= _FREE:
            return False
        self._free.append(now)
        return True

    def ask(self, what: tuple, words: str) -> int:
        """
        Show a code for `what`, (action, target), in `words`; the one before it is void. 0, or in
        how many seconds another may be asked for.
        """
        if self._last is not None:
            wait = min(SECONDS << min(self._guessed - 1, 9), _LONGEST) - self._age(self._last)
            if wait > 0:
                return wait
        self._given = [when for when in self._given if self._age(when) < SECONDS]
        if len(self._given) >= _CODES:
            return SECONDS - self._age(self._given[0])
        when = (self._ticks(), self._seconds())
        self._given.append(when)
        code = _DIGITS % (int.from_bytes(os.urandom(8), "big") % _MOST)
        self._asked = (what, code, when)
        self.left = _TRIES
        events.emit("confirm", code=code, what=words, seconds=SECONDS)
        return 0

    def check(self, what: tuple, code: str) -> int:
        """RIGHT, and the code is used up; WRONG; EXPIRED where none waits for this."""
        asked = self._asked
        if asked is None or asked[0] != what or self._age(asked[2]) >= SECONDS:
            return EXPIRED
        if _plain(code) == asked[1]:
            self._asked = self._last = None
            self._guessed = 0
            return RIGHT
        self.left -= 1
        if not self.left:
            self._asked = None
            self._guessed += 1
            self._last = (self._ticks(), self._seconds())
            return EXPIRED
        return WRONG


def _plain(code: str) -> str:
    """As people read numbers out: with blanks or dashes in between."""
    return code.replace(" ", "").replace("-", "")
