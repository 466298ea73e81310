"""
HTTP service: the MCP transport over HTTP as the settings want it.

Owns whether a key is asked for, which host names are accepted, and whether TLS is used. Beyond the
loopback a key is always asked for, and nothing listens there unless `http_host` says so. The keys
are in keys.py, their scopes mean what firmware/tools/access_scopes.py says.
"""

from mcp.transport.http import HTTPTransport
from micropython import const

from . import keys, tls

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.server import Server

    from firmware.system.settings import Settings

_LOOPBACK = const("127.0.0.1")


def transport(
    server: "Server", settings: "Settings", addresses: "Callable[[], list[str]]"
) -> "tuple[HTTPTransport, str | None]":
    """
    (the transport, not yet started; the owner's key where one is asked for and it is known).
    `addresses()` gives the device's own, accepted as host names besides those of the settings.
    Raises ValueError where TLS is wanted and impossible.
    """
    host = settings.get("http_host")
    names = [name.lower() for name in settings.get("allowed_hosts").split()]
    rows: "Any" = None
    owner = None
    if host != _LOOPBACK or not settings.get("http_open"):
        rows, owner = keys.device_keys().rows, keys.device_keys().owner()
    context = None
    if settings.get("http_tls"):
        context = tls.context()
    transport = HTTPTransport(
        server,
        rows,
        names if host == _LOOPBACK else lambda: names + addresses(),
        host,
        settings.get("http_port"),
        settings.get("allowed_origins").split(),
        rate=settings.get("http_rate"),
        tls=context,
    )
    return transport, owner


def shown(host: str, addresses: "list[str]") -> str:
    """The host in the URL by which a client on this network reaches what listens at `host`."""
    if host != "0.0.0.0":
        return host
    others = [one for one in addresses if not one.startswith("127.")]
    return others[0] if others else _LOOPBACK
