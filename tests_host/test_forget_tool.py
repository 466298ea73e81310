"""The `forget` tool and ./tools/memory.sh forget, as an owner, a model and a thief use them."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import device
import pytest
from desk import Desk
from nvs_parser import Image

NOW = ("--now", "2026-02-05T14:00:00")
RARE = "龘靐齉"
WRITE = {"action": "write", "type": "fact"}
TOOL = device.ROOT / "tools" / "memory.sh"
EXPORTED = [
    {"id": "abc1", "content": f"喜欢{RARE}", "topic": "秘密"},
    {"id": "abc2", "content": f"又说喜欢{RARE}了", "topic": "秘密"},
    {"id": "abc3", "content": "喝茶", "topic": "茶"},
]
LINES = "".join(
    json.dumps({"rev": 1, "kind": "fact", "created": "2026-02-05T10:00:00", **one}) + "\n"
    for one in EXPORTED
)


def is_clean(chip: Path) -> bool:
    """No character of the rare words is anywhere on the chip; NVS is as its format has it."""
    image = chip.read_bytes()
    Image(image[0x9000:0x15000])
    return not any(one.encode() in image for one in RARE)


def memory_sh(chip: Path, *arguments: str, given: str = "", status: int = 0) -> str:
    done = subprocess.run(
        [TOOL, arguments[0], "--flash", chip, *arguments[1:]],
        input=given.encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == status, done.stderr.decode()
    return done.stdout.decode() + done.stderr.decode()


@pytest.fixture
def chip(tmp_path: Path) -> Path:
    """A chip with three memories."""
    path = tmp_path / "desk.flash"
    memory_sh(path, "import", "-", given=LINES)
    return path


def test_one_thing_is_forgotten_at_once_and_cleaned_up_by_itself(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    companion = desk("--stdio", *NOW, "--speed", "30")
    companion.initialize()
    told = companion.tool("memory", **WRITE, content=f"我把{RARE}藏在柜子里")
    companion.tool("memory", **WRITE, content="天气很好")
    done = companion.tool("forget", id=told["id"])
    assert (done["result"], done["id"], done["count"]) == ("FORGOTTEN", told["id"], 1)
    assert RARE not in json.dumps(done, ensure_ascii=False)
    assert companion.tool("memory", action="recall", keyword=RARE)["count"] == 0
    assert companion.tool("forget", id=told["id"] + "0")["result"] == "NOOP"
    event = companion.wait_event("scrubbed")
    assert (event["ids"], event["left"]) == ([told["id"]], [])
    assert event["erases"] > 0
    assert not [one for one in companion.events if one["event"] == "confirm"]
    companion.kill()
    assert is_clean(tmp_path / "desk.flash")


def test_a_model_cannot_confirm_by_itself(desk: Callable[..., Desk], tmp_path: Path) -> None:
    companion = desk("--stdio", *NOW)
    companion.initialize()
    answers = []

    def call(**arguments: object) -> dict:
        answers.append(companion.request("tools/call", name="forget", arguments=arguments))
        return json.loads(answers[-1]["result"]["content"][0]["text"])

    for number in range(3):
        companion.tool("memory", **WRITE, content=f"第{number}件{RARE}的事", topic="秘密")
    asked = call(topic="秘密")
    assert (asked["result"], asked["count"], len(asked["preview"])) == ("CONFIRM", 3, 3)
    event = companion.wait_event("confirm")
    assert event["seconds"] == 300
    assert "秘密" in event["what"]
    wrong = f"{(int(event['code']) + 1) % 1000000:06}"
    assert call(topic="秘密", confirmation=wrong)["status"] == "error"
    assert call(everything=True, confirmation=event["code"])["status"] == "error"
    assert companion.tool("memory", action="recall", keyword=RARE)["count"] == 3
    assert call(topic="秘密", confirmation=event["code"])["result"] == "FORGOTTEN"
    assert call(topic="秘密", confirmation=event["code"])["result"] == "NOOP"
    assert companion.tool("memory", action="recall", keyword=RARE)["count"] == 0
    assert event["code"] not in json.dumps(answers)


def test_one_record_after_another_needs_the_owner_in_the_end(desk: Callable[..., Desk]) -> None:
    companion = desk("--stdio", *NOW)
    companion.initialize()
    ids = [companion.tool("memory", **WRITE, content=f"第{n}件事")["id"] for n in range(11)]
    for id in ids[:8]:
        assert companion.tool("forget", id=id)["result"] == "FORGOTTEN"
    for id in ids[8:10]:
        told = companion.tool("forget", id=id)
        assert (told["result"], told["count"]) == ("CONFIRM", 1)
        assert told["preview"][0]["id"] == id
    code = companion.wait_event("confirm", 2)["code"]
    assert companion.tool("forget", id=ids[8], confirmation=code)["status"] == "error"
    assert companion.tool("forget", id=ids[9], confirmation=code)["result"] == "FORGOTTEN"
    found = companion.tool("memory", action="recall", keyword="件事")
    assert sorted(one["id"] for one in found["items"]) == sorted([ids[8], ids[10]])


@pytest.mark.thorough
def test_everything_goes_but_what_makes_it_this_device(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    first = desk(*NOW)
    first.tool("memory", **WRITE, content=f"喜欢{RARE}")
    first.tool("pet", action="gift")
    assert first.tool("forget", everything=True)["result"] == "CONFIRM"
    code = first.wait_event("confirm")["code"]
    assert first.tool("forget", everything=True, confirmation=code)["result"] == "FORGOTTEN"
    assert first.tool("memory_statistics")["total"] == 0
    assert first.tool("pet", action="status")["total_coins_spent"] == 0
    first.kill()
    second = desk(*NOW, "--speed", "30")
    assert second.token == first.token
    second.wait_event("scrubbed")
    second.kill()
    assert is_clean(tmp_path / "desk.flash")


def test_wrong_arguments_are_told_and_change_nothing(desk: Callable[..., Desk]) -> None:
    companion = desk("--stdio", *NOW)
    companion.initialize()
    companion.tool("memory", **WRITE, content="一件小事")
    companion.tool("memory", action="write", type="moment", content="又一件小事")
    for wrong in ({}, {"id": "k3z1", "topic": "x"}, {"everything": False}, {"id": "x"}):
        answer = companion.request("tools/call", name="forget", arguments=wrong)["result"]
        assert answer["isError"], wrong
    several = companion.tool("forget", content="小事")
    assert {one["type"] for one in several["candidates"]} == {"moment", "fact"}
    assert companion.tool("memory_statistics")["total"] == 2


@pytest.mark.thorough
def test_whoever_has_the_cable_forgets_without_a_code_and_waits_for_the_end(chip: Path) -> None:
    said = memory_sh(chip, "forget", "abc1")
    assert "1 forgotten, gone from flash too" in said
    assert "the same words are in abc2" in said
    assert RARE in memory_sh(chip, "export")
    assert "there is no such memory" in memory_sh(chip, "forget", "abc7", status=1)
    memory_sh(chip, "forget", "--content", "又说喜欢")
    assert is_clean(chip)
    # An old export brings it back: it is the owner's.
    memory_sh(chip, "import", "-", given=LINES)
    said = memory_sh(chip, "forget", "--topic", "秘密", status=1)
    assert "say --yes; nothing was changed" in said
    assert "3 memories" in memory_sh(chip, "export")
    memory_sh(chip, "forget", "--topic", "秘密", "--yes")
    assert is_clean(chip)
    assert "喝茶" in memory_sh(chip, "export")
    memory_sh(chip, "forget", "--everything", "--yes")
    assert "0 memories" in memory_sh(chip, "export")


@pytest.mark.thorough
def test_an_import_into_a_device_that_is_not_clean_yet_stays(
    desk: Callable[..., Desk], chip: Path
) -> None:
    companion = desk("--flash", chip, "--stdio", *NOW)
    companion.initialize()
    assert companion.tool("forget", id="abc1")["result"] == "FORGOTTEN"
    companion.kill()
    memory_sh(chip, "import", "-", given=LINES)
    assert memory_sh(chip, "export").count(RARE) == 2
