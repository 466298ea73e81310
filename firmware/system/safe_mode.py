"""
Safe mode: the companion does not run and memory is not touched, for a while.

boot.py decides on it (docs/decisions/living.md) and leaves the archive unmounted; main.py then
calls `stay`, which owns the message and the wait. Ctrl-C, which mpremote sends by itself, ends the
wait at the prompt. If nobody comes the start goes on, so a device without a cable recovers by
itself, and one that crashes at every start does so only a few times an hour.
"""

import time

import board
import machine
from micropython import const

from . import event_lines, events, led

_LONG_S = const(600)
_SHORT_S = const(8)  # after power-on: most likely the power failed, not the start

_WHY = {
    "starts": ("连续三次没有启动完成", "three starts in a row did not come to the end"),
    "button": ("启动时按着按键", "the button was held at the start"),
}
_MESSAGE = (
    "安全模式：%s。记忆没有被动过。按 Ctrl-C 进入命令行（mpremote 会自动按）；没人来，"
    "%d 秒后照常启动；断电再开也会照常启动一次。 / Safe mode: %s. Memory is untouched. Ctrl-C "
    "gives the prompt (mpremote sends it by itself); if nobody comes, the start goes on in %d s, "
    "as it does after switching off and on."
)


def stay(why: str) -> None:
    """Say `why` ("starts" or "button") and wait. Ctrl-C raises KeyboardInterrupt here."""
    event_lines.start(str(board.SETTINGS.get("event_style", "json")))
    powered = machine.reset_cause() == machine.PWRON_RESET
    seconds = _SHORT_S if powered and why == "starts" else _LONG_S
    chinese, english = _WHY[why]
    message = _MESSAGE % (chinese, seconds, english, seconds)
    repl = board.SETTINGS.get("repl")
    events.emit("safe", why=why, seconds=seconds, repl=repl, message=message)
    show = led.of_board(board) if board.SETTINGS.get("led") else None
    if show is not None:
        led.show(show, "safe")
    for _ in range(seconds * 10):
        time.sleep_ms(100)  # short, since Ctrl-C is seen between two of them
