"""
The promise, seen from outside: what was acknowledged is there, whole, once, whenever the power
goes.

Kills the real process (SIGKILL is a power cut: every flash operation is one write to the chip's
file) and cuts it at numbered flash operations. What happens inside is tested at every cut on the
device side (on_device/test_power_cuts.py).
"""

import random
import subprocess

import pytest
from desk import DeskError
from device import tries

FACTS = [f"第{n}件事 / fact {n} 🐾" for n in range(1, 31)]
KILLS = 5  # a chip; ten chips make the fifty moments


def found_facts(desk):
    """Every fact that read or recall knows, by id; the contents in read."""
    read = [fact["content"] for fact in desk.tool("memory", action="read")["facts"]]
    found = {}
    offset = 0
    while True:
        page = desk.tool("memory", action="recall", type="fact", limit=50, offset=offset)
        for item in page["items"]:
            assert item["id"] not in found
            found[item["id"]] = item["content"]
        offset += page["count"]
        if not page["more"]:
            return found, read


def write(desk, content):
    return desk.tool("memory", action="write", type="fact", content=content)["result"]


def test_of_thirty_facts_the_newest_are_in_read_and_every_one_is_found_once(desk):
    device = desk("--stdio")
    device.initialize()
    assert [write(device, fact) for fact in FACTS] == ["ADDED"] * 30
    found, read = found_facts(device)
    assert sorted(found.values()) == sorted(FACTS)
    assert read == FACTS[: -len(read) - 1 : -1]
    assert 15 <= len(read) <= 20
    assert device.stop() == 0


@pytest.mark.parametrize("seed", range(tries(10)))
def test_killed_at_random_moments_it_keeps_every_acknowledged_fact_once(desk, seed, figure):
    rng = random.Random(seed)
    print("seed", seed)
    victims = sorted(rng.sample(range(len(FACTS)), KILLS))
    device = desk("--stdio")
    device.initialize()
    for at, fact in enumerate(FACTS):
        if at in victims:
            device.send(call(fact))
            try:
                device.process.wait(timeout=rng.random() * 0.006)  # the moment
            except subprocess.TimeoutExpired:
                device.kill()
            device = desk("--stdio")
            device.initialize()
            found, _ = found_facts(device)
            # The one in flight may be there or not; all before it must.
            kept = sorted(found.values())
            assert kept in (sorted(FACTS[:at]), sorted(FACTS[: at + 1]))
        assert write(device, fact) in ("ADDED", "NOOP")
    found, read = found_facts(device)
    assert sorted(found.values()) == sorted(FACTS)
    assert read == FACTS[: -len(read) - 1 : -1]
    figure("killed", KILLS)


def call(fact):
    arguments = {"action": "write", "type": "fact", "content": fact}
    params = {"name": "memory", "arguments": arguments}
    return {"jsonrpc": "2.0", "id": "in flight", "method": "tools/call", "params": params}


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(6))
def test_cut_in_the_middle_of_a_flash_operation_it_keeps_every_acknowledged_fact(desk, seed):
    rng = random.Random(seed)
    cut = rng.randint(100, 470)  # the start of a new chip takes fewer
    print("seed", seed, "cut", cut)
    device = desk("--stdio", "--cut", cut)
    device.initialize()
    done = 0
    try:
        for fact in FACTS:
            assert write(device, fact) == "ADDED"
            done += 1
    except DeskError:
        assert device.wait() == 75
        assert device.wait_event("cut")["operation"]
    device.close()
    device = desk("--stdio")
    device.initialize()
    found, _ = found_facts(device)
    assert sorted(found.values()) in (sorted(FACTS[:done]), sorted(FACTS[: done + 1]))
    for fact in FACTS[done:]:
        assert write(device, fact) in ("ADDED", "NOOP")
    found, _ = found_facts(device)
    assert sorted(found.values()) == sorted(FACTS)
