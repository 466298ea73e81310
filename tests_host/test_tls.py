"""HTTPS with CPython's ssl as the client, and what clients do that speak something else."""

import http.client
import json
import os
import re
import socket
import ssl
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from certificate import Authority, certificate
from desk import Desk
from device import ROOT

LIMIT_S = 30


def keys(*arguments: object, status: int = 0) -> str:
    """What ./tools/keys.sh says on stderr."""
    command = [str(ROOT / "tools" / "keys.sh"), *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert ran.returncode == status, ran.stderr
    return ran.stderr


@pytest.fixture
def chip(tmp_path: Path) -> Path:
    """A device's chip with a certificate on it, beside cert.pem and key.pem."""
    flash = tmp_path / "desk.flash"
    flash.write_bytes(b"\xff" * (16 << 20))
    keys("tls", *certificate(tmp_path), "--flash", flash)
    return flash


def trusting(chip: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(chip.with_name("cert.pem")))


def asked(desk: Desk, context: ssl.SSLContext, token: "str | None", method: str = "ping") -> dict:
    """The answer to a request over HTTPS; its status in `status`."""
    url = urlsplit(desk.url)
    assert (url.scheme, url.hostname) == ("https", "127.0.0.1")
    link = http.client.HTTPSConnection("127.0.0.1", url.port, timeout=LIMIT_S, context=context)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    params = {"name": "test_what_is_held"} if method == "tools/call" else {}
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    link.request("POST", "/mcp", json.dumps(message), headers)
    answer = link.getresponse()
    found = json.loads(answer.read())
    link.close()
    return {"status": answer.status, **found}


def connected(desk: Desk) -> socket.socket:
    return socket.create_connection(("127.0.0.1", urlsplit(desk.url).port), LIMIT_S)


def ended(link: socket.socket) -> bytes:
    """What comes until the device closes, in any way."""
    found = b""
    try:
        while more := link.recv(4096):
            found += more
    except ConnectionError:
        pass
    link.close()
    return found


def test_a_client_that_trusts_the_certificate_is_served_and_the_key_is_asked_for(
    desk: Callable[..., Desk], chip: Path
) -> None:
    one = desk()
    context = trusting(chip)
    assert asked(one, context, one.token) == {
        "status": 200,
        "jsonrpc": "2.0",
        "id": 1,
        "result": {},
    }
    assert len(asked(one, context, one.token, "tools/list")["result"]["tools"]) >= 3
    assert asked(one, context, "x" * 32)["status"] == 401
    with pytest.raises(ssl.SSLCertVerificationError):
        asked(one, ssl.create_default_context(), one.token)
    assert asked(one, context, one.token)["status"] == 200
    assert [event for event in one.events if event.get("level")] == []


def test_who_speaks_no_tls_is_told_nothing_and_holds_nothing(
    desk: Callable[..., Desk], chip: Path, figure: Callable
) -> None:
    one = desk()
    context = trusting(chip)
    assert asked(one, context, one.token)["status"] == 200
    files = len(os.listdir(f"/proc/{one.process.pid}/fd"))
    bearer = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {one.token}\r\n\r\n"
    hello = bytes.fromhex("160301 0005 010000 01 00")
    tries = (bearer.encode(), b"\0" * 300, hello, b"\x16\x03\x01\xff\xff", b"\x80" * 50, b"x")
    for data in tries * 3:
        link = connected(one)
        link.sendall(data)
        link.shutdown(socket.SHUT_WR)
        assert b"HTTP/" not in ended(link)
    for _ in range(100):  # the last one may be under way still: each question lets it go on
        assert asked(one, context, one.token)["status"] == 200
        if len(os.listdir(f"/proc/{one.process.pid}/fd")) <= files:
            break
    assert len(os.listdir(f"/proc/{one.process.pid}/fd")) <= files
    figure("hostile_connections", len(tries) * 3)


@pytest.mark.thorough
def test_fifty_clients_that_begin_no_handshake_do_not_keep_the_owner_out(
    desk: Callable[..., Desk], chip: Path, figure: Callable
) -> None:
    one = desk()
    held = [connected(one) for _ in range(50)]
    assert asked(one, trusting(chip), one.token)["status"] == 200
    assert b"HTTP/" not in ended(held[0])
    for link in held:
        link.close()
    assert asked(one, trusting(chip), one.token)["status"] == 200
    figure("hostile_connections", 50)


def test_tls_takes_some_kilobytes_of_the_devices_own_heap(
    desk: Callable[..., Desk], chip: Path, figure: Callable
) -> None:
    one = desk("--fixtures")
    context = trusting(chip)
    heap = []
    for _ in range(3):
        found = asked(one, context, None, "tools/call")["result"]["content"][0]["text"]
        heap.append(json.loads(found)["heap"])
    one.stop()
    keys("tls", "off", "--flash", chip)
    plain = desk("--fixtures")
    assert plain.url.startswith("http://")
    for _ in range(3):
        answer = plain.request("tools/call", name="test_what_is_held")
        heap.append(json.loads(answer["result"]["content"][0]["text"])["heap"])
    more = heap[2] - heap[5]
    assert 0 < more < 20_000
    figure("tls_heap_bytes", more)


@pytest.mark.thorough
def test_a_certificate_that_cannot_be_served_with_is_not_kept(chip: Path, tmp_path: Path) -> None:
    before = chip.read_bytes()
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    locked = tmp_path / "locked.pem"
    locked.write_text(re.sub("PRIVATE KEY", "ENCRYPTED PRIVATE KEY", key.read_text()))
    nothing = tmp_path / "nothing"
    nothing.write_bytes(b"nothing")
    for given, words in (
        ((cert, cert), "cannot be served"),
        ((nothing, key), "cannot be served"),
        ((cert, nothing), "cannot be served"),
        ((cert, locked), "password"),
        ((cert,), "its key"),
        ((tmp_path / "none", key), "No such file"),
    ):
        assert words in keys("tls", *given, "--flash", chip, status=1), given
    assert chip.read_bytes()[:0x9000] == before[:0x9000]


def test_where_tls_is_wanted_and_cannot_be_had_nothing_is_served(
    desk: Callable[..., Desk], chip: Path
) -> None:
    data = bytearray(chip.read_bytes())
    at = data.find(b"localhost")
    data[at] ^= 0x01  # of the certificate: its checksum does not hold
    chip.write_bytes(data)
    alone = desk(ready=False)
    assert alone.wait() == 1
    assert "there is no certificate" in alone.transcript()
    both = desk("--stdio", "--port", "0")
    assert both.ready["mcp"] == "stdio"
    assert both.initialize()["serverInfo"]["name"] == "xiaozhi-pet"


def test_the_owners_roots_are_given_and_taken_away_by_a_command(
    run_mpy: Callable, flash: Path, tmp_path: Path
) -> None:
    def kept() -> list[str]:
        code = "import json\nfrom firmware.network import server_trust\n"
        code += "print(json.dumps([der.hex() for der in server_trust.own_roots()]))\n"
        found: list[str] = run_mpy(code, flash=flash).json()
        return found

    roots = [Authority("Home"), Authority("Work")]
    pem = tmp_path / "roots.pem"
    pem.write_text("".join(ssl.DER_cert_to_PEM_cert(each.der) for each in roots))
    keys("ca", pem, "--flash", flash)
    assert kept() == [each.der.hex() for each in roots]
    _, key = certificate(tmp_path)
    assert "not a certificate" in keys("ca", key, "--flash", flash, status=1)
    assert len(kept()) == 2
    keys("ca", "off", "--flash", flash)
    assert kept() == []
