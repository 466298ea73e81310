"""
Board: the desk device. firmware/boards/__init__.py says what each name is for.

sim/desk.py fills SETTINGS from the command line before boot.py runs:

    http (bool), http_host (str), http_port (int, 0 picks one)    MCP over HTTP
    addresses (list of str)                                       what addresses() gives
    stdio (bool)                                                  MCP over stdin and stdout
    stdio_step (int)                                              bytes a read of stdin asks for
    stdout_step (int)                                             bytes that stdout takes at once
    console_quiet_s (int)                                         see setting_defaults.py
    language ("zh" | "en")                                        while NVS has none
    event_style ("json" | "text" | "quiet")                       what stderr carries
    repl (str | None)                                             path of the REPL's terminal
    cloud (str)                                                   URLs to connect to
    typed (bool)                                                  stdin is the owner's
    chat (bool), chat_waits (bool)                                likewise, for the agent
    hear (str | None)                                             path of what speech() says
    http_open (bool)                                              HTTP asks for no token
    extension (str | None)                                        module that extend() calls
    voice (bool)                                                  there is --mic or --speaker
    held (bool)                                                   what button() says
    access_point ([int, int])                                     ports of set-up's page and DNS
    air (dict)                                                    networks in reach with keys
"""

import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "desk"
SETTINGS: "dict[str, object]" = {}
LIGHTS: "list[str]" = []  # the last states that led() was called with
_button = machine.Pin(0, machine.Pin.IN, machine.Pin.PULL_UP)


def speech() -> "Iterator[tuple[str, str]] | None":
    """
    The conversation of --hear; None without it.
    """
    path = SETTINGS.get("hear")
    if path is None:
        return None
    from sim import desk, hearing

    return hearing.utterances(str(path), desk.warn)


def addresses() -> "list[str]":
    """The addresses of this computer."""
    return SETTINGS.get("addresses") or []  # type: ignore[return-value]


def button() -> bool:
    """True while the owner holds it."""
    if SETTINGS.get("held"):
        return True
    return _button.value() == 0


def microphone(rate: int, ibuf: int) -> "machine.I2S":
    """The wiring of the reference board."""
    return machine.I2S(
        0,
        sck=machine.Pin(5),
        ws=machine.Pin(4),
        sd=machine.Pin(6),
        mode=machine.I2S.RX,
        bits=32,
        format=machine.I2S.MONO,
        rate=rate,
        ibuf=ibuf,
    )


def speaker(rate: int, ibuf: int) -> "machine.I2S":
    """The wiring of the reference board."""
    return machine.I2S(
        1,
        sck=machine.Pin(15),
        ws=machine.Pin(16),
        sd=machine.Pin(7),
        mode=machine.I2S.TX,
        bits=16,
        format=machine.I2S.MONO,
        rate=rate,
        ibuf=ibuf,
    )


def led(state: str) -> None:
    """Keep the state in LIGHTS, for tests."""
    LIGHTS.append(state)
    del LIGHTS[:-32]


def extend(registry: object, offers: list) -> None:
    """
    Have the module that `extension` names add tools, resources and prompts; tests use it.
    """
    name = SETTINGS.get("extension")
    if name is not None:
        __import__(str(name), None, None, ("extend",)).extend(registry, offers)
