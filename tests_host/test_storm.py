"""
Ten thousand mixed requests from outside, good and bad, over HTTP and stdio, in both eras.

What is looked at afterwards: everything is answered or refused, the log has no fault of ours, and
heap, files, tasks at work and questions are as before.
"""

import json
import os
import random
import socket
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from desk import Desk

SEED = 20261122
REQUESTS = 10_000
WARM_UP = 1_500  # loads what is loaded when it is first used
LANES = 4
META = "io.modelcontextprotocol/"
NEW = "2026-07-28"
OLD = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
BOTH = "application/json, text/event-stream"
RESET = b"\1\0\0\0\0\0\0\0"  # SO_LINGER of no time: close() cuts
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


class Lane:
    """One client with dice of its own; it sends one request after the other."""

    def __init__(self, desk: Desk, seed: int):
        self.desk = desk
        self.dice = random.Random(seed)
        address = urlsplit(desk.url)
        self.address = (address.hostname, address.port)
        self.seen: Counter[str] = Counter()

    def text(self) -> str:
        codes = (0x61, 0xE9, 0x3042, 0x4E00, 0x1F600)
        return "".join(
            chr(self.dice.choice(codes) + self.dice.randrange(400))
            for _ in range(self.dice.randrange(12))
        )

    def message(self, new: bool) -> dict:
        """A request, right more often than not."""
        choices: "list[tuple[str, dict]]" = [
            ("tools/list", {}),
            ("tools/list", {"cursor": self.text()}),
            ("tools/call", {"name": "pet", "arguments": {"action": "status"}}),
            ("tools/call", {"name": "memory", "arguments": {"action": "read"}}),
            ("tools/call", {"name": "memory", "arguments": self.recalled()}),
            ("tools/call", {"name": "memory", "arguments": {"action": self.text()}}),
            ("tools/call", {"name": "test_tool_with_progress"}),
            ("tools/call", {"name": self.text()}),
            ("resources/list", {}),
            ("resources/read", {"uri": "memory://core"}),
            ("resources/read", {"uri": "memory://type/" + self.text()}),
            ("prompts/get", {"name": "about_owner", "arguments": {"budget": self.text()}}),
            ("completion/complete", {"ref": self.text(), "argument": {}}),
            ("logging/setLevel", {"level": self.text()}),
            ("server/discover", {}),
            ("initialize", {"protocolVersion": self.dice.choice(OLD), "capabilities": {}}),
            ("ping", {}),
            (self.text(), {}),
        ]
        method, params = self.dice.choice(choices)
        meta: "dict[str, object]" = {}
        if self.dice.randrange(3) == 0:
            meta["progressToken"] = self.text()
        if new:
            meta[META + "protocolVersion"] = self.dice.choice((NEW, NEW, NEW, NEW, "2030-01-01"))
            meta[META + "clientCapabilities"] = self.dice.choice(({}, {}, {"roots": {}}, []))
        id: object = self.dice.choice((1, "a", 1.5, 10**30, "", self.text(), None, [], True))
        return {"jsonrpc": "2.0", "id": id, "method": method, "params": {**params, "_meta": meta}}

    def recalled(self) -> dict:
        return {"action": "recall", "keyword": self.text(), "limit": self.dice.choice((0, 1, 50))}

    def body(self, message: dict) -> bytes:
        """The message, or something that is none."""
        body = json.dumps(message, ensure_ascii=self.dice.randrange(2) == 0).encode()
        at = self.dice.randrange(len(body))
        return self.dice.choice(
            [body] * 12
            + [
                body[:at],
                body[:at] + bytes([self.dice.randrange(256)]) + body[at + 1 :],
                b"[" * self.dice.randrange(1, 200),
                b"[" + b",".join([body] * self.dice.randrange(1, 40)) + b"]",
                b'{"jsonrpc":"2.0","id":1,"result":{}}',
                b"",
                b"x" * 9000,
            ]
        )

    def post(self, body: bytes, headers: "dict[str, str]") -> bytes:
        lines = {
            "Host": "127.0.0.1",
            "Accept": BOTH,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return b"POST /mcp HTTP/1.1\r\n" + head.encode() + b"\r\n" + body

    def request(self) -> bytes:
        new = self.dice.randrange(2) == 0
        message = self.message(new)
        headers = {"Accept": self.dice.choice((BOTH, "application/json", "text/event-stream"))}
        headers["MCP-Protocol-Version"] = NEW if new else self.dice.choice((*OLD, "x"))
        if new:
            headers["Mcp-Method"] = message["method"]
            headers["Mcp-Name"] = message["params"].get(NAMED.get(message["method"]), "")
        if self.dice.randrange(10) == 0:
            name, value = self.dice.choice(
                (("Host", "evil"), ("Accept", "x/y"), ("Content-Length", "-1"), ("Mcp-Name", "x"),
                 ("Content-Type", "text/plain"), ("X", "x" * 3000), ("Content-Length", "99999"),
                 ("Transfer-Encoding", "chunked"), ("Origin", "http://evil"))
            )  # fmt: skip
            headers[name] = value
        return self.post(self.body(message), headers)

    def send(self, data: bytes) -> socket.socket:
        link = socket.create_connection(self.address, timeout=30)
        try:
            link.sendall(data)
        except OSError:
            pass  # refused before all of it was there; reading tells
        return link

    def end(self, link: socket.socket, so_far: bytes = b"") -> bytes:
        """Read to the end; a device that neither answers nor closes is a TimeoutError."""
        found = so_far
        try:
            while more := link.recv(65536):
                found += more
        except ConnectionError:
            pass  # one of too many is closed unanswered
        link.close()
        self.seen[found[9:12].decode() or "closed"] += 1
        return found

    def whole(self) -> None:
        answer = self.end(self.send(self.request()))
        assert answer == b"" or answer.startswith(b"HTTP/1.0 "), answer

    def cut(self) -> None:
        """A client that leaves amid its request, or amid the answer."""
        data = self.request()
        link = self.send(data[: self.dice.randrange(len(data) + 100)])
        if self.dice.randrange(2):
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        link.close()

    def halves(self) -> None:
        """A request in two pieces, or two requests in one."""
        data = self.request()
        at = self.dice.randrange(len(data))
        if self.dice.randrange(2):
            self.end(self.send(data + data))
            return
        link = self.send(data[:at])
        try:
            link.sendall(data[at:])
        except OSError:
            pass
        self.end(link)

    def asked(self) -> None:
        """A question that is answered, wrongly, or by nobody: the client leaves."""
        call = {"name": "test_elicitation", "arguments": {"message": "?"}}
        body = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": call}
        link = self.send(self.post(json.dumps(body).encode(), {"MCP-Protocol-Version": OLD[3]}))
        found = b""
        try:
            while b"\n\n" not in found and (more := link.recv(4096)):
                found += more
        except ConnectionError:
            pass
        if b"elicitation/create" not in found or self.dice.randrange(3) == 0:
            link.close()
            return
        question = json.loads(found.split(b"data: ")[1].split(b"\n")[0])
        for id in ("ask-0", question["id"]):
            answer = {"jsonrpc": "2.0", "id": id, "result": {"action": "accept", "content": {}}}
            # Until it is taken: the device may be too busy.
            while b" 202 " not in self.end(self.send(self.post(json.dumps(answer).encode(), {}))):
                pass
        assert b'"id":7,"result"' in self.end(link, found)

    def blow(self, count: int) -> None:
        kinds: "list[Callable[[], None]]" = [self.whole] * 12
        kinds += [self.cut, self.cut, self.halves, self.asked]
        for _ in range(count):
            self.dice.choice(kinds)()

    def lines(self, count: int) -> None:
        """As many lines over stdio, and all replies up to the last one's."""
        for at in range(0, count, 20):
            for _ in range(20):
                line = self.body(self.message(self.dice.randrange(2) == 0)).replace(b"\n", b" ")
                self.desk.send(line.decode("latin-1"))
            last = "last %d" % at
            self.desk.send({"jsonrpc": "2.0", "id": last, "method": "ping"})
            while True:
                reply = self.desk.receive()
                if isinstance(reply, dict) and reply.get("id") == last:
                    break


def storm(desk: Desk, count: int, seed: int) -> "Counter[str]":
    """Send `count` requests in several lanes at once; raises what any of them raised."""
    lanes = [Lane(desk, seed + at) for at in range(LANES + 1)]
    raised: "list[BaseException]" = []

    def run(work: "Callable[[int], None]") -> None:
        try:
            work(count // len(lanes))
        except BaseException as error:  # noqa: BLE001  told below, by the test's own thread
            raised.append(error)

    works = [lane.blow for lane in lanes[1:]] + [lanes[0].lines]
    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]
    return sum((lane.seen for lane in lanes), Counter())


def held(desk: Desk, quiet: int) -> dict:
    """What is held with nobody there: asked until no more than `quiet` streams are waited for."""
    lane = Lane(desk, 0)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    body = json.dumps({**call, "params": {"name": "test_what_is_held"}}).encode()
    for _ in range(2000):
        answer = lane.end(lane.send(lane.post(body, {"MCP-Protocol-Version": OLD[3]})))
        if b" 200 " in answer[:20]:
            found = json.loads(answer.partition(b"\r\n\r\n")[2])["result"]["structuredContent"]
            if found["streams"] <= quiet and found["works"] == 1:
                return found
    pytest.fail(f"some requests have no end: {answer!r}")


@pytest.mark.thorough
def test_ten_thousand_mixed_requests_leave_nothing_behind(tmp_path: Path) -> None:
    print("seed", SEED)
    with Desk("--flash", tmp_path / "storm.flash", "--fixtures", "--stdio", "--port", 0) as desk:
        quiet = held(desk, 99)["streams"]
        storm(desk, WARM_UP, SEED)
        before = held(desk, quiet)
        files = len(os.listdir(f"/proc/{desk.process.pid}/fd"))
        seen = storm(desk, REQUESTS, SEED + 100)
        after = held(desk, quiet)
        print(before, after, dict(seen))
        assert after["heap"] <= before["heap"] * 1.05
        assert (after["works"], after["asks"]) == (1, 0)
        assert len(os.listdir(f"/proc/{desk.process.pid}/fd")) <= files
        assert seen["200"] > REQUESTS // 8
        assert min(seen["202"], seen["400"], seen["403"], seen["404"], seen["413"]) > 0
        assert [one for one in desk.events if one.get("level") == "error"] == []
        assert desk.process.poll() is None
