"""
Several clients at once over HTTP, batches among what they send, and the power goes.

As test_power.py, with calls of many in flight: everything that was acknowledged to anybody is
there exactly once afterwards, what was not is there once or not at all, what was acknowledged as
deleted is gone.
"""

import http.client
import json
import random
import threading

import pytest

CLIENTS = 3
LAST = 60  # calls of a client, if nothing ends them


def call(id, **arguments):
    params = {"name": "memory", "arguments": arguments}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}


class Client(threading.Thread):
    """Tells facts, two in a batch now and then, and deletes some of them, until nobody answers."""

    def __init__(self, desk, name, heard):
        super().__init__()
        self.desk = desk
        self.name = name
        self.heard = heard  # released after each answer
        self.draw = random.Random(name)
        self.there = {}  # content: how often it may be there, a set of numbers
        self.wrong = []

    def run(self):
        try:
            for number in range(LAST):
                self.turn(number)
        except (http.client.HTTPException, OSError):
            return
        finally:
            self.heard.release(1000)

    def turn(self, number):
        known = [content for content in self.there if self.there[content] == {1}]
        calls = {}
        for part in range(2 if number % 3 == 0 else 1):
            content = f"{self.name}说的第{number}-{part}件事"
            arguments = {"action": "write", "type": "fact", "content": content}
            if number % 5 == 4 and known:
                content = self.draw.choice(known)
                arguments["action"] = "delete"
                arguments["content"] = content
            calls[f"{number}-{part}"] = (arguments["action"], content, arguments)
        for _, content, _ in calls.values():
            self.there[content] = {0, 1}
        message = [call(id, **arguments) for id, (_, _, arguments) in calls.items()]
        version = "2025-03-26" if len(message) > 1 else "2025-11-25"
        body = message if len(message) > 1 else message[0]
        status, _, data = self.desk.post(body, MCP_Protocol_Version=version)
        answers = json.loads(data) if status == 200 else []
        for answer in answers if isinstance(answers, list) else [answers]:
            action, content, _ = calls[answer["id"]]
            (item,) = answer["result"]["content"]
            told = json.loads(item["text"])
            if told.get("result") != {"write": "ADDED", "delete": "DELETED"}[action]:
                self.wrong.append((content, told))
            self.there[content] = {1} if action == "write" else {0}
        if status != 200:
            self.wrong.append((status, data))
        self.heard.release()


def found_facts(desk):
    """How often each fact is found, by its content."""
    found: "dict[str, int]" = {}
    offset = 0
    while True:
        page = desk.tool("memory", action="recall", type="fact", limit=50, offset=offset)
        for item in page["items"]:
            found[item["content"]] = found.get(item["content"], 0) + 1
        offset += page["count"]
        if not page["more"]:
            return found


def look(desk, clients):
    """Everything is there as it was acknowledged."""
    found = found_facts(desk)
    for client in clients:
        assert client.wrong == []
        for content, times in client.there.items():
            assert found.pop(content, 0) in times, (content, times)
    assert found == {}


@pytest.mark.sample(1)
@pytest.mark.parametrize(("way", "seed"), [("kill", 1), ("kill", 2), ("cut", 3), ("cut", 4)])
def test_what_was_acknowledged_to_several_clients_is_there_once(desk, way, seed, figure):
    rng = random.Random(seed)
    options = ["--cut", rng.randint(120, 900)] if way == "cut" else []
    device = desk(*options)
    heard = threading.Semaphore(0)
    clients = [Client(device, "甲乙丙"[n], heard) for n in range(CLIENTS)]
    for client in clients:
        client.start()
    if way == "kill":
        for _ in range(rng.randint(5, 90)):  # so many answers, then in the middle of the next
            heard.acquire()
        device.kill()
    else:
        assert device.wait() == 75
    for client in clients:
        client.join()
    figure("killed", 1)
    acknowledged = sum(times != {0, 1} for client in clients for times in client.there.values())
    assert acknowledged > 3
    device = desk()
    look(device, clients)
    device.kill()
    look(desk(), clients)
