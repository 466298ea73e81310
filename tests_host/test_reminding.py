"""
A reminder reaches somebody: an MCP client on stdio, or the owner by the voice of a XiaoZhi server,
or by a chime; if nobody was there, whoever comes, after a power cut too.
"""

import subprocess

import pytest
import wav_file
from ears import Ears, pitch, rests, utterances
from gateway import Audio, Gateway
from real_time import in_real_time
from standin import Cloud
from talk_server import SENTENCES, UdpSite, WebSocketSite

NOW = ("--now", "2026-02-05T14:20:00")
LATER = ("--now", "2026-02-05T14:30:00")


def reminders(device):
    """What the client on stdio was told of reminders until now."""
    device.request("ping")
    device.request("ping")
    said = [
        one["params"] for one in device.notices if one.get("method") == "notifications/message"
    ]
    return [params["data"] for params in said if params["level"] == "notice"]


def wait_told(device):
    """Read on until the client is told of a reminder."""
    while True:
        message = device.receive()
        if message.get("method") == "notifications/message":
            device.notices.append(message)
            return message["params"]


def write_schedule(device, when):
    answer = device.tool(
        "memory", action="write", type="schedule", content="看牙", datetime=when, priority=5
    )
    assert answer["result"] == "ADDED", answer


def test_a_client_is_told_ahead_and_at_the_minute_and_after_a_power_cut_not_again(desk):
    device = desk("--stdio", *NOW)
    device.initialize()
    write_schedule(device, "2026-02-05 15:00")
    device.kill()
    for now, mark in (("14:40", "ahead"), ("15:00", "due")):
        for told in (1, 0):
            device = desk("--stdio", "--now", f"2026-02-05T{now}:00")
            device.initialize()
            if told:
                params = wait_told(device)
                assert (params["level"], params["data"]["mark"]) == ("notice", mark)
                assert "看牙" in params["data"]["message"]
                event = device.wait_event("reminder")
                assert dict(params["data"], late=False) == event
            assert len(reminders(device)) == told  # it is marked before this is answered
            device.kill()


def test_who_connects_after_a_reminder_that_reached_nobody_is_told_late(desk):
    device = desk("--port", "0", *NOW)  # over HTTP nobody can be told
    device.initialize()
    write_schedule(device, "2026-02-05 14:25")
    device.kill()
    device = desk("--port", "0", *LATER)
    device.wait_event("reminder")
    device.kill()
    device = desk("--stdio", *LATER)
    device.initialize()
    data = wait_told(device)["data"]
    assert (data["content"], data["late"]) == ("看牙", True)
    assert reminders(device) == [data]
    assert [event for event in device.events if event["event"] == "reminder"] == []
    answer = device.tool("memory", action="read")
    (upcoming,) = answer["upcoming"]
    assert upcoming["announced"] is True
    assert upcoming["late"] is True


def is_detect(message):
    return message["type"] == "listen" and message["state"] == "detect"


def test_a_xiaozhi_server_is_asked_to_say_it_until_it_speaks(desk):
    device = desk("--port", "0", *NOW)
    device.initialize()
    write_schedule(device, "2026-02-05 14:25")
    device.kill()
    with Cloud() as server:
        for speaks in (False, True):
            device = desk("--cloud", server.url(), "--port", "0", *LATER)
            peer = server.accept()
            peer.greet("s-1")
            said = peer.wait_for(is_detect)
            assert said["session_id"] == "s-1"
            assert "看牙" in said["text"]
            if speaks:
                peer.send({"type": "stt", "text": said["text"]})
                peer.speak("主人，该去看牙啦")
            assert peer.memory(action="read")["status"] == "ok"
            device.kill()
        device = desk("--cloud", server.url(), "--port", "0", *LATER)
        peer = server.accept()
        peer.greet("s-2")
        for _ in range(2):
            answer = peer.memory(action="read")
        assert [one for one in peer.seen if is_detect(one)] == []
        (upcoming,) = answer["upcoming"]
        assert upcoming["announced"] is True
        assert answer["counts"]["facts"] == 0  # the reminder is none of the owner's words


def test_over_mqtt_a_session_is_opened_for_a_reminder(desk):
    device = desk("--port", "0", *NOW)
    device.initialize()
    write_schedule(device, "2026-02-05 14:25")
    device.kill()
    audio = Audio()
    with Gateway() as gateway:
        url = f"mqtt://127.0.0.1:{gateway.port}/device-server"
        device = desk("--cloud", url, "--port", "0", *LATER)
        line = gateway.accept()
        assert line.expect("hello")["transport"] == "udp"
        line.push(audio.hello("s1"))
        said = line.expect("listen")
        assert (said["session_id"], said["state"]) == ("s1", "detect")
        assert "看牙" in said["text"]
        line.push({"type": "tts", "state": "start"})
        assert line.call("memory", action="read")["status"] == "ok"
        device.kill()
    audio.close()
    device = desk("--stdio", *LATER)
    device.initialize()
    assert reminders(device) == []


