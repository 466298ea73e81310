"""
Options: the command line of the desk device (./tools/sim.sh), checked.

Runs on CPython, standard library only. Owns what each option may be and the sentence for what it
may not; launch.py does what they ask for.
"""

import argparse
import os
import re
from datetime import datetime, timedelta, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WHEEL = ROOT / ".venv" / "bin" / "micropython"
_ZONE = timezone(timedelta(hours=8))
_YEAR_2000_MS = 946684800000
_CLOUD = r"(?i:(endpoint\+)?wss?|mqtts?|https?)://[!-~]+"
_LLM = r"(?i:https?)://[!\"$-?A-~]+(#[!-~]+)?"

STATUS_USAGE = 2

_TAP_S = 0.15

# What the simulated radio finds with --setup: networks with their passwords.
AIR = {"Home": "open sesame", "邻居家 <5G> & more": "neighbours", "Café": ""}


class LaunchError(Exception):
    """The device cannot start; args are the exit status and a sentence for the user."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> "None":  # type: ignore[override]
        raise LaunchError(STATUS_USAGE, f"{message} (--help lists the options)")


def parse(arguments: "list[str]") -> argparse.Namespace:
    """The checked options. Raises LaunchError."""
    parser = _Parser(
        prog="sim.sh",
        description="The companion on a desk: the firmware on a simulated flash chip.",
        allow_abbrev=False,
        epilog="Killing the process at any moment is a power cut. Exit status 75: --cut came to "
        "pass. MCP answers at the address of the `ready` event, with its bearer token.",
    )
    add = parser.add_argument
    add("--flash", type=Path, default=ROOT / "build" / "desk.flash", metavar="PATH",
        help="the chip, as a file (default: build/desk.flash; made on first use)")  # fmt: skip
    add("--stdio", action="store_true", help="MCP on stdin and stdout; ends when stdin closes")
    add("--port", type=_port, metavar="N", help="MCP over HTTP (default: 8720; 0 picks one)")
    add("--heap", type=_heap, default="8M", metavar="SIZE",
        help="heap (default: 8M, as a board with PSRAM; with less than 2.5M the companion says "
        "that it does not start)")  # fmt: skip
    add("--now", type=_utc_ms, metavar="ISO",
        help="time at the start, of UTC+8 where it has no offset, or unset "
        "(default: the host's)")  # fmt: skip
    add("--speed", type=_speed, default=1, metavar="X", help="how fast time runs")
    add("--cut", type=_positive, default=0, metavar="N",
        help="cut the power during the N-th program or erase of the flash")  # fmt: skip
    add("--micropython", type=Path, default=WHEEL, metavar="PATH", help="another interpreter")
    add("--repl", action="store_true", help="a terminal for mpremote; its path is in `ready`")
    add("--language", choices=("zh", "en"),
        help="what it speaks while nothing else is set in it (default: zh)")  # fmt: skip
    add("--hear", type=Path, metavar="FILE",
        help="play a conversation, a line {\"role\": \"owner\" or \"companion\", \"text\"} a "
        "message, and end it before `ready`; the device then goes on as without it (with --stdio "
        "until stdin closes)")  # fmt: skip
    add("--chat", action="store_true",
        help="talk with the companion here: each typed line is what its owner says; ends with "
        "stdin. MCP over HTTP only with --port")  # fmt: skip
    add("--demo", action="store_true", help="a short day in the companion's life, on a new chip")
    add("--cloud", type=_cloud, action="append", metavar="URL",
        help="connect out: ws:// or wss:// to a XiaoZhi server, endpoint+ws:// or endpoint+wss:// "
        "to an MCP endpoint, mqtt:// or mqtts:// to a broker, http:// or https:// to the OTA "
        "service that knows where; may be given again. Typed lines are what the owner "
        "says")  # fmt: skip
    add("--llm", type=_llm, metavar="URL[#MODEL]",
        help="ask a language model there: any server with OpenAI's interface, like "
        "http://127.0.0.1:11434/v1#qwen3; its key, if it wants one, is taken from the "
        "environment, LLM_KEY. Words of the conversation go there and nowhere else")  # fmt: skip
    add(
        "--setup",
        action="store_true",
        help="as on a new board, with the page that asks for the network (its address is in the "
        f"`setup` event) and made-up networks in reach: {_shown_air()}",
    )
    add("--mic", type=_mic, metavar="FILE.wav|default",
        help="what the microphone hears: a WAV file from the moment when it is first opened, "
        "silence after its end; `default` is this computer's own. Enter taps the button of the "
        "voice, where nothing else reads stdin")  # fmt: skip
    add("--speaker", type=_speaker, metavar="FILE.wav|default",
        help="where the loudspeaker plays: a WAV file to be written, whole at every moment, or "
        "with `default` this computer's own")  # fmt: skip
    add("--press", type=_presses, default=[], metavar="TIMES",
        help="the button: \"1.0-5.5 9.0\" holds it from second 1.0 to 5.5 after `ready` and taps "
        "it at 9.0")  # fmt: skip
    add("--fixtures", action="store_true",
        help="for tests: the conformance suite's tools too, and HTTP without a token")  # fmt: skip
    options = parser.parse_args(arguments)
    if options.repl and options.stdio:
        raise LaunchError(
            STATUS_USAGE, "--repl and --stdio exclude each other: both are the device's stdin"
        )
    if options.chat and (options.stdio or options.repl):
        raise LaunchError(
            STATUS_USAGE, "--chat and --stdio or --repl exclude each other: all are its stdin"
        )
    if not options.micropython.is_file():
        raise LaunchError(STATUS_USAGE, f"--micropython: no such file: {options.micropython}")
    if options.hear is not None:
        if not os.access(options.hear, os.R_OK) or options.hear.is_dir():
            raise LaunchError(STATUS_USAGE, f"--hear: cannot be read: {options.hear}")
        options.hear = options.hear.absolute()
    options.micropython = options.micropython.absolute()
    options.flash = options.flash.absolute()
    return options


def _shown_air() -> str:
    return ", ".join(f"{name} ({key or 'open'})" for name, key in AIR.items())


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


def _cloud(text: str) -> str:
    if not re.fullmatch(_CLOUD, text):
        raise argparse.ArgumentTypeError(f"{text!r} is no URL of a cloud: like ws://host/path")
    return text


def _mic(text: str) -> str:
    if text == "default":
        return text
    if not os.access(text, os.R_OK) or os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"cannot be read: {text}")
    return os.path.abspath(text)


def _speaker(text: str) -> str:
    if text == "default":
        return text
    place = os.path.abspath(text)
    if os.path.isdir(place) or not os.access(os.path.dirname(place), os.W_OK):
        raise argparse.ArgumentTypeError(f"cannot be written: {text}")
    return place


def _presses(text: str) -> "list[tuple[float, float]]":
    presses: list[tuple[float, float]] = []
    for one in text.split():
        match = re.fullmatch(r"(\d{1,6}(?:\.\d+)?)(?:-(\d{1,6}(?:\.\d+)?))?", one)
        begin = float(match[1]) if match else 0.0
        end = float(match[2]) if match and match[2] else begin + _TAP_S
        if not match or end <= begin or (presses and begin < presses[-1][1]):
            raise argparse.ArgumentTypeError(
                f"{one!r} is no press after the one before it: like 9.0, or 1.0-5.5"
            )
        presses.append((begin, end))
    return presses


def _llm(text: str) -> str:
    if not re.fullmatch(_LLM, text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no address of a server: like http://127.0.0.1:11434/v1#model"
        )
    return text


def _heap(text: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]*[kKmM]?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no size: like 2M, 4096K or 4000000")
    return text


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _speed(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value <= 100000:
        raise argparse.ArgumentTypeError(f"{text!r} is no factor: above 0, at most 100000")
    return int(value) if value == int(value) else value


def _utc_ms(text: str) -> int:
    """Milliseconds since 1970 of a time in its zone, else in UTC+8."""
    if text == "unset":
        return _YEAR_2000_MS
    try:
        given = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time: like 2026-11-21T08:30, or unset"
        ) from None
    if given.tzinfo is None:
        given = given.replace(tzinfo=_ZONE)
    return int(given.timestamp() * 1000)
