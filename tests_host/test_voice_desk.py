"""A talk on the desk: a WAV is said to a server of ours, and what that says is another WAV."""

import json
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import wav_file
from desk import Desk
from gateway import Audio, Gateway
from real_time import in_real_time
from standin import Cloud
from voice_peer import (
    RATE,
    Datagrams,
    Speaker,
    begins,
    snr,
    speaker,
    voice,
)

pytestmark = [pytest.mark.needs("libopus0")]

Start = Callable[..., Desk]


class OwnCloud(Cloud):
    """One that a test is given anew for each try."""

    def close(self) -> None:
        self.stop()


@pytest.fixture
def cloud() -> "type[OwnCloud]":
    return OwnCloud


@pytest.fixture
def one_cloud() -> Iterator[Cloud]:
    with Cloud() as started:
        yield started


def hold(desk: Start, cloud: Cloud, folder: Path, said: "array[int]", press: str) -> None:
    """Have a device hear this while its button is held."""
    mic = wav_file.write(folder / "in.wav", said)
    desk("--cloud", cloud.url(), "--mic", mic, "--press", press)


@in_real_time("cloud")
def test_a_hold_is_heard_from_its_first_word_to_its_last(
    desk: Start, cloud: Cloud, tmp_path: Path
) -> None:
    said = voice(3, 16000)
    hold(desk, cloud, tmp_path, said, "0.5-2.5")
    peer = cloud.accept()
    peer.greet()
    server = speaker(peer)
    assert server.listen("start")["mode"] == "manual"
    server.listen("stop")
    ears = server.heard()
    assert len(ears) > 16000 * 3 // 2
    assert snr(said[: len(ears) - 2000], ears, 100) > 4  # 24 kbit/s of a voice keep so much


@in_real_time("cloud")
def test_after_a_tap_the_answer_is_heard_whole_and_then_it_listens_on(
    desk: Start, cloud: Cloud, tmp_path: Path
) -> None:
    heard = tmp_path / "out.wav"
    mic = wav_file.write(tmp_path / "in.wav", voice(3, 16000))
    companion = desk("--cloud", cloud.url(), "--mic", mic, "--speaker", heard, "--press", "0.3")
    peer = cloud.accept()
    peer.greet()
    server = speaker(peer)
    assert server.listen("start")["mode"] == "auto"
    server.hear(20)
    answer = server.say(voice(2, RATE, 2))
    assert server.listen("start")["mode"] == "auto"
    companion.process.terminate()
    found = companion.wait_event("sound")
    assert (found["gaps"], found["lost"]) == (0, 0)
    assert heard_as(array("h", wav_file.read(heard)[0]), answer) > 20


def test_enter_is_a_tap_of_the_button(desk: Start, one_cloud: Cloud, tmp_path: Path) -> None:
    """In a terminal nobody can hold a button; typed words are said in text as before."""
    mic = wav_file.write(tmp_path / "in.wav", voice(3, 16000))
    companion = desk("--cloud", one_cloud.url(), "--mic", mic, typed=True)
    companion.send("")
    peer = one_cloud.accept()
    peer.greet()
    server = speaker(peer)
    assert server.listen("start")["mode"] == "auto"
    companion.send("  ")
    server.listen("stop")
    companion.send("你好")
    assert server.listen("detect")["text"] == "你好"


def heard_as(played: "array[int]", said: "array[int]") -> float:
    """How well the loudspeaker played this, but for the ends, where it fades."""
    at = begins(played) - begins(said)
    return snr(said[600:-600], played, at + 600)


