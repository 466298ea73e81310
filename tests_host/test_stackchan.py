"""The companion as a device of stackchan-mcp, a gateway that others wrote for such devices."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import device
import pytest
import wav_file
from ears import Ears, rests, spoken, utterances
from real_time import in_real_time
from talk_server import SENTENCES

NOW = ("--now", "2026-02-05T14:00")
PROGRAM = device.ROOT / "tests_host" / "stackchan_peer.py"


class Gateway:
    """The process of stackchan_peer.py."""

    def __init__(self, home: Path, token: str = ""):
        packages = [str(Path(sys.prefix) / name) for name in ("stackchan", "opuslib")]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(packages), "HOME": str(home)}
        env["STACKCHAN_TOKEN"] = token
        self.process = subprocess.Popen(
            [sys.executable, "-P", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
            cwd=home,
        )
        self.port = self._line()["port"]

    def _line(self) -> dict:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr and self.process.stderr.read()
        return json.loads(line)

    def __call__(self, do: str, **more: object) -> Any:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, **more}) + "\n")
        self.process.stdin.flush()
        answer = self._line()
        assert "failed" not in answer, answer
        return answer["answer"]

    def memory(self, **arguments: object) -> dict:
        said = self("call", name="memory", arguments=arguments)
        assert (said["error"], said["result"]["isError"]) == (None, False)
        (item,) = said["result"]["content"]
        return json.loads(item["text"])

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def gateway(tmp_path):
    """Start a gateway: gateway(token=..)."""
    started = []

    def start(**options):
        started.append(Gateway(tmp_path, **options))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.mark.thorough
def test_it_finds_the_tools_and_calls_them_in_chinese(desk, gateway):
    peer = gateway()
    companion = desk("--cloud", f"ws://127.0.0.1:{peer.port}/", *NOW)
    found = peer("wait")
    assert [tool["name"] for tool in found["tools"]] == [
        "memory",
        "pet",
        "memory_statistics",
        "forget",
        "self.get_device_status",
        "search_memory",
        "todo",
        "search_conversation_traces",
        "remember",
        "attachment",
    ]
    told = peer.memory(action="write", type="fact", content="我对花生过敏 🥜", importance=5)
    assert told["result"] == "ADDED"
    (item,) = peer.memory(action="recall", keyword="花生")["items"]
    assert item["content"] == "我对花生过敏 🥜"
    for number in range(40):
        text = f"第{number}件事：" + '他说"\\n😀"' * 9
        peer.memory(action="write", type="moment", content=text[:90])
    whole = peer.memory(action="recall", limit=50)
    assert whole["count"] + whole["more"] == 41
    assert peer.memory(action="nonsense")["status"] == "error"
    companion.kill()


@pytest.mark.thorough
def test_what_it_says_and_hears_becomes_a_memory(desk, gateway):
    peer = gateway()
    companion = desk("--cloud", f"ws://127.0.0.1:{peer.port}/", *NOW)
    peer("wait")
    peer("text", text=json.dumps({"type": "stt", "text": "我叫王浩宇，我喜欢打篮球"}))
    peer("tts", state="start")
    peer("text", text=json.dumps({"type": "tts", "state": "sentence_start", "text": "你好"}))
    peer("audio")
    peer("tts", state="stop")
    peer("text", text=json.dumps({"type": "avatar_set_fetch", "url": "http://127.0.0.1/"}))
    assert peer.memory(action="read")["status"] == "ok"  # all of the above has come by now
    peer.close()
    companion.wait_event("extracted", 2)
    whole = companion.tool("memory", action="read")
    assert whole["profile"]["name"] == "王浩宇"
    assert [one["content"] for one in whole["preferences"]["likes"]] == ["打篮球"]


def test_a_killed_device_comes_back_with_its_memory(desk, gateway):
    peer = gateway()
    companion = desk("--cloud", f"ws://127.0.0.1:{peer.port}/", *NOW)
    first = peer("wait")["device"]
    peer.memory(action="write", type="like", content="铁观音")
    companion.kill()
    peer("gone")
    desk("--cloud", f"ws://127.0.0.1:{peer.port}/", *NOW)
    again = peer("wait")["device"]
    assert again["device_id"] == first["device_id"]
    likes = peer.memory(action="read")["preferences"]["likes"]
    assert [one["content"] for one in likes] == ["铁观音"]
    assert peer("ask", method="ping", params={}) is not None


@pytest.mark.thorough
def test_its_token_is_asked_for_and_told(desk, gateway):
    peer = gateway(token="open-sesame")
    companion = desk("--cloud", f"ws://wrong@127.0.0.1:{peer.port}/")
    while not [one for one in companion.events if "401" in one.get("text", "")]:
        companion.wait_event("log", len(companion.events))
    companion.kill()
    desk("--cloud", f"ws://open-sesame@127.0.0.1:{peer.port}/")
    assert peer("wait")["tools"]


@pytest.mark.needs("libopus0", "espeak-ng", "opus")
@in_real_time()
def test_its_decoder_hears_the_owner_and_its_voice_is_heard(desk, gateway, tmp_path):
    said, reply = SENTENCES["en"][:2]
    ears, out = Ears(SENTENCES["en"], "en"), tmp_path / "out.wav"
    sound = spoken(said, "en")
    mic = wav_file.write(tmp_path / "in.wav", sound)
    peer = gateway()
    press = f"3-{3 + len(sound) / 32000:.1f}"
    url = f"ws://127.0.0.1:{peer.port}/"
    companion = desk("--cloud", url, "--mic", mic, "--speaker", out, "--press", press)
    peer("wait")
    assert ears.heard(base64.b64decode(peer("heard"))) == said
    answer = base64.b64encode(spoken(reply, "en")).decode()
    assert peer("say", samples=answer)["frame_count"] > 20
    while not rests(out):
        peer.memory(action="read")
    companion.process.terminate()
    assert companion.wait_event("sound")["gaps"] == 0
    heard, rate = wav_file.read(out)
    assert [ears.heard(one, rate) for one in utterances(heard, rate)] == [reply]
