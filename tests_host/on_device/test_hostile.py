"""
Clients that mean harm, or might: each costs little, is refused or left, and keeps nobody out.

Real sockets on the loopback; other peers than that are given to the door and the guard directly.
Rates run on a clock of the test.
"""

import asyncio
import json
import time

from _figures import figure
from _http import PING, TOKEN, World, answer, head, refusal
from mcp.core.call import SCOPES
from mcp.transport.connection_limiter import (
    ConnectionLimiter,
    FailedKeyLimiter,
    RateLimiter,
)

HEAP = "1M"
THOROUGH = ("test_a_request_line_that_is_none_is_refused",)
LONG_MS = 60000
FIRST = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n"
REST = (
    b"Authorization: Bearer " + TOKEN.encode() + b"\r\nContent-Type: application/json\r\n"
    b"Content-Length: 40\r\n\r\n"
)

# Heads that two programs might read in two ways, or that nobody should send; each with its status.
SMUGGLED = (
    (b"Content-Length: 41\r\n", 400),
    (b"content-length: 40\r\n", 400),
    (b"Content-Length: 40, 40\r\n", 400),
    (b"Transfer-Encoding: chunked\r\n", 400),
    (b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n", 400),
    (b"transfer-encoding:\tchunked\r\n", 400),
    (b"Transfer-Encoding : chunked\r\n", 400),
    (b"Transfer-Encoding\t: chunked\r\n", 400),
    (b" Transfer-Encoding: chunked\r\n", 400),
    (b"X-A: 1\r\n folded: 2\r\n", 400),
    (b"X-A: 1\r\n\tContent-Length: 5\r\n", 400),
    (b"X-A: 1\nContent-Length: 5\r\n", 400),
    (b"X-A: 1\rContent-Length: 5\r\n", 400),
    (b"X-A: 1\n", 400),
    (b"X-A: \x00\r\n", 400),
    (b"X\x00-A: 1\r\n", 400),
    (b"X-A: \x1b[2J\r\n", 400),
    (b"X-A: \x7f\r\n", 400),
    (b"X A: 1\r\n", 400),
    (b"X-A\xc3\xa9: 1\r\n", 400),
    (b"X-A: \xff\r\n", 400),
    (b": 1\r\n", 400),
    (b"no colon\r\n", 400),
    (b"Host: evil.example\r\n", 400),
    (b"Authorization: Bearer x\r\n", 400),
    (b"Origin: http://a\r\nOrigin: http://b\r\n", 400),
    (b"Mcp-Method: a\r\nMCP-METHOD: b\r\n", 400),
    (b"X: 1\r\n" * 70, 431),
)
LINES = (
    (b"POST http://127.0.0.1/mcp HTTP/1.1\r\n", 400),
    (b"POST http://evil.example/mcp HTTP/1.1\r\n", 400),
    (b"POST //evil.example/mcp HTTP/1.1\r\n", 404),
    (b"POST 127.0.0.1:80 HTTP/1.1\r\n", 400),
    (b"CONNECT evil.example:443 HTTP/1.1\r\n", 400),
    (b"OPTIONS * HTTP/1.1\r\n", 400),
    (b"POST  /mcp HTTP/1.1\r\n", 400),
    (b"POST /mcp  HTTP/1.1\r\n", 400),
    (b"POST\t/mcp HTTP/1.1\r\n", 400),
    (b" POST /mcp HTTP/1.1\r\n", 400),
    (b"POST /mcp HTTP/1.1 \r\n", 400),
    (b"POST /mc\x00p HTTP/1.1\r\n", 400),
    (b"POST /mcp\x00 HTTP/1.1\r\n", 400),
    (b"POST /mcp#a HTTP/1.1\r\n", 400),
    (b"POST /m\xc3\xa9p HTTP/1.1\r\n", 400),
    (b"PO\x00ST /mcp HTTP/1.1\r\n", 400),
    (b"P(ST /mcp HTTP/1.1\r\n", 400),
    (b"POST /mcp HTTP/1.1\n", 400),
    (b"POST /mcp http/1.1\r\n", 400),
    (b"POST /mcp HTTP/1.15\r\n", 505),
    (b"POST /mcp HTTP/1.2\r\n", 505),
    (b"POST /mcp HTTP/2.0\r\n", 505),
    (b"PRI * HTTP/2.0\r\n", 505),
    (b"POST /../mcp HTTP/1.1\r\n", 404),
    (b"POST /%6dcp HTTP/1.1\r\n", 404),
    (b"GET /mcp HTTP/1.1\r\n", 405),
    (b"post /mcp HTTP/1.1\r\n", 405),
)


async def test_a_head_that_could_be_read_in_two_ways_is_refused():
    async with World() as world:
        for lines, expected in SMUGGLED:
            data = FIRST + lines + REST + PING
            status, _, body = await world.raw(data)
            assert (status, refusal(body)) == (expected, -32600), lines
        assert (await world.raw(FIRST + b"X-A: 1\r\nX-A: 2\r\n" + REST + PING))[0] == 200
        assert world.calls == []
    figure("hostile_requests", len(SMUGGLED))


async def test_a_request_line_that_is_none_is_refused():
    async with World() as world:
        for line, expected in LINES:
            status, _, body = await world.raw(line + b"Host: 127.0.0.1\r\n" + REST + PING)
            assert (status, refusal(body)) == (expected, -32600), line
    figure("hostile_requests", len(LINES))


async def test_chunks_are_refused_however_large_they_say_they_are():
    async with World() as world:
        for size in (b"0", b"5", b"FFFFFFFF", b"FFFFFFFFFFFFFFFFFF", b"-1", b"5;x=" + b"y" * 3000):
            data = head(Transfer_Encoding="chunked") + size + b"\r\nhello\r\n0\r\n\r\n"
            status, _, body = await world.raw(data)
            assert (status, refusal(body)) == (411, -32600), size
    figure("hostile_requests", 6)


async def test_an_older_client_is_answered_and_not_told_to_go_on():
    async with World() as world:
        old = head(body=PING, Expect="100-continue").replace(b"HTTP/1.1", b"HTTP/1.0")
        status, _, body = await world.raw(old + PING)
        assert (status, json.loads(body)["result"]) == (200, {})


async def test_what_follows_a_request_in_the_same_piece_is_no_request():
    evil = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}'
    async with World() as world:
        data = head(body=PING) + PING + head(body=evil) + evil
        status, _, body = await world.raw(data)
        assert (status, json.loads(body)["result"]) == (200, {})
        await world.idle()
        assert world.calls == []
    figure("hostile_requests", 1)


