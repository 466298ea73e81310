"""The XiaoZhi session without a channel: each row of its table, MCP at any time, words heard."""

import asyncio
import json

from mcp.core.concurrent_calls import MessageChannel
from mcp.core.server import Server
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry
from xiaozhi.callbacks import AudioSink, SessionCallbacks
from xiaozhi.session import XiaoZhi
from xiaozhi.state_table import TABLE, find

HELLO = {
    "type": "hello",
    "transport": "websocket",
    "session_id": "s1",
    "audio_params": {"format": "opus", "sample_rate": 24000, "channels": 1, "frame_duration": 60},
}


class Peer(SessionCallbacks):
    """A session, what it sent, and what it told its owner and its codec."""

    def __init__(self, transport="websocket"):
        self.sent = []
        self.words = []
        self.states = []
        self.ends = []
        self.powers = []
        self.faces = []
        self.alerts = []
        self.logged = []
        self.played = []
        self.reminders = 0  # after which the server spoke
        self.fails = False
        self.problem = None
        self.running = 0
        self.gate = asyncio.Event()
        registry = Registry()
        registry.add("echo", self.echo, "Echoes.", {"type": "object"})
        registry.add("wait", self.wait, "Waits.", {"type": "object"})
        registry.add("long", self.long, "Answers at length.", {"type": "object"})
        self.server = Server({"name": "n", "version": "1"}, registry, log=self.log)
        channel = MessageChannel(self.server, "xiaozhi")
        self.session = XiaoZhi(channel, self, self.send, self.log, transport, Played(self.played))

    def log(self, level, text):
        self.logged.append((level, text))

    async def echo(self, arguments, call):
        return ToolResult(structured=arguments)

    async def wait(self, arguments, call):
        self.running += 1
        try:
            await self.gate.wait()
        finally:
            self.running -= 1
        return ToolResult("waited")

    async def long(self, arguments, call):
        return ToolResult("x" * arguments["size"])

    async def send(self, frame):
        if self.fails:
            raise OSError(104)
        data = frame.joined()
        assert len(data) == len(frame) <= 7500
        self.sent.append(json.loads(data.decode()))
        await asyncio.sleep(0)

    def heard(self, role, text):
        self.words.append((role, text))

    def reminded(self):
        self.reminders += 1

    def changed(self, state):
        self.states.append(state)

    def ended(self, why):
        self.ends.append(why)

    def commanded(self, command):
        self.powers.append(command)

    def felt(self, emotion):
        self.faces.append(emotion)

    def warned(self, status, message, emotion):
        self.alerts.append((status, message, emotion))

    async def opened(self, hello):
        return self.problem

    async def get(self, message):
        """A message of the server comes in."""
        # As Python servers send it, an emoji as two escapes.
        data = json.dumps(message).encode()
        await self.session.text(data.replace(b"EMOJI", b"\\ud83d\\ude00"))

    async def call(self, id, name="echo", **more):
        params = {"name": name, "arguments": more}
        payload = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
        await self.get({"type": "mcp", "payload": payload})

    async def settle(self):
        """Until nothing that is ready to run is left."""
        for _ in range(50):
            await asyncio.sleep(0)

    async def take(self):
        """What was sent since the last look."""
        await self.settle()
        sent, self.sent = self.sent, []
        return sent


class Played(AudioSink):
    def __init__(self, found):
        self.found = found

    def opened(self, sample_rate, frame_ms):
        self.found.append((sample_rate, frame_ms))

    def begin(self):
        self.found.append("begin")

    def play(self, packet, number):
        self.found.append(bytes(packet))

    def stray(self, packet, number):
        self.found.append((number, bytes(packet)))

    def finish(self):
        self.found.append("finish")

    def silence(self):
        self.found.append("silence")


async def opened(transport="websocket"):
    peer = Peer(transport)
    await peer.session.wake()
    hello = dict(HELLO)
    hello["transport"] = transport
    await peer.get(hello)
    assert peer.session.state == "ready"
    return peer


async def in_state(state):
    """A peer whose session is in that state, by an ordinary way."""
    if state == "idle":
        return Peer()
    if state == "greeting":
        peer = Peer()
        await peer.session.wake()
        return peer
    peer = await opened()
    if state == "listening":
        await peer.session.listen()
    if state == "speaking":
        await peer.get({"type": "tts", "state": "start"})
    assert peer.session.state == state
    return peer


