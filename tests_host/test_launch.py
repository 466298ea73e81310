"""The launcher: options, the chip's file and its lock, the staged tree, how a device ends."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk
from device import MICROPYTHON, ROOT
from esp_idf_defs.partitions import PartitionTable

from tools.flashing import assets
from tools.flashing.tables import EARLIER

pytestmark = pytest.mark.sample(2)

_ASSETS_AT = 0xD20000
_CHIP = 16 << 20
_SAYS_READY = """
import board, json, machine, sys, time
def event(name, **more):
    sys.stderr.write(json.dumps(dict(event=name, **more)) + "\\n")
event("ready", cause=machine.reset_cause(), settings=board.SETTINGS,
      now=machine.RTC().datetime(), time=time.time())
"""

Program = Callable[..., Desk]


def _refused(desk: Desk, status: int) -> str:
    """The one thing a launcher that does not start the device says."""
    assert desk.wait() == status, desk.transcript()
    (event,) = desk.events
    assert (event["event"], event["level"], desk.text) == ("log", "error", [])
    return event["text"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--cloud=ftp://127.0.0.1/"], "is no URL of a cloud"),
        (["--cloud=ws://127.0.0.1/ x"], "is no URL of a cloud"),
        (["--cloud"], "--cloud: "),
        (["--llm=127.0.0.1:11434"], "is no address of a server"),
        (["--llm=https://sk-1@127.0.0.1/v1"], "is no address of a server"),
        (["--hear", "no/such.jsonl"], "--hear: "),
        (["--hear=."], "--hear: "),
        (["--sdtio"], "--sdtio"),
        (["--std"], "--std"),
        (["--port", "65536"], "'65536' is no port"),
        (["--heap", "lots"], "'lots' is no size"),
        (["--now", "tomorrow"], "'tomorrow' is no time"),
        (["--speed", "0"], "'0' is no factor"),
        (["--cut", "0"], "'0' is no number from 1 on"),
        (["--repl", "--stdio"], "exclude each other"),
        (["--micropython", "/nowhere/micropython"], "no such file: /nowhere/micropython"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_options_that_cannot_be_are_refused_in_words(
    tmp_path: Path, options: list[str], says: str
) -> None:
    with Desk("--flash", tmp_path / "chip.flash", *options, ready=False) as desk:
        assert says in _refused(desk, 2)
    assert not (tmp_path / "chip.flash").exists()


def test_help_names_every_option_that_works() -> None:
    said = subprocess.run([ROOT / "tools/sim.sh", "--help"], capture_output=True, text=True)
    assert said.returncode == 0
    for name in "flash stdio port heap now speed cut micropython repl hear demo llm".split():
        assert f"--{name}" in said.stdout


def test_second_process_on_a_chip_is_refused_and_the_first_goes_on(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    first = desk("--stdio")
    with Desk("--flash", tmp_path / "desk.flash", "--stdio", ready=False) as second:
        assert "desk.flash is in use by another process" in _refused(second, 73)
    assert "result" in first.request("ping")
    assert first.stop() == 0


@pytest.mark.thorough
def test_kill_frees_the_chip_at_once(desk: Callable[..., Desk]) -> None:
    for _ in range(3):
        one = desk("--stdio")
        one.kill()
        assert one.process.returncode == -signal.SIGKILL


def test_a_model_of_the_command_line_comes_alone_and_its_key_from_the_environment(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its key is on no command line, which every program of the computer can read."""
    monkeypatch.setenv("LLM_KEY", "sk-geheim")
    main = _SAYS_READY + "time.sleep(60)"
    device = program(main, "--llm", "http://127.0.0.1:11434/v1#qwen3:4b", ready=False)
    settings = device.wait_event("ready")["settings"]
    assert settings["llm_url"] == "http://127.0.0.1:11434/v1"
    assert (settings["llm_model"], settings["llm_key"]) == ("qwen3:4b", "sk-geheim")
    assert (settings["llm_url_2"], settings["llm_url_3"]) == ("", "")
    command = Path(f"/proc/{device.process.pid}/cmdline").read_bytes()
    assert b"qwen3" in command
    assert b"sk-geheim" not in command
    device.kill()
    found = program(_SAYS_READY, ready=False).wait_event("ready")["settings"]
    assert [name for name in found if name.startswith("llm")] == []


