"""The client: the order of servers, tries and pauses, limits, and what is sent."""

import asyncio

from _llm import HEAD, Line, Lines, Ticks, body_of, event, said, status
from llm import errors
from llm.client import Client
from llm.limits import Limits
from llm.servers import Server

ASK = [{"role": "user", "content": "你好"}]
SOON = Limits(30, 30, 200)  # of real time: what is awaited then never comes


class World:
    """A client whose servers are lists, and whose time passes while it sleeps."""

    def __init__(self, *lines, servers=1, limits=None, real_time=False, **more):
        self.lines = Lines(*lines)
        self.ticks = Ticks()
        self.logged = []
        named = {} if real_time else {"ticks": self.ticks}
        self.servers = [
            Server(
                "https://%s.example/v1" % name, "sk-" + name, name, rng=lambda n: bytes(n),
                **named, **more
            )
            for name in ("one", "two", "three")[:servers]
        ]  # fmt: skip
        self.client = Client(
            self.servers,
            connect=self.lines,
            limits=limits,
            log=lambda level, text: self.logged.append(text),
            sleep_ms=self.ticks.sleep_ms,
            **named,
        )

    async def fails(self, kind=errors.LlmError, **more):
        try:
            reply = await self.client.chat(ASK, "chat", **more)
        except kind as e:
            return e
        raise AssertionError(reply.text)

    async def says(self, **more):
        return (await self.client.chat(ASK, "chat", **more)).text


async def test_an_answer_is_asked_for_over_tls_and_the_connection_closed():
    line = Line([said("喵")])
    world = World(line)
    reply = await world.client.chat(ASK, "chat")
    assert (reply.text, reply.server) == ("喵", "one.example")
    assert world.lines.dialled == [("one.example", 443, True)]
    assert line.closed
    assert b"Authorization: Bearer sk-one\r\n" in line.sent
    assert body_of(line)["user"] == "xiaozhi-pet:chat"


async def test_an_answer_may_come_byte_by_byte_and_in_parts_of_any_size():
    for step in (1, 2, 3, 7, 50):
        heard = []
        world = World(Line([said("猫😀", "é\n"), b""], step))
        assert await world.says(on_text=heard.append) == "猫😀é\n"
        assert "".join(heard) == "猫😀é\n"


async def test_messages_may_be_a_generator_or_a_function_that_gives_one():
    def messages():
        yield {"role": "system", "content": "猫" * 3000}
        yield {"role": "user", "content": '"\\\n'}

    for given in (messages, messages(), list(messages())):
        line = Line([said("ok")])
        world = World(Line([status(500)]), line)  # sent twice: both tries have all of it
        reply = await world.client.chat(given, "extract")
        assert reply.prompt_chars == 3003
        sent = body_of(line)["messages"]
        assert [row["content"] for row in sent] == ["猫" * 3000, '"\\\n']


async def test_messages_that_change_while_they_are_sent_are_not_sent():
    lengths = [10, 20]

    def messages():
        yield {"role": "user", "content": "x" * lengths.pop(0)}
        lengths.append(30)

    line = Line([said("ok")])
    world = World(line)
    try:
        await world.client.chat(messages, "chat")
    except errors.LlmError as e:
        assert e.code == "messages"
    else:
        raise AssertionError("sent")
    assert line.closed
    assert len(world.lines.dialled) == 1


async def test_a_failure_that_may_pass_is_tried_again_after_a_second():
    for bad in (Line([status(503)]), Line([]), Line([HEAD, OSError(104)]), OSError(113)):
        world = World(bad, Line([said("now")]))
        assert await world.says() == "now"
        assert world.ticks.slept == [1000]
        assert world.client.available()
        assert world.client.usage["chat"][4] == 1


