"""The device's WebSocket client against servers of every kind, good and bad."""

import asyncio
import ssl

import device
import pytest
import websocket_clients
import websocket_servers
from certificate import certificate


@pytest.fixture(scope="session")
def tls(tmp_path_factory):
    """An SSLContext of a server on the loopback, with a certificate of this run."""
    folder = tmp_path_factory.mktemp("tls")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(folder))
    return context


def outcome(micropython, case, tls, adapter=websocket_clients.OURS, heap="2M"):
    """(what the client reports, what the server found wrong) of one case."""

    async def run():
        async with websocket_servers.Server(case, tls) as server:
            code = websocket_clients.PROGRAM.format(adapter=adapter, url=server.url)
            ran = await asyncio.to_thread(
                device.run_code, micropython, code, heap=heap, timeout=60
            )
            await server.finished()
            return ran, server.wrong

    return asyncio.run(run())


@pytest.mark.parametrize("case", websocket_servers.CASES, ids=lambda case: case.name)
def test_the_client_does_with_each_server_what_the_rfc_wants(micropython, tls, case):
    ran, wrong = outcome(micropython, case, tls)
    report = ran.json()
    assert (report["end"], wrong) == (case.end, None), ran
    if case.got is not None:
        assert report["got"] == case.got
    if "does not read" in case.name:
        assert report["longest_ms"] < 1500, "the loop stood still while the peer did not read"
