"""
A full memory in the least heap that the companion starts in: everything at its cap and as long as
it may be.

Words of 64 bits: of its modules, a chip has four fifths in its heap (`bench heap`).
"""

import json

import device
import pytest

MORE = 10 if device.quick() else 100  # facts in the archive
ROUNDS = 1 if device.quick() else 6  # of all questions
HEAP = "3392K"  # what a desk needs; boot.py asks for less, since a chip needs less

CAPS = {"family": 8, "like": 8, "dislike": 8, "event": 8, "schedule": 8, "fact": 20}
CAPS |= {"trait": 10, "habit": 10, "moment": 10, "goal": 5}
BYTES = {"like": 60, "dislike": 60, "event": 180, "schedule": 180, "fact": 240}
BYTES |= {"trait": 120, "habit": 120, "moment": 300, "goal": 120}

OFFERED: "tuple[tuple[str, dict], ...]" = (
    ("resources/read", {"uri": "memory://core"}),
    ("prompts/get", {"name": "about_owner", "arguments": {"budget": "6000"}}),
    ("resources/list", {}),
)


class Way:
    """Calls of the memory tool over one way in."""

    def __init__(self, desk, stdio):
        self._start = desk
        self.stdio = stdio
        self.restart()

    def restart(self, *options):
        given = [*options, *(["--stdio"] if self.stdio else [])]
        self.desk = self._start("--heap", HEAP, *given)
        if self.stdio:
            self.desk.initialize()

    def __call__(self, **arguments):
        if self.stdio:
            return self.desk.tool("memory", **arguments)
        params = {"name": "memory", "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        # As the official clients: with the version, the answer has its JSON twice.
        status, _, body = self.desk.post(message, MCP_Protocol_Version="2025-11-25")
        answer = json.loads(body)
        assert (status, "result" in answer) == (200, True), self.desk.transcript()
        return json.loads(answer["result"]["content"][0]["text"])


@pytest.mark.sample(1)
@pytest.mark.parametrize("stdio", [True, False], ids=["stdio", "http"])
def test_a_full_store_is_written_read_searched_and_spoken_to(desk, tmp_path, stdio):
    memory = Way(desk, stdio)
    write = {"action": "write"}
    for kind, text in (
        ("name", "王" * 20),
        ("age", "99"),
        ("gender", "女"),
        ("location", "京" * 20),
    ):
        assert memory(**write, type=kind, content=text)["result"] == "ADDED"
    assert memory(**write, type="birthday", content="1999-03-15")["result"] == "ADDED"
    for n in range(CAPS["family"]):
        assert memory(**write, type="family", relation=f"{n:03}" + "亲" * 19, name="名" * 20)
    more = {"importance": 4, "topic": "题" * 20, "emotion_type": "touched", "emotion_intensity": 5}
    for kind, size in BYTES.items():
        for n in range(CAPS[kind] + (5 if kind == "fact" else 0)):
            text = f"{kind[0]}{n:02}" + "长" * (size // 3 - 1)
            when = (
                {"datetime": f"2030-01-{n + 1:02} 10:00"} if kind in ("event", "schedule") else {}
            )
            said = memory(**write, type=kind, content=text, **when, **more)
            assert (said["status"], said["result"]) == ("ok", "ADDED"), said
    for n in range(MORE):
        said = memory(**write, type="fact", content=f"再多一件 {n} " + "长" * 70, **more)
        assert said["status"] == "ok"
    memory.desk.kill()
    memory.restart()
    for _ in range(ROUNDS):
        whole = memory(action="read")
        assert whole["status"] == "ok"
        assert whole["counts"]["facts"] == 20
        shown = len(whole["facts"]) + whole["more"]["facts"]
        assert shown == 20
        found = memory(action="recall", keyword="长长", limit=50)
        assert found["count"] + found["more"] == sum(CAPS[kind] for kind in BYTES) + 5 + MORE
        last = memory(action="recall", keyword="长长", limit=50, offset=40)
        assert last["count"] > 0
        for method, params in OFFERED:
            answer = memory.desk.request(method, **params)
            assert "result" in answer, answer
        counted = memory.desk.tool("memory_statistics")
        assert counted["total"] == sum(CAPS[kind] for kind in BYTES) + 5 + MORE + 8 + 5
    assert memory(action="delete", type="trait", content="t03")["result"] == "DELETED"
    assert not [event for event in memory.desk.events if event.get("level") == "error"]
    # Spoken to on top of all that: thirty messages, and it goes on as before.
    memory.desk.kill()
    talk = [
        said
        for n in range(10)
        for said in (
            {"role": "owner", "text": f"对了小智，你记一下，我的工号是{n}"},
            {"role": "companion", "text": "记住了，" + "好" * 60},
            {"role": "owner", "text": "I'm allergic to " + "peanuts " * n + "nuts"},
        )
    ]
    lines = [json.dumps(said, ensure_ascii=False) + "\n" for said in talk]
    (tmp_path / "talk.jsonl").write_text("".join(lines), encoding="utf-8")
    memory.restart("--hear", tmp_path / "talk.jsonl")
    extracted = [event for event in memory.desk.events if event["event"] == "extracted"]
    assert len(extracted) == 20, memory.desk.transcript()
    for _ in range(ROUNDS):
        whole = memory(action="read")
        assert whole["counts"]["facts"] <= 20
        found = memory(action="recall", keyword="工号", limit=50)
        assert found["count"] == 10
    problems = [event for event in memory.desk.events if event.get("level")]
    assert not problems, problems