def test_chip_is_made_once_erased_but_for_assets_and_kept(
    program: Program, tmp_path: Path
) -> None:
    chip = tmp_path / "chip.flash"
    assert program(_SAYS_READY).wait() == 0
    image = assets.image(assets.ASSETS, 2 << 20)
    made = bytearray(b"\xff" * _CHIP)
    made[_ASSETS_AT : _ASSETS_AT + len(image)] = image
    assert chip.read_bytes() == made
    before = chip.stat()
    assert program(_SAYS_READY).wait() == 0
    after = chip.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_eight_megabyte_chip_has_the_smaller_table(program: Program, tmp_path: Path) -> None:
    (tmp_path / "chip.flash").write_bytes(b"\xff" * (8 << 20))
    main = _SAYS_READY + (
        "import esp32\n"
        "found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label='memory')\n"
        "event('memory', at=found[0].info()[2])\n"
    )
    assert program(main).wait_event("memory")["at"] == 0x500000


def test_chip_with_a_table_in_it_is_laid_out_by_that(program: Program, tmp_path: Path) -> None:
    earlier = PartitionTable.from_csv(EARLIER[16][0].read_text()).to_binary()
    flash = bytearray(b"\xff" * _CHIP)
    flash[0x8000:0x8C00] = earlier
    (tmp_path / "chip.flash").write_bytes(flash)
    main = _SAYS_READY + (
        "import esp32\n"
        "found = esp32.Partition.find(esp32.Partition.TYPE_DATA)\n"
        "event('labels', found=[one.info()[4] for one in found])\n"
    )
    labels = ["nvs", "otadata", "phy_init", "vfs", "memory"]
    assert program(main).wait_event("labels")["found"] == labels


@pytest.mark.parametrize("size", [0, _CHIP - 1, 4 << 20], ids=str)
def test_file_that_is_no_chip_is_refused_and_left_alone(tmp_path: Path, size: int) -> None:
    path = tmp_path / "chip.flash"
    path.write_bytes(b"\x00" * size)
    with Desk("--flash", path, ready=False) as desk:
        assert f"it has {size} bytes" in _refused(desk, 66)
    assert path.read_bytes() == b"\x00" * size


def test_folder_is_no_chip(tmp_path: Path) -> None:
    with Desk("--flash", tmp_path, ready=False) as desk:
        assert "Is a directory" in _refused(desk, 66)


@pytest.mark.parametrize(
    ("main", "status"),
    [
        ("", 0),
        ("raise SystemExit", 0),
        ("import sys; sys.exit(5)", 5),
        ("raise SystemExit('no reason')", 1),
        ("1 / 0", 1),
        ("held = []\nwhile True: held.append(bytearray(1000))", 1),
        ("def f(): f()\nf()", 1),
    ],
)
def test_exit_status_is_what_main_came_to(program: Program, main: str, status: int) -> None:
    ended = program(_SAYS_READY + main)
    assert ended.wait() == status
    logs = [event for event in ended.events if event["event"] == "log"]
    assert len(logs) == (status == 1)
    assert ended.text == []


def test_main_that_does_not_compile_ends_with_1(program: Program) -> None:
    ended = program("not python at all", ready=False)
    assert ended.wait() == 1
    (log,) = ended.events
    assert "SyntaxError" in log["text"]


def test_traceback_of_main_is_one_event_with_its_lines(program: Program) -> None:
    ended = program(_SAYS_READY + "def inner():\n    1 / 0\n\ninner()\n")
    ended.wait()
    (log,) = (event for event in ended.events if event["event"] == "log")
    assert (log["level"], log["module"]) == ("error", "main.py")
    assert 'File "main.py"' in log["text"]
    assert "in inner" in log["text"]
    assert log["text"].endswith("ZeroDivisionError: divide by zero")


def test_main_runs_after_a_boot_that_failed(program: Program) -> None:
    ended = program(_SAYS_READY, boot="1 / 0")
    assert ended.wait() == 0
    assert [event["event"] for event in ended.events] == ["log", "ready"]
    assert ended.events[0]["module"] == "boot.py"


