"""
Model client: the client for the language models that the owner has set, or none.

Where no `llm_url` is set there is no client, so no word of a conversation leaves the device for a
model, and the library is not loaded: it takes 55 KB of heap on a 64-bit host, half of that on a
board. The second and third server are asked where those before them fail.
"""

from micropython import const
from net.url import URLError

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from llm.client import Client
    from llm.servers import Server

    from firmware.system.clock import Clock
    from firmware.system.settings import Settings

_TO_2000 = const(946684800)  # seconds from 1970
_NUMBERS = ("", "_2", "_3")  # after the names of settings, in the order of preference


def create(settings: "Settings", clock: "Clock") -> "Client | None":
    """A client for the servers of the settings; None where they name none."""
    if not [True for number in _NUMBERS if settings.get("llm_url" + number)]:
        return None
    from llm.servers import Server

    servers = []
    for number in _NUMBERS:
        url = settings.get("llm_url" + number)
        if not url:
            continue
        key, model = settings.get("llm_key" + number), settings.get("llm_model" + number)
        vectors = "" if number else settings.get("llm_embed_model")
        try:
            servers.append(Server(url, key, model, settings.get("llm_path" + number), vectors))
        except URLError as e:  # a newer firmware, which takes other addresses, has written it
            events.log("error", "llm", "llm_url%s is not used: %s" % (number, e))
    if not servers:
        return None
    return _client(settings, clock, servers)


def for_vectors(settings: "Settings", clock: "Clock", llm: "Client") -> "Client | None":
    """
    A client of its own for the server that makes vectors, counted with `llm`; None where there is
    none. What it refuses in vectors does not keep the owner from talking through it.
    """
    from llm.servers import Server

    model = settings.get("llm_embed_model")
    if not settings.get("llm_url") or not model:
        return None
    try:
        server = Server(settings.get("llm_url"), settings.get("llm_key"), embed_model=model)
    except URLError:  # `create` has told it
        return None
    client = _client(settings, clock, [server])
    client.usage = llm.usage
    return client


def for_speech(
    settings: "Settings", clock: "Clock", name: str, usage: "dict[str, list[int]]"
) -> "Client":
    """
    A client of its own for the server that hears or speaks, by the beginning of its settings; the
    first one for talk where they have no address. Counted in `usage`. Raises URLError.
    """
    from llm.servers import Server

    url, key = settings.get(name + "_url"), settings.get(name + "_key")
    if not url:
        url, key = settings.get("llm_url"), key or settings.get("llm_key")
    client = _client(settings, clock, [Server(url, key, settings.get(name + "_model"))])
    client.usage = usage
    return client


def _client(settings: "Settings", clock: "Clock", servers: "list[Server]") -> "Client":
    from llm.client import Client
    from llm.limits import Limits

    limits = Limits(
        1000 * settings.get("llm_first_s"),
        1000 * settings.get("llm_silence_s"),
        1000 * settings.get("llm_whole_s"),
    )

    def now() -> "int | None":
        return clock.utc() + _TO_2000 if clock.is_set() else None

    return Client(servers, limits=limits, now=now, log=_log)


def _log(level: str, text: str) -> None:
    events.log(level, "llm", text)
