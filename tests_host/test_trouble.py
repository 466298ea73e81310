"""
A device whose flash holds something else, whose clock is not set, or whose archive is gone, still
starts, says what is wrong, touches nothing it does not know, and keeps hot memory.
"""

import random
import socket

import device
import pytest
from nvs_parser import Image

pytestmark = pytest.mark.sample(1)

MEMORY = 0x720000
MEMORY_SIZE = 0x300000
NVS = 0x9000
NVS_SIZE = 0xC000


NEWER = """
import sys
from sim import desk
desk.power_on(sys.argv[1], sys.argv[2])
import esp32
esp32.NVS("mem").set_i32("format", 99)
"""


def garbage(size, seed):
    return random.Random(seed).randbytes(size)


def fat(size):
    boot = bytearray(b"\xeb\x3c\x90MSDOS5.0" + bytes(501))
    boot[510:512] = b"\x55\xaa"
    return bytes(boot) + garbage(size - 512, 3)


FOREIGN = {
    "noise": garbage(MEMORY_SIZE, 1),
    "zeros": bytes(MEMORY_SIZE),
    "fat": fat(MEMORY_SIZE),
    "one byte": b"\x00" + b"\xff" * (MEMORY_SIZE - 1),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_foreign_memory_partition_is_left_alone_and_hot_memory_works(desk, flash, what):
    with flash.open("r+b") as chip:
        chip.seek(MEMORY)
        chip.write(FOREIGN[what])
    for _ in range(2):
        companion = desk("--flash", flash, "--stdio")
        companion.initialize()
        assert any(event.get("module") == "boot" for event in companion.events)
        assert companion.wait_event("recovered")["what"] == "archive away"
        for n in range(20):
            said = companion.tool("memory", action="write", type="fact", content=f"事实 {n}")
            assert said["result"] in ("ADDED", "NOOP")
        refused = companion.tool("memory", action="write", type="fact", content="一件太多")
        assert refused["status"] == "error"
        assert "档案" in refused["message"]
        unknown = companion.tool("memory", action="delete", content="也许在档案里")
        assert unknown["status"] == "error"  # it cannot be said that there is none
        companion.tool("memory", action="write", type="trait", content="爱笑")
        assert companion.tool("memory", action="delete", content="爱笑")["result"] == "DELETED"
        assert companion.tool("memory", action="read")["counts"]["facts"] == 20
        assert companion.stop() == 0
    with flash.open("rb") as chip:
        chip.seek(MEMORY)
        assert chip.read(MEMORY_SIZE) == FOREIGN[what]


@pytest.mark.parametrize("cut", [3, 6, 9, 12, 15, 20])
def test_a_first_boot_that_is_cut_is_finished_by_the_next(desk, flash, cut):
    first = desk("--flash", flash, "--stdio", "--cut", cut, ready=False)
    if first.process.poll() is None:
        first.process.stdin.close()
    assert first.wait() in (0, 75)
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    for n in range(25):
        said = companion.tool("memory", action="write", type="fact", content=f"事实 {n}")
        assert said["result"] == "ADDED"
    found = companion.tool("memory", action="recall", keyword="事实", limit=50)
    assert (found["count"], found["more"]) == (25, 0)
    assert not [event for event in companion.events if event.get("level") == "error"]


@pytest.mark.parametrize("seed", [1, 2])
def test_foreign_data_in_nvs_is_erased_as_the_port_does_and_the_archive_is_kept(desk, flash, seed):
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    for n in range(21):
        companion.tool("memory", action="write", type="fact", content=f"事实 {n}")
    before = companion.tool("memory", action="recall", keyword="事实", limit=50)["items"]
    companion.kill()
    with flash.open("r+b") as chip:
        chip.seek(NVS)
        chip.write(garbage(NVS_SIZE, seed))
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    assert companion.wait_event("recovered")["lost_since"]
    after = companion.tool("memory", action="recall", keyword="事实", limit=50)["items"]
    assert after == before[-5:]  # what had moved to the archive
    added = companion.tool("memory", action="write", type="fact", content="新的开始")
    ids = [item["id"] for item in before]
    assert added["id"] not in ids
    assert added["id"][:3] != ids[0][:3]


@pytest.mark.thorough
def test_hot_memory_comes_back_from_the_snapshot_when_nvs_was_erased(desk, flash):
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    for n in range(21):
        companion.tool("memory", action="write", type="fact", content=f"事实 {n}")
    companion.tool("memory", action="write", type="name", content="王浩宇")
    before = companion.tool("memory", action="read")
    assert companion.stop() == 0  # the end of a conversation
    with flash.open("r+b") as chip:
        chip.seek(NVS)
        chip.write(b"\xff" * NVS_SIZE)
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    assert "snapshot" in companion.wait_event("recovered")["what"]
    after = companion.tool("memory", action="read")
    assert (after["facts"], after["profile"]) == (before["facts"], before["profile"])


def test_without_a_clock_things_are_remembered_but_not_scheduled(desk, flash):
    companion = desk("--flash", flash, "--stdio", "--now", "unset")
    companion.initialize()
    said = companion.tool("memory", action="write", type="fact", content="没有时间也记得")
    assert said["result"] == "ADDED"
    late = {"type": "schedule", "content": "开会", "datetime": "2026-02-05 14:00"}
    refused = companion.tool("memory", action="write", **late)
    assert (refused["status"], "时钟" in refused["message"]) == ("error", True)
    assert companion.tool("memory", action="recall", keyword="时间")["count"] == 1


def test_a_clock_that_was_set_once_goes_on_from_its_last_mark(desk, flash):
    companion = desk("--flash", flash, "--stdio", "--now", "2026-02-04T10:00:00")
    companion.initialize()
    companion.kill()
    companion = desk("--flash", flash, "--stdio", "--now", "unset")
    companion.initialize()
    companion.tool("memory", action="write", type="fact", content="醒来")
    (item,) = companion.tool("memory", action="recall", keyword="醒来")["items"]
    assert item["timestamp"] >= "2026-02-04T10:00:00"
    assert item["timestamp"] < "2026-02-05"


def test_memory_of_a_newer_version_is_left_untouched_and_every_call_says_so(desk, flash, run_mpy):
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    companion.tool("memory", action="write", type="fact", content="旧版本写的")
    companion.kill()
    run_mpy(NEWER, flash, device.ROOT / "partitions.csv")
    before = flash.read_bytes()[NVS : NVS + NVS_SIZE]
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    for action in ("read", "recall"):
        said = companion.tool("memory", action=action)
        assert said["status"] == "error"
        assert "99" in said["message"]
    companion.stop()
    after = flash.read_bytes()[NVS : NVS + NVS_SIZE]
    assert mem_entries(before) == mem_entries(after)


def mem_entries(image):
    """The NVS items of namespace mem in an image; other namespaces count boots and mark time."""
    return {key: value for key, value in Image(image).values.items() if key[0] == "mem"}


def test_a_port_that_another_program_has_is_said_in_a_sentence(desk):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        companion = desk("--port", port, ready=False)
        assert companion.wait() == 1
        (event,) = [event for event in companion.events if event.get("level") == "error"]
        assert event["text"].startswith(f"port {port} of 127.0.0.1 cannot be listened at: ")
        assert not companion.text

        companion = desk("--port", port, "--stdio")
        assert companion.ready["mcp"] == "stdio"
        companion.initialize()
        assert companion.tool("memory", action="read")["status"] == "ok"
