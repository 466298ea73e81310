"""
A server that talks, over WebSocket or MQTT and UDP: it tells by its ears what was said, has the
device's own tool keep it, and answers aloud.

Speech is espeak-ng's and goes through another build of libopus (voice_peer.py, ears.py). A test
leads the server turn by turn; what the companion plays it hears with Ears of its own.
"""

import json
import random
import time
from array import array
from itertools import pairwise
from typing import Any

from ears import Ears, spoken
from gateway import Audio, Gateway
from opus_peer import Codec
from standin import LIMIT_S, Cloud, Peer
from voice_peer import MIC_RATE, RATE, Datagrams, Speaker, websocket_line

SENTENCES = {
    "zh": [
        "我喜欢喝乌龙茶", "好的我记住了", "今天天气怎么样", "明天下午三点开会",
        "讲一个故事吧", "我家的猫叫豆包", "提醒我给妈妈打电话", "你还记得我的生日吗",
    ],
    "en": [
        "I like oolong tea", "all right I will remember that", "what is the weather like today",
        "the meeting is tomorrow at three", "tell me a story please",
        "remind me to call my mother", "do you remember my birthday",
        "good night see you tomorrow",
    ],
}  # fmt: skip
_LOUD = 200  # mean size of the samples of a frame with speech
_PAUSE_FRAMES = 12  # of 60 ms, after which a turn is over


class TalkServer(Speaker):
    """One session. `session` is its id; `hung_up()` of its site ends it."""

    _calls = 0
    _has_spoken = False

    def hear_turn(self) -> bytes:
        """
        What is said from `listen start` on: up to `listen stop`, or to a pause after speech where
        the server has to tell the end.
        """
        begun = self.listen("start")
        # Over UDP the first packets may be faster than that message; later ones are of the last
        # turn.
        early = [] if self._has_spoken else self.packets
        self._ears, self.packets = Codec(MIC_RATE), []
        sound, quiet, has_spoken = b"", 0, False
        while True:
            message = early.pop(0) if early else self._receive()
            if not isinstance(message, bytes):
                if message["type"] == "listen" and message["state"] == "stop":
                    return sound
                self.seen.append(message)
                continue
            self.packets.append(message)
            frame = self._ears.decode(message)
            sound += frame
            is_loud = _mean(frame) > _LOUD
            has_spoken = has_spoken or is_loud
            quiet = 0 if is_loud else quiet + 1
            if begun["mode"] != "manual" and has_spoken and quiet >= _PAUSE_FRAMES:
                return sound

    def lose_some(self, rng: random.Random) -> None:
        """As if the network had lost one packet in twelve of what was heard."""
        self.packets = [b"" if rng.random() < 1 / 12 else packet for packet in self.packets]

    def call(self, tool: str, **arguments: object) -> "dict[str, Any]":
        """A call of a tool of the device while audio comes; the object in its only text."""
        self._calls += 1
        params = {"name": tool, "arguments": arguments}
        payload = {"jsonrpc": "2.0", "id": self._calls, "method": "tools/call", "params": params}
        self._tell({"type": "mcp", "payload": payload})
        answer = self.wait_for(
            lambda one: one["type"] == "mcp" and one["payload"].get("id") == self._calls
        )
        (item,) = answer["payload"]["result"]["content"]
        return json.loads(item["text"])

    def heard(self) -> "array[int]":
        """What the packets sound like; empty ones were lost and are concealed."""
        self._ears = Codec(MIC_RATE)
        return super().heard()

    def say(self, *given: Any, **named: Any) -> "array[int]":
        """As Speaker.say; from now on packets that wait are of an earlier turn."""
        self._has_spoken = True
        return super().say(*given, **named)

    def answer(self, text: str, language: str) -> None:
        """Say a sentence aloud: 5 packets at once, then one each 60 ms."""
        self.say(array("h", spoken(text, language, RATE)))

    def turn(self, ears: Ears, reply: str, language: str, note: str = "") -> str:
        """Hear a sentence, have the device remember it and a note, and answer; what was heard."""
        text = ears.heard(self.hear_turn())
        self._tell({"type": "stt", "text": text})
        added = self.call("memory", action="write", type="fact", content=(text or "?") + note)
        assert added["status"] == "ok", added
        self.answer(reply, language)
        return text


