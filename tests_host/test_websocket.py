"""The device's WebSocket client against servers of every kind, good and bad."""

import asyncio
import ssl

import device
import pytest
import websocket_clients
import websocket_servers
import websockets
from certificate import certificate, der


@pytest.fixture(scope="session")
def tls(tmp_path_factory):
    """SSLContext of a server on the loopback and its certificate, as DER, of this run."""
    files = certificate(tmp_path_factory.mktemp("tls"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)
    return context, der(files[0])


def outcome(micropython, case, tls, adapter=websocket_clients.OURS, heap="2M"):
    """(what the client reports, what the server found wrong) of one case."""

    async def run():
        async with websocket_servers.Server(case, tls[0]) as server:
            code = websocket_clients.PROGRAM.format(adapter=adapter, url=server.url, root=tls[1])
            ran = await asyncio.to_thread(
                device.run_code, micropython, code, heap=heap, timeout=60
            )
            await server.finished()
            return ran, server.wrong

    return asyncio.run(run())


@pytest.mark.sample(13)
@pytest.mark.parametrize("case", websocket_servers.CASES, ids=lambda case: case.name)
def test_the_client_does_with_each_server_what_the_rfc_wants(micropython, tls, case):
    ran, wrong = outcome(micropython, case, tls)
    report = ran.json()
    assert (report["end"], wrong) == (case.end, None), ran
    if case.got is not None:
        assert report["got"] == case.got
    if "does not read" in case.name:
        assert report["longest_ms"] < 1500, "the loop stood still while the peer did not read"


LOOP = """
import asyncio, gc, json
from net.websocket_handshake import connect
from net.websocket import BINARY, TEXT
async def main():
    socket = await connect({url!r})
    async def day():
        for number in range(420):
            kind, data = await socket.receive()
            await socket.send(kind, bytes(data))
        gc.collect()
        return gc.mem_alloc()
    print(json.dumps([await day(), await day()]))
    await socket.close()
asyncio.run(main())
"""


def test_thousands_of_messages_leave_the_heap_as_it_was(micropython):
    async def serve(connection):
        for number in range(700):
            text = f"第{number}条 " + "x" * (number % 300)
            sent = text if number % 2 else text.encode()
            await connection.send(sent)
            assert await connection.recv() == sent
            if not number % 7:
                await connection.ping()
            if not number % 5:
                await connection.send([f"{number}", "在", "碎片里"])
                assert await connection.recv() == f"{number}在碎片里"
        await connection.wait_closed()

    async def run():
        async with websockets.serve(serve, "127.0.0.1", 0, ping_interval=None) as server:
            port = server.sockets[0].getsockname()[1]
            code = LOOP.format(url=f"ws://127.0.0.1:{port}/")
            return await asyncio.to_thread(device.run_code, micropython, code, heap="1M")

    ran = asyncio.run(run())
    assert ran.status == 0, ran
    before, after = ran.json()
    assert abs(after - before) < before // 50


def test_the_decision_counts_the_servers_right():
    text = (device.ROOT / "docs" / "decisions" / "websocket.md").read_text(encoding="utf-8")
    assert f"{len(websocket_servers.CASES)} servers" in text
