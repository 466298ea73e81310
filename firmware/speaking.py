"""
Speaking: puts the voice together where a board has ears and a mouth and this build has Opus.

Hands firmware/voice what it needs of other rooms, and the cloud what it needs of the voice;
startup.py calls it. A build without Opus, such as stock MicroPython, is one of text, and says so
once.
"""

import gc

import board
from micropython import const

from firmware.system import events
from firmware.system.supervisor import ALWAYS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from firmware.app import Companion
    from firmware.system.settings import Settings
    from firmware.voice.talk import Talk

_BITRATE = const(24000)


def create(companion: "Companion") -> "Talk | None":
    """The voice of this board, with its tasks; None where it has none."""
    settings = companion.settings
    microphone: "Any" = getattr(board, "microphone", None)
    speaker: "Any" = getattr(board, "speaker", None)
    if microphone is None or speaker is None or not settings.get("voice"):
        return None
    try:
        import opus  # in an image of ours, and on the desk
    except ImportError:
        events.log("info", "voice", "this build has no Opus: the companion is one of text")
        return None
    # With their buffers, for those who have Opus.
    from firmware.voice.button import Button
    from firmware.voice.chime import ReminderChime, Tones
    from firmware.voice.loudspeaker import Loudspeaker
    from firmware.voice.microphone import Microphone
    from firmware.voice.talk import Talk
    from firmware.voice.uplink import Uplink
    from firmware.voice.voice_detector import VoiceDetector

    uplink = Uplink()
    talk = Talk(
        uplink,
        VoiceDetector(),
        lambda on: rest(companion, on),
        lambda: settings.get("follow_up_s"),
    )
    encoder = opus.Encoder(
        rate=16000, bitrate=_BITRATE, complexity=0, dtx=True, application=opus.AUDIO
    )
    talk.microphone = Microphone(microphone, encoder, uplink, talk.heard)
    talk.loudspeaker = Loudspeaker(speaker, opus.Decoder(rate=24000), talk.played, talk.sounded)
    talk.loudspeaker.set_volume(settings.get("volume"))
    talk.tones = Tones(talk.loudspeaker)
    if companion.delivery is not None:
        talk.chime = ReminderChime(
            talk.tones,
            lambda: talk.line is not None and talk.line.reachable,
            lambda: talk.spoken,
            companion.delivery.chance,
        )
        companion.delivery.add(talk.chime)
    button = Button(board.button, talk)
    start = companion.supervisor.start
    start("microphone", "voice", ALWAYS, talk.microphone.run)
    start("loudspeaker", "voice", ALWAYS, talk.loudspeaker.run)
    start("talk", "voice", ALWAYS, talk.run)
    start("button", "voice", ALWAYS, button.run)
    return talk


def register_volume(talk: "Talk", registry: "Any", settings: "Settings") -> None:
    """Add the tool that sets the volume."""
    from firmware.voice import volume_tool

    volume_tool.register(registry, talk.loudspeaker, settings)


def rest(companion: "Companion", on: bool) -> None:
    """While somebody talks no background work runs, and garbage is collected if RAM runs out."""
    companion.resting = on
    if on:
        gc.threshold(-1)
    else:
        gc.threshold(max(gc.mem_free() // 2, 4096))
