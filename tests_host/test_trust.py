"""
Which servers the device believes over TLS, and what it says of those that it does not: real
servers on the loopback, with certificates made here.
"""

import datetime
import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from certificate import Authority, certificate, der
from device import Ran

from tools.roots import middle

Run = Callable[..., Ran]

LIMIT_S = 30

_DIAL = """
import asyncio, json
from binascii import unhexlify
from net import tcp, trust
from net.certificate import Certificate, root

given = json.loads(GIVEN)
asked = []
known = [unhexlify(each) for each in given.get("known", ())]
known += [root(unhexlify(each)) for each in given.get("middles", ())]

def roots(issuer):
    asked.append(issuer)
    return [der for der in known if Certificate(der).subject == issuer]

async def time():
    return given.get("now", "20261122120000")

async def once(port, host):
    try:
        connection = await tcp.dial(host, port, True)
        await connection.send((b"hello",))
        back = bytearray(5)
        await connection.read_full(back)
        connection.close()
        return back.decode()
    except OSError as e:
        return str(e.args[-1])

async def main():
    own = tuple(unhexlify(each) for each in given.get("own", ()))
    if "checks" in given or "used" not in given:
        trust.use(trust.Trust(roots, time, own, given.get("checks", True)))
    said = []
    for each in given["dials"]:
        said.append(await once(*each))
    print(json.dumps({"said": said, "asked": len(asked)}))

asyncio.run(main())
"""


class Server:
    """Answers over TLS with what comes; `shaken` are the handshakes that were done."""

    def __init__(self, chain: Path, key: Path):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain, key)
        self._context = context
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.dialled = 0
        self.shaken = 0
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                plain, _ = self._listener.accept()
            except OSError:
                return
            self.dialled += 1
            plain.settimeout(LIMIT_S)
            with plain:
                try:
                    with self._context.wrap_socket(plain, server_side=True) as secure:
                        self.shaken += 1
                        secure.sendall(secure.recv(100))
                        secure.recv(100)
                except OSError:
                    pass  # the device has left, as some tests want

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(LIMIT_S)


Serve = Callable[[tuple[Path, Path]], Server]


@pytest.fixture
def serve() -> Iterator[Serve]:
    made: list[Server] = []

    def start(files: tuple[Path, Path]) -> Server:
        made.append(Server(*files))
        return made[-1]

    yield start
    for each in made:
        each.close()


def _dialled(run_mpy: Run, *dials: "tuple[int, str]", **given: Any) -> dict[str, Any]:
    """What comes of dialling each (port, host)."""
    for name in ("known", "own", "middles"):
        given[name] = [each.hex() for each in given.get(name, ())]
    ran = run_mpy(f"GIVEN = {json.dumps({'dials': dials, **given})!r}\n{_DIAL}")
    found: dict[str, Any] = ran.json()  # type: ignore[assignment]
    return found


def _day(year: int, month: int = 1, day: int = 1) -> datetime.datetime:
    return datetime.datetime(year, month, day, tzinfo=datetime.UTC)


