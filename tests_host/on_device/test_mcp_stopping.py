"""Whatever its tasks do, the MCP server stops: connections, calls, listener, outgoing clients."""

import asyncio

from _http import World, answer, head
from mcp.core.concurrent_calls import ConcurrentCalls
from mcp.core.server import Session
from mcp.transport import http
from net import tasks
from net.reconnecting import ReconnectingClient
from net.websocket import Closed
from net.websocket_link import Link

CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{}}}'


async def stay():
    await asyncio.Event().wait()


async def soon(tasks_to_stop):
    """As net.tasks.stop, which waits for five seconds."""
    await tasks.stop(tasks_to_stop, 20)


async def calling(world, name):
    """A connection with a call of this tool under way."""
    reader, writer = await world.connect()
    body = CALL.replace(b"%s", name)
    writer.write(head(body=body) + body)
    await writer.drain()
    return reader, writer


class Calls(World):
    """Tools that do not end as they should; `under_way` counts the calls that began."""

    under_way = 0

    async def wait(self, arguments, call):
        self.under_way += 1
        try:
            await stay()
        finally:
            raise OSError("fails when it is cancelled")

    async def broken(self, arguments, call):
        self.under_way += 1
        while True:
            try:
                await stay()
            except asyncio.CancelledError:
                continue


async def test_an_http_server_closes_whatever_its_calls_do_when_they_are_cancelled():
    http.stop = soon
    world = Calls()
    async with world:
        writers = []
        for name in (b"wait", b"broken", b"wait"):
            _, writer = await calling(world, name)
            writers.append(writer)
        while world.under_way < 3:
            await asyncio.sleep_ms(1)
        asyncio.get_event_loop().set_exception_handler(lambda loop, context: None)
        await world.transport.close()
        assert len(world.transport._tasks) == 1  # the one that cannot be stopped
        assert world.transport._listener is None
        for writer in writers:
            writer.close()


async def test_who_closes_it_and_is_cancelled_meanwhile_closes_it_all_the_same():
    world = Calls()
    async with world:
        await calling(world, b"wait")
        while not world.under_way:
            await asyncio.sleep_ms(1)
        serving = asyncio.create_task(world.transport.serve())
        await asyncio.sleep_ms(1)
        for _ in range(3):
            serving.cancel()
            await asyncio.sleep_ms(0)
        try:
            await serving
            raise AssertionError("it was cancelled")
        except asyncio.CancelledError:
            pass
        assert world.transport._tasks == [] and world.transport._listener is None


async def test_a_listener_that_ends_is_told_and_may_be_run_again_on_its_port():
    world = World()
    async with world:
        serving = asyncio.create_task(world.transport.serve())
        await asyncio.sleep_ms(1)
        world.transport._listener.task.cancel()
        try:
            await serving
            raise AssertionError("nobody was told")
        except asyncio.CancelledError:
            pass
        await world.transport.close()  # raises nothing, and may be called again
        serving = asyncio.create_task(world.transport.serve())
        while world.transport._listener is None:
            await asyncio.sleep_ms(1)
        reader, writer = await world.connect()
        writer.write(head(method="GET"))
        await writer.drain()
        status, _, _ = await answer(reader)
        assert status == 405
        await world.transport.close()
        await serving


async def test_a_call_of_a_channel_that_fails_costs_no_other_and_keeps_nothing_open():
    world = World()
    logged = []

    async def send(content, label):
        if label == "fails":
            raise ValueError("a fault of ours")
        sent.append(label)

    sent = []
    session = Session(world.transport._session.server, "test", False)
    session.agree("2024-11-05", {})
    calls = ConcurrentCalls(session, send, lambda level, text: logged.append((level, text)))
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    for label in ("fails", "works"):
        await calls.start(ping, label)
    await asyncio.sleep_ms(2)
    assert sent == ["works"]
    assert logged == [("error", "a call failed: ValueError: a fault of ours")]
    await calls.start(CALL.replace(b"%s", b"wait"), "waits")
    await asyncio.sleep_ms(2)
    await calls.close()
    assert calls._tasks == [] and sent == ["works"]


class Socket:
    """A WebSocket over which nothing comes."""

    frames = 0
    closed = False

    async def receive(self):
        await stay()

    async def close(self, code=1000, reason=""):
        self.closed = True


async def test_a_link_that_is_cancelled_twice_closes_its_socket():
    socket = Socket()

    async def nothing(*arguments):
        pass

    running = asyncio.create_task(Link(socket, nothing, nothing, print).run())
    await asyncio.sleep_ms(1)
    for _ in range(3):
        running.cancel()
        await asyncio.sleep_ms(0)
    try:
        await running
        raise AssertionError("it was cancelled")
    except asyncio.CancelledError:
        assert socket.closed


async def test_a_client_that_fails_while_it_is_closed_raises_nothing_at_who_closes_it():
    class Client(ReconnectingClient):
        async def use(self, socket):
            try:
                await stay()
            finally:
                raise ValueError("at its end")
            return Closed(1000, "")

    async def connect():
        return Socket()

    changes = []
    client = Client(connect, lambda is_open, why: changes.append(why), lambda count: bytes(count))
    serving = asyncio.create_task(client.serve())
    await asyncio.sleep_ms(1)
    loop = asyncio.get_event_loop()
    loop.set_exception_handler(lambda loop, context: None)
    await client.close()
    assert changes == ["at its end"]
    assert serving.done()