@in_real_time("cloud")
def test_the_first_word_is_not_cut_while_the_connection_opens(
    desk: Start, cloud: Cloud, tmp_path: Path
) -> None:
    """The server takes its time with the hello: what is said waits, and comes from its start."""
    said = voice(4, 16000)
    hold(desk, cloud, tmp_path, said, "0.2-3.2")
    peer = cloud.accept()
    hello = peer.receive()
    assert hello["type"] == "hello"
    time.sleep(1.5)  # the server's own slowness
    peer.send({"type": "hello", "transport": "websocket", "session_id": "late"})
    server = speaker(peer)
    assert server.listen("start")["session_id"] == "late"
    server.listen("stop")
    ears = server.heard()
    assert snr(said[: len(ears) - 2000], ears, 100) > 4


@in_real_time("cloud")
def test_a_press_while_it_speaks_silences_it_and_is_heard(
    desk: Start, cloud: Cloud, tmp_path: Path
) -> None:
    heard = tmp_path / "out.wav"
    mic = wav_file.write(tmp_path / "in.wav", voice(9, 16000))
    press = ("--press", "0.2-0.8 5-6")
    companion = desk("--cloud", cloud.url(), "--mic", mic, "--speaker", heard, *press)
    peer = cloud.accept()
    peer.greet()
    server = speaker(peer)
    server.listen("stop")
    interrupted = threading.Event()
    saying = threading.Thread(target=server.say, args=(voice(15, RATE, 2), False, (), interrupted))
    saying.start()
    server.wait_for(lambda one: one["type"] == "abort")
    interrupted.set()
    saying.join(20)
    peer.send({"type": "tts", "state": "stop"})
    before = len(server.packets)
    assert server.listen("start")["mode"] == "manual"
    server.listen("stop")
    assert len(server.packets) - before > 10
    companion.process.terminate()
    companion.wait_event("sound")
    played = array("h", wav_file.read(heard)[0])
    assert RATE // 2 < len([sample for sample in played if sample]) < 9 * RATE


@in_real_time("cloud")
def test_a_sentence_goes_on_in_another_session_where_the_connection_breaks(
    desk: Start, cloud: Cloud, tmp_path: Path
) -> None:
    mic = wav_file.write(tmp_path / "in.wav", voice(9, 16000))
    desk("--cloud", cloud.url(), "--mic", mic, "--press", "0.2-6")
    peer = cloud.accept()
    peer.greet("s-1")
    server = speaker(peer)
    server.listen("start")
    server.hear(10)
    peer.cut()
    again = cloud.accept()
    again.greet("s-2")
    server = speaker(again)
    begun = server.listen("start")
    assert (begun["session_id"], begun["mode"]) == ("s-2", "manual")
    server.listen("stop")
    assert len(server.packets) > 40  # what was said meanwhile has come too


@in_real_time("cloud")
def test_what_has_come_of_an_answer_is_heard_where_the_connection_breaks(
    desk: Start, cloud: Cloud, tmp_path: Path
) -> None:
    heard = tmp_path / "out.wav"
    mic = wav_file.write(tmp_path / "in.wav", voice(1, 16000))
    companion = desk(
        "--cloud", cloud.url(), "--mic", mic, "--speaker", heard, "--press", "0.2-0.8"
    )
    peer = cloud.accept()
    peer.greet()
    server = speaker(peer)
    server.listen("stop")
    answer = server.say(voice(1.5, RATE, 2), ends=False)
    peer.cut()
    cloud.accept().greet()  # it connects again a second later, when all was played
    companion.process.terminate()
    companion.wait_event("sound")
    assert heard_as(array("h", wav_file.read(heard)[0]), answer) > 20


