"""HTTP requests that are large, slow, broken or many: each costs little and stops nothing."""

import asyncio
import gc
import json

from _http import PING, World, answer, head, refusal

THOROUGH = ("test_a_head_is_a_head",)


async def test_a_body_has_a_longest_and_the_client_is_told():
    async with World() as world:
        padded = PING + b" " * (2000 - len(PING))
        assert (await world.request(body=padded))[0] == 200
        for size in (2001, 40000):
            status, _, body = await world.request(body=b" " * size)
            assert (status, refusal(body)) == (413, -32600)
        # Told before the body is there, and without a token.
        status, _, body = await world.request(Content_Length="99999", Authorization=None)
        assert status == 413


async def test_a_length_is_a_length():
    async with World() as world:
        assert (await world.request())[0] == 411
        for length in ("-5", "abc", "1e3", "+40", "4 0", "", "9" * 30):
            status, _, body = await world.raw(head(Content_Length=length) + PING)
            assert (status, refusal(body)) == (400, -32600), length
        chunked = head(Transfer_Encoding="chunked") + b"28\r\n" + PING + b"\r\n0\r\n\r\n"
        assert (await world.raw(chunked))[0] == 411


async def test_a_head_is_a_head():
    async with World() as world:
        for data in (
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET /mcp\r\n\r\n",
            b"POST /mcp HTTP\r\nHost: 127.0.0.1\r\n\r\n",
            b"POST /mcp HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n",
            b"POST /mcp HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
            b"POST /mcp 1.1/HTTP\r\nHost: 127.0.0.1\r\n\r\n",
        ):
            status, _, body = await world.raw(data)
            assert (status, refusal(body)) == (400, -32600), data
        assert world.logged == []


async def test_a_header_that_decides_comes_once():
    async with World() as world:
        for line in (b"Host: pet.local", b"authorization: Bearer x", b"CONTENT-LENGTH: 1"):
            text = head(body=PING)[:-2] + line + b"\r\n\r\n" + PING
            assert (await world.raw(text))[0] == 400, line
        repeated = head(body=PING)[:-2] + b"X-A: 1\r\nX-A: 2\r\n\r\n" + PING
        assert (await world.raw(repeated))[0] == 200


async def test_a_head_has_a_longest():
    async with World() as world:
        assert (await world.request(body=PING, X_Long="x" * 2000))[0] == 200
        assert (await world.request(body=PING, X_Long="x" * 2100))[0] == 431
        many = {"X-%d" % n: "y" * 50 for n in range(100)}
        assert (await world.request(body=PING, **many))[0] == 431
        assert (await world.raw(b"G" * 50000))[0] == 431
        # Told as soon as it is too long, whether it ends or not.
        assert (await world.raw(b"POST /mcp HTTP/1.1\r\nX-A: " + b"x" * 2100))[0] == 431


async def test_one_empty_line_before_a_request_is_passed_over():
    async with World() as world:
        assert (await world.raw(b"\r\n" + head(body=PING) + PING))[0] == 200
        reader, writer = await world.connect()
        writer.write(b"\r\n\r\n")
        await writer.drain()
        assert await reader.read(-1) == b""  # an empty head is no request


async def test_a_client_that_does_not_wait_for_answers_gets_the_first():
    async with World() as world:
        # More than one look at the socket takes: unread bytes would reset the connection, and the
        # answer with it.
        status, _, body = await world.raw((head(body=PING) + PING) * 40)
        assert (status, json.loads(body)["result"]) == (200, {})


async def test_a_request_may_arrive_in_pieces():
    async with World() as world:
        data = head(body=PING) + PING
        reader, writer = await world.connect()
        for at in range(0, len(data), 7):
            writer.write(data[at : at + 7])
            await writer.drain()
            await asyncio.sleep(0)
        status, _, body = await answer(reader)
        assert (status, json.loads(body)["result"]) == (200, {})


async def test_a_client_that_waits_for_leave_gets_it():
    async with World() as world:
        reader, writer = await world.connect()
        writer.write(head(body=PING, Expect="100-continue"))
        await writer.drain()
        assert await reader.readline() == b"HTTP/1.1 100 Continue\r\n"
        assert await reader.readline() == b"\r\n"
        writer.write(PING)
        await writer.drain()
        assert (await answer(reader))[0] == 200


async def test_a_client_that_is_too_slow_is_told_and_left():
    async with World(receive_ms=50) as world:
        for start in (b"", b"POST /mcp HT", head(body=PING), head(body=PING) + PING[:9]):
            status, _, body = await world.raw(start)
            assert (status, refusal(body)) == (408, -32600), start
        await world.idle()


async def test_a_client_that_leaves_early_leaves_nothing_behind():
    async with World() as world:
        for data in (
            b"",
            b"POST",
            head(body=PING),
            head(body=PING) + PING[:9],
            head(body=PING) + PING,
        ):
            _, writer = await world.connect()
            writer.write(data)
            await writer.drain()
            writer.close()
            await writer.wait_closed()
        assert (await world.request(body=PING))[0] == 200
        await world.idle()
        assert world.logged == []