async def test_nothing_of_a_body_is_read_for_who_has_no_key():
    async with World(head_ms=LONG_MS) as world:
        for given in (None, "Bearer wrong", "Basic " + TOKEN):
            # The body never comes, and the answer does.
            status, _, _ = await world.raw(head(Content_Length="1999", Authorization=given))
            assert status == 401, given
    figure("hostile_requests", 3)


async def quiet(world, count, data=b""):
    """Connections that send this and nothing more."""
    held = []
    for _ in range(count):
        reader, writer = await world.connect()
        writer.write(data)
        await writer.drain()
        held.append((reader, writer))
    return held


async def let_go(world, held):
    for _, writer in held:
        writer.close()
        await writer.wait_closed()
    await world.idle()


async def test_fifty_clients_that_never_end_their_heads_do_not_keep_the_owner_out():
    for start in (b"", b"P", b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: 1"):
        async with World(head_ms=LONG_MS, receive_ms=LONG_MS) as world:
            held = await quiet(world, 50, start)
            assert await world.ask("ping") == {}
            # They are few now, whatever they do: the owner's call took no time of theirs.
            assert len(world.transport._limiter.unauthenticated) <= 4
            held += await quiet(world, 50, start)
            assert await world.ask("ping") == {}
            reader, _ = held[0]
            gone = await asyncio.wait_for(reader.read(-1), 20)
            assert gone.startswith(b"HTTP/1.0 503 ") and b"Retry-After: 1\r\n" in gone
            await let_go(world, held)
            assert world.logged == []
    figure("hostile_connections", 300)


async def test_a_head_that_comes_byte_by_byte_has_no_more_time_than_another():
    async with World(head_ms=50, receive_ms=LONG_MS) as world:
        reader, writer = await world.connect()
        begun = time.ticks_ms()
        ended = asyncio.create_task(reader.readline())
        while not ended.done():
            writer.write(b"P")
            await writer.drain()
            await asyncio.sleep_ms(5)  # its pace
        said = await ended
        assert said.startswith(b"HTTP/1.0 408 "), said
        assert time.ticks_diff(time.ticks_ms(), begun) >= 50
        writer.close()
    figure("hostile_connections", 1)


async def test_who_has_a_key_and_dribbles_a_body_is_left_when_the_time_is_over():
    async with World(head_ms=40, receive_ms=80, max_connections=1) as world:
        reader, writer = await world.connect()
        writer.write(head(body=b"x" * 1000))
        await writer.drain()
        for _ in range(5):
            writer.write(b"x")
            await writer.drain()
        status, _, body = await answer(reader)
        assert (status, refusal(body)) == (408, -32600)
        writer.close()
        assert await world.ask("ping") == {}
    figure("hostile_connections", 1)


async def test_who_has_a_key_and_lingers_leaves_a_place_to_the_owner():
    keys = [(scope, scope, sha(scope)) for scope in SCOPES]
    async with World(token=lambda: keys, max_connections=3) as world:
        call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}'
        held = await quiet(world, 2, head(body=call, Authorization="Bearer write") + call)
        while len(world.transport._limiter.authenticated) < 2:
            await asyncio.sleep_ms(1)
        for scope, expected in (("read", 503), ("write", 503), ("admin", 200)):
            status, headers, _ = await world.request(body=PING, Authorization="Bearer " + scope)
            assert status == expected, scope
            assert status == 200 or headers["retry-after"] == "1"
        world.gate.set()
        await let_go(world, held)
        assert world.transport._limiter.authenticated == []
    figure("hostile_connections", 2)