async def give(peer, event):
    """Let that event of the table happen, as it happens in life."""
    session = peer.session
    given = {
        "say": "你好",
        "remind": "你好",
        "close": "over",
        "lost": "over",
        "speak": b"\x01\x02",
    }
    if event in ("wake", "listen", "stop", "abort"):
        await getattr(session, event)()
    elif event in given:
        await getattr(session, event)(given[event])
    elif event == "late":
        await session.tick(10000)
    elif event == "silent":
        await session.tick(120000)
    elif event == "hello":
        await peer.get(HELLO)
    elif event == "refusal" and session.state == "greeting":
        await peer.get({"type": "hello", "transport": "udp"})
    elif event == "refusal":
        # What the channel finds in the hello comes when the session counts as open already.
        other = Peer()
        other.problem = "no key"
        await other.session.wake()
        await other.get(HELLO)
        peer.session = other.session
    elif event.startswith("tts_"):
        state = {"tts_start": "start", "tts_stop": "stop", "tts_text": "sentence_start"}[event]
        await peer.get({"type": "tts", "state": state, "text": "好的"})
    elif event == "audio":
        session.audio(b"\x01\x02")
    elif event == "mcp":
        await peer.call(1)
    else:
        words = {"text": "嗯", "emotion": "happy", "status": "s", "message": "m"}
        words["command"] = "reboot"
        words["type"] = event
        await peer.get(words)


def rows():
    return [tuple(line.split()) for line in TABLE.strip().split("\n")]


async def test_every_row_of_the_table_is_what_happens():
    assert len(rows()) > 35
    for state, event, action, following in rows():
        for where in ("idle", "greeting", "ready", "listening", "speaking"):
            if state not in (where, "*") or find(where, event) != (action, following):
                continue
            peer = await in_state(where)
            await give(peer, event)
            expected = where if following == "=" else following
            assert peer.session.state == expected, (where, event, peer.session.state)
            await peer.session.lost("the test is over")


async def test_what_is_not_in_the_table_changes_nothing():
    events = {row[1] for row in rows()}
    checked = 0
    for where in ("idle", "greeting", "ready", "listening", "speaking"):
        for event in sorted(events):
            if find(where, event) is None and (where, event) != ("greeting", "silent"):
                if event == "refusal":
                    continue  # only a hello brings it
                peer = await in_state(where)
                before = (len(peer.sent), len(peer.words), len(peer.ends))
                await give(peer, event)
                assert peer.session.state == where, (where, event)
                assert (len(peer.sent), len(peer.words), len(peer.ends)) == before, (where, event)
                checked += 1
    assert checked > 30


def test_every_state_can_be_left_and_every_action_is_there():
    states = {row[0] for row in rows()} - {"*"}
    assert states == {row[3] for row in rows()} - {"="}
    assert states == {"idle", "greeting", "ready", "listening", "speaking"}
    for row in rows():
        if row[1] not in ("speak", "audio"):  # done by the methods of these names
            assert callable(getattr(XiaoZhi, "_" + row[2])), row
    for state in states - {"idle"}:
        assert find(state, "lost")[1] == find(state, "close")[1] == "idle"


async def test_hello_goes_out_in_the_words_of_the_firmware():
    for transport, version in (("websocket", 1), ("udp", 3)):
        peer = Peer(transport)
        await peer.session.wake()
        (hello,) = peer.sent
        assert (hello["type"], hello["transport"]) == ("hello", transport)
        assert hello["version"] == version
        assert hello["features"]["mcp"] is True
        audio = hello["audio_params"]
        assert (audio["format"], audio["sample_rate"]) == ("opus", 16000)
        assert (audio["channels"], audio["frame_duration"]) == (1, 60)


async def test_a_hello_without_session_and_audio_opens_too():
    peer = Peer()
    await peer.session.wake()
    await peer.get({"type": "hello", "version": 1, "transport": "websocket", "audio_params": None})
    assert peer.session.state == "ready"
    assert peer.played == [(24000, 60)]
    await peer.session.say("你好")
    assert peer.sent[-1] == {
        "session_id": "", "type": "listen", "state": "detect", "text": "你好"
    }  # fmt: skip