@in_real_time("cloud")
def test_a_network_that_stalls_costs_no_word(desk: Start, cloud: Cloud, tmp_path: Path) -> None:
    """The buffers hold some; the rest of the gap is concealed, and what comes then is played."""
    heard = tmp_path / "out.wav"
    mic = wav_file.write(tmp_path / "in.wav", voice(1, 16000))
    companion = desk("--cloud", cloud.url(), "--mic", mic, "--speaker", heard, "--press", "0.3")
    peer = cloud.accept()
    peer.greet()
    server = speaker(peer)
    server.listen("start")
    answer = server.say(voice(3, RATE, 2), stalls=(20, 1.5))
    server.listen("start")
    companion.process.terminate()
    companion.wait_event("sound")
    played, frame = array("h", wav_file.read(heard)[0]), RATE * 60 // 1000
    at = begins(played) - begins(answer)
    assert snr(answer[600 : 19 * frame], played, at + 600) > 20
    # Silence parts it from the rest, which is there to its last sample.
    end = len(played) - begins(played[::-1])
    rest = answer[24 * frame :]
    rest = rest[: len(rest) - begins(rest[::-1])]
    assert snr(rest[:-600], played, end - len(rest)) > 10


def test_a_desk_without_ears_and_mouth_is_one_of_text(desk: Start, one_cloud: Cloud) -> None:
    desk("--cloud", one_cloud.url(), "--press", "0.2")
    peer = one_cloud.accept()
    peer.greet()
    tools = peer.ask("tools/list")["result"]["tools"]
    assert "self.audio_speaker.set_volume" not in [tool["name"] for tool in tools]


def test_the_volume_is_set_by_the_tool_that_these_servers_know(
    desk: Start, one_cloud: Cloud, tmp_path: Path
) -> None:
    options = ("--cloud", one_cloud.url(), "--speaker", tmp_path / "out.wav")
    companion = desk(*options)
    peer = one_cloud.accept()
    peer.greet()
    name = "self.audio_speaker.set_volume"
    for volume in (0, 100, 40):
        answer = peer.ask("tools/call", {"name": name, "arguments": {"volume": volume}})
        assert json.loads(answer["result"]["content"][0]["text"])["volume"] == volume
    refused = peer.ask("tools/call", {"name": name, "arguments": {"volume": 101}})
    assert "101" not in json.dumps(refused.get("result", {}).get("structuredContent", {}))
    companion.kill()
    desk(*options)
    again = one_cloud.accept()
    again.greet()
    asked = {"name": "self.get_device_status", "arguments": {}}
    status = json.loads(again.ask("tools/call", asked)["result"]["content"][0]["text"])
    assert status["audio_speaker"] == {"volume": 40}


@pytest.mark.parametrize(("lost", "ahead"), [((), 0), ((7, 15, 16), 0), ((), 3)])
@in_real_time()
def test_over_udp_what_is_lost_is_concealed_and_the_rest_is_heard(
    desk: Start, tmp_path: Path, lost: "tuple[int, ...]", ahead: int
) -> None:
    heard = tmp_path / "out.wav"
    mic = wav_file.write(tmp_path / "in.wav", voice(3, 16000))
    with Gateway() as gateway:
        broker = f"mqtt://127.0.0.1:{gateway.port}"
        companion = desk("--cloud", broker, "--mic", mic, "--speaker", heard, "--press", "1.5")
        device = gateway.accept()
        hello = device.expect("hello")
        assert (hello["version"], hello["transport"]) == (3, "udp")
        audio = Audio()
        device.push(audio.hello("s-1"))
        line = Datagrams(device, audio)
        server = Speaker(line.send, device.push, line.receive, audio.seal)
        assert server.listen("start")["mode"] == "auto"
        server.hear(20)
        answer = server.say(voice(2, RATE, 2), lost=lost, ahead=ahead)
        assert server.listen("start")["mode"] == "auto"
        companion.process.terminate()
        found = companion.wait_event("sound")
        audio.close()
    played = array("h", wav_file.read(heard)[0])
    assert (found["gaps"], found["lost"]) == (0, 0)
    at = begins(played) - begins(answer)
    frame = RATE * 60 // 1000
    if not lost:
        assert snr(answer[600:-600], played, at + 600) > 20
    # The end is in its place: what was lost has left no hole and no shift.
    assert snr(answer[22 * frame : -600], played, at + 22 * frame) > 10
