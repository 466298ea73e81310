"""
Sound: the other end of the desk device's two I2S ports, in a process of its own.

Runs on CPython, standard library only, but for a real sound card (card.py). Owns the process and
the pipes between it and the device's end, which is sim/port/_i2s.py:

    control        lines of the device: `open mic RATE BITS CHANNELS IBUF`, `close mic`, and the
                   same for `speaker`
    answer         a line for each of them, once it is done
    mic, speaker   samples, as I2S has them

process.py has the loop of the process, ports.py the buffers that DMA has on a board.
"""

import os
import signal
from pathlib import Path

CARD = "default"  # in place of a file: the computer's own microphone or loudspeaker


class SoundError(Exception):
    """The sound cannot be had; the message is for the person who asked for it."""


def start(
    mic: "str | None", speaker: "str | None", speed: float, goes_on: bool, packages: Path
) -> "dict[str, int]":
    """
    Start the process; the descriptors of the device's ends. With `goes_on` the device starts
    again: the microphone's file is over, and that of the speaker continues. Raises SoundError.
    """
    ends = {name: os.pipe() for name in ("control", "answer", "mic", "speaker")}
    if os.fork() == 0:
        status = 1
        try:
            _become(ends, mic, speaker, speed, goes_on, packages)
            status = 0
        finally:
            os._exit(status)
    for name in ("control", "speaker"):
        os.close(ends[name][0])
    for name in ("answer", "mic"):
        os.close(ends[name][1])
    own = {name: ends[name][name in ("control", "speaker")] for name in ends}
    answer = b""
    while not answer.endswith(b"\n"):
        piece = os.read(own["answer"], 512)
        if not piece:
            raise SoundError("the process that plays the sound did not start")
        answer += piece
    if answer != b"ok\n":
        raise SoundError(answer.decode().strip())
    for name in ("mic", "speaker"):
        os.set_blocking(own[name], False)
    for end in own.values():
        os.set_inheritable(end, True)
    return own


def _become(
    ends: "dict[str, tuple[int, int]]",
    mic: "str | None",
    speaker: "str | None",
    speed: float,
    goes_on: bool,
    packages: Path,
) -> None:
    """The child: lives until the device has closed its end of `control`."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # they are the device's; its end is the end here too
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    kept = {ends["control"][0], ends["answer"][1], ends["speaker"][0], *ends["mic"]}
    for descriptor in range(3, 1024):  # the chip's lock among them
        if descriptor not in kept:
            try:
                os.close(descriptor)
            except OSError:
                continue
    from sim.sound.card import Card  # what the device's process need not load
    from sim.sound.process import Process

    card = None
    try:
        if CARD in (mic, speaker):
            card = Card(packages)
            card.check(mic == CARD, speaker == CARD)
    except SoundError as error:
        os.write(ends["answer"][1], f"{error}\n".encode())
        return
    os.write(ends["answer"][1], b"ok\n")
    Process(ends, mic, speaker, speed, goes_on, card).run()