def sha(secret):
    from mcp.core.access import digest

    return digest(secret.encode())


async def test_connections_that_are_cut_off_anywhere_leave_nothing_behind():
    data = head(body=PING) + PING
    async with World() as world:
        for at in range(0, len(data), 9):
            for _, writer in await quiet(world, 1, data[:at]):
                writer.close()
                await writer.wait_closed()
        await world.idle()
        assert (
            world.transport._limiter.unauthenticated
            == world.transport._limiter.authenticated
            == []
        )
        assert world.logged == []
        assert await world.ask("ping") == {}
    figure("hostile_connections", (len(data) + 8) // 9)


# -- how often -----------------------------------------------------------------------------------


class Ticks:
    """A clock that the test moves."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


async def test_a_peer_that_guesses_is_slowed_down_and_heard_again():
    ticks = Ticks()
    async with World(ticks=ticks) as world:
        for _ in range(20):
            assert (await world.request(body=PING, Authorization="Bearer guess"))[0] == 401
        for given in ("Bearer guess", "Bearer " + TOKEN + "x"):
            status, headers, body = await world.request(body=PING, Authorization=given)
            assert (status, headers["retry-after"], refusal(body)) == (429, "1", -32600)
        # Who shows no key has not guessed.
        assert (await world.request(body=PING, Authorization=None))[0] == 401
        ticks.now += 1000
        assert (await world.request(body=PING, Authorization="Bearer guess"))[0] == 401
        assert (await world.request(body=PING, Authorization="Bearer guess"))[0] == 429
        # The owner's own client is at the same address, as an old one with a revoked key.
        assert await world.ask("ping") == {}
        ticks.now += 20000
        for _ in range(20):
            assert (await world.request(body=PING, Authorization="Bearer guess"))[0] == 401
    figure("hostile_requests", 62)


def test_the_owner_is_heard_from_another_peer_however_many_guess():
    limiter = FailedKeyLimiter()
    peers = [b"p%d" % n for n in range(30)]
    now = 0
    for _ in range(10):
        for peer in peers[:12]:
            if limiter.wait_ms(peer, now) == 0:
                limiter.count(peer, now)
    # All together have guessed too often: each of them waits, a new one is heard.
    for peer in peers[:12]:
        assert 0 < limiter.wait_ms(peer, now) <= 200
    assert limiter.wait_ms(b"owner", now) == 0
    limiter.count(b"owner", now)  # it is one of them once it has failed
    assert limiter.wait_ms(b"owner", now) > 0
    # However long the flood was, the wait is short once it ends.
    assert limiter.wait_ms(b"owner", now + 1000) == 0
    assert limiter.wait_ms(peers[0], now + 20000) == 0


def test_a_guard_remembers_few_peers_and_those_that_failed_last():
    limiter = FailedKeyLimiter()
    for n in range(1000):
        limiter.count(n, 0)
    assert len(limiter._peers) == 16
    assert [peer for peer, _ in limiter._peers] == list(range(984, 1000))
    limiter.wait_ms(0, 10000000)
    assert limiter._peers == []


def test_a_meter_lets_so_many_at_once_and_then_one_in_a_step():
    for start in (0, (1 << 29) - 50, (1 << 62) - 50):  # also where the counter goes round
        rate = RateLimiter(100, 3)
        now = time.ticks_add(0, start % (1 << 29))
        for _ in range(3):
            assert rate.wait_ms(now) == 0
            rate.count(now)
        assert rate.wait_ms(now) == 100
        for _ in range(50):
            rate.count(now)  # what was not allowed counts no more than one step
        assert rate.wait_ms(now) == 100
        now = time.ticks_add(now, 100)
        assert rate.wait_ms(now) == 0
        rate.count(now)
        assert rate.wait_ms(now) == 100
        assert not rate.is_idle(now)
        assert rate.is_idle(time.ticks_add(now, 300))


async def test_a_key_has_a_rate_of_its_own():
    ticks = Ticks()
    keys = [(scope, scope, sha(scope)) for scope in SCOPES]
    async with World(token=lambda: keys, rate=2, ticks=ticks) as world:
        for _ in range(20):
            assert (await world.request(body=PING, Authorization="Bearer read"))[0] == 200
        status, headers, _ = await world.request(body=PING, Authorization="Bearer read")
        assert (status, headers["retry-after"]) == (429, "1")
        assert (await world.request(body=PING, Authorization="Bearer admin"))[0] == 200
        ticks.now += 500
        assert (await world.request(body=PING, Authorization="Bearer read"))[0] == 200
        assert (await world.request(body=PING, Authorization="Bearer read"))[0] == 429
    figure("hostile_requests", 2)


# -- the connection limiter, with peers that have addresses ---------------------------------------


class Caller:
    """As a Connection, of some address; its task is itself."""

    evicted = False

    def __init__(self, peer):
        self.peer = peer
        self.task = self
        self.cancelled = False

    def cancel(self):
        self.cancelled = True


def test_who_comes_with_many_loses_them_first():
    limiter = ConnectionLimiter(6)
    owner = Caller("owner")
    limiter.add(owner)
    flood = [Caller("flood") for _ in range(100)]
    for one in flood:
        limiter.add(one)
    assert not owner.cancelled
    assert [one.cancelled for one in flood] == [True] * 96 + [False] * 4


def test_of_many_peers_with_one_each_the_oldest_goes():
    limiter = ConnectionLimiter(6)
    callers = [Caller(n) for n in range(10)]
    for one in callers:
        limiter.add(one)
    assert [one.cancelled for one in callers] == [True] * 4 + [False] * 6
    assert limiter.unauthenticated == callers[4:]


def test_all_together_are_no_more_than_a_board_has_sockets_for():
    limiter = ConnectionLimiter(6)
    for n in range(6):
        one = Caller(n)
        limiter.add(one)
        assert limiter.authenticate(one, "admin")
        for other in range(20):
            limiter.add(Caller((n, other)))
        assert len(limiter.unauthenticated) + len(limiter.authenticated) <= 8
    assert len(limiter.unauthenticated) == 2


def test_authenticated_connections_are_never_evicted_and_make_room_when_answered():
    limiter = ConnectionLimiter(3)
    members = [Caller("m") for _ in range(3)]
    for one, scope in zip(members, ("write", "read", "admin")):
        limiter.add(one)
        assert limiter.authenticate(one, scope)
    late = Caller("late")
    limiter.add(late)
    assert not limiter.authenticate(late, "admin")
    for _ in range(50):
        limiter.add(Caller("m"))
    assert not [one for one in members if one.cancelled]
    limiter.answered(members[0])
    assert limiter.authenticate(late, "admin")
    for one in members:
        limiter.remove(one)
    limiter.remove(late)
    assert limiter.authenticated == []
    alone = ConnectionLimiter(1)  # of a single place nothing is kept back
    one = Caller("a")
    alone.add(one)
    assert alone.authenticate(one, "read")
