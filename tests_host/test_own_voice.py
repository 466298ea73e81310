"""
The voice through servers with OpenAI's interface: what was said is written down by one, answered
by a model with the device's own tools, and the answer said by another.
"""

import json
import subprocess
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path
from typing import Any

import ogg_file
import pytest
import wav_file
from desk import Desk
from ears import RATE, Ears, spoken
from llm_server import USAGE, Asked, Server, chunk, end, says, serving, status, streamed
from opus_peer import Codec
from test_listening import settle

pytestmark = [
    pytest.mark.needs("opus"),
    pytest.mark.needs("libopus0"),
    pytest.mark.needs("espeak-ng"),
]
NOW = ("--now", "2026-02-05T14:00", "--language", "zh")
SAID = "我喜欢喝乌龙茶"
OTHERS = ["今天天气怎么样", "明天下午三点开会", "讲一个故事吧"]
ANSWER = ["好的我记住了", "你还想喝点别的吗"]
SAY_RATE = 24000


class Speech:
    """A server that hears, thinks and speaks; `form` is that of the sound."""

    def __init__(self, form: str = "opus"):
        self._form = form
        self._ears = Ears([SAID, *OTHERS], "zh")
        self.heard: "list[str]" = []
        self.said: "list[str]" = []
        self.chats = 0

    def __call__(self, asked: Asked) -> None:
        if asked.target.endswith("/audio/transcriptions"):
            self._hear(asked)
        elif asked.target.endswith("/audio/speech"):
            self._say(asked)
        else:
            self._think(asked)

    def _hear(self, asked: Asked) -> None:
        head = f"Content-Type: {asked.headers['content-type']}\r\n\r\n".encode()
        parts: Any = message_from_bytes(head + asked.body).get_payload()
        fields = {part.get_param("name", header="content-disposition"): part for part in parts}
        assert fields["model"].get_payload() == "whisper-1"
        packets = ogg_file.packets(fields["file"].get_payload(decode=True))
        assert packets[0].startswith(b"OpusHead")
        assert packets[1].startswith(b"OpusTags")
        codec = Codec(RATE)
        sound = b"".join(codec.decode(packet) for packet in packets[2:])
        self.heard.append(self._ears.heard(sound))
        status(200, {"text": self.heard[-1]})(asked)

    def _think(self, asked: Asked) -> None:
        if not str(asked.json.get("user")).endswith(":chat"):
            says("{}")(asked)
            return
        self.chats += 1
        if self.chats == 1:
            told = json.dumps({"action": "write", "type": "like", "content": "乌龙茶"})
            function = {"name": "memory", "arguments": told}
            call = {"index": 0, "id": "call_1", "type": "function", "function": function}
            wish = chunk(role="assistant", tool_calls=[call])
            streamed(wish, end("tool_calls"), USAGE)(asked)
        else:
            says(ANSWER[0] + "。", ANSWER[1], "？😀")(asked)

    def _say(self, asked: Asked) -> None:
        assert asked.json["response_format"] == self._form
        assert (asked.json["model"], asked.json["voice"]) == ("tts-1", "alloy")
        self.said.append(asked.json["input"])
        sound = faster(spoken(asked.json["input"], "zh"))
        kind = "audio/ogg"
        if self._form == "opus":
            codec, size = Codec(SAY_RATE, bitrate=32000), 2 * SAY_RATE * 20 // 1000
            frames = [sound[at : at + size] for at in range(0, len(sound) - size + 1, size)]
            sound = ogg_file.written([codec.encode(frame) for frame in frames], 20)
        else:
            kind = "audio/pcm"
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n"
        asked.send(head, sound)


def faster(sound: bytes) -> bytes:
    """What was made for RATE, at SAY_RATE: three samples for two."""
    values = memoryview(sound).cast("h")
    found = bytearray()
    for at in range(0, len(values) - 2, 2):
        one, two, three = values[at], values[at + 1], values[at + 2]
        for value in (one, (one + 2 * two) // 3, (2 * two + three) // 3):
            found += value.to_bytes(2, "little", signed=True)
    return bytes(found)


@pytest.fixture
def chip(micropython: Path, flash: Path) -> "Callable[[Server, str], Path]":
    def settled(server: Server, form: str) -> Path:
        settle(
            micropython, flash, llm_url=server.url, hear_model="whisper-1", say_model="tts-1",
            say_voice="alloy", say_form=form, follow_up_s=0,
        )  # fmt: skip
        return flash

    return settled


@pytest.mark.parametrize("form", ["opus", pytest.param("pcm", marks=pytest.mark.thorough)])
def test_what_is_said_aloud_is_remembered_and_answered_aloud(
    desk: "Callable[..., Desk]", chip: Callable, tmp_path: Path, form: str
) -> None:
    speech = Speech(form)
    mic = wav_file.write(tmp_path / "in.wav", spoken(SAID, "zh"))
    out = tmp_path / "out.wav"
    with serving(speech) as server:
        companion = desk(
            "--flash", chip(server, form), "--stdio", "--mic", mic, "--speaker", out,
            "--press", "0.3", *NOW,
        )  # fmt: skip
        companion.initialize()
        heard = heard_aloud(companion, out)
        likes = companion.tool("memory", action="read")["preferences"]["likes"]
        assert [like["content"] for like in likes] == ["乌龙茶"]
    assert speech.heard == [SAID]
    assert [one.rstrip("。？") for one in speech.said] == ANSWER
    assert heard == ANSWER


@pytest.mark.thorough
def test_enter_in_the_terminal_is_enough_to_talk_with_it(
    desk: "Callable[..., Desk]", chip: Callable, tmp_path: Path
) -> None:
    speech = Speech("opus")
    mic = wav_file.write(tmp_path / "in.wav", spoken(SAID, "zh"))
    out = tmp_path / "out.wav"
    with serving(speech) as server:
        options = ("--flash", chip(server, "opus"), "--mic", mic, "--speaker", out, *NOW)
        companion = desk(*options, typed=True)
        companion.send("")
        assert heard_aloud(companion, out) == ANSWER
    assert speech.heard == [SAID]


def heard_aloud(companion: Desk, out: Path) -> "list[str]":
    """The sentences of the answer that the loudspeaker has played, once there are two."""
    ears = Ears([*ANSWER, *OTHERS], "zh")
    for _ in range(120):
        sound, rate = (
            wav_file.read(out) if out.exists() and out.stat().st_size > 44 else (b"", RATE)
        )
        found = [ears.heard(part, rate) for part in halves(sound, rate)]
        if found == ANSWER:
            break
        with pytest.raises(subprocess.TimeoutExpired):
            companion.process.wait(0.5)
    return found


def halves(sound: bytes, rate: int) -> "tuple[bytes, bytes]":
    """Before and behind the longest silence between the first sound and the last."""
    values = memoryview(sound).cast("h")
    step = rate // 50
    loud = [max(map(abs, values[at : at + step])) > 300 for at in range(0, len(values), step)]
    if True not in loud:
        return b"", b""
    first, last = loud.index(True), len(loud) - loud[::-1].index(True)
    longest, at, run = 0, first, 0
    for n in range(first, last):
        run = 0 if loud[n] else run + 1
        if run > longest:
            longest, at = run, n - run // 2
    return sound[: 2 * at * step], sound[2 * at * step :]
