"""
A stand-in for the clouds: a XiaoZhi server or an MCP endpoint on the loopback, played by a test.

Made of `websockets` after what real servers do (docs/PROTOCOL.md section 6): it sends nothing that
the test does not have it send, so that it can misbehave too. Each connection of the device is
taken by accept(). Waiting is for a message or an end, with a limit; nothing here sleeps.
"""

import json
import queue
import socket
import threading
from collections.abc import Callable
from http import HTTPStatus
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

LIMIT_S = 20


class Cloud:
    """Listens on a port of its own; `port` picks one again after a stop()."""

    def __init__(self, port: int = 0, refuse: "HTTPStatus | None" = None, **options: Any):
        self.refuse = refuse
        self.requests: list[dict[str, str]] = []  # headers of every handshake, refused or not
        self.knocked = threading.Semaphore(0)
        self._new: "queue.Queue[Peer]" = queue.Queue()
        self._server = serve(
            self._connected, "127.0.0.1", port, process_request=self._asked, **options
        )
        self.port = self._server.socket.getsockname()[1]
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self._peers: list[Peer] = []

    def url(self, scheme: str = "ws", path: str = "/xiaozhi/v1/?token=secret.word") -> str:
        return f"{scheme}://127.0.0.1:{self.port}{path}"

    def accept(self, timeout: float = LIMIT_S) -> "Peer":
        """The next connection of the device."""
        try:
            return self._new.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f"no connection in {timeout} s") from None

    def stop(self) -> None:
        """Refuse connections from now on; those there are end."""
        for peer in self._peers:
            peer.over.set()
        self._server.shutdown()
        self._thread.join(LIMIT_S)

    def _asked(self, connection: ServerConnection, request: Any) -> Any:
        self.requests.append({name.lower(): value for name, value in request.headers.raw_items()})
        self.knocked.release()
        if self.refuse is not None:
            return connection.respond(self.refuse, "no")
        return None

    def _connected(self, connection: ServerConnection) -> None:
        peer = Peer(connection)
        self._peers.append(peer)
        self._new.put(peer)
        peer.over.wait()

    def __enter__(self) -> "Cloud":
        return self

    def __exit__(
        self,
        kind: "type[BaseException] | None",
        error: "BaseException | None",
        trace: "TracebackType | None",
    ) -> None:
        self.stop()


class Peer:
    """One connection of the device."""

    def __init__(self, connection: ServerConnection):
        self.limit_s: float = LIMIT_S  # for which the device may say nothing
        self.connection = connection
        self.over = threading.Event()
        self.seen: list[Any] = []  # messages that were passed over
        self._next_id = 0

    def send(self, message: "dict | list | str | bytes") -> None:
        """JSON, or text or audio as it is."""
        if isinstance(message, (dict, list)):
            message = json.dumps(message)  # Chinese as \\u escapes, as Python servers send it
        self.connection.send(message)

    def receive(self, timeout: "float | None" = None) -> Any:
        """The next message of the device, parsed; bytes of audio as they are."""
        limit_s = self.limit_s if timeout is None else timeout
        try:
            data = self.connection.recv(timeout=limit_s)
        except TimeoutError:
            raise AssertionError(f"the device said nothing for {limit_s} s") from None
        assert len(data.encode() if isinstance(data, str) else data) <= 7500
        return json.loads(data) if isinstance(data, str) else data

    def wait_for(self, wanted: "Callable[[Any], bool]") -> Any:
        """The first message that is wanted; others go to `seen`."""
        while not wanted(message := self.receive()):
            self.seen.append(message)
        return message

    def closed(self, timeout: float = LIMIT_S) -> int:
        """Wait for the device to end the connection; its close code."""
        try:
            while True:
                self.seen.append(self.connection.recv(timeout=timeout))
        except ConnectionClosed as end:
            self.over.set()
            return end.rcvd.code if end.rcvd else 1006

    def close(self, code: int = 1000, reason: str = "") -> None:
        self.connection.close(code, reason)
        self.over.set()

    def cut(self) -> None:
        """End it without a close frame, as a server that crashes."""
        self.connection.socket.shutdown(socket.SHUT_RDWR)
        self.over.set()

    # As a XiaoZhi server.

    def greet(self, session: "str | None" = "s-1", **more: Any) -> dict:
        """Take the device's hello and answer it; the device's hello."""
        hello = self.receive()
        assert hello["type"] == "hello"
        answer = {"type": "hello", "version": 1, "transport": "websocket", **more}
        if session is not None:
            answer["session_id"] = session
        self.send(answer)
        return hello

    def ask(self, method: str, params: "dict | None" = None, **envelope: Any) -> dict:
        """An MCP request within an envelope; the whole answer's payload."""
        self._next_id += 1
        payload: dict = {"jsonrpc": "2.0", "id": self._next_id, "method": method}
        if params is not None:
            payload["params"] = params
        self.send({**envelope, "type": "mcp", "payload": payload})
        answer = self.wait_for(
            lambda one: one["type"] == "mcp" and one["payload"].get("id") == payload["id"]
        )
        return answer["payload"]

    def memory(self, **arguments: Any) -> dict:
        """A call of the memory tool; the object in its only text."""
        answer = self.ask("tools/call", {"name": "memory", "arguments": arguments})
        (item,) = answer["result"]["content"]
        assert answer["result"]["isError"] is False
        return json.loads(item["text"])

    def speak(self, *sentences: str) -> None:
        """What the companion says, as servers send it, without sound."""
        self.send({"type": "tts", "state": "start"})
        for text in sentences:
            self.send({"type": "tts", "state": "sentence_start", "text": text})
            self.send({"type": "tts", "state": "sentence_end", "text": text})
        self.send({"type": "tts", "state": "stop"})

    # As an MCP endpoint: JSON-RPC without any envelope.

    def request(self, id: Any, method: str, **params: Any) -> dict:
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return self.wait_for(lambda one: one.get("id") == id)
