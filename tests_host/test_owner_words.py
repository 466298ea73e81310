"""
What the owner says of memory itself, over a XiaoZhi server, and what the server says of feelings.
"""

import pytest
from standin import Cloud

NOW = ("--now", "2026-02-05T14:00")


@pytest.fixture
def server():
    with Cloud() as one:
        yield one


def is_detect(message):
    return message["type"] == "listen" and message["state"] == "detect"


def stt(peer, *texts):
    for text in texts:
        peer.send({"type": "stt", "text": text})


def test_a_review_is_said_by_the_server_and_told_to_the_client_on_stdio(desk, server):
    device = desk("--cloud", server.url(), "--stdio", *NOW)
    device.initialize()
    peer = server.accept()
    peer.greet("s-1")
    stt(peer, "我喜欢打篮球", "你今天记住了什么")
    said = peer.wait_for(is_detect)
    event = device.wait_event("acted")
    assert event["what"] == "review"
    assert "你喜欢打篮球" in event["message"]
    assert event["message"] in said["text"]
    while not [one for one in device.notices if one.get("method") == "notifications/message"]:
        device.request("ping")
    (data,) = [one["params"]["data"] for one in device.notices if "params" in one]
    assert data == event


def test_off_the_record_takes_back_what_the_model_wrote_down(desk, server):
    device = desk("--cloud", server.url(), "--port", "0", *NOW)
    device.initialize()
    peer = server.accept()
    peer.greet("s-1")
    stt(peer, "我暗恋小李")
    written = peer.memory(action="write", type="fact", content="用户暗恋小李")
    stt(peer, "别记这个")
    event = device.wait_event("acted")
    assert (event["what"], event["ids"]) == ("keep_not", [written["id"]])
    trash = device.tool("memory", action="trash")
    assert [one["content"] for one in trash["items"]] == ["用户暗恋小李"]
    assert device.tool("memory", action="read")["counts"]["facts"] == 0
    assert [one for one in peer.seen if is_detect(one)] == []  # the model has heard it itself


def test_the_emotions_of_a_session_move_the_mood_and_outlive_a_restart(desk, server):
    device = desk("--cloud", server.url(), "--port", "0", *NOW)
    device.initialize()
    peer = server.accept()
    peer.greet("s-1")
    stt(peer, "我喜欢打篮球")
    for _ in range(10):
        peer.send({"type": "llm", "emotion": "crying", "text": "😭"})
    peer.memory(action="read")  # answered after they have come
    sunk = device.tool("pet", action="status")["mood"]["value"]
    assert sunk < 35
    peer.close()
    device.wait_event("extracted")
    assert device.tool("pet", action="status")["mood"]["value"] == sunk
    device.kill()
    device = desk("--port", "0", *NOW)
    device.initialize()
    assert device.tool("pet", action="status")["mood"]["value"] == sunk


def test_an_emotion_by_a_servers_name_is_shown_again_by_it(desk):
    device = desk("--port", "0", *NOW)
    device.initialize()
    given = {"type": "moment", "content": "面试没过", "emotion_type": "crying"}
    assert device.tool("memory", action="write", **given)["result"] == "ADDED"
    (moment,) = device.tool("memory", action="read")["moments"]
    assert (moment["emotion_type"], moment["emotion_name"]) == ("sad", "crying")
    told_anew = dict(given, emotion_type="happy", id=moment["id"])
    device.tool("memory", action="write", **told_anew)
    (moment,) = device.tool("memory", action="read")["moments"]
    assert moment["emotion_type"] == "happy"
    assert "emotion_name" not in moment
