"""
Listening: the HTTP transport as the settings want it.

Owns who may come in and under which names. Beyond the loopback a key is always asked for, whatever
else is set; and nothing listens there unless `http_host` says so.
"""

from mcp.transport.http import HTTPTransport
from micropython import const

from . import keys, tls

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.server import Server

_LOOPBACK = const("127.0.0.1")


def transport(
    server: "Server", settings: "Any", addresses: "Callable[[], list[str]]"
) -> "tuple[HTTPTransport, str | None]":
    """
    What is to be started, and the owner's key where one is asked for and it is known. `addresses`
    gives the device's own, by which it may be called besides what the settings name. Raises
    ValueError where TLS is wanted and cannot be had: then nothing is served at all.
    """
    host = settings.get("http_host")
    names = [name.lower() for name in settings.get("allowed_hosts").split()]
    found: "Any" = None
    owner = None
    if host != _LOOPBACK or not settings.get("http_open"):
        found, owner = keys.ring().rows, keys.ring().owner()
    context = None
    if settings.get("http_tls"):
        context = tls.context()
    made = HTTPTransport(
        server,
        found,
        names if host == _LOOPBACK else lambda: names + addresses(),
        host,
        settings.get("http_port"),
        settings.get("allowed_origins").split(),
        rate=settings.get("http_rate"),
        tls=context,
    )
    return made, owner


def shown(host: str, addresses: "list[str]") -> str:
    """Where a client on this network finds what listens at `host`."""
    if host != "0.0.0.0":
        return host
    others = [one for one in addresses if not one.startswith("127.")]
    return others[0] if others else _LOOPBACK