async def test_mcp_is_answered_in_every_state_with_the_id_and_the_session_it_came_with():
    for where in ("idle", "greeting", "ready", "listening", "speaking"):
        peer = await in_state(where)
        await peer.take()
        mine = peer.session.session_id
        for id in (1, "5c0f_n_1", 10000, 0, "1"):
            await peer.call(id, word="EMOJI生日")
            (answer,) = await peer.take()
            assert (answer["session_id"], answer["type"]) == (mine, "mcp")
            payload = answer["payload"]
            assert payload["id"] == id and type(payload["id"]) is type(id)
            assert payload["result"]["isError"] is False
            text = payload["result"]["content"][0]["text"]
            assert json.loads(text) == {"word": "😀生日"}
        payload = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        await peer.get({"type": "mcp", "session_id": "theirs", "payload": payload})
        (answer,) = await peer.take()
        assert answer == {
            "session_id": "theirs",
            "type": "mcp",
            "payload": {"jsonrpc": "2.0", "id": 1, "result": {}},
        }
        assert peer.session.state == where


async def test_a_session_id_of_any_length_leaves_an_answer_its_room():
    peer = await opened()
    await peer.take()
    payload = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    await peer.get({"type": "mcp", "session_id": "x" * 8000, "payload": payload})
    (answer,) = await peer.take()
    assert (answer["session_id"], answer["payload"]["result"]) == ("s1", {})


async def test_initialize_and_pages_of_tools_come_as_these_servers_ask():
    peer = await opened()
    await peer.take()
    asked = [
        ("initialize", {"capabilities": {"vision": {"url": "u", "token": "t"}}}),
        ("initialize", {"protocolVersion": "2024-11-05", "clientInfo": {"name": "x"}}),
        ("tools/list", None),
        ("tools/list", {}),
        ("tools/list", {"cursor": "", "withUserTools": False}),
    ]
    for method, params in asked:
        payload = {"jsonrpc": "2.0", "id": 1, "method": method}
        if params is not None:
            payload["params"] = params
        await peer.get({"type": "mcp", "payload": payload})
        (answer,) = await peer.take()
        result = answer["payload"]["result"]
        if method == "initialize":
            assert result["protocolVersion"] == "2024-11-05"
        else:
            assert [tool["name"] for tool in result["tools"]] == ["echo", "wait", "long"]
            assert "nextCursor" not in result
    await peer.get({"type": "mcp", "payload": {"jsonrpc": "2.0", "method": "notifications/x"}})
    assert await peer.take() == []


async def test_several_calls_are_worked_on_at_once_and_a_ping_overtakes_them():
    peer = await opened()
    await peer.take()
    for id in (1, 2, 1):
        await peer.call(id, "wait")
    await peer.settle()
    assert peer.running == 3
    await peer.get({"type": "mcp", "payload": {"jsonrpc": "2.0", "id": 9, "method": "ping"}})
    assert [one["payload"]["id"] for one in await peer.take()] == [9]
    peer.gate.set()
    assert sorted([one["payload"]["id"] for one in await peer.take()]) == [1, 1, 2]


async def test_a_lost_channel_stops_the_calls_and_a_new_one_begins_afresh():
    peer = await opened()
    await peer.call(1, "wait")
    await peer.settle()
    await peer.session.lost("reset")
    assert (peer.running, peer.session.state, peer.ends) == (0, "idle", ["reset"])
    await peer.session.renew()
    await peer.take()
    await peer.call(2)
    assert [one["payload"]["id"] for one in await peer.take()] == [2]


async def test_a_channel_that_breaks_under_a_message_ends_the_session_once():
    for word in ("say", "listen", "close"):
        peer = await opened()
        peer.fails = True
        await give(peer, word)
        await peer.call(1)
        await peer.settle()
        assert peer.session.state == "idle"
        assert len(peer.ends) == 1, (word, peer.ends)
        assert peer.states[-1] == "idle"
    peer = Peer()
    peer.fails = True
    await peer.session.wake()
    assert (peer.session.state, len(peer.ends)) == ("idle", 1)


