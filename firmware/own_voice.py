"""
Own voice: has the owner talk by voice with the device's own agent, through servers for speech.

Puts the line between firmware/voice and firmware/agent together; startup.py loads it where the
settings name a model that hears and one that speaks. Then no XiaoZhi server has the voice.
"""

from llm import speech
from net.url import URLError

from firmware.agent import model_client
from firmware.agent.spoken_line import PACKET_MS, RATE, SpokenLine
from firmware.system import events
from firmware.voice.pcm_packets import PCMPackets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware.agent.talk import Talk
    from firmware.app import Companion


def open_line(companion: "Companion", talk: "Talk") -> None:
    """Give the voice of this companion its own agent to talk with."""
    settings, voice = companion.settings, companion.voice
    if voice is None:
        return
    usage = {} if companion.llm is None else companion.llm.usage
    try:
        ears = model_client.for_speech(settings, companion.clock, "hear", usage)
        mouth = model_client.for_speech(settings, companion.clock, "say", usage)
    except URLError as e:  # a newer firmware, which takes other addresses, has written it
        events.log("error", "voice", "a server for speech is not used: %s" % e)
        return

    async def hear(packets: "list[bytes]") -> str:
        return await speech.transcribe(ears, packets, PACKET_MS, RATE)  # in any language

    async def say(text: str, take: "Callable", room: "Callable") -> None:
        named, form = settings.get("say_voice"), settings.get("say_form")
        if form == speech.OPUS:
            await speech.say(mouth, text, take, room, named)
            return
        packets = PCMPackets(_encoder(), take)
        await speech.say(mouth, text, packets.add, room, named, form)
        packets.end()

    line = SpokenLine(voice, talk, hear, say, lambda: ears.available() and mouth.available())
    if companion.delivery is not None:
        companion.delivery.add(line)


def _encoder() -> "Any":
    import opus  # there is a voice, so there is one

    return opus.Encoder(
        rate=speech.PCM_RATE, bitrate=32000, complexity=0, dtx=False, application=opus.AUDIO
    )
