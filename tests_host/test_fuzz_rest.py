"""
Whatever comes to REST: paths, queries, preconditions and bodies that are nearly right. Each answer
is one of those that docs/PROTOCOL.md section 11 tells of, in JSON, and never a fault of ours.
"""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

from device import tries
from fuzzing import Target, edited

_METHODS = [b"GET"] * 6 + [b"POST"] * 5 + [b"PATCH"] * 3 + [b"DELETE"] * 3 + [b"PUT", b"HEAD"]
_PATHS = [
    b"/memories", b"/memories", b"/memories", b"/memories/%s", b"/memories/%s", b"/todos",
    b"/todos/%s", b"/trash", b"/trash/%s", b"/trash/%s/restore", b"/context", b"", b"/",
    b"/memories/%s/", b"//memories", b"/Memories", b"/trash/%s/restore/x", b"/trash//restore",
]  # fmt: skip
_PARAMETERS = [
    b"limit=2", b"limit=100", b"limit=0", b"limit=-1", b"limit=1e2", b"limit=%31", b"limit=",
    b"cursor=%s", b"cursor=abc1", b"cursor=0", b"q=%%E7%%8C%%AB", b"q=a", b"q=%%", b"q=%%ff",
    b"q=" + b"x" * 500, b"q=%%00", b"q=the+cat", b"kind=fact", b"kind=todo", b"kind=schedule",
    b"category=event", b"category=", b"style=list", b"style=core", b"style=ago", b"budget=50",
    b"budget=99999999999", b"language=zh", b"page=1", b"=", b"&", b"limit", b"q=1&q=2",
]  # fmt: skip
_HEADERS = [
    b"If-Match: *", b'If-Match: "1"', b'If-Match: "2", "3"', b'If-Match: W/"1"', b"If-Match: 1",
    b'If-Match: "99999999999999999999"', b'If-None-Match: "1"', b"If-None-Match: *",
    b"If-None-Match: ,", b"Content-Type: text/plain", b"Expect: 100-continue",
    b"Origin: http://evil.example", b"Cookie: =;a;b=c", b"Content-Length: 0",
]  # fmt: skip
_KINDS = (
    "fact", "like", "dislike", "preference", "family", "person", "event", "moment", "trait",
    "habit", "goal", "rule", "skill", "lesson", "todo", "name", "age", "birthday", "schedule", "x",
)  # fmt: skip
_VALUES = [
    0, 1, -1, 50, 100, 101, 1.5, 1e300, True, None, "", "a", "猫", "x" * 400, [], ["a"], [1], {},
    {"a": 1}, "2026-02-06", "2026-02-06T18:00:00Z", "2026-02-06T18:00+08:00", "long", "owner",
    "permanent", "\ud83d\ude00", "\x00", "s/1", [["a"]], 2**40,
]  # fmt: skip
_FIELDS = (
    "importance", "e", "p", "tags", "evidence", "topic", "due", "remind", "expires_at", "when",
    "retention", "confidence", "valid_from", "valid_to", "relation", "closeness", "subject",
    "decay", "episode", "priority", "category", "id", "rev", "content", "kind", "flags", "source",
)  # fmt: skip
_STATUS = {
    200, 201, 204, 304, 400, 401, 403, 404, 405, 408, 409, 411, 412, 413, 415, 422, 428, 431, 505,
    507,
}  # fmt: skip
_PIECES = [b"\r\n", b"%", b"&", b'"', b"\\u0000", b"{", b"}", b"/", b"?", b"\xff", b" ", b"[["]


