"""
Trust: which servers are believed to be who they say, over TLS.

Owns the device's one TLS context, which all connections share, the roots in it, and the words for
a certificate that is not good. A context with all roots would take some 3 KB of the chip's scarce
internal RAM for each. So a context begins with the owner's roots alone; where a server's chain
leads to another root that is known, that one is added, and the server is dialled again: once for
a root and start. docs/decisions/trust.md has the measurements and the alternatives.
"""

import asyncio
import errno

import tls
from micropython import const

from .certificate import Certificate

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

_MAX_ROOTS = const(8)  # in a context, beside the owner's
_NO_ROOTS = const(-30336)  # MBEDTLS_ERR_SSL_CA_CHAIN_REQUIRED: the context has none at all
_CLIENT = tls.PROTOCOL_TLS_CLIENT  # type: ignore[attr-defined]

_HELP = "; if that server is your own, give its root to the device (./tools/keys.sh ca FILE)"


class Untrusted(OSError):
    """A server that is not believed, or cannot be checked; the text says why and what to do."""


class RootAdded(Exception):
    """The server's root was not in the context, and is now: dial again."""


class Trust:
    """
    roots   roots(issuer) gives the roots, as DER, of authorities whose name has this hash
            (certificate.name_hash)
    time    `await time()` gives the time in UTC as fourteen digits, like 20260401120000; None
            where the clock is not set, also after some seconds of waiting
    own     the owner's roots, as DER
    checks  False: any certificate is taken, also without the time
    """

    def __init__(
        self,
        roots: "Callable[[bytes], list[bytes]]",
        time: "Callable[[], Coroutine[Any, Any, str | None]]",
        own: "tuple[bytes, ...]" = (),
        checks: bool = True,
    ) -> None:
        self._roots = roots
        self._time = time
        self._own = own
        self._checks = checks
        self._loaded: "list[bytes]" = []  # hashes of the issuers whose roots are in the context
        self._chain: "list[bytes]" = []  # of the handshake in work: the server's own is the last
        self._context = self._fresh()

    async def ready(self) -> "str | None":
        """Wait for the time, where it is needed. Raises Untrusted where there is none."""
        if not self._checks:
            return None
        now = await self._time()
        if now is None:
            raise Untrusted(
                "TLS: the clock is not set, and no certificate is checked without the time: no"
                " time server has answered (setting time_server)"
            )
        return now

    async def secure(self, sock: "Any", host: str, now: "str | None") -> "Any":
        """
        TLS over a connected socket, whose server's certificate was found good for `host` at the
        time that ready() gave. The rest of the handshake is done by the first write. Raises
        Untrusted, RootAdded, OSError; the socket stays open then.
        """
        made = self._context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
        made.setblocking(False)
        if self._checks:
            await self._checked(made, host, now or "")
        return made

    async def _checked(self, sock: "Any", host: str, now: str) -> None:
        one = bytearray(1)
        stream: "Any" = asyncio.StreamReader(sock)
        first = True
        while True:
            try:
                # The first call sends the client's hello. mbedTLS checks the server's chain within
                # one call, and nothing else runs before it is taken from `_chain`.
                got = sock.readinto(one) if first else await stream.readinto(one)
            except ValueError as e:  # the text has mbedTLS's reasons, one a line
                self._refuse(host, now, str(e))
            except OSError as e:
                if e.args[0] == _NO_ROOTS:
                    self._refuse(host, now, "")
                self._chain = []
                raise
            first = False
            chain, self._chain = self._chain, []
            if chain:
                wrong = _wrong_time(chain, host, now)
                if wrong:
                    raise Untrusted("TLS: " + wrong)
                return
            if got is not None:  # the end, or bytes before the handshake is over
                raise OSError(errno.ECONNRESET)

    def _refuse(self, host: str, now: str, reasons: str) -> None:
        """Raise what fits a chain that mbedTLS refuses."""
        chain, self._chain = self._chain, []
        if not chain:
            raise Untrusted("TLS: the server shows no certificate that can be read")
        rootless = not reasons or "trusted CA" in reasons
        if rootless and self._add_roots(chain):
            raise RootAdded
        server = _read(chain[-1])
        wrong = []
        timed = _wrong_time(chain, host, now)
        if timed:
            wrong.append(timed)
        if rootless:
            if server.issuer == server.subject:
                why = "the certificate of %s is signed by nobody but itself" % host
            else:
                name = _read(chain[0]).issuer_name
                why = "the certificate of %s is from an authority unknown here: %s" % (host, name)
            wrong.append(why + _HELP)
        if "expected CN" in reasons:
            names = ", ".join(server.names)
            wrong.append("the certificate is for %s and not for %s" % (names, host))
        if not wrong:
            wrong.append("; ".join(reasons.strip().split("\n")))
        raise Untrusted("TLS: " + "; ".join(wrong))

    def _add_roots(self, chain: "list[bytes]") -> bool:
        """Add the known roots that a certificate of the chain is signed with, from its end on."""
        for der in reversed(chain):
            issuer = _read(der).issuer
            found = [] if issuer in self._loaded else self._roots(issuer)
            if found:
                if len(self._loaded) >= _MAX_ROOTS:  # connections keep the context that they have
                    self._context = self._fresh()
                    self._loaded = []
                self._loaded.append(issuer)
                for root in found:
                    self._context.load_verify_locations(root)
                return True
        return False

    def _fresh(self) -> "Any":
        """A context with the owner's roots. Raises ValueError for one that is none."""
        context: "Any" = tls.SSLContext(_CLIENT)  # type: ignore[attr-defined]
        if not self._checks:
            context.verify_mode = tls.CERT_NONE  # type: ignore[attr-defined]
            return context
        context.verify_callback = self._collect
        for der in self._own:
            context.load_verify_locations(der)
        return context

    def _collect(self, certificate: memoryview, depth: int) -> int:
        """Called by mbedTLS for each certificate of a chain, the server's own last."""
        self._chain.append(bytes(certificate))
        return 0  # changes nothing of mbedTLS's own verdict


def _read(der: bytes) -> Certificate:
    try:
        return Certificate(der)
    except ValueError:
        raise Untrusted("TLS: the server shows a certificate that cannot be read")


def _wrong_time(chain: "list[bytes]", host: str, now: str) -> str:
    """
    What is wrong with the validity of a certificate of the chain, "" for nothing. mbedTLS looks at
    it by the clock of the chip, where it is built to, and does not name the day.
    """
    for der in reversed(chain):
        one = _read(der)
        what = "the certificate of %s" % host
        if one.ends < now:
            return (
                "%s has ended on %s, and here it is %s: set the clock if that is wrong, else its"
                " server needs a new one" % (what, _day(one.ends), _day(now))
            )
        if one.begins > now:
            return "%s begins on %s, and here it is %s: the clock is wrong" % (
                what, _day(one.begins), _day(now),
            )  # fmt: skip
    return ""


def _day(digits: str) -> str:
    return "%s-%s-%s" % (digits[:4], digits[4:6], digits[6:8])


_trust: "list[Trust]" = []  # the one in use


def use(trust: Trust) -> None:
    """Have all connections of the device checked by this."""
    _trust[:] = [trust]


def current() -> Trust:
    """What use() was given. Raises Untrusted where nothing was."""
    if not _trust:
        raise Untrusted("TLS: nobody has said which servers to trust (net.trust.use)")
    return _trust[0]