async def test_an_answer_too_long_for_the_channel_is_an_error_with_a_code():
    peer = await opened()
    await peer.take()
    await peer.call(7, "long", size=7300)
    await peer.call(8, "long", size=7500)
    fits, too_long = await peer.take()
    assert len(fits["payload"]["result"]["content"][0]["text"]) == 7300
    assert too_long["payload"]["id"] == 8
    assert too_long["payload"]["error"]["code"] == -32603
    assert "too long" in too_long["payload"]["error"]["message"]


async def test_speech_is_heard_once_and_notices_never():
    peer = await opened()
    await peer.get({"type": "stt", "text": "我叫王浩"})
    await peer.get({"type": "stt", "text": "我叫王浩"})
    await peer.get({"type": "stt", "text": "% self_memory_write"})
    await peer.get({"type": "llm", "emotion": "happy", "text": "😊"})
    await peer.get({"type": "tts", "state": "start"})
    await peer.get({"type": "tts", "state": "sentence_start", "text": "你好王浩"})
    await peer.get({"type": "tts", "state": "sentence_start", "text": "你好王浩"})
    await peer.get({"type": "tts", "state": "sentence_end", "text": "你好王浩"})
    await peer.get({"type": "tts", "state": "sentence_start", "text": "再见"})
    await peer.get({"type": "tts", "state": "stop"})
    await peer.get({"type": "stt", "text": "我叫王浩"})
    for empty in ({"text": ""}, {"text": None}, {"text": 5}, {}):
        empty["type"] = "stt"
        await peer.get(empty)
    assert peer.words == [
        ("owner", "我叫王浩"),
        ("companion", "你好王浩"),
        ("companion", "再见"),
        ("owner", "我叫王浩"),
    ]
    assert peer.faces == ["happy"]


async def test_typed_words_are_said_when_the_session_opens_and_heard_once():
    peer = Peer()
    await peer.session.say(" 我叫王浩。 ")
    assert [message["type"] for message in await peer.take()] == ["hello"]
    assert peer.words == []
    await peer.session.say("我喜欢茶")
    await peer.get(HELLO)
    said = await peer.take()
    assert [(one["state"], one["text"]) for one in said] == [
        ("detect", "我叫王浩。"),
        ("detect", "我喜欢茶"),
    ]
    assert {one["session_id"] for one in said} == {"s1"}
    # The server repeats what was typed, without the punctuation around it.
    await peer.get({"type": "stt", "text": "我喜欢茶"})
    await peer.get({"type": "tts", "state": "start"})
    await peer.session.say("别说了")
    assert [one["type"] for one in await peer.take()] == ["abort", "listen"]
    assert peer.words == [("owner", "我叫王浩。"), ("owner", "我喜欢茶"), ("owner", "别说了")]
    await peer.get({"type": "stt", "text": "我累了"})  # spoken, not typed
    assert peer.words[-1] == ("owner", "我累了")


async def test_a_reminder_is_sent_when_the_session_is_open_and_is_no_text_of_the_owner():
    peer = Peer()
    await peer.session.remind("该吃药了")
    assert [one["type"] for one in await peer.take()] == ["hello"]
    await peer.get(HELLO)
    (said,) = await peer.take()
    assert (said["type"], said["state"], said["text"]) == ("listen", "detect", "该吃药了")
    await peer.get({"type": "stt", "text": "该吃药了"})
    assert peer.reminders == 0
    await peer.get({"type": "tts", "state": "start"})
    await peer.get({"type": "tts", "state": "sentence_start", "text": "主人，吃药啦"})
    await peer.get({"type": "tts", "state": "stop"})
    await peer.get({"type": "tts", "state": "start"})
    assert peer.reminders == 1
    assert peer.words == [("companion", "主人，吃药啦")]
    assert await peer.take() == []


async def test_speech_that_answers_the_owner_is_no_sign_that_a_reminder_was_said():
    peer = await opened()
    await peer.session.remind("该吃药了")
    await peer.get({"type": "stt", "text": "今天冷吗"})
    await peer.get({"type": "tts", "state": "start"})
    assert peer.reminders == 0
    await peer.get({"type": "tts", "state": "stop"})
    await peer.get({"type": "stt", "text": "该吃药了"})
    await peer.get({"type": "tts", "state": "start"})
    assert peer.reminders == 1
    assert peer.words == [("owner", "今天冷吗")]


