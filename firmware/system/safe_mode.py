"""
Safe mode: nothing of the companion runs and memory is not touched, for a while.

Owns the sentence that says so and the wait. boot.py decides (docs/decisions/living.md) and has not
mounted the archive; main.py comes here instead of to the app. Ctrl-C, which mpremote sends by
itself, ends the wait at the prompt; when nobody comes, the start goes on. So a pet without a cable
gets out by itself, and one that crashes at every start does so a few times an hour.
"""

import time

import board
import machine
from micropython import const

from . import events
from . import led as light

_LONG_S = const(600)
_SHORT_S = const(8)  # after power-on: most likely the battery or the switch failed, not the start

_WHY = {
    "starts": (
        "连续三次没有启动完成",
        "three starts in a row did not come to the end",
    ),
    "button": ("启动时按着按键", "the button was held at the start"),
}
_MESSAGE = (
    "安全模式：%s。记忆没有被动过。按 Ctrl-C 进入命令行（mpremote 会自动按）；没人来，"
    "%d 秒后照常启动；断电再开也会照常启动一次。 / Safe mode: %s. Memory is untouched. Ctrl-C "
    "gives the prompt (mpremote sends it by itself); if nobody comes, the start goes on in %d s, "
    "as it does after switching off and on."
)


def stay(why: str) -> None:
    """
    Say `why` ("starts" or "button") and wait: 10 minutes, or 8 seconds where power-on brought
    this start and no button is held. KeyboardInterrupt comes out of here.
    """
    events.use(str(board.SETTINGS.get("event_style", "json")))
    powered = machine.reset_cause() == machine.PWRON_RESET
    seconds = _SHORT_S if powered and why == "starts" else _LONG_S
    chinese, english = _WHY[why]
    message = _MESSAGE % (chinese, seconds, english, seconds)
    repl = board.SETTINGS.get("repl")
    events.emit("safe", why=why, seconds=seconds, repl=repl, message=message)
    led = light.of(board) if board.SETTINGS.get("led") else None
    if led is not None:
        light.show(led, "safe")
    for _ in range(seconds * 10):
        time.sleep_ms(100)  # in short pieces: Ctrl-C comes between two