def test_boot_and_main_share_their_globals_and_nothing_else(program: Program) -> None:
    main = _SAYS_READY + "import json\nevent('names', names=sorted(before))\n"
    ended = program(main, boot="before = [name for name in globals() if name[:2] != '__']\n")
    assert ended.wait_event("names")["names"] == []


def test_interrupt_ends_with_130(program: Program) -> None:
    waiting = program(_SAYS_READY + "while True: time.sleep_ms(50)\n")
    waiting.process.send_signal(signal.SIGINT)
    assert waiting.wait() == 130
    assert waiting.text == []


def test_reset_starts_the_device_again_in_the_same_process(
    program: Program, micropython: Path
) -> None:
    main = _SAYS_READY + (
        "cause = machine.reset_cause()\n"
        "if cause == machine.PWRON_RESET: machine.reset()\n"
        "if cause == machine.HARD_RESET: machine.soft_reset()\n"
        "while True: time.sleep_ms(50)\n"
    )
    device = program(main, "--now", "2026-03-04T05:06:07")
    if micropython != MICROPYTHON:
        assert device.wait() == 76, "an interpreter of its own tells who started it"
        return
    causes = [device.wait_event("ready", count)["cause"] for count in (1, 2, 3)]
    assert causes == [1, 2, 5]  # PWRON_RESET, HARD_RESET, SOFT_RESET
    times = [event["time"] for event in device.events]
    assert times[0] <= times[1] <= times[2] <= times[0] + 20, "the clock goes on"
    assert device.process.poll() is None
    open_files = os.listdir(f"/proc/{device.process.pid}/fd")
    assert len(open_files) < 10, "what the device had open went with it"


def test_cut_ends_the_process_with_75_and_says_which_operation(program: Program) -> None:
    main = _SAYS_READY + (
        "import esp32\n"
        "part = esp32.Partition.find(esp32.Partition.TYPE_DATA, label='memory')[0]\n"
        "try:\n"
        "    for block in range(9): part.writeblocks(block, bytes(4096))\n"
        "except Exception: event('caught')\n"
        "event('survived')\n"
    )
    # A block is one erase and sixteen programs of a page: number 20 is in the second block.
    ended = program(main, "--cut", 20)
    assert ended.wait() == 75
    assert [event["event"] for event in ended.events] == ["ready", "cut"]
    assert ended.events[1]["operation"].startswith("program of 256 bytes at 0x721100, ")


def test_cut_reaches_only_what_was_written_before_it(program: Program, tmp_path: Path) -> None:
    main = _SAYS_READY + (
        "import esp32\n"
        "part = esp32.Partition.find(esp32.Partition.TYPE_DATA, label='memory')[0]\n"
        "try:\n"
        "    part.writeblocks(0, bytes(4096))\n"
        "finally:\n"
        "    part.writeblocks(1, bytes(4096))\n"
    )
    assert program(main, "--cut", 3).wait() == 75
    chip = (tmp_path / "chip.flash").read_bytes()
    block = chip[0x720000:0x721000]
    assert block[:256] == bytes(256)
    assert block[512:] == b"\xff" * 3584
    assert chip[0x721000:_ASSETS_AT] == b"\xff" * (_ASSETS_AT - 0x721000)


def test_clock_starts_where_it_is_told(program: Program) -> None:
    now = program(_SAYS_READY, "--now", "2024-02-29T23:59:30").ready["now"]
    assert now[:6] == [2024, 2, 29, 3, 15, 59]  # of UTC: 23:59 in UTC+8
    assert now[6] >= 30  # on a busy host it takes a second to start


def test_clock_takes_a_time_with_an_offset(program: Program) -> None:
    now = program(_SAYS_READY, "--now", "2026-01-01T00:30:00+00:00").ready["now"]
    assert now[:6] == [2026, 1, 1, 3, 0, 30]


def test_unset_clock_starts_in_2000(program: Program) -> None:
    ready = program(_SAYS_READY, "--now", "unset").ready
    assert ready["now"][:4] == [2000, 1, 1, 5]
    assert ready["time"] < 30