class Stuck:
    """The writing side of a client that takes nothing."""

    def __init__(self):
        self.written = 0
        self.closed = False

    def write(self, data):
        self.written += len(data)

    async def drain(self):
        await asyncio.Event().wait()

    def close(self):
        self.closed = True

    async def wait_closed(self):
        pass

    def get_extra_info(self, name):
        return None


class Fed:
    """The reading side of a client that has sent these bytes."""

    def __init__(self, data):
        self.data = data

    async def read(self, size):
        found, self.data = self.data[:size], self.data[size:]
        return found


async def test_a_client_that_does_not_take_its_answer_is_left():
    world = World(send_ms=50)
    writer = Stuck()
    await world.transport._connected(Fed(head(body=PING) + PING), writer)
    assert writer.written > 0
    assert writer.closed
    assert world.logged == ["info"]
    assert world.transport._tasks == []


async def test_calls_are_served_side_by_side():
    async with World() as world:
        slow = asyncio.create_task(world.ask("tools/call", {"name": "wait"}))
        await world.entered.wait()
        assert await world.ask("ping") == {}
        world.gate.set()
        assert (await slow)["content"][0]["text"] == "waited"


async def test_no_more_connections_than_allowed_are_served():
    async with World(max_connections=2) as world:
        slow = [asyncio.create_task(world.ask("tools/call", {"name": "wait"})) for _ in range(2)]
        while len(world.transport._tasks) < 2:
            await asyncio.sleep_ms(1)
        await world.entered.wait()
        status, headers, body = await world.request(body=PING)
        assert (status, refusal(body), headers["retry-after"]) == (503, -32600, "1")
        world.gate.set()
        for task in slow:
            await task
        assert await world.ask("ping") == {}


async def test_who_is_only_seen_out_keeps_nobody_out():
    async with World(max_connections=1) as world:
        reader, writer = await world.connect()
        writer.write(head(body=b"x" * 100000))
        await writer.drain()
        assert (await reader.readline()).startswith(b"HTTP/1.0 413")
        assert (
            len(world.transport._tasks) == 1
        )  # it may still be sending, and is heard for a while
        assert await world.ask("ping") == {}
        writer.close()


async def test_a_crowd_that_says_nothing_makes_room_for_who_speaks():
    async with World(max_connections=1, receive_ms=60000, head_ms=60000) as world:
        held = []
        for _ in range(50):
            held.append(await world.connect())  # noqa: PERF401  no await in a comprehension
        assert await world.ask("ping") == {}
        # The first had to go; the last few are still waited for.
        reader, _ = held[0]
        gone = await asyncio.wait_for(reader.read(-1), 20)
        assert gone.startswith(b"HTTP/1.0 503 ")
        assert len(world.transport._tasks) <= 4
        for _, writer in held:
            writer.close()
            await writer.wait_closed()
        await world.idle()
        assert await world.ask("ping") == {}


async def test_closing_ends_the_calls_under_way_and_frees_the_port():
    async with World() as world:
        reader, writer = await world.connect()
        call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}'
        writer.write(head(body=call) + call)
        await writer.drain()
        await world.entered.wait()
        serving = asyncio.create_task(world.transport.serve())
        await asyncio.sleep(0)
        await world.transport.close()
        await serving
        assert world.transport._tasks == []
        assert await reader.read(-1) == b""
        assert await refused(world)
        world.transport._port = world.port
        assert await world.transport.start() == world.port
        assert await world.ask("ping") == {}


async def refused(world):
    """Whether nobody listens there."""
    try:
        reader, _ = await world.connect()
        return await reader.read(1) == b""
    except OSError:
        return True


async def test_cancelling_serve_closes():
    world = World()
    async with world:
        serving = asyncio.create_task(world.transport.serve())
        assert await world.ask("ping") == {}
        serving.cancel()
        try:
            await serving
            raise AssertionError("not cancelled")
        except asyncio.CancelledError:
            pass
        assert world.transport._listener is None


async def test_two_transports_find_two_ports():
    async with World() as one, World() as other:
        assert one.port != other.port
        taken = World()
        taken.transport._port = one.port
        try:
            await taken.transport.start()
            raise AssertionError("a port in use was taken")
        except OSError:
            pass
        assert await other.ask("ping") == {}


async def test_the_heap_does_not_grow_with_the_number_of_requests():
    async with World() as world:
        call = {"name": "echo", "arguments": {"a": "猫" * 50}}

        async def some(count):
            for _ in range(count):
                await world.ask("tools/call", call)
                await world.request(body=PING, Authorization=None)
                await world.request("GET")
                world.calls.clear()
            await world.idle()
            gc.collect()
            return gc.mem_alloc()

        before = await some(10)
        assert await some(100) < before * 1.02