class Maker:
    """Makes requests about what the answers so far have told of."""

    def __init__(self) -> None:
        self.ids = [b"abc1"]

    def path(self, rng: Random, method: bytes) -> bytes:
        usual = [b"/memories", b"/todos"] if method == b"POST" else [b"/memories/%s", b"/todos/%s"]
        is_usual = method in (b"POST", b"PATCH", b"DELETE") and rng.randrange(4)
        path = rng.choice(usual if is_usual else _PATHS).replace(b"%s", rng.choice(self.ids[-40:]))
        if not is_usual and rng.randrange(2):
            found = [rng.choice(_PARAMETERS) for _ in range(rng.choice([1, 1, 2, 3]))]
            query = b"&".join(found).replace(b"%s", rng.choice(self.ids[-40:]))
            path += b"?" + query.replace(b"%%", b"%")
        return path

    def body(self, rng: Random, path: bytes) -> bytes:
        body: "dict[str, Any]" = {}
        if rng.randrange(8) and (not path.startswith(b"/todos") or not rng.randrange(8)):
            body["kind"] = rng.choice(_KINDS[: rng.choice([4, len(_KINDS)])])
        if rng.randrange(8):
            body["content"] = rng.choice(
                [f"Thing {rng.randrange(10**9)}"] * 5
                + ["猫咪%d" % rng.randrange(99), "30", "1990-05-01"]
            )
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            body[rng.choice(_FIELDS)] = rng.choice(_VALUES)
        data = json.dumps(body, ensure_ascii=bool(rng.randrange(2)))
        return data.encode("utf-8", "surrogatepass")

    def made(self, rng: Random) -> bytes:
        """How much arrives at once, then a request, whole or spoilt."""
        method = rng.choice(_METHODS)
        path = self.path(rng, method)
        lines = [
            b"%s /api/v1%s HTTP/1.1" % (method, path),
            b"Host: localhost",
            b"Authorization: Bearer " + (b"admin" if rng.randrange(8) else b"guest"),
        ]
        body = b""
        if method in (b"POST", b"PATCH", b"PUT") and rng.randrange(8):
            body = self.body(rng, path)
            if rng.randrange(6) == 0:
                body = edited(rng, body, 2, _PIECES)
            lines += [b"Content-Type: application/json", b"Content-Length: %d" % len(body)]
        if method == b"PATCH" and rng.randrange(8):
            lines.append(rng.choice([b"If-Match: *", b'If-Match: "1"', b'If-Match: "2"']))
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            lines.insert(rng.randrange(1, len(lines) + 1), rng.choice(_HEADERS))
        data = b"\r\n".join([*lines, b"", b""]) + body
        if rng.randrange(6) == 0:
            data = edited(rng, data, 2, _PIECES)
        return bytes([rng.choice([8, 63, 255])]) + data


def check(data: bytes, answer: Any) -> "int | None":
    """Raise AssertionError for an answer that no such request may have; its status."""
    (sent,) = answer
    if sent.startswith("HTTP/1.1 100 Continue\r\n\r\n"):
        sent = sent.partition("\r\n\r\n")[2]
    if not sent:
        return None
    head, mark, body = sent.partition("\r\n\r\n")
    lines = head.split("\r\n")
    assert mark
    assert re.fullmatch(r"HTTP/1\.0 [0-9]{3} [A-Za-z ]+", lines[0]), lines[0]
    status = int(lines[0].split(" ")[1])
    assert status in _STATUS, lines[0]
    named = {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in lines[1:]}
    if status in (204, 304):
        assert not body
    if not body:
        assert data[1:6] == b"HEAD " or status in (204, 304)
        return status
    assert named["content-length"] == str(len(body.encode()))
    assert named["content-type"] == "application/json"
    reply = json.loads(body)
    if status >= 400:
        assert reply["error"]["message"], reply
        if "jsonrpc" not in reply:  # where no path was read
            assert isinstance(reply["error"]["code"], str)
            assert status != 405 or named["allow"]
    elif "items" not in reply:
        assert re.fullmatch('"[0-9]+"', named["etag"])
        assert named["etag"] == '"%d"' % reply["rev"]
        assert (status == 201) == ("location" in named)
    elif "next" in reply:
        ids = [item["id"] for item in reply["items"]]
        assert len(ids) == len(set(ids))
    return status


def test_whatever_comes_to_rest_is_done_or_refused_in_json(micropython: Path) -> None:
    maker = Maker()
    seen: "dict[int | None, int]" = {}

    def looked(data: bytes, answer: Any) -> None:
        status = check(data, answer)
        seen[status] = seen.get(status, 0) + 1
        maker.ids += [id.encode() for id in re.findall(r'"id":"([a-z0-9]+)"', answer[0])[:3]]

    with Target(micropython, "_fuzz_rest") as target:
        target.run(900, maker.made, looked)
    assert seen.get(201, 0) >= tries(8)
    assert {200, 400, 404} <= seen.keys()