def test_without_now_the_clock_is_the_host_s(program: Program) -> None:
    before = int(time.time())
    now = program(_SAYS_READY).ready["time"] + 946684800
    assert before <= now <= int(time.time()) + 1  # the device rounds


def test_speed_takes_sleeping_tasks_with_it(program: Program) -> None:
    main = _SAYS_READY + (
        "import asyncio\n"
        "async def watch(started):\n"
        "    await asyncio.wait_for(started.wait(), 86400)\n"
        "    await asyncio.sleep(1800)\n"
        "async def main():\n"
        "    started = asyncio.Event()\n"
        "    task = asyncio.create_task(watch(started))\n"
        "    await asyncio.sleep(1800)\n"
        "    started.set()\n"
        "    await task\n"
        "asyncio.run(main())\n"
        "event('slept', time=time.time())\n"
    )
    device = program(main, "--now", "2026-05-01T08:00:00", "--speed", "7200")
    slept = device.wait_event("slept")["time"] - device.ready["time"]
    assert slept >= 3599  # an hour, in about half a second of ours


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ([], {"http": True, "http_port": 0, "stdio": False}),
        (["--port", "8721"], {"http": True, "http_port": 8721, "stdio": False}),
        (["--stdio"], {"http": False, "stdio": True}),
        (["--stdio", "--port", "0"], {"http": True, "http_port": 0, "stdio": True}),
    ],
    ids=lambda value: " ".join(value) or "none" if isinstance(value, list) else "",
)
def test_options_become_settings_of_the_board(
    program: Program, options: list[str], settings: dict[str, object]
) -> None:
    found = program(_SAYS_READY, *options).ready["settings"]
    assert found["http_host"] == "127.0.0.1"
    assert found["event_style"] == "json"
    assert found["repl"] is None
    assert {name: found[name] for name in settings} == settings


@pytest.mark.thorough
def test_processes_that_start_at_once_stage_one_tree(program: Program, tmp_path: Path) -> None:
    options = [["--flash", tmp_path / f"{number}.flash"] for number in range(4)]
    together = [program(_SAYS_READY, *option, ready=False) for option in options]
    for one in together:
        assert one.wait() == 0, one.transcript()
    assert len(list((tmp_path / "tree/build/stage").iterdir())) == 1


def test_changed_source_is_staged_at_the_next_start(program: Program, tmp_path: Path) -> None:
    program(_SAYS_READY).wait()
    with (tmp_path / "tree/sim/port/board.py").open("a") as file:
        file.write('SETTINGS["edited"] = True\n')
    assert program(_SAYS_READY).ready["settings"]["edited"] is True


def test_source_that_does_not_compile_is_named(program: Program, tmp_path: Path) -> None:
    (tmp_path / "tree/sim/port/board.py").write_text("def broken(:\n")
    said = _refused(program(_SAYS_READY, ready=False), 1)
    assert "sim/port/board.py does not compile" in said
    assert "SyntaxError" in said


def _pretender(path: Path, micropython: Path, answer: str) -> Path:
    """An interpreter that answers so to the question what byte code it takes."""
    path.write_text(
        f'#!/bin/sh\ncase "$2" in *_mpy*) echo "{answer}"; exit;; esac\n'
        f'exec "{micropython}" "$@"\n'
    )
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("mpy", "staged"), [(0x306, ".mpy"), (0x305, ".py"), (0, ".py"), (0x306 | 63 << 10, ".py")]
)
def test_interpreter_that_takes_other_byte_code_gets_sources(
    program: Program, tmp_path: Path, micropython: Path, mpy: int, staged: str
) -> None:
    other = _pretender(tmp_path / "other", micropython, f"micropython {mpy}")
    assert program(_SAYS_READY, "--micropython", other).ready["cause"] == 1
    (tree,) = (tmp_path / "tree/build/stage").iterdir()
    assert (tree / "rom" / "sim" / f"desk{staged}").is_file()
    assert (tree / "chip" / "main.py").is_file()


def test_what_is_no_micropython_is_refused(program: Program, tmp_path: Path) -> None:
    other = _pretender(tmp_path / "other", Path("/bin/true"), "cpython 0")
    said = _refused(program(_SAYS_READY, "--micropython", other, ready=False), 1)
    assert said.endswith("other is not a MicroPython interpreter")
