"""
Fuzz target: what clouds and strangers send. The first byte of an input says what the rest is:

    0 OTA answer    1 frames of a XiaoZhi session, a newline between them    2 bytes of a broker
    3 UDP datagram  4 URL    5 cursor of a list    6 requestState

Each is asked what must hold of it, and answers what the other end can judge.
"""

import asyncio
import json
from binascii import hexlify

from mcp.core import input_required
from mcp.core.concurrent_calls import MessageChannel
from mcp.core.errors import ProtocolError
from mcp.core.server import Server
from mcp.core.tool_result import ToolResult
from mcp.features import paging
from mcp.features.tools import Registry
from net.mqtt import MQTT
from net.url import URL, URLError
from xiaozhi.callbacks import AudioSink, SessionCallbacks
from xiaozhi.session import XiaoZhi
from xiaozhi.state_table import TABLE

from firmware.cloud import ota_answer
from firmware.cloud.udp_audio import AudioPackets

_PORTS = {"ws": 80, "wss": 443}
_SUBJECT = "tools/call memory"
_STATES = [line.split()[0] for line in TABLE.split("\n") if line.strip()]


def start():
    global _key, _sealed, _cursors
    _key = b"k" * 32
    _sealed = input_required.seal(_key, _SUBJECT, "the state 猫")
    _cursors = [paging.cursor_at(at, 0xBADCAFE) for at in range(1, 5)]


def one(data):
    return (ota, session, broker, datagram, url, cursor, state)[data[0] % 7](data[1:])


def ota(data):
    try:
        found = ota_answer.parse(data)
    except ota_answer.ServiceError:
        return None
    for name, members in ota_answer.ENDPOINTS:
        place = found.endpoints.get(name, {})
        for member in members:
            value = place.get(member[0])
            if isinstance(value, str):
                assert len(value.encode()) <= member[1]
            elif value is not None:
                assert member[1] <= value <= member[2]
        assert not place or members[0][0] in place
    json.dumps([found.endpoints, found.activation, found.firmware, found.time, found.problems])
    assert sum([len(one) for one in found.problems]) < 2000
    return [sorted(found.endpoints), found.time]


class Played(AudioSink):
    pass


class Peer(SessionCallbacks):
    """The device's side of a session."""

    def __init__(self):
        self.sent = []
        self.words = 0
        registry = Registry()
        registry.add("echo", self.echo, "Echoes.", {"type": "object"})
        server = Server({"name": "n", "version": "1"}, registry, log=self.log)
        channel = MessageChannel(server, "xiaozhi")
        self.session = XiaoZhi(channel, self, self.send, server.log, "websocket", Played())

    def log(self, level, text):
        assert len(text) < 1000
        assert "failed:" not in text, text

    async def echo(self, arguments, call):
        return ToolResult(structured=arguments)

    async def send(self, frame):
        data = frame.joined()
        assert len(data) <= 7500
        self.sent.append(len(data))
        assert isinstance(json.loads(data), dict)

    def heard(self, role, text):
        assert role in ("owner", "companion")
        self.words += len(text)

    async def opened(self, hello):
        return None


def session(data):
    return asyncio.run(_session(data))


async def _session(data):
    peer = Peer()
    session = peer.session
    await session.wake()
    for frame in data.split(b"\n"):
        await session.text(frame)
        for _ in range(8):
            await asyncio.sleep(0)
        assert session.state in _STATES, session.state
    await session.tick(200000)
    await session.close("enough")
    for _ in range(8):
        await asyncio.sleep(0)
    assert session.state == "idle", session.state
    assert asyncio.core._task_queue.peek() is None, "a task is left behind"
    return [len(peer.sent), peer.words]


class Line:
    """What a broker sends, then its end."""

    def __init__(self, data):
        self.data = data
        self.at = 0
        self.sent = bytearray()

    async def read_some(self, view):
        size = min(len(view), 3, len(self.data) - self.at)
        view[:size] = self.data[self.at : self.at + size]
        self.at += size
        return size

    async def send(self, pieces):
        for piece in pieces:
            self.sent.extend(piece)


def broker(data):
    return asyncio.run(_broker(data))


async def _broker(data):
    place = {"endpoint": "127.0.0.1:1883", "client_id": "c"}
    client = MQTT(place, lambda level, text: None)
    line = client._connection = Line(data)
    client._client.sock = client._fake
    messages = []
    while True:
        try:
            messages.append(hexlify(await client.receive()).decode())
        except OSError:
            return [messages, hexlify(line.sent).decode()]


def datagram(data):
    packets = AudioPackets(bytes(range(16)), bytes.fromhex("01000000112233440000000000000000"))
    found = packets.open(data)
    assert packets.taken + packets.refused == 1
    return None if found is None else len(found[0])


def url(data):
    try:
        found = URL(data.decode(), _PORTS)
    except (URLError, UnicodeError):
        return None
    assert found.scheme in _PORTS
    assert 0 < found.port < 65536
    assert found.host
    for text in (found.host, found.target):
        for byte in text.encode():
            assert byte > 0x20 and byte != 0x7F, text
    try:
        found.query("token")
    except URLError:  # escapes that are malformed
        return None
    return [found.scheme, found.host, found.port, found.target]


def cursor(data):
    try:
        at = paging.position(data.decode(), 5, 0xBADCAFE)
    except (ProtocolError, UnicodeError):
        assert data not in [known.encode() for known in _cursors]
        return None
    assert data == b"" or data.decode() == _cursors[at - 1]
    return at


def state(data):
    try:
        text = data.decode()
    except UnicodeError:
        return None
    if text == "sealed":
        assert input_required.opened(_key, _SUBJECT, _sealed) == "the state 猫"
        return _sealed
    try:
        input_required.opened(_key, _SUBJECT, text)
    except ProtocolError:
        return None
    assert text == _sealed, "forged"
    return text
