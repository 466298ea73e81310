"""./tools/memory.sh: the owner's data out and in, on a chip and over the terminal of a board."""

import csv
import io
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import device
import pytest
from desk import Desk

_TOOL = device.ROOT / "tools" / "memory.sh"
_LIMIT_S = 60

LINE = '{"id":"abc1","rev":1,"kind":"fact","created":"2026-02-05T10:00:00","content":"茶"}\n'
HOT = (
    '{"id":"abc2","rev":1,"kind":"goal","created":"2026-02-05T10:00:00","content":"=run",'
    '"hot":true}\n'
)


def tool(*arguments: object, status: int = 0, given: str = "") -> tuple[str, str]:
    """(stdout, stderr) of the command."""
    done = subprocess.run(
        [_TOOL, *map(str, arguments)],
        capture_output=True,
        input=given.encode(),
        timeout=_LIMIT_S,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == status, (out, err)
    return out, err


@pytest.fixture
def chip(tmp_path: Path) -> Path:
    """A chip with two memories."""
    path = tmp_path / "desk.flash"
    tool("import", "--flash", path, "-", given=LINE + HOT)
    return path


def test_what_goes_in_comes_out_byte_by_byte_and_only_once(chip: Path, tmp_path: Path) -> None:
    assert tool("export", "--flash", chip)[0] == LINE + HOT
    target = tmp_path / "out.jsonl"
    out, err = tool("export", "--flash", chip, target)
    assert out == ""
    assert "2 memories: 1 at hand, 1 archived" in err
    assert target.read_text(encoding="utf-8") == LINE + HOT
    other = tmp_path / "other.flash"
    assert "2 added" in tool("import", "--flash", other, target)[1]
    assert "0 added, 0 updated, 2 known already" in tool("import", "--flash", other, target)[1]
    assert tool("export", "--flash", other)[0] == LINE + HOT


def test_a_table_is_read_by_others_as_it_was_meant(chip: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    tool("export", "--csv", "--flash", chip, target)
    rows = list(csv.DictReader(io.StringIO(target.read_bytes().decode("utf-8-sig"), newline="")))
    assert [(row["id"], row["kind"], row["hot"], row["content"]) for row in rows] == [
        ("abc1", "fact", "", "茶"),
        ("abc2", "goal", "true", "'=run"),
    ]


def told_to(desk: Callable[..., Desk], flash: Path, *calls: dict) -> None:
    """A companion on this chip is called with these arguments, then stops."""
    companion = desk("--flash", flash, "--now", "2026-02-06T10:00")
    for arguments in calls:
        answer = companion.tool("memory", **arguments)
        assert answer["result"] in ("ADDED", "UPDATED", "DELETED"), answer
    companion.stop()


@pytest.mark.thorough  # on_device/test_order.py has the order itself
def test_two_companions_that_take_each_others_export_come_to_the_same(
    desk: Callable[..., Desk], chip: Path, tmp_path: Path
) -> None:
    other, ours, theirs = (tmp_path / name for name in ("other.flash", "ours", "theirs"))
    tool("export", "--stores", "--flash", chip, ours)
    assert all('"store":"' in line for line in ours.read_text("utf-8").splitlines())
    assert "2 added" in tool("import", "--flash", other, ours)[1]
    assert "0 added, 0 updated, 2 known already" in tool("import", "--flash", chip, ours)[1]
    edited = {"action": "write", "id": "abc2", "type": "goal", "content": "run far"}
    told_to(desk, chip, edited, {"action": "write", "type": "trait", "content": "patient"})
    told_to(desk, other, {"action": "delete", "id": "abc1"})
    tool("export", "--stores", "--flash", chip, ours)
    tool("export", "--stores", "--flash", other, theirs)
    assert "1 added, 1 updated, " in tool("import", "--flash", other, ours)[1]
    assert "0 added, 0 updated, 1 deleted, " in tool("import", "--flash", chip, theirs)[1]
    lines = [
        sorted(tool("export", "--stores", "--flash", flash)[0].splitlines())
        for flash in (chip, other)
    ]
    assert lines[0] == lines[1]
    said = {line["content"]: line for line in map(json.loads, lines[0])}
    assert set(said) == {"patient", "run far", "茶"}
    assert [text for text in said if "trashed_at" in said[text]] == ["茶"]
    assert tool("export", "--csv", "--stores", "--flash", chip, status=2)[0] == ""


@pytest.mark.thorough
def test_a_life_on_the_desk_device_moves_to_another(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    first = desk("--flash", tmp_path / "one.flash", "--now", "2026-02-05T10:00")
    for number in range(26):
        first.tool("memory", action="write", type="fact", content=f"第{number}件事，说过")
    first.tool("memory", action="write", type="family", relation="妈妈", name="王芳")
    when = "2026-02-05 20:00"
    first.tool("memory", action="write", type="schedule", content="吃药", datetime=when)
    first.tool("pet", action="feed")
    token, before = first.token, first.tool("memory", action="read")
    first.stop()
    data = tool("export", "--flash", tmp_path / "one.flash")[0]
    assert token not in data
    tool("import", "--flash", tmp_path / "two.flash", "-", given=data)
    assert tool("export", "--flash", tmp_path / "two.flash")[0] == data
    second = desk("--flash", tmp_path / "two.flash", "--now", "2026-02-05T10:05")
    assert second.tool("memory", action="read") == before
    found = second.tool("memory", action="recall", keyword="件事", limit=50)
    assert found["count"] + found["more"] == 26
    new = second.tool("memory", action="write", type="fact", content="来到这里以后")
    assert new["id"] not in data
    assert second.token != token


def test_a_refused_line_is_named_and_the_exit_status_tells(chip: Path) -> None:
    later = LINE.replace("abc1", "abc7")
    out, err = tool("import", "--flash", chip, "-", status=1, given=LINE + "what?\n" + later)
    assert out == ""
    assert "line 2: not taken: " in err
    assert "1 added, 0 updated, 1 known already, 1 refused" in err
    many = "what?\n" * 50
    err = tool("import", "--flash", chip, "-", status=1, given=many)[1]
    assert "... and 30 more lines" in err
    assert "0 added, 0 updated, 0 known already, 50 refused" in err


def test_a_chip_that_the_companion_runs_on_is_left_alone(
    desk: Callable[..., Desk], chip: Path
) -> None:
    companion = desk("--flash", chip)
    for command in ("export", "import"):
        err = tool(command, "--flash", chip, "-", status=73, given=LINE)[1]
        assert "in use by another process" in err
    companion.stop()
    assert tool("export", "--flash", chip)[0] == LINE + HOT


def test_no_chip_no_file_and_no_command_are_said_in_one_line(tmp_path: Path, chip: Path) -> None:
    nothing = tmp_path / "nothing.flash"
    assert "no such file" in tool("export", "--flash", nothing, status=66)[1]
    assert not nothing.exists()
    (tmp_path / "text").write_text("no chip")
    assert "is no chip" in tool("export", "--flash", tmp_path / "text", status=66)[1]
    assert "no such file" in tool("import", "--flash", chip, tmp_path / "none", status=1)[1]
    assert "COMMAND" in tool(status=2)[1]
    gone = tmp_path / "gone" / "out.jsonl"
    assert len(tool("export", "--flash", chip, gone, status=1)[1].splitlines()) == 1


def test_an_export_that_fails_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("yesterday's")
    tool("export", "--flash", tmp_path / "none.flash", target, status=66)
    assert target.read_text() == "yesterday's"
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_an_archive_that_is_away_is_said_and_nothing_is_done(chip: Path, tmp_path: Path) -> None:
    image = bytearray(chip.read_bytes())
    at = next(
        int(line.split(",")[3], 16)
        for line in device.PARTITIONS.read_text().splitlines()
        if line.startswith("memory")
    )
    image[at : at + 8192] = bytes(8192)  # neither blank nor a file system
    chip.write_bytes(image)
    target = tmp_path / "out.jsonl"
    assert "could not be mounted" in tool("export", "--flash", chip, target, status=1)[1]
    assert not target.exists()
    assert "could not be mounted" in tool("import", "--flash", chip, "-", status=1, given=LINE)[1]


@pytest.mark.thorough
def test_a_full_store_is_exported_within_the_heap_of_a_board(chip: Path) -> None:
    lines: list[str] = []
    for kind, count, size in (("fact", 20, 240), ("moment", 10, 300), ("trait", 10, 120)):
        for _ in range(count):
            found = {"id": f"hot{len(lines)}", "rev": 1, "kind": kind}
            found |= {"created": "2026-02-05T10:00:00", "content": "长" * (size // 3), "hot": True}
            lines.append(json.dumps(found, ensure_ascii=False, separators=(",", ":")))
    for number in range(3000):
        content = f"第{number}件事" + "说过的话" * 12
        lines.append(LINE.strip().replace("abc1", f"old{number}").replace("茶", content))
    tool("import", "--flash", chip, "-", given="\n".join(lines))
    said = tool("export", "--flash", chip)[0]
    assert sorted(said.splitlines()) == sorted([*lines, LINE.strip(), HOT.strip()])


# -- a board ---------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_board_gives_and_takes_over_its_serial_line_and_starts_again(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    board = desk("--repl")
    board.tool("memory", action="write", type="fact", content="从板子上来")
    port = board.ready["repl"]
    target = tmp_path / "out.jsonl"
    assert "1 memories: 1 at hand" in tool("export", "--connect", port, target)[1]
    (text,) = target.read_text(encoding="utf-8").splitlines()
    assert json.loads(text)["content"] == "从板子上来"
    board.ready = board.wait_event("ready", 2)
    assert board.tool("memory", action="read")["counts"]["facts"] == 1
    err = tool("import", "--connect", port, "-", status=1, given=LINE + HOT + "what?\n")[1]
    assert "line 3: not taken" in err
    assert "2 added" in err
    board.ready = board.wait_event("ready", 3)
    assert board.tool("memory", action="recall", keyword="茶")["count"] == 1
    assert tool("export", "--connect", port)[0] == LINE + text + "\n" + HOT


def test_a_board_that_is_not_there_is_said(tmp_path: Path) -> None:
    err = tool("export", "--connect", tmp_path / "none", tmp_path / "out", status=1)[1]
    assert "mpremote" in err
    assert os.listdir(tmp_path) == []
