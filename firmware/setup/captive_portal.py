"""
Captive portal: leads a phone in the access point's network to one page and takes its form.

Owns the web side of the set-up: what is answered to which request, the secret that a form must
bring back, and what the page shows while the device tries the network. HTTP and its limits are
those of mcp.transport.http; MCP is not served here. first_setup.py waits for `asked`, tries what
is in `wanted`, and reports the result with `failed` or `done`. `state` goes:

    asking -> trying -> failed -> trying .. or done
"""

import asyncio
from binascii import hexlify

from mcp.core.server import Server
from mcp.features.tools import Registry
from mcp.transport.http import HTTPTransport
from mcp.transport.http_routes import Pages
from micropython import const

from firmware import VERSION
from firmware.system import events
from firmware.words.setup import say

from . import form, page

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from firmware.system.settings import Settings

_MAX_FORM = const(4096)  # bytes
_RELOAD_S = const(2)
_HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}
_POLICY = (
    "default-src 'none'; style-src 'nonce-%s'; script-src 'nonce-%s'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


class _AnyHost:
    """Contains every name: phones ask for hosts of their makers, which dns.py resolves to here."""

    def __contains__(self, name: object) -> bool:
        return True


def _log(level: str, text: str) -> None:
    events.log(level, "setup", text)


class Portal:
    """
    The page at http://`host`:`port`/ (port 0: a free one, which `open` returns). `scan()` returns
    (name, whether it is open) of each network in reach; `name` is the access point's.
    """

    def __init__(
        self,
        host: str,
        port: int,
        settings: "Settings",
        scan: "Callable[[], list[tuple[str, bool]]]",
        rng: "Callable[[int], bytes]",
        name: str,
    ) -> None:
        self._host = host
        self._settings = settings
        self._scan = scan
        self._name = name
        self._secret = hexlify(rng(16)).decode()
        self._nonce = hexlify(rng(8)).decode()  # of the page's own style and script
        self._networks: "list[tuple[str, bool]]" = scan()
        self._values = self._kept()
        # (address or code of words/setup.py, values)
        self._outcome: "tuple[str, tuple] | None" = None
        self.visited = False  # set by each request; first_setup.py clears it
        self.asked = asyncio.Event()
        self.wanted: "dict[str, Any]" = {}  # the settings of the form
        self.anyway = False  # keep them even if the network cannot be joined
        self.now_ms = 0  # the phone's clock, since 1970; 0 where the form has none
        self.state = "asking"  # or trying, failed, done
        self.seen_done = asyncio.Event()
        info = {"name": "setup", "version": VERSION}
        any_host: "Any" = _AnyHost()
        server = Server(info, Registry(), log=_log, max_message=_MAX_FORM)
        # No key is valid, and MCP has no path.
        self._transport = HTTPTransport(server, _no_keys, any_host, host, port, path="")
        self._transport.pages = pages = Pages(_MAX_FORM)
        # Open: whoever sets the device up has no key yet. The access point has a password.
        pages.add("/", self._show, ("GET", "HEAD"), open=True)
        pages.add("/", self._submit, ("POST",), open=True)
        pages.add("/<path:other>", self._redirect, ("GET", "HEAD"), open=True)

    async def open(self) -> int:
        """Begin to serve; returns the port. Raises OSError."""
        self._port = await self._transport.start()
        shown = "" if self._port == 80 else ":%d" % self._port
        self.url = "http://%s%s/" % (self._host, shown)
        return self._port

    async def serve(self) -> None:
        """Serve until cancelled; raises what the server fails by."""
        await self._transport.serve()

    async def close(self) -> None:
        await self._transport.close()

    # -- called by first_setup.py ----------------------------------------------------------------

    def failed(self, code: str) -> None:
        """The network could not be joined; `code` is the reason, a code of words/setup.py."""
        self.state = "failed"
        self._outcome = (code, (self.wanted["wifi"],))
        self.asked.clear()

    def done(self, address: str) -> None:
        """The settings are kept; `address` in the network, "" where there is none yet."""
        self.state = "done"
        self._outcome = (address, (self.wanted["wifi"],))

    # -- requests ------------------------------------------------------------------------------

    def _kept(self) -> "dict[str, Any]":
        """The values of the form at first, from the settings."""
        get = self._settings.get
        channel = form.channel(get("cloud")) or ("lan" if get("http") else "xiaozhi")
        return {
            "network": get("wifi"),
            "owner": get("owner"),
            "language": get("language"),
            "zone": get("zone"),
            "channel": channel,
            "free": not get("wifi"),  # the page may preselect the phone's time zone
        }

    async def _redirect(self, request: "Any", other: str) -> "Any":
        """Redirect any other address to the page; phones ask for several to find the Internet."""
        self.visited = True
        return "", 302, {"Location": self.url, "Cache-Control": "no-store"}

    async def _show(self, request: "Any") -> "Any":
        self.visited = True
        if not self._is_ours(request):
            return await self._redirect(request, "")
        language = self._language(request)
        if self.state == "trying":
            return self._trying(language)
        if self.state == "done":
            self.seen_done.set()
            return self._finished(language)
        if "again=1" in (request.query_string or "").split("&"):
            self._networks = self._scan()
            return "", 303, {"Location": "/?l=" + language, "Cache-Control": "no-store"}
        return self._form(language, [])

    async def _submit(self, request: "Any") -> "Any":
        """Take the form. Settings change only after all of it is valid and the network joined."""
        self.visited = True
        language = self._language(request)
        body = await request.g.inbound.body()
        kind = request.headers.get("Content-Type") or ""
        if not kind.startswith("application/x-www-form-urlencoded"):
            return self._tell(language, [say(language, "stale")], 415)
        try:
            fields = form.fields(body)
        except ValueError:
            fields = {}
        if not self._is_ours(request) or fields.get("secret") != self._secret:
            return self._tell(language, [say(language, "stale")], 403)
        if self.state in ("trying", "done"):
            return self._see_page(language)
        self.state = "asking"
        self._values = fields
        wanted, wrong = form.settings(fields, self._networks, self._settings)
        if wrong:
            return self._form(language, wrong, 400)
        self.wanted = wanted
        self.anyway = fields.get("anyway") == "1"
        now = fields.get("now", "")
        self.now_ms = int(now) if now.isdigit() and len(now) < 16 else 0
        self.state = "trying"
        self.asked.set()
        return self._see_page(language)

    def _see_page(self, language: str) -> "Any":
        return "", 303, {"Location": "/?l=" + language, "Cache-Control": "no-store"}

    def _is_ours(self, request: "Any") -> bool:
        return "http://%s/" % request.headers.get("Host") in (self.url, self.url[:-1] + ":80/")

    def _language(self, request: "Any") -> str:
        for one in (request.query_string or "").split("&"):
            if one in ("l=zh", "l=en"):
                return one[2:]
        spoken = (request.headers.get("Accept-Language") or "").lower()
        if spoken:
            return "zh" if spoken.startswith("zh") else "en"
        return self._settings.get("language")

    # -- pages ---------------------------------------------------------------------------------

    def _form(self, language: str, wrong: "list", status: int = 200) -> "Any":
        problem = ""
        if self.state == "failed" and self._outcome is not None:
            code, (name,) = self._outcome
            problem = say(language, "failed", name, say(language, code))
        if self._values.get("free"):
            self._values["language"] = language  # the phone's, until the owner has chosen
        made = page.Form(language, self._values, self._networks, wrong, problem)
        kept = [name for name in ("wifi_key", "cloud") if self._settings.get(name)]
        html = made.html(self._secret, self._nonce, kept, self.state == "failed")
        return self._answer(html, status)

    def _trying(self, language: str) -> "Any":
        wanted = say(language, "trying", self.wanted["wifi"])
        lines = [wanted, say(language, "patience", self._name)]
        return self._answer(page.notice(language, lines, self._nonce, _RELOAD_S))

    def _finished(self, language: str) -> "Any":
        address, (name,) = self._outcome or ("", ("",))
        lines = [say(language, "done" if address else "kept", name)]
        if address:
            lines.append(say(language, "address", address))
        lines.append(say(language, "restart"))
        return self._answer(page.notice(language, lines, self._nonce, 0, True))

    def _tell(self, language: str, lines: "list[str]", status: int) -> "Any":
        return self._answer(page.notice(language, lines, self._nonce, 5), status)

    def _answer(self, pieces: "Iterator[str]", status: int = 200) -> "Any":
        headers = dict(_HEADERS)
        headers["Content-Security-Policy"] = _POLICY % (self._nonce, self._nonce)
        return page.sent(pieces), status, headers


def _no_keys() -> "list":
    return []
