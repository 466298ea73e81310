"""A talk on the desk: a WAV is said to a server of ours, and what that says is another WAV."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from standin import Cloud, Peer
from voice_peer import RATE, Speaker, begins, framed, read, snr, unframed, voice, write

pytestmark = [pytest.mark.needs("libopus0")]

Start = Callable[..., Desk]


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with Cloud() as started:
        yield started


def speaker(peer: Peer, version: int = 1) -> Speaker:
    def receive() -> Any:
        message = peer.receive()
        return unframed(version, message) if isinstance(message, bytes) else message

    return Speaker(lambda packet: peer.send(framed(version, packet)), peer.send, receive)


def test_a_hold_is_heard_from_its_first_word_to_its_last(
    desk: Start, cloud: Cloud, tmp_path: Path
) -> None:
    said = voice(3, 16000)
    desk("--cloud", cloud.url(), "--mic", write(tmp_path / "in.wav", said), "--press", "0.5-2.5")
    peer = cloud.accept()
    peer.greet()
    server = speaker(peer)
    assert server.listen("start")["mode"] == "manual"
    server.listen("stop")
    ears = server.heard()
    assert len(ears) > 16000 * 3 // 2
    assert snr(said[: len(ears) - 2000], ears, 100) > 4  # 24 kbit/s of a voice keep so much


@pytest.mark.parametrize("version", [1, 2, 3])
def test_after_a_tap_the_answer_is_heard_whole_and_then_it_listens_on(
    desk: Start, cloud: Cloud, tmp_path: Path, version: int
) -> None:
    heard = tmp_path / "out.wav"
    mic = write(tmp_path / "in.wav", voice(3, 16000))
    options = ("--mic", mic, "--speaker", heard, "--press", "0.3")
    settings = desk("--stdio")
    settings.stop()
    companion = desk("--cloud", cloud.url(), *options)
    peer = cloud.accept()
    hello = peer.greet()
    assert hello["version"] == 1
    server = speaker(peer)
    assert server.listen("start")["mode"] == "auto"
    server.hear(20)
    answer = server.say(voice(2, RATE, 2))
    assert server.listen("start")["mode"] == "auto"
    companion.process.terminate()
    found = companion.wait_event("sound")
    played = read(heard)
    assert (found["gaps"], found["lost"]) == (0, 0)
    at = begins(played) - begins(answer)
    assert snr(answer[600:-600], played, at + 600) > 20