async def test_a_reminder_that_the_server_repeats_after_the_owners_words_is_said_next():
    peer = await opened()
    await peer.session.remind("该吃药了")
    await peer.get({"type": "stt", "text": "今天冷吗"})
    await peer.get({"type": "stt", "text": "该吃药了"})
    await peer.get({"type": "tts", "state": "start"})
    assert peer.reminders == 1
    assert peer.words == [("owner", "今天冷吗")]


async def test_a_reminder_interrupts_no_speech_and_follows_it():
    peer = await in_state("speaking")
    await peer.take()
    await peer.session.remind("该吃药了")
    assert await peer.take() == []
    await peer.get({"type": "tts", "state": "stop"})
    (said,) = await peer.take()
    assert said["text"] == "该吃药了"
    assert peer.reminders == 0
    await peer.get({"type": "tts", "state": "start"})
    assert peer.reminders == 1


async def test_a_reminder_that_is_cancelled_or_whose_session_ends_is_not_sent_later():
    async def cancel(peer):
        await peer.session.remind("")

    async def lose(peer):
        await peer.session.lost("gone")

    for end in (cancel, lose):
        peer = await in_state("speaking")
        await peer.take()
        await peer.session.remind("该吃药了")
        assert peer.session.waits
        await end(peer)
        assert not peer.session.waits
        await peer.get({"type": "tts", "state": "stop"})
        assert await peer.take() == []
        assert peer.reminders == 0
    idle = Peer()
    await idle.session.remind("")
    assert (idle.session.state, await idle.take()) == ("idle", [])


async def test_words_wait_for_the_next_session_where_none_would_open():
    peer = Peer()
    await peer.session.say("我叫王浩")
    await peer.session.tick(10000)
    assert (peer.session.state, peer.words) == ("idle", [])
    assert peer.session.waits
    await peer.session.wake()
    await peer.get(HELLO)
    assert (await peer.take())[-1]["text"] == "我叫王浩"
    assert peer.words == [("owner", "我叫王浩")]
    assert not peer.session.waits


async def test_words_that_wait_for_a_session_are_bounded():
    peer = Peer()
    await peer.session.wake()
    for number in range(9):
        await peer.session.say("%d" % number + "长" * 3000)
    await peer.get(HELLO)
    said = (await peer.take())[1:]
    assert [one["text"][:1] for one in said] == ["5", "6", "7", "8"]


async def test_audio_is_played_while_the_companion_speaks_and_counted_always():
    peer = await opened()
    peer.session.audio(b"early")
    await peer.get({"type": "tts", "state": "start"})
    peer.session.audio(b"one")
    peer.session.audio(memoryview(b"two"))
    await peer.get({"type": "tts", "state": "stop"})
    peer.session.audio(b"late")
    assert peer.played == [(24000, 60), "begin", b"one", b"two", "finish"]
    assert (peer.session.frames, peer.session.dropped) == (4, 2)
    await peer.get({"type": "tts", "state": "start"})
    await peer.session.abort("wake_word_detected")
    assert peer.played[-2:] == ["begin", "silence"]
    assert (await peer.take())[-1] == {
        "session_id": "s1", "type": "abort", "reason": "wake_word_detected"
    }  # fmt: skip


async def test_over_udp_what_comes_outside_of_speech_is_given_on_with_its_number():
    peer = await opened("udp")
    peer.session.audio(b"first", 7)
    await peer.get({"type": "tts", "state": "start"})
    peer.session.audio(b"second", 8)
    await peer.get({"type": "tts", "state": "stop"})
    peer.session.audio(b"last", 9)
    assert peer.played[1:] == [(7, b"first"), "begin", b"second", "finish", (9, b"last")]
    assert (peer.session.frames, peer.session.dropped) == (3, 2)


async def test_the_microphone_opens_and_closes_in_the_words_of_the_firmware():
    peer = await opened()
    await peer.take()
    await peer.session.listen("manual")
    await peer.session.stop()
    await peer.session.listen()
    assert await peer.take() == [
        {"session_id": "s1", "type": "listen", "state": "start", "mode": "manual"},
        {"session_id": "s1", "type": "listen", "state": "stop"},
        {"session_id": "s1", "type": "listen", "state": "start", "mode": "auto"},
    ]


