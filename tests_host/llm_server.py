"""
A server on the loopback that speaks OpenAI's HTTP interface, or fails to, as a test has it.

It proves what the client does with the protocol, and nothing of how well a model answers.
"""

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

Answer = Callable[["Asked"], None]


class Asked:
    """A request, with its connection."""

    def __init__(self, connection: socket.socket, head: str, body: bytes):
        self.connection = connection
        self.target = head.split(" ")[1]
        lines = head.split("\r\n")[1:]
        self.headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines)}
        self.body = body
        is_json = self.headers.get("content-type") == "application/json"
        self.json = json.loads(body) if is_json else {}

    def send(self, *parts: "bytes | str") -> None:
        for part in parts:
            self.connection.sendall(part.encode() if isinstance(part, str) else part)

    def closed(self) -> bool:
        """Wait until the client closes the connection."""
        self.connection.settimeout(20)
        try:
            return self.connection.recv(1) == b""
        except (ConnectionError, ssl.SSLError):
            return True


class Server:
    """
    Answers the first request with the first answer, and so on; the last one again and again. Where
    there is an answer `aside`, it is for all requests that are not the chat itself.
    """

    def __init__(
        self,
        *answers: Answer,
        pair: "tuple[Path, Path] | None" = None,
        aside: "Answer | None" = None,
    ):
        """`pair`: the certificate and the key of a server over TLS."""
        self.aside = aside
        self.answers = list(answers)
        self._tls: "ssl.SSLContext | None" = None
        if pair is not None:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(*pair)
        self.asked: "list[Asked]" = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.name = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.url = f"{'https' if pair else 'http'}://{self.name}/v1"
        self._threads: "list[threading.Thread]" = []

    def run(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._converse, args=(connection,), daemon=True)
            thread.start()

    def _converse(self, connection: socket.socket) -> None:
        connection.settimeout(20)
        try:
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_side=True)
        except OSError:
            connection.close()  # the client does not trust it
            return
        with connection:
            try:
                data = b""
                while b"\r\n\r\n" not in data:
                    data += connection.recv(65536)
                head, _, body = data.partition(b"\r\n\r\n")
                size = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                while len(body) < size:
                    body += connection.recv(65536)
                asked = Asked(connection, head.decode(), body)
                if self.aside and not str(asked.json.get("user")).endswith(":chat"):
                    self.aside(asked)
                    return
                number = len(self.asked)
                self.asked.append(asked)
                self.answers[min(number, len(self.answers) - 1)](asked)
            except (ConnectionError, ssl.SSLError):
                pass  # the client has gone, as some tests have it

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


@contextmanager
def serving(
    *answers: Answer, pair: "tuple[Path, Path] | None" = None, aside: "Answer | None" = None
) -> Iterator[Server]:
    """A server with these answers, over TLS with a certificate and its key."""
    server = Server(*answers, pair=pair, aside=aside)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server
    server.close()
    thread.join()


# -- answers -------------------------------------------------------------------------------------


def head(status: int = 200, kind: str = "text/event-stream", *more: str) -> str:
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Type: {kind}", *more]
    return "\r\n".join([*lines, "Connection: close", "", ""])


def chunk(**delta: object) -> dict:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1772359200,
        "model": "m",
        "system_fingerprint": None,
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}],
    }


def end(reason: str = "stop") -> dict:
    return {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}


USAGE = {"choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}}


def event(value: "dict | str") -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"data: {text}\n\n"


def stream(*values: "dict | str", done: bool = True) -> str:
    return "".join(map(event, values)) + (event("[DONE]") if done else "")


def streamed(*values: "dict | str", done: bool = True) -> Answer:
    """A stream of events."""
    return lambda asked: asked.send(head(), stream(*values, done=done))


def says(*pieces: str) -> Answer:
    """A stream that says this, as servers do when all is well."""
    return streamed(*[chunk(content=piece) for piece in pieces], end(), USAGE)


def status(number: int, body: "dict | str" = "", *more: str) -> Answer:
    """An answer with a status and a body of JSON, or of text."""
    text = body if isinstance(body, str) else json.dumps(body)
    kind = "text/html" if isinstance(body, str) else "application/json"
    length = f"Content-Length: {len(text.encode())}"
    return lambda asked: asked.send(head(number, kind, length, *more), text)


def error(number: int, message: str, *more: str, **fields: object) -> Answer:
    """An error as OpenAI tells it."""
    return status(number, {"error": {"message": message, **fields}}, *more)


def whole(message: dict, reason: str = "stop") -> Answer:
    """One JSON text, though a stream was asked for."""
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}
    return status(200, {"choices": [choice], "usage": USAGE["usage"]})


def vectors(*rows: "list[float]") -> Answer:
    """Vectors for texts, the last one first: the index says which is whose."""
    data = [{"index": n, "embedding": row} for n, row in reversed(list(enumerate(rows)))]
    return status(200, {"data": data, "model": "embedder", "usage": {"prompt_tokens": 4}})


def cut(*parts: "bytes | str") -> Answer:
    """Parts of a chunked answer whose end never comes, since the connection is reset."""

    def answer(asked: Asked) -> None:
        asked.send(head(200, "text/event-stream", "Transfer-Encoding: chunked"))
        for part in parts:
            data = part.encode() if isinstance(part, str) else part
            asked.send(b"%x\r\n%s\r\n" % (len(data), data))

    return answer


def silent(*parts: "bytes | str") -> Answer:
    """Parts of an answer, then nothing until the client has gone."""

    def answer(asked: Asked) -> None:
        asked.send(*parts)
        asked.closed()

    return answer


def slow(pause_s: float, *parts: "bytes | str") -> Answer:
    """Parts with pauses between them."""

    def answer(asked: Asked) -> None:
        for part in parts:
            asked.send(part)
            time.sleep(pause_s)

    return answer