@pytest.mark.thorough
def test_where_the_device_stays_alone_a_reminder_connects_and_opens_a_session(
    desk, run_mpy, flash
):
    run_mpy(
        "import sys\nfrom firmware.system.settings import Settings\n"
        "Settings({}).set('cloud_stay', False)",
        flash=flash,
    )
    device = desk("--flash", flash, "--port", "0", *NOW)
    device.initialize()
    write_schedule(device, "2026-02-05 14:25")
    device.kill()
    with Cloud() as server:
        desk("--flash", flash, "--cloud", server.url(), *LATER)
        peer = server.accept()
        peer.greet()
        assert "看牙" in peer.wait_for(is_detect)["text"]


def test_a_todo_is_told_at_remind_and_when_it_is_due_once_each_over_power_cuts(desk):
    device = desk("--stdio", *NOW)
    device.initialize()
    added = device.tool("todo", action="add", content="交报告", due="2026-02-05 16:00")
    (item,) = added["items"]
    assert (item["remind"], item["completed"]) == ("2026-02-05 15:00", False)
    assert device.tool("memory", action="read")["upcoming"] == []
    device.kill()
    for now, mark in (("15:00", "ahead"), ("16:00", "due")):
        for told in (1, 0):
            device = desk("--stdio", "--now", f"2026-02-05T{now}:00")
            device.initialize()
            if told:
                data = wait_told(device)["data"]
                assert (data["id"], data["mark"]) == (item["id"], mark)
                assert device.wait_event("reminder")["late"] is False
                assert (data["due"], data["remind"]) == ("2026-02-05 16:00", "2026-02-05 15:00")
                assert "交报告" in data["message"]
            assert len(reminders(device)) == told
            (upcoming,) = device.tool("memory", action="read")["upcoming"]
            assert (upcoming["type"], upcoming["announced"]) == ("todo", True)
            device.kill()
    device = desk("--stdio", "--now", "2026-02-05T16:30:00")
    device.initialize()
    (upcoming,) = device.tool("memory", action="read")["upcoming"]
    assert (upcoming["content"], upcoming["late"]) == ("交报告", True)
    done = device.tool("todo", action="complete", content="报告")
    assert done["items"][0]["completed"] is True
    assert device.tool("memory", action="read")["upcoming"] == []
    assert reminders(device) == []


@pytest.mark.thorough
def test_a_todo_is_told_twice_while_time_passes(desk):
    device = desk("--stdio", *NOW, "--speed", "3600")  # the first comes in 10 s
    device.initialize()
    times = {"remind": "2026-02-06 00:20", "due": "2026-02-06 01:20"}
    assert device.tool("todo", action="add", content="交报告", **times)["status"] == "ok"
    assert [wait_told(device)["data"]["mark"] for _ in range(2)] == ["ahead", "due"]


def was_delivered(desk):
    """Whether it was announced, and nobody is told of it any more."""
    device = desk("--stdio", *LATER)
    device.initialize()
    assert device.tool("memory", action="read")["upcoming"][0]["announced"] is True
    told = reminders(device)
    device.kill()
    return told == []


@pytest.mark.needs("libopus0", "espeak-ng", "opus")
@pytest.mark.sample(1)
@pytest.mark.parametrize("site", [WebSocketSite, UdpSite])
@in_real_time("site")
def test_a_reminder_is_heard_in_the_voice_of_the_server(desk, tmp_path, site):
    said, out = SENTENCES["zh"][3], tmp_path / "out.wav"
    device = desk("--cloud", site.url, "--speaker", out, "--now", "2026-02-05T14:24:55")
    server = site.accept()
    when = {"datetime": "2026-02-05 14:25", "priority": 5}
    server.call("memory", action="write", type="schedule", content="看牙", **when)
    asked = [one for one in server.seen if is_detect(one)] or [server.wait_for(is_detect)]
    assert "看牙" in asked[0]["text"]
    server.answer(said, "zh")
    while not rests(out):
        assert server.call("memory", action="read")["status"] == "ok"
    device.kill()
    sound, rate = wav_file.read(out)
    (heard,) = utterances(sound, rate)  # no chime besides
    assert Ears(SENTENCES["zh"], "zh").heard(heard, rate) == said
    assert was_delivered(desk)


@pytest.mark.needs("opus")
@pytest.mark.thorough  # at the speed of sound: a busy host garbles what is played faster
@in_real_time()
def test_a_reminder_rings_where_no_server_is_connected(desk, tmp_path):
    out = tmp_path / "out.wav"
    device = desk("--port", "0", *NOW)
    device.initialize()
    write_schedule(device, "2026-02-05 14:25")
    device.kill()
    device = desk("--speaker", out, *LATER)
    device.initialize()
    while not rests(out, 2.5):  # longer than between two rings
        with pytest.raises(subprocess.TimeoutExpired):  # it goes on; asking it is limited
            device.process.wait(0.1)
    device.kill()
    sound, rate = wav_file.read(out)
    rings = utterances(sound, rate)
    assert len(rings) == 12
    for ring in rings:
        notes = [
            ring[2 * rate * begin // 100 : 2 * rate * (begin + 14) // 100] for begin in (2, 20, 40)
        ]
        assert [round(pitch(note, rate), -1) for note in notes] == [880, 1110, 1320]
    assert was_delivered(desk)
