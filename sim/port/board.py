"""
Which board this is: the desk device.

Read by firmware/system/settings.py, as on every board. SETTINGS replaces the firmware's settings
of the same names; sim/desk.py fills it from the command line before boot.py runs:

    http (bool), http_host (str), http_port (int, 0 picks one)    MCP over HTTP
    addresses (list of str)                                       what addresses() gives
    stdio (bool)                                                  MCP over stdin and stdout
    stdio_step (int)                                              bytes a read of stdin asks for
    stdout_step (int)                                             bytes that stdout takes at once
    console_quiet_s (int)                                         see firmware/system/settings.py
    language ("zh" | "en")                                        while NVS has none
    event_style ("json" | "text")                                 what stderr carries
    repl (str | None)                                             path of the REPL's terminal
    cloud (str)                                                   URLs to connect to
    typed (bool)                                                  stdin is the owner's
    hear (str | None)                                             path of what speech() says
    http_open (bool)                                              HTTP asks for no token
    extension (str | None)                                        module that extend() calls
    held (bool)                                                   what button() says
    access_point ([int, int])                                     ports of set-up's page and DNS
    air (dict)                                                    networks in reach with keys
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "desk"
SETTINGS: "dict[str, object]" = {}
LIGHTS: "list[str]" = []  # what led() was told, the last of it


def speech() -> "Iterator[tuple[str, str]] | None":
    """
    What is said to the device as it starts: (role, text), role `owner` or `companion`, to its end;
    None where nobody speaks.
    """
    path = SETTINGS.get("hear")
    if path is None:
        return None
    from sim import desk, hearing

    return hearing.utterances(str(path), desk.warn)


def addresses() -> "list[str]":
    """The device's own addresses in the networks that it is in."""
    return SETTINGS.get("addresses") or []  # type: ignore[return-value]


def button() -> bool:
    """True while the owner holds it."""
    return bool(SETTINGS.get("held"))


def led(state: str) -> None:
    """Nothing shines here; what would is in LIGHTS."""
    LIGHTS.append(state)
    del LIGHTS[:-32]


def extend(registry: object, offers: list) -> None:
    """
    Add what this board has of its own to the firmware's tools (an mcp.features.tools.Registry) and
    offers (firmware/tools/offers.py). The desk device has nothing, unless a module of the tree is
    named.
    """
    name = SETTINGS.get("extension")
    if name is not None:
        __import__(str(name), None, None, ("extend",)).extend(registry, offers)
