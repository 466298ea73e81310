"""
A stand-in for the MQTT + UDP gateway of a XiaoZhi cloud, written from its wire facts, on loopback.

A bare TCP listener, since the real one is no broker: it pushes messages that nobody subscribed to.
Speaks as much MQTT 3.1.1 as that takes and hangs up where the real one does (QoS above 0, a packet
over 8192 bytes, a hello of another version). A test drives it from its own thread, and may write
raw bytes to the device. Knows nothing of the firmware.
"""

import json
import queue
import socket
import struct
import threading
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

LIMIT_S = 30
_MAX_PACKET = 8192


def packet(kind: int, body: bytes) -> bytes:
    """An MQTT control packet: first byte, remaining length, body."""
    out = bytearray([kind])
    size = len(body)
    while True:
        size, digit = size >> 7, size & 0x7F
        out.append(digit | (0x80 if size else 0))
        if not size:
            return bytes(out) + body


def publication(message: object, topic: str = "devices/p2p/anything") -> bytes:
    """A PUBLISH of QoS 0; a message that is no bytes is sent as JSON."""
    if not isinstance(message, bytes):
        message = json.dumps(message).encode()
    name = topic.encode()
    return packet(0x30, struct.pack(">H", len(name)) + name + message)


class Device:
    """One connection of the device, as the gateway sees it, from its CONNECT on."""

    def __init__(self, connection: socket.socket, admit: bytes):
        connection.settimeout(LIMIT_S)
        self.connection = connection
        self.messages: queue.Queue[Any] = (
            queue.Queue()
        )  # (topic, value), "ping", or None at the end
        kind, body = self._packet()
        assert kind == 0x10, "the first packet is no CONNECT"
        self.connect = _connect(body)
        self.send(admit)
        self._ids = 9999
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _packet(self) -> tuple[int, bytes]:
        kind = self._exactly(1)[0]
        size = shift = 0
        while True:
            digit = self._exactly(1)[0]
            size |= (digit & 0x7F) << shift
            shift += 7
            if not digit & 0x80:
                break
        assert size + 5 <= _MAX_PACKET, "the gateway would hang up"
        return kind, self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self.connection.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def _read(self) -> None:
        try:
            self.connection.settimeout(None)
            while True:
                kind, body = self._packet()
                if kind == 0xC0:
                    self.send(b"\xd0\0")
                    self.messages.put("ping")
                elif kind == 0xE0:
                    self.messages.put("disconnect")
                else:
                    assert kind == 0x30, f"the gateway would hang up at a packet {kind:#x}"
                    size = struct.unpack_from(">H", body)[0]
                    value = json.loads(body[2 + size :])
                    self.messages.put((body[2 : 2 + size].decode(), value))
        except (EOFError, OSError):
            self.messages.put(None)

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def push(self, message: object) -> None:
        self.send(publication(message))

    def receive(self) -> Any:
        """The next message of the device: its JSON value, "ping", "disconnect", or None: gone."""
        got = self.messages.get(timeout=LIMIT_S)
        return got[1] if isinstance(got, tuple) else got

    def expect(self, kind: str) -> Any:
        """The next message, which is of this type."""
        message = self.receive()
        assert isinstance(message, dict), message
        assert message["type"] == kind, message
        return message

    def rpc(self, method: str, params: "dict | None" = None, **envelope: Any) -> Any:
        """One MCP request as the gateway sends it; the payload of the answer."""
        self._ids += 1
        payload = {"jsonrpc": "2.0", "method": method, "id": self._ids}
        if params is not None:
            payload["params"] = params
        self.push({"type": "mcp", "payload": payload, **envelope})
        answer = self.expect("mcp")["payload"]
        assert answer["id"] == self._ids
        return answer

    def call(self, tool: str, **arguments: Any) -> Any:
        """The JSON object in the one text of a tool's answer."""
        result = self.rpc("tools/call", {"name": tool, "arguments": arguments})["result"]
        assert result["isError"] is False
        return json.loads(result["content"][0]["text"])

    def hang_up(self) -> None:
        self.connection.shutdown(socket.SHUT_RDWR)
        self.connection.close()
        self._reader.join(LIMIT_S)


def _connect(body: bytes) -> dict[str, Any]:
    """What a CONNECT says."""
    assert body[:7] == b"\0\4MQTT\4"
    flags, keepalive = body[7], struct.unpack_from(">H", body, 8)[0]
    fields, at = [], 10
    while at < len(body):
        size = struct.unpack_from(">H", body, at)[0]
        fields.append(body[at + 2 : at + 2 + size].decode())
        at += 2 + size
    assert len(fields) == 1 + (flags >> 7 & 1) + (flags >> 6 & 1)
    names = ("client_id", "username", "password")
    return {"clean": bool(flags & 2), "keepalive": keepalive, **dict(zip(names, fields))}


class Gateway:
    """`accept()` waits for the device; `admit` is the CONNACK that it gets."""

    def __init__(self, admit: bytes = b"\x20\2\0\0", port: int = 0):
        self.admit = admit
        self._listener = socket.create_server(("127.0.0.1", port))
        self._listener.settimeout(LIMIT_S)
        self.port = self._listener.getsockname()[1]
        self._raw: list[socket.socket] = []

    def fileno(self) -> int:
        """For select: readable when the device connects."""
        return self._listener.fileno()

    def raw(self) -> socket.socket:
        """The next connection, untouched."""
        connection = self._listener.accept()[0]
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as Node does
        self._raw.append(connection)
        return connection

    def accept(self) -> Device:
        return Device(self.raw(), self.admit)

    def close(self) -> None:
        self._listener.close()
        for connection in self._raw:
            connection.close()

    def __enter__(self) -> "Gateway":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class Audio:
    """The gateway's UDP side of one session."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(LIMIT_S)
        self.port = self.socket.getsockname()[1]
        self.key = bytes(range(16))
        self.nonce = bytes.fromhex("01000000112233440000000000000000")
        self._sequence = 0

    def hello(self, session: str, **more: Any) -> dict[str, Any]:
        return {
            "type": "hello",
            "version": 3,
            "session_id": session,
            "transport": "udp",
            "udp": {
                "server": "127.0.0.1",
                "port": self.port,
                "encryption": "aes-128-ctr",
                "key": self.key.hex(),
                "nonce": self.nonce.hex(),
            },
            "audio_params": {"format": "opus", "sample_rate": 24000},
            **more,
        }

    def seal(self, payload: bytes, sequence: "int | None" = None) -> bytes:
        """The next packet of the downlink."""
        self._sequence = self._sequence + 1 if sequence is None else sequence
        head = struct.pack(">BBHIII", 1, 0, len(payload), 0x11223344, 60, self._sequence)
        return head + self._ctr(head, payload)

    def open(self, datagram: bytes) -> bytes:
        assert datagram[0] == 1
        assert struct.unpack_from(">H", datagram, 2)[0] == len(datagram) - 16
        return self._ctr(datagram[:16], datagram[16:])

    def _ctr(self, head: bytes, data: bytes) -> bytes:
        worker = Cipher(algorithms.AES(self.key), modes.CTR(head)).encryptor()
        return worker.update(data) + worker.finalize()

    def close(self) -> None:
        self.socket.close()
