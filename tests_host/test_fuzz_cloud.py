"""
What clouds and strangers send: OTA answers, XiaoZhi sessions, MQTT brokers, audio packets, URLs,
cursors and states.

What is asked of each is in on_device/_fuzz_cloud.py; MQTT is held against a reader here.
"""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import Target, edited

_OTA, _SESSION, _MQTT, _UDP, _URL, _CURSOR, _STATE = range(7)
_MAX_PAYLOAD = 8192  # of lib/net/mqtt.py
_MAX_TOPIC = 512
_ANSWER = {
    "server_time": {"timestamp": 1770271200000, "timezone_offset": 480},
    "websocket": {"url": "wss://example.com/xiaozhi/v1/", "token": "t", "version": 1},
    "mqtt": {
        "endpoint": "mqtt.example.com:8883", "client_id": "c", "username": "u", "password": "p",
        "publish_topic": "device-server", "subscribe_topic": "null", "keepalive": 60,
    },
    "activation": {"code": "123456", "message": "猫\n123456", "challenge": "x", "timeout_ms": 1},
    "firmware": {"version": "1.2.3", "url": "https://example.com/f.bin", "force": 0},
}  # fmt: skip
_CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "echo"}}
_HELLO = {
    "type": "hello", "transport": "websocket", "session_id": "s",
    "audio_params": {"format": "opus", "sample_rate": 24000, "channels": 1, "frame_duration": 60},
}  # fmt: skip
_FRAMES = [
    _HELLO,
    _HELLO,
    {"type": "stt", "text": "记住我喜欢茶😀"},
    {"type": "tts", "state": "start"},
    {"type": "tts", "state": "sentence_start", "text": "好的"},
    {"type": "tts", "state": "stop"},
    {"type": "llm", "emotion": "happy", "text": "😀"},
    {"type": "mcp", "payload": _CALL},
    {"type": "mcp", "payload": {"jsonrpc": "2.0", "method": "notifications/initialized"}},
    {"type": "alert", "status": "s", "message": "m", "emotion": "sad"},
    {"type": "system", "command": "reboot"},
    {"type": "goodbye", "session_id": "s"},
    {"type": "listen", "state": "detect"},
]
_URLS = [
    "wss://example.com/a?token=b", "ws://u:p%40@[::1]:8080/x?y=%E7%8C%AB#z", "ws://host",
    "ws://host:65536/", "http://host/", "ws://:80/", "WS://Host:0080", "ws://a@b@c/",
]  # fmt: skip
_CURSORS = [
    "1-0badcafe",
    "4-0badcafe",
    "5-0badcafe",
    "0-0badcafe",
    "01-0badcafe",
    "1-0BADCAFE",
    "-",
]


def _swapped(rng: Random, value: Any) -> Any:
    """A JSON value with something in it replaced."""
    if isinstance(value, dict) and value and rng.randrange(4):
        name = rng.choice(sorted(value))
        return {**value, name: _swapped(rng, value[name])}
    odd: "list[Any]" = [
        None,
        True,
        -1,
        0,
        2**31,
        1e300,
        "",
        "x" * 300,
        "猫" * 200,
        [],
        {},
        [{}],
        "\ud83d",
        1.5,
    ]
    return rng.choice([*odd, value])


def _spoilt(rng: Random, value: Any) -> bytes:
    for _ in range(rng.randrange(3)):
        value = _swapped(rng, value)
    data = json.dumps(value, ensure_ascii=True).encode()
    return edited(rng, data, 2) if rng.randrange(3) == 0 else data