async def test_no_hello_in_ten_seconds_and_nothing_in_two_minutes_end_it():
    peer = Peer()
    await peer.session.wake()
    await peer.session.tick(6000)
    await peer.call(1)  # asking for tools is not a hello
    peer.session.alive()
    await peer.session.tick(3999)
    assert peer.session.state == "greeting"
    await peer.session.tick(1)
    assert (peer.session.state, peer.ends) == ("idle", ["no hello in 10 s"])
    peer = await opened()
    await peer.session.tick(119000)
    await peer.get({"type": "nothing of note"})
    await peer.session.tick(119000)
    peer.session.alive()
    await peer.session.tick(119000)
    peer.session.audio(b"x")
    await peer.session.tick(119999)
    assert peer.session.state == "ready"
    await peer.session.tick(1)
    assert (peer.session.state, peer.ends) == ("idle", ["nothing heard for 120 s"])


async def test_goodbye_ends_the_session_that_it_names_and_is_not_answered():
    peer = await opened("udp")
    await peer.take()
    await peer.get({"type": "goodbye", "session_id": "an older one"})
    assert peer.session.state == "ready"
    await peer.get({"type": "goodbye", "session_id": "s1"})
    assert (peer.session.state, peer.ends) == ("idle", ["goodbye"])
    assert await peer.take() == []
    peer = await opened("udp")
    await peer.get({"type": "goodbye"})
    assert peer.session.state == "idle"


async def test_ending_it_says_goodbye_over_udp_and_nothing_over_websocket():
    peer = await opened("udp")
    await peer.take()
    await peer.session.close("enough")
    assert await peer.take() == [{"session_id": "s1", "type": "goodbye"}]
    peer = await opened()
    await peer.take()
    await peer.session.close("enough")
    assert await peer.take() == []
    assert peer.ends == ["enough"]


async def test_strange_messages_are_ignored_and_told_once():
    peer = await opened()
    await peer.take()
    for _ in range(3):
        await peer.session.text("认证失败".encode())
        await peer.session.text(b"Server is running")
        await peer.get({"type": "avatar_set_fetch", "url": "http://x"})
        await peer.get({"type": "listen", "state": "start", "mode": "manual"})
        for odd in ([], 5, None, "x", {}, {"type": 5}, {"type": None}, {"kind": "stt"}):
            await peer.get(odd)
        for odd in ({}, {"payload": None}, {"payload": []}, {"payload": "x"}):
            odd["type"] = "mcp"
            await peer.get(odd)
        await peer.session.text(b"\xff\xfe")
    texts = [text for _, text in peer.logged]
    assert len(texts) == len(set(texts)) == 5, texts
    assert "认证失败" in texts[0]
    assert peer.session.state == "ready"
    assert await peer.take() == []


async def test_however_many_types_are_unknown_the_log_ends():
    peer = await opened()
    for number in range(200):
        await peer.get({"type": "t%d" % number + "x" * 500})
    assert len(peer.logged) == 16
    assert max([len(text) for _, text in peer.logged]) < 100


async def test_a_request_beyond_the_limits_of_json_is_answered():
    peer = await opened()
    await peer.take()
    await peer.call(1, many=list(range(1100)))
    (answer,) = await peer.take()
    assert answer["payload"]["error"]["code"] == -32600
    for id in (2, "n_2"):
        await peer.call(id, word="x" * 9000)
        (answer,) = await peer.take()
        assert answer["payload"]["error"]["code"] == -32600
        assert answer["payload"]["id"] == id


async def test_alerts_need_all_their_words_and_commands_are_handed_on():
    peer = await opened()
    await peer.get({"type": "alert", "status": "s", "message": "m", "emotion": "sad"})
    await peer.get({"type": "alert", "status": "s", "message": "m"})
    await peer.get({"type": "alert", "status": 1, "message": "m", "emotion": "sad"})
    assert peer.alerts == [("s", "m", "sad")]
    await peer.get({"type": "system", "command": "reboot"})
    await peer.get({"type": "system", "command": 5})
    assert peer.powers == ["reboot"]


async def test_a_channel_that_cannot_use_the_hello_ends_it_with_the_reason():
    peer = Peer("udp")
    peer.problem = "the server gave no key"
    await peer.session.wake()
    await peer.get({"type": "hello", "transport": "udp", "session_id": "s1"})
    assert (peer.session.state, peer.ends) == ("idle", ["the server gave no key"])
    assert (await peer.take())[-1]["type"] == "goodbye"
