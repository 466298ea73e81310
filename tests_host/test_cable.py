"""tools/setup.py over the terminal of --repl, by the real mpremote with a person at its end."""

import os
import select
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import device
import pytest
from desk import Desk
from test_setup import settings_of

from sim.options import AIR

_MPREMOTE = Path(sys.executable).with_name("mpremote")
_SCRIPT = str(device.ROOT / "tools" / "setup.py")
_LIMIT_S = 30
_KEPT = ("wifi", "wifi_key", "language", "zone", "cloud", "http", "http_host")


class Person:
    """At a terminal in which mpremote has the board run the script."""

    def __init__(self, board: Desk):
        self.board = board
        self.hand, terminal = os.openpty()
        tty.setraw(terminal)  # as mpremote sets it, which may be after we type
        command = ["connect", board.ready["repl"], "run", "--no-follow", _SCRIPT, "repl"]
        self.shell = subprocess.Popen([_MPREMOTE, *command], stdin=terminal, stdout=terminal)
        os.close(terminal)
        self.said = b""
        self.all = b""

    def sees(self, words: str) -> None:
        """Wait until this is on the terminal, after what was seen before."""
        while words.encode() not in self.said:
            ready = select.select([self.hand], [], [], _LIMIT_S)[0]
            assert ready, (words, self.all.decode(errors="replace"), self.board.transcript())
            more = os.read(self.hand, 4096)
            self.said += more
            self.all += more
        self.said = self.said.partition(words.encode())[2]

    def types(self, *answers: "tuple[str, str]") -> None:
        """Type each answer when its question is there."""
        for question, answer in answers:
            self.sees(question)
            os.write(self.hand, answer.encode() + b"\r")

    def leave(self) -> None:
        os.write(self.hand, b"\x1d")
        assert self.shell.wait(_LIMIT_S) == 0


@pytest.fixture
def person(desk: Callable[..., Desk]) -> Iterator[Person]:
    one = Person(desk("--repl", "--setup"))
    yield one
    one.shell.kill()
    one.shell.wait()
    os.close(one.hand)


def test_all_is_asked_checked_tried_and_kept_over_the_cable(
    person: Person, micropython: Path, tmp_path: Path
) -> None:
    person.types(
        ("1/2: ", "2"),
        ("its number, or its name: ", "1"),
        ("Wi-Fi password: ", "short"),
        ("has 8 to 63 characters", ""),
        ("this network has a password", "not the password"),
        ("What are you called?: ", "王小名\x7f明"),
        ("Time zone, like Europe/Berlin [Asia/Shanghai]: ", "UTC+8"),
        ("or a TZ string of POSIX", "CET-1CEST,M3.5.0,M10.5.0/3"),
        ("Whom it talks with [3]: ", "9"),
        ("is one of: xiaozhi, endpoint, lan", "1"),
        ("Address: ", "wss://a.example/"),
        ("begins with http:// or https://", "https://a.example/xiaozhi/ota/"),
    )
    person.sees("Home could not be joined: the password is wrong")
    person.types(("Save it all the same? (y/n)", "n"))
    person.sees("Nothing was changed. Once more.")
    person.types(
        ("number, or its name: ", "Home"),
        ("Wi-Fi password: ", AIR["Home"]),
        ("What are you called?: ", "王小明"),
        ("[Asia/Shanghai]: ", ""),
        ("Whom it talks with [3]: ", ""),
    )
    person.sees("Done: connected to Home")
    person.sees("Its address is 127.0.0.1")
    person.sees("Saved.")
    person.board.wait_event("ready", 2)
    person.leave()
    assert AIR["Home"].encode() not in person.all
    assert b"*" * len(AIR["Home"]) in person.all
    person.board.kill()
    assert settings_of(micropython, tmp_path / "desk.flash", *_KEPT) == {
        "wifi": "Home", "wifi_key": AIR["Home"], "language": "en",
        "zone": "Asia/Shanghai", "cloud": "", "http": True, "http_host": "0.0.0.0",
    }  # fmt: skip


def test_ctrl_c_leaves_all_as_it_was(person: Person, micropython: Path, tmp_path: Path) -> None:
    person.types(("1/2: ", "1"), ("输入序号或名称: ", "1"), ("Wi-Fi 密码: ", AIR["Home"]))
    person.sees("怎么称呼你")
    os.write(person.hand, b"\x03")
    person.sees("什么都没有改变")
    person.leave()
    person.board.kill()
    assert settings_of(micropython, tmp_path / "desk.flash", "wifi") == {"wifi": ""}


def test_run_alone_says_how_to_do_it(desk: Callable[..., Desk], tmp_path: Path) -> None:
    board = desk("--repl", "--setup")
    quick = tmp_path / "setup.py"
    quick.write_text(Path(_SCRIPT).read_text("utf-8").replace("_WAIT_MS = 20000", "_WAIT_MS = 1"))
    done = subprocess.run(
        [_MPREMOTE, "connect", board.ready["repl"], "run", quick],
        capture_output=True,
        encoding="utf-8",
        timeout=_LIMIT_S,
        check=False,
    )
    assert (done.returncode, "run --no-follow tools/setup.py repl" in done.stdout) == (0, True)