def _packet(rng: Random) -> bytes:
    quality = rng.choice([0, 0, 0, 1, 1, 2, 3])
    topic = rng.choice([b"", b"t", b"x" * 256, b"y" * 513])
    payload = rng.choice([b"", b"{}", b"z" * 200, b"w" * 8192, b"v" * 8193])
    body = struct.pack(">H", len(topic)) + topic + (b"\x00\x07" if quality else b"") + payload
    if rng.randrange(6) == 0:
        body = body[: rng.randrange(6)]
    first = 0x30 | quality << 1 | rng.randrange(2)
    if rng.randrange(3) == 0:
        first, body = rng.choice(
            [(0xD0, b""), (0x90, b"\0\1\0"), (0x90, b"\0\1\x80"), (0x40, b"\0\1")]
        )
    if rng.randrange(12) == 0:
        first = rng.randrange(256)
    size, length = len(body), bytearray()
    while size > 127:
        length.append(size & 127 | 128)
        size >>= 7
    length.append(size)
    return bytes([first]) + bytes(length) + body


def made(rng: Random) -> bytes:
    """What kind it is, then the bytes."""
    kind = rng.choice([_OTA, _OTA, _SESSION, _SESSION, _MQTT, _MQTT, _UDP, _URL, _CURSOR, _STATE])
    if kind == _OTA:
        data = _spoilt(rng, _ANSWER)
    elif kind == _SESSION:
        frames = rng.choices(_FRAMES, k=rng.randint(1, 8))
        data = b"\n".join([_spoilt(rng, frame).replace(b"\n", b" ") for frame in frames])
    elif kind == _MQTT:
        data = b"".join([_packet(rng) for _ in range(rng.randint(1, 6))])
        data = edited(rng, data, 2) if rng.randrange(3) == 0 else data
    elif kind == _UDP:
        data = struct.pack(">BBHIII", 1, 0, rng.randrange(300), 1, 2, rng.randrange(9)) + b"x" * 40
        data = edited(rng, data, 4)
    else:
        known = {_URL: _URLS, _CURSOR: _CURSORS, _STATE: ["sealed", "QUJD", "=", "A" * 80]}[kind]
        data = rng.choice(known).encode()
        data = edited(rng, data, 3) if rng.randrange(4) else data
    return bytes([kind]) + data


def _publications(data: bytes) -> "list[bytes]":
    """The messages in what a broker sends, up to its end or the first bytes that are no MQTT."""
    found: "list[bytes]" = []
    at = 0
    while at < len(data):
        first, size, shift = data[at], 0, 0
        at += 1
        if first & 0xF0 != 0x30 and first not in (0x20, 0x40, 0x50, 0x62, 0x70, 0x90, 0xB0, 0xD0):
            return found
        while True:
            if shift > 21 or at >= len(data):
                return found
            size |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                break
        body = data[at : at + size]
        at += size
        if first == 0xD0 and size:
            return found
        if first & 0xF0 == 0x30:
            quality = first >> 1 & 3
            if size < 2 or quality == 3 or len(body) < 2:
                return found
            topic = struct.unpack_from(">H", body)[0]
            begin = 2 + topic + (2 if quality else 0)
            if begin > size or len(body) < size:
                return found
            if topic <= _MAX_TOPIC and size - begin <= _MAX_PAYLOAD and quality < 2:
                found.append(body[begin:])
    return found


def check(data: bytes, answer: Any) -> None:
    """Raise AssertionError for an answer that is not what the bytes mean."""
    if data and data[0] == _MQTT:
        assert [bytes.fromhex(one) for one in answer[0]] == _publications(data[1:])
    if data and data[0] == _STATE and data[1:] == b"sealed":
        assert answer


def test_whatever_clouds_and_strangers_send_is_taken_for_what_it_is_or_refused(
    micropython: Path, figure: Callable
) -> None:
    with Target(micropython, "_fuzz_cloud") as target:
        for kind, data in ((_OTA, _ANSWER), (_SESSION, _HELLO)):
            assert target.ask(bytes([kind]) + json.dumps(data).encode())
        before = target.heap()
        target.run(2000, made, check)
        assert target.heap() - before < max(16384, target.inputs)
        figure("fuzz_clouds", target.inputs)