async def test_a_server_that_fails_rests_longer_each_time_and_is_asked_again_then():
    world = World(*[Line([status(500)]) for _ in range(6)], Line([said("back")]))
    rests = []
    for _ in range(4):
        error = await world.fails(errors.ServerError)
        rest = world.servers[0].rest_ms()
        assert not world.client.available()
        asked = len(world.lines.dialled)
        again = await world.fails(errors.ServerError)
        assert str(again) == str(error)
        assert again.retry_after == rest // 1000
        assert len(world.lines.dialled) == asked  # it rests
        world.ticks.now += rest
        assert world.client.available()
        rests.append(rest // 1000)
    assert rests == [2, 8, 16, 32]
    assert await world.says() == "back"


async def test_what_the_server_wants_counts_before_our_own_pauses():
    limited = Line([status(429, b"", "Retry-After: 90")])
    world = World(limited, Line([said("later")]))
    assert (await world.fails(errors.RateLimited)).retry_after == 90
    world.ticks.now += 89999
    assert not world.client.available()
    world.ticks.now += 1
    assert await world.says() == "later"
    world = World(Line([status(429, b"", "Retry-After: 3")]), Line([said("later")]))
    assert await world.says() == "later"
    assert world.ticks.slept == [3000]


async def test_servers_are_asked_in_their_order_until_one_answers():
    world = World(Line([status(401)]), OSError(111), OSError(111), Line([said("x")]), servers=3)
    assert await world.says() == "x"
    assert [host for host, _, _ in world.lines.dialled] == [
        "one.example", "two.example", "two.example", "three.example",
    ]  # fmt: skip
    assert len(world.logged) == 2


async def test_where_all_fail_the_last_failure_is_told():
    world = World(Line([status(401)]), Line([status(404)]), servers=2)
    assert isinstance(await world.fails(), errors.NotFound)
    assert isinstance(await world.fails(), errors.KeyRefused)  # at rest, the first counts
    assert len(world.lines.dialled) == 2
    assert isinstance(await World(servers=0).fails(), errors.Unreachable)
    assert not World(servers=0).client.available()


async def test_a_cancelled_request_closes_its_connection_and_raises_cancelled():
    line = Line([said("ab")[:120], None])
    heard = []
    world = World(line)
    task = asyncio.create_task(world.client.chat(ASK, "chat", on_text=heard.append))
    while not heard:
        await asyncio.sleep_ms(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    else:
        raise AssertionError("not cancelled")
    assert line.closed
    assert world.client.usage["chat"][4] == 1
    assert world.client.available()  # it was no failure of the server


async def test_limits_are_for_the_first_token_for_silence_and_for_the_whole():
    word = event({"choices": [{"delta": {"content": "x"}}]})
    for parts, words in (
        ([None], "no first token"),
        ([HEAD + b": still there\n\n", None], "no first token"),
        ([HEAD + word, None], "nothing more"),
    ):
        line = Line(parts)
        error = await World(line, limits=SOON, real_time=True).fails(errors.TooSlow)
        assert words in str(error), error
        assert line.closed
    world = World(Line([None]), limits=Limits(10000, 10000, 30), real_time=True)
    assert "no whole answer" in str(await world.fails(errors.TooSlow))


async def test_an_answer_that_has_ended_does_not_wait_for_a_server_that_stays():
    end = event({"choices": [{"delta": {"content": "x"}, "finish_reason": "stop"}]})
    world = World(Line([HEAD + end, None]), limits=SOON, real_time=True)
    assert await world.says() == "x"


async def test_what_would_be_half_of_something_is_not_given_back():
    world = World(Line([said('{"a":', finish="length")]))
    assert isinstance(await world.fails(json_answer=True), errors.Truncated)
    world = World(Line([said("x" * 50)]))
    assert isinstance(await world.fails(json_answer=True, keep=49), errors.Truncated)
    world = World(Line([said("a sentence", finish="length")]))
    assert await world.says() == "a sentence"


async def test_a_stream_that_only_says_done_has_ended():
    world = World(Line([HEAD + b"data: [DONE]\n\n"]))
    assert await world.says() == ""
    word = event({"choices": [{"delta": {"content": "x"}}]})
    assert await World(Line([HEAD + word + b"data:[DONE]"])).says() == "x"


async def test_events_without_empty_lines_between_them_are_understood():
    whole = said("a", "b").replace(b"\n\n", b"\n").replace(b"stream\r\n\r\n", b"stream\r\n\r\n")
    assert await World(Line([whole])).says() == "ab"


async def test_an_answer_that_a_wrong_type_is_told_of_is_known_by_its_first_character():
    answer = said("x").replace(b"text/event-stream", b"text/plain")
    assert await World(Line([answer])).says() == "x"


async def test_an_error_shows_no_key_and_little_of_what_the_server_says():
    words = b'{"error": {"message": "bad sk-one\\n' + b"x" * 5000 + b'"}}'
    error = await World(Line([status(400, words)]), Line([status(400, words)])).fails()
    assert isinstance(error, errors.Refused)
    assert len(str(error)) < 250
    assert "sk-one" not in str(error)
    assert "\n" not in str(error)
    error = await World(Line([status(401, words)])).fails()
    assert "bad" not in str(error)


async def test_vectors_are_asked_of_the_server_that_has_a_model_for_them():
    answer = b'{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[3,4]}]}'
    refused = Line([status(400, b'{"error":{"message":"unknown: encoding_format"}}')])
    line = Line([status(200, answer)])
    world = World(refused, line, embed_model="e")
    vectors = await world.client.embed(["猫", 'a"b'])
    assert [list(vector) for vector in vectors] == [[1.0, 2.0], [3.0, 4.0]]
    assert body_of(refused)["encoding_format"] == "base64"
    sent = body_of(line)
    assert sent == {"model": "e", "input": ["猫", 'a"b'], "user": "xiaozhi-pet:embed"}
    assert line.sent.startswith(b"POST /v1/embeddings HTTP/1.1\r\n")
    assert await world.client.embed([]) == []
    try:
        await World().client.embed(["x"])
    except errors.NotFound:
        pass
    else:
        raise AssertionError("embedded")


async def test_an_answer_with_fewer_vectors_than_texts_is_none():
    answer = b'{"data":[{"index":0,"embedding":[1,2]}]}'
    world = World(Line([status(200, answer)]), embed_model="e")
    try:
        await world.client.embed(["a", "b"])
    except errors.CutOff:
        pass
    else:
        raise AssertionError("taken")


def test_the_address_may_have_the_path_in_it():
    for url, target in (
        ("https://a.example", "/chat/completions"),
        ("https://a.example/v1", "/v1/chat/completions"),
        ("https://a.example/v1/", "/v1/chat/completions"),
        ("https://a.example/v1/chat/completions", "/v1/chat/completions"),
    ):
        server = Server(url)
        assert server.target() == target
        assert server.target("/embeddings") == target.replace("/chat/completions", "/embeddings")
    assert Server("https://a.example/v1", path="/c?v=1").target() == "/v1/c?v=1"