def test_a_server_below_a_known_root_is_believed_and_others_of_that_root_at_once(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    root = Authority("Test Root")
    server = serve(Authority("Test Issuer", root).served(tmp_path))
    found = _dialled(
        run_mpy, (server.port, "127.0.0.1"), (server.port, "127.0.0.1"), known=[root.der]
    )
    assert found["said"] == ["hello", "hello"]
    # The first dial found out which root is wanted; the context then has it.
    assert (server.dialled, server.shaken) == (3, 2)


def test_a_root_of_which_only_name_and_key_are_kept_is_as_good_as_the_whole(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    root, other = Authority("Test Root"), Authority("Test Root")
    server = serve(Authority("Test Issuer", root).served(tmp_path))
    dial = (server.port, "127.0.0.1")
    assert _dialled(run_mpy, dial, middles=[middle(root.made)])["said"] == ["hello"]
    (said,) = _dialled(run_mpy, dial, middles=[middle(other.made)])["said"]
    assert "unknown here: Test Root" in said


def test_a_root_that_the_server_sends_signed_by_an_older_one_is_believed_itself(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    """As Google's do: the chain ends at an authority that is not known here."""
    old = Authority("Old Root")
    new = Authority("New Root")
    crossed = Authority("New Root", old)
    crossed.key, crossed.made = new.key, old.sign(new.key, new.name, (), True)
    server = serve(Authority("Issuer", crossed).served(tmp_path))
    assert _dialled(run_mpy, (server.port, "127.0.0.1"), known=[new.der])["said"] == ["hello"]


def test_a_server_with_the_owners_root_or_certificate_is_believed(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    root = Authority("Home Root")
    files = certificate(tmp_path)
    (tmp_path / "a").mkdir()
    own, signed = serve(files), serve(root.served(tmp_path / "a"))
    found = _dialled(
        run_mpy,
        (own.port, "127.0.0.1"),
        (signed.port, "127.0.0.1"),
        (own.port, "localhost"),
        own=[der(files[0]), root.der],
    )
    assert found["said"] == ["hello"] * 3
    assert (own.dialled, signed.dialled) == (2, 1)


@pytest.mark.parametrize("known", [True, False])
def test_an_expired_certificate_is_refused_and_both_days_are_told(
    run_mpy: Run, serve: Serve, tmp_path: Path, known: bool
) -> None:
    root = Authority("Test Root")
    server = serve(root.served(tmp_path, ends=_day(2026, 3, 4)))
    found = _dialled(run_mpy, (server.port, "127.0.0.1"), known=[root.der] if known else [])
    assert (
        "the certificate of 127.0.0.1 has ended on 2026-03-04, and here it is 2026-11-22: set "
        "the clock if that is wrong" in found["said"][0]
    )
    assert server.shaken == 0 or known  # nothing was said to it


def test_a_certificate_that_begins_later_points_to_the_clock(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    root = Authority("Test Root")
    server = serve(root.served(tmp_path, begins=_day(2026, 3, 4)))
    found = _dialled(run_mpy, (server.port, "127.0.0.1"), known=[root.der], now="20250101000000")
    assert found["said"] == [
        "TLS: the certificate of 127.0.0.1 begins on 2026-03-04, and here it is 2025-01-01: the "
        "clock is wrong"
    ]


def test_a_certificate_for_another_host_is_refused_and_its_names_are_told(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    root = Authority("Test Root")
    names = ("a.example", "10.1.2.3", "*.b.example")
    server = serve(root.served(tmp_path, names))
    found = _dialled(run_mpy, (server.port, "localhost"), known=[root.der])
    assert found["said"] == [
        "TLS: the certificate is for a.example, 10.1.2.3, *.b.example and not for localhost"
    ]


def test_a_certificate_signed_by_itself_is_refused_and_what_to_do_is_told(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    server = serve(certificate(tmp_path))
    other = Authority("Other Root")
    for own in ([], [other.der]):
        (said,) = _dialled(run_mpy, (server.port, "127.0.0.1"), own=own)["said"]
        assert said.startswith("TLS: the certificate of 127.0.0.1 is signed by nobody but itself")
        assert "./tools/keys.sh ca" in said


def test_an_unknown_root_is_refused_and_named(run_mpy: Run, serve: Serve, tmp_path: Path) -> None:
    root = Authority("Unheard Of")
    server = serve(Authority("Issuer", root).served(tmp_path))
    known = [Authority("Known").der]
    (said,) = _dialled(run_mpy, (server.port, "127.0.0.1"), known=known)["said"]
    assert "is from an authority unknown here: Unheard Of" in said


def test_a_root_of_the_same_name_with_another_key_is_none(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    server = serve(Authority("Famous Root").served(tmp_path))
    known = [Authority("Famous Root").der]
    (said,) = _dialled(run_mpy, (server.port, "127.0.0.1"), known=known)["said"]
    assert "unknown here: Famous Root" in said
    assert (server.dialled, server.shaken) == (2, 0)


def test_without_the_time_nothing_is_dialled(run_mpy: Run, serve: Serve, tmp_path: Path) -> None:
    root = Authority("Test Root")
    server = serve(root.served(tmp_path))
    (said,) = _dialled(run_mpy, (server.port, "127.0.0.1"), own=[root.der], now=None)["said"]
    assert "the clock is not set" in said
    assert "time_server" in said
    assert server.dialled == 0


def test_unless_somebody_says_whom_to_trust_nobody_is_trusted(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    server = serve(certificate(tmp_path))
    (said,) = _dialled(run_mpy, (server.port, "127.0.0.1"), used=False)["said"]
    assert "nobody has said which servers to trust" in said


def test_without_checks_any_certificate_is_taken_and_the_time_is_not_needed(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    server = serve(certificate(tmp_path))
    found = _dialled(run_mpy, (server.port, "localhost"), checks=False, now=None)
    assert found["said"] == ["hello"]


def test_many_roots_do_not_pile_up_in_the_context(
    run_mpy: Run, serve: Serve, tmp_path: Path
) -> None:
    """Eight at a time; a server whose root has been left out is believed as before."""
    roots, servers = [], []
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        roots.append(Authority(f"Root {number}"))
        servers.append(serve(roots[-1].served(folder)))
    dials = [(one.port, "127.0.0.1") for one in (*servers, servers[0], servers[9])]
    found = _dialled(run_mpy, *dials, known=[root.der for root in roots])
    assert found["said"] == ["hello"] * 12
    assert [one.dialled for one in servers] == [4, *[2] * 8, 3]


_DAMAGED = """
from net.certificate import Certificate

read = 0
for at in range(len(DER)):
    for value in (0, 1, 0x30, 0x7F, 0x80, 0x82, 0xFF):
        damaged = bytearray(DER)
        damaged[at] = value
        try:
            Certificate(bytes(damaged))
            read += 1
        except ValueError:
            pass
    try:
        Certificate(DER[:at])
        raise AssertionError(at)
    except ValueError:
        pass
print(read)
"""


def test_a_certificate_of_any_bytes_is_read_or_is_none(run_mpy: Run, tmp_path: Path) -> None:
    chain, _ = Authority("Test Root").served(tmp_path, ("a.example", "10.1.2.3"))
    ran = run_mpy(f"DER = {der(chain)!r}\n{_DAMAGED}")
    assert 100 < int(ran.out) < 7 * len(der(chain))


_EACH = """
import asyncio, json, os
from firmware.network import server_trust
from firmware.system.clock import Clock
from firmware.system.settings import Settings
from net import http_client, mqtt, websocket_handshake
from firmware.update.http_source import Folder

async def update():
    await Folder("https://127.0.0.1:%d/" % PORT).get("manifest.json", print, 100)

async def service():
    await http_client.post(http_client.url("https://127.0.0.1:%d/" % PORT), (), b"s3cret", 100)

async def cloud():
    headers = (("Authorization", "s3cret"),)
    await websocket_handshake.connect("wss://127.0.0.1:%d/" % PORT, headers)

async def broker():
    place = {"endpoint": "127.0.0.1:%d" % PORT, "client_id": "x", "password": "s3cret"}
    place["tls"] = True
    await mqtt.MQTT(place, print).connect()

async def main():
    said = []
    for verifies in (True, False):
        settings = Settings({})
        settings.set("tls_verify", verifies)
        server_trust.start(settings, Clock())
        for each in (update, service, cloud, broker):
            try:
                await each()
            except Exception as e:
                said.append(str(e))
    print(json.dumps(said))

asyncio.run(main())
"""


def test_cloud_service_broker_and_update_are_all_checked_and_told_nothing_before(
    run_mpy: Run, serve: Serve, flash: Path, tmp_path: Path
) -> None:
    server = serve(certificate(tmp_path))
    ran = run_mpy(f"PORT = {server.port}\n{_EACH}", flash=flash)
    said: list[str] = ran.json()  # type: ignore[assignment]
    assert len(said) == 8
    for words in said[:4]:
        assert "the certificate of 127.0.0.1 is signed by nobody but itself" in words
    for words in said[4:]:  # without tls_verify they get as far as what the server says
        assert "certificate" not in words
    assert server.shaken == 4
