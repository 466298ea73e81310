"""
The archive's upkeep in the running companion: done when nobody calls, over HTTP, in a heap of
fixed size, and cut anywhere.
"""

import json
import shutil

import pytest
from desk import Desk, DeskError

MOMENTS = 420
# More than `test_heap` has: at 3M, one run in twelve found no 24 KB in one piece for the index.
HEAP = "3500K"
QUICK = ("--speed", "20", "--now", "2026-02-05T12:00:00")


def moment(number):
    return f"第{number:03}次 " + "长" * 70 + f" walk {number}"


@pytest.fixture(scope="module")
def archived(micropython, tmp_path_factory):
    """A chip with a good eight sealed segments that nobody has indexed or packed."""
    flash = tmp_path_factory.mktemp("archived") / "desk.flash"
    options = ("--micropython", micropython, "--flash", flash, "--heap", HEAP, "--stdio")
    with Desk(*options) as device:
        device.initialize()
        for number in range(MOMENTS):
            told = {"type": "moment", "content": moment(number), "topic": "题" * 15}
            said = device.tool("memory", action="write", **told)
            assert said["result"] == "ADDED"
        assert device.stop() == 0
    return flash


@pytest.fixture
def chip(archived, tmp_path):
    """A copy of it."""
    return shutil.copy(archived, tmp_path / "desk.flash")


def tidied(device):
    """What was done, once it says that the archive is tidy."""
    for count in range(1, 20):
        text = device.wait_event("log", count)["text"]
        if text.startswith("the archive is tidy: "):
            return text.split(": ")[1].split(", ")
    raise AssertionError(device.transcript())


def all_there(device):
    """Every moment is found, and none twice."""
    page = device.tool("memory", action="recall", type="moment", limit=50)
    assert page["count"] + page["more"] == MOMENTS
    for number in range(3, MOMENTS, 70):
        page = device.tool("memory", action="recall", keyword=f"第{number:03}次")
        assert [item["content"] for item in page["items"]][:1] == [moment(number)]
    ids = [item["id"] for item in page["items"]]
    return len(ids) == len(set(ids))


def call(device, **arguments):
    """A call of the memory tool over HTTP."""
    params = {"name": "memory", "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    status, _, body = device.post(message)
    answer = json.loads(body)
    assert (status, "result" in answer) == (200, True), device.transcript()
    return json.loads(answer["result"]["content"][0]["text"])


@pytest.mark.thorough
def test_what_is_due_is_done_over_http_and_calls_are_answered_after_it(desk, chip):
    device = desk("--flash", chip, *QUICK)
    assert set(tidied(device)) == {"index", "pack"}
    assert call(device, action="recall", keyword="第017次")["count"] == 1
    assert len(call(device, action="read")["moments"]) > 0
    told = call(device, action="write", type="fact", content="整理之后说的")
    assert told["result"] == "ADDED"
    assert [e for e in device.events if e.get("level") in ("warning", "error")] == []


@pytest.mark.thorough
@pytest.mark.parametrize("cut", [60, 200, 400])
def test_a_power_cut_in_the_middle_of_it_loses_nothing(desk, chip, cut):
    with pytest.raises(DeskError):
        tidied(desk("--flash", chip, "--stdio", "--heap", HEAP, "--cut", cut, *QUICK))
    device = desk("--flash", chip, "--stdio", "--heap", HEAP, *QUICK)
    device.initialize()
    assert all_there(device)
    assert set(tidied(device)) <= {"drop", "index", "pack"}
    assert all_there(device)
    assert [e for e in device.events if e["event"] == "recovered"] == []