class WebSocketSite:
    """
    Where the device connects to; `accept()` is its next session. Its binary frames are of
    `version`, which the device's hello has to name.
    """

    def __init__(self, version: int = 1) -> None:
        self._version = version
        self.cloud = Cloud()
        self.url = self.cloud.url()
        self._peer: "Peer | None" = None

    def accept(self, late_s: float = 0, limit_s: float = LIMIT_S) -> TalkServer:
        """The next session; its hello is answered so late. The device may be silent `limit_s`."""
        peer = self._peer = self.cloud.accept()
        peer.limit_s = limit_s
        told = peer.receive()
        assert (told["type"], told["version"]) == ("hello", self._version)
        time.sleep(late_s)  # what a slow server does
        hello = {"type": "hello", "transport": "websocket", "session_id": "s"}
        audio = {"format": "opus", "sample_rate": RATE, "channels": 1, "frame_duration": 60}
        peer.send({**hello, "audio_params": audio})

        return TalkServer(*websocket_line(peer, self._version))

    def hang_up(self) -> None:
        """The connection is gone."""
        assert self._peer is not None
        self._peer.cut()

    def close(self) -> None:
        self.cloud.stop()


class UdpSite:
    """The same over MQTT and UDP."""

    def __init__(self) -> None:
        self.gateway = Gateway()
        self.url = f"mqtt://127.0.0.1:{self.gateway.port}"
        self.line: "Datagrams | None" = None
        self._audio: "list[Audio]" = []

    def accept(self, late_s: float = 0) -> TalkServer:
        device = self.gateway.accept()
        device.expect("hello")
        time.sleep(late_s)
        self._audio.append(Audio())
        device.push(self._audio[-1].hello("s"))
        line = self.line = Datagrams(device, self._audio[-1])
        return TalkServer(line.send, device.push, line.receive, line.audio.seal)

    def hang_up(self) -> None:
        assert self.line is not None
        self.line.device.hang_up()

    def say_roughly(self, text: str, language: str, rng: random.Random) -> "dict[str, int]":
        """
        Say a sentence over a network that loses one packet in twelve, doubles another, and lets
        each be up to 90 ms late, so that some come behind later ones. What was lost and so on.
        """
        line = self.line
        assert line is not None
        data, size = spoken(text, language, RATE), 2 * RATE * 60 // 1000
        mouth = Codec(RATE)
        sends: list[tuple[float, int, bytes]] = []
        lost = doubled = 0
        for number in range(len(data) // size):
            packet = line.audio.seal(mouth.encode(data[number * size : (number + 1) * size]))
            chance = rng.random()
            due = max(0, number - 5) * 0.06
            if chance < 1 / 12:
                lost += 1
                continue
            times = 2 if chance > 11 / 12 else 1
            doubled += times - 1
            sends += [(due + rng.uniform(0, 0.09), number, packet) for _ in range(times)]
        sends.sort()
        numbers = [number for _, number, _ in sends]
        swapped = sum(one > other for one, other in pairwise(numbers))
        line.device.push({"type": "tts", "state": "start"})
        begun = time.monotonic()
        for due, _, packet in sends:
            time.sleep(max(0.0, begun + due - time.monotonic()))  # the network's own pace
            line.send_sealed(packet)
        line.device.push({"type": "tts", "state": "stop"})
        return {"lost": lost, "doubled": doubled, "swapped": swapped}

    def close(self) -> None:
        self.gateway.close()
        for audio in self._audio:
            audio.close()


def _mean(frame: bytes) -> float:
    samples = array("h", frame)
    return sum(map(abs, samples)) / max(1, len(samples))
